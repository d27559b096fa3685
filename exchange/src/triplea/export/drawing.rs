//! The drawing: zones as pixel outlines, centres, places for units, and the properties of the map.

use chartroom_atlas::raster::Raster;
use chartroom_atlas::zones::{Areas, middle};
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::RegionKind;

use super::super::read::{Point, Polygon};
use super::{Export, ExportError};

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
            let rings: Vec<Vec<(f64, f64)>> =
                area.rings.iter().map(|ring| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect()).collect();
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
            ("color.Impassable", IMPASSABLE.to_owned()),
            ("color.Neutral", self.neutral()),
        ];
        self.drawing.properties.extend(properties.map(|(name, value)| (name.to_owned(), value)));
        self.report.exact("outlines, islands and lakes among them", None);
        Ok(places)
    }

    /// The colour of land that is nobody's.
    fn neutral(&self) -> String {
        let nobodys = self.content.regions.values().filter(|region| region.power.is_none() && region.kind == RegionKind::Country);
        let colour = nobodys.filter_map(|region| region.colour.as_deref()).next();
        colour.map_or_else(|| NEUTRAL.to_owned(), |colour| colour.trim_start_matches('#').to_ascii_uppercase())
    }
}

/// Rings as outlines without holes: each hole is joined to what surrounds it by a slit of no width.
fn keyholes(rings: &[Vec<(i32, i32)>]) -> Vec<Polygon> {
    let (mut outsides, mut holes): (Vec<Polygon>, Vec<Polygon>) = (Vec::new(), Vec::new());
    for ring in rings.iter().filter(|ring| ring.len() > 2) {
        // Outsides run counter-clockwise as seen on paper, holes the other way.
        if chartroom_atlas::zones::areas::signed_area(ring) > 0.0 { outsides.push(ring.clone()) } else { holes.push(ring.clone()) }
    }
    if outsides.is_empty() {
        return holes;
    }
    // From west to east, so that what lies west of a hole is joined already.
    holes.sort_by_key(|hole| hole.iter().min().copied());
    for hole in holes {
        let Some(start) = (0..hole.len()).min_by_key(|&place| hole[place]) else { continue };
        let from = hole[start];
        let nearest = outsides
            .iter()
            .enumerate()
            .filter_map(|(index, ring)| west_of(ring, from).map(|(edge, x)| (x, index, edge)))
            .max();
        let Some((x, index, edge)) = nearest else {
            outsides.push(hole);
            continue;
        };
        let gate = (x, from.1);
        let round = (0..=hole.len()).map(|step| hole[(start + step) % hole.len()]);
        let slit: Vec<(i32, i32)> = [gate].into_iter().chain(round).chain([gate]).collect();
        outsides[index].splice(edge + 1..edge + 1, slit);
    }
    outsides
}

/// The edge that a line westward from a point meets first, and where.
fn west_of(ring: &[(i32, i32)], from: (i32, i32)) -> Option<(usize, i32)> {
    let mut best: Option<(i32, usize)> = None;
    for (edge, &(ax, ay)) in ring.iter().enumerate() {
        let (bx, by) = ring[(edge + 1) % ring.len()];
        if ay == by || !(ay.min(by)..ay.max(by)).contains(&from.1) {
            continue;
        }
        let along = f64::from(from.1 - ay) / f64::from(by - ay);
        let x = (f64::from(ax) + along * f64::from(bx - ax)).round() as i32;
        if x <= from.0 && best.is_none_or(|(known, _)| x > known) {
            best = Some((x, edge));
        }
    }
    best.map(|(x, edge)| (edge, x))
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

/// Whether a point lies inside rings, holes left out.
fn inside(rings: &[Vec<(f64, f64)>], (x, y): (f64, f64)) -> bool {
    let crossed = |ring: &Vec<(f64, f64)>| {
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        edges.filter(|((ax, ay), (bx, by))| (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)).count()
    };
    rings.iter().map(crossed).sum::<usize>() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_joined_to_what_surrounds_them() {
        // A square with two holes side by side, as a map with islands has them.
        let square = vec![(0, 0), (0, 100), (100, 100), (100, 0)];
        let hole = |x: i32| vec![(x, 40), (x + 10, 40), (x + 10, 50), (x, 50)];
        let rings = [square, hole(20), hole(60)];
        let outlines = keyholes(&rings);
        assert_eq!(outlines.len(), 1);
        let joined: Vec<Vec<(f64, f64)>> =
            outlines.iter().map(|ring| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect()).collect();
        for (point, expected) in [((10.5, 10.5), true), ((25.5, 45.5), false), ((65.5, 45.5), false), ((45.5, 45.5), true)] {
            assert_eq!(inside(&joined, point), expected, "{point:?}");
        }
    }
}
