//! Lines of supply: from the sources outward, through what terrain and hexsides let pass.

mod lines;

use chartroom_format::schema::condition::SupplyState;

pub(crate) use lines::Lines;

use super::reach::{SpaceSet, Unreached, sails};
use crate::ids::{FeatureIx, SideIx, SpaceIx};
use crate::procedures::{SupplyRules, fleets};
use crate::ruleset::Ruleset;
use crate::state::State;

/// Where a side's supply reaches.
#[derive(Clone, Debug, Default)]
pub struct SupplyMap {
    pub full: SpaceSet,
    pub defence: SpaceSet,
}

impl SupplyMap {
    pub fn of(&self, space: SpaceIx) -> SupplyState {
        if self.full.has(space) {
            SupplyState::Full
        } else if self.defence.has(space) {
            SupplyState::Defence
        } else {
            SupplyState::Unsupplied
        }
    }
}

/// The sources of a side among its own spaces: those with one of the features undamaged.
pub fn sources(rules: &Ruleset, state: &State, side: SideIx, features: &[FeatureIx], at_home: bool) -> Vec<SpaceIx> {
    let mut found: Vec<SpaceIx> = Vec::new();
    let is_home = |space: SpaceIx| {
        state
            .powers()
            .any(|power| state.side_of(power) == Some(side) && rules.power(power).home.binary_search(&space).is_ok())
    };
    for space in places_with(rules, state, features) {
        if state.is_friendly(space, side)
            && features.iter().any(|feature| state.working(rules, space, *feature) > 0)
            && (!at_home || is_home(space))
        {
            found.push(space);
        }
    }
    found
}

/// Spaces that have one of the features, printed or set during play, in order.
pub fn places_with(rules: &Ruleset, state: &State, features: &[FeatureIx]) -> Vec<SpaceIx> {
    let printed = features.iter().filter_map(|feature| rules.board.with_feature.get(feature.index()));
    let mut found: Vec<SpaceIx> = printed.flatten().copied().collect();
    let set = state.features.iter().filter(|(_, feature, amount)| *amount > 0 && features.contains(feature));
    found.extend(set.map(|(space, ..)| *space));
    found.sort_unstable();
    found.dedup();
    found
}

/// Where the supply of a side reaches. `also` are spaces that count as its own for the question.
pub fn trace(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &SupplyRules,
    also: Option<&SpaceSet>,
) -> SupplyMap {
    let full = full_sources(rules, state, side, settings);
    let defence = defence_sources(rules, state, side, settings);
    let seas = super::seas::friendly(rules, state, side);
    SupplyMap {
        full: spread(rules, state, side, settings, &full, also, seas),
        defence: spread(rules, state, side, settings, &defence, also, seas),
    }
}

/// The sources of full supply.
fn full_sources(rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules) -> Vec<SpaceIx> {
    with_beachheads(state, side, sources(rules, state, side, &settings.full, settings.full_from_home))
}

/// The sources of defence supply.
fn defence_sources(rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules) -> Vec<SpaceIx> {
    with_beachheads(state, side, sources(rules, state, side, &settings.defence, false))
}

/// Some sources and the beachheads of a side, which feed it in both ways.
fn with_beachheads(state: &State, side: SideIx, mut sources: Vec<SpaceIx>) -> Vec<SpaceIx> {
    for (of, space, until) in &state.beachheads {
        if *of == side && *until >= state.turn && state.is_friendly(*space, side) {
            sources.push(*space);
        }
    }
    sources
}

/// Spaces that lines of a side from some of its spaces reach, over its friendly seas too.
pub(crate) fn reached_from(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &SupplyRules,
    sources: &[SpaceIx],
) -> SpaceSet {
    spread(rules, state, side, settings, sources, None, super::seas::friendly(rules, state, side))
}

/// Places of a side with production, damaged or not.
pub(crate) fn industry(rules: &Ruleset, state: &State, side: SideIx) -> Vec<SpaceIx> {
    let features = super::income::production_features(rules);
    let mut places = places_with(rules, state, &features);
    let is_there = |space: SpaceIx| features.iter().any(|feature| state.feature(rules, space, *feature) > 0);
    places.retain(|space| state.is_friendly(*space, side) && is_there(*space));
    places
}

/// Spaces that lines from the sources reach, over the friendly seas too.
fn spread(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &SupplyRules,
    sources: &[SpaceIx],
    also: Option<&SpaceSet>,
    friendly_seas: u32,
) -> SpaceSet {
    let board = &rules.board;
    let count = board.spaces.len();
    let (mut on_land, mut is_source) = (SpaceSet::new(count), SpaceSet::new(count));
    let mut by_land: Vec<SpaceIx> = Vec::with_capacity(64);
    // Every neighbour of every space is looked at: one look must tell whether it is own land that was not reached yet.
    let mut unreached = Unreached::new(state, side, also);
    for space in sources {
        if on_land.add(*space) {
            unreached.take(*space);
            is_source.add(*space);
            by_land.push(*space);
        }
    }
    // Routes that were sunk feed nobody.
    let cut = if friendly_seas == 0 { Vec::new() } else { fleets::cut(rules, state, side) };
    let mut at_sea = SpaceSet::new(if friendly_seas == 0 { 0 } else { count });
    let mut by_sea: Vec<SpaceIx> = Vec::new();
    let touches = |space: SpaceIx| {
        rules.seas.as_ref().is_some_and(|seas| seas.of.get(space.index()).copied().unwrap_or(0) & friendly_seas != 0)
    };
    // Which space is looked at next does not matter: what can be reached is reached.
    loop {
        if let Some(space) = by_land.pop() {
            let ground = board.ground(space);
            if friendly_seas != 0 && ground.has_coast() && touches(space) && at_sea.add(space) {
                by_sea.push(space);
            }
            let dry = !settings.dry.is_empty() && settings.dry.binary_search(&space).is_ok();
            let passes = ground.passes_supply() && !dry
                || (ground.needs_marker() || dry) && state.markers.binary_search(&space).is_ok()
                || is_source.has(space);
            for way in board.land_ways_of(space) {
                let to = way.to();
                if unreached.has(to) && !way.bars_supply() && (passes || way.has_road()) {
                    unreached.take(to);
                    on_land.add(to);
                    by_land.push(to);
                }
            }
        } else if let Some(space) = by_sea.pop() {
            if unreached.has(space) && board.has_land(space) && cut.binary_search(&space).is_err() {
                unreached.take(space);
                on_land.add(space);
                by_land.push(space);
            }
            for link in board.links_of(space) {
                if !at_sea.has(link.to)
                    && touches(link.to)
                    && sails(rules, state, side, space, link)
                    && at_sea.add(link.to)
                {
                    by_sea.push(link.to);
                }
            }
        } else {
            return on_land;
        }
    }
}
