//! P115 outline-crosses-itself.

use chartroom_atlas::recipe_fault::FaultKind;
use chartroom_atlas::zones::ShapeProblem;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;

use super::recipe::report;
use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P115", "outline-crosses-itself", "map", Error,
        what: "An outline crosses itself, or the border of a zone crosses another border elsewhere than at its ends.",
        why: "Inside and outside cannot be told apart there: zones overlap, and the map cannot be filled or clicked.",
        remedy: "Move the corner that lies on the wrong side, or let borders meet in a common point.",
        bad: r#"Shapes(schema: 2, width: 10, height: 10, borders: [(left: "redburg", right: "middle-sea", points: [(1, 1), (9, 9), (9, 1), (1, 9), (1, 1)])])
---
Map(schema: 2, title: "Z", grid: Zones((width: 10, height: 10)))
---
Spaces(schema: 2, spaces: {"redburg": (surface: Land), "middle-sea": (surface: Sea)})"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    report(cx, FaultKind::Outline, found);
    let Some((_, problems)) = cx.zone_areas() else { return };
    for problem in problems {
        if let (ShapeProblem::Crosses { .. } | ShapeProblem::CrossesItself { .. }, Some(border)) =
            (problem, problem.border())
        {
            let spot = cx.in_kind(Kind::Shapes, &["borders".into(), border.into()]);
            found.push(cx.finding(CODE, &spot, problem.to_string()));
        }
    }
}
