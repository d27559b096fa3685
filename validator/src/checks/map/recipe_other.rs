//! P119 recipe-cannot-be-drawn.

use chartroom_atlas::recipe_fault::FaultKind;
use chartroom_format::diag::Diagnostic;

use super::recipe::report;
use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P119", "recipe-cannot-be-drawn", "map", Error,
        what: "An entry of a recipe stops the drawing: an unknown country, an impossible extent, a hex that is not on the map.",
        why: "The map cannot be drawn anew until it is mended.",
        remedy: "Correct the marked entry; the message says what is expected there.",
        bad: r#"Recipe(schema: 2, calibrate: {"0101": (60.0, 0.0), "0804": (45.0, 35.0)}, pull: -1.0, draw: Hexes((land_from: 0.9)))"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    report(cx, FaultKind::Other, found);
}
