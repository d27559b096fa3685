//! Who neighbours whom and which spaces a region holds, for hexes and zones alike. Geometry first, then stated links.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::schema::map::{Grid, HexGrid, Region, Surface};
use chartroom_format::schema::map_shapes::Shapes;

use super::neighbours::Neighbours;

/// The board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Neighbours by geometry alone.
    pub geometry: Neighbours,
    /// Neighbours by stated links.
    pub stated: Neighbours,
    /// The spaces of each region.
    pub regions: BTreeMap<String, BTreeSet<String>>,
    pub is_hex: bool,
    /// Hexes of the grid that no file lists, and what they are.
    unlisted: Option<Surface>,
    surfaces: BTreeMap<String, Surface>,
}

impl Board {
    pub fn new(content: &Content) -> Self {
        let surfaces = content.spaces.iter().map(|(id, space)| (id.to_string(), space.surface)).collect();
        let mut board = Self { surfaces, ..Self::default() };
        match content.map.as_ref().map(|map| (&map.grid, map.unlisted)) {
            Some((Grid::Hexes(grid), unlisted)) => {
                board.is_hex = true;
                board.unlisted = unlisted;
                board.hexes(grid);
            }
            Some((Grid::Zones(_), _)) => {
                if let Some(shapes) = &content.shapes {
                    board.zones(shapes);
                }
            }
            None => {}
        }
        let stated = content.added_links.iter().map(|link| (link.from.as_str(), link.to.as_str()));
        board.stated = Neighbours::of_pairs(stated);
        board.gather(content);
        board
    }

    /// What a space is; hexes of the grid exist whether listed or not.
    pub fn surface(&self, space: &str) -> Option<Surface> {
        self.surfaces.get(space).copied().or_else(|| self.geometry.name(space).and(self.unlisted))
    }

    pub fn are_neighbours(&self, a: &str, b: &str) -> bool {
        self.touches(a, b) || self.stated.touch(a, b)
    }

    /// Neighbours by geometry alone.
    pub fn touches(&self, a: &str, b: &str) -> bool {
        self.geometry.touch(a, b)
    }

    /// Whether one of the neighbours is such a space.
    pub fn has_neighbour(&self, space: &str, such: impl Fn(&str) -> bool) -> bool {
        [&self.geometry, &self.stated].into_iter().filter_map(|map| map.of(space)).flatten().any(such)
    }

    fn known(&self, name: &str) -> Option<&str> {
        self.geometry.name(name).or_else(|| self.stated.name(name))
    }

    /// Whether ships can be in a space or beside it.
    pub fn is_by_the_sea(&self, space: &str) -> bool {
        let wet = |surface| matches!(surface, Some(Surface::Sea | Surface::Lake));
        match self.surface(space) {
            Some(Surface::Sea | Surface::Lake | Surface::Box) => true,
            Some(Surface::Coast | Surface::Island) if self.is_hex => true,
            _ => self.has_neighbour(space, |other| wet(self.surface(other))),
        }
    }

    /// The spaces of a place: itself, or those of the region of that name.
    pub fn spaces_of(&self, place: &str) -> Vec<&str> {
        if let Some(spaces) = self.regions.get(place) {
            return spaces.iter().map(String::as_str).collect();
        }
        self.surfaces
            .get_key_value(place)
            .map(|(key, _)| key.as_str())
            .or_else(|| self.known(place))
            .into_iter()
            .collect()
    }

    fn hexes(&mut self, grid: &HexGrid) {
        let Ok(board) = grid.board() else { return };
        let cells: Vec<_> = board.cells().collect();
        let names = cells.iter().map(|cell| grid.numbering.format(&board, *cell)).collect();
        self.geometry = Neighbours::new(names, |number| {
            board.neighbours(cells[number]).filter_map(|(_, other)| board.index(other))
        });
    }

    fn zones(&mut self, shapes: &Shapes) {
        let mut shared: BTreeMap<(&str, &str), f64> = BTreeMap::new();
        for border in &shapes.borders {
            if let (Some(left), Some(right)) = (&border.left, &border.right)
                && left != right
            {
                *shared.entry(ordered(left.as_str(), right.as_str())).or_default() +=
                    border.points.windows(2).map(|pair| length(pair[0], pair[1])).sum::<f64>();
            }
        }
        if shapes.wraps {
            let (west, east) = (along_seam(shapes, 0), along_seam(shapes, shapes.width as i32));
            for (a, a_from, a_to) in &west {
                for (b, b_from, b_to) in &east {
                    let overlap = a_to.min(b_to) - a_from.max(b_from);
                    if overlap > 0 && a != b {
                        *shared.entry(ordered(a, b)).or_default() += f64::from(overlap);
                    }
                }
            }
        }
        let long = shared.into_iter().filter(|(_, length)| *length > f64::from(shapes.shortest_border));
        self.geometry = Neighbours::of_pairs(long.map(|(pair, _)| pair));
    }

    fn gather(&mut self, content: &Content) {
        for (id, region) in &content.regions {
            let mut spaces: BTreeSet<String> = region.spaces.iter().map(ToString::to_string).collect();
            spaces.extend(by_line(content, region));
            self.regions.insert(id.to_string(), spaces);
        }
        for (id, space) in &content.spaces {
            for region in space.country.iter().chain(&space.regions) {
                self.regions.entry(region.to_string()).or_default().insert(id.to_string());
            }
        }
        // Regions that include each other in a circle stop growing by themselves.
        loop {
            let mut grew = false;
            for (id, region) in &content.regions {
                let more: Vec<String> = region
                    .includes
                    .iter()
                    .filter_map(|other| self.regions.get(other.as_str()))
                    .flatten()
                    .cloned()
                    .collect();
                let spaces = self.regions.entry(id.to_string()).or_default();
                let before = spaces.len();
                spaces.extend(more);
                grew |= spaces.len() > before;
            }
            if !grew {
                return;
            }
        }
    }
}

/// The numbers of the hexes that a region holds as whole rows and columns.
fn by_line(content: &Content, region: &Region) -> Vec<String> {
    let Some(Grid::Hexes(grid)) = content.map.as_ref().map(|map| &map.grid) else { return Vec::new() };
    let Ok(board) = grid.board() else { return Vec::new() };
    region.hexes_by_line(grid).into_iter().map(|cell| grid.numbering.format(&board, cell)).collect()
}

fn ordered<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    if a < b { (a, b) } else { (b, a) }
}

fn along_seam(shapes: &Shapes, x: i32) -> Vec<(&str, i32, i32)> {
    let mut found = Vec::new();
    for border in &shapes.borders {
        let ((Some(zone), None) | (None, Some(zone))) = (&border.left, &border.right) else { continue };
        for pair in border.points.windows(2).filter(|pair| pair[0].0 == x && pair[1].0 == x) {
            found.push((zone.as_str(), pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1)));
        }
    }
    found
}

fn length(a: (i32, i32), b: (i32, i32)) -> f64 {
    (f64::from(b.0) - f64::from(a.0)).hypot(f64::from(b.1) - f64::from(a.1))
}
