//! What was done, as text edits that lead forward and back. One gesture is one step; nothing here knows what it means.

use std::collections::BTreeMap;
use std::sync::Arc;

use chartroom_format::edit::{Edit, inverse};

use super::compose::compose;

/// The change of one file in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub file: String,
    pub forward: Vec<Edit>,
    pub backward: Vec<Edit>,
    /// The file did not exist before.
    pub creates: bool,
}

/// One step of the history: what one gesture did, in all files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub label: String,
    pub patches: Vec<Patch>,
}

/// A step that is still growing: a brush stroke under way.
#[derive(Clone, Debug)]
pub struct OpenStep {
    label: String,
    files: BTreeMap<String, OpenPatch>,
}

#[derive(Clone, Debug)]
struct OpenPatch {
    before: Option<Arc<str>>,
    forward: Vec<Edit>,
}

impl OpenStep {
    pub fn new(label: &str) -> Self {
        Self { label: label.to_owned(), files: BTreeMap::new() }
    }

    /// Adds edits of a file; `before` is its text before these edits, or nothing if it did not exist.
    pub fn add(&mut self, file: &str, before: Option<&Arc<str>>, edits: &[Edit]) {
        if let Some(patch) = self.files.get_mut(file) {
            patch.forward = compose(&patch.forward, edits);
        } else {
            self.files.insert(file.to_owned(), OpenPatch { before: before.cloned(), forward: compose(&[], edits) });
        }
    }

    /// The finished step; nothing if it changes nothing.
    pub fn finish(self) -> Option<Step> {
        let patches: Vec<Patch> = self
            .files
            .into_iter()
            .filter_map(|(file, patch)| {
                let text = patch.before.as_deref().unwrap_or("");
                let creates = patch.before.is_none();
                let changes = patch.forward.iter().any(|edit| edit.span.of(text) != edit.text);
                let backward = inverse(text, &patch.forward);
                (creates || changes).then_some(Patch { file, forward: patch.forward, backward, creates })
            })
            .collect();
        (!patches.is_empty()).then_some(Step { label: self.label, patches })
    }
}

/// Every step since the pack was opened, and how many of them are in effect.
#[derive(Clone, Debug, Default)]
pub struct History {
    steps: Vec<Step>,
    done: usize,
    /// How many steps were in effect when the pack was last saved; nothing if that state can no longer be reached.
    saved: Option<usize>,
}

impl History {
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps are in effect.
    pub fn done(&self) -> usize {
        self.done
    }

    pub fn saved(&self) -> Option<usize> {
        self.saved
    }

    /// A new step; the steps that were undone are gone.
    pub fn push(&mut self, step: Step) {
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.steps.truncate(self.done);
        self.steps.push(step);
        self.done += 1;
    }

    pub fn last_done(&self) -> Option<&Step> {
        self.done.checked_sub(1).and_then(|at| self.steps.get(at))
    }

    pub fn next_undone(&self) -> Option<&Step> {
        self.steps.get(self.done)
    }

    pub fn went_back(&mut self) {
        self.done = self.done.saturating_sub(1);
    }

    pub fn went_forward(&mut self) {
        self.done = (self.done + 1).min(self.steps.len());
    }

    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done);
    }
}
