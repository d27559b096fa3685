//! Ships against invasions: who may intercept, the battle, and who wins it.

use chartroom_format::schema::condition::{BattleKind, SupplyState};
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain};

use super::{fire, landing};
use crate::condition::Scene;
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx};
use crate::modifier;
use crate::procedures::{FirepowerRules, LandingRules, TollRule, fleets, supply_rules};
use crate::query::supply;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Invasion, SeaBattle, Stack, State};

/// Ships of a side in a space.
pub(super) fn ships(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx, landings: &LandingRules) -> i64 {
    let fleet =
        |stack: &&Stack| state.side_of(stack.power) == Some(side) && rules.unit(stack.unit).is(Some(landings.ships));
    state.stacks_in(space).iter().filter(fleet).map(|stack| i64::from(stack.count)).sum()
}

/// Ships that are still with an invasion.
pub(super) fn support(rules: &Ruleset, state: &State, landing: &Invasion, landings: &LandingRules) -> i64 {
    if landing.ships == 0 || state.combat.expended.contains(&(landing.side, landing.from)) {
        return 0;
    }
    ships(rules, state, landing.side, landing.from, landings).min(i64::from(landing.ships))
}

/// Fleets of the enemy that are based on a sea which an invasion crosses, in order.
pub(super) fn interceptors(
    rules: &Ruleset,
    state: &State,
    landing: &Invasion,
    landings: &LandingRules,
) -> Vec<(SideIx, SpaceIx)> {
    let Some(seas) = &rules.seas else { return Vec::new() };
    let mut found: Vec<(SideIx, SpaceIx)> = Vec::new();
    for stack in &state.stacks {
        let Some(side) = state.side_of(stack.power) else { continue };
        let fleet = (side, stack.space);
        if rules.unit(stack.unit).is(Some(landings.ships))
            && state.sides_at_war(side, landing.side)
            && seas.of.get(stack.space.index()).is_some_and(|bits| bits & landing.seas != 0)
            && !state.combat.expended.contains(&fleet)
            && !found.contains(&fleet)
            && goes_out(landings, landing, stack.space)
            && fleets::may_meet(rules, state, stack, &landing.path)
            && match grade(rules, state, side, stack.space) {
                SupplyState::Full => true,
                // Without full supply ships fight in their own hex only.
                SupplyState::Defence => landing.path.contains(&stack.space),
                SupplyState::Unsupplied => false,
            }
        {
            found.push(fleet);
        }
    }
    found
}

/// Whether the ships of a base go out against an invasion at all.
fn goes_out(landings: &LandingRules, landing: &Invasion, base: SpaceIx) -> bool {
    let limits = landings.bases.iter().filter(|rule| rule.at.binary_search(&base).is_ok());
    limits.into_iter().all(|rule| {
        rule.against.binary_search(&landing.target).is_ok()
            || landing.path.iter().any(|space| rule.through.binary_search(space).is_ok())
    })
}

