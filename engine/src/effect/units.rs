//! Effects on units: they appear and disappear.

use chartroom_format::schema::move_points::UnitMark;
use chartroom_format::schema::units::Domain;

use super::Arrivals;
use crate::condition::{Scene, UnitFilter};
use crate::event::{Event, GainReason, LossReason, ManeuverEvent};
use crate::ids::{Actor, FeatureIx, PowerIx, SpaceIx, UnitIx};
use crate::procedures::differential::zones;
use crate::query::stacking;
use crate::run::Run;
use crate::services::marks::{self, Marks};
use crate::state::Stack;
use crate::value::{self, Value};

/// Units appear, disappear, and change hands.
#[derive(Clone, Debug)]
pub enum Units {
    /// Units in the first of these spaces that the rules allow.
    Place(PowerIx, Vec<Arrivals>),
    Remove {
        who: Actor,
        units: UnitFilter,
        places: Option<Vec<SpaceIx>>,
        outside: Vec<SpaceIx>,
        count: Option<Value>,
        /// What the places lack of the count comes from elsewhere.
        then_elsewhere: bool,
    },
    /// One unit each to home spaces with a feature, up to a number.
    Muster {
        power: PowerIx,
        unit: UnitIx,
        at: FeatureIx,
        most: Value,
    },
    /// Units of an actor go to these spaces; those in some places stay.
    Withdraw {
        who: Actor,
        to: Vec<SpaceIx>,
        units: UnitFilter,
        outside: Vec<SpaceIx>,
    },
    Mark {
        who: Actor,
        mark: UnitMark,
        units: UnitFilter,
        places: Option<Vec<SpaceIx>>,
        on: bool,
    },
    Convert {
        who: Actor,
        units: UnitFilter,
        places: Option<Vec<SpaceIx>>,
        into: UnitIx,
    },
    HandOver {
        who: Actor,
        units: UnitFilter,
        places: Option<Vec<SpaceIx>>,
        to: PowerIx,
    },
}

impl Units {
    pub(super) fn happen(&self, run: &mut Run, scene: &Scene) {
        match self {
            Self::Place(power, groups) => {
                for (spaces, units) in groups {
                    for (unit, count) in units {
                        run.place(*power, *unit, *count, spaces, GainReason::Rule);
                    }
                }
            }
            Self::Remove { who, units, places, outside, count, then_elsewhere } => {
                let most = match count {
                    Some(count) => value::settle(run, count, scene),
                    None => Some(i64::MAX),
                };
                let Some(mut left) = most else { return };
                let there =
                    |stack: &Stack| places.as_ref().is_none_or(|places| places.binary_search(&stack.space).is_ok());
                let mut found: Vec<Stack> = run
                    .state
                    .stacks
                    .iter()
                    .filter(|stack| run.state.is_of(stack.power, *who))
                    .filter(|stack| *then_elsewhere || there(stack))
                    .filter(|stack| outside.binary_search(&stack.space).is_err())
                    .filter(|stack| units.takes(run.rules, &run.state, stack.unit, Some(stack.power)))
                    .copied()
                    .collect();
                found.sort_by_key(|stack| !there(stack));
                for stack in found {
                    let taken = i64::from(stack.count).min(left);
                    if taken <= 0 {
                        break;
                    }
                    left -= taken;
                    run.emit(Event::Removed { stack: Stack { count: taken as u16, ..stack }, why: LossReason::Rule });
                }
            }
            Self::Muster { power, unit, at, most } => {
                if let Some(most) = value::settle(run, most, scene) {
                    muster(run, *power, *unit, *at, most);
                }
            }
            Self::Withdraw { who, to, units, outside } => withdraw(run, *who, to, units, outside),
            Self::Mark { who, mark, units, places, on } => {
                let found = meant(run, *who, units, places.as_deref());
                for stack in found {
                    let marks = marks::marked(Marks::of(&stack), *mark, *on);
                    if marks != Marks::of(&stack) {
                        run.emit(Event::Maneuver(ManeuverEvent::Marked { stack, marks: marks.0 }));
                    }
                }
            }
            Self::Convert { who, units, places, into } => {
                for stack in meant(run, *who, units, places.as_deref()) {
                    if stack.unit != *into {
                        run.emit(Event::Converted { stack, into: *into });
                    }
                }
            }
            Self::HandOver { who, units, places, to } => {
                let found: Vec<Stack> = run
                    .state
                    .stacks
                    .iter()
                    .filter(|stack| run.state.is_of(stack.power, *who) && stack.power != *to)
                    .filter(|stack| places.as_ref().is_none_or(|places| places.binary_search(&stack.space).is_ok()))
                    .filter(|stack| units.takes(run.rules, &run.state, stack.unit, Some(stack.power)))
                    .copied()
                    .collect();
                for stack in found {
                    run.emit(Event::Handed { stack, to: *to });
                }
            }
        }
    }
}

