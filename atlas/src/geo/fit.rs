//! Fitting a projection to places whose position on the map is known, by least squares.

use chartroom_format::schema::recipe::Projection;
use thiserror::Error;

use super::placing::Placing;
use super::projection::{Axis, Projector};
use super::solve::{solve, straight_line};

/// A place whose true position on the map is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What the recipe calls it.
    pub label: String,
    pub lat: f64,
    pub lon: f64,
    /// Where it must fall, in map coordinates.
    pub x: f64,
    pub y: f64,
}

/// How far the fitted map puts a known place from where it belongs, before any pull.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    pub label: String,
    /// Eastward and southward error, in units of the fit (hexes).
    pub east: f64,
    pub south: f64,
}

impl Residual {
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.east.hypot(self.south)
    }
}

/// Why a projection cannot be fitted.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FitError {
    #[error("{found} calibrated places are too few: at least two that differ in latitude and in longitude are needed")]
    TooFew { found: usize },
    #[error("`{label}` cannot lie at {lat}, {lon}: latitudes run from -90 to 90 and longitudes from -180 to 360")]
    NoSuchPlace { label: String, lat: f64, lon: f64 },
    #[error("the calibrated places turn the map over: {axis} would grow the wrong way")]
    Reversed { axis: &'static str },
    #[error(
        "`{label}` contradicts the other places: the fit puts it {off:.1} hexes away, more than the {allowed:.1} allowed"
    )]
    Contradiction { label: String, off: f64, allowed: f64 },
    #[error("the {axis} are not in order, or fewer than two, or two fall on the same line")]
    BadAnchors { axis: &'static str },
    #[error("the map would fold over near {axis} {degrees}: the calibrated places there contradict each other")]
    Fold { axis: &'static str, degrees: f64 },
    #[error("the pull must reach a positive number of hexes, not {0}")]
    BadPull(f64),
}

/// What the fit needs to know of the map.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Map coordinates per hex, in which residuals are given.
    pub unit: f64,
    /// Map coordinates of one turn round the globe, where the map closes.
    pub turn: Option<f64>,
    /// Map coordinates per column and per row, for anchors.
    pub pitch: (f64, f64),
}

/// Fits the projection; the residuals come in the order of the places.
pub fn fit(projection: &Projection, known: &[Known], target: Target) -> Result<(Placing, Vec<Residual>), FitError> {
    for place in known {
        if !(-90.0..=90.0).contains(&place.lat) || !(-180.0..=360.0).contains(&place.lon) {
            return Err(FitError::NoSuchPlace { label: place.label.clone(), lat: place.lat, lon: place.lon });
        }
    }
    let placing = match projection {
        Projection::Equirectangular => plain(&Projector::Degrees, known, target)?,
        Projection::Miller => plain(&Projector::Miller, known, target)?,
        Projection::Mercator => plain(&Projector::Mercator, known, target)?,
        Projection::PlateCarree { latitudes, longitudes } => anchored(latitudes, longitudes, target)?,
        Projection::Knots { latitudes, longitudes } => knotted(latitudes, longitudes, known, target)?,
    };
    if placing.latitude.at(1.0) >= placing.latitude.at(0.0) {
        return Err(FitError::Reversed { axis: "latitude" });
    }
    if placing.longitude.at(1.0) <= placing.longitude.at(0.0) {
        return Err(FitError::Reversed { axis: "longitude" });
    }
    let residuals = known.iter().map(|place| residual(&placing, place, target.unit)).collect();
    Ok((placing, residuals))
}

/// Refuses a fit that leaves a place too far off, naming the worst.
pub fn check_residuals(residuals: &[Residual], allowed: f64) -> Result<(), FitError> {
    match residuals.iter().max_by(|a, b| a.distance().total_cmp(&b.distance())) {
        Some(worst) if worst.distance() > allowed => {
            Err(FitError::Contradiction { label: worst.label.clone(), off: worst.distance(), allowed })
        }
        _ => Ok(()),
    }
}

/// Bends a fitted map so that the known places come out exactly.
pub fn pull(placing: Placing, known: &[Known], reach: f64) -> Result<Placing, FitError> {
    if !(reach > 0.0 && reach.is_finite()) {
        return Err(FitError::BadPull(reach));
    }
    let places: Vec<_> = known
        .iter()
        .map(|place| {
            let at = placing.unpulled(place.lat, place.lon);
            (at, (placing.across(at.0, place.x), place.y - at.1))
        })
        .collect();
    placing.pulled(reach, &places).ok_or(FitError::TooFew { found: known.len() })
}

