//! Lines that cross or touch where they must not. Exact: whole numbers only.

use std::collections::BTreeSet;

/// Two lines that meet elsewhere than at their ends. They may be one and the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crossing {
    pub first: usize,
    pub second: usize,
    /// A point near the place.
    pub at: (i32, i32),
}

type Point = (i32, i32);

/// All crossings, each pair of stretches once, in order of the lines.
#[must_use]
pub fn crossings(lines: &[Vec<Point>]) -> Vec<Crossing> {
    let stretches: Vec<(usize, usize)> = lines
        .iter()
        .enumerate()
        .flat_map(|(line, points)| (1..points.len()).map(move |position| (line, position - 1)))
        .collect();
    if stretches.len() <= FEW {
        let pairs = stretches.iter().enumerate().flat_map(|(at, one)| {
            let others = &stretches[at + 1..];
            others.iter().filter_map(|other| clash(lines, *one, *other).map(|at| crossing(*one, *other, at)))
        });
        return pairs.collect::<BTreeSet<_>>().into_iter().collect();
    }
    let size = bucket_size(lines);
    let first = |along: fn(&Point) -> i32| lines.iter().flatten().map(along).min().unwrap_or(0).div_euclid(size);
    let (first_row, first_column) = (first(|point| point.1), first(|point| point.0));
    // Row, column and number of a stretch in one word, which sorts fast.
    let mut buckets: Vec<u64> = Vec::with_capacity(stretches.len() * 2);
    for (number, &(line, position)) in stretches.iter().enumerate() {
        let (a, b) = (lines[line][position], lines[line][position + 1]);
        for row in a.1.min(b.1).div_euclid(size)..=a.1.max(b.1).div_euclid(size) {
            for column in a.0.min(b.0).div_euclid(size)..=a.0.max(b.0).div_euclid(size) {
                let (row, column) = (row.abs_diff(first_row), column.abs_diff(first_column));
                buckets.push(u64::from(row) << 48 | u64::from(column) << 32 | number as u64);
            }
        }
    }
    buckets.sort_unstable();
    let mut found = BTreeSet::new();
    for bucket in buckets.chunk_by(|a, b| a >> 32 == b >> 32) {
        for (position, &one) in bucket.iter().enumerate() {
            for &other in &bucket[position + 1..] {
                let stretch = |packed: u64| stretches[(packed & u64::from(u32::MAX)) as usize];
                let (one, other) = (stretch(one), stretch(other));
                if let Some(at) = clash(lines, one, other) {
                    found.insert(crossing(one, other, at));
                }
            }
        }
    }
    found.into_iter().collect()
}

/// So few stretches are compared each with each: sorting them by place first would take longer.
const FEW: usize = 200;

fn crossing(one: (usize, usize), other: (usize, usize), at: Point) -> Crossing {
    Crossing { first: one.0.min(other.0), second: one.0.max(other.0), at }
}

/// Buckets small enough for short stretches, but never more than some hundred along the whole map.
fn bucket_size(lines: &[Vec<Point>]) -> i32 {
    let all = || lines.iter().flatten();
    let extent = |low: Option<i32>, high: Option<i32>| i64::from(high.unwrap_or(0)) - i64::from(low.unwrap_or(0));
    let wide = extent(all().map(|point| point.0).min(), all().map(|point| point.0).max());
    let high = extent(all().map(|point| point.1).min(), all().map(|point| point.1).max());
    (wide.max(high) / 256).clamp(8, i64::from(i32::MAX)) as i32
}

fn clash(lines: &[Vec<Point>], one: (usize, usize), other: (usize, usize)) -> Option<Point> {
    let (a, b) = (lines[one.0][one.1], lines[one.0][one.1 + 1]);
    let (c, d) = (lines[other.0][other.1], lines[other.0][other.1 + 1]);
    let apart = a.0.max(b.0) < c.0.min(d.0)
        || c.0.max(d.0) < a.0.min(b.0)
        || a.1.max(b.1) < c.1.min(d.1)
        || c.1.max(d.1) < a.1.min(b.1);
    if apart {
        return None;
    }
    let (turn_c, turn_d) = (turn(a, b, c), turn(a, b, d));
    let (turn_a, turn_b) = (turn(c, d, a), turn(c, d, b));
    if turn_c == 0 && turn_d == 0 {
        return overlap(lines, one, other, [a, b, c, d]);
    }
    if turn_c * turn_d > 0 || turn_a * turn_b > 0 {
        return None;
    }
    // They meet in one point. It is allowed when both end there and the lines may meet there.
    let shared = [a, b].into_iter().find(|point| *point == c || *point == d);
    match shared {
        Some(point) if may_meet(lines, one, other, point) => None,
        Some(point) => Some(point),
        None => Some(if turn_a == 0 {
            a
        } else if turn_b == 0 {
            b
        } else {
            c
        }),
    }
}

