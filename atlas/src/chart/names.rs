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

/// Names for the regions that are countries or seas, each at the member nearest to the middle of all.
pub(super) fn areas(chart: &Chart<'_>, spots: &BTreeMap<SpaceId, Spot>, least_width: f64) -> Vec<AreaName> {
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
        area(region, &spots).filter(|area| area.width >= least_width)
    });
    named.collect()
}

fn area(region: &Region, spots: &[&Spot]) -> Option<AreaName> {
    let count = spots.len() as f64;
    let (x, y) = spots.iter().fold((0.0, 0.0), |sum, spot| (sum.0 + spot.at.0 / count, sum.1 + spot.at.1 / count));
    let away = |spot: &&&Spot| (spot.at.0 - x).hypot(spot.at.1 - y);
    let middle = spots.iter().min_by(|a, b| away(a).total_cmp(&away(b)))?;
    // The name runs along the row of its middle, so only members beside it give it room.
    let beside = spots.iter().filter(|spot| (spot.at.1 - middle.at.1).abs() < spot.room.max(middle.room));
    let (west, east) = beside.fold((f64::INFINITY, f64::NEG_INFINITY), |(west, east), spot| {
        (west.min(spot.at.0 - spot.room), east.max(spot.at.0 + spot.room))
    });
    let at = (f64::midpoint(west, east), middle.at.1);
    Some(AreaName { text: region.title.clone(), at, width: east - west, is_sea: region.kind == RegionKind::Sea })
}
