//! Who touches whom on the map of a pack, and how far apart spaces lie: geometry, then what `links.ron` adds and denies.
//!
//! Written for the tests alone, apart from the engine's board, so that the two can be held against each other. Nothing
//! here knows units or rules beyond the three ways to travel.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chartroom_atlas::geo::Outlines;
use chartroom_atlas::zones;
use chartroom_format::content::Content;
use chartroom_format::grid::Board;
use chartroom_format::schema::map::{Grid, HexGrid, Surface};
use chartroom_format::schema::map_shapes::Shapes;
use chartroom_format::schema::recipe::Drawing;
use chartroom_format::schema::units::Domain;

use crate::repository;

/// The ways the tests tell apart; submarines go where ships go.
pub const WAYS: [Domain; 3] = [Domain::Land, Domain::Sea, Domain::Air];

type Links = BTreeMap<String, BTreeMap<String, BTreeSet<Domain>>>;

/// All spaces of a map with their links.
pub struct Topology {
    surfaces: BTreeMap<String, Surface>,
    links: Links,
    one_way: BTreeSet<(String, String)>,
    /// Zones that lie on both edges of a map that closes.
    on_both_edges: BTreeSet<String>,
}

impl Topology {
    pub fn of(content: &Content) -> Result<Self, String> {
        let map = content.map.as_ref().ok_or("the pack has no map")?;
        let mut surfaces: BTreeMap<String, Surface> =
            content.spaces.iter().map(|(id, space)| (id.to_string(), space.surface)).collect();
        let mut on_both_edges = BTreeSet::new();
        let touching: Vec<(String, String)> = match &map.grid {
            Grid::Hexes(grid) => {
                let board = grid.board().map_err(|error| error.to_string())?;
                if let Some(surface) = map.unlisted {
                    for cell in board.cells() {
                        surfaces.entry(grid.numbering.format(&board, cell)).or_insert(surface);
                    }
                }
                hex_pairs(grid, &board)
            }
            Grid::Zones(_) => {
                let shapes = shapes(content)?;
                on_both_edges = zones_on_both_edges(&shapes);
                chartroom_format::grid::zones::neighbours(&shapes)
                    .into_keys()
                    .map(|(a, b)| (a.to_string(), b.to_string()))
                    .collect()
            }
        };
        let mut topology = Self { surfaces, links: Links::new(), one_way: BTreeSet::new(), on_both_edges };
        for (a, b) in touching {
            if topology.surfaces.contains_key(&a) && topology.surfaces.contains_key(&b) {
                let ways = topology.open_ways(content, &a, &b);
                topology.join(&a, &b, &ways);
                topology.join(&b, &a, &ways);
            }
        }
        topology.correct(content)?;
        Ok(topology)
    }

    /// The ways that lead from one space over a plain side into another.
    fn open_ways(&self, content: &Content, a: &str, b: &str) -> BTreeSet<Domain> {
        let (from, to) = (self.surfaces[a], self.surfaces[b]);
        let side = content.hexsides.get(&format!("{a}/{b}")).or_else(|| content.hexsides.get(&format!("{b}/{a}")));
        let side: Vec<_> = side.into_iter().flatten().filter_map(|id| content.side_types.get(id)).collect();
        let on_foot = |surface| matches!(surface, Surface::Land | Surface::Coast);
        let afloat = |surface| matches!(surface, Surface::Sea | Surface::Coast | Surface::Island);
        let on_lake = |surface| matches!(surface, Surface::Lake | Surface::Coast);
        let crossing = side.iter().any(|side| side.crossing);
        let dry = |surface| on_foot(surface) || surface == Surface::Island;
        let open = |way: Domain| match way {
            Domain::Land => (on_foot(from) && on_foot(to)) || (crossing && dry(from) && dry(to)),
            Domain::Sea => {
                (afloat(from) && afloat(to)) || (on_lake(from) && on_lake(to) && [from, to].contains(&Surface::Lake))
            }
            _ => from != Surface::Impassable && to != Surface::Impassable,
        };
        let barred = |way: Domain| {
            let by_side = side.iter().any(|side| side.bars.contains(&way) && !(way == Domain::Land && crossing));
            by_side || [a, b].iter().any(|space| barred_by_terrain(content, space, way))
        };
        WAYS.into_iter().filter(|&way| open(way) && !barred(way)).collect()
    }

    fn join(&mut self, from: &str, to: &str, ways: &BTreeSet<Domain>) {
        self.links.entry(from.to_owned()).or_default().entry(to.to_owned()).or_default().extend(ways);
    }

