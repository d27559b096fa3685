//! The map as plain data to draw and to hit: made from the content, changed where the content changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chartroom_atlas::counter::Counter;
use chartroom_format::content::Content;
use chartroom_format::grid::{Board, Cell, Layout, Numbering};
use chartroom_format::schema::ids::{FeatureId, SpaceId};
use chartroom_format::schema::map::{Grid, Space, Surface};
use chartroom_format::schema::terrain::Symbol;
use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use indexmap::IndexMap;

use super::ownership::Holders;
use super::stacks::{self, Stack};
use super::zones::{self, BorderLine, ZoneShape};
use crate::theme::tokens::INK;
use crate::theme::{Tokens, content_colour, mix};

/// From the centre of a hex to its corner, in map units.
pub const HEX_SIZE: f64 = 16.0;
/// Boxes stand in a row below the map.
const BOX: Vec2 = vec2(96.0, 44.0);

/// What is drawn in one space.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    pub surface: Surface,
    pub fill: Color32,
    pub symbol: Option<Symbol>,
    pub name: Option<String>,
    /// Symbols of what stands there, with amounts.
    pub features: Vec<(Symbol, i64)>,
    pub value: Option<i64>,
    pub country: Option<u32>,
    /// The regions it names, as a set to compare.
    pub regions: Vec<u32>,
    pub holder: Option<Color32>,
    pub stacks: Vec<Stack>,
    /// How they look, and the same in words.
    pub counters: Vec<Counter>,
    pub told: Vec<String>,
    /// Whether the pack lists it.
    pub listed: bool,
}

impl CellView {
    pub fn is_capital(&self) -> bool {
        self.features.iter().any(|(symbol, _)| *symbol == Symbol::Capital)
    }
}

/// The shape of the map.
#[derive(Clone, Debug)]
pub enum Geometry {
    /// No map, or one that cannot be drawn; the reason.
    Nothing(String),
    Hexes {
        board: Board,
        layout: Layout,
        numbering: Numbering,
    },
    Zones {
        shapes: Vec<ZoneShape>,
        borders: Vec<BorderLine>,
        /// Who neighbours whom, as the borders give it.
        neighbours: Vec<Vec<usize>>,
    },
}

/// The map.
#[derive(Clone, Debug)]
pub struct Scene {
    pub geometry: Geometry,
    /// Hexes in board order or zones by name, then boxes.
    pub cells: Vec<CellView>,
    /// Those in which something stands.
    pub stacked: BTreeSet<usize>,
    /// Those with a capital.
    pub capitals: BTreeSet<usize>,
    pub boxes: Vec<Rect>,
    pub size: Vec2,
    ids: Vec<String>,
    by_id: HashMap<String, usize>,
    /// Sides that carry something: the two cells, and the colours of what lies between them.
    pub sides: Vec<(usize, usize, Vec<Color32>)>,
    /// Counts up with every change, so that pictures made from the scene know when they are old.
    pub version: u64,
}

/// What colours and holders depend on besides the space itself.
pub struct Palette<'a> {
    pub content: &'a Content,
    pub tokens: Tokens,
    holders: Holders<'a>,
    stacks: BTreeMap<String, Vec<Stack>>,
    /// Features that the scenario sets.
    features: Option<&'a IndexMap<SpaceId, IndexMap<FeatureId, i64>>>,
}

impl<'a> Palette<'a> {
    pub fn new(content: &'a Content, scenario: Option<&str>, tokens: Tokens) -> Self {
        let scenario = scenario.and_then(|id| content.scenarios.get(id));
        Self {
            content,
            tokens,
            holders: Holders::new(content, scenario),
            stacks: scenario.map(stacks::stacks).unwrap_or_default(),
            features: scenario.map(|scenario| &scenario.features),
        }
    }

    fn actor_colour(&self, actor: &str) -> Option<Color32> {
        let colour = self
            .content
            .powers
            .get(actor)
            .map(|power| &power.colour)
            .or_else(|| self.content.sides.get(actor).map(|side| &side.colour));
        colour.and_then(|colour| content_colour(colour))
    }

