//! The link tool: adds or denies a way between two spaces.

use super::{Bench, Gesture, GestureKind};
use crate::document::ops::links;

/// Its states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LinkTool {
    #[default]
    Ready,
    From(usize),
}

impl LinkTool {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        *self = match (&self, gesture.kind, gesture.at) {
            // Ready -> From
            (Self::Ready, GestureKind::Press, Some(at)) => Self::From(at),
            // From -> Ready: between two spaces a link is added; with Shift or the second button it is denied.
            (Self::From(from), GestureKind::Press, Some(to)) if *from != to => {
                let (a, b) = (bench.scene.id(*from).to_owned(), bench.scene.id(to).to_owned());
                let class = bench.settings.link_class.clone();
                if gesture.secondary || gesture.shift {
                    let planned = links::deny(bench.document, &a, &b);
                    bench.run(&format!("Deny the way {a} to {b}"), planned);
                } else if class.is_empty() {
                    bench.message = Some("This pack defines no link classes.".to_owned());
                } else {
                    let planned = links::add(bench.document, &a, &b, &class);
                    bench.run(&format!("Link {a} to {b}"), planned);
                }
                Self::Ready
            }
            (Self::From(_), GestureKind::Press | GestureKind::Abort, _) => Self::Ready,
            (state, _, _) => (*state).clone(),
        };
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Ready => "Click the first space of the link.",
            Self::From(_) => "Click the second space: a stated link, or with Shift a denied one; doing it again removes it. Esc cancels.",
        }
        .to_owned()
    }
}
