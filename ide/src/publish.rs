//! Findings as the protocol's diagnostics: what is wrong, the way out, and what it follows from. Each file is told once, however
//! many packs read it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::load::Loaded;
use chartroom_format::source::Span;
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString, Position, Range,
};

use crate::paths;
use crate::position::{Encoding, Lines};

/// More findings of one file help nobody.
const MOST: usize = 500;

/// What has been found in each file, by the pack whose check found it.
#[derive(Default)]
pub(crate) struct Board {
    found: BTreeMap<PathBuf, BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>>,
    /// Files of which the client still shows what has been forgotten.
    forgotten: BTreeSet<PathBuf>,
}

impl Board {
    /// Takes what a check of a pack found and gives the files about which something has changed.
    pub(crate) fn take(
        &mut self,
        pack: &Path,
        mut files: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>,
    ) -> BTreeSet<PathBuf> {
        let mut changed = std::mem::take(&mut self.forgotten);
        for (file, by_pack) in &mut self.found {
            let new = files.remove(file).unwrap_or_default();
            if by_pack.get(pack).is_none_or(|old| *old != new) && (!new.is_empty() || by_pack.contains_key(pack)) {
                changed.insert(file.clone());
            }
            if new.is_empty() {
                by_pack.remove(pack);
            } else {
                by_pack.insert(pack.to_owned(), new);
            }
        }
        for (file, new) in files.into_iter().filter(|(_, new)| !new.is_empty()) {
            changed.insert(file.clone());
            self.found.insert(file, BTreeMap::from([(pack.to_owned(), new)]));
        }
        changed
    }

    /// Forgets what was said of a file, because its text has changed: what another pack found in it is no longer true.
    pub(crate) fn forget(&mut self, file: &Path) {
        if self.found.remove(file).is_some() {
            self.forgotten.insert(file.to_owned());
        }
    }

    /// All that is said about a file, each thing once.
    pub(crate) fn of(&self, file: &Path) -> Vec<lsp_types::Diagnostic> {
        let mut said: Vec<lsp_types::Diagnostic> = Vec::new();
        for found in self.found.get(file).into_iter().flat_map(BTreeMap::values).flatten() {
            if said.len() < MOST && !said.contains(found) {
                said.push(found.clone());
            }
        }
        said
    }
}

/// Turns places of findings into ranges; the lines of each file are counted once.
struct Ranges<'a> {
    loaded: &'a Loaded,
    encoding: Encoding,
    lines: BTreeMap<&'a str, (Arc<str>, Lines)>,
}

impl<'a> Ranges<'a> {
    fn range(&mut self, file: &str, span: Span) -> Range {
        let Some(source) = self.loaded.file(file) else { return Range::default() };
        let (text, lines) = self
            .lines
            .entry(source.path.as_str())
            .or_insert_with(|| (Arc::clone(&source.text), Lines::new(&source.text)));
        lines.range(text, span, self.encoding)
    }
}

/// The findings of a pack by file.
pub(crate) fn by_file(
    loaded: &Loaded,
    findings: &[Diagnostic],
    encoding: Encoding,
) -> BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> {
    let mut ranges = Ranges { loaded, encoding, lines: BTreeMap::new() };
    let mut files: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
    for finding in findings {
        let (file, span) = match &finding.place {
            Some(place) => (PathBuf::from(&place.file), place.span),
            None => (loaded.root.join("pack.ron"), Span::default()),
        };
        let in_file = files.entry(file).or_default();
        if in_file.len() < MOST {
            let range = finding.place.as_ref().map_or(Range::default(), |place| ranges.range(&place.file, span));
            in_file.push(said(finding, range, &mut |file, span| ranges.range(file, span)));
        }
    }
    files
}

/// The findings of a file that belongs to no pack.
pub(crate) fn alone(text: &str, findings: &[Diagnostic], encoding: Encoding) -> Vec<lsp_types::Diagnostic> {
    let lines = Lines::new(text);
    let mut range = |_: &str, span: Span| lines.range(text, span, encoding);
    findings
        .iter()
        .take(MOST)
        .map(|finding| {
            let span = finding.place.as_ref().map_or(Span::default(), |place| place.span);
            said(finding, lines.range(text, span, encoding), &mut range)
        })
        .collect()
}

fn said(finding: &Diagnostic, range: Range, ranges: &mut dyn FnMut(&str, Span) -> Range) -> lsp_types::Diagnostic {
    let mut message = finding.message.clone();
    for (word, text) in std::iter::once(("help", &finding.help)).chain(finding.notes.iter().map(|note| ("note", note)))
    {
        if !text.is_empty() {
            message.push_str(&format!("\n{word}: {text}"));
        }
    }
    let mut related = Vec::new();
    let mut tell = |file: &str, span: Span, message: String| {
        if let Some(uri) = paths::uri_of(Path::new(file)) {
            let location = Location { uri, range: ranges(file, span) };
            related.push(DiagnosticRelatedInformation { location, message });
        }
    };
    for other in &finding.related {
        tell(&other.place.file, other.place.span, other.message.clone());
    }
    if let Some(cause) = &finding.follows_from {
        message.push_str(&format!("\nfollows from {}: {}", cause.code, cause.message));
        if let Some(place) = &cause.place {
            tell(&place.file, place.span, format!("{}: {}", cause.code, cause.message));
        }
    }
    let is_unused = finding.code.info().name.starts_with("unused");
    lsp_types::Diagnostic {
        range: if range == Range::default() { Range::new(Position::new(0, 0), Position::new(0, 1)) } else { range },
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
            Severity::Hint => DiagnosticSeverity::HINT,
        }),
        code: Some(NumberOrString::String(finding.code.as_str().to_owned())),
        source: Some("chartroom".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: is_unused.then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..lsp_types::Diagnostic::default()
    }
}