    fn cell(&self, id: &str) -> CellView {
        let space = self.content.spaces.get(id);
        let unlisted = self.content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Impassable);
        let surface = space.map_or(unlisted, |space| space.surface);
        let terrain = self.terrain(space, surface).and_then(|id| self.content.terrains.get(id));
        let ground = match surface {
            Surface::Sea => self.tokens.sea,
            Surface::Lake => self.tokens.lake,
            Surface::Land | Surface::Coast => self.tokens.land,
            Surface::Island => self.tokens.island,
            Surface::Box => self.tokens.off_map,
            Surface::Impassable => self.tokens.impassable,
        };
        let features = space.map(|space| {
            let symbol = |id: &str| self.content.features.get(id).and_then(|feature| feature.symbol);
            // What the scenario says of a space stands over what the map says.
            let mut standing = space.features.clone();
            if let Some(started) = self.features.and_then(|features| features.get(id)) {
                standing.extend(started.iter().map(|(id, amount)| (id.clone(), *amount)));
            }
            standing
                .iter()
                .filter(|(_, amount)| **amount != 0)
                .filter_map(|(id, amount)| symbol(id.as_str()).map(|symbol| (symbol, *amount)))
                .collect()
        });
        let country = space
            .and_then(|space| space.country.as_ref())
            .and_then(|id| self.content.regions.get_index_of(id.as_str()));
        CellView {
            surface,
            fill: terrain
                .and_then(|terrain| content_colour(&terrain.colour))
                .map_or(ground, |colour| mix(colour, INK, self.tokens.dim)),
            symbol: terrain.and_then(|terrain| terrain.symbol),
            name: space.and_then(|space| space.name.clone()),
            features: features.unwrap_or_default(),
            value: space.and_then(|space| space.value),
            country: country.map(|at| at as u32),
            regions: space.map(|space| self.regions(space)).unwrap_or_default(),
            holder: space.and_then(|space| self.holders.of(id, space)).and_then(|actor| self.actor_colour(actor)),
            counters: self.stacks.get(id).map(|stacks| stacks::counters(self.content, stacks)).unwrap_or_default(),
            told: self.stacks.get(id).map(|stacks| stacks::told(self.content, stacks)).unwrap_or_default(),
            stacks: self.stacks.get(id).cloned().unwrap_or_default(),
            listed: space.is_some(),
        }
    }

    fn regions(&self, space: &Space) -> Vec<u32> {
        let at = |id: &chartroom_format::schema::ids::RegionId| self.content.regions.get_index_of(id.as_str());
        let mut regions: Vec<u32> = space.regions.iter().filter_map(at).map(|at| at as u32).collect();
        regions.sort_unstable();
        regions
    }

    /// The terrain that colours a space: its own, or the pack's default on land.
    fn terrain<'b>(&'b self, space: Option<&'b Space>, surface: Surface) -> Option<&'b str> {
        let own = space.and_then(|space| space.terrain.as_ref()).map(chartroom_format::schema::ids::TerrainId::as_str);
        let dry = matches!(surface, Surface::Land | Surface::Coast | Surface::Island);
        own.or(if dry {
            self.content.default_terrain.as_ref().map(chartroom_format::schema::ids::TerrainId::as_str)
        } else {
            None
        })
    }
}

impl Scene {
    /// Builds the scene anew.
    pub fn new(palette: &Palette<'_>, version: u64) -> Self {
        let (geometry, ids, size) = geometry(palette.content);
        let boxes = box_places(palette.content, &geometry, &ids, size);
        let height = boxes.iter().fold(size.y, |height, (_, rect)| height.max(rect.bottom()));
        let (box_ids, boxes): (Vec<String>, Vec<Rect>) = boxes.into_iter().unzip();
        let ids: Vec<String> = ids.into_iter().chain(box_ids).collect();
        let by_id: HashMap<String, usize> = ids.iter().enumerate().map(|(at, id)| (id.clone(), at)).collect();
        let cells: Vec<CellView> = ids.iter().map(|id| palette.cell(id)).collect();
        let stacked = (0..cells.len()).filter(|at| !cells[*at].counters.is_empty()).collect();
        let capitals = (0..cells.len()).filter(|at| cells[*at].is_capital()).collect();
        let size = vec2(size.x, height);
        let mut scene =
            Self { geometry, cells, stacked, capitals, boxes, size, ids, by_id, sides: Vec::new(), version };
        scene.sides = sides(palette.content, &scene);
        scene
    }

