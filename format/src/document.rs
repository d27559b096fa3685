//! One file: text -> tree -> JSON form -> schema of its version -> migrations -> typed content. Total: whatever
//! can be read comes back, with findings for the rest.

use crate::codes;
use crate::cst::{self, Node, NodeKind};
use crate::diag::{Diagnostic, Safety};
use crate::edit::Edit;
use crate::json;
use crate::migrate;
use crate::misfit;
use crate::names::nearest;
use crate::schema::{CURRENT, Document, Kind};
use crate::source::Span;
use crate::validate;

/// The most values of one file, counted by their commas: each takes a hundred times its text while it is checked.
const MOST_VALUES: usize = 1_000_000;

/// What could be read of one file.
#[derive(Clone, Debug)]
pub struct ReadFile {
    pub kind: Option<Kind>,
    /// The schema version it declares.
    pub version: Option<u32>,
    pub document: Option<Document>,
    pub findings: Vec<Diagnostic>,
}

/// How RON is read and written everywhere: optional values and newtypes are bare.
pub fn ron_options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_default_extension(ron::extensions::Extensions::UNWRAP_NEWTYPES)
        .with_recursion_limit(cst::MAX_DEPTH + 28)
}

/// Reads one file of content. `file` is the path shown in findings.
pub fn read(text: &str, file: &str) -> ReadFile {
    if text.bytes().filter(|byte| *byte == b',').nth(MOST_VALUES).is_some() {
        let finding = Diagnostic::new(codes::TOO_LARGE, format!("the file holds more than {MOST_VALUES} values"))
            .at(file, Span::new(0, 1).clamped(text))
            .help("split it into several files");
        return ReadFile { kind: kind_at_a_glance(text), version: None, document: None, findings: vec![finding] };
    }
    read_sound(text).unwrap_or_else(|| read_with_places(text, file))
}

/// The kind of a file from its first word alone; none if that takes a closer look.
pub fn kind_at_a_glance(text: &str) -> Option<Kind> {
    cst::plain::first_name(text).and_then(Kind::parse)
}

/// The short way, which most files of the current version take: nothing is wrong, so no place is ever asked for.
fn read_sound(text: &str) -> Option<ReadFile> {
    let kind = kind_at_a_glance(text)?;
    let document = Document::decode_plain(kind, text).filter(|document| document.version() == CURRENT)?;
    Some(ReadFile { kind: Some(kind), version: Some(CURRENT), document: Some(document), findings: Vec::new() })
}

/// The long way over the tree and the schema, which says what is wrong and where. Where the short way answers, this one
/// answers the same.
pub fn read_with_places(text: &str, file: &str) -> ReadFile {
    let mut read = ReadFile { kind: None, version: None, document: None, findings: Vec::new() };
    let unmarked = cst::without_mark(text);
    if *unmarked != *text {
        let mark = Span::new(0, text.chars().next().map_or(0, char::len_utf8));
        read.findings.push(
            Diagnostic::new(codes::BYTE_ORDER_MARK, "the file begins with a byte order mark, which nobody sees")
                .at(file, mark)
                .label("before the first letter")
                .help("save the file as UTF-8 without a byte order mark (\"UTF-8\", not \"UTF-8 with BOM\")")
                .fix("remove the mark", Safety::Safe, vec![Edit::delete(mark)]),
        );
    }
    let text = &*unmarked;
    let (root, errors) = cst::parse(text);
    if !errors.is_empty() {
        read.findings.extend(syntax_findings(text, file, &errors));
    }
    let Some(root) = root else {
        read.kind = kind_at_a_glance(text);
        return read;
    };
    let Some(kind) = kind_of(&root, file, &mut read.findings) else { return read };
    read.kind = Some(kind);
    duplicates(&root, text, file, &mut read.findings);
    if !errors.is_empty() {
        return read;
    }
    read.version = version_of(&root, text, file, &mut read.findings);
    let Some(version) = read.version else { return read };
    let value = json::document_value(&root, text);
    let complaints = validate::check(kind, version, &value, &root, text, file);
    let sound =
        complaints.is_empty() && read.findings.iter().all(|finding| finding.severity < crate::diag::Severity::Error);
    read.findings.extend(complaints);
    drop(value);
    if !sound {
        return read;
    }
    if version == CURRENT {
        decode(kind, text, &root, file, &mut read);
    } else {
        upgrade_in_memory(kind, version, text, &root, file, &mut read);
    }
    read
}

