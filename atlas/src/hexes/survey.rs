//! How much of each hex is land and whose: the world painted on a sheet of samples, and the samples counted hex by hex.

use std::collections::BTreeMap;

use chartroom_format::grid::{Board, Cell, Direction};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::recipe::HexDrawing;

use super::belongs::Belongs;
use super::sheet::Sheet;
use super::{DrawnHex, HexProblem, Shore};
use crate::geo::landmass::landmasses;
use crate::geo::outlines::{ring_area, ring_middle};
use crate::geo::{Outlines, Placing};
use crate::raster::fill::{for_each_stretch, spans};
use crate::raster::{Label, Raster};
use crate::zones::draw::paint_countries;

/// Samples across a hex on boards of ordinary size; a share of land is good to about a two-hundredth.
const SAMPLES_ACROSS: f64 = 24.0;
/// How much of an island must lie in one hex for it to be the island of that hex.
const OF_ONE_HEX: f64 = 0.75;
/// Samples along the side of a hex.
const SIDE_SAMPLES: u32 = 32;

/// What was counted in each hex.
pub(super) struct Survey<'a> {
    sheet: Sheet<'a>,
    /// Country under each sample, counted from 1; 0 is sea.
    land: Raster,
    samples: Vec<u32>,
    /// Samples by country; almost always one or two.
    countries: Vec<Vec<(Label, u32)>>,
    /// Samples that belong to islands smaller than a hex.
    island_samples: Vec<u32>,
    islands: Vec<Vec<String>>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(board: &'a Board, placing: &'a Placing) -> Self {
        let sheet = Sheet::new(board, placing, SAMPLES_ACROSS);
        let count = board.len();
        Self {
            land: sheet.blank(0),
            sheet,
            samples: vec![0; count],
            countries: vec![Vec::new(); count],
            island_samples: vec![0; count],
            islands: vec![Vec::new(); count],
        }
    }

    pub(super) fn measure(&mut self, outlines: &Outlines) {
        paint_countries(&mut self.land, outlines, &self.sheet.placing());
        let width = self.land.width();
        for (position, &country) in self.land.cells().iter().enumerate() {
            let (x, y) = (position % width, position / width);
            let Some(index) = self.sheet.index_at(x as f64 + 0.5, y as f64 + 0.5) else { continue };
            self.samples[index] += 1;
            if country != 0 {
                let counts = &mut self.countries[index];
                match counts.iter_mut().find(|count| count.0 == country) {
                    Some(count) => count.1 += 1,
                    None => counts.push((country, 1)),
                }
            }
        }
    }

    /// Finds the islands that fit into a hex, and the hex each belongs to: the one that holds most of it.
    pub(super) fn find_islands(&mut self, outlines: &Outlines, drawing: &HexDrawing) -> Result<(), Vec<HexProblem>> {
        let hex_area = 2.598 * self.sheet.layout.size * self.sheet.layout.size;
        for landmass in landmasses(outlines) {
            let polygons = || landmass.iter().map(|&(country, polygon)| &outlines.countries[country].polygons[polygon]);
            let size: f64 = polygons().filter_map(|polygon| polygon.first()).map(|outside| ring_area(outside)).sum();
            if size < drawing.smallest_island {
                continue;
            }
            let stretches: Vec<_> =
                polygons().flat_map(|polygon| spans(&self.sheet.rings(polygon), self.land.height())).collect();
            let area: i64 = stretches.iter().map(|(_, from, to)| to - from).sum();
            // The first polygon is the largest: it names the island.
            if let (false, Some(&(country, polygon))) = (area as f64 > hex_area, landmass.first()) {
                let country = &outlines.countries[country];
                self.add_island(&country.name, &country.polygons[polygon][0], &stretches);
            }
        }
        let mut problems = Vec::new();
        for (name, &(lat, lon)) in &drawing.islands {
            let (x, y) = self.sheet.place(lat, lon);
            let copies = [x, x - self.sheet.turn(), x + self.sheet.turn()];
            match copies.into_iter().find_map(|x| self.sheet.index_at(x, y)) {
                Some(index) => self.islands[index].push(name.clone()),
                None => problems.push(HexProblem::IslandOffMap { name: name.clone(), lat, lon }),
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn add_island(&mut self, country: &str, outside: &[(f64, f64)], stretches: &[(usize, i64, i64)]) {
        let mut held: BTreeMap<usize, u32> = BTreeMap::new();
        let turn = self.sheet.turn().round() as i64;
        let copies: &[i64] = if self.sheet.board.wraps() { &[0] } else { &[-1, 0, 1] };
        for &(y, from, to) in stretches {
            for copy in copies {
                let (from, to) = (from + copy * turn, to + copy * turn);
                for_each_stretch(self.land.width(), self.sheet.board.wraps(), from, to, |start, end| {
                    for x in start..end {
                        if let Some(index) = self.sheet.index_at(x as f64 + 0.5, y as f64 + 0.5) {
                            *held.entry(index).or_default() += 1;
                        }
                    }
                });
            }
        }
        let total: u32 = held.values().sum();
        let most = held.iter().max_by_key(|&(index, samples)| (*samples, std::cmp::Reverse(*index)));
        // Land that spreads over several hexes joins them: that makes coasts, not an island in one hex.
        if most.is_some_and(|(_, &samples)| f64::from(samples) < OF_ONE_HEX * f64::from(total)) {
            return;
        }
        for (&index, &samples) in &held {
            self.island_samples[index] += samples;
        }
        let home = most.map(|(&index, _)| index).or_else(|| {
            let (lon, lat) = ring_middle(outside)?;
            let (x, y) = self.sheet.place(lat, lon);
            self.sheet.index_at(x, y)
        });
        if let Some(index) = home
            && !self.islands[index].iter().any(|name| name == country)
        {
            self.islands[index].push(country.to_owned());
        }
    }

    /// How much of the side between two neighbours lies on land, from 0 to 1.
    pub(super) fn shores(&self) -> Vec<Shore> {
        let mut shores = Vec::new();
        for cell in self.sheet.board.cells() {
            // Each side once: the other three directions look at it from the other hex.
            for direction in Direction::ALL.into_iter().take(3) {
                let neighbour = self.sheet.board.neighbour(cell, direction);
                if let (Some(a), Some(b)) =
                    (self.sheet.board.index(cell), neighbour.and_then(|next| self.sheet.board.index(next)))
                {
                    shores.push(Shore { hexes: (a, b), land: self.land_along(cell, direction) });
                }
            }
        }
        shores
    }

    fn land_along(&self, cell: Cell, direction: Direction) -> f64 {
        let hex = self.sheet.board.to_hex(cell);
        let (here, there) = (self.sheet.layout.centre(hex), self.sheet.layout.centre(hex.neighbour(direction)));
        let middle = (f64::midpoint(here.0, there.0), f64::midpoint(here.1, there.1));
        // The side is as long as the hex is large, square to the line between the two middles.
        let across = (there.0 - here.0).hypot(there.1 - here.1);
        let along = (
            -(there.1 - here.1) / across * self.sheet.layout.size,
            (there.0 - here.0) / across * self.sheet.layout.size,
        );
        let dry = (0..SIDE_SAMPLES).filter(|&sample| {
            let share = (f64::from(sample) + 0.5) / f64::from(SIDE_SAMPLES) - 0.5;
            let (x, y) = (middle.0 + share * along.0, middle.1 + share * along.1);
            self.land.get(x.floor() as i64, y.floor() as i64).is_some_and(|country| country != 0)
        });
        dry.count() as f64 / f64::from(SIDE_SAMPLES)
    }

    pub(super) fn hex(
        &self,
        index: usize,
        cell: Cell,
        number: String,
        drawing: &HexDrawing,
        outlines: &Outlines,
    ) -> DrawnHex {
        let all = f64::from(self.samples[index].max(1));
        let mut countries: Vec<(String, f64)> = self.countries[index]
            .iter()
            .filter_map(|&(label, samples)| {
                let country = outlines.countries.get(usize::from(label) - 1)?;
                Some((country.name.clone(), f64::from(samples) / all))
            })
            .collect();
        countries.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let land: f64 = self.countries[index].iter().map(|&(_, samples)| f64::from(samples)).sum::<f64>() / all;
        let on_islands = f64::from(self.island_samples[index]) / all;
        let mainland = land - on_islands;
        let islands = self.islands[index].clone();
        let surface = if land >= drawing.land_from {
            Surface::Land
        } else if mainland > drawing.sea_up_to {
            Surface::Coast
        } else if !islands.is_empty() && (mainland <= on_islands || mainland <= drawing.sea_up_to / 2.0) {
            Surface::Island
        } else if land > drawing.sea_up_to || !islands.is_empty() {
            // With an island, but mostly a thin part of the mainland: armies walk along it.
            Surface::Coast
        } else {
            Surface::Sea
        };
        DrawnHex { cell, number, surface, land, countries, islands, belongs: Belongs::default() }
    }
}