fn residual(placing: &Placing, place: &Known, unit: f64) -> Residual {
    let (x, y) = placing.place(place.lat, place.lon);
    Residual { label: place.label.clone(), east: placing.across(place.x, x) / unit, south: (y - place.y) / unit }
}

fn plain(latitude: &Projector, known: &[Known], target: Target) -> Result<Placing, FitError> {
    let too_few = FitError::TooFew { found: known.len() };
    let north_south: Vec<(f64, f64)> = known.iter().map(|place| (latitude.at(place.lat), place.y)).collect();
    let (offset, scale) = straight_line(&north_south).ok_or_else(|| too_few.clone())?;
    let latitude = Axis { projector: latitude.clone(), offset, scale };
    let (offset, scale) = match target.turn {
        None => straight_line(&known.iter().map(|place| (place.lon, place.x)).collect::<Vec<_>>()).ok_or(too_few)?,
        Some(turn) => (closed_offset(known, turn).ok_or(too_few)?, turn / 360.0),
    };
    Ok(Placing::new(latitude, Axis { projector: Projector::Degrees, offset, scale }, target.turn))
}

/// The shift east that suits all places best on a map whose scale is given by its turn: a mean on a circle.
fn closed_offset(known: &[Known], turn: f64) -> Option<f64> {
    let shifts: Vec<f64> = known.iter().map(|place| place.x - place.lon * turn / 360.0).collect();
    let first = *shifts.first()?;
    let near = |shift: f64| (shift - first + turn / 2.0).rem_euclid(turn) - turn / 2.0;
    Some(first + shifts.iter().map(|&shift| near(shift)).sum::<f64>() / shifts.len() as f64)
}

fn anchored(latitudes: &[(f64, f64)], longitudes: &[(f64, f64)], target: Target) -> Result<Placing, FitError> {
    let axis = |anchors: &[(f64, f64)], pitch: f64, name: &'static str, rising: bool| {
        let in_order = |pair: &[(f64, f64)]| {
            pair[0].0 < pair[1].0 && if rising { pair[0].1 < pair[1].1 } else { pair[0].1 > pair[1].1 }
        };
        let ordered = anchors.windows(2).all(in_order);
        if anchors.len() < 2 || !ordered || anchors.iter().any(|anchor| !anchor.0.is_finite() || !anchor.1.is_finite())
        {
            return Err(FitError::BadAnchors { axis: name });
        }
        let knots = anchors.iter().map(|&(degrees, line)| (degrees, line * pitch)).collect();
        Ok(Axis { projector: Projector::Straight(knots), offset: 0.0, scale: 1.0 })
    };
    let mut latitudes = latitudes.to_vec();
    latitudes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let latitude = axis(&latitudes, target.pitch.1, "latitudes", false)?;
    let mut longitude = axis(longitudes, target.pitch.0, "longitudes", true)?;
    if let (Some(turn), Projector::Straight(knots)) = (target.turn, &mut longitude.projector) {
        close(knots, turn);
    }
    Ok(Placing::new(latitude, longitude, target.turn))
}

/// Repeats the knots one turn to each side, so that the slope across the seam is right.
fn close(knots: &mut Vec<(f64, f64)>, turn: f64) {
    let original = knots.clone();
    let shifted = |turns: f64| original.iter().map(move |&(degrees, x)| (degrees + 360.0 * turns, x + turn * turns));
    let mut all: Vec<(f64, f64)> = shifted(-1.0).chain(shifted(0.0)).chain(shifted(1.0)).collect();
    all.dedup_by(|b, a| b.0 - a.0 < 1e-9);
    *knots = all;
}

