//! The label tool: names on the map. The text itself is typed into a small field that the app shows at the place.

use super::{Bench, Gesture, GestureKind};
use crate::document::ops::space::{self, SpaceFact};

/// Its states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Label {
    #[default]
    Ready,
    Typing {
        at: usize,
        text: String,
    },
}

impl Label {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        match (&self, gesture.kind, gesture.at) {
            // Typing -> Typing elsewhere: what was typed counts.
            (Self::Typing { .. }, GestureKind::Press, Some(at)) => {
                self.accept(bench);
                *self = Self::start(bench, at);
            }
            // Ready -> Typing
            (Self::Ready, GestureKind::Press, Some(at)) => *self = Self::start(bench, at),
            // Typing -> Ready
            (Self::Typing { .. }, GestureKind::Abort, _) => *self = Self::Ready,
            _ => {}
        }
    }

    fn start(bench: &Bench<'_>, at: usize) -> Self {
        Self::Typing { at, text: bench.scene.cells[at].name.clone().unwrap_or_default() }
    }

    /// Typing -> Ready: sets the name.
    pub fn accept(&mut self, bench: &mut Bench<'_>) {
        let Self::Typing { at, text } = std::mem::take(self) else { return };
        let name = Some(text.trim().to_owned()).filter(|name| !name.is_empty());
        if name != bench.scene.cells[at].name {
            let planned = space::set(bench.document, &[bench.scene.id(at).to_owned()], &SpaceFact::Name(name));
            bench.run("Name a space", planned);
        }
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Ready => "Click a space to name it.",
            Self::Typing { .. } => "Type the name, Enter accepts, Esc cancels.",
        }
        .to_owned()
    }
}