/// Syntax errors as findings: one for each mistake, in words of the author.
fn syntax_findings(text: &str, file: &str, errors: &[cst::SyntaxError]) -> Vec<Diagnostic> {
    let is_deep = errors.iter().any(|error| error.message.contains("nest more than"));
    let (code, faults) = if is_deep {
        (codes::TOO_DEEP, errors.to_vec())
    } else if text.len() > cst::LARGEST_FULL {
        // The parser has looked for faults already: it could do nothing else with so large a text.
        (codes::SYNTAX, errors.to_vec())
    } else {
        (codes::SYNTAX, cst::faults::find(text, errors))
    };
    let finding = |fault: cst::SyntaxError| {
        let finding = Diagnostic::new(code, sentence(&fault.message)).at(file, fault.span).help(fault.help);
        let safety = if fault.safe { Safety::Safe } else { Safety::Unsafe };
        if fault.edits.is_empty() { finding } else { finding.fix("mend it", safety, fault.edits) }
    };
    faults.into_iter().map(finding).collect()
}

/// What is sound by the schema is decoded by `ron`. It cannot tell an empty variant within what may be a number or a word (`Units()`) from
/// nothing at all; the JSON form can.
fn decode(kind: Kind, text: &str, root: &Node, file: &str, read: &mut ReadFile) {
    match Document::decode(kind, text, &ron_options()) {
        Ok(document) => read.document = Some(document),
        Err(error) => {
            let misfits = misfit::findings(kind, text, root, file, error);
            // A misfit with a way out is the author's mistake, which the JSON form would pass over.
            let is_mended = misfits.last().is_some_and(|misfit| !misfit.fixes.is_empty());
            match Document::from_json(kind, json::document_value(root, text)) {
                Ok(document) if !is_mended => read.document = Some(document),
                _ => read.findings.extend(misfits),
            }
        }
    }
}

/// An old file is used as its upgraded form; places still refer to the author's own text.
fn upgrade_in_memory(kind: Kind, version: u32, text: &str, root: &Node, file: &str, read: &mut ReadFile) {
    let at = root.field("schema").map_or(root.span, |field| field.value.span);
    match migrate::upgrade(kind, version, text) {
        Ok(upgraded) => {
            read.findings.push(
                Diagnostic::new(
                    codes::OLD_VERSION,
                    format!("schema version {version} is older than the current {CURRENT}"),
                )
                .at(file, at)
                .help("run `chartroom migrate` to see the upgrade"),
            );
            match Document::decode(kind, &upgraded.text, &ron_options()) {
                Ok(document) => read.document = Some(document),
                Err(error) => read.findings.push(
                    Diagnostic::new(codes::BAD_VALUE, format!("the upgraded file cannot be used: {}", error.code))
                        .at(file, at),
                ),
            }
        }
        Err(error) => read.findings.push(Diagnostic::new(codes::BAD_VALUE, error.to_string()).at(file, at)),
    }
}

