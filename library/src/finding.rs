//! A finding as plain data: what is wrong, where in the author's text, and the way out.

use std::fmt;

use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::load::Loaded;
use chartroom_format::source::LineIndex;

/// One thing that is wrong with a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// A stable code such as `M110`; `chartroom explain` tells what it means.
    pub code: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The file, as the pack was opened; none for a finding about the pack as a whole.
    pub file: Option<String>,
    /// The line, from 1; 0 without a file.
    pub line: usize,
    /// The column, from 1; 0 without a file.
    pub column: usize,
    /// What to do; may be empty.
    pub help: String,
}

impl Finding {
    pub(crate) fn new(diagnostic: &Diagnostic, loaded: &Loaded) -> Self {
        let place = diagnostic.place.as_ref();
        let position = place.and_then(|place| {
            let text = &loaded.file(&place.file)?.text;
            Some(LineIndex::new(text).position(text, place.span.start))
        });
        Self {
            code: diagnostic.code.info().code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            file: place.map(|place| place.file.clone()),
            line: position.as_ref().map_or(0, |position| position.line),
            column: position.map_or(0, |position| position.column),
            help: diagnostic.help.clone(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:{}:{}: ", self.line, self.column)?;
        }
        write!(f, "{}[{}]: {}", self.severity.name(), self.code, self.message)
    }
}
