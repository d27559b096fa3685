//! Lines for spaces that no file of the pack lists yet: each next to its neighbours on the board, with what the pack below
//! says of it, or what an unlisted hex is.

use std::collections::{BTreeMap, HashMap};

use chartroom_format::edit::{Edit, apply};
use chartroom_format::entries::EntryKind;
use chartroom_format::grid::{Board, Numbering};
use chartroom_format::schema::map::{Grid, Surface};
use chartroom_format::schema::{CURRENT, Kind};
use chartroom_format::source::Span;

use super::space::{SpaceFact, edits_of_value};
use super::text::{insert_after, quoted};
use crate::document::Document;
use crate::document::index::EntryIndex;

/// Edits by file.
type Edits = BTreeMap<String, Vec<Edit>>;

/// Writes lines for new spaces with their facts, in the order of the board whatever order they come in.
pub(super) fn insert_all(document: &Document, new: &[(&str, &[SpaceFact])]) -> Result<Edits, String> {
    let mut edits = Edits::new();
    if new.is_empty() {
        return Ok(edits);
    }
    let mut order = Order::of(document);
    let mut ranked: Vec<(Rank, &str, &[SpaceFact])> =
        new.iter().map(|(id, facts)| (order.rank(id), *id, *facts)).collect();
    ranked.sort_by(|a, b| a.0.cmp(&b.0));
    let mut values = Values::new(document);
    let mut without_neighbour: Vec<String> = Vec::new();
    for (rank, id, facts) in ranked {
        let line = format!("{}: {}", quoted(id), values.of(id, facts)?);
        match order.before(&rank) {
            Some((file, place)) => {
                let text = document.text(file).unwrap_or_default();
                edits.entry(file.to_owned()).or_default().push(insert_after(text, place, &line));
            }
            None => without_neighbour.push(line),
        }
    }
    if !without_neighbour.is_empty() {
        let (file, edit) = at_start(document, &without_neighbour)?;
        edits.entry(file).or_default().push(edit);
    }
    Ok(edits)
}

/// Lines that come before all others, or the first of their file.
fn at_start(document: &Document, lines: &[String]) -> Result<(String, Edit), String> {
    let lines = format!("\n        {},", lines.join(",\n        "));
    if let Some((name, file)) = document.files().iter().find(|(_, file)| file.kind == Some(Kind::Spaces)) {
        let index = file.spaces.as_ref().ok_or_else(|| format!("{name} cannot be edited: it has no map of spaces"))?;
        Ok((name.clone(), Edit::insert(index.body.start + 1, lines)))
    } else {
        let text = format!("Spaces(\n    schema: {CURRENT},\n    spaces: {{{lines}\n    }},\n)\n");
        Ok(("map/spaces.ron".to_owned(), Edit::insert(0, text)))
    }
}

/// The texts of new spaces. What comes again and again is worked out once.
struct Values<'a> {
    document: &'a Document,
    unlisted: String,
    /// Spaces of the packs below, by file.
    below: HashMap<&'a str, Option<EntryIndex>>,
    known: BTreeMap<(String, &'a [SpaceFact]), String>,
}

impl<'a> Values<'a> {
    fn new(document: &'a Document) -> Self {
        let unlisted = document.content().map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Land);
        let unlisted = format!("(surface: {unlisted:?})");
        Self { document, unlisted, below: HashMap::new(), known: BTreeMap::new() }
    }

    fn of(&mut self, id: &str, facts: &'a [SpaceFact]) -> Result<String, String> {
        let value = self.value_below(id).unwrap_or_else(|| self.unlisted.clone());
        let key = (value, facts);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let edits = edits_of_value(self.document, id, &key.0, facts)?;
        let text = apply(&key.0, &edits).map_err(|error| error.to_string())?;
        self.known.insert(key, text.clone());
        Ok(text)
    }

    fn value_below(&mut self, id: &str) -> Option<String> {
        let document = self.document;
        if document.content().layers.len() < 2 {
            return None;
        }
        let origin = document.content().origin(EntryKind::Space, id)?;
        let text = document.shown_text(&origin.file)?;
        let index = self.below.entry(origin.file.as_str()).or_insert_with(|| EntryIndex::of(text, "spaces"));
        index.as_ref()?.get(id).map(|entry| entry.value.of(text).to_owned())
    }
}

/// Where a space stands among the others: on the board, or by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Place(usize),
    Name(String),
}

/// A listed space: its file, and where it stands there.
type Listed<'a> = (&'a str, Span);

/// Finds the listed space behind which a new one belongs.
struct Order<'a> {
    document: &'a Document,
    board: Option<(Board, &'a Numbering)>,
    /// The last place that was asked for, and what was found: whoever asks next asks further on.
    last: Option<(usize, Option<Listed<'a>>)>,
}

impl<'a> Order<'a> {
    fn of(document: &'a Document) -> Self {
        let board = match document.content().map.as_ref().map(|map| &map.grid) {
            Some(Grid::Hexes(grid)) => grid.board().ok().map(|board| (board, &grid.numbering)),
            _ => None,
        };
        Self { document, board, last: None }
    }

    fn rank(&self, id: &str) -> Rank {
        let place = |(board, numbering): &(Board, &Numbering)| board.index(numbering.parse(board, id).ok()?);
        self.board.as_ref().and_then(place).map_or_else(|| Rank::Name(id.to_owned()), Rank::Place)
    }

    /// The nearest listed space before a rank. Ranks must come in their order.
    fn before(&mut self, rank: &Rank) -> Option<Listed<'a>> {
        match rank {
            Rank::Place(place) => self.before_place(*place),
            Rank::Name(name) => self.before_name(name),
        }
    }

    /// Walks back over the board: most maps list most of their hexes, so that the way is short.
    fn before_place(&mut self, place: usize) -> Option<Listed<'a>> {
        let (board, numbering) = self.board.as_ref()?;
        let document = self.document;
        let listed = |at: usize| {
            let id = numbering.format(board, board.at(at)?);
            document.files().iter().find_map(|(name, file)| {
                let entry = file.spaces.as_ref()?.get(&id)?;
                Some((name.as_str(), Span::new(entry.key.start, entry.value.end)))
            })
        };
        let (from, known) = self.last.map_or((0, None), |(last, found)| (last, found));
        let found = (from..place).rev().find_map(listed).or(known);
        self.last = Some((place, found));
        found
    }

    fn before_name(&self, name: &str) -> Option<Listed<'a>> {
        let mut best: Option<(&str, Listed<'a>)> = None;
        for (file, held) in self.document.files() {
            for entry in held.spaces.iter().flat_map(EntryIndex::entries) {
                if *entry.id < *name && best.is_none_or(|(known, _)| known < &*entry.id) {
                    best = Some((&entry.id, (file, Span::new(entry.key.start, entry.value.end))));
                }
            }
        }
        best.map(|(_, listed)| listed)
    }
}
