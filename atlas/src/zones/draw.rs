//! A recipe and the outlines of the world to a map of zones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::recipe::{LatLon, Projection, SeedOf, ZoneDrawing, ZoneSeed};

use super::drawn::{DrawnZone, DrawnZones, Note, ZoneProblem};
use super::grow::{FREE, Seed, grow};
use super::shapes::shapes_from_raster;
use super::specks::Specks;
use crate::geo::inside::crosses_itself;
use crate::geo::{Axis, Outlines, Placing, Projector};
use crate::raster::components::{Piece, absorb, pieces};
use crate::raster::fill::{fill, spans};
use crate::raster::{Label, Raster};

const SEA: Label = 0;
/// A seed may miss its coast by this many squares, because outlines are coarse.
const SNAP: i64 = 5;

/// Draws the map. All faults of the recipe come at once.
pub fn draw(
    recipe: &ZoneDrawing,
    projection: &Projection,
    outlines: &Outlines,
) -> Result<DrawnZones, Vec<ZoneProblem>> {
    let (placing, width, height) = sheet_for(recipe, projection).map_err(|problem| vec![problem])?;
    let mut painter = Painter::new(recipe, outlines, placing, width, height)?;
    painter.zones = Raster::new(width, height, painter.land.wraps(), FREE);
    painter.drop_specks();
    painter.raise_islands();
    painter.claim_outlines();
    let seeds = painter.seeds()?;
    painter.grow(&seeds);
    painter.settle_leftovers(&seeds);
    painter.finish()
}

/// Everything that would stop the drawing, without growing the zones.
pub fn check(recipe: &ZoneDrawing, projection: &Projection, outlines: &Outlines) -> Result<(), Vec<ZoneProblem>> {
    let (placing, width, height) = sheet_for(recipe, projection).map_err(|problem| vec![problem])?;
    let mut painter = Painter::new(recipe, outlines, placing, width, height)?;
    painter.drop_specks_at_seeds();
    painter.seeds().map(drop)
}

/// The flat map for an extent: as wide as asked for, as high as the projection makes it.
fn sheet_for(recipe: &ZoneDrawing, projection: &Projection) -> Result<(Placing, usize, usize), ZoneProblem> {
    let extent = recipe.extent;
    let (north, south, west, east) = (extent.north, extent.south, extent.west, extent.east);
    let on_globe =
        (-90.0..=90.0).contains(&north) && (-90.0..=90.0).contains(&south) && (-360.0..=360.0).contains(&west);
    let turn = east - west;
    if !(on_globe && south < north && turn > 0.0 && turn <= 360.0) {
        return Err(ZoneProblem::BadExtent { north, south, west, east });
    }
    let projector = match projection {
        Projection::Equirectangular => Projector::Degrees,
        Projection::Miller => Projector::Miller,
        Projection::Mercator => Projector::Mercator,
        Projection::PlateCarree { .. } | Projection::Knots { .. } => return Err(ZoneProblem::BadProjection),
    };
    let scale = f64::from(recipe.width) / turn;
    let height = ((projector.at(north) - projector.at(south)) * scale).round();
    let (wide, high) = (u64::from(recipe.width), height.max(0.0) as u64);
    if wide < 16 || high < 16 || wide.saturating_mul(high) > Raster::MOST_CELLS as u64 {
        return Err(ZoneProblem::BadSize { width: wide, height: high });
    }
    let latitude = Axis { offset: projector.at(north) * scale, scale: -scale, projector };
    let longitude = Axis { projector: Projector::Degrees, offset: -west * scale, scale };
    let closes = turn >= 360.0;
    Ok((Placing::new(latitude, longitude, closes.then_some(f64::from(recipe.width))), wide as usize, high as usize))
}

struct Painter<'a> {
    recipe: &'a ZoneDrawing,
    outlines: &'a Outlines,
    placing: Placing,
    /// Country under each square, counted from 1; 0 is sea.
    land: Raster,
    /// Zone of each square; nothing before drawing begins.
    zones: Raster,
    /// Countries each zone claims by name.
    claims: Vec<BTreeSet<Label>>,
    /// Countries somebody claims by name.
    claimed: BTreeSet<Label>,
    notes: Vec<Note>,
}

