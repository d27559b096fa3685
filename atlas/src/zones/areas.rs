//! Borders joined to polygons. Reading is total: what can be joined is, and every fault is named with its border.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;
use thiserror::Error;

use super::crossing::crossings;

/// What is wrong with a file of borders. `border` counts from 0 in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShapeProblem {
    #[error("a map of {width} x {height} is not possible: both must be between 1 and {}", Areas::LONGEST_SIDE)]
    BadSize { width: u32, height: u32 },
    #[error("the border between {sides} has fewer than two different points")]
    TooShort { border: usize, sides: String },
    #[error("the border has `{zone}` on both sides")]
    SameSides { border: usize, zone: String },
    #[error("the border between {sides} leaves the map at {at:?}")]
    OffMap { border: usize, sides: String, at: (i32, i32) },
    #[error("the border between {sides} crosses itself at {at:?}")]
    CrossesItself { border: usize, sides: String, at: (i32, i32) },
    #[error("the border between {sides} crosses the border between {other_sides} at {at:?}")]
    Crosses { border: usize, sides: String, other: usize, other_sides: String, at: (i32, i32) },
    #[error("the outline of `{zone}` does not close: its border ends at {at:?}")]
    Open { border: usize, zone: String, at: (i32, i32) },
}

impl ShapeProblem {
    /// The border it stands at, if it stands at one.
    #[must_use]
    pub const fn border(&self) -> Option<usize> {
        match self {
            Self::BadSize { .. } => None,
            Self::TooShort { border, .. }
            | Self::SameSides { border, .. }
            | Self::OffMap { border, .. }
            | Self::CrossesItself { border, .. }
            | Self::Crosses { border, .. }
            | Self::Open { border, .. } => Some(*border),
        }
    }
}

/// One zone as polygons. Outsides run counter-clockwise as seen on paper, holes clockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    pub rings: Vec<Vec<(i32, i32)>>,
    /// In square map units.
    pub size: f64,
}

/// All zones of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Areas {
    pub zones: BTreeMap<SpaceId, Area>,
}

/// A border walked in one direction, with a zone on the left.
struct Walk<'a> {
    border: usize,
    points: &'a [(i32, i32)],
    reversed: bool,
}

impl Walk<'_> {
    fn point(&self, position: usize) -> (i32, i32) {
        if self.reversed { self.points[self.points.len() - 1 - position] } else { self.points[position] }
    }

    fn start(&self) -> (i32, i32) {
        self.point(0)
    }

    fn end(&self) -> (i32, i32) {
        self.point(self.points.len() - 1)
    }
}

impl Areas {
    /// No map is wider or higher than this.
    pub const LONGEST_SIDE: u32 = 100_000;

    #[must_use]
    pub fn read(shapes: &Shapes) -> (Self, Vec<ShapeProblem>) {
        let (sound, mut problems) = sound_borders(shapes);
        let mut walks: BTreeMap<&SpaceId, Vec<Walk<'_>>> = BTreeMap::new();
        for &border in &sound {
            let stretch = &shapes.borders[border];
            for (zone, reversed) in [(&stretch.left, false), (&stretch.right, true)] {
                if let Some(zone) = zone {
                    walks.entry(zone).or_default().push(Walk { border, points: &stretch.points, reversed });
                }
            }
        }
        let mut zones = BTreeMap::new();
        for (zone, walks) in walks {
            zones.insert(zone.clone(), join(zone, &walks, &mut problems));
        }
        (Self { zones }, problems)
    }
}

/// Positions of the borders that can be used at all, and what is wrong with the others and between them.
fn sound_borders(shapes: &Shapes) -> (Vec<usize>, Vec<ShapeProblem>) {
    let mut problems = Vec::new();
    let (width, height) = (shapes.width, shapes.height);
    let possible = |side: u32| (1..=Areas::LONGEST_SIDE).contains(&side);
    if !possible(width) || !possible(height) {
        return (Vec::new(), vec![ShapeProblem::BadSize { width, height }]);
    }
    let mut sound = Vec::new();
    for (border, stretch) in shapes.borders.iter().enumerate() {
        let inside = |&(x, y): &(i32, i32)| (0..=width as i32).contains(&x) && (0..=height as i32).contains(&y);
        let distinct: BTreeSet<_> = stretch.points.iter().take(3).collect();
        if let Some(&at) = stretch.points.iter().find(|point| !inside(point)) {
            problems.push(ShapeProblem::OffMap { border, sides: sides(shapes, border), at });
        } else if distinct.len() < 2 {
            problems.push(ShapeProblem::TooShort { border, sides: sides(shapes, border) });
        } else if stretch.left == stretch.right {
            let zone = stretch.left.as_ref().map_or("nothing", SpaceId::as_str).to_owned();
            problems.push(ShapeProblem::SameSides { border, zone });
        } else {
            sound.push(border);
        }
    }
    let lines: Vec<Vec<(i32, i32)>> = sound.iter().map(|&border| shapes.borders[border].points.clone()).collect();
    for crossing in crossings(&lines) {
        let (border, other, at) = (sound[crossing.first], sound[crossing.second], crossing.at);
        let names = sides(shapes, border);
        problems.push(if border == other {
            ShapeProblem::CrossesItself { border, sides: names, at }
        } else {
            ShapeProblem::Crosses { border, sides: names, other, other_sides: sides(shapes, other), at }
        });
    }
    (sound, problems)
}

/// "`a` and `b`", for messages.
fn sides(shapes: &Shapes, border: usize) -> String {
    let name = |side: &Option<SpaceId>| side.as_ref().map_or("the edge".to_owned(), |zone| format!("`{zone}`"));
    let stretch = &shapes.borders[border];
    format!("{} and {}", name(&stretch.left), name(&stretch.right))
}