/// Stretches on one straight line: bad when they share more than an end.
fn overlap(lines: &[Vec<Point>], one: (usize, usize), other: (usize, usize), ends: [Point; 4]) -> Option<Point> {
    let [a, b, c, d] = ends;
    let along = |point: Point| if a.0 == b.0 && c.0 == d.0 { point.1 } else { point.0 };
    let from = along(a).min(along(b)).max(along(c).min(along(d)));
    let to = along(a).max(along(b)).min(along(c).max(along(d)));
    match from.cmp(&to) {
        std::cmp::Ordering::Greater => None,
        std::cmp::Ordering::Less => Some(if along(c) == from || along(c) == to { c } else { d }),
        std::cmp::Ordering::Equal => {
            let point = ends.into_iter().find(|point| along(*point) == from)?;
            (!may_meet(lines, one, other, point)).then_some(point)
        }
    }
}

fn may_meet(lines: &[Vec<Point>], one: (usize, usize), other: (usize, usize), point: Point) -> bool {
    let is_end = |line: usize| lines[line].first() == Some(&point) || lines[line].last() == Some(&point);
    if one.0 == other.0 {
        let consecutive = one.1.abs_diff(other.1) == 1;
        return consecutive || is_end(one.0);
    }
    is_end(one.0) && is_end(other.0)
}

/// Positive, zero or negative as `c` lies on one side of the line through `a` and `b`, on it, or on the other.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    let difference = |from: i32, to: i32| i128::from(to) - i128::from(from);
    let cross = difference(a.0, b.0) * difference(a.1, c.1) - difference(a.1, b.1) * difference(a.0, c.0);
    cross.signum() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&[Point]], expected: &[(usize, usize)]) {
        let lines: Vec<Vec<Point>> = lines.iter().map(|line| line.to_vec()).collect();
        let found: Vec<(usize, usize)> = crossings(&lines).iter().map(|found| (found.first, found.second)).collect();
        assert_eq!(found, expected, "{lines:?}");
    }

    #[test]
    fn what_crosses_and_what_only_meets() {
        check(&[&[(0, 0), (10, 10)], &[(0, 10), (10, 0)]], &[(0, 1)]);
        check(&[&[(0, 0), (10, 10)], &[(10, 10), (20, 0)], &[(10, 10), (10, 30)]], &[]);
        check(&[&[(0, 0), (10, 0), (20, 0)], &[(10, 0), (10, 9)]], &[(0, 1)]);
        check(&[&[(0, 0), (10, 0)], &[(5, 0), (15, 0)]], &[(0, 1)]);
        check(&[&[(0, 0), (10, 0)], &[(10, 0), (0, 0)]], &[(0, 1)]);
        check(&[&[(0, 0), (10, 0)], &[(10, 0), (20, 0)]], &[]);
        check(&[&[(0, 0), (10, 0), (10, 10), (5, -5)]], &[(0, 0)]);
        check(&[&[(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]], &[]);
        check(&[&[(i32::MIN, 0), (i32::MAX, 0)], &[(0, i32::MIN), (0, i32::MAX)]], &[(0, 1)]);
        check(&[], &[]);
        // A long wall of teeth, more than are compared each with each, crossed once.
        let wall: Vec<Point> = (0..=2 * FEW as i32).map(|at| (at * 10, at % 2 * 10)).collect();
        check(&[&wall, &[(5, 40), (5, -40)]], &[(0, 1)]);
        check(&[&wall, &[(5, 40), (5, 20)]], &[]);
    }
}
