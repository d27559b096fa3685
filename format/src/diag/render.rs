//! Findings as people read them: an excerpt of the source with a caret, or one line each.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Safety, Severity};
use crate::source::{LineIndex, Position, Span};

/// Finds the text of a file by the path in a finding.
pub trait Sources {
    fn text(&self, file: &str) -> Option<&str>;
}

impl Sources for crate::load::Loaded {
    fn text(&self, file: &str) -> Option<&str> {
        self.file(file).map(|source| &*source.text)
    }
}

/// The full form: title, excerpt, notes, ways out.
pub fn human(finding: &Diagnostic, sources: &dyn Sources, colour: bool) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
        Severity::Hint => Level::HELP.with_name("hint"),
    };
    let title = level.primary_title(finding.message.as_str()).id(finding.code.as_str());
    let mut group = Group::with_title(title);
    let mut excerpts: Vec<(&str, &str, Span, &str, bool)> = Vec::new();
    if let Some(place) = &finding.place {
        match sources.text(&place.file) {
            Some(text) => excerpts.push((&place.file, text, place.span.clamped(text), &finding.label, true)),
            None => group = group.element(annotate_snippets::Origin::path(place.file.as_str())),
        }
    }
    for related in &finding.related {
        if let Some(text) = sources.text(&related.place.file) {
            excerpts.push((&related.place.file, text, related.place.span.clamped(text), &related.message, false));
        }
    }
    for (file, text, span, label, primary) in excerpts {
        let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        group =
            group.element(Snippet::source(text).path(file).annotation(kind.span(span.start..span.end).label(label)));
    }
    for note in &finding.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if !finding.help.is_empty() {
        group = group.element(Level::HELP.message(finding.help.as_str()));
    }
    let fixes: Vec<String> = finding
        .fixes
        .iter()
        .map(|fix| format!("fix ({}): {}", if fix.safety == Safety::Safe { "safe" } else { "unsafe" }, fix.title))
        .collect();
    for fix in &fixes {
        group = group.element(Level::HELP.message(fix.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// One line: `file:line:column: severity[code] message`.
pub fn concise(finding: &Diagnostic, sources: &dyn Sources) -> String {
    let at = finding.place.as_ref().map(|place| {
        let text = sources.text(&place.file).unwrap_or("");
        LineIndex::new(text).position(text, place.span.start)
    });
    concise_at(finding, at)
}

/// The same for a place whose line is known.
pub fn concise_at(finding: &Diagnostic, at: Option<Position>) -> String {
    let place = match (&finding.place, at) {
        (Some(place), Some(at)) => format!("{}:{}:{}: ", place.file, at.line, at.column),
        _ => String::new(),
    };
    format!("{place}{}[{}] {}", finding.severity.name(), finding.code, finding.message)
}