fn join(zone: &SpaceId, walks: &[Walk<'_>], problems: &mut Vec<ShapeProblem>) -> Area {
    let mut starts: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for (number, walk) in walks.iter().enumerate() {
        starts.entry(walk.start()).or_default().push(number);
    }
    let mut used = vec![false; walks.len()];
    let mut area = Area::default();
    for first in 0..walks.len() {
        if used[first] {
            continue;
        }
        let mut ring = Vec::new();
        let mut current = first;
        let closed = loop {
            used[current] = true;
            let walk = &walks[current];
            ring.extend((0..walk.points.len() - 1).map(|position| walk.point(position)));
            if walk.end() == walks[first].start() {
                break true;
            }
            let onward = starts.get(&walk.end()).into_iter().flatten().filter(|&&next| !used[next]);
            match onward.min_by(|&&a, &&b| left_turn(walk, &walks[a]).total_cmp(&left_turn(walk, &walks[b]))) {
                Some(&next) => current = next,
                None => break false,
            }
        };
        if closed {
            area.size += signed_area(&ring);
            area.rings.push(ring);
        } else {
            let walk = &walks[current];
            problems.push(ShapeProblem::Open { border: walk.border, zone: zone.to_string(), at: walk.end() });
        }
    }
    area
}

/// How far one turns clockwise from looking back along `from` to looking along `to`: least for the sharpest left turn,
/// which keeps areas that only touch in a point apart.
fn left_turn(from: &Walk<'_>, to: &Walk<'_>) -> f64 {
    let heading = |a: (i32, i32), b: (i32, i32)| f64::from(a.1 - b.1).atan2(f64::from(b.0 - a.0));
    let back = heading(from.end(), from.point(from.points.len() - 2));
    let ahead = heading(to.start(), to.point(1));
    let turn = (back - ahead).rem_euclid(TAU);
    if turn == 0.0 { TAU } else { turn }
}

/// Positive for rings that run counter-clockwise on paper, where y grows downward.
#[must_use]
pub fn signed_area(ring: &[(i32, i32)]) -> f64 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    let doubled: i64 = pairs.map(|(a, b)| i64::from(b.0) * i64::from(a.1) - i64::from(a.0) * i64::from(b.1)).sum();
    doubled as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Raster;
    use crate::zones::shapes::shapes_from_raster;
    use chartroom_format::schema::map_shapes::Border;
    use proptest::prelude::*;

    fn names(count: u16) -> Vec<SpaceId> {
        (0..count).map(|number| SpaceId(format!("zone-{number}"))).collect()
    }

    fn problems(shapes: &Shapes) -> Vec<String> {
        Areas::read(shapes).1.iter().map(ToString::to_string).collect()
    }

    fn quarters() -> Shapes {
        let raster = Raster::from_cells(2, 2, false, vec![0, 1, 2, 3]).expect("fits");
        shapes_from_raster(&raster, &names(4), 0.0)
    }

    #[test]
    fn faults_are_named_with_their_border() {
        let shape = |change: &dyn Fn(&mut Shapes)| {
            let mut shapes = quarters();
            change(&mut shapes);
            problems(&shapes)
        };
        assert_eq!(shape(&|_| ()), Vec::<String>::new());
        assert!(shape(&|shapes| shapes.width = 0)[0].starts_with("a map of 0 x 2 is not possible"));
        let inner = quarters().borders.iter().position(|border| border.left.is_some() && border.right.is_some());
        let inner = inner.expect("the quarters share borders");
        assert!(
            shape(&|shapes| shapes.borders[inner].points.truncate(1))[0].contains("fewer than two different points")
        );
        assert!(shape(&|shapes| shapes.borders[inner].points[0] = (99, 0))[0].contains("leaves the map at (99, 0)"));
        assert!(
            shape(&|shapes| shapes.borders[inner].right = shapes.borders[inner].left.clone())[0]
                .contains("on both sides")
        );
        let removed = shape(&|shapes| drop(shapes.borders.remove(inner)));
        assert!(removed[0].contains("does not close"), "{removed:?}");
        let crossed = shape(&|shapes| {
            let points = vec![(0, 0), (2, 2)];
            shapes.borders.push(Border { left: Some("zone-0".into()), right: Some("zone-3".into()), points });
        });
        assert!(crossed.iter().any(|problem| problem.contains("crosses the border between")), "{crossed:?}");
    }

    proptest! {
        #[test]
        fn areas_tile_the_map_without_gaps_or_overlaps(
            labels in proptest::collection::vec(0..4_u16, 48),
            slack in 0.0..1.5_f64,
        ) {
            let raster = Raster::from_cells(8, 6, false, labels.clone()).expect("fits");
            let (areas, problems) = Areas::read(&shapes_from_raster(&raster, &names(4), 0.0));
            prop_assert_eq!(problems, vec![]);
            for (number, name) in names(4).iter().enumerate() {
                let squares = labels.iter().filter(|&&label| usize::from(label) == number).count();
                let size = areas.zones.get(name).map_or(0.0, |area| area.size);
                prop_assert!((size - squares as f64).abs() < 1e-9);
            }
            // Thinned borders move area from one zone to its neighbour, but lose none.
            let (thinned, problems) = Areas::read(&shapes_from_raster(&raster, &names(4), slack));
            prop_assert_eq!(problems, vec![]);
            prop_assert!((thinned.zones.values().map(|area| area.size).sum::<f64>() - 48.0).abs() < 1e-9);
        }
    }
}
