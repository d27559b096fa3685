//! Zones as areas to fill and to hit: cut into trapezoids, which needs no ring order and never fails on islands or holes.

use std::collections::BTreeMap;

use chartroom_format::schema::map_shapes::Shapes;
use egui::{Pos2, Rect, pos2};

/// A four-cornered piece of a zone, flat at top and bottom: left and right at the top, then at the bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trapezoid {
    pub top: f32,
    pub bottom: f32,
    pub top_x: (f32, f32),
    pub bottom_x: (f32, f32),
}

/// One zone.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneShape {
    pub pieces: Vec<Trapezoid>,
    pub bounds: Rect,
    /// A good place for its name: inside, in its widest part.
    pub middle: Pos2,
    pub area: f32,
}

/// A stretch of border between two zones.
#[derive(Clone, Debug, PartialEq)]
pub struct BorderLine {
    pub left: Option<String>,
    pub right: Option<String>,
    pub points: Vec<Pos2>,
    pub bounds: Rect,
}

/// All borders as lines to draw.
pub fn lines(shapes: &Shapes) -> Vec<BorderLine> {
    shapes
        .borders
        .iter()
        .map(|border| {
            let points: Vec<Pos2> = border.points.iter().map(|(x, y)| pos2(*x as f32, *y as f32)).collect();
            BorderLine {
                left: border.left.as_ref().map(|id| id.0.clone()),
                right: border.right.as_ref().map(|id| id.0.clone()),
                bounds: Rect::from_points(&points),
                points,
            }
        })
        .collect()
}

/// The area of every zone that has a border.
pub fn areas(lines: &[BorderLine]) -> BTreeMap<String, ZoneShape> {
    let mut edges: BTreeMap<&str, Vec<(Pos2, Pos2)>> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.left != line.right) {
        for zone in [&line.left, &line.right].into_iter().flatten() {
            let into = edges.entry(zone).or_default();
            into.extend(line.points.windows(2).map(|pair| (pair[0], pair[1])));
        }
    }
    edges.into_iter().map(|(zone, edges)| (zone.to_owned(), shape(&edges))).collect()
}

fn shape(edges: &[(Pos2, Pos2)]) -> ZoneShape {
    let pieces = cut(edges);
    let bounds = edges.iter().fold(Rect::NOTHING, |bounds, (a, b)| bounds.union(Rect::from_two_pos(*a, *b)));
    let area = pieces.iter().map(Trapezoid::area).sum();
    ZoneShape { middle: middle(&pieces, bounds), pieces, bounds, area }
}

/// Sweeps from top to bottom; between two neighbouring heights no edge begins or ends, so the edges there, from left to
/// right, bound the inside by pairs. A pair that goes on through several heights stays one piece.
fn cut(edges: &[(Pos2, Pos2)]) -> Vec<Trapezoid> {
    let mut slanted: Vec<(Pos2, Pos2)> = edges
        .iter()
        .filter(|(a, b)| a.y < b.y || b.y < a.y)
        .map(|(a, b)| if a.y < b.y { (*a, *b) } else { (*b, *a) })
        .collect();
    slanted.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let mut heights: Vec<f32> = slanted.iter().flat_map(|(a, b)| [a.y, b.y]).collect();
    heights.sort_by(f32::total_cmp);
    heights.dedup();
    let mut pieces = Vec::new();
    let mut open: Vec<(usize, usize, f32)> = Vec::new();
    let (mut active, mut next): (Vec<usize>, usize) = (Vec::new(), 0);
    for band in heights.windows(2) {
        let (top, bottom) = (band[0], band[1]);
        let between = top.midpoint(bottom);
        active.retain(|edge| slanted[*edge].1.y > top);
        while slanted.get(next).is_some_and(|edge| edge.0.y <= top) {
            active.push(next);
            next += 1;
        }
        active.sort_by(|a, b| at(slanted[*a], between).total_cmp(&at(slanted[*b], between)));
        let pairs: Vec<(usize, usize)> = active.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        open.retain(|(left, right, from)| {
            let goes_on = pairs.contains(&(*left, *right));
            if !goes_on {
                pieces.push(trapezoid(slanted[*left], slanted[*right], *from, top));
            }
            goes_on
        });
        for (left, right) in pairs {
            if !open.iter().any(|(a, b, _)| (*a, *b) == (left, right)) {
                open.push((left, right, top));
            }
        }
    }
    let end = heights.last().copied().unwrap_or(0.0);
    pieces.extend(open.into_iter().map(|(left, right, from)| trapezoid(slanted[left], slanted[right], from, end)));
    pieces
}

