//! A new zone cut out of what lies under its outline. Works on single stretches: both the borders and the new outline are
//! cut where they meet, each piece is judged for itself, and pieces that belong together become borders again.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::{Border, Shapes};

use super::{BorderChange, Changes, Point, between, checked, inside, turning};

/// A piece of border with the zones on its two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    from: Point,
    to: Point,
    left: Option<SpaceId>,
    right: Option<SpaceId>,
}

/// Cuts the zone `new` out along a ring. With `out_of` only that zone loses ground; without it everything under the ring does.
/// `zone_at` tells which zone holds a point now.
pub fn carve(
    shapes: &Shapes,
    ring: &[Point],
    new: &SpaceId,
    out_of: Option<&SpaceId>,
    zone_at: &dyn Fn((f64, f64)) -> Option<SpaceId>,
) -> Changes {
    let ring = clockwise(ring)?;
    let near = near_borders(shapes, &ring);
    let mut cuts = Cuts::new(&ring);
    let pieces: Vec<(usize, Vec<Piece>)> = near.iter().map(|at| (*at, cuts.border(&shapes.borders[*at]))).collect();
    let outline = cuts.outline();
    let steps: BTreeSet<(Point, Point)> = outline.iter().copied().collect();
    let mut shared: BTreeSet<(Point, Point)> = BTreeSet::new();
    let judged: Vec<(usize, Vec<Piece>)> = pieces
        .into_iter()
        .map(|(at, pieces)| {
            let judge = |piece| judge(piece, &ring, &steps, new, out_of, &mut shared);
            (at, pieces.into_iter().filter_map(judge).collect())
        })
        .collect();
    let mut own = Vec::new();
    for (from, to) in outline.into_iter().filter(|step| !shared.contains(step)) {
        let under = zone_at(between(from, to));
        if out_of.is_some() && under.as_ref() != out_of {
            return Err("The line leaves the zone; draw it from one border of the zone to another.".to_owned());
        }
        own.push(Piece { from, to, left: under, right: Some(new.clone()) });
    }
    let changes = joined(shapes, judged, own);
    swallowed(shapes, &changes)?;
    checked(shapes, changes)
}

/// The ring clockwise as seen on the screen, so that its inside is on the right hand, without repeated points.
fn clockwise(ring: &[Point]) -> Result<Vec<Point>, String> {
    let mut ring = ring.to_vec();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    if ring.len() < 3 || turning(&ring) == 0 {
        return Err("A zone needs at least three corners that are not on one line.".to_owned());
    }
    if turning(&ring) < 0 {
        ring.reverse();
    }
    Ok(ring)
}

/// Borders that may touch the ring.
fn near_borders(shapes: &Shapes, ring: &[Point]) -> Vec<usize> {
    let range = |points: &[Point]| {
        let x = || points.iter().map(|point| point.0);
        let y = || points.iter().map(|point| point.1);
        [x().min(), x().max(), y().min(), y().max()].map(Option::unwrap_or_default)
    };
    let [left, right, top, bottom] = range(ring);
    let touches = |border: &Border| {
        let [l, r, t, b] = range(&border.points);
        l <= right && left <= r && t <= bottom && top <= b
    };
    (0..shapes.borders.len()).filter(|at| touches(&shapes.borders[*at])).collect()
}

/// The ring with the places where borders cut it.
struct Cuts<'a> {
    ring: &'a [Point],
    /// By side of the ring.
    on_ring: Vec<BTreeSet<Point>>,
}

impl<'a> Cuts<'a> {
    fn new(ring: &'a [Point]) -> Self {
        Self { ring, on_ring: vec![BTreeSet::new(); ring.len()] }
    }

    fn side(&self, at: usize) -> (Point, Point) {
        (self.ring[at], self.ring[(at + 1) % self.ring.len()])
    }

    /// A border in pieces that the ring does not cut any more; remembers where it cuts the ring.
    fn border(&mut self, border: &Border) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for pair in border.points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let mut stops = BTreeSet::from([a, b]);
            for at in 0..self.ring.len() {
                let (c, d) = self.side(at);
                for point in meetings(a, b, c, d) {
                    stops.insert(point);
                    self.on_ring[at].insert(point);
                }
            }
            for (from, to) in steps(a, stops) {
                pieces.push(Piece { from, to, left: border.left.clone(), right: border.right.clone() });
            }
        }
        pieces
    }

    /// The ring in pieces.
    fn outline(&self) -> Vec<(Point, Point)> {
        (0..self.ring.len())
            .flat_map(|at| {
                let (a, b) = self.side(at);
                let mut stops = self.on_ring[at].clone();
                stops.extend([a, b]);
                steps(a, stops)
            })
            .collect()
    }
}