    /// Links the text adds and denies.
    fn correct(&mut self, content: &Content) -> Result<(), String> {
        for link in &content.added_links {
            let (from, to) = (link.from.as_str(), link.to.as_str());
            for end in [from, to] {
                if !self.surfaces.contains_key(end) {
                    return Err(format!("an added link ends at `{end}`, which is no space"));
                }
            }
            let class = content.link_classes.get(&link.class).ok_or_else(|| format!("no link class {}", link.class))?;
            let ways = class.passes.iter().copied().filter(|way| WAYS.contains(way)).collect();
            self.join(from, to, &ways);
            if link.one_way {
                self.one_way.insert((from.to_owned(), to.to_owned()));
            } else {
                self.join(to, from, &ways);
            }
        }
        for link in &content.denied_links {
            let denied: &[Domain] = if link.domains.is_empty() { &WAYS } else { &link.domains };
            for (from, to) in [(&link.from, &link.to), (&link.to, &link.from)] {
                if let Some(ways) = self.links.get_mut(from.as_str()).and_then(|links| links.get_mut(to.as_str())) {
                    ways.retain(|way| !denied.contains(way));
                }
            }
        }
        Ok(())
    }

    pub fn has(&self, space: &str) -> bool {
        self.surfaces.contains_key(space)
    }

    pub fn spaces(&self) -> impl Iterator<Item = (&str, Surface)> {
        self.surfaces.iter().map(|(name, &surface)| (name.as_str(), surface))
    }

    /// Everything a space touches or is linked to, and the ways that lead there.
    pub fn neighbours(&self, space: &str) -> impl Iterator<Item = (&str, &BTreeSet<Domain>)> {
        self.links.get(space).into_iter().flatten().map(|(name, ways)| (name.as_str(), ways))
    }

    /// Whether a link leads from one space to the other, by a way if one is named.
    pub fn linked(&self, from: &str, to: &str, way: Option<Domain>) -> bool {
        let ways = self.links.get(from).and_then(|links| links.get(to));
        ways.is_some_and(|ways| way.map_or(!ways.is_empty(), |way| ways.contains(&way)))
    }

    /// Whether this link is meant to lead one way only.
    pub fn is_one_way(&self, from: &str, to: &str) -> bool {
        self.one_way.contains(&(from.to_owned(), to.to_owned()))
    }

    pub fn spans_edge(&self, space: &str) -> bool {
        self.on_both_edges.contains(space)
    }

    /// Steps to every space that can be reached by a way.
    pub fn reach(&self, from: &str, way: Domain) -> BTreeMap<&str, usize> {
        let Some((start, _)) = self.surfaces.get_key_value(from) else { return BTreeMap::new() };
        let mut steps = BTreeMap::from([(start.as_str(), 0)]);
        let mut queue = VecDeque::from([start.as_str()]);
        while let Some(space) = queue.pop_front() {
            let next_step = steps[space] + 1;
            let next: Vec<&str> =
                self.neighbours(space).filter(|(_, ways)| ways.contains(&way)).map(|(name, _)| name).collect();
            for name in next {
                if !steps.contains_key(name) {
                    steps.insert(name, next_step);
                    queue.push_back(name);
                }
            }
        }
        steps
    }

    pub fn distance(&self, from: &str, to: &str, way: Domain) -> Option<usize> {
        self.reach(from, way).get(to).copied()
    }
}

fn barred_by_terrain(content: &Content, space: &str, way: Domain) -> bool {
    let terrain = content.spaces.get(space).and_then(|space| space.terrain.as_ref());
    terrain.and_then(|id| content.terrains.get(id)).is_some_and(|terrain| terrain.bars.contains(&way))
}

/// Every pair of hexes that share a side, once each way round.
fn hex_pairs(grid: &HexGrid, board: &Board) -> Vec<(String, String)> {
    let name = |cell| grid.numbering.format(board, cell);
    board
        .cells()
        .flat_map(|cell| board.neighbours(cell).map(move |(_, next)| (cell, next)))
        .filter(|(cell, next)| cell < next)
        .map(|(cell, next)| (name(cell), name(next)))
        .collect()
}

fn zones_on_both_edges(shapes: &Shapes) -> BTreeSet<String> {
    let along = |x: i32| -> BTreeSet<String> {
        let at_edge = |points: &[(i32, i32)]| points.windows(2).any(|pair| pair[0].0 == x && pair[1].0 == x);
        let borders = shapes.borders.iter().filter(|border| border.left.is_none() || border.right.is_none());
        let zones = borders.filter(|border| at_edge(&border.points)).flat_map(|border| [&border.left, &border.right]);
        zones.flatten().map(ToString::to_string).collect()
    };
    along(0).intersection(&along(shapes.width as i32)).cloned().collect()
}

/// The outlines of a map of zones: those of the pack, or drawn anew from its recipe where none are kept.
pub fn shapes(content: &Content) -> Result<Shapes, String> {
    if let Some(shapes) = &content.shapes {
        return Ok(shapes.clone());
    }
    let recipe = content.recipe.as_ref().ok_or("zones without shapes need a recipe")?;
    let Drawing::Zones(drawing) = &recipe.draw else {
        return Err("the recipe draws hexes, the map has zones".to_owned());
    };
    let file = repository().join("content/geo").join(format!("{}.json", recipe.geography));
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let outlines = Outlines::read(&text).map_err(|error| error.to_string())?;
    let drawn = zones::draw(drawing, &recipe.projection, &outlines)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    Ok(drawn.shapes)
}
