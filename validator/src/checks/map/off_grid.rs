//! P109 hex-off-the-grid.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::{Grid, Surface};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P109", "hex-off-the-grid", "map", Warning,
        what: "A space of a hex map is neither a hex of the grid nor a box.",
        why: "It has no place on the board, so it has no neighbours and cannot be drawn.",
        remedy: "Correct the number, or make it a Box if it lies off the map.",
        bad: r#"Spaces(schema: 2, spaces: {"9999": (surface: Box), "lost": (surface: Land, country: "redland")})"#,
        good: r#"Spaces(schema: 2, spaces: {"reserve": (surface: Box)})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(Grid::Hexes(grid)) = cx.content.map.as_ref().map(|map| &map.grid) else { return };
    let Ok(board) = grid.board() else { return };
    for (id, space) in &cx.content.spaces {
        if space.surface == Surface::Box || cx.board.stated.name(id.as_str()).is_some() {
            continue;
        }
        if let Err(error) = grid.numbering.parse(&board, id.as_str()) {
            let spot = cx.entry(EntryKind::Space, id.as_str());
            found.push(cx.finding(CODE, &spot, error.to_string()).label("no hex of this grid"));
        }
    }
}
