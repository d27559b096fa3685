//! Which spaces hang together for a side, over land and over the seas: worked out once and kept from decision to decision
//! for as long as no space changes hands and the same seas are open. A chart is a memory, not a part of the game: without
//! it every answer is the same, only later.

use std::sync::Arc;

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

use super::reach::{self, SpaceSet, is_open_passage};
use super::seas::{self, Shipper};
use super::stacking;
use super::voyages::Lanes;
use crate::condition::Condition;
use crate::ids::{FeatureIx, SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// Land that hangs together, and what the seas lead to from it.
#[derive(Clone, Debug)]
pub struct Land {
    who: Shipper,
    /// The seas that were open to him.
    seas: Vec<usize>,
    pub(crate) has: SpaceSet,
    pub spaces: Vec<SpaceIx>,
    pub over_sea: Vec<Shore>,
}

/// Spaces that can be reached over some seas, one bit each, and not with fewer of them.
#[derive(Clone, Debug)]
pub struct Shore {
    pub seas: u32,
    pub spaces: Vec<SpaceIx>,
}

/// Room in the spaces of a land for units of one kind where nobody stands.
#[derive(Clone, Debug)]
pub(crate) struct Bare {
    /// In the order of the spaces of the land.
    pub(crate) rooms: Vec<i64>,
    /// Spaces with room for one only, and for more.
    pub(crate) for_one: usize,
    pub(crate) for_more: usize,
}

/// Everything that lands and shores depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Basis {
    side: SideIx,
    sides: Vec<u8>,
    holders: Vec<u8>,
    passages: Vec<bool>,
}

/// What is known of the lands of one side.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    basis: Option<Basis>,
    lands: Vec<Arc<Land>>,
    /// The lanes of the seas that were open last.
    lanes: Option<(Vec<usize>, Arc<Lanes>)>,
    /// What limits of stacking depend on besides the basis, where they are known to depend on places only.
    places: Option<(Vec<(SpaceIx, FeatureIx, i16)>, Vec<bool>)>,
    /// By space: the limit of stacking, if it was asked for.
    limits: Vec<Option<Option<i64>>>,
    /// By land, and what units count and are: the room where nobody stands.
    bare: Vec<(usize, Amount, Domain, Arc<Bare>)>,
}

impl Chart {
    /// Forgets everything if the position is another one.
    pub(crate) fn renew(&mut self, rules: &Ruleset, state: &State, side: SideIx) {
        let passages = || rules.board.passages.iter().map(|passage| is_open_passage(rules, state, side, passage));
        let is_same = self.basis.as_ref().is_some_and(|basis| {
            basis.side == side
                && basis.holders == state.holders
                && basis.sides == state.sides
                && basis.passages.iter().copied().eq(passages())
        });
        let same_places = self
            .places
            .as_ref()
            .is_some_and(|(features, options)| is_same && *features == state.features && *options == state.options);
        if !same_places {
            self.limits.clear();
            self.bare.clear();
            let local = rules
                .modifiers_of(&Quantity::Stacking)
                .all(|modifier| modifier.when.as_ref().is_none_or(Condition::is_of_place) && modifier.table.is_none());
            self.places = local.then(|| (state.features.clone(), state.options.clone()));
        }
        if !is_same {
            self.lands.clear();
            self.lanes = None;
            self.bare.clear();
            self.basis = Some(Basis {
                side,
                sides: state.sides.clone(),
                holders: state.holders.clone(),
                passages: passages().collect(),
            });
        }
    }

