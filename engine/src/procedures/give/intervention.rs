//! The enemy's die against money on its way: it arrives, half of it does, it is lost, or the enemy has it.

use crate::condition::UnitFilter;
use crate::ids::{Actor, FeatureIx, OptionIx, PowerIx, SpaceIx, TableIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::rng::{Decision, Purpose};
use crate::table::{Place, Value};

/// Codes of the table of results; everything else arrives.
const CAPTURED: &str = "captured";
const LOST: &str = "lost";
const HALF_LOST: &str = "half-lost";

#[derive(Clone, Debug)]
pub struct Intervention {
    pub die: i64,
    /// Results by die.
    pub table: TableIx,
    pub raiders: Option<Raiders>,
}

/// Enemies about that change the die.
#[derive(Clone, Debug)]
pub struct Raiders {
    pub units: UnitFilter,
    pub zones: FeatureIx,
    /// Added for each of them in a zone that is not their own side's.
    pub each: i64,
    /// Added when there is none in any zone.
    pub none: i64,
    pub option: Option<OptionIx>,
}

impl Raiders {
    /// What is added to the die against a gift to a power.
    fn change(&self, rules: &Ruleset, state: &State, to: PowerIx) -> i64 {
        let marked = (0..rules.board.spaces.len()).map(SpaceIx::new);
        let marked = marked.filter(|space| state.feature(rules, *space, self.zones) > 0);
        let (mut all, mut hostile) = (0, 0);
        for space in marked {
            let owner = rules.board.space(space).owner;
            for stack in state.stacks_in(space) {
                let is_enemy = state.at_war(to, stack.power);
                if is_enemy && self.units.takes(rules, state, stack.unit, Some(stack.power)) {
                    let own = owner.is_some_and(|owner| {
                        owner == stack.power
                            || (state.side_of(owner).is_some() && state.side_of(owner) == state.side_of(stack.power))
                    });
                    all += i64::from(stack.count);
                    hostile += if own { 0 } else { i64::from(stack.count) };
                }
            }
        }
        if all == 0 { self.none } else { self.each * hostile }
    }
}

/// What comes of a gift: what arrives, and what the enemy gets.
pub(super) fn fate(run: &mut Run, settings: &Intervention, to: PowerIx, points: i64) -> (i64, i64) {
    let raiders = settings.raiders.as_ref().filter(|raiders| run.state.option_or_none(raiders.option));
    let change = raiders.map_or(0, |raiders| raiders.change(run.rules, &run.state, to));
    let die = (run.roll(Decision::of(Purpose::Gift).by(to), settings.die) + change).clamp(1, settings.die);
    let table = run.rules.table(settings.table);
    match table.cell(table.at(0, die), Place::At(0)) {
        Some(Value::Text(code)) if code == CAPTURED => (0, points),
        Some(Value::Text(code)) if code == LOST => (0, 0),
        // The receiver gets the smaller part of an odd sum.
        Some(Value::Text(code)) if code == HALF_LOST => (points / 2, 0),
        _ => (points, 0),
    }
}

/// Who has money that was captured: the first of those at war with the power it was sent to.
pub(super) fn captor(state: &State, to: PowerIx) -> Option<Actor> {
    state.powers().find(|power| state.at_war(to, *power) && state.side_of(*power).is_some()).map(Actor::Power)
}
