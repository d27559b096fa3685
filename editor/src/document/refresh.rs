//! Keeping the typed content in step with the texts, file by file, without loading the pack again. The background
//! check loads everything soon after and puts right what one file alone cannot tell (overlays, origins).

use std::collections::{HashMap, HashSet};

use chartroom_format::content::{Content, Origin};
use chartroom_format::document::ron_options;
use chartroom_format::entries::{self, EntryKind};
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::Space;
use chartroom_format::schema::{Document as Typed, Kind};

use super::index::{EntryIndex, Followed};

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
pub fn spaces(content: &mut Content, text: &str, index: &EntryIndex, followed: &Followed, file: &str) -> Touched {
    let options = ron_options();
    let mut touched = Touched::default();
    if !followed.gone.is_empty() {
        let gone: HashSet<&str> = followed.gone.iter().map(String::as_str).collect();
        content.spaces.retain(|id, _| !gone.contains(id.as_str()));
        touched.spaces.extend(followed.gone.iter().cloned());
    }
    let own = content.pack().map(|pack| pack.id.clone());
    // A stroke gives thousands of hexes the same text; reading it once is enough.
    let mut known: HashMap<&str, Option<Space>> = HashMap::new();
    for entry in followed.changed.iter().filter_map(|at| index.entries().get(*at)) {
        let value = entry.value.of(text);
        let read = known.entry(value).or_insert_with(|| options.from_str::<Space>(value).ok());
        let Some(space) = read else { continue };
        let id = entry.id.to_string();
        if let Some(here) = content.spaces.get_mut(id.as_str()) {
            here.clone_from(space);
        } else {
            content.spaces.insert(SpaceId(id.clone()), space.clone());
        }
        touched.spaces.push(id);
    }
    if let Some(own) = own.filter(|_| content.layers.len() > 1) {
        for id in &touched.spaces {
            let path = vec!["spaces".into(), id.as_str().into()];
            let origin = Origin { pack: own.clone(), file: file.to_owned(), path };
            content.origins.insert((EntryKind::Space, id.clone()), origin);
        }
    }
    touched
}

/// Which file is read again.
pub struct Place<'a> {
    /// Its path as findings show it.
    pub file: &'a str,
    /// Its text before.
    pub before: Option<&'a str>,
    /// The spaces it held before.
    pub gone: &'a [String],
}

/// Reads a whole file again.
pub fn file(content: &mut Content, kind: Option<Kind>, text: &str, place: &Place<'_>) -> Touched {
    let touched = Touched { spaces: Vec::new(), everything: true };
    let Some(kind) = kind else { return touched };
    let Ok(document) = Typed::decode(kind, text, &ron_options()) else { return touched };
    if let Some(pack) = content.pack().map(|pack| pack.id.clone()) {
        for entry in entries::of(&document) {
            let origin = Origin { pack: pack.clone(), file: place.file.to_owned(), path: entry.path };
            content.origins.insert((entry.kind, entry.id), origin);
        }
    }
    match document {
        Typed::Spaces(file) => {
            for id in place.gone.iter().filter(|id| !file.spaces.contains_key(id.as_str())) {
                content.spaces.shift_remove(id.as_str());
            }
            content.spaces.extend(file.spaces);
        }
        Typed::Links(file) => {
            // Only what this file said before goes: other files and the pack below speak of links, too.
            if let Some(Typed::Links(before)) =
                place.before.and_then(|old| Typed::decode(kind, old, &ron_options()).ok())
            {
                content.hexsides.retain(|key, _| !before.sides.contains_key(key));
                content.added_links.retain(|link| !before.added.contains(link));
                content.denied_links.retain(|link| !before.denied.contains(link));
            }
            content.hexsides.extend(file.sides);
            content.added_links.extend(file.added);
            content.denied_links.extend(file.denied);
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
            content.link_classes.extend(file.links);
        }
        Typed::Powers(file) => {
            content.sides.extend(file.sides);
            content.powers.extend(file.powers);
        }
        Typed::Units(file) => {
            content.classes.extend(file.classes);
            content.units.extend(file.units);
            content.formations.extend(file.formations);
        }
        Typed::Rules(file) => {
            content.procedures.extend(file.procedures);
            content.modifiers.extend(file.modifiers);
            content.rules.extend(file.rules);
            content.objectives.extend(file.objectives);
            content.tracks.extend(file.tracks);
            content.seasons.extend(file.seasons);
            content.facts.extend(file.facts);
        }
        Typed::Options(file) => content.options.extend(file.options),
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