fn at((a, b): (Pos2, Pos2), y: f32) -> f32 {
    a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0)
}

fn trapezoid(left: (Pos2, Pos2), right: (Pos2, Pos2), top: f32, bottom: f32) -> Trapezoid {
    Trapezoid { top, bottom, top_x: (at(left, top), at(right, top)), bottom_x: (at(left, bottom), at(right, bottom)) }
}

impl Trapezoid {
    fn area(&self) -> f32 {
        (self.top_x.1 - self.top_x.0 + self.bottom_x.1 - self.bottom_x.0) / 2.0 * (self.bottom - self.top)
    }

    pub fn contains(&self, point: Pos2) -> bool {
        if point.y < self.top || point.y >= self.bottom {
            return false;
        }
        let share = (point.y - self.top) / (self.bottom - self.top);
        let side = |top: f32, bottom: f32| top + (bottom - top) * share;
        side(self.top_x.0, self.bottom_x.0) <= point.x && point.x < side(self.top_x.1, self.bottom_x.1)
    }
}

impl ZoneShape {
    pub fn contains(&self, point: Pos2) -> bool {
        self.bounds.contains(point) && self.pieces.iter().any(|piece| piece.contains(point))
    }
}

/// The middle of the stretch that is both wide and near the centre of mass.
fn middle(pieces: &[Trapezoid], bounds: Rect) -> Pos2 {
    let total: f32 = pieces.iter().map(Trapezoid::area).sum();
    if total <= 0.0 {
        return bounds.center();
    }
    let mass_y: f32 = pieces.iter().map(|piece| piece.area() * piece.top.midpoint(piece.bottom)).sum::<f32>() / total;
    let height = bounds.height().max(1.0);
    let score = |y: f32, width: f32| width - (y - mass_y).abs() / height * bounds.width();
    let mut best = (f32::MIN, bounds.center());
    for piece in pieces {
        let y = mass_y.clamp(piece.top, piece.bottom);
        let share = if piece.bottom > piece.top { (y - piece.top) / (piece.bottom - piece.top) } else { 0.0 };
        let side = |top: f32, bottom: f32| top + (bottom - top) * share;
        let (left, right) = (side(piece.top_x.0, piece.bottom_x.0), side(piece.top_x.1, piece.bottom_x.1));
        let value = score(y, right - left);
        if value > best.0 {
            best = (value, pos2(left.midpoint(right), y));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(points: &[(f32, f32)]) -> Vec<(Pos2, Pos2)> {
        let points: Vec<Pos2> = points.iter().map(|(x, y)| pos2(*x, *y)).collect();
        (0..points.len()).map(|n| (points[n], points[(n + 1) % points.len()])).collect()
    }

    #[test]
    fn areas_with_holes_and_slants_come_out_whole() {
        type Case = (&'static str, Vec<(Pos2, Pos2)>, f32);
        let cases: [Case; 4] = [
            ("square", ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]), 100.0),
            ("triangle", ring(&[(0.0, 0.0), (10.0, 5.0), (0.0, 10.0)]), 50.0),
            (
                "square with a hole",
                [
                    ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]),
                    ring(&[(2.0, 2.0), (4.0, 2.0), (4.0, 6.0), (2.0, 6.0)]),
                ]
                .concat(),
                92.0,
            ),
            ("arrow", ring(&[(0.0, 0.0), (10.0, 5.0), (0.0, 10.0), (4.0, 5.0)]), 30.0),
        ];
        for (name, edges, area) in cases {
            let shape = shape(&edges);
            assert!((shape.area - area).abs() < 1e-3, "{name}: {} instead of {area}", shape.area);
            assert!(shape.contains(shape.middle), "{name}: its name lies outside");
        }
    }

    #[test]
    fn a_hole_is_not_hit() {
        let edges = [
            ring(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]),
            ring(&[(2.0, 2.0), (4.0, 2.0), (4.0, 6.0), (2.0, 6.0)]),
        ]
        .concat();
        let shape = shape(&edges);
        assert!(shape.contains(pos2(1.0, 5.0)) && shape.contains(pos2(5.0, 5.0)));
        assert!(!shape.contains(pos2(3.0, 4.0)) && !shape.contains(pos2(11.0, 5.0)));
    }
}
