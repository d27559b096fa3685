//! Syntax trees of files that forms are open on, parsed once per change.

use std::collections::BTreeMap;
use std::sync::Arc;

use chartroom_format::cst::{self, Node, PathStep};
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::{CURRENT, Kind};
use serde_json::Value;

use super::form::{Book, Shape};
use crate::document::Document;

/// The trees of one revision of the document.
#[derive(Default)]
pub struct Parsed {
    revision: u64,
    trees: BTreeMap<String, Option<Arc<Node>>>,
}

impl Parsed {
    /// The tree of a file; nothing if it has faults in its syntax.
    pub fn tree(&mut self, document: &Document, file: &str) -> Option<Arc<Node>> {
        if self.revision != document.revision() {
            self.trees.clear();
            self.revision = document.revision();
        }
        let parse = || match cst::parse(document.text(file)?) {
            (Some(root), errors) if errors.is_empty() => Some(Arc::new(root)),
            _ => None,
        };
        self.trees.entry(file.to_owned()).or_insert_with(parse).clone()
    }
}

/// Where an entry of this pack stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    pub file: String,
    pub kind: Kind,
    pub path: Vec<PathStep>,
}

/// Where an entry stands, if it is this pack's own.
pub fn locate(document: &Document, kind: EntryKind, id: &str) -> Option<Located> {
    let origin = document.content().origin(kind, id)?;
    let file = document.relative(&origin.file)?;
    let kind = document.files().get(&file)?.kind?;
    Some(Located { file, kind, path: origin.path.clone() })
}

/// The file that holds a scenario.
pub fn scenario_file(document: &Document, id: &str) -> Option<String> {
    locate(document, EntryKind::Scenario, id).map(|located| located.file).or_else(|| {
        // One that was made a moment ago has no origin yet.
        let file = format!("scenarios/{id}.ron");
        document.files().contains_key(&file).then_some(file)
    })
}

/// The schema of a kind of file.
pub fn book(kind: Kind) -> Option<Book<'static>> {
    chartroom_format::schemas::get(CURRENT, kind).map(|root| Book { root })
}

/// The schema of the value that a path leads to.
pub fn schema_at(book: Book<'static>, path: &[PathStep]) -> Option<&'static Value> {
    let mut here: &'static Value = book.root;
    for step in path {
        here = match (book.shape(here), step) {
            (Shape::Struct(fields), PathStep::Key(name)) => fields.into_iter().find(|field| field.name == name)?.schema,
            (Shape::Map(values), _) => values,
            (Shape::List(item), PathStep::Index(_)) => item,
            (Shape::Tuple(parts), PathStep::Index(at)) => parts.get(*at).copied()?,
            (Shape::Variants(variants), PathStep::Key(name)) => {
                variants.into_iter().find(|variant| variant.name == name)?.inner?
            }
            _ => return None,
        };
    }
    Some(here)
}
