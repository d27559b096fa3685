//! Keeping the typed content in step with the texts, file by file, without loading the pack again. The background
//! check loads everything soon after and puts right what one file alone cannot tell (overlays, origins).

use std::collections::{HashMap, HashSet};

use chartroom_format::content::{Content, Origin};
use chartroom_format::document::ron_options;
use chartroom_format::entries::EntryKind;
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
    let decode = |text: &str| Typed::decode(kind, text, &ron_options()).ok();
    let (Some(document), Some(pack)) = (decode(text), content.pack().map(|pack| pack.id.clone())) else {
        return touched;
    };
    // Only what this file said before goes: other files and the pack below may say the same.
    match (&document, place.before.and_then(decode)) {
        (Typed::Spaces(file), _) => {
            let gone: HashSet<&str> = place.gone.iter().map(String::as_str).collect();
            content.spaces.retain(|id, _| !gone.contains(id.as_str()) || file.spaces.contains_key(id.as_str()));
        }
        (Typed::Links(_), Some(Typed::Links(before))) => {
            content.hexsides.retain(|key, _| !before.sides.contains_key(key));
            content.added_links.retain(|link| !before.added.contains(link));
            content.denied_links.retain(|link| !before.denied.contains(link));
            content.passages.retain(|id, _| !before.passages.contains_key(id));
        }
        (Typed::Rules(_), Some(Typed::Rules(before))) => {
            content.refusals.retain(|refusal| !before.refusals.contains(refusal));
        }
        _ => {}
    }
    content.lay(document, &pack, place.file);
    touched
}
