//! Where armies walk and ships sail from hex to hex, by the real coast. A hex stands on one land and lies on one water: of several
//! that do not meet near it, such as both shores of a strait or both seas of an isthmus, on the one of its country, or the larger.
//! Two neighbours are joined where a strip of that land, or of that water, leads from the one to the other inside them both.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::grid::{Board, Direction, Numbering};
use chartroom_format::schema::ids::{RegionId, SpaceId};
use chartroom_format::schema::recipe::{HexDrawing, LatLon, Recipe};

use super::sheet::Sheet;
use crate::geo::landmass::landmasses;
use crate::geo::{Outlines, Placing};
use crate::raster::{Label, Raster};
use crate::zones::draw::fill_copies;

/// Samples across a hex: fine enough for the isthmuses and straits that decide between lands and seas.
const SAMPLES_ACROSS: f64 = 48.0;
const NOWHERE: u32 = u32::MAX;

/// A side between two hexes of the board (positions in reading order) and what leads over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub hexes: (usize, usize),
    /// A strip of land leads from the one to the other.
    pub on_foot: bool,
    /// A strip of water does.
    pub afloat: bool,
}

/// What a hex holds of land and water, in samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    pub land: u32,
    pub water: u32,
    /// Lands and waters that do not meet near it.
    pub lands: u32,
    pub waters: u32,
}

/// All that was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Every side between two hexes once, in reading order of the first.
    pub sides: Vec<Way>,
    /// By hex, in reading order.
    pub holdings: Vec<Holding>,
}

/// Measures every side. `country_of` tells whose a hex is after all corrections: it stands on the land of its country.
#[must_use]
pub fn measure(
    recipe: &Recipe,
    drawing: &HexDrawing,
    (board, numbering): (&Board, &Numbering),
    (outlines, placing): (&Outlines, &Placing),
    country_of: impl Fn(&str) -> Option<RegionId>,
) -> Ways {
    let sheet = Sheet::new(board, placing, SAMPLES_ACROSS);
    let mut chart = Chart::new(sheet, outlines);
    let mut holdings = Vec::with_capacity(board.len());
    let mut chosen = vec![false; chart.land.cells().len()];
    for (index, cell) in board.cells().enumerate() {
        let number = numbering.format(board, cell);
        let country = country_of(&number);
        let own = |name: &str| country.is_some() && drawing.countries.get(name) == country.as_ref();
        let own: BTreeSet<usize> =
            outlines.countries.iter().enumerate().filter(|(_, outline)| own(&outline.name)).map(|(at, _)| at).collect();
        let place = |places: &BTreeMap<SpaceId, LatLon>| places.get(number.as_str()).copied();
        let known = Known {
            stands_on: place(&drawing.stands_on),
            lies_on: place(&drawing.lies_on),
            middle: place(&recipe.calibrate),
        };
        holdings.push(chart.choose(index, &own, known, &mut chosen));
    }
    Ways { sides: chart.sides(&chosen), holdings }
}

/// Places that the recipe gives for a hex.
#[derive(Clone, Copy)]
struct Known {
    stands_on: Option<LatLon>,
    lies_on: Option<LatLon>,
    /// What it was calibrated with.
    middle: Option<LatLon>,
}

/// The world painted on a sheet: polygons of land by number, the hex of each sample.
struct Chart<'a> {
    sheet: Sheet<'a>,
    /// Polygon under each sample, counted from 1; 0 is sea.
    land: Raster,
    /// By polygon: its country and its landmass.
    polygons: Vec<(usize, usize)>,
    hexes: Vec<u32>,
    /// Hexes with land and water in them, or with several lands.
    mixed: BTreeSet<u32>,
}

