//! P114 recipe-points-contradict.

use chartroom_atlas::recipe_fault::FaultKind;
use chartroom_format::diag::Diagnostic;

use super::recipe::report;
use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P114", "recipe-points-contradict", "map", Error,
        what: "The calibrated places of a recipe cannot all be right: no fit of the projection brings them near their hexes.",
        why: "The map would be drawn in the wrong place, or turned over, and everything on it with it.",
        remedy: "Correct the place or the hex number that is farthest off, or raise `worst_residual` if the printed map is that rough.",
        bad: r#"Recipe(schema: 2, calibrate: {"0101": (60.0, 0.0), "0801": (60.0, 35.0), "0804": (45.0, 35.0), "0104": (45.0, 34.0)}, draw: Hexes((land_from: 0.9)))"#,
        good: r#"Recipe(schema: 2, calibrate: {"0101": (60.0, 0.0), "0801": (60.0, 35.0), "0804": (45.0, 35.0), "0104": (45.0, 0.0)}, draw: Hexes((land_from: 0.9)))"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    report(cx, FaultKind::Contradiction, found);
}