    /// Brings some spaces up to date. False if one of them is new to the map: then it must be built anew.
    pub fn update(&mut self, palette: &Palette<'_>, spaces: &[String]) -> bool {
        self.version += 1;
        for id in spaces {
            let Some(at) = self.index(id) else { return false };
            self.cells[at] = palette.cell(id);
            self.note_counters(at);
            if self.cells[at].is_capital() {
                self.capitals.insert(at);
            } else {
                self.capitals.remove(&at);
            }
        }
        true
    }

    /// Shows other counters and another holder in a space than the scenario's: those of a game.
    pub fn show_position(
        &mut self,
        at: usize,
        holder: Option<Color32>,
        shown: impl Iterator<Item = (Counter, String)>,
    ) {
        let Some(cell) = self.cells.get_mut(at) else { return };
        cell.holder = holder;
        (cell.counters, cell.told) = shown.unzip();
        self.note_counters(at);
    }

    /// Pictures made of the scene are old.
    pub fn has_changed(&mut self) {
        self.version += 1;
    }

    fn note_counters(&mut self, at: usize) {
        if self.cells[at].counters.is_empty() {
            self.stacked.remove(&at);
        } else {
            self.stacked.insert(at);
        }
    }

    pub fn index(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub fn id(&self, at: usize) -> &str {
        self.ids.get(at).map_or("", String::as_str)
    }

    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Where the first box stands in the list of cells.
    pub fn first_box(&self) -> usize {
        self.cells.len() - self.boxes.len()
    }

    /// The space at a point of the map.
    pub fn hit(&self, point: Pos2) -> Option<usize> {
        if let Some(at) = self.boxes.iter().position(|rect| rect.contains(point)) {
            return Some(self.first_box() + at);
        }
        match &self.geometry {
            Geometry::Nothing(_) => None,
            Geometry::Hexes { board, layout, .. } => {
                let hex = layout.hex_at((f64::from(point.x), f64::from(point.y)));
                let cell = Cell::from_hex(hex, board.orientation(), board.shifted());
                board.index(cell)
            }
            Geometry::Zones { shapes, .. } => shapes.iter().position(|shape| shape.contains(point)),
        }
    }

    /// The middle of a space.
    pub fn middle(&self, at: usize) -> Pos2 {
        if let Some(rect) = at.checked_sub(self.first_box()).and_then(|at| self.boxes.get(at)) {
            return rect.center();
        }
        match &self.geometry {
            Geometry::Nothing(_) => Pos2::ZERO,
            Geometry::Hexes { board, layout, .. } => {
                board.at(at).map_or(Pos2::ZERO, |cell| point(layout.centre(board.to_hex(cell))))
            }
            Geometry::Zones { shapes, .. } => shapes.get(at).map_or(Pos2::ZERO, |shape| shape.middle),
        }
    }

    /// The spaces within so many steps on a hex map; the space alone elsewhere.
    pub fn around(&self, at: usize, radius: u32) -> Vec<usize> {
        match &self.geometry {
            Geometry::Hexes { board, .. } => match board.at(at) {
                Some(cell) => board.range(cell, radius).into_iter().filter_map(|cell| board.index(cell)).collect(),
                None => vec![at],
            },
            _ => vec![at],
        }
    }

    /// The spaces on the straight line between two.
    pub fn line(&self, from: usize, to: usize) -> Vec<usize> {
        match &self.geometry {
            Geometry::Hexes { board, .. } => match (board.at(from), board.at(to)) {
                (Some(from), Some(to)) => {
                    board.line(from, to).into_iter().filter_map(|cell| board.index(cell)).collect()
                }
                _ => vec![to],
            },
            _ => vec![to],
        }
    }

    /// Steps between two spaces on a hex map.
    pub fn distance(&self, from: usize, to: usize) -> Option<u32> {
        match &self.geometry {
            Geometry::Hexes { board, .. } => Some(board.distance(board.at(from)?, board.at(to)?)),
            _ => None,
        }
    }

    /// The spaces next to one.
    pub fn neighbours(&self, at: usize) -> Vec<usize> {
        match &self.geometry {
            Geometry::Nothing(_) => Vec::new(),
            Geometry::Hexes { board, .. } => board
                .at(at)
                .map(|cell| board.neighbours(cell).filter_map(|(_, cell)| board.index(cell)).collect())
                .unwrap_or_default(),
            Geometry::Zones { neighbours, .. } => neighbours.get(at).cloned().unwrap_or_default(),
        }
    }

    /// The side of a hex nearest to a point: the hex and its neighbour across that side.
    pub fn side_at(&self, at: Pos2) -> Option<(usize, usize)> {
        let here = self.hit(at)?;
        let nearest = self.neighbours(here).into_iter().min_by(|a, b| {
            let away = |cell: &usize| (self.middle(*cell) - at).length_sq();
            away(a).total_cmp(&away(b))
        });
        nearest.map(|there| (here, there))
    }
}

/// A point of the layout as a point of the screen's arithmetic.
pub fn point((x, y): (f64, f64)) -> Pos2 {
    pos2(x as f32, y as f32)
}

fn geometry(content: &Content) -> (Geometry, Vec<String>, Vec2) {
    let nothing = |reason: &str| (Geometry::Nothing(reason.to_owned()), Vec::new(), vec2(400.0, 0.0));
    match content.map.as_ref().map(|map| &map.grid) {
        None => nothing("This pack has no map yet."),
        Some(Grid::Hexes(grid)) => match grid.board() {
            Err(error) => nothing(&format!("The grid cannot be drawn: {error}.")),
            Ok(board) => {
                let layout = Layout::for_board(&board, HEX_SIZE);
                let (_, _, right, bottom) = layout.bounds(&board);
                let numbering = grid.numbering.clone();
                let ids = board.cells().map(|cell| numbering.format(&board, cell)).collect();
                (Geometry::Hexes { board, layout, numbering }, ids, vec2(right as f32, bottom as f32))
            }
        },
        Some(Grid::Zones(grid)) => {
            let Some(shapes) = &content.shapes else {
                return nothing("The zones have no outlines yet: the pack has no shapes.ron.");
            };
            let borders = zones::lines(shapes);
            let pairs = chartroom_format::grid::zones::neighbours(shapes);
            let (ids, shapes): (Vec<String>, Vec<ZoneShape>) = zones::areas(&borders).into_iter().unzip();
            let mut neighbours = vec![Vec::new(); ids.len()];
            let place = |id: &str| ids.binary_search_by(|known| known.as_str().cmp(id)).ok();
            for (a, b) in pairs.into_keys() {
                if let (Some(a), Some(b)) = (place(a.as_str()), place(b.as_str())) {
                    neighbours[a].push(b);
                    neighbours[b].push(a);
                }
            }
            for list in &mut neighbours {
                list.sort_unstable();
            }
            (Geometry::Zones { shapes, borders, neighbours }, ids, vec2(grid.width as f32, grid.height as f32))
        }
    }
}

/// Off-map boxes, in rows below the map.
fn box_places(content: &Content, geometry: &Geometry, ids: &[String], size: Vec2) -> Vec<(String, Rect)> {
    let known: std::collections::BTreeSet<&str> = if matches!(geometry, Geometry::Zones { .. }) {
        ids.iter().map(String::as_str).collect()
    } else {
        std::collections::BTreeSet::new()
    };
    let scale = (size.x / 1400.0).clamp(0.6, 3.0);
    let (step, gap) = (BOX * scale, 10.0 * scale);
    let columns = ((size.x / (step.x + gap)).floor() as usize).max(1);
    let boxes =
        content.spaces.iter().filter(|(id, space)| space.surface == Surface::Box && !known.contains(id.as_str()));
    boxes
        .enumerate()
        .map(|(at, (id, _))| {
            let place = vec2(
                (at % columns) as f32 * (step.x + gap),
                size.y + gap * 2.0 + (at / columns) as f32 * (step.y + gap),
            );
            (id.0.clone(), Rect::from_min_size(place.to_pos2(), step))
        })
        .collect()
}

fn sides(content: &Content, scene: &Scene) -> Vec<(usize, usize, Vec<Color32>)> {
    content
        .hexsides
        .iter()
        .filter_map(|(key, types)| {
            let (a, b) = key.split_once('/')?;
            let colours = types
                .iter()
                .filter_map(|id| content.side_types.get(id).and_then(|side| content_colour(&side.colour)))
                .collect();
            Some((scene.index(a)?, scene.index(b)?, colours))
        })
        .collect()
}
