//! Keeping the typed content in step with the texts, file by file, without loading the pack again. The background
//! check loads everything soon after and puts right what one file alone cannot tell (overlays, origins).

use std::collections::HashMap;

use chartroom_format::content::Content;
use chartroom_format::document::ron_options;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::Space;
use chartroom_format::schema::{Document as Typed, Kind};

use super::index::EntryIndex;

/// What a change may have altered in the views.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// These spaces alone.
    pub spaces: Vec<String>,
    /// Anything.
    pub everything: bool,
}

impl Touched {
    pub fn merge(&mut self, other: Self) {
        self.everything |= other.everything;
        self.spaces.extend(other.spaces);
    }

    pub fn is_nothing(&self) -> bool {
        !self.everything && self.spaces.is_empty()
    }
}

/// Reads the changed entries of a spaces file again. A value that cannot be read stays as it was; the check says why.
pub fn spaces(content: &mut Content, text: &str, index: &EntryIndex, changed: &[usize]) -> Touched {
    let options = ron_options();
    let mut touched = Touched::default();
    // A stroke gives thousands of hexes the same text; reading it once is enough.
    let mut known: HashMap<&str, Option<Space>> = HashMap::new();
    for entry in changed.iter().filter_map(|at| index.entries().get(*at)) {
        let value = entry.value.of(text);
        let read = known.entry(value).or_insert_with(|| options.from_str::<Space>(value).ok());
        if let Some(space) = read {
            content.spaces.insert(SpaceId(entry.id.to_string()), space.clone());
            touched.spaces.push(entry.id.to_string());
        }
    }
    touched
}

/// Reads a whole file again. `gone` are the spaces it held before.
pub fn file(content: &mut Content, kind: Option<Kind>, text: &str, gone: &[String]) -> Touched {
    let touched = Touched { spaces: Vec::new(), everything: true };
    let Some(kind) = kind else { return touched };
    let Ok(document) = Typed::decode(kind, text, &ron_options()) else { return touched };
    match document {
        Typed::Spaces(file) => {
            for id in gone.iter().filter(|id| !file.spaces.contains_key(id.as_str())) {
                content.spaces.shift_remove(id.as_str());
            }
            content.spaces.extend(file.spaces);
        }
        Typed::Links(file) => {
            content.hexsides = file.sides;
            content.added_links = file.added;
            content.denied_links = file.denied;
            let own = content.pack().map(|pack| pack.id.clone());
            let inherited: Vec<String> = content
                .passages
                .keys()
                .filter(|id| {
                    content
                        .origin(EntryKind::Passage, id.as_str())
                        .is_some_and(|origin| Some(&origin.pack) != own.as_ref())
                })
                .map(|id| id.0.clone())
                .collect();
            content.passages.retain(|id, _| inherited.contains(&id.0));
            content.passages.extend(file.passages);
        }
        Typed::Map(map) => content.map = Some(*map),
        Typed::Shapes(shapes) => content.shapes = Some(*shapes),
        Typed::Regions(file) => content.regions.extend(file.regions),
        Typed::Terrain(file) => {
            content.default_terrain = file.default.or(content.default_terrain.take());
            content.terrains.extend(file.terrains);
            content.side_types.extend(file.sides);
            content.features.extend(file.features);
        }
        Typed::Powers(file) => {
            content.sides.extend(file.sides);
            content.powers.extend(file.powers);
        }
        Typed::Units(file) => content.units.extend(file.units),
        Typed::Table(table) => {
            content.tables.insert(table.id.clone(), *table);
        }
        Typed::Scenario(scenario) => {
            content.scenarios.insert(scenario.id.clone(), *scenario);
        }
        _ => {}
    }
    touched
}
