//! `Move`: units go step by step over any kind of map, one unit or stack at a time and once in a phase. What a step costs is
//! in [`going`]; why a move is refused, in [`refused`].

mod going;
mod refused;

use chartroom_format::schema::move_points::{EnemyZones, GroundOf, StackLimit, StepCost, UnitMark};
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

pub use going::{Going, allowance};

use crate::action::{Action, Maneuver, Refusal};
use crate::condition::UnitFilter;
use crate::event::{Event, ManeuverEvent};
use crate::ids::{PowerIx, SpaceIx, TableIx};
use crate::procedures::Next;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::services::marks::Marks;
use crate::services::{sides, standing};
use crate::state::{Stack, State};

/// The settings of a movement phase.
#[derive(Clone, Debug)]
pub struct MoveRules {
    pub allowance: AllowanceRule,
    pub units: Option<UnitFilter>,
    pub only: Option<UnitMark>,
    pub step: StepCost,
    pub zones: EnemyZones,
    pub stacking: Option<StackLimit>,
    pub enters: Vec<GroundOf>,
    pub one_space_always: bool,
    pub takes_ground: bool,
}

/// Movement points before modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowanceRule {
    Own,
    Points(i64),
    /// The single column of a table of seasons.
    BySeason(TableIx),
}

/// Whoever moved before may move again, if there is anybody who can.
pub(crate) fn begin(run: &mut Run, settings: &MoveRules) -> Next {
    let powers = own_powers(run.rules, &run.state);
    clear(run, &powers, Marks::MOVED);
    let any = movers(run.rules, &run.state, settings).next().is_some();
    if any { Next::Waits } else { Next::Over }
}

pub(crate) fn act(run: &mut Run, settings: &MoveRules, action: &Action) -> Result<Next, Refusal> {
    match action {
        Action::Done => return Ok(Next::Over),
        Action::Maneuver(Maneuver::Move { stack, to }) => {
            let party = [may_move(run.rules, &run.state, settings, *stack)?];
            go(run, settings, &party, *to)?;
        }
        Action::Maneuver(Maneuver::MoveAll { from, to }) => {
            let party: Vec<Stack> =
                movers(run.rules, &run.state, settings).filter(|stack| stack.space == *from).collect();
            if party.is_empty() {
                let place = run.rules.board.spaces.get(from.index()).map_or("nowhere", |info| info.id.as_str());
                return Err(Refusal::of(Ban::HasMoved, format!("nobody in {place} can still move in this phase")));
            }
            go(run, settings, &party, *to)?;
        }
        _ => return Err(Refusal::of(Ban::WrongTime, "this is a movement phase: units move, or it ends")),
    }
    Ok(Next::Waits)
}

/// Every unit type alone and every stack together, to wherever it can go.
pub(crate) fn legal(rules: &Ruleset, state: &State, settings: &MoveRules) -> Vec<Action> {
    let mut found = vec![Action::Done];
    let all: Vec<Stack> = movers(rules, state, settings).collect();
    let mut going: Vec<(PowerIx, Going<'_>)> = Vec::new();
    for stacks in all.chunk_by(|one, other| one.space == other.space) {
        for stack in stacks {
            let going = known(&mut going, rules, state, settings, stack.power);
            for to in going.reached(&[*stack]) {
                let room = standing::room(rules, state, stack.power, stack.unit, to, settings.stacking);
                let most = room.min(i64::from(stack.count)) as u16;
                // The whole group, as many of it as there is room for, and one of it.
                for count in [most, 1].into_iter().take(if most > 1 { 2 } else { usize::from(most) }) {
                    found.push(Action::Maneuver(Maneuver::Move { stack: Stack { count, ..*stack }, to }));
                }
            }
        }
        if let [first, _, ..] = stacks {
            let going = known(&mut going, rules, state, settings, first.power);
            for to in going.reached(stacks) {
                if refused::crowded(rules, state, settings, stacks, to).is_none() {
                    found.push(Action::Maneuver(Maneuver::MoveAll { from: first.space, to }));
                }
            }
        }
    }
    found
}

/// The board as units of a power find it, worked out once.
fn known<'g, 'a>(
    list: &'g mut Vec<(PowerIx, Going<'a>)>,
    rules: &'a Ruleset,
    state: &'a State,
    settings: &'a MoveRules,
    power: PowerIx,
) -> &'g Going<'a> {
    let at = list.iter().position(|(of, _)| *of == power).unwrap_or_else(|| {
        list.push((power, Going::new(rules, state, settings, power)));
        list.len() - 1
    });
    &list[at].1
}

/// The units that can still move in this phase.
pub fn movers<'a>(rules: &'a Ruleset, state: &'a State, settings: &'a MoveRules) -> impl Iterator<Item = Stack> + 'a {
    let powers = own_powers(rules, state);
    state.stacks.iter().copied().filter(move |stack| {
        powers.contains(&stack.power)
            && !Marks::of(stack).has(Marks::MOVED)
            && is_moved_here(rules, state, settings, stack)
            && allowance(rules, state, settings, stack) > 0
    })
}

