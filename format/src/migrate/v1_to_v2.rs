//! Version 2 names the ends of a scenario's turns: `turns: (1, 8)` becomes `turns: (first: 1, last: 8)`. A bare pair could
//! be read as first turn and number of turns.

use super::Migration;
use crate::cst::{Node, NodeKind};
use crate::edit::Edit;
use crate::schema::Kind;

pub(super) struct NamedTurns;

impl Migration for NamedTurns {
    fn from(&self) -> u32 {
        1
    }

    fn name(&self) -> &'static str {
        "named-turns"
    }

    fn about(&self) -> &'static str {
        "Scenarios name their first and last turn instead of writing a bare pair."
    }

    fn edits(&self, kind: Kind, root: &Node, _: &str) -> Vec<Edit> {
        let Some(turns) = root.field("turns").filter(|_| kind == Kind::Scenario) else { return Vec::new() };
        match &turns.value.kind {
            NodeKind::Tuple(None, ends) if ends.len() == 2 => {
                ["first: ", "last: "].iter().zip(ends).map(|(name, end)| Edit::insert(end.span.start, *name)).collect()
            }
            _ => Vec::new(),
        }
    }
}
