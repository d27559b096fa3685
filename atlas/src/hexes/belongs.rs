//! Whose a hex is and what lies on it: countries by the land they cover, then the recipe's areas by outline.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::{RegionId, TerrainId};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::recipe::{HexArea, HexDrawing, LatLon};

use super::{DrawnHex, HexProblem};
use crate::geo::Outlines;
use crate::geo::inside::{crosses_itself, is_inside};

/// What a recipe says of a hex beyond its surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Belongs {
    pub country: Option<RegionId>,
    pub terrain: Option<TerrainId>,
    /// In the order of the recipe's areas.
    pub regions: Vec<RegionId>,
}

impl Belongs {
    /// What holds for a hex whose middle lies at `middle`.
    pub(super) fn of(hex: &DrawnHex, middle: LatLon, drawing: &HexDrawing) -> Self {
        let mut belongs = Self::default();
        if holds_land(hex.surface) {
            belongs.country = holder(hex, drawing);
        }
        let covers = |area: &&HexArea| {
            let surface_fits =
                if area.on.is_empty() { holds_land(hex.surface) } else { area.on.contains(&hex.surface) };
            surface_fits && is_inside(&area.outline, middle)
        };
        for area in drawing.areas.iter().filter(covers) {
            belongs.country = area.country.clone().or(belongs.country);
            belongs.terrain = area.terrain.clone().or(belongs.terrain);
            let new = area.regions.iter().filter(|region| !belongs.regions.contains(region)).cloned();
            belongs.regions.extend(new.collect::<Vec<_>>());
        }
        belongs
    }
}

const fn holds_land(surface: Surface) -> bool {
    matches!(surface, Surface::Land | Surface::Coast | Surface::Island)
}

/// The country that holds most of a hex; of a hex with nothing but specks, that of the first speck.
fn holder(hex: &DrawnHex, drawing: &HexDrawing) -> Option<RegionId> {
    let mut shares: BTreeMap<&RegionId, f64> = BTreeMap::new();
    for (name, share) in &hex.countries {
        if let Some(country) = drawing.countries.get(name) {
            *shares.entry(country).or_default() += share;
        }
    }
    let most = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(a.0)));
    let speck = || hex.islands.iter().find_map(|name| drawing.countries.get(name));
    most.map(|(country, _)| country).or_else(speck).cloned()
}

/// What is wrong with the countries and areas of a recipe, all at once. Without a geography its countries are taken on trust.
#[must_use]
pub fn check(drawing: &HexDrawing, outlines: Option<&Outlines>) -> Vec<HexProblem> {
    let mut problems = outlines.map_or_else(Vec::new, |outlines| strangers(drawing.countries.keys(), outlines));
    for (area, HexArea { outline, .. }) in drawing.areas.iter().enumerate() {
        if outline.len() < 3 {
            problems.push(HexProblem::NoOutline { area, corners: outline.len() });
        } else if let Some((lat, lon)) = crosses_itself(outline) {
            problems.push(HexProblem::OutlineCrosses { area, lat, lon });
        }
    }
    problems
}

/// Countries that the geography does not know.
pub(super) fn strangers<'a>(names: impl Iterator<Item = &'a String>, outlines: &Outlines) -> Vec<HexProblem> {
    names
        .filter(|name| outlines.position(name).is_none())
        .map(|name| HexProblem::NoCountry {
            country: name.clone(),
            suggestion: outlines.nearest_name(name).map(str::to_owned),
        })
        .collect()
}
