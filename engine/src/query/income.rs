//! What an actor's places produce.

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::value::Amount;

use super::reach::SpaceSet;
use crate::condition::Scene;
use crate::ids::{Actor, FeatureIx, SideIx, SpaceIx};
use crate::modifier::{floor, modified};
use crate::procedures::Procedure;
use crate::ruleset::Ruleset;
use crate::state::State;

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

/// What modifiers of income leave of what is produced at home.
pub fn after_modifiers(rules: &Ruleset, state: &State, side: SideIx, inside: i64) -> i64 {
    let scene = Scene::of_side(Some(side));
    floor(modified(rules, state, &Quantity::Income, Amount::whole(inside), &scene, &[]))
}