/// The supply of ships in a space; those at sea live on what they took along.
fn grade(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> SupplyState {
    if !rules.board.has_land(space) {
        return SupplyState::Full;
    }
    supply::trace(rules, state, side, supply_rules(rules), None).of(space)
}

/// What is added to the dice of the ships of a side in a space.
pub(super) fn added(run: &Run, side: SideIx, space: SpaceIx, landings: &LandingRules) -> i64 {
    let (rules, state) = (run.rules, &run.state);
    let fleet =
        |stack: &&Stack| state.side_of(stack.power) == Some(side) && rules.unit(stack.unit).is(Some(landings.ships));
    let stacks: Vec<&Stack> = state.stacks_in(space).iter().filter(fleet).collect();
    let scene = Scene {
        side: Some(side),
        at: Some(space),
        battle: Some(BattleKind::Sea),
        supply: Some(grade(rules, state, side, space)),
        ..Scene::default()
    };
    modifier::die(rules, state, &Quantity::Die(BattleKind::Sea), &scene, &stacks)
}

/// A fleet goes out: both sides fire at once, ships counting more than they are.
pub(super) fn intercept(run: &mut Run, settings: &FirepowerRules, side: SideIx, space: SpaceIx) {
    let (Some(landing), Some(landings)) = (run.state.combat.invasions.first().cloned(), &settings.landings) else {
        return;
    };
    run.emit(Event::InterceptionAnswered { side, space, fired: true });
    if !fleets::meets(run, side, space, &landing.path) {
        return;
    }
    let own = guns(run.rules, &run.state, side, (space, landing.target), landings) * landings.ships_count;
    let theirs = support(run.rules, &run.state, &landing, landings) * landings.ships_count;
    let done = broadside(run, settings, landings, side, (space, landing.from), own);
    let taken = broadside(run, settings, landings, landing.side, (landing.from, space), theirs);
    let toll = toll(run.rules, &run.state, landings, side, &landing, done);
    sink(run, landings, side, space, taken + toll);
    run.emit(Event::SeaBattleFought { battle: SeaBattle { side, space, done: done as u16, taken: taken as u16 } });
    landing::hit_invasion(run, &landing, done);
}

/// The strength of ships of a side that fire on an invasion of a place, with what modifies it.
fn guns(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    (space, target): (SpaceIx, SpaceIx),
    landings: &LandingRules,
) -> i64 {
    let fleet =
        |stack: &&Stack| state.side_of(stack.power) == Some(side) && rules.unit(stack.unit).is(Some(landings.ships));
    let stacks: Vec<&Stack> = state.stacks_in(space).iter().filter(fleet).collect();
    let scene = Scene {
        side: Some(side),
        at: Some(target),
        role: Some(CombatRole::Defending),
        battle: Some(BattleKind::Amphibious),
        ..Scene::default()
    };
    modifier::strength(rules, state, &scene, &stacks, |_| true)
}

/// Ships that are lost because those they fired on came from a shore close by: one for so many points sunk.
fn toll(rules: &Ruleset, state: &State, landings: &LandingRules, side: SideIx, landing: &Invasion, done: i64) -> i64 {
    let near = || rules.board.links_of(landing.target).iter().any(|link| state.is_friendly(link.to, landing.side));
    let holds = |toll: &&TollRule| {
        let scene = Scene { side: Some(side), at: Some(landing.target), ..Scene::default() };
        toll.by == side
            && toll.at.binary_search(&landing.target).is_ok()
            && toll.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    };
    let afloat: i64 = state.army(landing.side, landing.army).map(|stack| i64::from(stack.count)).sum();
    let found = landings.tolls.iter().find(holds).filter(|_| near());
    found.map_or(0, |toll| done.min(afloat) / toll.each.max(1))
}

/// Ships fire from one place at another.
fn broadside(
    run: &mut Run,
    settings: &FirepowerRules,
    landings: &LandingRules,
    side: SideIx,
    way: (SpaceIx, SpaceIx),
    strength: i64,
) -> i64 {
    let added = added(run, side, way.0, landings);
    let (die, losses) =
        fire::volley(run, settings, Decision::of(Purpose::SeaBattle).at(way.1).by(side), strength, added);
    if strength > 0 {
        run.emit(Event::Fired { side, kind: BattleKind::Sea, from: way.0, at: way.1, strength, die, losses });
    }
    losses
}

/// Ships of a fleet are lost, one type after the other.
fn sink(run: &mut Run, landings: &LandingRules, side: SideIx, space: SpaceIx, losses: i64) {
    let mut left = losses;
    let fleet = |stack: &&Stack| {
        run.state.side_of(stack.power) == Some(side)
            && run.rules.unit(stack.unit).is(Some(landings.ships))
            && run.rules.unit(stack.unit).domain != Domain::Land
    };
    let stacks: Vec<Stack> = run.state.stacks_in(space).iter().filter(fleet).copied().collect();
    for stack in stacks {
        let count = left.min(i64::from(stack.count));
        if count > 0 {
            run.emit(Event::Removed { stack: Stack { count: count as u16, ..stack }, why: LossReason::Fire });
            left -= count;
        }
    }
}

/// After the losses the larger fleet has won; with equal ones whoever did more harm, then the fleet that came out.
pub(super) fn decide(run: &mut Run, settings: &FirepowerRules) {
    let (Some(battle), Some(landings)) = (run.state.combat.sea_battle, &settings.landings) else { return };
    let Some(landing) = run.state.combat.invasions.first().cloned() else {
        run.emit(Event::SeaBattleEnded { winner: battle.side });
        return;
    };
    let theirs = support(run.rules, &run.state, &landing, landings);
    let own = ships(run.rules, &run.state, battle.side, battle.space, landings);
    let invader_wins = (theirs, battle.taken) > (own, battle.done);
    let winner = if invader_wins { landing.side } else { battle.side };
    run.emit(Event::SeaBattleEnded { winner });
    if invader_wins {
        run.emit(Event::FleetExpended { side: battle.side, space: battle.space });
    } else if landing.ships > 0 && theirs > 0 {
        run.emit(Event::FleetExpended { side: landing.side, space: landing.from });
    }
}
