//! Places in a text, for whoever asks for many: its tree is made once. What is said about a place is up to those who ask.

use std::sync::Arc;

use crate::cst::{self, Node, PathStep};
use crate::source::Span;

/// A text with its tree.
#[derive(Debug)]
pub struct Tree {
    text: Arc<str>,
    root: Option<Node>,
}

impl Tree {
    pub fn of(text: &Arc<str>) -> Self {
        Self { text: Arc::clone(text), root: cst::parse(text).0 }
    }

    /// The place of the value at a path, or of the nearest place that exists.
    pub fn value(&self, path: &[PathStep]) -> Span {
        self.root.as_ref().map_or(Span::default(), |root| root.find_nearest(path, &self.text).node.span)
    }

    /// The place of the name or key that leads to a path.
    pub fn name(&self, path: &[PathStep]) -> Span {
        self.root.as_ref().map_or(Span::default(), |root| {
            let found = root.find_nearest(path, &self.text);
            found.name.unwrap_or(found.node.span)
        })
    }
}
