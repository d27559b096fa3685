//! Outlines that meet point by point to borders that neighbours share: every stretch once, with the area on each side of it.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::{Border, Shapes};

use super::{OFF_MAP, Outline, Point};

/// A stretch between two points, the smaller one first, with the areas on its left and right hand.
type Stretches = BTreeMap<(Point, Point), [Option<usize>; 2]>;

/// The borders, and whether a part of the map is no area's. None if outlines lie over each other along a stretch.
pub(super) fn borders(size: (u32, u32), wraps: bool, outlines: &[Outline]) -> Option<(Shapes, bool)> {
    let frame = Frame { width: size.0 as i32, height: size.1 as i32 };
    let points = || outlines.iter().flat_map(|outline| &outline.rings).flat_map(|ring| &ring.points);
    if points().any(|point| !frame.holds(*point)) {
        return None;
    }
    let vertices: BTreeSet<Point> = points().copied().chain(frame.corners()).collect();
    let near = Near::new(&vertices);
    let mut stretches = Stretches::new();
    for (area, outline) in outlines.iter().enumerate() {
        for ring in &outline.rings {
            for (place, &from) in ring.points.iter().enumerate() {
                let to = ring.points[(place + 1) % ring.points.len()];
                for pair in near.cut(from, to).windows(2) {
                    put(&mut stretches, pair[0], pair[1], area)?;
                }
            }
        }
    }
    let has_rest = fill_rest(&mut stretches, &frame, &near, outlines.len())?;
    let name = |area: Option<usize>| {
        area.map(|area| outlines.get(area).map_or_else(|| SpaceId::from(OFF_MAP), |outline| outline.id.clone()))
    };
    let mut borders: Vec<Border> = lines(&stretches)
        .into_iter()
        .map(|(points, [left, right])| smaller_name_left(Border { left: name(left), right: name(right), points }))
        .collect();
    borders.sort_by(|a, b| (&a.left, &a.right, &a.points).cmp(&(&b.left, &b.right, &b.points)));
    let (width, height) = size;
    let shapes = Shapes { schema: CURRENT, requires: Vec::new(), width, height, wraps, shortest_border: 2, borders };
    Some((shapes, has_rest))
}

/// Notes that an area lies on the left hand of somebody who walks from one point to the other.
fn put(stretches: &mut Stretches, from: Point, to: Point, area: usize) -> Option<()> {
    let (key, side) = if from < to { ((from, to), 0) } else { ((to, from), 1) };
    let sides = stretches.entry(key).or_default();
    let free = sides[side].is_none() && sides[1 - side] != Some(area);
    sides[side] = Some(area);
    free.then_some(())
}

/// What is no area's becomes one area of its own, up to the frame of the map.
fn fill_rest(stretches: &mut Stretches, frame: &Frame, near: &Near<'_>, rest: usize) -> Option<bool> {
    let mut has_rest = false;
    for ((from, to), sides) in stretches.iter_mut().filter(|((from, to), _)| !frame.lies_along(*from, *to)) {
        debug_assert!(from < to);
        for side in sides.iter_mut().filter(|side| side.is_none()) {
            *side = Some(rest);
            has_rest = true;
        }
    }
    let corners = frame.corners();
    for (place, &from) in corners.iter().enumerate() {
        for pair in near.cut(from, corners[(place + 1) % corners.len()]).windows(2) {
            let key = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if !stretches.contains_key(&key) {
                put(stretches, pair[0], pair[1], rest)?;
                has_rest = true;
            }
        }
    }
    Some(has_rest)
}