/// From stop to stop along a straight line that begins at `start`.
fn steps(start: Point, stops: BTreeSet<Point>) -> Vec<(Point, Point)> {
    let away = |point: &Point| {
        let (x, y) = (i64::from(point.0 - start.0), i64::from(point.1 - start.1));
        x * x + y * y
    };
    let mut stops: Vec<Point> = stops.into_iter().collect();
    stops.sort_by_key(away);
    stops.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Where two stretches meet: a crossing, or ends of one that lie on the other.
fn meetings(a: Point, b: Point, c: Point, d: Point) -> Vec<Point> {
    let turn = |p: Point, q: Point, r: Point| {
        i64::from(q.0 - p.0) * i64::from(r.1 - p.1) - i64::from(q.1 - p.1) * i64::from(r.0 - p.0)
    };
    let within = |p: Point, q: Point, r: Point| {
        (p.0.min(q.0)..=p.0.max(q.0)).contains(&r.0) && (p.1.min(q.1)..=p.1.max(q.1)).contains(&r.1)
    };
    let mut found = Vec::new();
    for (p, q, r) in [(a, b, c), (a, b, d), (c, d, a), (c, d, b)] {
        if turn(p, q, r) == 0 && within(p, q, r) {
            found.push(r);
        }
    }
    let (from_c, from_d) = (turn(a, b, c), turn(a, b, d));
    let (from_a, from_b) = (turn(c, d, a), turn(c, d, b));
    if from_c.signum() * from_d.signum() < 0 && from_a.signum() * from_b.signum() < 0 {
        let share = from_a as f64 / (from_a - from_b) as f64;
        let along = |from: i32, to: i32| (f64::from(from) + f64::from(to - from) * share).round() as i32;
        found.push((along(a.0, b.0), along(a.1, b.1)));
    }
    found
}

/// What becomes of a piece of an old border; nothing if it goes. Pieces that are part of the ring are noted in `shared`.
fn judge(
    mut piece: Piece,
    ring: &[Point],
    outline: &BTreeSet<(Point, Point)>,
    new: &SpaceId,
    out_of: Option<&SpaceId>,
    shared: &mut BTreeSet<(Point, Point)>,
) -> Option<Piece> {
    let takes = |side: &Option<SpaceId>| out_of.is_none() || side.as_ref() == out_of;
    if outline.contains(&(piece.from, piece.to)) {
        shared.insert((piece.from, piece.to));
        if takes(&piece.right) {
            piece.right = Some(new.clone());
        }
    } else if outline.contains(&(piece.to, piece.from)) {
        shared.insert((piece.to, piece.from));
        if takes(&piece.left) {
            piece.left = Some(new.clone());
        }
    } else if inside(ring, between(piece.from, piece.to)) {
        out_of?;
        for side in [&mut piece.left, &mut piece.right] {
            if takes(side) {
                *side = Some(new.clone());
            }
        }
    }
    (piece.left != piece.right).then_some(piece)
}

/// Pieces as borders again, cut where more than two meet. A border that comes out as it was is no change.
fn joined(shapes: &Shapes, judged: Vec<(usize, Vec<Piece>)>, own: Vec<Piece>) -> Vec<BorderChange> {
    let mut degree: BTreeMap<Point, usize> = BTreeMap::new();
    for piece in judged.iter().flat_map(|(_, pieces)| pieces).chain(&own) {
        *degree.entry(piece.from).or_default() += 1;
        *degree.entry(piece.to).or_default() += 1;
    }
    let meets = |point: &Point| degree.get(point).is_some_and(|count| *count > 2);
    let mut changes = Vec::new();
    for (at, pieces) in judged {
        let mut runs = runs(pieces, &meets).into_iter();
        match runs.next() {
            None => changes.push(BorderChange::Remove(at)),
            Some(first) if first == shapes.borders[at] => {}
            Some(first) => changes.push(BorderChange::Replace(at, first)),
        }
        changes.extend(runs.map(BorderChange::Add));
    }
    let mut own = own;
    // A ring is cut open where something meets it, so that no border starts in the middle of a stretch.
    if let Some(start) = own.iter().position(|piece| meets(&piece.from)) {
        own.rotate_left(start);
    }
    changes.extend(runs(own, &meets).into_iter().map(BorderChange::Add));
    changes
}

fn runs(pieces: Vec<Piece>, meets: &dyn Fn(&Point) -> bool) -> Vec<Border> {
    let mut out: Vec<Border> = Vec::new();
    for piece in pieces {
        match out.last_mut() {
            Some(border)
                if border.points.last() == Some(&piece.from)
                    && !meets(&piece.from)
                    && (&border.left, &border.right) == (&piece.left, &piece.right) =>
            {
                border.points.push(piece.to);
            }
            _ => out.push(Border { left: piece.left, right: piece.right, points: vec![piece.from, piece.to] }),
        }
    }
    out
}

/// Refuses to make a zone vanish: that is what merging is for.
fn swallowed(shapes: &Shapes, changes: &[BorderChange]) -> Result<(), String> {
    let zones = |shapes: &Shapes| -> BTreeSet<SpaceId> {
        shapes.borders.iter().flat_map(|border| [&border.left, &border.right]).flatten().cloned().collect()
    };
    let after = zones(&super::applied(shapes, changes));
    match zones(shapes).difference(&after).next() {
        Some(gone) => Err(format!("The new zone would swallow {gone}; merge it instead.")),
        None => Ok(()),
    }
}
