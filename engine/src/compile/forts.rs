//! Forts of battles by hit rolls: where they face is read from the pack's table once.

use chartroom_format::lookup::Looked;
use chartroom_format::schema::forts::FortFire;
use chartroom_format::schema::value::Cell;

use super::Compiler;
use crate::procedures::hit_rolls::forts::{Facing, FortRules};

impl Compiler<'_> {
    pub(super) fn forts(&mut self, written: &FortFire) -> Option<FortRules> {
        let feature = self.feature(written.feature.as_str())?;
        let table = self.content.tables.get(&written.facing)?;
        let mut facing = Vec::new();
        for id in self.content.spaces.keys() {
            let Ok(Looked::Cell(Cell::Text(text))) = table.look_up(&[id.as_str(), "covers"]) else { continue };
            let to = match text.as_str() {
                "any" => Facing::Everywhere,
                "sea" => Facing::Sea,
                places => Facing::From(places.split(',').filter_map(|place| self.space(place.trim())).collect()),
            };
            facing.extend(self.space(id.as_str()).map(|space| (space, to)));
        }
        let bypassed = written.bypassed.iter().filter_map(|(place, from)| {
            let from = from.iter().filter_map(|place| self.space(place.as_str())).collect();
            self.space(place.as_str()).map(|space| (space, from))
        });
        Some(FortRules {
            bypassed: bypassed.collect(),
            feature,
            facing,
            staged: written.staged.as_ref().and_then(|option| self.option(option.as_str())),
            figures: written.clone(),
        })
    }
}
