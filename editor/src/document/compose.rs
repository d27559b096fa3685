//! Two sets of text edits, one after the other, as one set: how a whole brush stroke becomes a single step.

use chartroom_format::edit::Edit;
use chartroom_format::source::Span;

/// A stretch of the text between the two sets: kept from the original, or new.
enum Piece {
    Keep(usize, usize),
    New(String),
}

/// The edits that lead from the original to what `second` makes of what `first` made of it.
pub fn compose(first: &[Edit], second: &[Edit]) -> Vec<Edit> {
    let mut source = Pieces::new(first);
    let mut out = Vec::new();
    let mut at = 0;
    for edit in sorted(second) {
        source.take(edit.span.start - at, &mut out);
        source.drop(edit.span.len());
        if !edit.text.is_empty() {
            out.push(Piece::New(edit.text.clone()));
        }
        at = edit.span.end;
    }
    source.take_rest(&mut out);
    to_edits(out)
}

fn sorted(edits: &[Edit]) -> Vec<&Edit> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    sorted
}

/// The text after a set of edits, read from front to back. Its end is open: the length of the text is never needed.
struct Pieces {
    /// Last piece first.
    rest: Vec<Piece>,
}

impl Pieces {
    fn new(edits: &[Edit]) -> Self {
        let mut rest = Vec::with_capacity(edits.len() * 2 + 1);
        let mut at = 0;
        for edit in sorted(edits) {
            rest.push(Piece::Keep(at, edit.span.start));
            rest.push(Piece::New(edit.text.clone()));
            at = edit.span.end;
        }
        rest.push(Piece::Keep(at, usize::MAX));
        rest.reverse();
        Self { rest }
    }

    fn take(&mut self, count: usize, out: &mut Vec<Piece>) {
        self.advance(count, Some(out));
    }

    fn drop(&mut self, count: usize) {
        self.advance(count, None);
    }

    fn take_rest(mut self, out: &mut Vec<Piece>) {
        self.rest.reverse();
        out.append(&mut self.rest);
    }

    fn advance(&mut self, mut count: usize, mut out: Option<&mut Vec<Piece>>) {
        while count > 0 {
            let Some(piece) = self.rest.pop() else { return };
            let (head, tail, length) = split(piece, count);
            count -= length;
            if let Some(tail) = tail {
                self.rest.push(tail);
            }
            if let Some(out) = out.as_deref_mut() {
                out.push(head);
            }
        }
    }
}

/// The first `count` bytes of a piece, what is left of it, and how long the first part became.
fn split(piece: Piece, count: usize) -> (Piece, Option<Piece>, usize) {
    match piece {
        Piece::Keep(start, end) if end - start > count => {
            (Piece::Keep(start, start + count), Some(Piece::Keep(start + count, end)), count)
        }
        Piece::Keep(start, end) => (Piece::Keep(start, end), None, end - start),
        Piece::New(mut text) if text.len() > count => {
            let tail = text.split_off(count);
            (Piece::New(text), Some(Piece::New(tail)), count)
        }
        Piece::New(text) => {
            let length = text.len();
            (Piece::New(text), None, length)
        }
    }
}

fn to_edits(pieces: Vec<Piece>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut at, mut text) = (0, String::new());
    for piece in pieces {
        match piece {
            Piece::New(new) => text.push_str(&new),
            Piece::Keep(start, end) if start < end => {
                if at < start || !text.is_empty() {
                    edits.push(Edit::replace(Span::new(at, start), std::mem::take(&mut text)));
                }
                at = end;
            }
            Piece::Keep(..) => {}
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use chartroom_format::edit::apply;
    use proptest::prelude::*;

    /// Edits that fit a text of the given length, from a list of raw numbers.
    fn fit(raw: &[(usize, usize, String)], length: usize) -> Vec<Edit> {
        let mut cuts: Vec<usize> = raw.iter().flat_map(|(a, b, _)| [a % (length + 1), b % (length + 1)]).collect();
        cuts.sort_unstable();
        cuts.chunks(2)
            .zip(raw)
            .map(|(cut, (_, _, text))| Edit::replace(Span::new(cut[0], cut[1]), text.clone()))
            .collect()
    }

    proptest! {
        #[test]
        fn composed_edits_do_what_both_do(
            text in "[a-z]{0,40}",
            first in prop::collection::vec((0..99_usize, 0..99_usize, "[A-Z]{0,3}"), 0..5),
            second in prop::collection::vec((0..99_usize, 0..99_usize, "[0-9]{0,3}"), 0..5),
        ) {
            let first = fit(&first, text.len());
            let middle = apply(&text, &first).expect("edits fit");
            let second = fit(&second, middle.len());
            let end = apply(&middle, &second).expect("edits fit");
            prop_assert_eq!(apply(&text, &compose(&first, &second)).expect("composed edits fit"), end);
        }
    }
}
