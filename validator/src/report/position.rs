//! Lines and columns of places, for the formats that ask for numbers.

use chartroom_format::diag::Place;
use chartroom_format::load::Loaded;
use chartroom_format::source::{LineIndex, Position};

/// Where a place begins and ends; none if its file was not read.
pub(super) fn lines_of(loaded: &Loaded, place: &Place) -> Option<(Position, Position)> {
    let text = &loaded.file(&place.file)?.text;
    let lines = LineIndex::new(text);
    Some((lines.position(text, place.span.start), lines.position(text, place.span.end)))
}
