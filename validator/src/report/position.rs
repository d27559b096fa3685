//! Lines and columns of places, for the formats that ask for numbers. A report asks for very many of them, in the order of the
//! text: lines are counted once for each file, and columns on from the place before.

use std::cell::RefCell;
use std::collections::HashMap;

use chartroom_format::diag::Place;
use chartroom_format::load::Loaded;
use chartroom_format::source::{LineIndex, Position};

/// The lines of the files that a report speaks of.
#[derive(Default)]
pub(super) struct Lines {
    files: RefCell<HashMap<String, Counted>>,
}

/// A file whose lines are counted, and where the last place was.
struct Counted {
    index: LineIndex,
    last: (usize, Position),
}

impl Lines {
    /// Where a place begins and ends; none if its file was not read.
    pub(super) fn of(&self, loaded: &Loaded, place: &Place) -> Option<(Position, Position)> {
        let text = &*loaded.file(&place.file)?.text;
        let mut files = self.files.borrow_mut();
        let counted = files
            .entry(place.file.clone())
            .or_insert_with(|| Counted { index: LineIndex::new(text), last: (0, Position { line: 1, column: 1 }) });
        let start = counted.position(text, place.span.start);
        counted.last = (place.span.start, start);
        Some((start, counted.position(text, place.span.end)))
    }
}

impl Counted {
    fn position(&self, text: &str, offset: usize) -> Position {
        let (from, last) = self.last;
        match text.get(from..offset) {
            // Most findings of a file that is one long line stand shortly behind each other.
            Some(between) if !between.contains('\n') => {
                Position { line: last.line, column: last.column + between.chars().count() }
            }
            _ => self.index.position(text, offset),
        }
    }
}
