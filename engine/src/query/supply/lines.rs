//! Lines of supply that are remembered: traced again only when something they depend on has changed.

use super::{defence_sources, full_sources, industry, spread};
use crate::ids::{FeatureIx, PowerIx, SideIx, SpaceIx};
use crate::procedures::{SupplyRules, fleets};
use crate::query::reach::{Own, SpaceSet, is_open_passage};
use crate::query::seas;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Which sources lines start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Full,
    /// Of either kind: lines from all sources at once find the same spaces as each kind for itself.
    Any,
    /// What industry a power has at home, damaged or not.
    Industry(PowerIx),
}

/// Whether lines run alike by two settings: what becomes of those who have none is not asked here.
fn are_alike(one: &SupplyRules, other: &SupplyRules) -> bool {
    one.full == other.full
        && one.defence == other.defence
        && one.full_from_home == other.full_from_home
        && one.dry == other.dry
}

/// Everything that lines of a side depend on.
#[derive(Clone, Debug)]
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
    /// Places that no line over the sea reaches.
    cut: Vec<SpaceIx>,
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
            cut: fleets::cut(rules, state, side),
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
            && are_alike(&self.settings, settings)
            && self.cut == fleets::cut(rules, state, side)
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

/// Lines that were traced.
#[derive(Clone, Debug)]
struct Traced {
    kind: Kind,
    basis: Basis,
    reached: SpaceSet,
    /// Land of the side that they do not reach, in order, if it was asked for.
    pocket: Option<Vec<SpaceIx>>,
}

/// The lines of one side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    known: Vec<Traced>,
}

impl Lines {
    /// Where the full supply of the side reaches.
    pub(crate) fn full(&mut self, rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules) -> &SpaceSet {
        &self.trace(rules, state, side, settings, Kind::Full).reached
    }

    /// Where supply of either kind reaches.
    pub(crate) fn any(&mut self, rules: &Ruleset, state: &State, side: SideIx, settings: &SupplyRules) -> &SpaceSet {
        &self.trace(rules, state, side, settings, Kind::Any).reached
    }

    /// Where lines from the industry of a power at home reach.
    pub(crate) fn industry_of(
        &mut self,
        rules: &Ruleset,
        state: &State,
        side: SideIx,
        settings: &SupplyRules,
        power: PowerIx,
    ) -> &SpaceSet {
        &self.trace(rules, state, side, settings, Kind::Industry(power)).reached
    }

    /// Land of the side that no supply reaches, in order.
    pub(crate) fn pocket(
        &mut self,
        rules: &Ruleset,
        state: &State,
        side: SideIx,
        settings: &SupplyRules,
    ) -> &[SpaceIx] {
        let Traced { reached, pocket, .. } = self.trace(rules, state, side, settings, Kind::Any);
        pocket.get_or_insert_with(|| {
            let own = Own::new(state, side);
            let land = rules.board.land.iter().copied();
            land.filter(|space| own.holds(*space) && !reached.has(*space)).collect()
        })
    }

    fn trace(
        &mut self,
        rules: &Ruleset,
        state: &State,
        side: SideIx,
        settings: &SupplyRules,
        kind: Kind,
    ) -> &mut Traced {
        let seas = seas::friendly(rules, state, side);
        let is_it = |traced: &Traced| traced.kind == kind && traced.basis.is_of(rules, state, side, settings, seas);
        if let Some(at) = self.known.iter().position(is_it) {
            return &mut self.known[at];
        }
        let mut sources = match kind {
            Kind::Full | Kind::Any => full_sources(rules, state, side, settings),
            Kind::Industry(power) => {
                let mut places = industry(rules, state, side);
                places.retain(|space| rules.power(power).home.binary_search(space).is_ok());
                places
            }
        };
        if kind == Kind::Any {
            sources.extend(defence_sources(rules, state, side, settings));
        }
        let reached = spread(rules, state, side, settings, &sources, None, seas);
        let basis = Basis::new(rules, state, side, settings, seas);
        let fresh = Traced { kind, basis, reached, pocket: None };
        // One of each kind, and for settings that differ each its own.
        let is_old = |traced: &Traced| traced.kind == kind && are_alike(&traced.basis.settings, settings);
        let at = self.known.iter().position(is_old).unwrap_or(self.known.len());
        if at == self.known.len() {
            self.known.push(fresh);
        } else {
            self.known[at] = fresh;
        }
        &mut self.known[at]
    }
}
