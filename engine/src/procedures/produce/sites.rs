//! Where units can be built by what stands there: looked for once and remembered for as long as nothing changes hands or is destroyed.

use super::builder;
use crate::ids::{FeatureIx, PowerIx, SideIx, SpaceIx, UnitIx};
use crate::query::supply;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Everything that sites depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Basis {
    side: SideIx,
    holders: Vec<u8>,
    sides: Vec<u8>,
    features: Vec<(SpaceIx, FeatureIx, i16)>,
    damage: Vec<(SpaceIx, u8)>,
}

/// By unit: the spaces that can build it for a side, and for which power, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildSites {
    basis: Option<Basis>,
    by_unit: Vec<Option<Vec<(SpaceIx, PowerIx)>>>,
}

impl BuildSites {
    /// Forgets everything if the position is another one.
    pub(super) fn renew(&mut self, rules: &Ruleset, state: &State, side: SideIx) {
        let is_same = |basis: &Basis| {
            basis.side == side
                && basis.holders == state.holders
                && basis.sides == state.sides
                && basis.features == state.features
                && basis.damage == state.damage
        };
        if self.basis.as_ref().is_some_and(is_same) {
            return;
        }
        self.by_unit.clear();
        self.by_unit.resize(rules.units.len(), None);
        self.basis = Some(Basis {
            side,
            holders: state.holders.clone(),
            sides: state.sides.clone(),
            features: state.features.clone(),
            damage: state.damage.clone(),
        });
    }

    /// The sites of a unit that needs one; `renew` must have been called for the position.
    pub(super) fn of(&mut self, rules: &Ruleset, state: &State, side: SideIx, unit: UnitIx) -> &[(SpaceIx, PowerIx)] {
        let found = || {
            let places = supply::places_with(rules, state, &rules.unit(unit).builds.at).into_iter();
            places.filter_map(|space| Some((space, builder(rules, state, side, unit, space).ok()?))).collect()
        };
        self.by_unit.get_mut(unit.index()).map_or(&[], |known| known.get_or_insert_with(found))
    }
}
