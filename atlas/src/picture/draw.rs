//! A recipe's picture read as hexes or traced as zones.

use std::collections::BTreeMap;

use chartroom_format::cst::PathStep;
use chartroom_format::grid::NumberError;
use chartroom_format::schema::map::{HexGrid, Surface};
use chartroom_format::schema::map_shapes::Shapes;
use chartroom_format::schema::recipe::{HexPicture, PictureColour, ZonePicture};

use super::palette::{Swatch, read_hexes};
use super::place::{Pin, Placement};
use super::trace::{TraceError, TraceSettings, trace_areas};
use crate::hexes::write::Plot;
use crate::hexes::{Belongs, layout};
use crate::recipe_fault::{FaultKind, RecipeFault};
use crate::render::Rgb;
use crate::source::Sources;

/// A zone by its name, and what its colour stands for.
pub(crate) type ZonePlot = (String, Surface, Belongs);

/// The hexes of a picture, in reading order; those that show no colour of the palette are left out.
pub(crate) fn hexes(
    drawing: &HexPicture,
    grid: &HexGrid,
    sources: &Sources<'_>,
) -> Result<Vec<Plot>, Vec<RecipeFault>> {
    let at = |steps: &[PathStep]| [&["draw".into(), "HexPicture".into()], steps].concat();
    let palette = swatches("HexPicture", &drawing.palette)?;
    let board = grid.board().map_err(|error| vec![RecipeFault::plain(&[], error.to_string())])?;
    let paper = layout(&board);
    let mut pins = Vec::new();
    for (number, (hex, pixel)) in drawing.points.iter().enumerate() {
        let wrong =
            |error: NumberError| vec![RecipeFault::plain(&at(&["points".into(), number.into()]), error.to_string())];
        let cell = grid.numbering.parse(&board, hex.as_str()).map_err(wrong)?;
        pins.push((*pixel, paper.centre(board.to_hex(cell))));
    }
    let misplaced =
        |message: String| vec![RecipeFault::new(FaultKind::Contradiction, &at(&["points".into()]), message)];
    let pins = <[Pin; 3]>::try_from(pins)
        .map_err(|pins| misplaced(format!("a picture is placed by three hexes, not by {}", pins.len())))?;
    let placement = Placement::by_three_points(pins).map_err(|error| misplaced(error.to_string()))?;
    let picture = sources.picture("HexPicture", &drawing.file).map_err(|fault| vec![fault])?;
    let readings = read_hexes(&picture, &placement, &board, &paper, &palette, drawing.tolerance);
    let plots = readings.iter().filter_map(|reading| {
        let colour = &drawing.palette[reading.swatch?];
        Some(Plot {
            heading: format!("row {}", grid.numbering.row_name(&board, reading.cell.row)),
            id: grid.numbering.format(&board, reading.cell),
            surface: colour.surface,
            belongs: colour.into(),
        })
    });
    Ok(plots.collect())
}

/// The outlines of a picture's areas, and what each area is.
pub(crate) fn zones(drawing: &ZonePicture, sources: &Sources<'_>) -> Result<(Shapes, Vec<ZonePlot>), Vec<RecipeFault>> {
    let palette = swatches("ZonePicture", &drawing.palette)?;
    let picture = sources.picture("ZonePicture", &drawing.file).map_err(|fault| vec![fault])?;
    let settings = TraceSettings {
        palette: palette.clone(),
        tolerance: drawing.tolerance,
        smallest_area: drawing.smallest_area as usize,
        slack: drawing.slack,
        wraps: drawing.wrap,
        names: drawing.zones.clone(),
    };
    let (shapes, zones) = trace_areas(&picture, &settings).map_err(|error| vec![untraceable(&error)])?;
    let colours: BTreeMap<[u8; 3], &PictureColour> =
        palette.iter().map(|swatch| swatch.colour).zip(&drawing.palette).collect();
    let plots = zones.into_iter().map(|(id, colour)| match colours.get(&colour) {
        Some(&colour) => (id.0, colour.surface, colour.into()),
        None => (id.0, Surface::Land, Belongs::default()),
    });
    Ok((shapes, plots.collect()))
}

fn untraceable(error: &TraceError) -> RecipeFault {
    let at = |steps: &[PathStep]| [&["draw".into(), "ZonePicture".into()], steps].concat();
    match error {
        TraceError::NameOffPicture { name, .. } => {
            RecipeFault::plain(&at(&["zones".into(), name.as_str().into()]), error.to_string())
        }
        TraceError::SameArea { name, .. } => {
            RecipeFault::new(FaultKind::Duplicate, &at(&["zones".into(), name.as_str().into()]), error.to_string())
        }
        _ => RecipeFault::new(FaultKind::Picture, &at(&["file".into()]), error.to_string()),
    }
}

fn swatches(variant: &str, palette: &[PictureColour]) -> Result<Vec<Swatch>, Vec<RecipeFault>> {
    let mut faults = Vec::new();
    let mut swatches: Vec<Swatch> = Vec::new();
    for (number, PictureColour { colour, .. }) in palette.iter().enumerate() {
        let path = ["draw".into(), variant.into(), "palette".into(), number.into(), "colour".into()];
        match Rgb::parse(colour) {
            None => faults.push(RecipeFault::plain(&path, format!("`{colour}` is no colour such as \"#6d93b5\""))),
            Some(Rgb(red, green, blue)) => {
                let rgb = [red, green, blue];
                if swatches.iter().any(|swatch| swatch.colour == rgb) {
                    let message = format!("`{colour}` stands for two things");
                    faults.push(RecipeFault::new(FaultKind::Duplicate, &path, message));
                }
                swatches.push(Swatch { name: colour.clone(), colour: rgb });
            }
        }
    }
    if faults.is_empty() { Ok(swatches) } else { Err(faults) }
}
