//! What changed between two packs, in the words of the game: as plain data, as text, as Markdown and as a picture.
//!
//! `content` (every kind of content, none left out) -> `tables`, `scenarios`, `spaces` (kinds that have words of their own) and `value`
//! (all others, field by field) -> [`Diff`] -> `text` or `picture`. Knows no files and no git: two contents come in.

mod content;
pub mod picture;
mod scenarios;
mod spaces;
mod tables;
pub mod text;
mod value;

pub(crate) use value::common;

use chartroom_format::content::Content;
use serde::Serialize;

/// What a change is about; changes are told in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    Pack,
    Prices,
    Units,
    Tables,
    Holders,
    SetUps,
    Treasuries,
    Scenarios,
    Spaces,
    Hexsides,
    Borders,
    Links,
    Regions,
    Terrain,
    Powers,
    Turn,
    Rules,
    Options,
    Bots,
    Examples,
    Coverage,
}

impl Topic {
    /// The heading over changes of this kind.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pack => "Pack",
            Self::Prices => "Prices",
            Self::Units => "Units",
            Self::Tables => "Tables",
            Self::Holders => "Holders at start",
            Self::SetUps => "Set-ups",
            Self::Treasuries => "Treasuries",
            Self::Scenarios => "Scenarios",
            Self::Spaces => "Spaces",
            Self::Hexsides => "Hexsides",
            Self::Borders => "Borders of zones",
            Self::Links => "Links and passages",
            Self::Regions => "Regions",
            Self::Terrain => "Terrain, features and kinds of link",
            Self::Powers => "Powers and sides",
            Self::Turn => "Sequence of play",
            Self::Rules => "Rules",
            Self::Options => "Optional rules",
            Self::Bots => "Bots and contracts",
            Self::Examples => "Worked examples",
            Self::Coverage => "Coverage",
        }
    }
}

/// What happened to an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    Added,
    Removed,
    /// The same under another id, which is the older one.
    Renamed(String),
    Changed,
}

/// One difference inside an entry. A value that is not there on one side is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// What differs: "attack", "infantry, germany", "germany in berlin: armor".
    pub what: String,
    pub before: Option<String>,
    pub after: Option<String>,
    /// The spaces it is about, for a picture of the map.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spaces: Vec<String>,
}

impl Detail {
    fn new(what: impl Into<String>, before: Option<String>, after: Option<String>) -> Self {
        Self { what: what.into(), before, after, spaces: Vec::new() }
    }

    fn about(mut self, space: impl Into<String>) -> Self {
        self.spaces.push(space.into());
        self
    }
}

/// One entry that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    pub topic: Topic,
    /// The kind of entry, as in "kind:id".
    pub kind: &'static str,
    pub id: String,
    /// The name people read, where the entry has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub what: What,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// The spaces the entry as a whole is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spaces: Vec<String>,
}

impl Change {
    fn new(topic: Topic, kind: &'static str, id: impl Into<String>, what: What) -> Self {
        Self { topic, kind, id: id.into(), title: None, what, details: Vec::new(), spaces: Vec::new() }
    }

    fn with(mut self, details: Vec<Detail>) -> Self {
        self.details = details;
        self
    }

    /// How many differences it holds: an entry that came or went is one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.details.len().max(1)
    }
}

/// Which pack one side of a comparison is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Side {
    pub id: String,
    pub title: String,
    pub version: String,
}

impl Side {
    fn of(content: &Content) -> Self {
        content.pack().map_or_else(Self::default, |pack| Self {
            id: pack.id.to_string(),
            title: pack.title.clone(),
            version: pack.version.clone(),
        })
    }
}

/// All that differs between two packs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diff {
    pub before: Side,
    pub after: Side,
    /// By topic; within one in the order of the later pack, what has gone at the end.
    pub changes: Vec<Change>,
}

impl Diff {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// How many differences there are in all.
    #[must_use]
    pub fn count(&self) -> usize {
        self.changes.iter().map(Change::count).sum()
    }

    /// The changes by topic.
    pub fn topics(&self) -> impl Iterator<Item = (Topic, &[Change])> {
        self.changes.chunk_by(|one, next| one.topic == next.topic).map(|changes| (changes[0].topic, changes))
    }
}

/// Compares two packs as they are after overlays.
#[must_use]
pub fn compare(before: &Content, after: &Content) -> Diff {
    let mut changes = content::changes(before, after);
    changes.sort_by_key(|change| change.topic);
    Diff { before: Side::of(before), after: Side::of(after), changes }
}
