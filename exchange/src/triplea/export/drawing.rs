//! The drawing: zones as pixel outlines, centres, places for units, and the properties of the map.

use chartroom_atlas::raster::Raster;
use chartroom_atlas::zones::{Areas, middle};
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::RegionKind;

use super::super::read::Point;
use super::{Export, ExportError};
use crate::outlines::{inside, keyholes};

/// The side of a unit's picture on the map.
pub(super) const UNIT: i32 = 42;
/// As many places for units as a territory has, where there is room.
const MOST_PLACES: usize = 12;
const NEUTRAL: &str = "E2DCC8";
const IMPASSABLE: &str = "9A958A";

impl Export<'_> {
    /// Fills the drawing and returns the places of units, by territory.
    pub(super) fn drawing(&mut self, name: &str) -> Result<Vec<(String, Vec<Point>)>, ExportError> {
        let Some(shapes) = &self.content.shapes else { return Err(ExportError::NoShapes(name.to_owned())) };
        let (width, height) = (shapes.width, shapes.height);
        if width as usize * height as usize > Raster::MOST_CELLS {
            return Err(ExportError::TooLarge(width, height));
        }
        let (areas, problems) = Areas::read(shapes);
        if let Some(problem) = problems.first() {
            return Err(ExportError::Unsound { first: problem.to_string(), count: problems.len() });
        }
        let mut places = Vec::new();
        for (at, territory) in self.territories() {
            let id = self.rules.board.space(at).id.clone();
            let Some(area) = areas.zones.get(&SpaceId(id)) else {
                self.report.left_out("space without an outline", &territory, None);
                continue;
            };
            let outlines = keyholes(&area.rings);
            let Some(&corner) = outlines.first().and_then(|outline| outline.first()) else { continue };
            let rings: Vec<Vec<(f64, f64)>> = area
                .rings
                .iter()
                .map(|ring| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect())
                .collect();
            let centre = middle(&rings).map_or(corner, |((x, y), _)| (x.round() as i32, y.round() as i32));
            places.push((territory.clone(), units(&rings, centre)));
            self.drawing.centers.insert(territory.clone(), centre);
            self.drawing.polygons.push((territory, outlines));
        }
        let properties = [
            ("map.width", width.to_string()),
            ("map.height", height.to_string()),
            ("map.scrollWrapX", shapes.wraps.to_string()),
            ("map.scrollWrapY", "false".to_owned()),
            ("map.hasRelief", "true".to_owned()),
            ("map.showCapitolMarkers", "false".to_owned()),
            ("map.showTerritoryNames", "true".to_owned()),
            ("units.scale", "0.875".to_owned()),
            ("units.width", "48".to_owned()),
            ("units.height", "48".to_owned()),
            ("color.Impassable", IMPASSABLE.to_owned()),
            ("color.Neutral", self.neutral()),
        ];
        self.drawing.properties.extend(properties.map(|(name, value)| (name.to_owned(), value)));
        self.report.exact("outlines, islands and lakes among them", None);
        Ok(places)
    }

    /// The colour of land that is nobody's.
    fn neutral(&self) -> String {
        let nobodys =
            self.content.regions.values().filter(|region| region.power.is_none() && region.kind == RegionKind::Country);
        let colour = nobodys.filter_map(|region| region.colour.as_deref()).next();
        colour.map_or_else(|| NEUTRAL.to_owned(), |colour| colour.trim_start_matches('#').to_ascii_uppercase())
    }
}

/// Where pictures of units go: upper left corners, the nearest to the middle first, inside the territory where it has room.
fn units(rings: &[Vec<(f64, f64)>], centre: Point) -> Vec<Point> {
    let mut found = Vec::new();
    let reach = 6;
    for row in -reach..=reach {
        for column in -reach..=reach {
            let (x, y) = (centre.0 + column * UNIT - UNIT / 2, centre.1 + row * UNIT - UNIT / 2);
            let corners = [(x, y), (x + UNIT, y), (x, y + UNIT), (x + UNIT, y + UNIT)];
            if corners.iter().all(|&(x, y)| inside(rings, (f64::from(x), f64::from(y)))) {
                found.push((column * column + row * row, (x, y)));
            }
        }
    }
    found.sort_unstable();
    found.truncate(MOST_PLACES);
    if found.is_empty() {
        return vec![(centre.0 - UNIT / 2, centre.1 - UNIT / 2)];
    }
    found.into_iter().map(|(_, point)| point).collect()
}