fn kind_of(root: &Node, file: &str, findings: &mut Vec<Diagnostic>) -> Option<Kind> {
    let names = Kind::ALL.iter().map(|kind| kind.name());
    let (name, span) = match (&root.kind, root.name()) {
        (_, Some(name)) => (name.text.as_str(), name.span),
        (NodeKind::Name(name), None) => (name.as_str(), root.span),
        _ => {
            let start = Span::new(root.span.start, root.span.start + 1);
            findings.push(
                Diagnostic::new(codes::UNKNOWN_KIND, "the file does not say what kind of content it is")
                    .at(file, start)
                    .help(format!("write one of {} before the bracket", names.collect::<Vec<_>>().join(", "))),
            );
            return None;
        }
    };
    let kind = Kind::parse(name).filter(|_| matches!(root.kind, NodeKind::Struct(..)));
    if kind.is_none() {
        let finding =
            Diagnostic::new(codes::UNKNOWN_KIND, format!("`{name}` is no kind of content with fields")).at(file, span);
        if let Some(retired) = crate::retired::find(name, names.clone()) {
            let fix = vec![Edit::replace(span, retired.instead)];
            findings.push(finding.help(retired.help()).fix(format!("write `{}`", retired.instead), Safety::Safe, fix));
            return None;
        }
        findings.push(match nearest(name, names.clone()) {
            Some(close) => finding.help(format!("did you mean `{close}`?")).fix(
                format!("write `{close}`"),
                Safety::Safe,
                vec![Edit::replace(span, close)],
            ),
            None => finding.help(format!("kinds are {}", names.collect::<Vec<_>>().join(", "))),
        });
    }
    kind
}

fn version_of(root: &Node, text: &str, file: &str, findings: &mut Vec<Diagnostic>) -> Option<u32> {
    let Some(field) = root.field("schema") else {
        let span = root.name().map_or(root.span, |name| name.span);
        let finding =
            Diagnostic::new(codes::NO_VERSION, "the file does not say which schema version it is written for")
                .at(file, span)
                .help(format!("add `schema: {CURRENT}` as the first field"));
        let open = text.get(span.end..).and_then(|rest| rest.find('(')).map(|at| span.end + at + 1);
        findings.push(match open {
            Some(open) => {
                let own_line = text[open..].starts_with(['\n', '\r']);
                let field = if own_line { format!("\n    schema: {CURRENT},") } else { format!("schema: {CURRENT}, ") };
                let title = format!("add `schema: {CURRENT}`");
                finding.fix(title, Safety::Safe, vec![Edit::insert(open, field)])
            }
            None => finding,
        });
        return None;
    };
    let written = field.value.span.of(text);
    match written.parse::<u32>() {
        Ok(version) if version > CURRENT => {
            findings.push(
                Diagnostic::new(
                    codes::NEWER_VERSION,
                    format!("schema version {version} is newer than this program knows ({CURRENT})"),
                )
                .at(file, field.value.span)
                .help("update Chartroom"),
            );
            None
        }
        Ok(version) if version >= 1 => Some(version),
        _ => {
            findings.push(
                Diagnostic::new(codes::BAD_VALUE, format!("`{written}` is not a schema version"))
                    .at(file, field.value.span)
                    .help(format!("write `schema: {CURRENT}`")),
            );
            None
        }
    }
}

/// The same field or key twice in one place; serde would silently keep one of them.
fn duplicates(node: &Node, text: &str, file: &str, findings: &mut Vec<Diagnostic>) {
    let mut report = |names: Vec<(String, Span)>| {
        let mut seen: std::collections::BTreeMap<String, Span> = std::collections::BTreeMap::new();
        for (name, span) in names {
            if let Some(first) = seen.get(&name) {
                findings.push(
                    Diagnostic::new(codes::DUPLICATE_FIELD, format!("`{name}` appears twice"))
                        .at(file, span)
                        .related(file, *first, "it was here before")
                        .help("remove one of them"),
                );
            } else {
                seen.insert(name, span);
            }
        }
    };
    match &node.kind {
        NodeKind::Struct(_, fields) => {
            report(fields.iter().map(|field| (field.name.text.clone(), field.name.span)).collect());
            for field in fields {
                duplicates(&field.value, text, file, findings);
            }
        }
        NodeKind::Map(entries) => {
            report(entries.iter().map(|entry| (entry.key.key_text(text), entry.key.span)).collect());
            for entry in entries {
                duplicates(&entry.value, text, file, findings);
            }
        }
        NodeKind::List(items) | NodeKind::Tuple(_, items) => {
            for item in items {
                duplicates(item, text, file, findings);
            }
        }
        _ => {}
    }
}

fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
