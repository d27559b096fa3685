//! Lines of supply: from the sources outward, through what terrain and hexsides let pass.

use std::collections::VecDeque;

use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::terrain::SupplyPassage;
use chartroom_format::schema::units::Domain;

use super::reach::{SpaceSet, has_coast, sails};
use crate::ids::{FeatureIx, SideIx, SpaceIx};
use crate::procedures::SupplyRules;
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
    let mut full = sources(rules, state, side, &settings.full, settings.full_from_home);
    let mut defence = sources(rules, state, side, &settings.defence, false);
    for (of, space, until) in &state.beachheads {
        if *of == side && *until >= state.turn && state.is_friendly(*space, side) {
            full.push(*space);
            defence.push(*space);
        }
    }
    SupplyMap { full: spread(rules, state, side, &full, also), defence: spread(rules, state, side, &defence, also) }
}

/// Spaces that lines from the sources reach.
fn spread(rules: &Ruleset, state: &State, side: SideIx, sources: &[SpaceIx], also: Option<&SpaceSet>) -> SpaceSet {
    let count = rules.board.spaces.len();
    let (mut on_land, mut at_sea) = (SpaceSet::new(count), SpaceSet::new(count));
    let mut queue: VecDeque<(SpaceIx, bool)> = VecDeque::new();
    let mut is_source = SpaceSet::new(count);
    for space in sources {
        if on_land.add(*space) {
            is_source.add(*space);
            queue.push_back((*space, false));
        }
    }
    let friendly_seas = super::seas::friendly(rules, state, side);
    let touches = |space: SpaceIx| {
        rules.seas.as_ref().is_some_and(|seas| seas.of.get(space.index()).copied().unwrap_or(0) & friendly_seas != 0)
    };
    let own = |space: SpaceIx| state.is_friendly(space, side) || also.is_some_and(|also| also.has(space));
    while let Some((space, sea)) = queue.pop_front() {
        if sea {
            if own(space) && rules.board.has_land(space) && on_land.add(space) {
                queue.push_back((space, false));
            }
            for link in rules.board.links_of(space) {
                if touches(link.to) && sails(rules, state, side, space, link) && at_sea.add(link.to) {
                    queue.push_back((link.to, true));
                }
            }
            continue;
        }
        if friendly_seas != 0 && has_coast(rules, space) && touches(space) && at_sea.add(space) {
            queue.push_back((space, true));
        }
        let passes = is_source.has(space) || passes_through(rules, state, space);
        for link in rules.board.links_of(space) {
            if !link.passes.has(Domain::Land) || !own(link.to) || link.sides & rules.board.marks.bars_supply != 0 {
                continue;
            }
            if (passes || link.sides & rules.board.marks.road != 0) && on_land.add(link.to) {
                queue.push_back((link.to, false));
            }
        }
    }
    on_land
}

/// Whether a line may go on through a space by any way; else it ends there unless it leaves by a road.
fn passes_through(rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
    match rules.board.terrain(space).supply {
        SupplyPassage::Free | SupplyPassage::Counted => true,
        SupplyPassage::NeedsMarkerOrRoad => state.markers.binary_search(&space).is_ok(),
        SupplyPassage::EndsUnlessRoad | SupplyPassage::Blocked => false,
    }
}
