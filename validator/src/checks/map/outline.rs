//! P110 outline-not-closed.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::diag::{Diagnostic, Safety};
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P110", "outline-not-closed", "map", Error,
        what: "The outline of a zone does not close: somewhere a border ends where no other of the zone goes on.",
        why: "The zone has no area: it cannot be drawn or clicked, and neighbours overlap or leave a gap there.",
        remedy: "Let the borders of the zone meet in the same points, or add the missing stretch.",
        bad: r#"Shapes(schema: 2, width: 400, height: 300, borders: [
    (left: "middle-sea", right: "redburg", points: [(120, 150), (140, 60), (120, 0)]),
    (left: "middle-sea", right: "red-hills", points: [(130, 300), (150, 220), (120, 150)]),
    (left: "bluehaven", right: "middle-sea", points: [(270, 300), (250, 230), (280, 160)]),
    (left: "blue-plain", right: "middle-sea", points: [(280, 160), (260, 80), (280, 0)]),
    (left: "blue-plain", right: "bluehaven", points: [(400, 160), (280, 160)]),
    (left: "redburg", points: [(120, 0), (0, 0), (0, 150)]),
    (left: "red-hills", points: [(0, 150), (0, 300), (130, 300)]),
    (left: "middle-sea", points: [(280, 0), (120, 0)]),
    (left: "middle-sea", points: [(130, 300), (270, 300)]),
    (left: "blue-plain", points: [(400, 160), (400, 0), (280, 0)]),
    (left: "bluehaven", points: [(270, 300), (400, 300), (400, 160)]),
])"#,
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(shapes) = &cx.content.shapes else { return };
    for (index, _) in
        shapes.borders.iter().enumerate().filter(|(_, border)| border.left.is_some() && border.left == border.right)
    {
        let spot = cx.in_kind(Kind::Shapes, &["borders".into(), index.into()]);
        found.push(cx.finding(CODE, &spot, "a border has the same zone on both hands"));
    }
    let alone = ends_alone(shapes);
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for &(index, place, (x, y)) in &alone {
        let border = &shapes.borders[index];
        let zones: Vec<&str> = [&border.left, &border.right].into_iter().flatten().map(SpaceId::as_str).collect();
        let spot = cx.in_kind(Kind::Shapes, &["borders".into(), index.into(), "points".into(), place.into()]);
        let sides = zones.iter().map(|zone| format!("`{zone}`")).collect::<Vec<_>>().join(" and ");
        let finding =
            cx.finding(CODE, &spot, format!("the border of {sides} ends at ({x}, {y}), where no other border does"));
        let span = finding.place.as_ref().map(|place| place.span).unwrap_or_default();
        found.push(match meant(shapes, (x, y), &alone) {
            Some((x, y)) => {
                let edit = Edit::replace(span, format!("({x}, {y})"));
                finding.help(format!("did you mean ({x}, {y})?")).fix(
                    format!("write ({x}, {y})"),
                    Safety::Unsafe,
                    vec![edit],
                )
            }
            None => finding,
        });
        told.extend(zones);
    }
    for (zone, points) in ends(shapes).into_iter().filter(|(zone, _)| !told.contains(zone)) {
        if let Some(((x, y), (_, index))) = points.into_iter().find(|(_, (count, _))| count % 2 == 1) {
            let spot = cx.in_kind(Kind::Shapes, &["borders".into(), index.into()]);
            found.push(cx.finding(CODE, &spot, format!("the outline of `{zone}` is open at ({x}, {y})")));
        }
    }
}

/// Ends of borders at which no other border ends: the border, the place among its points, the point.
fn ends_alone(shapes: &Shapes) -> Vec<(usize, usize, (i32, i32))> {
    let mut ends: BTreeMap<(i32, i32), Vec<(usize, usize)>> = BTreeMap::new();
    for (index, border) in shapes.borders.iter().enumerate() {
        if let (Some(first), Some(last)) = (border.points.first(), border.points.last()) {
            ends.entry(*first).or_default().push((index, 0));
            ends.entry(*last).or_default().push((index, border.points.len() - 1));
        }
    }
    let single = |(point, at): ((i32, i32), Vec<(usize, usize)>)| match at.as_slice() {
        [(index, place)] => Some((*index, *place, point)),
        _ => None,
    };
    ends.into_iter().filter_map(single).collect()
}

/// The point near a lonely end at which other borders end: as far away as a slip of the hand may lead.
fn meant(shapes: &Shapes, from: (i32, i32), alone: &[(usize, usize, (i32, i32))]) -> Option<(i32, i32)> {
    let near = i64::from(shapes.width.max(shapes.height) / 20).max(10);
    let distance = |to: (i32, i32)| {
        let (x, y) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
        x * x + y * y
    };
    let ends =
        shapes.borders.iter().flat_map(|border| [border.points.first(), border.points.last()]).flatten().copied();
    let others = ends.filter(|point| *point != from && !alone.iter().any(|(.., lonely)| lonely == point));
    others.min_by_key(|point| (distance(*point), *point)).filter(|point| distance(*point) <= near * near)
}

/// By point: how often borders of a zone begin or end there, and one of them.
type Ends = BTreeMap<(i32, i32), (usize, usize)>;

/// How often each zone's borders begin or end in a point, and one of them; a closed outline does so an even number of times.
fn ends(shapes: &Shapes) -> BTreeMap<&str, Ends> {
    let mut ends: BTreeMap<&str, Ends> = BTreeMap::new();
    for (index, border) in shapes.borders.iter().enumerate() {
        let (Some(first), Some(last)) = (border.points.first(), border.points.last()) else { continue };
        for zone in [&border.left, &border.right].into_iter().flatten() {
            let points = ends.entry(zone.as_str()).or_default();
            for point in [first, last] {
                points.entry(*point).or_insert((0, index)).0 += 1;
            }
        }
    }
    ends
}
