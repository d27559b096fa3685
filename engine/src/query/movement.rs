//! How far units move: what the phase or the unit prints, and what variants and modifiers of the pack make of it. One
//! answer for movement by points and by range.

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::value::Amount;

use crate::condition::Scene;
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::modifier;
use crate::query::zone_supply;
use crate::ruleset::Ruleset;
use crate::state::State;

/// The most that can be kept of a move.
const MOST: i64 = 250;

/// Movement points of a unit; `printed` is what the phase says for all units, the unit's own figure counts if it is silent.
pub fn points(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    from: SpaceIx,
    printed: Option<i64>,
) -> i64 {
    let profile = &rules.profiles[unit.index()];
    // Asked for every unit in every decision: most packs change nothing.
    let changed = rules.modifiers_of(&Quantity::Movement).next().is_some();
    if !changed && printed.is_some() {
        return printed.unwrap_or(0);
    }
    let scene = Scene {
        power: Some(power),
        side: state.side_of(power),
        unit: Some(unit),
        at: Some(from),
        supply: if changed { zone_supply::of(rules, state, power, from) } else { None },
        ..Scene::default()
    };
    let own = || {
        let mut variants = profile.variants.iter().filter(|(_, stats)| stats.movement.is_some());
        let held = variants.rfind(|(when, _)| when.holds(rules, state, &scene));
        held.map_or(profile.kind.stats.movement, |(_, stats)| stats.movement).unwrap_or(Amount::ZERO)
    };
    let base = printed.map_or_else(own, Amount::whole);
    let value = if changed { modifier::modified(rules, state, &Quantity::Movement, base, &scene, &[]) } else { base };
    modifier::floor(value).clamp(0, MOST)
}
