//! Which spaces hang together for a side, over land and over the seas: worked out once and kept from decision to decision
//! for as long as no space changes hands and the same seas are open. A chart is a memory, not a part of the game: without
//! it every answer is the same, only later.

use std::cell::OnceCell;
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
    /// The space from which it was explored.
    start: SpaceIx,
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

/// Room for units of one kind in spaces where nobody stands.
#[derive(Clone, Debug)]
struct Bare {
    counts: Amount,
    domain: Domain,
    /// Spaces that were looked at.
    known: SpaceSet,
    /// Those among them with room for one only, and for more.
    one: SpaceSet,
    more: SpaceSet,
}

/// Everything that lands and shores depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Basis {
    side: SideIx,
    sides: Vec<u8>,
    holders: Vec<u8>,
    passages: Vec<bool>,
}

/// Features and options of a position, as the state has them.
type Places = (Vec<(SpaceIx, FeatureIx, i16)>, Vec<bool>);

/// What is known of the lands of one side.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    basis: Option<Basis>,
    lands: Vec<Arc<Land>>,
    /// The lanes of the seas that were open last.
    lanes: Option<(Vec<usize>, Arc<Lanes>)>,
    /// What limits of stacking depend on besides the side, where they are known to depend on places only.
    places: Option<Places>,
    /// The limit of stacking that no modifier goes below.
    floor: Option<i64>,
    /// By space: the limit of stacking, if it was asked for.
    limits: Vec<OnceCell<Option<i64>>>,
    /// By what units count and are: the room where nobody stands.
    bare: Vec<Bare>,
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
        self.renew_limits(rules, state);
        if !is_same {
            self.lands.clear();
            self.lanes = None;
            self.basis = Some(Basis {
                side,
                sides: state.sides.clone(),
                holders: state.holders.clone(),
                passages: passages().collect(),
            });
        }
    }

    /// Forgets limits of stacking if what they depend on is another.
    pub(crate) fn renew_limits(&mut self, rules: &Ruleset, state: &State) {
        let is_same =
            |(features, options): &(Vec<_>, Vec<bool>)| *features == state.features && *options == state.options;
        if self.places.as_ref().is_some_and(is_same) {
            return;
        }
        self.limits.clear();
        self.bare.clear();
        let local = rules.modifiers_of(&Quantity::Stacking).all(|modifier| {
            modifier.when.as_ref().is_none_or(Condition::is_of_place) && modifier.change.constant().is_some()
        });
        self.floor = stacking::lowest_limit(rules);
        self.places = local.then(|| (state.features.clone(), state.options.clone()));
    }

    /// Whether land hangs together between two spaces, if that is known; `renew` must have been called for the position.
    pub(crate) fn joins(
        &self,
        rules: &Ruleset,
        state: &State,
        side: SideIx,
        from: SpaceIx,
        to: SpaceIx,
    ) -> Option<bool> {
        // Land that was explored from elsewhere is the same only if every way in it can be gone back.
        let is_it = |land: &&Arc<Land>| {
            land.start == from
                || rules.board.land_ways_back && land.has.has(from) && state.is_friendly(land.start, side)
        };
        self.lands.iter().find(is_it).map(|land| land.has.has(to))
    }

    /// The limit of stacking in a space; `renew_limits` must have been called for the position.
    pub(crate) fn limit(&mut self, rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> Option<i64> {
        if self.places.is_none() {
            return stacking::limit(rules, state, side, space);
        }
        if self.limits.is_empty() {
            self.limits = vec![OnceCell::new(); rules.board.spaces.len()];
        }
        let known = self.limits.get(space.index());
        known.and_then(|known| *known.get_or_init(|| stacking::limit(rules, state, side, space)))
    }

    /// The spaces of a land with room for one unit of a type only, and for more, as if nobody stood there.
    pub(crate) fn bare(
        &mut self,
        rules: &Ruleset,
        state: &State,
        side: SideIx,
        land: &SpaceSet,
        unit: UnitIx,
    ) -> [SpaceSet; 2] {
        let (counts, domain) = (rules.unit(unit).stacking, rules.unit(unit).domain);
        let known = self.bare.iter().position(|bare| bare.counts == counts && bare.domain == domain);
        let at = known.unwrap_or_else(|| {
            let none = || SpaceSet::new(rules.board.spaces.len());
            self.bare.push(Bare { counts, domain, known: none(), one: none(), more: none() });
            self.bare.len() - 1
        });
        let unknown =
            if land.is_within(&self.bare[at].known) { Vec::new() } else { land.without(&self.bare[at].known) };
        for space in unknown {
            // Room for several is room for several, however much a modifier adds to it.
            let at_least = self.floor.map(|floor| stacking::room_with(rules, unit, space, || floor.max(0)));
            let room = at_least.filter(|room| *room > 1).unwrap_or_else(|| {
                stacking::room_with(rules, unit, space, || {
                    self.limit(rules, state, side, space).map_or(i64::MAX, |most| most.max(0))
                })
            });
            let bare = &mut self.bare[at];
            bare.known.add(space);
            match room {
                1 => drop(bare.one.add(space)),
                2.. => drop(bare.more.add(space)),
                _ => {}
            }
        }
        let bare = &self.bare[at];
        [bare.one.and(land), bare.more.and(land)]
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
        let land = Arc::new(Land { who, start: space, seas: names, spaces: has.iter().collect(), has, over_sea });
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
