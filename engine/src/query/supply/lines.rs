//! Lines of supply that are remembered: traced again only when something they depend on has changed.

use super::{all_sources, spread};
use crate::ids::{FeatureIx, SideIx, SpaceIx};
use crate::procedures::SupplyRules;
use crate::query::reach::{SpaceSet, is_open_passage};
use crate::query::seas;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Which sources lines start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Full,
    /// Of either kind: lines from all sources at once find the same spaces as each kind for itself.
    Any,
}

/// Everything that lines of a side depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Basis {
    settings: SupplyRules,
    holders: Vec<u8>,
    sides: Vec<u8>,
    features: Vec<(SpaceIx, FeatureIx, i16)>,
    damage: Vec<(SpaceIx, u8)>,
    markers: Vec<SpaceIx>,
    /// Beachheads of the side that feed it now.
    beachheads: Vec<SpaceIx>,
    seas: u32,
    /// Whether each canal or strait is open, where lines run over seas at all.
    passages: Vec<bool>,
}

impl Basis {
    fn new(rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules, seas: u32) -> Self {
        Self {
            settings: settings.clone(),
            holders: state.holders.clone(),
            sides: state.sides.clone(),
            features: state.features.clone(),
            damage: state.damage.clone(),
            markers: state.markers.clone(),
            beachheads: beachheads(state, side).collect(),
            seas,
            passages: passages(rules, state, side, seas).collect(),
        }
    }

    /// Whether it is that of a position.
    fn is_of(&self, rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules, seas: u32) -> bool {
        self.seas == seas
            && self.holders == state.holders
            && self.sides == state.sides
            && self.features == state.features
            && self.damage == state.damage
            && self.markers == state.markers
            && self.settings == *settings
            && self.beachheads.iter().copied().eq(beachheads(state, side))
            && self.passages.iter().copied().eq(passages(rules, state, side, seas))
    }
}

fn beachheads(state: &State, side: SideIx) -> impl Iterator<Item = SpaceIx> + '_ {
    let fed = move |(of, _, until): &&(SideIx, SpaceIx, i16)| *of == side && *until >= state.turn;
    state.beachheads.iter().filter(fed).map(|(_, space, _)| *space)
}

fn passages<'s>(rules: &'s Ruleset, state: &'s State, side: SideIx, seas: u32) -> impl Iterator<Item = bool> + use<'s> {
    let known = if seas == 0 { &[][..] } else { rules.board.passages.as_slice() };
    known.iter().map(move |passage| is_open_passage(rules, state, side, passage))
}

/// The lines of one side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    known: Vec<(Kind, Basis, SpaceSet)>,
}

impl Lines {
    /// Where the full supply of the side reaches.
    pub(crate) fn full(&mut self, rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules) -> &SpaceSet {
        self.trace(rules, state, side, settings, Kind::Full)
    }

    /// Where supply of either kind reaches.
    pub(crate) fn any(&mut self, rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules) -> &SpaceSet {
        self.trace(rules, state, side, settings, Kind::Any)
    }

    fn trace(&mut self, rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules, kind: Kind) -> &SpaceSet {
        let seas = seas::friendly(rules, state, side);
        let is_it =
            |(of, basis, _): &(Kind, Basis, SpaceSet)| *of == kind && basis.is_of(rules, state, side, settings, seas);
        if let Some(at) = self.known.iter().position(is_it) {
            return &self.known[at].2;
        }
        let [mut sources, defence] = all_sources(rules, state, side, settings);
        if kind == Kind::Any {
            sources.extend(defence);
        }
        let reached = spread(rules, state, side, settings, &sources, None, seas);
        // One of each kind, and for each setting of the game its own.
        let old = self.known.iter().position(|(of, basis, _)| *of == kind && basis.settings == *settings);
        let fresh = (kind, Basis::new(rules, state, side, settings, seas), reached);
        let at = match old {
            Some(at) => {
                self.known[at] = fresh;
                at
            }
            None => {
                self.known.push(fresh);
                self.known.len() - 1
            }
        };
        &self.known[at].2
    }
}
