//! The place inside a zone that is farthest from its borders: where its name and its pieces go.

/// A point and its distance to the nearest border.
pub type Middle = ((f64, f64), f64);

struct Square {
    at: (f64, f64),
    half: f64,
    distance: f64,
}

impl Square {
    fn new(rings: &[Vec<(f64, f64)>], at: (f64, f64), half: f64) -> Self {
        Self { at, half, distance: inside_distance(rings, at) }
    }

    /// No point of the square is farther from the borders than this.
    fn best_possible(&self) -> f64 {
        self.distance + self.half * std::f64::consts::SQRT_2
    }
}

/// Searches by halving squares; exact to a fiftieth of the zone. `None` for a zone without area.
#[must_use]
pub fn middle(rings: &[Vec<(f64, f64)>]) -> Option<Middle> {
    let largest = rings.iter().max_by(|a, b| extent(a).total_cmp(&extent(b)))?;
    let (left, top, right, bottom) = bounds(largest)?;
    let (width, height) = (right - left, bottom - top);
    let size = width.min(height);
    if size <= 0.0 {
        return None;
    }
    let precision = size / 50.0;
    let mut open = Vec::new();
    for column in 0..(width / size).ceil() as usize {
        for row in 0..(height / size).ceil() as usize {
            let at = (left + (column as f64 + 0.5) * size, top + (row as f64 + 0.5) * size);
            open.push(Square::new(rings, at, size / 2.0));
        }
    }
    let mut best = Square::new(rings, (f64::midpoint(left, right), f64::midpoint(top, bottom)), 0.0);
    // The order of the search does not change its result beyond the precision, so a plain stack does.
    while let Some(square) = open.pop() {
        if square.best_possible() - best.distance <= precision {
            continue;
        }
        let half = square.half / 2.0;
        for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
            open.push(Square::new(rings, (square.at.0 + dx, square.at.1 + dy), half));
        }
        if square.distance > best.distance {
            best = square;
        }
    }
    (best.distance > 0.0).then_some((best.at, best.distance))
}

fn extent(ring: &[(f64, f64)]) -> f64 {
    bounds(ring).map_or(0.0, |(left, top, right, bottom)| (right - left) * (bottom - top))
}

fn bounds(ring: &[(f64, f64)]) -> Option<(f64, f64, f64, f64)> {
    let first = ring.first()?;
    let start = (first.0, first.1, first.0, first.1);
    Some(ring.iter().fold(start, |bounds, point| {
        (bounds.0.min(point.0), bounds.1.min(point.1), bounds.2.max(point.0), bounds.3.max(point.1))
    }))
}

/// Distance to the nearest border, negative outside.
fn inside_distance(rings: &[Vec<(f64, f64)>], point: (f64, f64)) -> f64 {
    let mut inside = false;
    let mut nearest = f64::INFINITY;
    for ring in rings {
        for (position, &a) in ring.iter().enumerate() {
            let b = ring[(position + 1) % ring.len()];
            let straddles = (a.1 > point.1) != (b.1 > point.1);
            if straddles && point.0 < (b.0 - a.0) * (point.1 - a.1) / (b.1 - a.1) + a.0 {
                inside = !inside;
            }
            nearest = nearest.min(distance_to(point, a, b));
        }
    }
    if inside { nearest } else { -nearest }
}

fn distance_to(point: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let share =
        if length == 0.0 { 0.0 } else { (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / length).clamp(0.0, 1.0) };
    (point.0 - a.0 - share * dx).hypot(point.1 - a.1 - share * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_lies_inside_and_away_from_holes() {
        let square = |left: f64, top: f64, size: f64| {
            vec![(left, top), (left + size, top), (left + size, top + size), (left, top + size)]
        };
        let ((x, y), radius) = middle(&[square(0.0, 0.0, 10.0)]).expect("an area");
        assert!((x - 5.0).abs() < 0.5 && (y - 5.0).abs() < 0.5 && radius > 4.7);
        let ((x, y), _) = middle(&[square(0.0, 0.0, 10.0), square(1.0, 1.0, 4.0)]).expect("an area");
        assert!(x > 5.0 || y > 5.0);
        let hook = vec![(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (9.0, 10.0), (9.0, 1.0), (0.0, 1.0)];
        let ((x, y), _) = middle(&[hook]).expect("an area");
        assert!(x > 9.0 || y < 1.0, "{x} {y}");
        assert_eq!(middle(&[]), None);
        assert_eq!(middle(&[vec![(1.0, 1.0), (5.0, 1.0)]]), None);
    }
}