impl<'a> Painter<'a> {
    fn new(
        recipe: &'a ZoneDrawing,
        outlines: &'a Outlines,
        placing: Placing,
        width: usize,
        height: usize,
    ) -> Result<Self, Vec<ZoneProblem>> {
        let claims = check_zones(recipe, outlines)?;
        let closes = placing.turn.is_some();
        let mut land = Raster::new(width, height, closes, SEA);
        paint_countries(&mut land, outlines, &placing);
        Ok(Self {
            recipe,
            outlines,
            zones: Raster::new(0, 0, false, FREE),
            land,
            claimed: claims.iter().flatten().copied().collect(),
            claims,
            placing,
            notes: Vec::new(),
        })
    }

    fn squares_of(&self, points: &[LatLon]) -> Vec<usize> {
        points.iter().filter_map(|&(lat, lon)| self.square(lat, lon)).collect()
    }

    fn square(&self, lat: f64, lon: f64) -> Option<usize> {
        let extent = self.recipe.extent;
        // Longitudes may be written on either side of the date line.
        let lon = extent.west + (lon - extent.west).rem_euclid(360.0);
        let (x, y) = self.placing.place(lat, lon);
        (x.is_finite() && y.is_finite()).then_some(())?;
        self.land.index(x.floor() as i64, y.floor() as i64)
    }

    /// Land too small to matter becomes sea, unless a seed stands on it.
    fn drop_specks(&mut self) {
        let (found, owner) = pieces(&self.land, |a, b| (a == SEA) == (b == SEA));
        let mut keep: Vec<bool> =
            found.iter().map(|piece| piece.label == SEA || piece.area >= self.recipe.smallest_piece as usize).collect();
        for zone in self.recipe.zones.iter().filter(|zone| matches!(zone.of, SeedOf::Land(_))) {
            for square in self.squares_of(&zone.at) {
                let near = nearest(&self.land, square, |square| self.land.cells()[square] != SEA);
                if let Some(square) = near {
                    keep[owner[square] as usize] = true;
                }
            }
        }
        for (square, &piece) in owner.iter().enumerate() {
            if !keep[piece as usize] {
                self.land.cells_mut()[square] = SEA;
            }
        }
    }

    /// Does what [`Self::drop_specks`] does where seeds look for their squares, and nowhere else.
    fn drop_specks_at_seeds(&mut self) {
        let seeds = self.recipe.zones.iter().flat_map(|zone| self.squares_of(&zone.at)).collect::<Vec<_>>();
        let specks = Specks::around(&self.land, SEA, &seeds, SNAP, self.recipe.smallest_piece as usize);
        let on_land = self.recipe.zones.iter().filter(|zone| matches!(zone.of, SeedOf::Land(_)));
        let near = |square| nearest(&self.land, square, |square| self.land.cells()[square] != SEA);
        let kept: Vec<usize> = on_land.flat_map(|zone| self.squares_of(&zone.at)).filter_map(near).collect();
        for square in specks.without(&kept) {
            self.land.cells_mut()[square] = SEA;
        }
    }

    /// Islands the geography does not know are drawn as discs. Sea only: they take no land from anybody.
    fn raise_islands(&mut self) {
        for (number, zone) in self.recipe.zones.iter().enumerate() {
            let SeedOf::Island(radius) = zone.of else { continue };
            let radius = radius.clamp(1.0, 200.0);
            for &(lat, lon) in &zone.at {
                let Some(square) = self.square(lat, lon) else { continue };
                let (x, y) = self.land.at(square);
                let reach = radius.ceil() as i64;
                for dy in -reach..=reach {
                    for dx in -reach..=reach {
                        let inside = (dx * dx + dy * dy) as f64 <= radius * radius;
                        let square = self.land.index(x as i64 + dx, y as i64 + dy).filter(|_| inside);
                        if let Some(square) = square.filter(|&square| self.land.cells()[square] == SEA) {
                            self.land.cells_mut()[square] = ISLAND;
                            self.zones.cells_mut()[square] = number as Label;
                        }
                    }
                }
            }
        }
    }

    fn claim_outlines(&mut self) {
        for (number, zone) in self.recipe.zones.iter().enumerate().filter(|(_, zone)| !zone.outline.is_empty()) {
            let west = self.recipe.extent.west;
            let ring: Vec<(f64, f64)> = zone
                .outline
                .iter()
                .map(|&(lat, lon)| self.placing.place(lat, west + (lon - west).rem_euclid(360.0)))
                .collect();
            let is_sea = zone.of == SeedOf::Sea;
            for (y, from, to) in spans(&[ring], self.land.height()) {
                for x in from.max(0)..to.min(self.land.width() as i64) {
                    let square = y * self.land.width() + x as usize;
                    if (self.land.cells()[square] == SEA) == is_sea && self.zones.cells()[square] == FREE {
                        self.zones.cells_mut()[square] = number as Label;
                    }
                }
            }
        }
    }

