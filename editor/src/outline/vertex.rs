//! Corners of borders: moved together wherever borders share them, added, removed.

use chartroom_format::schema::map_shapes::{Border, Shapes};

use super::{BorderChange, Changes, Point, checked, real};

/// The corner nearest to a place, if one is near enough.
pub fn nearest(shapes: &Shapes, place: (f64, f64), within: f64) -> Option<Point> {
    let away = |point: &Point| (f64::from(point.0) - place.0).hypot(f64::from(point.1) - place.1);
    let all = shapes.borders.iter().flat_map(|border| &border.points);
    all.filter(|point| away(point) <= within).min_by(|a, b| away(a).total_cmp(&away(b))).copied()
}

/// Moves a corner, in every border that has it.
pub fn shift(shapes: &Shapes, from: Point, to: Point) -> Changes {
    let to = (to.0.clamp(0, shapes.width as i32), to.1.clamp(0, shapes.height as i32));
    let moved = |border: &Border| -> Vec<Point> {
        let mut points: Vec<Point> =
            border.points.iter().map(|point| if *point == from { to } else { *point }).collect();
        points.dedup();
        points
    };
    checked(shapes, each(shapes, |border| border.points.contains(&from).then(|| moved(border))))
}

/// Adds a corner to the border nearest to a place, and tells where.
pub fn add(shapes: &Shapes, place: (f64, f64), within: f64) -> Result<(Vec<BorderChange>, Point), String> {
    let mut best: Option<(f64, usize, usize, Point)> = None;
    for (at, border) in shapes.borders.iter().enumerate() {
        for (behind, pair) in border.points.windows(2).enumerate() {
            let ((ax, ay), (bx, by)) = (real(pair[0]), real(pair[1]));
            let length = ((bx - ax).powi(2) + (by - ay).powi(2)).max(1e-9);
            let share = (((place.0 - ax) * (bx - ax) + (place.1 - ay) * (by - ay)) / length).clamp(0.0, 1.0);
            let (x, y) = (ax + (bx - ax) * share, ay + (by - ay) * share);
            let away = (x - place.0).hypot(y - place.1);
            if away <= within && best.is_none_or(|(known, ..)| away < known) {
                best = Some((away, at, behind, (x.round() as i32, y.round() as i32)));
            }
        }
    }
    let (_, at, behind, point) = best.ok_or("There is no border here.")?;
    let border = &shapes.borders[at];
    if border.points.contains(&point) {
        return Err("There is a corner already.".to_owned());
    }
    let mut points = border.points.clone();
    points.insert(behind + 1, point);
    let change = BorderChange::Replace(at, Border { points, ..border.clone() });
    Ok((checked(shapes, vec![change])?, point))
}

/// Takes a corner away. Where borders meet, and at the ends of one, it must stay.
pub fn remove(shapes: &Shapes, corner: Point) -> Changes {
    let ends = |border: &Border| border.points.first() == Some(&corner) || border.points.last() == Some(&corner);
    if shapes.borders.iter().any(ends) {
        return Err("Borders meet here; the corner must stay.".to_owned());
    }
    let without = |border: &Border| border.points.iter().copied().filter(|point| *point != corner).collect();
    checked(shapes, each(shapes, |border| border.points.contains(&corner).then(|| without(border))))
}

/// New points for those borders that get some.
fn each(shapes: &Shapes, points: impl Fn(&Border) -> Option<Vec<Point>>) -> Vec<BorderChange> {
    let changed = |(at, border): (usize, &Border)| {
        points(border).map(|points| BorderChange::Replace(at, Border { points, ..border.clone() }))
    };
    shapes.borders.iter().enumerate().filter_map(changed).collect()
}
