//! The outlines of zones as geometry: carving a new zone, splitting, merging, moving a corner. Every function reads the
//! shapes and returns which borders change; nothing here knows texts, tools or the window.

pub mod carve;
pub mod merge;
pub mod split;
pub mod vertex;

use chartroom_atlas::zones::Areas;
use chartroom_format::schema::map_shapes::{Border, Shapes};

/// A point of the map, in whole map units.
pub type Point = (i32, i32);

/// What happens to one border of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BorderChange {
    Replace(usize, Border),
    Remove(usize),
    Add(Border),
}

/// The changes of the borders, or why there can be none.
pub type Changes = Result<Vec<BorderChange>, String>;

/// The shapes after changes.
pub fn applied(shapes: &Shapes, changes: &[BorderChange]) -> Shapes {
    let mut borders: Vec<Option<Border>> = shapes.borders.iter().cloned().map(Some).collect();
    let mut added = Vec::new();
    for change in changes {
        match change {
            BorderChange::Replace(at, border) => borders[*at] = Some(border.clone()),
            BorderChange::Remove(at) => borders[*at] = None,
            BorderChange::Add(border) => added.push(border.clone()),
        }
    }
    Shapes { borders: borders.into_iter().flatten().chain(added).collect(), ..shapes.clone() }
}

/// Refuses changes after which the borders would no longer make whole zones. Faults that were there before are no reason.
pub fn checked(shapes: &Shapes, changes: Vec<BorderChange>) -> Changes {
    let before = Areas::read(shapes).1.len();
    let (_, after) = Areas::read(&applied(shapes, &changes));
    match after.last() {
        Some(problem) if after.len() > before => Err(format!("That cannot be: {problem}.")),
        _ => Ok(changes),
    }
}

/// Twice the area that a ring encloses, positive if it runs clockwise as seen on the screen.
fn turning(ring: &[Point]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)).sum()
}

/// Whether a point lies inside a ring.
fn inside(ring: &[Point], (x, y): (f64, f64)) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossed = ring.iter().zip(next).filter(|(a, b)| {
        let ((ax, ay), (bx, by)) = (real(**a), real(**b));
        (ay > y) != (by > y) && x < ax + (bx - ax) * (y - ay) / (by - ay)
    });
    crossed.count() % 2 == 1
}

fn real(point: Point) -> (f64, f64) {
    (f64::from(point.0), f64::from(point.1))
}

fn between(a: Point, b: Point) -> (f64, f64) {
    (f64::midpoint(f64::from(a.0), f64::from(b.0)), f64::midpoint(f64::from(a.1), f64::from(b.1)))
}

#[cfg(test)]
mod tests;
