//! Flat-coloured areas of a picture traced into zones that share their borders.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;
use thiserror::Error;

use super::load::Picture;
use super::palette::{Swatch, difference, nearest};
use crate::raster::components::{absorb, pieces};
use crate::raster::{Label, Raster};
use crate::zones::shapes_from_raster;

/// How a picture is traced.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceSettings {
    /// The colours of areas; empty to take those that fill most of the picture.
    pub palette: Vec<Swatch>,
    /// How different a pixel may look from its colour.
    pub tolerance: f64,
    /// Areas smaller than this many pixels are part of their neighbour: letters, dots, dirt.
    pub smallest_area: usize,
    /// How far a border may stray to save points, in pixels.
    pub slack: f64,
    /// The east edge meets the west edge.
    pub wraps: bool,
    /// What areas are called, by a pixel inside them.
    pub names: BTreeMap<SpaceId, (u32, u32)>,
}

impl Default for TraceSettings {
    fn default() -> Self {
        Self {
            palette: Vec::new(),
            tolerance: 40.0,
            smallest_area: 60,
            slack: 1.0,
            wraps: false,
            names: BTreeMap::new(),
        }
    }
}

/// Why a picture cannot be traced.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TraceError {
    #[error(
        "the picture has no area of one colour with at least {smallest} pixels: it may be a photograph, or the tolerance too small"
    )]
    NoAreas { smallest: usize },
    #[error("the picture falls into {0} areas; raise the smallest area or the tolerance")]
    TooMany(usize),
    #[error("a picture of {0} pixels is too large to trace; {most} are possible", most = Raster::MOST_CELLS)]
    TooLarge(usize),
    #[error("`{name}` is to be found at {at:?}, outside the picture")]
    NameOffPicture { name: SpaceId, at: (u32, u32) },
    #[error("`{name}` and `{other}` point into the same area")]
    SameArea { name: SpaceId, other: SpaceId },
}

/// One traced zone: its name and the colour it had.
pub type TracedZone = (SpaceId, [u8; 3]);

const MOST_AREAS: usize = 20_000;
const UNKNOWN: Label = Label::MAX - 1;

/// Traces every connected area of one colour as a zone of its own; those nobody names are `area-1`, `area-2` ... by their
/// place in reading order.
/// Lines and letters between areas are given to the areas beside them.
pub fn trace_areas(picture: &Picture, settings: &TraceSettings) -> Result<(Shapes, Vec<TracedZone>), TraceError> {
    let count = picture.pixels().len();
    if count > Raster::MOST_CELLS {
        return Err(TraceError::TooLarge(count));
    }
    let own;
    let palette = if settings.palette.is_empty() {
        own = main_colours(picture, settings.tolerance);
        &own
    } else {
        &settings.palette
    };
    let mut known: BTreeMap<[u8; 3], Label> = BTreeMap::new();
    let labels = picture.pixels().iter().map(|&colour| {
        let look_up = || nearest(palette, colour, settings.tolerance).map_or(UNKNOWN, |swatch| swatch as Label);
        *known.entry(colour).or_insert_with(look_up)
    });
    let labels = labels.collect();
    let (width, height) = (picture.width as usize, picture.height as usize);
    let too_few = || TraceError::NoAreas { smallest: settings.smallest_area };
    let mut sheet = Raster::from_cells(width, height, settings.wraps, labels).ok_or_else(too_few)?;
    settle(&mut sheet, settings.smallest_area.max(1))?;
    number_areas(&sheet, palette, settings)
}

/// Gives everything that is no area to the areas beside it, one ring of pixels at a time so that borders run midway.
fn settle(sheet: &mut Raster, smallest: usize) -> Result<(), TraceError> {
    let (found, owner) = pieces(sheet, |a, b| a == b);
    let is_area = |piece: u32| found[piece as usize].label != UNKNOWN && found[piece as usize].area >= smallest;
    let mut front: Vec<usize> = (0..owner.len()).filter(|&pixel| is_area(owner[pixel])).collect();
    if front.is_empty() {
        return Err(TraceError::NoAreas { smallest });
    }
    let mut settled: Vec<bool> = owner.iter().map(|&piece| is_area(piece)).collect();
    while !front.is_empty() {
        let mut next = Vec::new();
        for pixel in front {
            for beside in sheet.beside(pixel) {
                if !settled[beside] {
                    settled[beside] = true;
                    sheet.cells_mut()[beside] = sheet.cells()[pixel];
                    next.push(beside);
                }
            }
        }
        front = next;
    }
    // Filling in may leave shreds of one colour in another.
    absorb(sheet, |piece| piece.area < smallest, |_, _| true);
    Ok(())
}

fn number_areas(
    sheet: &Raster,
    palette: &[Swatch],
    settings: &TraceSettings,
) -> Result<(Shapes, Vec<TracedZone>), TraceError> {
    let (found, owner) = pieces(sheet, |a, b| a == b);
    if found.len() > MOST_AREAS {
        return Err(TraceError::TooMany(found.len()));
    }
    let named = named_areas(sheet, &owner, &settings.names)?;
    let zones: Vec<TracedZone> = found
        .iter()
        .enumerate()
        .map(|(number, piece)| {
            let colour = palette.get(usize::from(piece.label)).map_or([0; 3], |swatch| swatch.colour);
            let name = named.get(&number).map_or_else(|| SpaceId(format!("area-{}", number + 1)), |&name| name.clone());
            (name, colour)
        })
        .collect();
    let names: Vec<SpaceId> = zones.iter().map(|zone| zone.0.clone()).collect();
    let cells = owner.iter().map(|&piece| piece as Label).collect();
    let sheet = Raster::from_cells(sheet.width(), sheet.height(), sheet.wraps(), cells);
    let sheet = sheet.ok_or(TraceError::NoAreas { smallest: 0 })?;
    Ok((shapes_from_raster(&sheet, &names, settings.slack), zones))
}