    fn may_claim(&self, zone: Label, square: usize) -> bool {
        let country = self.land.cells()[square];
        let zone = usize::from(zone);
        match self.recipe.zones.get(zone).map(|zone| &zone.of) {
            Some(SeedOf::Sea) => country == SEA,
            Some(SeedOf::Land(names)) if names.is_empty() => country != SEA && !self.claimed.contains(&country),
            Some(SeedOf::Land(_)) => self.claims[zone].contains(&country),
            Some(SeedOf::Island(_)) | None => false,
        }
    }

    /// The squares the seeds stand on, moved to the nearest square they may claim.
    fn seeds(&self) -> Result<Vec<Seed>, Vec<ZoneProblem>> {
        let mut problems = Vec::new();
        let mut seeds: Vec<Seed> = Vec::new();
        for (number, zone) in self.recipe.zones.iter().enumerate() {
            for (seed, &(lat, lon)) in zone.at.iter().enumerate() {
                let Some(square) = self.square(lat, lon) else {
                    let id = zone.id.to_string();
                    problems.push(ZoneProblem::SeedOffMap { zone: number, number: seed, id, lat, lon });
                    continue;
                };
                let found = match zone.of {
                    SeedOf::Island(_) => continue,
                    _ => nearest(&self.land, square, |square| self.may_claim(number as Label, square)),
                };
                let Some(found) = found else {
                    problems.push(self.misplaced((number, seed), (lat, lon), square));
                    continue;
                };
                match seeds.iter().find(|seed| seed.square == found && usize::from(seed.zone) != number) {
                    Some(other) => {
                        let other = self.recipe.zones[usize::from(other.zone)].id.to_string();
                        problems.push(ZoneProblem::SeedsMeet {
                            zone: number,
                            number: seed,
                            id: zone.id.to_string(),
                            lat,
                            lon,
                            other,
                        });
                    }
                    None => seeds.push(Seed { zone: number as Label, square: found }),
                }
            }
        }
        if problems.is_empty() { Ok(seeds) } else { Err(problems) }
    }

    fn misplaced(&self, (zone, number): (usize, usize), (lat, lon): LatLon, square: usize) -> ZoneProblem {
        let id = self.recipe.zones[zone].id.to_string();
        let country = self.country(self.land.cells()[square]);
        match (&self.recipe.zones[zone].of, country) {
            (SeedOf::Sea, Some(country)) => ZoneProblem::SeedOnLand { zone, number, id, lat, lon, country },
            (_, Some(country)) => ZoneProblem::SeedAbroad { zone, number, id, lat, lon, country },
            (_, None) => ZoneProblem::SeedInSea { zone, number, id, lat, lon },
        }
    }

    fn country(&self, label: Label) -> Option<String> {
        let position = usize::from(label).checked_sub(1)?;
        self.outlines.countries.get(position).map(|country| country.name.clone())
    }

    fn grow(&mut self, seeds: &[Seed]) {
        let mut zones = std::mem::replace(&mut self.zones, Raster::new(0, 0, false, FREE));
        grow(&mut zones, seeds, self.recipe.waver, |zone, square| self.may_claim(zone, square));
        self.zones = zones;
    }

    /// Gives away what no seed reached: islands to their country's nearest zone, lakes to the land around them.
    fn settle_leftovers(&mut self, seeds: &[Seed]) {
        let mut free = self.land.clone();
        for (square, label) in free.cells_mut().iter_mut().enumerate() {
            if self.zones.cells()[square] != FREE {
                *label = TAKEN;
            }
        }
        let (found, owner) = pieces(&free, |a, b| a == b);
        let mut heirs: BTreeMap<u32, Label> = BTreeMap::new();
        for (number, piece) in found.iter().enumerate().filter(|(_, piece)| piece.label != TAKEN && piece.label != SEA)
        {
            if let Some(heir) = self.heir(piece, seeds) {
                heirs.insert(number as u32, heir);
            }
        }
        for (square, piece) in owner.iter().enumerate() {
            if let Some(&heir) = heirs.get(piece) {
                self.zones.cells_mut()[square] = heir;
            }
        }
        let lakes = absorb(&mut self.zones, |piece| piece.label == FREE, |_, heir| heir != FREE);
        for (piece, heir) in lakes.into_iter().filter(|(piece, _)| piece.area >= WORTH_A_NOTE) {
            let (at, given_to) = (self.located(piece.first), self.recipe.zones[usize::from(heir)].id.clone());
            self.notes.push(Note::UnclaimedWater { at, squares: piece.area, given_to });
        }
        self.absorb_slivers(seeds);
    }

