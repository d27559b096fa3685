//! Polygons of countries that touch are one landmass: a small country on a continent is no island.

use std::collections::BTreeMap;

use super::outlines::{Outlines, ring_area};

/// A polygon by its country and its place among the country's polygons.
pub type Part = (usize, usize);

/// All landmasses, each with its largest polygon first.
#[must_use]
pub fn landmasses(outlines: &Outlines) -> Vec<Vec<Part>> {
    let parts: Vec<Part> = outlines
        .countries
        .iter()
        .enumerate()
        .flat_map(|(country, outline)| (0..outline.polygons.len()).map(move |polygon| (country, polygon)))
        .collect();
    let mut leader: Vec<usize> = (0..parts.len()).collect();
    let mut first_at: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for (number, &(country, polygon)) in parts.iter().enumerate() {
        for point in outlines.countries[country].polygons[polygon].iter().flatten() {
            let other = *first_at.entry(rounded(*point)).or_insert(number);
            let (a, b) = (lead(&mut leader, other), lead(&mut leader, number));
            leader[a.max(b)] = a.min(b);
        }
    }
    let mut masses: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
    for (number, &part) in parts.iter().enumerate() {
        masses.entry(lead(&mut leader, number)).or_default().push(part);
    }
    let size = |&(country, polygon): &Part| {
        outlines.countries[country].polygons[polygon].first().map_or(0.0, |outside| ring_area(outside))
    };
    let mut masses: Vec<Vec<Part>> = masses.into_values().collect();
    for mass in &mut masses {
        mass.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.cmp(b)));
    }
    masses
}

/// The first of all that are known to touch; the way there is shortened for the next time.
fn lead(leader: &mut [usize], mut number: usize) -> usize {
    while leader[number] != number {
        leader[number] = leader[leader[number]];
        number = leader[number];
    }
    number
}

/// A point as whole numbers, on one side of the date line.
fn rounded((lon, lat): (f64, f64)) -> (i64, i64) {
    const FINENESS: f64 = 1e5;
    (((lon * FINENESS).round() as i64).rem_euclid(360 * FINENESS as i64), (lat * FINENESS).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geo::Country;

    fn square(west: f64, south: f64, side: f64) -> Vec<Vec<(f64, f64)>> {
        vec![vec![
            (west, south),
            (west + side, south),
            (west + side, south + side),
            (west, south + side),
            (west, south),
        ]]
    }

    #[test]
    fn touching_countries_are_one_and_islands_are_alone() {
        let country = |name: &str, polygons| Country { name: name.to_owned(), polygons };
        let outlines = Outlines {
            countries: vec![
                country("Dwarf", vec![square(10.0, 0.0, 10.0), square(50.0, 50.0, 1.0)]),
                country("East", vec![square(-180.0, 0.0, 1.0)]),
                country("Giant", vec![square(20.0, 0.0, 30.0)]),
                country("West", vec![square(179.0, 0.0, 1.0)]),
            ],
        };
        assert_eq!(landmasses(&outlines), [vec![(2, 0), (0, 0)], vec![(0, 1)], vec![(1, 0), (3, 0)]]);
    }
}
