//! Where units go: the ways a set-up or an effect can say it.

use chartroom_format::schema::scenario::{Force, Placement};

use super::Compiler;
use crate::effect::Arrivals;
use crate::ids::{PowerIx, SpaceIx, UnitIx};

impl Compiler<'_> {
    pub(super) fn force(&mut self, force: &Force) -> Vec<(UnitIx, i64)> {
        force.iter().filter_map(|(unit, count)| self.unit(unit.as_str()).map(|unit| (unit, *count))).collect()
    }

    /// Spaces in which units of an effect may appear, in order of preference, with the units.
    pub(super) fn placed(&mut self, power: PowerIx, placement: &Placement) -> Vec<Arrivals> {
        let (spaces, force) = match placement {
            Placement::At(space, force)
            | Placement::Damaged(space, force)
            | Placement::Aboard(space, _, force)
            | Placement::Formation(_, space, force) => (self.space(space.as_str()).into_iter().collect(), force),
            Placement::Within(places, force) => (self.places(places), force),
            Placement::OnBorder(region, _, force) => {
                let region = self.region(region.as_str());
                (region.map_or_else(Vec::new, |region| self.names.members[region.index()].clone()), force)
            }
            Placement::AtAny(feature, force) => {
                let with = self.content.spaces.iter().filter(|(_, space)| space.features.contains_key(feature));
                (with.filter_map(|(id, _)| self.names.spaces.get(id.as_str()).map(SpaceIx::new)).collect(), force)
            }
            Placement::Anywhere(force) => {
                let home = self.content.powers.get_index(power.index()).map(|(_, power)| power.home.clone());
                let mut spaces: Vec<SpaceIx> = Vec::new();
                for region in home.unwrap_or_default() {
                    if let Some(region) = self.region(region.as_str()) {
                        spaces.extend(&self.names.members[region.index()]);
                    }
                }
                (spaces, force)
            }
            Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
                return inner.iter().flat_map(|placement| self.placed(power, placement)).collect();
            }
        };
        vec![(spaces, self.force(force))]
    }
}