    /// The zone a piece of land goes to that no seed of its country reached.
    fn heir(&mut self, piece: &Piece, seeds: &[Seed]) -> Option<Label> {
        let (x, y) = self.land.at(piece.first);
        let away = |seed: &&Seed| {
            let (seed_x, seed_y) = self.land.at(seed.square);
            let across = self.placing.across(x as f64, seed_x as f64);
            let down = y as f64 - seed_y as f64;
            across * across + down * down
        };
        let nearest = |allowed: &dyn Fn(&Seed) -> bool| {
            seeds.iter().filter(|seed| allowed(seed)).min_by(|a, b| away(a).total_cmp(&away(b))).map(|seed| seed.zone)
        };
        if let Some(zone) = nearest(&|seed| self.may_claim(seed.zone, piece.first)) {
            return Some(zone);
        }
        let zone = nearest(&|seed| matches!(self.recipe.zones[usize::from(seed.zone)].of, SeedOf::Land(_)))?;
        if piece.area >= WORTH_A_NOTE {
            let country = self.country(piece.label).unwrap_or_default();
            let given_to = self.recipe.zones[usize::from(zone)].id.clone();
            self.notes.push(Note::UnclaimedLand {
                country,
                at: self.located(piece.first),
                squares: piece.area,
                given_to,
            });
        }
        Some(zone)
    }

    /// Shreds of a zone that hang on foreign land go to that neighbour.
    fn absorb_slivers(&mut self, seeds: &[Seed]) {
        let seated: BTreeSet<usize> = seeds.iter().map(|seed| seed.square).collect();
        let sea: Vec<bool> = self.recipe.zones.iter().map(|zone| zone.of == SeedOf::Sea).collect();
        let is_sea = |label: Label| sea.get(usize::from(label)).copied().unwrap_or(false);
        let smallest = self.recipe.smallest_piece as usize;
        let (found, owner) = pieces(&self.zones, |a, b| a == b);
        let kept: BTreeSet<usize> = seated.iter().map(|&square| found[owner[square] as usize].first).collect();
        absorb(
            &mut self.zones,
            |piece| piece.area < smallest && !kept.contains(&piece.first),
            |shred, heir| heir != FREE && is_sea(shred) == is_sea(heir),
        );
    }

    fn located(&self, square: usize) -> LatLon {
        let (x, y) = self.land.at(square);
        let (lat, lon) = self.placing.locate(x as f64 + 0.5, y as f64 + 0.5);
        ((lat * 10.0).round() / 10.0, (lon * 10.0).round() / 10.0)
    }

    fn finish(self) -> Result<DrawnZones, Vec<ZoneProblem>> {
        let mut areas = vec![0_usize; self.recipe.zones.len()];
        let mut under: Vec<BTreeMap<Label, usize>> = vec![BTreeMap::new(); self.recipe.zones.len()];
        for (&zone, &country) in self.zones.cells().iter().zip(self.land.cells()) {
            if let Some(area) = areas.get_mut(usize::from(zone)) {
                *area += 1;
                *under[usize::from(zone)].entry(country).or_default() += 1;
            }
        }
        let covered = |zone: usize| ZoneProblem::Covered { zone, id: self.recipe.zones[zone].id.to_string() };
        let problems: Vec<ZoneProblem> = (0..areas.len()).filter(|&zone| areas[zone] == 0).map(covered).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let share = |zone: usize| {
            let mut shares: Vec<(String, f64)> = under[zone]
                .iter()
                .filter_map(|(&country, &squares)| Some((self.country(country)?, squares as f64 / areas[zone] as f64)))
                .collect();
            shares.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            shares
        };
        let zone = |(number, seed): (usize, &ZoneSeed)| DrawnZone {
            id: seed.id.clone(),
            is_sea: seed.of == SeedOf::Sea,
            area: areas[number],
            countries: share(number),
        };
        let zones = self.recipe.zones.iter().enumerate().map(zone).collect();
        let names: Vec<SpaceId> = self.recipe.zones.iter().map(|zone| zone.id.clone()).collect();
        let shapes = shapes_from_raster(&self.zones, &names, self.recipe.slack);
        Ok(DrawnZones { shapes, placing: self.placing, zones, notes: self.notes })
    }
}

/// Country label of islands that the recipe raised.
const ISLAND: Label = Label::MAX - 2;
const TAKEN: Label = Label::MAX;
const WORTH_A_NOTE: usize = 60;

