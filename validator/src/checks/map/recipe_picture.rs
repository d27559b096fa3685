//! P118 unusable-picture.

use chartroom_atlas::recipe_fault::FaultKind;
use chartroom_format::diag::Diagnostic;

use super::recipe::report;
use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P118", "unusable-picture", "map", Error,
        what: "The picture of a recipe cannot be used: it is missing, no PNG or JPEG, damaged, too large, or has no flat colours to trace.",
        why: "Nothing can be drawn from it.",
        remedy: "Save the scan as PNG or JPEG in the folder of the recipe, no longer than 20,000 pixels.",
        bad: r##"Recipe(schema: 2, draw: HexPicture((file: "scan.png", points: [("0101", (0.0, 0.0)), ("0801", (800.0, 0.0)), ("0104", (0.0, 400.0))], palette: [(colour: "#6d93b5", surface: Sea)])))"##,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    report(cx, FaultKind::Picture, found);
}
