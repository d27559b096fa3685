//! Straits and canals: which sides they let pass on a position of the example.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::compare;
use super::position::{Position, texts};
use crate::ids::SideIx;
use crate::playable::Playable;
use crate::query::reach::is_open_passage;

/// Whether a passage is open, side by side. Powers under `neutral` must belong to no side on the position, so that the answer is
/// about the case the example speaks of.
pub(super) fn passage(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let wanted = example.given.get("passage").and_then(Data::as_text)?;
    Some((|| {
        let position = Position::new(content, example)?;
        let (rules, state) = (&position.rules, &position.state);
        for id in texts(example.given.get("neutral")) {
            if state.side_of(position.power(id)?).is_some() {
                return Err(format!("`{id}` has taken a side"));
            }
        }
        let found = rules.board.passages.iter().find(|passage| passage.id == wanted);
        let passage = found.ok_or_else(|| format!("there is no passage `{wanted}`"))?;
        let open: BTreeMap<String, Data> = rules
            .sides
            .iter()
            .enumerate()
            .map(|(at, side)| (side.clone(), Data::Truth(is_open_passage(rules, state, SideIx::new(at), passage))))
            .collect();
        compare(example, &[("open", Data::Map(open))])
    })())
}