/// What is wrong with the zones of a recipe, whatever the geography says.
#[must_use]
pub fn check_names(recipe: &ZoneDrawing) -> Vec<ZoneProblem> {
    if recipe.zones.len() >= usize::from(ISLAND) {
        return vec![ZoneProblem::TooMany(recipe.zones.len())];
    }
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    for (number, zone) in recipe.zones.iter().enumerate() {
        let id = || zone.id.to_string();
        if !seen.insert(&zone.id) {
            problems.push(ZoneProblem::Duplicate { zone: number, id: id() });
        }
        if zone.at.is_empty() && zone.outline.is_empty() {
            problems.push(ZoneProblem::NoSeed { zone: number, id: id() });
        }
        if let Some((lat, lon)) = crosses_itself(&zone.outline) {
            problems.push(ZoneProblem::OutlineCrosses { zone: number, id: id(), lat, lon });
        }
    }
    problems
}

/// The countries each zone claims, or everything that is wrong with the zones.
fn check_zones(recipe: &ZoneDrawing, outlines: &Outlines) -> Result<Vec<BTreeSet<Label>>, Vec<ZoneProblem>> {
    let mut problems = check_names(recipe);
    let mut claims = Vec::new();
    for (number, zone) in recipe.zones.iter().enumerate() {
        let mut own = BTreeSet::new();
        let SeedOf::Land(names) = &zone.of else {
            claims.push(own);
            continue;
        };
        for name in names {
            match outlines.position(name) {
                Some(position) => drop(own.insert(position as Label + 1)),
                None => problems.push(ZoneProblem::NoCountry {
                    zone: number,
                    id: zone.id.to_string(),
                    country: name.clone(),
                    suggestion: outlines.nearest_name(name).map(str::to_owned),
                }),
            }
        }
        claims.push(own);
    }
    if problems.is_empty() { Ok(claims) } else { Err(problems) }
}

/// Paints every country, with the copies a map needs that crosses the date line.
pub(crate) fn paint_countries(land: &mut Raster, outlines: &Outlines, placing: &Placing) {
    let turn = placing.longitude.at(360.0) - placing.longitude.at(0.0);
    for (position, country) in outlines.countries.iter().enumerate() {
        for polygon in &country.polygons {
            let flat: Vec<Vec<(f64, f64)>> =
                polygon.iter().map(|ring| ring.iter().map(|&(lon, lat)| placing.place(lat, lon)).collect()).collect();
            fill_copies(land, &flat, turn, position as Label + 1);
        }
    }
}

/// Fills a polygon where it lies and, on a sheet that does not close, a turn of the globe to the west and to the east.
pub(crate) fn fill_copies(land: &mut Raster, flat: &[Vec<(f64, f64)>], turn: f64, label: Label) {
    if land.wraps() {
        return fill(land, flat, label);
    }
    let (low, high) = flat
        .iter()
        .flatten()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| (low.min(point.0), high.max(point.0)));
    let width = land.width() as f64;
    for copy in [-1.0, 0.0, 1.0] {
        // What lies beside the sheet, with a square to spare, paints nothing.
        if high + copy * turn < -1.0 || low + copy * turn > width + 1.0 {
            continue;
        }
        if copy == 0.0 {
            fill(land, flat, label);
        } else {
            let shifted: Vec<Vec<(f64, f64)>> =
                flat.iter().map(|ring| ring.iter().map(|&(x, y)| (x + copy * turn, y)).collect()).collect();
            fill(land, &shifted, label);
        }
    }
}

/// Steps within [`SNAP`], the nearest first.
static AROUND: LazyLock<Vec<(i64, i64)>> = LazyLock::new(|| {
    let mut around: Vec<(i64, i64, i64)> = Vec::new();
    for dy in -SNAP..=SNAP {
        for dx in -SNAP..=SNAP {
            around.push((dx * dx + dy * dy, dy, dx));
        }
    }
    around.sort_unstable();
    around.into_iter().map(|(_, dy, dx)| (dy, dx)).collect()
});

/// The square nearest to `square`, within [`SNAP`], for which `good` holds.
fn nearest(sheet: &Raster, square: usize, good: impl Fn(usize) -> bool) -> Option<usize> {
    let (x, y) = sheet.at(square);
    AROUND.iter().filter_map(|(dy, dx)| sheet.index(x as i64 + dx, y as i64 + dy)).find(|&square| good(square))
}

#[cfg(test)]
mod tests;
