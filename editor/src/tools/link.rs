//! The link tool: adds or denies a way between two spaces, or lets it depend on who holds what.

use serde::{Deserialize, Serialize};

use super::{Bench, Gesture, GestureKind, ToolSettings};
use crate::document::ops::links;

/// What the tool does with a pair of spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkMode {
    #[default]
    Add,
    Deny,
    /// Open while the holders of the selected spaces allow it.
    Condition,
}

impl LinkMode {
    pub const ALL: [Self; 3] = [Self::Add, Self::Deny, Self::Condition];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Add => "Add",
            Self::Deny => "Deny",
            Self::Condition => "Condition",
        }
    }
}

/// When a passage is open, as files write it, and in words.
pub const OPENINGS: [(&str, &str); 3] = [
    ("FriendlyHoldsAll", "friends hold all keys"),
    ("FriendlyHoldsAny", "friends hold a key"),
    ("UnlessEnemyHolds", "no enemy holds a key"),
];

/// To whom a way is denied, as files write it, and in words.
pub const DOMAINS: [(Option<&str>, &str); 4] =
    [(None, "everything"), (Some("Land"), "land units"), (Some("Sea"), "ships"), (Some("Air"), "aircraft")];

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
            // From -> Ready
            (Self::From(from), GestureKind::Press, Some(to)) if *from != to => {
                link(bench, *from, to, gesture);
                Self::Ready
            }
            (Self::From(_), GestureKind::Press | GestureKind::Abort, _) => Self::Ready,
            (state, _, _) => (*state).clone(),
        };
    }

    pub fn hint(&self, settings: &ToolSettings) -> String {
        match (self, settings.link_mode) {
            (Self::Ready, LinkMode::Condition) => {
                "The selected spaces are the keys. Click the first of the two spaces that the passage joins."
            }
            (Self::Ready, _) => "Click the first space of the link.",
            (Self::From(_), LinkMode::Add) => {
                "Click the second space: a stated link, or with Shift a denied one; doing it again removes it. Esc cancels."
            }
            (Self::From(_), _) => "Click the second space; doing it again takes it back. Esc cancels.",
        }
        .to_owned()
    }
}

fn link(bench: &mut Bench<'_>, from: usize, to: usize, gesture: Gesture) {
    let (a, b) = (bench.scene.id(from).to_owned(), bench.scene.id(to).to_owned());
    let settings = bench.settings.clone();
    // Shift or the second button denies, whatever is chosen.
    let mode = if gesture.secondary || gesture.shift { LinkMode::Deny } else { settings.link_mode };
    match mode {
        LinkMode::Add if settings.link_class.is_empty() => {
            bench.message = Some("This pack defines no link classes.".to_owned());
        }
        LinkMode::Add => {
            let planned = links::add(bench.document, &a, &b, &settings.link_class, settings.one_way);
            bench.run(&format!("Link {a} to {b}"), planned);
        }
        LinkMode::Deny => {
            let domain = DOMAINS.get(settings.denied_domain).and_then(|(domain, _)| *domain);
            let planned = links::deny(bench.document, &a, &b, domain);
            bench.run(&format!("Deny the way {a} to {b}"), planned);
        }
        LinkMode::Condition => {
            let keys: Vec<String> = bench.selection.iter().map(|at| bench.scene.id(*at).to_owned()).collect();
            let opens = OPENINGS.get(settings.opening).map_or("FriendlyHoldsAll", |(opens, _)| opens);
            let planned = links::passage(bench.document, &a, &b, &keys, opens);
            bench.run(&format!("Passage {a} to {b}"), planned);
        }
    }
}
