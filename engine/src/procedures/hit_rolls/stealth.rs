//! Units that strike first unless they are found: each enemy hunter finds one of them for the whole battle. Those who are not
//! found may leave before a round, and dive where no hunter is left.

use chartroom_format::schema::ids::ClassId;
use chartroom_format::schema::units::FirstStrike;

use super::field;
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

/// The classes that find a unit, if it can hide.
fn found_by(rules: &Ruleset, unit: UnitIx) -> Option<&[ClassId]> {
    match &rules.profiles[unit.index()].kind.first_strike {
        Some(FirstStrike::UnlessFound(classes)) => Some(classes),
        _ => None,
    }
}

pub(crate) fn can_hide(rules: &Ruleset, unit: UnitIx) -> bool {
    found_by(rules, unit).is_some()
}

/// Enemies in a battle that find such a unit.
fn hunters(rules: &Ruleset, state: &State, space: SpaceIx, unit: UnitIx, attacks: bool) -> u16 {
    let Some(classes) = found_by(rules, unit) else { return 0 };
    let hunts = |stack: &&Stack| {
        let kind = &rules.profiles[stack.unit.index()].kind;
        kind.classes.iter().any(|class| classes.contains(class))
    };
    field::fighters(rules, state, space, !attacks).iter().filter(hunts).map(|stack| stack.count).sum()
}

/// Owners and types of units on a side that can hide, with their numbers.
fn hiders(rules: &Ruleset, state: &State, space: SpaceIx, attacks: bool) -> Vec<(PowerIx, UnitIx, u16)> {
    let mut kinds: Vec<(PowerIx, UnitIx, u16)> = Vec::new();
    for stack in field::fighters(rules, state, space, attacks) {
        if !can_hide(rules, stack.unit) {
            continue;
        }
        match kinds.iter_mut().find(|(power, unit, _)| (*power, *unit) == (stack.power, stack.unit)) {
            Some((.., count)) => *count += stack.count,
            None => kinds.push((stack.power, stack.unit, stack.count)),
        }
    }
    kinds.sort_unstable();
    kinds
}

/// Before a round: hunters look for those who hide. Who was found stays found.
pub(crate) fn look(run: &mut Run, space: SpaceIx) {
    for attacks in [true, false] {
        let mut used = 0;
        for (power, unit, count) in hiders(run.rules, &run.state, space, attacks) {
            let known = run.state.operations.found(space, power, unit);
            let newly = count.min(hunters(run.rules, &run.state, space, unit, attacks).saturating_sub(used));
            used += newly;
            tell(run, space, power, unit, known.min(count).max(newly));
        }
    }
}

/// Keeps in mind how many are found.
pub(super) fn tell(run: &mut Run, space: SpaceIx, power: PowerIx, unit: UnitIx, count: u16) {
    if run.state.operations.found(space, power, unit) != count {
        run.emit(Event::Operation(Operation::Found { space, power, unit, count }));
    }
}

/// Units of a type in a battle that are not found and have not said that they leave.
pub(crate) fn unseen(rules: &Ruleset, state: &State, stack: Stack, attacks: bool) -> u16 {
    let own = field::fighters(rules, state, stack.space, attacks).into_iter();
    let own = own.filter(|other| (other.power, other.unit) == (stack.power, stack.unit));
    let staying: u16 = own.filter(|other| !field::is_leaving(state, *other)).map(|other| other.count).sum();
    staying.saturating_sub(state.operations.found(stack.space, stack.power, stack.unit))
}

/// Whether those who are not found may dive: no hunter is left.
pub(super) fn may_dive(rules: &Ruleset, state: &State, stack: Stack, attacks: bool) -> bool {
    hunters(rules, state, stack.space, stack.unit, attacks) == 0
}

/// Those who hide and have nobody to fire at stay hidden for the round.
pub(super) fn lies_low(rules: &Ruleset, state: &State, space: SpaceIx, attacks: bool) -> bool {
    !field::fighters(rules, state, space, !attacks).iter().any(|enemy| zones::is_ship(rules, enemy.unit))
}
