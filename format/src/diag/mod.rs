//! Findings: what is wrong, where, and the way out. One type for loading, checks and the editor.

pub mod code;
pub mod render;

use serde::Serialize;

pub use code::{Code, CodeInfo};

use crate::edit::Edit;
use crate::source::Span;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Only for authors: never shown to players.
    Hint,
    Note,
    Warning,
    Error,
}

impl Severity {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place in a file of the pack or beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Path as the user gave it, with forward slashes.
    pub file: String,
    pub span: Span,
}

/// Another place that explains the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub place: Place,
    pub message: String,
}

/// How far a fix can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// Keeps the meaning; `--fix` applies it.
    Safe,
    /// Changes the meaning; only on request.
    Unsafe,
}

/// A change that would mend the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    pub safety: Safety,
    pub file: String,
    pub edits: Vec<Edit>,
}

/// The finding that another one comes from: mending it takes the other one away too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    pub code: Code,
    pub place: Option<Place>,
    pub message: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    pub message: String,
    pub place: Option<Place>,
    /// What stands under the caret.
    pub label: String,
    pub related: Vec<Related>,
    /// What to do.
    pub help: String,
    /// Rules and facts behind it.
    pub notes: Vec<String>,
    pub fixes: Vec<Fix>,
    /// What it comes from, if it would not be there without another finding.
    pub follows_from: Option<Box<Cause>>,
}

impl Diagnostic {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.info().severity,
            message: message.into(),
            place: None,
            label: String::new(),
            related: Vec::new(),
            help: String::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            follows_from: None,
        }
    }

    /// This finding as what others come from.
    pub fn as_cause(&self) -> Cause {
        Cause { code: self.code, place: self.place.clone(), message: self.message.clone() }
    }

    #[must_use]
    pub fn at(mut self, file: impl Into<String>, span: Span) -> Self {
        self.place = Some(Place { file: file.into(), span });
        self
    }

    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    #[must_use]
    pub fn related(mut self, file: impl Into<String>, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { place: Place { file: file.into(), span }, message: message.into() });
        self
    }

    /// Adds a fix in the file of the finding.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, safety: Safety, edits: Vec<Edit>) -> Self {
        if let Some(place) = &self.place {
            self.fixes.push(Fix { title: title.into(), safety, file: place.file.clone(), edits });
        }
        self
    }

    /// The order findings are listed in: by file, place, code, message.
    pub fn sort_key(&self) -> (String, Span, Code, String) {
        let (file, span) =
            self.place.as_ref().map_or((String::new(), Span::default()), |place| (place.file.clone(), place.span));
        (file, span, self.code, self.message.clone())
    }
}

/// Text of strangers must not steer a terminal or forge a line: what nobody sees is written out.
pub fn make_visible(finding: &mut Diagnostic) {
    let related = finding.related.iter_mut().map(|related| &mut related.message);
    let fixes = finding.fixes.iter_mut().map(|fix| &mut fix.title);
    let texts = [&mut finding.message, &mut finding.label, &mut finding.help].into_iter();
    for text in texts.chain(&mut finding.notes).chain(related).chain(fixes) {
        if text.contains(is_invisible) {
            *text = text.chars().fold(String::with_capacity(text.len()), |mut out, letter| {
                if is_invisible(letter) {
                    out.extend(letter.escape_unicode());
                } else {
                    out.push(letter);
                }
                out
            });
        }
    }
}

/// Whether a letter steers instead of being read: controls, and marks that turn the direction of writing.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Sorts findings into their stable order and drops exact repetitions.
pub fn sort(findings: &mut Vec<Diagnostic>) {
    findings.sort_by_cached_key(Diagnostic::sort_key);
    findings.dedup();
}
