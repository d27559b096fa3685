//! Ids of the pack to names of the game: one for each thing, and where it can be the one from which the import makes the id again.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_engine::Ruleset;
use chartroom_format::content::Content;

use super::super::outline::OFF_MAP;
use super::super::words::{id_of, name_for};

/// Names by id.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    spaces: BTreeMap<String, String>,
    powers: BTreeMap<String, String>,
    sides: BTreeMap<String, String>,
    /// Units and features: both become units there.
    units: BTreeMap<String, String>,
    effects: BTreeMap<String, String>,
}

impl Names {
    pub(super) fn of(content: &Content, rules: &Ruleset) -> Self {
        let mut names = Self::default();
        let mut taken = BTreeSet::new();
        for space in rules.board.spaces.iter().filter(|space| space.id != OFF_MAP) {
            names.spaces.insert(space.id.clone(), free(&mut taken, territory(space.name(), &space.id), ' '));
        }
        // Players, units and effects share one list: an XML id stands for one thing.
        let mut taken = BTreeSet::new();
        for (id, power) in &content.powers {
            names.powers.insert(id.to_string(), free(&mut taken, name_for(id.as_str(), &power.title, true), '_'));
        }
        for (id, unit) in &content.units {
            names.units.insert(id.to_string(), free(&mut taken, name_for(id.as_str(), &unit.title, false), '_'));
        }
        for (id, feature) in &content.features {
            if !names.units.contains_key(id.as_str()) {
                let name = free(&mut taken, name_for(id.as_str(), &feature.title, false), '_');
                names.units.insert(id.to_string(), name);
            }
        }
        for (id, terrain) in &content.terrains {
            names.effects.insert(id.to_string(), free(&mut taken, name_for(id.as_str(), &terrain.title, false), '_'));
        }
        let mut taken = BTreeSet::new();
        for (id, side) in &content.sides {
            let spelt = plain(&side.title);
            let named = if spelt.is_empty() { id.to_string() } else { spelt };
            names.sides.insert(id.to_string(), free(&mut taken, named, ' '));
        }
        names
    }

    pub(super) fn space(&self, id: &str) -> Option<&str> {
        self.spaces.get(id).map(String::as_str)
    }

    pub(super) fn power(&self, id: &str) -> Option<&str> {
        self.powers.get(id).map(String::as_str)
    }

    pub(super) fn side(&self, id: &str) -> Option<&str> {
        self.sides.get(id).map(String::as_str)
    }

    pub(super) fn unit(&self, id: &str) -> Option<&str> {
        self.units.get(id).map(String::as_str)
    }

    pub(super) fn effect(&self, id: &str) -> Option<&str> {
        self.effects.get(id).map(String::as_str)
    }

    /// All names that are XML ids.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.powers.values().chain(self.units.values()).chain(self.effects.values()).map(String::as_str)
    }
}

/// A name without the characters that its files part things by.
fn plain(name: &str) -> String {
    let kept: String = name
        .chars()
        .map(|letter| if letter.is_control() || "<>()|:=#".contains(letter) { ' ' } else { letter })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name of a territory, or its id where the name would become another one.
fn territory(name: &str, id: &str) -> String {
    let name = plain(name);
    if name.is_empty() || id_of(&name).is_empty() { id.to_owned() } else { name }
}

fn free(taken: &mut BTreeSet<String>, wanted: String, before: char) -> String {
    let mut name = wanted.clone();
    let mut number = 2_usize;
    while !taken.insert(name.clone()) {
        name = format!("{wanted}{before}{number}");
        number += 1;
    }
    name
}