    /// The limit of stacking in a space.
    pub(crate) fn limit(&mut self, rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> Option<i64> {
        if self.places.is_none() {
            return stacking::limit(rules, state, side, space);
        }
        if self.limits.is_empty() {
            self.limits = vec![None; rules.board.spaces.len()];
        }
        let known = self.limits.get_mut(space.index());
        known.map_or(None, |known| *known.get_or_insert_with(|| stacking::limit(rules, state, side, space)))
    }

    /// The room for units of a type in each space of a land where nobody stands.
    pub(crate) fn bare(&mut self, rules: &Ruleset, state: &State, land: (usize, &Land), unit: UnitIx) -> Arc<Bare> {
        let info = rules.unit(unit);
        let is_it = |(number, counts, domain, _): &&(usize, Amount, Domain, Arc<Bare>)| {
            *number == land.0 && *counts == info.stacking && *domain == info.domain
        };
        if let Some((.., known)) = self.bare.iter().find(is_it) {
            return Arc::clone(known);
        }
        let side = land.1.who.side;
        let room = |to: &SpaceIx| {
            stacking::room_with(rules, unit, *to, || {
                self.limit(rules, state, side, *to).map_or(i64::MAX, |most| most.max(0))
            })
        };
        let rooms: Vec<i64> = land.1.spaces.iter().map(room).collect();
        let for_one = rooms.iter().filter(|room| **room == 1).count();
        let for_more = rooms.iter().filter(|room| **room > 1).count();
        let bare = Arc::new(Bare { rooms, for_one, for_more });
        if self.places.is_some() {
            self.bare.push((land.0, info.stacking, info.domain, Arc::clone(&bare)));
        }
        bare
    }

    /// The lanes of open seas for the side of the chart.
    fn lanes(&mut self, rules: &Ruleset, state: &State, side: SideIx, open: &[usize]) -> Arc<Lanes> {
        if let Some((seas, lanes)) = &self.lanes
            && seas == open
        {
            return Arc::clone(lanes);
        }
        let lanes = Arc::new(Lanes::new(rules, state, side, open));
        self.lanes = Some((open.to_vec(), Arc::clone(&lanes)));
        lanes
    }

    /// The land a space belongs to for somebody to whom these seas are open, and its number; `renew` must have been called for
    /// the position.
    pub(crate) fn land(
        &mut self,
        rules: &Ruleset,
        state: &State,
        who: Shipper,
        open: &[(usize, i64)],
        space: SpaceIx,
    ) -> (usize, Arc<Land>) {
        let is_it = |land: &Arc<Land>| {
            land.who == who && land.has.has(space) && land.seas.iter().eq(open.iter().map(|(sea, _)| sea))
        };
        if let Some(known) = self.lands.iter().position(is_it) {
            return (known, Arc::clone(&self.lands[known]));
        }
        let has = reach::by_land(rules, state, who.side, space);
        let mut seen = has.clone();
        let mut over_sea = Vec::new();
        let names: Vec<usize> = open.iter().map(|(sea, _)| *sea).collect();
        if !names.is_empty() {
            let lanes = self.lanes(rules, state, who.side, &names);
            seas::each_choice(rules, state, who.side, space, (&names, &lanes), |seas, reach| {
                let spaces = reach.without(&seen);
                if !spaces.is_empty() {
                    for space in &spaces {
                        seen.add(*space);
                    }
                    over_sea.push(Shore { seas, spaces });
                }
                true
            });
        }
        let land = Arc::new(Land { who, seas: names, spaces: has.iter().collect(), has, over_sea });
        self.lands.push(Arc::clone(&land));
        (self.lands.len() - 1, land)
    }
}

/// What the seas carry for a side now, special limits of places included.
pub(crate) struct Carried<'a> {
    pub(crate) who: Shipper,
    /// Seas that carry something, and how much.
    pub(crate) open: Vec<(usize, i64)>,
    /// Limits of some places on a sea: the sea, the places, and what is left.
    special: Vec<(usize, &'a [SpaceIx], i64)>,
}

impl<'a> Carried<'a> {
    /// What somebody may ship; nothing where points do not go by sea.
    pub(crate) fn new(rules: &'a Ruleset, state: &State, who: Shipper, by_sea: bool) -> Self {
        if !by_sea {
            return Self { who, open: Vec::new(), special: Vec::new() };
        }
        Self { who, open: seas::open(rules, state, who), special: seas::special_limits(rules, state, who.side) }
    }

    /// The special limits that hold for what starts in a space, one bit each.
    pub(crate) fn touched(&self, from: SpaceIx) -> u64 {
        let touches = |(_, places, _): &(usize, &[SpaceIx], i64)| places.binary_search(&from).is_ok();
        self.special
            .iter()
            .enumerate()
            .filter(|(_, limit)| touches(limit))
            .fold(0, |bits, (at, _)| bits | 1 << (at & 63))
    }

    /// Points that some seas still carry to a space; none if nothing is left.
    pub(crate) fn points(&self, seas: u32, touched: u64, to: SpaceIx) -> Option<i64> {
        let all =
            self.open.iter().filter(|(sea, _)| seas >> sea & 1 == 1).map(|(_, points)| *points).min().unwrap_or(0);
        let limits = self.special.iter().enumerate().filter(|(at, (sea, places, _))| {
            seas >> sea & 1 == 1 && (touched >> (at & 63) & 1 == 1 || places.binary_search(&to).is_ok())
        });
        let points = limits.map(|(_, (.., points))| *points).fold(all, i64::min);
        (points > 0).then_some(points)
    }
}