/// Whether the phase moves such units at all.
fn is_moved_here(rules: &Ruleset, state: &State, settings: &MoveRules, stack: &Stack) -> bool {
    let info = rules.unit(stack.unit);
    let meant = match &settings.units {
        Some(filter) => filter.takes(rules, state, stack.unit, Some(stack.power)),
        None => info.domain == Domain::Land,
    };
    meant
        && info.domain != Domain::Fixed
        && !info.can(Ability::Immobile)
        && settings.only.is_none_or(|mark| Marks::of(stack).shows(mark))
}

/// The powers whose units the player of the phase at hand commands.
pub(crate) fn own_powers(rules: &Ruleset, state: &State) -> Vec<PowerIx> {
    let phase = rules.phases.get(usize::from(state.phase));
    phase.map_or_else(Vec::new, |phase| sides::commanded(state, &phase.player))
}

/// Takes a mark off all units of some powers, if any has it.
pub(crate) fn clear(run: &mut Run, powers: &[PowerIx], marks: Marks) {
    let any = run.state.stacks.iter().any(|stack| powers.contains(&stack.power) && Marks::of(stack).has(marks));
    if any {
        run.emit(Event::Maneuver(ManeuverEvent::MarksCleared { powers: powers.to_vec(), marks: marks.0 }));
    }
}

/// The units an order names, if they are there and may move.
fn may_move(rules: &Ruleset, state: &State, settings: &MoveRules, wanted: Stack) -> Result<Stack, Refusal> {
    let here = present(rules, state, wanted)?;
    let title = &rules.unit(wanted.unit).title;
    if !own_powers(rules, state).contains(&wanted.power) {
        return Err(Refusal::of(Ban::NotYours, format!("{title}: this is not the turn of their owner")));
    }
    if !is_moved_here(rules, state, settings, &here) {
        let why = settings.only.filter(|mark| !Marks::of(&here).shows(*mark));
        return Err(Refusal::of(
            Ban::Immobile,
            why.map_or_else(
                || format!("{title} does not move in this phase"),
                |mark| format!("only units marked {mark:?} move in this phase, and {title} is not"),
            ),
        ));
    }
    if Marks::of(&here).has(Marks::MOVED) {
        return Err(Refusal::of(Ban::HasMoved, format!("{title} has moved in this phase, and a unit moves once")));
    }
    Ok(wanted)
}

/// The stack that an order speaks of, with as many units as it names.
pub(crate) fn present(rules: &Ruleset, state: &State, wanted: Stack) -> Result<Stack, Refusal> {
    let same = |stack: &&Stack| Stack { count: 0, ..**stack } == Stack { count: 0, ..wanted };
    let there = state.stacks.iter().find(same).map_or(0, |stack| stack.count);
    if wanted.count == 0 || there < wanted.count {
        let (title, place) = (rules.units.get(wanted.unit.index()), rules.board.spaces.get(wanted.space.index()));
        let title = title.map_or("units", |unit| unit.title.as_str());
        let place = place.map_or("nowhere", |space| space.id.as_str());
        let text = format!("{} {title} of that kind are not in {place}: {there} are there", wanted.count);
        return Err(Refusal::of(Ban::NotThere, text));
    }
    Ok(wanted)
}

/// A party goes to a space, and takes the enemy's ground on its way.
fn go(run: &mut Run, settings: &MoveRules, party: &[Stack], to: SpaceIx) -> Result<(), Refusal> {
    let (rules, first) = (run.rules, party[0]);
    if to.index() >= rules.board.spaces.len() {
        return Err(Refusal::of(Ban::NotThere, "there is no such space"));
    }
    let going = Going::new(rules, &run.state, settings, first.power);
    let ways = going.ways(party);
    if to == first.space || ways.left(to).is_none() {
        return Err(refused::why(rules, &run.state, settings, &going, party, to));
    }
    if let Some(crowd) = refused::crowded(rules, &run.state, settings, party, to) {
        return Err(crowd);
    }
    let path = ways.path(first.space, to);
    for stack in party {
        let army = Marks::of(stack).with(Marks::MOVED).0;
        run.emit(Event::Moved { stack: *stack, to, army });
    }
    if settings.takes_ground {
        let taker = party.iter().find(|stack| {
            let info = rules.unit(stack.unit);
            info.domain == Domain::Land && !info.can(Ability::CannotCapture)
        });
        for space in path {
            if let Some(taker) = taker.filter(|_| rules.board.has_land(space)) {
                take(run, taker.power, space);
            }
        }
    }
    Ok(())
}

/// Ground that is not the own side's becomes a power's.
pub(crate) fn take(run: &mut Run, power: PowerIx, space: SpaceIx) {
    let holder = run.state.holder(space);
    if !holder.is_some_and(|holder| sides::are_friends(&run.state, power, holder)) {
        run.capture(space, Some(power));
    }
}