/// Which piece bears which name.
fn named_areas<'a>(
    sheet: &Raster,
    owner: &[u32],
    names: &'a BTreeMap<SpaceId, (u32, u32)>,
) -> Result<BTreeMap<usize, &'a SpaceId>, TraceError> {
    let mut named: BTreeMap<usize, &SpaceId> = BTreeMap::new();
    for (name, &at) in names {
        let (x, y) = (at.0 as usize, at.1 as usize);
        if x >= sheet.width() || y >= sheet.height() {
            return Err(TraceError::NameOffPicture { name: name.clone(), at });
        }
        if let Some(other) = named.insert(owner[y * sheet.width() + x] as usize, name) {
            return Err(TraceError::SameArea { name: name.clone(), other: other.clone() });
        }
    }
    Ok(named)
}

/// The colours that fill most of a picture, the commonest first; near-equal ones count as one.
fn main_colours(picture: &Picture, tolerance: f64) -> Vec<Swatch> {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for &colour in picture.pixels() {
        *counts.entry(colour).or_default() += 1;
    }
    let mut common: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    common.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    let least = (picture.pixels().len() / 4000).max(2);
    let mut palette: Vec<Swatch> = Vec::new();
    for (colour, count) in common.into_iter().take(4096) {
        let is_new = palette.iter().all(|swatch| difference(swatch.colour, colour) > tolerance);
        if count >= least && is_new && palette.len() < 256 {
            palette.push(Swatch { name: format!("{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]), colour });
        }
    }
    palette
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zones::Areas;
    use chartroom_format::grid::zones::neighbours;

    /// Red west, green east, blue island in the green, black line and letters between.
    fn painted() -> Picture {
        let pixel = |x: u32, y: u32| match (x, y) {
            (58..=61, _) | (20..=22, 30..=34) => [0, 0, 0],
            (80..=95, 40..=60) => [30, 40, 200],
            (..58, _) => [200, 40, 30],
            _ => [40, 180, 60],
        };
        let pixels = (0..100).flat_map(|y| (0..120).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
        Picture::from_pixels(120, 100, pixels).expect("fits")
    }

    #[test]
    fn lines_and_letters_vanish_and_borders_are_shared() {
        for palette in [Vec::new(), vec![[200, 40, 30], [40, 180, 60], [30, 40, 200]]] {
            let palette = palette.into_iter().map(|colour| Swatch { name: String::new(), colour }).collect();
            // The dividing line is as long as the picture, so only its colour tells it from an area.
            let settings = TraceSettings { palette, smallest_area: 60, ..TraceSettings::default() };
            let black_is_area = settings.palette.is_empty();
            let (shapes, zones) = trace_areas(&painted(), &settings).expect("traceable");
            let (areas, problems) = Areas::read(&shapes);
            assert_eq!(problems, vec![]);
            assert_eq!(zones.len(), if black_is_area { 4 } else { 3 });
            assert!((areas.zones.values().map(|area| area.size).sum::<f64>() - 12_000.0).abs() < 1e-9);
            if !black_is_area {
                let pairs: Vec<_> = neighbours(&shapes).into_keys().map(|(a, b)| format!("{a} {b}")).collect();
                assert_eq!(pairs, ["area-1 area-2", "area-2 area-3"]);
                assert_eq!(zones[2], ("area-3".into(), [30, 40, 200]));
                let west = &areas.zones["area-1"];
                assert!((west.size - 6000.0).abs() < 101.0, "the border runs in the middle of the line: {}", west.size);
            }
        }
    }

    #[test]
    fn areas_bear_the_names_they_are_given() {
        let names = |list: &[(&str, (u32, u32))]| list.iter().map(|&(name, at)| (name.into(), at)).collect();
        let palette =
            [[200, 40, 30], [40, 180, 60], [30, 40, 200]].map(|colour| Swatch { name: String::new(), colour }).to_vec();
        let traced = |list: &[(&str, (u32, u32))]| {
            let settings = TraceSettings { palette: palette.clone(), names: names(list), ..TraceSettings::default() };
            trace_areas(&painted(), &settings)
                .map(|(_, zones)| zones.into_iter().map(|zone| zone.0.0).collect::<Vec<_>>())
        };
        assert_eq!(
            traced(&[("east", (110, 5)), ("isle", (85, 50))]),
            Ok(vec!["area-1".into(), "east".into(), "isle".into()])
        );
        assert!(matches!(traced(&[("a", (10, 5)), ("b", (11, 5))]), Err(TraceError::SameArea { .. })));
        assert!(matches!(traced(&[("a", (120, 5))]), Err(TraceError::NameOffPicture { .. })));
    }

    #[test]
    fn a_photograph_is_refused() {
        let noise = |n: u32| n.wrapping_mul(2_654_435_761).to_be_bytes();
        let pixels = (0..10_000).map(noise).map(|bytes| [bytes[0], bytes[1], bytes[2]]).collect();
        let picture = Picture::from_pixels(100, 100, pixels).expect("fits");
        let settings = TraceSettings { tolerance: 2.0, ..TraceSettings::default() };
        assert_eq!(trace_areas(&picture, &settings), Err(TraceError::NoAreas { smallest: 60 }));
    }
}
