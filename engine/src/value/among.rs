//! Spaces, units and powers that are looked at one by one, each at hand in its turn.

use chartroom_format::schema::value::Amount;

use super::Value;
use super::view::{Missing, View, Who};
use crate::condition::{Condition, Scene, UnitFilter};
use crate::ids::SpaceIx;
use crate::services::marks::Marks;
use crate::truth::{self, Doubt, Fault, MOST, Truth};

/// What is looked at. Lists of spaces are sorted; none means all.
#[derive(Clone, Debug)]
pub enum Among {
    Spaces { within: Option<Vec<SpaceIx>>, when: Option<Condition> },
    Units { of: Vec<Who>, units: UnitFilter, within: Option<Vec<SpaceIx>>, when: Option<Condition> },
    Powers { of: Vec<Who>, when: Option<Condition> },
}

/// Goes on to the next, or has seen enough.
type Seen = Result<bool, Missing>;

impl Among {
    /// The spaces it is confined to, for those who want to know where.
    pub(crate) fn within(&self) -> Option<&[SpaceIx]> {
        match self {
            Self::Spaces { within, .. } | Self::Units { within, .. } => within.as_deref(),
            Self::Powers { .. } => None,
        }
    }

    pub(super) fn count(&self, view: &View<'_>) -> Result<i64, Missing> {
        let mut sum = 0;
        self.each(view, &mut |_, times| {
            sum += times;
            Ok(true)
        })?;
        Ok(sum)
    }

    pub(super) fn total(&self, view: &View<'_>, value: &Value) -> Result<Amount, Missing> {
        let mut sum = Amount::ZERO;
        self.each(view, &mut |scene, times| {
            let each = value.of(view.rules, view.state, scene)?;
            let all = truth::times(each, Amount::whole(times)).map_err(Missing::Fault)?;
            sum = truth::add(sum, all).map_err(Missing::Fault)?;
            Ok(true)
        })?;
        let is_small = sum.numerator.unsigned_abs() / sum.denominator.unsigned_abs().max(1) <= MOST.unsigned_abs();
        if is_small { Ok(sum) } else { Err(Missing::Fault(Fault::TooLarge)) }
    }

    /// Whether there is one.
    pub(crate) fn exists(&self, view: &View<'_>) -> Truth<Missing> {
        let mut found = false;
        let seen = self.each(view, &mut |_, _| {
            found = true;
            Ok(false)
        });
        match seen {
            _ if found => Truth::Yes,
            Ok(()) => Truth::No,
            Err(missing) => Truth::Unknown(missing),
        }
    }

    /// Whether a condition holds for each.
    pub(crate) fn every(&self, view: &View<'_>, condition: &Condition) -> Truth<Missing> {
        let mut all: Truth<Missing> = Truth::Yes;
        let seen = self.each(view, &mut |scene, _| {
            match truth::judge(&view.with(scene), condition) {
                Truth::Yes => return Ok(true),
                Truth::No => all = Truth::No,
                Truth::Unknown(why) => {
                    all = Truth::Unknown(match std::mem::replace(&mut all, Truth::Yes) {
                        Truth::Unknown(before) => before.and(why),
                        _ => why,
                    });
                    return Ok(true);
                }
            }
            Ok(false)
        });
        match seen {
            Err(missing) if all != Truth::No => Truth::Unknown(missing),
            _ => all,
        }
    }

    /// Shows each that is meant, and how many of its kind stand together; what its condition cannot say of it is no part of it.
    fn each(&self, view: &View<'_>, show: &mut dyn FnMut(&Scene, i64) -> Seen) -> Result<(), Missing> {
        let state = view.state;
        let fits = |scene: &Scene, when: &Option<Condition>| {
            when.as_ref().is_none_or(|when| when.holds(view.rules, state, scene))
        };
        match self {
            Self::Spaces { within, when } => {
                let one = |space: SpaceIx, show: &mut dyn FnMut(&Scene, i64) -> Seen| {
                    let scene = Scene { at: Some(space), from: None, ..*view.scene };
                    if fits(&scene, when) { show(&scene, 1) } else { Ok(true) }
                };
                match within {
                    Some(spaces) => {
                        for space in spaces {
                            if !one(*space, show)? {
                                break;
                            }
                        }
                    }
                    None => {
                        for space in (0..view.rules.board.spaces.len()).map(SpaceIx::new) {
                            if !one(space, show)? {
                                break;
                            }
                        }
                    }
                }
            }
            Self::Units { of, units, within, when } => {
                let owners = view.everybody(of)?;
                for stack in &state.stacks {
                    let is_meant =
                        owners.as_ref().is_none_or(|all| all.iter().any(|who| state.is_of(stack.power, *who)))
                            && within.as_ref().is_none_or(|spaces| spaces.binary_search(&stack.space).is_ok())
                            && units.takes(view.rules, state, stack.unit, Some(stack.power));
                    if !is_meant {
                        continue;
                    }
                    let scene = Scene {
                        at: Some(stack.space),
                        from: None,
                        power: Some(stack.power),
                        side: state.side_of(stack.power),
                        unit: Some(stack.unit),
                        damaged: stack.damaged > 0,
                        marks: if view.rules.has_marks { Marks::of(stack) } else { Marks::NONE },
                        ..*view.scene
                    };
                    if fits(&scene, when) && !show(&scene, i64::from(stack.count))? {
                        break;
                    }
                }
            }
            Self::Powers { of, when } => {
                let meant = view.everybody(of)?;
                for power in state.powers().filter(|power| view.rules.power(*power).plays) {
                    let scene = Scene { power: Some(power), side: state.side_of(power), ..*view.scene };
                    let is_meant = meant.as_ref().is_none_or(|all| all.iter().any(|who| state.is_of(power, *who)));
                    if is_meant && fits(&scene, when) && !show(&scene, 1)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
