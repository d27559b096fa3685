//! What an actor's places produce.

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::value::Amount;

use super::reach::SpaceSet;
use crate::condition::Scene;
use crate::ids::{Actor, FeatureIx, SideIx, SpaceIx};
use crate::modifier::{floor, modified};
use crate::procedures::{ImportRule, Procedure};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::table::{Place, Value};

/// All features that are production.
pub fn production_features(rules: &Ruleset) -> Vec<FeatureIx> {
    (0..rules.features.len()).filter(|index| rules.features[*index].production).map(FeatureIx::new).collect()
}

/// What an actor's income is counted from: the values of its land where the game pays for those, else production points.
pub fn base_of(rules: &Ruleset, state: &State, who: Actor) -> i64 {
    let pays_values = rules
        .procedures
        .iter()
        .any(|entry| matches!(&entry.run, Procedure::CollectIncome(settings) if settings.feature.is_none()));
    if pays_values { values_of(rules, state, who) } else { production_of(rules, state, who) }
}

/// The values of all land an actor holds.
pub fn values_of(rules: &Ruleset, state: &State, who: Actor) -> i64 {
    let held = (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|space| state.is_held_by(*space, who));
    held.map(|space| rules.board.space(space).value).sum()
}

/// Undamaged production points an actor holds, wherever they are.
pub fn production_of(rules: &Ruleset, state: &State, who: Actor) -> i64 {
    count(rules, state, who, &production_features(rules), |space, feature| state.working(rules, space, feature))
}

/// All production points an actor holds, damaged or ruined ones too.
pub fn all_production_of(rules: &Ruleset, state: &State, who: Actor) -> i64 {
    let lost: Vec<FeatureIx> =
        (0..rules.features.len()).filter(|at| rules.features[*at].lost_production).map(FeatureIx::new).collect();
    let all = |space: SpaceIx, feature: FeatureIx| state.feature(rules, space, feature);
    count(rules, state, who, &lost, all) + count(rules, state, who, &production_features(rules), all)
}

fn count(
    rules: &Ruleset,
    state: &State,
    who: Actor,
    features: &[FeatureIx],
    amount: impl Fn(SpaceIx, FeatureIx) -> i64,
) -> i64 {
    super::supply::places_with(rules, state, features)
        .into_iter()
        .filter(|space| state.is_held_by(*space, who))
        .map(|space| features.iter().map(|feature| amount(space, *feature)).sum::<i64>())
        .sum()
}

/// Income from production points that are undamaged and in supply: what lies at home after the modifiers of income, then what
/// lies abroad, then what rules add or take away.
pub fn from_production(rules: &Ruleset, state: &State, side: SideIx, feature: FeatureIx, supplied: &SpaceSet) -> i64 {
    let (mut inside, mut outside) = (0, 0);
    for space in super::supply::places_with(rules, state, &[feature]) {
        if !state.is_friendly(space, side) || !supplied.has(space) {
            continue;
        }
        let home = state
            .powers()
            .any(|power| state.side_of(power) == Some(side) && rules.power(power).home.binary_search(&space).is_ok());
        *(if home { &mut inside } else { &mut outside }) += state.working(rules, space, feature);
    }
    let actor = Actor::Side(side);
    let counted = after_modifiers(rules, state, side, inside);
    (counted + outside + state.income_change(actor)).max(0)
}

/// Points that come in from a place through ports that are neutral or the side's own, in the season at hand. Nothing comes from an enemy,
/// and what the side holds itself is no import.
pub fn imported(rules: &Ruleset, state: &State, side: SideIx, import: &ImportRule) -> i64 {
    let neutral = |space: SpaceIx| {
        state.holder(space).is_some_and(|power| {
            state.side_of(power).is_none() && !state.actors_at_war(Actor::Side(side), Actor::Power(power))
        })
    };
    let table = rules.table(import.ports);
    let season = rules.calendar(i64::from(state.turn)).0.and_then(|season| rules.seasons.get(season.index()));
    let (true, Some(season)) = (neutral(import.from), season) else { return 0 };
    let ships = |space: SpaceIx| -> i64 {
        let here = state.stacks_in(space).iter().filter(|stack| state.side_of(stack.power) == Some(side));
        here.filter(|stack| rules.unit(stack.unit).is(import.ships)).map(|stack| i64::from(stack.count)).sum()
    };
    let through = |(column, port): (usize, &String)| -> i64 {
        let Some(space) = rules.board.find(port) else { return 0 };
        let most = table.cell(table.word(0, season), Place::At(column)).and_then(Value::number).unwrap_or(0);
        match (neutral(space), state.is_friendly(space, side), import.ships) {
            (true, ..) | (_, true, None) => most,
            (_, true, Some(_)) => most.min(ships(space)),
            _ => 0,
        }
    };
    let ports: i64 = table.keys(1).iter().enumerate().map(through).sum();
    ports.min(state.working(rules, import.from, import.feature))
}

/// What modifiers of income leave of what is produced at home.
pub fn after_modifiers(rules: &Ruleset, state: &State, side: SideIx, inside: i64) -> i64 {
    let scene = Scene::of_side(Some(side));
    floor(modified(rules, state, &Quantity::Income, Amount::whole(inside), &scene, &[]))
}