impl<'a> Chart<'a> {
    fn new(sheet: Sheet<'a>, outlines: &Outlines) -> Self {
        let mut land = sheet.blank(0);
        let mut polygons: Vec<(usize, usize)> = Vec::new();
        for (mass, parts) in landmasses(outlines).into_iter().enumerate() {
            for (country, polygon) in parts {
                // More polygons than labels: what is left is specks, the masses come in the order of the geography.
                let Ok(label) = Label::try_from(polygons.len() + 1) else { continue };
                let rings = sheet.rings(&outlines.countries[country].polygons[polygon]);
                fill_copies(&mut land, &rings, sheet.turn(), label);
                polygons.push((country, mass));
            }
        }
        let hexes: Vec<u32> = (0..land.cells().len())
            .map(|at| {
                let (x, y) = land.at(at);
                sheet.index_at(x as f64 + 0.5, y as f64 + 0.5).map_or(NOWHERE, |index| index as u32)
            })
            .collect();
        let mut first: BTreeMap<u32, Option<usize>> = BTreeMap::new();
        let mut mixed = BTreeSet::new();
        for (at, hex) in hexes.iter().enumerate() {
            let label = usize::from(land.cells()[at]);
            let mass = label.checked_sub(1).and_then(|polygon| polygons.get(polygon)).map(|polygon| polygon.1);
            if *first.entry(*hex).or_insert(mass) != mass {
                mixed.insert(*hex);
            }
        }
        Self { sheet, land, polygons, hexes, mixed }
    }

    /// The landmass under a sample; none at sea.
    fn mass(&self, at: usize) -> Option<usize> {
        let label = usize::from(self.land.cells()[at]);
        label.checked_sub(1).and_then(|polygon| self.polygons.get(polygon)).map(|polygon| polygon.1)
    }

    /// The samples of a hex and its neighbours, each with whether it is of the hex itself.
    /// Hexes of nothing but land, or nothing but water, need no neighbours.
    fn neighbourhood(&self, index: usize, mixed: bool) -> Patch {
        let board = self.sheet.board;
        let Some(cell) = board.at(index) else { return Patch::default() };
        let around: BTreeSet<u32> = board
            .neighbours(cell)
            .filter_map(|(_, next)| board.index(next))
            .map(|next| next as u32)
            .filter(|_| mixed)
            .collect();
        let (x, y) = self.sheet.layout.centre(board.to_hex(cell));
        let reach = if mixed { 3.1 } else { 1.1 } * self.sheet.layout.size;
        let (west, north) = ((x - reach).floor() as i64, (y - reach).floor() as i64);
        let span = (2.0 * reach).ceil() as usize + 1;
        let mut patch = Patch { span, squares: vec![None; span * span] };
        for row in 0..span {
            for column in 0..span {
                let Some(at) = self.land.index(west + column as i64, north + row as i64) else { continue };
                let own = self.hexes[at] == index as u32;
                if own || around.contains(&self.hexes[at]) {
                    patch.squares[row * span + column] = Some((at, own));
                }
            }
        }
        patch
    }

    /// Marks the samples of the land a hex stands on and of the water it lies on.
    fn choose(&mut self, index: usize, own: &BTreeSet<usize>, known: Known, chosen: &mut [bool]) -> Holding {
        let patch = self.neighbourhood(index, self.mixed.contains(&(index as u32)));
        let (lands, waters): (Vec<Ground>, Vec<Ground>) =
            patch.grounds(|at| self.mass(at)).into_iter().partition(|ground| ground.is_land);
        let mut holding = Holding::default();
        for (grounds, place, is_land) in [(lands, known.stands_on, true), (waters, known.lies_on, false)] {
            let all: usize = grounds.iter().map(|ground| ground.samples.len()).sum();
            let count = grounds.len() as u32;
            if is_land {
                (holding.land, holding.lands) = (all as u32, count);
            } else {
                (holding.water, holding.waters) = (all as u32, count);
            }
            let weight = |ground: &Ground| {
                let near = |place: Option<LatLon>| place.map_or(0, |place| self.nearness(ground, place));
                let label = |at: &usize| usize::from(self.land.cells()[*at]).checked_sub(1);
                let of_country = |at: &&usize| label(at).is_some_and(|polygon| own.contains(&self.polygons[polygon].0));
                let by_country = if is_land { ground.samples.iter().filter(of_country).count() } else { 0 };
                let calibrated = if is_land { near(known.middle) } else { 0 };
                (near(place), by_country, calibrated, ground.samples.len())
            };
            if let Some(best) = grounds.iter().max_by_key(|ground| weight(ground)) {
                best.samples.iter().for_each(|at| chosen[*at] = true);
            }
        }
        holding
    }