/// Joins stretches to lines, from one meeting point to the next or all the way round.
fn lines(stretches: &Stretches) -> Vec<(Vec<Point>, [Option<usize>; 2])> {
    let mut at: BTreeMap<Point, Vec<(Point, Point)>> = BTreeMap::new();
    for &(from, to) in stretches.keys() {
        at.entry(from).or_default().push((from, to));
        at.entry(to).or_default().push((from, to));
    }
    // The sides as somebody sees them who leaves a point.
    let seen = |key: (Point, Point), from: Point| {
        let [left, right] = stretches[&key];
        if key.0 == from { [left, right] } else { [right, left] }
    };
    let other_end = |key: (Point, Point), from: Point| if key.0 == from { key.1 } else { key.0 };
    let goes_on = |point: Point| at[&point].len() == 2;
    let mut used: BTreeSet<(Point, Point)> = BTreeSet::new();
    let mut found = Vec::new();
    let starts = at.keys().filter(|point| !goes_on(**point)).chain(at.keys());
    for &start in starts {
        for &first in &at[&start] {
            if used.contains(&first) {
                continue;
            }
            let sides = seen(first, start);
            let (mut points, mut key, mut here) = (vec![start], first, start);
            loop {
                used.insert(key);
                here = other_end(key, here);
                points.push(here);
                if here == start || !goes_on(here) {
                    break;
                }
                let Some(&next) = at[&here].iter().find(|next| **next != key) else { break };
                if used.contains(&next) || seen(next, here) != sides {
                    break;
                }
                key = next;
            }
            found.push((points, sides));
        }
    }
    found
}

/// Turns a border so that the zone whose name sorts first lies on its left.
fn smaller_name_left(border: Border) -> Border {
    let turn = match (&border.left, &border.right) {
        (Some(left), Some(right)) => right < left,
        (left, _) => left.is_none(),
    };
    if turn {
        Border { left: border.right, right: border.left, points: border.points.into_iter().rev().collect() }
    } else {
        border
    }
}

struct Frame {
    width: i32,
    height: i32,
}

impl Frame {
    fn holds(&self, (x, y): Point) -> bool {
        (0..=self.width).contains(&x) && (0..=self.height).contains(&y)
    }

    /// The corners, in the order in which the map lies on the left hand.
    fn corners(&self) -> [Point; 4] {
        [(0, 0), (0, self.height), (self.width, self.height), (self.width, 0)]
    }

    fn lies_along(&self, a: Point, b: Point) -> bool {
        a.0 == b.0 && (a.0 == 0 || a.0 == self.width) || a.1 == b.1 && (a.1 == 0 || a.1 == self.height)
    }
}

/// Points by place, to find those on a stretch.
struct Near<'a> {
    buckets: BTreeMap<Point, Vec<&'a Point>>,
}

impl<'a> Near<'a> {
    const SIZE: i32 = 64;

    fn new(vertices: &'a BTreeSet<Point>) -> Self {
        let mut buckets: BTreeMap<Point, Vec<&Point>> = BTreeMap::new();
        for point in vertices {
            buckets.entry((point.0.div_euclid(Self::SIZE), point.1.div_euclid(Self::SIZE))).or_default().push(point);
        }
        Self { buckets }
    }

    /// A stretch cut at every point that lies on it, ends included.
    fn cut(&self, from: Point, to: Point) -> Vec<Point> {
        let bucket = |value: i32| value.div_euclid(Self::SIZE);
        let mut on = vec![from, to];
        for column in bucket(from.0.min(to.0))..=bucket(from.0.max(to.0)) {
            let (low, high) = ((column, bucket(from.1.min(to.1))), (column, bucket(from.1.max(to.1))));
            for (_, points) in self.buckets.range(low..=high) {
                on.extend(points.iter().map(|point| **point).filter(|point| lies_on(*point, from, to)));
            }
        }
        let along = |point: &Point| i64::from(point.0 - from.0).abs() + i64::from(point.1 - from.1).abs();
        on.sort_by_key(along);
        on.dedup();
        on
    }
}

fn lies_on(point: Point, from: Point, to: Point) -> bool {
    let wide = |a: Point, b: Point| (i64::from(b.0) - i64::from(a.0), i64::from(b.1) - i64::from(a.1));
    let ((dx, dy), (px, py)) = (wide(from, to), wide(from, point));
    let within = |value: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&value);
    dx * py == dy * px && within(point.0, from.0, to.0) && within(point.1, from.1, to.1)
}
