//! Where the large names of countries and seas go.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Region, RegionKind, Surface};

use super::Chart;
use crate::render::scene::AreaName;

/// A space as far as names are concerned.
pub(super) struct Spot {
    pub(super) at: (f64, f64),
    /// How far from its middle it reaches.
    pub(super) room: f64,
}

impl Spot {
    fn away(&self, (x, y): (f64, f64)) -> f64 {
        (self.at.0 - x).hypot(self.at.1 - y)
    }
}

/// Names for the regions that are countries or seas, each where most of its area lies together. Members farther than `reach`
/// do not count: colonies, and the other edge of a map that closes round the globe.
pub(super) fn areas(chart: &Chart<'_>, spots: &BTreeMap<SpaceId, Spot>, reach: f64, least_width: f64) -> Vec<AreaName> {
    let mut members: BTreeMap<&str, Vec<&Spot>> = BTreeMap::new();
    for (id, space) in &chart.content.spaces {
        let Some(spot) = spots.get(id) else { continue };
        let on_land = !matches!(space.surface, Surface::Sea);
        for region in space.country.iter().chain(&space.regions) {
            let kind = chart.content.regions.get(region).map(|region| region.kind);
            if kind == Some(RegionKind::Sea) || (kind == Some(RegionKind::Country) && on_land) {
                members.entry(region.as_str()).or_default().push(spot);
            }
        }
    }
    for (id, region) in chart.content.regions.iter().filter(|(_, region)| region.kind == RegionKind::Sea) {
        let listed = region.spaces.iter().filter_map(|space| spots.get(space));
        members.entry(id.as_str()).or_default().extend(listed);
    }
    let named = members.into_iter().filter_map(|(id, spots)| {
        let region = chart.content.regions.get(id)?;
        area(region, &spots, reach).filter(|area| area.width >= least_width)
    });
    named.collect()
}

fn area(region: &Region, spots: &[&Spot], reach: f64) -> Option<AreaName> {
    let middle = heart(spots, reach)?;
    let (west, east) = row(spots, middle);
    Some(AreaName {
        text: region.title.clone(),
        at: (f64::midpoint(west, east), middle.at.1),
        width: east - west,
        rise: column(spots, middle),
        is_sea: region.kind == RegionKind::Sea,
    })
}

/// The member in the middle of the part of the region with the most area within reach.
fn heart<'a>(spots: &[&'a Spot], reach: f64) -> Option<&'a Spot> {
    let area = |spot: &Spot| spot.room * spot.room;
    let around =
        |centre: &Spot| spots.iter().filter(|spot| spot.away(centre.at) <= reach).map(|spot| area(spot)).sum::<f64>();
    let mut best: Option<(&Spot, f64)> = None;
    for spot in spots {
        let weight = around(spot);
        if best.is_none_or(|(_, most)| weight > most * (1.0 + 1e-9)) {
            best = Some((spot, weight));
        }
    }
    let (densest, weight) = best?;
    let near: Vec<&&Spot> = spots.iter().filter(|spot| spot.away(densest.at) <= reach).collect();
    let mean = near.iter().fold((0.0, 0.0), |sum, spot| {
        let share = area(spot) / weight.max(f64::MIN_POSITIVE);
        (sum.0 + spot.at.0 * share, sum.1 + spot.at.1 * share)
    });
    near.into_iter().min_by(|a, b| a.away(mean).total_cmp(&b.away(mean))).copied()
}

/// How far the region runs unbroken east and west of its middle.
fn row(spots: &[&Spot], middle: &Spot) -> (f64, f64) {
    run(spots, middle, |(x, y)| (x, y))
}

/// How far it runs unbroken to the edges of the map above and below.
fn column(spots: &[&Spot], middle: &Spot) -> (f64, f64) {
    run(spots, middle, |(x, y)| (y, x))
}

/// How far the region runs unbroken to both sides of its middle, `turned` so that the first number goes along and the second across.
fn run(spots: &[&Spot], middle: &Spot, turned: fn((f64, f64)) -> (f64, f64)) -> (f64, f64) {
    let (centre, line) = turned(middle.at);
    let mut beside: Vec<(f64, f64)> = spots
        .iter()
        .map(|spot| (turned(spot.at), spot.room))
        .filter(|((_, across), room)| (across - line).abs() < room.max(middle.room))
        .map(|((along, _), room)| (along, room))
        .collect();
    beside.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut low, mut high) = (centre - middle.room, centre + middle.room);
    for &(along, room) in beside.iter().filter(|(along, _)| *along > centre) {
        if (along - high).abs() <= room * 1.4 {
            high = high.max(along + room);
        }
    }
    for &(along, room) in beside.iter().rev().filter(|(along, _)| *along < centre) {
        if (along - low).abs() <= room * 1.4 {
            low = low.min(along - room);
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(places: &[(f64, f64)]) -> Vec<Spot> {
        places.iter().map(|&at| Spot { at, room: 1.0 }).collect()
    }

    #[test]
    fn names_stand_where_most_of_the_land_is() {
        // A block in the west, a smaller one across the seam in the east, a colony in between.
        let all = spots(&[(1.0, 5.0), (3.0, 5.0), (5.0, 5.0), (3.0, 7.0), (97.0, 5.0), (99.0, 5.0), (50.0, 5.0)]);
        let all: Vec<&Spot> = all.iter().collect();
        let middle = heart(&all, 20.0).expect("a middle");
        assert_eq!(middle.at, (3.0, 5.0));
        assert_eq!(row(&all, middle), (0.0, 6.0));
        assert_eq!(column(&all, middle), (4.0, 8.0));
        assert!(heart(&[], 20.0).is_none());
    }
}