/// Units of an actor that a filter takes, everywhere or in some places.
fn meant(run: &Run, who: Actor, units: &UnitFilter, places: Option<&[SpaceIx]>) -> Vec<Stack> {
    let own = run.state.stacks.iter().filter(|stack| run.state.is_of(stack.power, who));
    let there = own.filter(|stack| places.is_none_or(|places| places.binary_search(&stack.space).is_ok()));
    there.filter(|stack| units.takes(run.rules, &run.state, stack.unit, Some(stack.power))).copied().collect()
}

fn muster(run: &mut Run, power: PowerIx, unit: UnitIx, at: FeatureIx, most: i64) {
    let watched = zones::enemy_zones(run.rules, &run.state, power, None);
    let open = |space: &SpaceIx| {
        run.state.feature(run.rules, *space, at) > 0
            && run.state.holder(*space) == Some(power)
            && !watched.has(*space)
            && stacking::room(run.rules, &run.state, power, unit, *space) > 0
    };
    let home = &run.rules.power(power).home;
    let spaces: Vec<SpaceIx> = home.iter().copied().filter(open).take(most.max(0) as usize).collect();
    for space in spaces {
        let army = run.army_for(power, unit, space);
        let stack = Stack { space, army, power, unit, damaged: 0, count: 1 };
        run.emit(Event::Placed { stack, why: GainReason::Rule });
    }
}

/// Units elsewhere go to the first of these spaces that takes them; ships need a coast, works stay. Who finds no room is lost.
fn withdraw(run: &mut Run, who: Actor, places: &[SpaceIx], units: &UnitFilter, outside: &[SpaceIx]) {
    let away: Vec<Stack> = run
        .state
        .stacks
        .iter()
        .filter(|stack| run.state.is_of(stack.power, who) && places.binary_search(&stack.space).is_err())
        .filter(|stack| run.rules.unit(stack.unit).domain != Domain::Fixed)
        .filter(|stack| outside.binary_search(&stack.space).is_err())
        .filter(|stack| units.takes(run.rules, &run.state, stack.unit, Some(stack.power)))
        .copied()
        .collect();
    for stack in away {
        let afloat = matches!(run.rules.unit(stack.unit).domain, Domain::Sea | Domain::Submarine);
        let mut left = stack.count;
        for to in places.iter().filter(|to| !afloat || run.rules.board.ground(**to).has_coast()) {
            let room = stacking::room(run.rules, &run.state, stack.power, stack.unit, *to).clamp(0, i64::from(left));
            if room > 0 {
                run.emit(Event::Moved { stack: Stack { count: room as u16, ..stack }, to: *to, army: stack.army });
                left -= room as u16;
            }
        }
        if left > 0 {
            run.emit(Event::Removed { stack: Stack { count: left, ..stack }, why: LossReason::Rule });
        }
    }
}

impl Run<'_> {
    /// Places units in the first of these spaces with room, or as many as fit.
    pub(crate) fn place(&mut self, power: PowerIx, unit: UnitIx, count: i64, spaces: &[SpaceIx], why: GainReason) {
        let mut left = count;
        for space in spaces {
            let room = stacking::room(self.rules, &self.state, power, unit, *space).min(left);
            if room > 0 {
                let army = self.army_for(power, unit, *space);
                let stack = Stack { space: *space, army, power, unit, damaged: 0, count: room as u16 };
                self.emit(Event::Placed { stack, why });
                left -= room;
            }
            if left <= 0 {
                return;
            }
        }
        if left > 0 {
            let name = &self.rules.unit(unit).title;
            let text = format!("{left} {name} found no place and stay off the map");
            self.emit(Event::Told { text });
        }
    }
}
