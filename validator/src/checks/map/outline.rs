//! P110 outline-not-closed.

use std::collections::BTreeMap;

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P110", "outline-not-closed", "map", Error,
        what: "The outline of a zone does not close: somewhere a border ends where no other of the zone goes on.",
        why: "The zone has no area: it cannot be drawn or clicked, and neighbours overlap or leave a gap there.",
        remedy: "Let the borders of the zone meet in the same points, or add the missing stretch.",
        bad: r#"Shapes(schema: 2, width: 10, height: 10, borders: [(left: "middle-sea", right: "redburg", points: [(0, 0), (5, 0), (5, 5)])])
---
Map(schema: 2, title: "Z", grid: Zones((width: 10, height: 10)))
---
Spaces(schema: 2, spaces: {"redburg": (surface: Land), "middle-sea": (surface: Sea)})"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(shapes) = &cx.content.shapes else { return };
    // How often each zone's borders begin or end in a point; a closed outline does so an even number of times.
    let mut ends: BTreeMap<&str, BTreeMap<(i32, i32), (usize, usize)>> = BTreeMap::new();
    for (index, border) in shapes.borders.iter().enumerate() {
        let (Some(first), Some(last)) = (border.points.first(), border.points.last()) else { continue };
        for zone in [&border.left, &border.right].into_iter().flatten() {
            let points = ends.entry(zone.as_str()).or_default();
            for point in [first, last] {
                let entry = points.entry(*point).or_insert((0, index));
                entry.0 += 1;
            }
        }
        if border.left.is_some() && border.left == border.right {
            let spot = cx.in_kind(Kind::Shapes, &["borders".into(), index.into()]);
            found.push(cx.finding(CODE, &spot, "a border has the same zone on both hands"));
        }
    }
    for (zone, points) in ends {
        if let Some(((x, y), (_, index))) = points.into_iter().find(|(_, (count, _))| count % 2 == 1) {
            let spot = cx.in_kind(Kind::Shapes, &["borders".into(), index.into()]);
            found.push(cx.finding(CODE, &spot, format!("the outline of `{zone}` is open at ({x}, {y})")));
        }
    }
}
