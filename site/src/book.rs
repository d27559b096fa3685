//! A pack opened for writing pages: its content, where everything stands, how scenarios start, what is proved.

use std::collections::BTreeMap;

use chartroom_engine::Playable;
use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_validator::coverage::{self, Class, Counts, IndexRule};
use chartroom_validator::examples::{self, Outcome};
use chartroom_validator::model::board::Board;
use chartroom_validator::model::start::Start;

use crate::changes::Changes;
use crate::html::{link, plain};
use crate::links::Links;
use crate::{SiteError, Source};

/// A rule of the rulebook's index.
#[derive(Debug)]
pub(crate) struct IndexLine {
    pub(crate) id: String,
    pub(crate) section: String,
    pub(crate) kind: String,
    pub(crate) testable: bool,
    pub(crate) words: String,
}

/// A pack and everything its pages speak of.
pub(crate) struct Book<'a> {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) content: &'a Content,
    pub(crate) geography: Option<&'a str>,
    pub(crate) changes: Option<&'a Changes>,
    pub(crate) index: Vec<IndexLine>,
    pub(crate) classes: BTreeMap<String, Class>,
    pub(crate) counts: Option<Counts>,
    pub(crate) outcomes: BTreeMap<&'a str, Outcome>,
    pub(crate) playable: Playable<'a>,
    pub(crate) board: Board,
    pub(crate) starts: Vec<Start<'a>>,
    pub(crate) links: Links,
}

impl<'a> Book<'a> {
    pub(crate) fn new(source: &'a Source<'a>) -> Result<Self, SiteError> {
        let content = &source.loaded.content;
        let pack = content.pack().ok_or_else(|| SiteError::NoPack(source.loaded.root.display().to_string()))?;
        let index = index(source);
        let links = Links::new(content, index.iter().map(|line| line.id.clone()));
        let board = Board::new(content);
        let starts = content.scenarios.values().map(|scenario| Start::new(content, &board, scenario)).collect();
        let playable = Playable::new(content);
        let outcomes = examples::run_all(content, &playable);
        let passes = |id: &str| outcomes.get(id) == Some(&Outcome::Pass);
        let classes: Vec<(IndexRule, Class)> = index
            .iter()
            .filter(|line| line.testable)
            .map(|line| {
                let rule = IndexRule { id: line.id.clone(), kind: line.kind.clone() };
                let class = coverage::class_of(content, &rule, content.coverage.get(rule.id.as_str()), passes);
                (rule, class)
            })
            .collect();
        let counts = (!classes.is_empty()).then(|| coverage::counted(source.loaded, &classes));
        Ok(Self {
            id: pack.id.to_string(),
            title: pack.title.clone(),
            content,
            geography: source.geography.as_deref(),
            changes: source.changes.as_ref(),
            index,
            classes: classes.into_iter().map(|(rule, class)| (rule.id, class)).collect(),
            counts,
            outcomes,
            playable,
            board,
            starts,
            links,
        })
    }

    /// The title of an entry, or its id as people read it.
    pub(crate) fn name(&self, kind: EntryKind, id: &str) -> String {
        let content = self.content;
        let title = match kind {
            EntryKind::Space => content.spaces.get(id).and_then(|space| space.name.clone()),
            EntryKind::Region => content.regions.get(id).map(|region| region.title.clone()),
            EntryKind::Passage => content.passages.get(id).map(|passage| passage.title.clone()),
            EntryKind::Terrain => content.terrains.get(id).map(|terrain| terrain.title.clone()),
            EntryKind::Side => content.side_types.get(id).map(|side| side.title.clone()),
            EntryKind::Feature => content.features.get(id).map(|feature| feature.title.clone()),
            EntryKind::Link => content.link_classes.get(id).map(|link| link.title.clone()),
            EntryKind::Alliance => content.sides.get(id).map(|side| side.title.clone()),
            EntryKind::Power => content.powers.get(id).map(|power| power.title.clone()),
            EntryKind::Unit => content.units.get(id).map(|unit| unit.title.clone()),
            EntryKind::Class => content.classes.get(id).cloned(),
            EntryKind::Table => content.tables.get(id).map(|table| table.title.clone()),
            EntryKind::Option => content.options.get(id).map(|option| option.title.clone()),
            EntryKind::Rule => content.rules.get(id).map(|rule| rule.title.clone()),
            EntryKind::Objective => content.objectives.get(id).map(|objective| objective.title.clone()),
            EntryKind::Track => content.tracks.get(id).map(|track| track.title.clone()),
            EntryKind::Season => content.seasons.get(id).map(|season| season.title.clone()),
            EntryKind::Scenario => content.scenarios.get(id).map(|scenario| scenario.title.clone()),
            _ => None,
        };
        match title.filter(|title| !title.is_empty()) {
            // Hexes go by their numbers; a name stands beside it.
            Some(title) if kind == EntryKind::Space && self.board.is_hex && title != id => format!("{title} ({id})"),
            Some(title) => title,
            None if kind == EntryKind::Space => id.to_owned(),
            None => plain(id),
        }
    }

    /// A link to an entry under its title.
    pub(crate) fn link(&self, kind: EntryKind, id: &str) -> String {
        link(self.links.to(kind, id), &self.name(kind, id))
    }

    /// A link to the rule something comes from.
    pub(crate) fn source(&self, rule: Option<&chartroom_format::schema::ids::RuleRef>) -> String {
        rule.map_or_else(String::new, |rule| link(self.links.rule(rule.as_str()), rule.as_str()))
    }

    /// Whoever bears a name: power or side.
    pub(crate) fn actor(&self, id: &str) -> String {
        let kind = if self.content.powers.contains_key(id) { EntryKind::Power } else { EntryKind::Alliance };
        self.link(kind, id)
    }

    /// Wherever bears a name: space or region.
    pub(crate) fn place(&self, id: &str) -> String {
        let kind = if self.content.regions.contains_key(id) { EntryKind::Region } else { EntryKind::Space };
        self.link(kind, id)
    }
}

/// The rules of the pack's own rulebook, in the order of its index.
fn index(source: &Source<'_>) -> Vec<IndexLine> {
    let rulebook = source.loaded.content.pack().and_then(|pack| pack.rulebook.as_ref());
    let Some(text) = rulebook.and_then(|rulebook| source.fs.read(&source.loaded.root, &rulebook.index).ok()) else {
        return Vec::new();
    };
    let line = |line: &str| {
        let mut cells = line.split('\t');
        Some(IndexLine {
            id: cells.next().filter(|id| !id.is_empty())?.to_owned(),
            section: cells.next()?.to_owned(),
            kind: cells.next()?.to_owned(),
            testable: cells.next()? == "y",
            words: cells.next()?.to_owned(),
        })
    };
    text.lines().skip(1).filter_map(line).collect()
}
