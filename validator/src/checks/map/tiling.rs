//! P120 zones-do-not-tile.

use chartroom_atlas::zones::{Untidy, untidy};
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map_shapes::Shapes;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P120", "zones-do-not-tile", "map", Error,
        what: "Zones lie over each other, or leave a part of the map to nobody.",
        why: "A click there would hit two zones or none, and neighbours across the gap would not be linked.",
        remedy: "Let neighbours share their border: one stretch with the one zone on its left hand and the other on its right.",
        bad: r#"Shapes(schema: 2, width: 10, height: 10, borders: [
    (left: "middle-sea", points: [(0, 0), (0, 10), (10, 10), (10, 0), (0, 0)]),
    (left: "redburg", points: [(2, 2), (2, 5), (5, 5), (5, 2), (2, 2)]),
])
---
Map(schema: 2, title: "Z", grid: Zones((width: 10, height: 10)))
---
Spaces(schema: 2, spaces: {"redburg": (surface: Land), "middle-sea": (surface: Sea)})"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(shapes), Some((areas, problems))) = (&cx.content.shapes, cx.zone_areas()) else { return };
    // Borders that cross or end nowhere are findings of their own, and the cause.
    if !problems.is_empty() {
        return;
    }
    if let Some(Untidy { at: (x, y), zones, .. }) = untidy(shapes, areas).first() {
        let message = match zones {
            Some((one, other)) => format!("`{one}` and `{other}` lie over each other at ({x:.0}, {y:.0})"),
            None => format!("no zone holds the map at ({x:.0}, {y:.0})"),
        };
        let border = nearest_border(shapes, (*x, *y));
        let spot = cx.in_kind(Kind::Shapes, &["borders".into(), border.into()]);
        found.push(cx.finding(CODE, &spot, message));
    }
}

/// The border with a corner nearest to a point.
fn nearest_border(shapes: &Shapes, (x, y): (f64, f64)) -> usize {
    let away = |&(corner_x, corner_y): &(i32, i32)| (f64::from(corner_x) - x).hypot(f64::from(corner_y) - y);
    let nearest = |index: usize| shapes.borders[index].points.iter().map(away).fold(f64::INFINITY, f64::min);
    (0..shapes.borders.len()).min_by(|&a, &b| nearest(a).total_cmp(&nearest(b))).unwrap_or(0)
}
