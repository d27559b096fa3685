//! Bombs that bombers or missiles carry: armed by a mission that came through, dropped after all normal damage, each on a hex in reach.

use chartroom_format::schema::refusal::Ban;

use super::missiles;
use super::morale::Nations;
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx, TableIx, UnitIx};
use crate::query::income::production_features;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

#[derive(Clone, Debug)]
pub struct WarheadRules {
    pub bomb: UnitIx,
    pub firepower: TableIx,
    pub strength: i64,
    pub ruins: i64,
    /// Who has morale, and what a bomb on a nation's own ground costs it.
    pub dread: Option<(Nations, i64)>,
}

fn bombs(state: &State, side: SideIx, rules: &WarheadRules, space: SpaceIx) -> Option<Stack> {
    let mut here = state.stacks_in(space).iter();
    here.find(|stack| stack.unit == rules.bomb && state.side_of(stack.power) == Some(side)).copied()
}

fn armed(state: &State, side: SideIx, space: SpaceIx) -> u16 {
    let found = state.combat.armed.iter().find(|(of, at, _)| (*of, *at) == (side, space));
    found.map_or(0, |(_, _, count)| *count)
}

/// Carriers of a place came through: so many more of its bombs can go off, each with a carrier of its own.
pub(super) fn arm(run: &mut Run, side: SideIx, rules: Option<&WarheadRules>, space: SpaceIx, carriers: u16) {
    let Some(rules) = rules else { return };
    let ready = armed(&run.state, side, space);
    let there = bombs(&run.state, side, rules, space).map_or(0, |stack| stack.count);
    let count = (ready + carriers).min(there);
    if count > ready {
        run.emit(Event::BombsArmed { side, space, count });
    }
}

/// Bombs that lay with bombers of which too few are left are lost with them.
pub(super) fn lose_excess(run: &mut Run, side: SideIx, rules: Option<&WarheadRules>, space: SpaceIx, carriers: i64) {
    let stack = rules.and_then(|rules| bombs(&run.state, side, rules, space));
    let Some(stack) = stack.filter(|stack| i64::from(stack.count) > carriers) else { return };
    let count = stack.count - carriers.clamp(0, i64::from(stack.count)) as u16;
    run.emit(Event::Removed { stack: Stack { count, ..stack }, why: LossReason::Fire });
}

/// The strategic war of the turn is over: bombs that were not dropped stay where they lie.
pub(super) fn stand_down(run: &mut Run) {
    if run.state.combat.bombs_away || !run.state.combat.armed.is_empty() {
        run.emit(Event::BombsStoodDown);
    }
}

/// One bomb goes off over a hex.
pub(super) fn drop_bomb(
    run: &mut Run,
    side: SideIx,
    settings: Option<&WarheadRules>,
    (from, target): (SpaceIx, SpaceIx),
    in_range: bool,
) -> Result<(), Refusal> {
    let ready = settings.filter(|_| armed(&run.state, side, from) > 0);
    let Some((settings, stack)) = ready.and_then(|rules| Some((rules, bombs(&run.state, side, rules, from)?))) else {
        return Err(Refusal::of(Ban::NotThere, "no bomb is aboard a carrier that came through"));
    };
    if !in_range || !super::bombing::is_hostile(&run.state, side, target) {
        return Err(Refusal::of(Ban::Target, "the bomb cannot be carried to such a place"));
    }
    run.emit(Event::Removed { stack: Stack { count: 1, ..stack }, why: LossReason::Spent });
    run.emit(Event::BombDropped { side, from, target });
    ruin(run, target, settings.ruins);
    let hits = super::bombing::volley(run, settings.firepower, i64::MAX, (side, from, target), settings.strength);
    if let Some((nations, falls)) = &settings.dread {
        let home = |power: &&crate::ids::PowerIx| run.rules.power(**power).home.binary_search(&target).is_ok();
        if let Some(nation) = nations.powers.iter().find(home).copied() {
            nations.shift(run, nation, -*falls);
        }
    }
    let mut hit: Vec<(u8, SpaceIx)> = run
        .state
        .stacks_in(target)
        .iter()
        .filter(|stack| run.state.side_of(stack.power) == run.state.holding_side(target))
        .map(|stack| (stack.army, target))
        .collect();
    hit.dedup();
    missiles::lose(run, target, hit, hits);
    Ok(())
}

/// Production that is never repaired: it is gone from the map, the working part first.
fn ruin(run: &mut Run, space: SpaceIx, points: i64) {
    let mut left = points;
    for feature in production_features(run.rules) {
        let there = run.state.feature(run.rules, space, feature);
        let gone = left.min(there).max(0);
        if gone > 0 {
            run.emit(Event::FeatureSet { space, feature, amount: there - gone });
            left -= gone;
        }
    }
    let all: i64 = production_features(run.rules).into_iter().map(|it| run.state.feature(run.rules, space, it)).sum();
    let damage = run.state.damage(space);
    if damage > all {
        run.emit(Event::Devastated { space, points: all - damage });
    }
}

/// Bombs that can be dropped, on every hex of the enemy with something in it.
pub(super) fn legal(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: Option<&WarheadRules>,
    near: impl Fn(SpaceIx) -> Vec<SpaceIx>,
    actions: &mut Vec<Action>,
) {
    let Some(settings) = settings else { return };
    for (of, from, count) in &state.combat.armed {
        if *of != side || *count == 0 || bombs(state, side, settings, *from).is_none() {
            continue;
        }
        let worth = |space: &SpaceIx| {
            super::bombing::is_hostile(state, side, *space)
                && (super::bombing::working(rules, state, *space) > 0 || !state.stacks_in(*space).is_empty())
        };
        let targets = near(*from).into_iter().filter(worth);
        actions.extend(targets.map(|target| Action::DropBomb { from: *from, target }));
    }
}