    /// The nearer a ground lies to a place, the more; places far off count nothing.
    fn nearness(&self, ground: &Ground, (lat, lon): LatLon) -> i64 {
        let (x, y) = self.sheet.place(lat, lon);
        let width = self.sheet.width as f64;
        let off = |at: &usize| {
            let (own_x, own_y) = self.land.at(*at);
            let mut across = (own_x as f64 + 0.5 - x).abs();
            if self.land.wraps() {
                across = across.rem_euclid(width).min((-across).rem_euclid(width));
            }
            across.hypot(own_y as f64 + 0.5 - y)
        };
        let nearest = ground.samples.iter().map(off).fold(f64::INFINITY, f64::min);
        let reach = 2.0 * self.sheet.layout.size;
        if nearest < reach { ((reach - nearest) * 8.0) as i64 } else { 0 }
    }

    /// What leads from hex to hex over the samples that were chosen.
    fn sides(&self, chosen: &[bool]) -> Vec<Way> {
        let mut found: BTreeSet<(u32, u32, bool)> = BTreeSet::new();
        let mut last = (NOWHERE, NOWHERE, false);
        for at in (0..chosen.len()).filter(|at| chosen[*at]) {
            let (x, y) = self.land.at(at);
            for (dx, dy) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
                let Some(next) = self.land.index(x as i64 + dx, y as i64 + dy) else { continue };
                let (here, there) = (self.hexes[at], self.hexes[next]);
                if here == there || !chosen[next] || self.mass(at) != self.mass(next) {
                    continue;
                }
                let key = (here.min(there), here.max(there), self.mass(at).is_some());
                if key != last {
                    found.insert(key);
                    last = key;
                }
            }
        }
        let board = self.sheet.board;
        let mut sides = Vec::new();
        for cell in board.cells() {
            // Each side once: the other three directions look at it from the other hex.
            for direction in Direction::ALL.into_iter().take(3) {
                let neighbour = board.neighbour(cell, direction).and_then(|next| board.index(next));
                let (Some(a), Some(b)) = (board.index(cell), neighbour) else { continue };
                let leads = |is_land| found.contains(&(a.min(b) as u32, a.max(b) as u32, is_land));
                sides.push(Way { hexes: (a, b), on_foot: leads(true), afloat: leads(false) });
            }
        }
        sides
    }
}

/// A square of the sheet round a hex: samples of the hex and of its neighbours.
#[derive(Default)]
struct Patch {
    span: usize,
    /// The sample, and whether it is of the hex in the middle.
    squares: Vec<Option<(usize, bool)>>,
}

/// Samples of a hex that are one land, or one water, near it.
struct Ground {
    is_land: bool,
    samples: Vec<usize>,
}

impl Patch {
    /// Lands and waters of the middle hex that do not meet inside it and its neighbours.
    fn grounds(&self, mass: impl Fn(usize) -> Option<usize>) -> Vec<Ground> {
        let mut seen = vec![false; self.squares.len()];
        let mut grounds = Vec::new();
        let mut open = Vec::new();
        for start in 0..self.squares.len() {
            let Some((first, true)) = self.squares[start] else { continue };
            if seen[start] {
                continue;
            }
            let kind = mass(first);
            let mut samples = Vec::new();
            seen[start] = true;
            open.push(start);
            while let Some(square) = open.pop() {
                if let Some((at, true)) = self.squares[square] {
                    samples.push(at);
                }
                for next in self.beside(square) {
                    if !seen[next] && self.squares[next].is_some_and(|(at, _)| mass(at) == kind) {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
            grounds.push(Ground { is_land: kind.is_some(), samples });
        }
        grounds
    }

    /// The squares round a square, corners too.
    fn beside(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let span = self.span as i64;
        let (x, y) = (square as i64 % span, square as i64 / span);
        let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|step| *step != (0, 0));
        steps
            .map(move |(dx, dy)| (x + dx, y + dy))
            .filter(move |(x, y)| (0..span).contains(x) && (0..span).contains(y))
            .map(move |(x, y)| (y * span + x) as usize)
    }
}