fn knotted(latitudes: &[f64], longitudes: &[f64], known: &[Known], target: Target) -> Result<Placing, FitError> {
    let linear = plain(&Projector::Degrees, known, target)?;
    let sorted = |degrees: &[f64], axis: &'static str| {
        let mut degrees = degrees.to_vec();
        degrees.sort_by(f64::total_cmp);
        degrees.dedup();
        if degrees.len() < 2 || degrees.iter().any(|value| !value.is_finite()) {
            Err(FitError::BadAnchors { axis })
        } else {
            Ok(degrees)
        }
    };
    let latitudes = sorted(latitudes, "latitudes")?;
    let longitudes = sorted(longitudes, "longitudes")?;
    let too_few = || FitError::TooFew { found: known.len() };

    let errors: Vec<(f64, f64)> =
        known.iter().map(|place| (place.lat, place.y - linear.latitude.at(place.lat))).collect();
    let bends = bend(&latitudes, &errors, false).ok_or_else(too_few)?;
    let north_south: Vec<(f64, f64)> =
        latitudes.iter().zip(&bends).map(|(&lat, bend)| (lat, linear.latitude.at(lat) + bend)).collect();
    unfolded(&north_south, "latitude", false)?;

    let errors: Vec<(f64, f64)> =
        known.iter().map(|place| (place.lon, linear.across(linear.longitude.at(place.lon), place.x))).collect();
    let bends = bend(&longitudes, &errors, target.turn.is_some()).ok_or_else(too_few)?;
    let mut east_west: Vec<(f64, f64)> =
        longitudes.iter().zip(&bends).map(|(&lon, bend)| (lon, linear.longitude.at(lon) + bend)).collect();
    if let Some(turn) = target.turn {
        close(&mut east_west, turn);
    }
    unfolded(&east_west, "longitude", true)?;

    let axis = |knots| Axis { projector: Projector::Straight(knots), offset: 0.0, scale: 1.0 };
    Ok(Placing::new(axis(north_south), axis(east_west), target.turn))
}

fn unfolded(knots: &[(f64, f64)], axis: &'static str, rising: bool) -> Result<(), FitError> {
    match knots.windows(2).find(|pair| (pair[1].1 > pair[0].1) != rising) {
        Some(pair) => Err(FitError::Fold { axis, degrees: f64::midpoint(pair[0].0, pair[1].0) }),
        None => Ok(()),
    }
}

/// How strongly knots prefer to keep the slope of their neighbours, against one place's squared error.
const STIFFNESS: f64 = 0.1;

/// The bend at each knot that brings (degrees, error) pairs nearest to zero, while staying smooth.
fn bend(knots: &[f64], errors: &[(f64, f64)], closed: bool) -> Option<Vec<f64>> {
    let count = knots.len();
    let mut matrix = vec![vec![0.0; count]; count];
    let mut right = vec![0.0; count];
    for &(degrees, error) in errors {
        let weights = hats(knots, degrees, closed);
        for &(row, row_weight) in &weights {
            right[row] += row_weight * error;
            for &(column, column_weight) in &weights {
                matrix[row][column] += row_weight * column_weight;
            }
        }
    }
    let triples = (0..count).filter(|&middle| closed || (middle > 0 && middle + 1 < count));
    for middle in triples {
        let row = [((middle + count - 1) % count, 1.0), (middle, -2.0), ((middle + 1) % count, 1.0)];
        for (a, weight_a) in row {
            for (b, weight_b) in row {
                matrix[a][b] += STIFFNESS * weight_a * weight_b;
            }
        }
    }
    // A knot far from every place stays where the straight fit puts it.
    for (position, row) in matrix.iter_mut().enumerate() {
        row[position] += 1e-3;
    }
    solve(matrix, right)
}

/// The knots on both sides of a place, with their weights.
fn hats(knots: &[f64], degrees: f64, closed: bool) -> Vec<(usize, f64)> {
    let (Some(&first), Some(&last)) = (knots.first(), knots.last()) else { return Vec::new() };
    let degrees = if closed { first + (degrees - first).rem_euclid(360.0) } else { degrees.clamp(first, last) };
    let upper = knots.iter().position(|&knot| knot > degrees).unwrap_or(knots.len());
    let lower = upper.saturating_sub(1);
    let (upper, upper_degrees) = match knots.get(upper) {
        Some(&knot) => (upper, knot),
        None if closed => (0, first + 360.0),
        None => return vec![(lower, 1.0)],
    };
    let share = (degrees - knots[lower]) / (upper_degrees - knots[lower]);
    vec![(lower, 1.0 - share), (upper, share)]
}

#[cfg(test)]
mod tests;
