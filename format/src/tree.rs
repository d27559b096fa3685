//! Places in a text, for whoever asks for many: its tree is made once. What is said about a place is up to those who ask.

use std::sync::Arc;

use crate::cst::{self, Found, Keys, Node, PathStep};
use crate::source::Span;

/// A text with its tree.
#[derive(Debug)]
pub struct Tree {
    text: Arc<str>,
    root: Option<(Node, Keys)>,
}

impl Tree {
    pub fn of(text: &Arc<str>) -> Self {
        let root = cst::parse(text).0.map(|root| {
            let keys = Keys::below(&root, text);
            (root, keys)
        });
        Self { text: Arc::clone(text), root }
    }

    /// What a path leads to, or the nearest that exists; none if the text cannot be read.
    pub fn find_nearest(&self, path: &[PathStep]) -> Option<Found<'_>> {
        let (root, keys) = self.root.as_ref()?;
        Some(root.find_nearest_by(path, &self.text, Some(keys)))
    }

    /// What a path leads to.
    pub fn find(&self, path: &[PathStep]) -> Option<Found<'_>> {
        self.root.as_ref()?.0.find(path, &self.text)
    }

    /// The place of the value at a path, or of the nearest place that exists.
    pub fn value(&self, path: &[PathStep]) -> Span {
        self.find_nearest(path).map_or(Span::default(), |found| found.node.span)
    }

    /// The place of the name or key that leads to a path.
    pub fn name(&self, path: &[PathStep]) -> Span {
        self.find_nearest(path).map_or(Span::default(), |found| found.name.unwrap_or(found.node.span))
    }
}
