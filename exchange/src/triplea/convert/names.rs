//! Names of the game to ids of the pack: well-formed, told apart, and the same for the same name.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::schema::ids::{ClassId, FeatureId, PowerId, RegionId, SideId, SpaceId, UnitId};

use super::super::read::Game;
pub(super) use super::super::words::{id_of, title};

/// Ids by name, one list for each kind of thing whose ids may not meet.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    places: BTreeMap<String, String>,
    actors: BTreeMap<String, String>,
    sides: BTreeMap<String, String>,
    regions: BTreeMap<String, String>,
    units: BTreeMap<String, String>,
    taken_events: BTreeSet<String>,
}

impl Names {
    pub(super) fn of(game: &Game) -> Self {
        let mut names = Self::default();
        // The region of land that is nobody's, and the part of the picture that is no territory.
        let mut places = BTreeSet::from(["neutral-land", crate::triplea::outline::OFF_MAP].map(str::to_owned));
        for territory in &game.territories {
            names.places.insert(territory.name.clone(), unique(&mut places, &territory.name, "space"));
        }
        let mut actors = BTreeSet::new();
        for player in &game.players {
            let id = unique(&mut actors, &player.name, "power");
            names.regions.insert(player.name.clone(), unique(&mut places, &format!("{id}-land"), "land"));
            names.actors.insert(player.name.clone(), id);
        }
        for player in &game.players {
            let side = side_of(player);
            if !names.sides.contains_key(side) {
                let wanted = if actors.contains(&id_of(side)) { format!("{side} side") } else { side.to_owned() };
                names.sides.insert(side.to_owned(), unique(&mut actors, &wanted, "side"));
            }
        }
        let mut units = BTreeSet::new();
        for unit in &game.units {
            names.units.insert(unit.name.clone(), unique(&mut units, &unit.name, "unit"));
        }
        names
    }

    pub(super) fn space(&self, name: &str) -> SpaceId {
        SpaceId(self.places.get(name).cloned().unwrap_or_default())
    }

    /// A space if there is one of that name.
    pub(super) fn known_space(&self, name: &str) -> Option<SpaceId> {
        self.places.get(name).cloned().map(SpaceId)
    }

    pub(super) fn power(&self, name: &str) -> Option<PowerId> {
        self.actors.get(name).cloned().map(PowerId)
    }

    pub(super) fn side(&self, alliance: &str) -> SideId {
        SideId(self.sides.get(alliance).cloned().unwrap_or_default())
    }

    pub(super) fn sides(&self) -> impl Iterator<Item = (&String, SideId)> {
        self.sides.iter().map(|(name, id)| (name, SideId(id.clone())))
    }

    pub(super) fn region(&self, player: &str) -> Option<RegionId> {
        self.regions.get(player).cloned().map(RegionId)
    }

    pub(super) fn unit(&self, name: &str) -> Option<UnitId> {
        self.units.get(name).cloned().map(UnitId)
    }

    /// The feature that a unit becomes which stands in a place and never moves.
    pub(super) fn feature(&self, unit: &str) -> Option<FeatureId> {
        self.units.get(unit).cloned().map(FeatureId)
    }

    /// A name for a rule that no other rule has.
    pub(super) fn event(&mut self, wanted: &str) -> chartroom_format::schema::ids::EventId {
        chartroom_format::schema::ids::EventId(unique(&mut self.taken_events, wanted, "rule"))
    }
}

/// A class named in the code.
pub(super) fn class(name: &str) -> ClassId {
    ClassId::from(name)
}

/// The alliance of a player; one of his own if he has none.
pub(super) fn side_of(player: &super::super::read::Player) -> &str {
    player.alliances.first().map_or(player.name.as_str(), String::as_str)
}

fn unique(taken: &mut BTreeSet<String>, name: &str, otherwise: &str) -> String {
    let wanted = id_of(name);
    let wanted = if wanted.is_empty() { otherwise.to_owned() } else { wanted };
    let mut id = wanted.clone();
    let mut number = 2_usize;
    while !taken.insert(id.clone()) {
        id = format!("{wanted}-{number}");
        number += 1;
    }
    id
}
