//! What the inspector shows of the selected spaces: fields with one value, or several at once.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::{Space, Surface};

use crate::document::Document;
use crate::map::Scene;
use crate::map::stacks::Stack;

/// A value that several spaces may or may not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common<T> {
    Same(T),
    Different,
}

impl<T: PartialEq + Clone> Common<T> {
    fn of(mut values: impl Iterator<Item = T>) -> Option<Self> {
        let first = values.next()?;
        Some(if values.all(|value| value == first) { Self::Same(first) } else { Self::Different })
    }

    pub fn same(&self) -> Option<&T> {
        match self {
            Self::Same(value) => Some(value),
            Self::Different => None,
        }
    }
}

/// The selected spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpacesView {
    pub ids: Vec<String>,
    pub name: Common<Option<String>>,
    pub surface: Common<Surface>,
    pub terrain: Common<Option<String>>,
    pub country: Common<Option<String>>,
    pub value: Common<Option<i64>>,
    /// Features that any of them has, with the common amount (0 where one has none).
    pub features: Vec<(String, Common<i64>)>,
    pub regions: Vec<(String, Common<bool>)>,
    pub source: Option<String>,
    pub reconstructed: Vec<String>,
    pub note: String,
    /// The pack it comes from, if not this one.
    pub inherited_from: Option<String>,
    pub stacks: Vec<Stack>,
    /// What else in the pack speaks of it.
    pub used_by: Vec<String>,
}

/// What is to be seen of a selection; nothing if it is empty.
pub fn spaces(document: &Document, scene: &Scene, selection: &BTreeSet<usize>) -> Option<SpacesView> {
    let content = document.content();
    let ids: Vec<String> = selection.iter().map(|at| scene.id(*at).to_owned()).collect();
    let unlisted = Space {
        surface: content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Impassable),
        terrain: None,
        name: None,
        country: None,
        regions: Vec::new(),
        features: indexmap::IndexMap::new(),
        value: None,
        source: None,
        reconstructed: Vec::new(),
        note: String::new(),
    };
    let all: Vec<&Space> = ids.iter().map(|id| content.spaces.get(id.as_str()).unwrap_or(&unlisted)).collect();
    let features: BTreeSet<&str> = all
        .iter()
        .flat_map(|space| space.features.keys().map(chartroom_format::schema::ids::FeatureId::as_str))
        .collect();
    let regions: BTreeSet<&str> = all
        .iter()
        .flat_map(|space| space.regions.iter().map(chartroom_format::schema::ids::RegionId::as_str))
        .collect();
    let single = if let [space] = all.as_slice() { Some(*space) } else { None };
    Some(SpacesView {
        name: Common::of(all.iter().map(|space| space.name.clone()))?,
        surface: Common::of(all.iter().map(|space| space.surface))?,
        terrain: Common::of(all.iter().map(|space| space.terrain.as_ref().map(|id| id.0.clone())))?,
        country: Common::of(all.iter().map(|space| space.country.as_ref().map(|id| id.0.clone())))?,
        value: Common::of(all.iter().map(|space| space.value))?,
        features: features
            .into_iter()
            .filter_map(|id| {
                Some((id.to_owned(), Common::of(all.iter().map(|space| space.features.get(id).copied().unwrap_or(0)))?))
            })
            .collect(),
        regions: regions
            .into_iter()
            .filter_map(|id| {
                Some((
                    id.to_owned(),
                    Common::of(all.iter().map(|space| space.regions.iter().any(|known| known.as_str() == id)))?,
                ))
            })
            .collect(),
        source: single.and_then(|space| space.source.as_ref()).map(|rule| rule.0.clone()),
        reconstructed: single.map(|space| space.reconstructed.clone()).unwrap_or_default(),
        note: single.map(|space| space.note.clone()).unwrap_or_default(),
        inherited_from: single.and_then(|_| inherited(document, &ids[0])),
        stacks: if selection.len() == 1 {
            selection.iter().flat_map(|at| scene.cells[*at].stacks.clone()).collect()
        } else {
            Vec::new()
        },
        used_by: single.map(|_| used_by(content, &ids[0])).unwrap_or_default(),
        ids,
    })
}

fn inherited(document: &Document, id: &str) -> Option<String> {
    let origin = document.content().origin(EntryKind::Space, id)?;
    let own = document.content().pack()?;
    (origin.pack != own.id).then(|| origin.pack.0.clone())
}

/// What else speaks of a space, in words.
pub fn used_by(content: &Content, id: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (region, entry) in &content.regions {
        if entry.spaces.iter().any(|space| space.as_str() == id) {
            found.push(format!("region {region}"));
        }
    }
    for (power, entry) in &content.powers {
        if entry.capitals.iter().any(|space| space.as_str() == id) {
            found.push(format!("capital of {power}"));
        }
    }
    for (scenario, entry) in &content.scenarios {
        let held = entry.control.values().flatten().any(|place| place.as_str() == id);
        let placed = crate::map::stacks::stacks(entry).contains_key(id);
        if held || placed {
            found.push(format!("scenario {scenario}"));
        }
    }
    let linked = content.added_links.iter().any(|link| link.from.as_str() == id || link.to.as_str() == id);
    let sides = content.hexsides.keys().filter(|key| key.split('/').any(|end| end == id)).count();
    if linked {
        found.push("a stated link".to_owned());
    }
    if sides > 0 {
        found.push(format!("{sides} hexsides"));
    }
    found
}
