//! What is wrong with a text that cannot be read, in words of its author: one fault for one mistake, with the way out. The
//! parser behind `cst` only says that a text is broken; this module reads the text in several ways and keeps the reading with
//! the fewest faults. It never decides that a text is wrong.

mod lex;
mod parse;

use super::{SyntaxError, reads};
use crate::edit::{self, Edit};
use crate::source::Span;
use parse::Reading;

/// More faults than this are no help to anybody.
const MOST: usize = 100;

/// Sorts of faults. Those of one sort that people make all over a file are told once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Quotes,
    Comment,
    EqualsSign,
    Semicolon,
    QuotedName,
    /// There is one way to mend it, and it is sure.
    Sure,
    Bracket,
    OpenText,
    Word,
    Other,
}

impl Sort {
    const fn is_habit(self) -> bool {
        matches!(self, Self::Quotes | Self::Comment | Self::EqualsSign | Self::Semicolon | Self::QuotedName)
    }

    const fn is_sure(self) -> bool {
        self.is_habit() || matches!(self, Self::Sure)
    }
}

/// A fault of a text.
#[derive(Clone, Debug)]
struct Fault {
    sort: Sort,
    span: Span,
    message: String,
    help: String,
    edits: Vec<Edit>,
}

impl Fault {
    fn new(sort: Sort, span: Span, message: impl Into<String>) -> Self {
        Self { sort, span, message: message.into(), help: String::new(), edits: Vec::new() }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    fn edit(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }
}

/// The ways to read a doubtful text, the most likely first.
const READINGS: [Reading; 8] = {
    const fn reading(texts_end_with_lines: bool, layout: bool, shapes: bool) -> Reading {
        Reading { texts_end_with_lines, layout, shapes }
    }
    [
        reading(false, true, false),
        reading(false, false, false),
        reading(false, true, true),
        reading(false, false, true),
        reading(true, true, false),
        reading(true, false, false),
        reading(true, true, true),
        reading(true, false, true),
    ]
};

/// What is wrong with a text that does not parse: at least what its parser said.
pub(crate) fn find(text: &str, said: &[SyntaxError]) -> Vec<SyntaxError> {
    let mut best: Option<Vec<Fault>> = None;
    for reading in READINGS {
        let most = best.as_ref().map_or(usize::MAX, Vec::len);
        let Some(faults) = parse::faults(text, reading, most) else { continue };
        let faults = merged(faults);
        if !faults.is_empty() && faults.len() < most {
            best = Some(faults);
        }
    }
    match best {
        Some(faults) => with_fixes(text, faults),
        None => said.first().map(|first| in_words(text, first)).into_iter().collect(),
    }
}

/// Habits become one fault each; the rest stays in the order of the text.
fn merged(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| (fault.span, fault.sort));
    let mut kept: Vec<Fault> = Vec::new();
    let mut more: Vec<usize> = Vec::new();
    for mut fault in faults {
        let same = kept.iter().position(|other| fault.sort.is_habit() && other.sort == fault.sort);
        if let Some(at) = same {
            kept[at].edits.append(&mut fault.edits);
            more[at] += 1;
        } else {
            kept.push(fault);
            more.push(0);
        }
    }
    for (fault, more) in kept.iter_mut().zip(more).filter(|(_, more)| *more > 0) {
        fault.message = format!("{}, and {more} more in this file", fault.message);
    }
    kept
}

/// Fixes are offered as safe where they are sure and, taken together, leave a text that can be read.
fn with_fixes(text: &str, faults: Vec<Fault>) -> Vec<SyntaxError> {
    let all: Vec<Edit> = faults.iter().flat_map(|fault| fault.edits.iter().cloned()).collect();
    let mended = |edits: &[Edit]| edit::apply(text, edits).is_ok_and(|text| reads(&text));
    let mends = mended(&all);
    faults
        .into_iter()
        .map(|fault| {
            let is_offered = !fault.edits.is_empty() && (mends || fault.sort.is_sure());
            SyntaxError {
                span: fault.span.clamped(text),
                message: fault.message,
                help: fault.help,
                safe: mends && fault.sort.is_sure(),
                edits: if is_offered { fault.edits } else { Vec::new() },
            }
        })
        .collect()
}

/// What the parser said, where no reading finds a fault.
fn in_words(text: &str, said: &SyntaxError) -> SyntaxError {
    let what = if said.span.is_empty() { "the text".to_owned() } else { shown(text, said.span) };
    let help = if said.help.is_empty() {
        "look for a bracket, quote, comma or colon that is missing or too many"
    } else {
        &said.help
    };
    SyntaxError { message: format!("{what} cannot be read here"), help: help.to_owned(), ..said.clone() }
}

/// A piece of text as messages show it.
fn shown(text: &str, span: Span) -> String {
    let words = span.of(text).lines().next().unwrap_or("").trim();
    let mut short: String = words.chars().take(40).collect();
    if short.len() < words.len() {
        short.push('…');
    }
    format!("`{short}`")
}

#[cfg(test)]
mod tests;
