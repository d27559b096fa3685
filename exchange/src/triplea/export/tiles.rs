//! Pictures of the map in squares, as TripleA loads them: the ground below the colours of players, the borders above them.

use chartroom_atlas::raster::{Label, Raster, fill};

use super::super::read::{Drawing, Game};
use super::ExportError;

/// The side of a square.
const TILE: usize = 256;
const NOBODY: Label = Label::MAX;
/// Sea, land, and what lies on neither; borders, and nothing at all.
const GROUND: [[u8; 4]; 3] = [[0xb9, 0xd3, 0xe3, 0xff], [0xf2, 0xef, 0xe6, 0xff], [0x9a, 0x95, 0x8a, 0xff]];
const BORDERS: [[u8; 4]; 3] = [[0, 0, 0, 0], [0x30, 0x2c, 0x28, 0xff], [0x6d, 0x8f, 0xa6, 0xff]];

/// The squares by file name.
pub(super) fn tiles(drawing: &Drawing, game: &Game) -> Result<Vec<(String, Vec<u8>)>, ExportError> {
    let side = |name: &str| drawing.number(name).and_then(|side| usize::try_from(side).ok()).unwrap_or(1).max(1);
    let (width, height) = (side("map.width"), side("map.height"));
    let mut sheet = Raster::new(width, height, drawing.wraps(), NOBODY);
    let mut water = Vec::new();
    for (label, (name, outlines)) in drawing.polygons.iter().enumerate() {
        for outline in outlines {
            let ring = outline.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect();
            fill::fill(&mut sheet, &[ring], label as Label);
        }
        water.push(game.territories.iter().any(|territory| territory.name == *name && territory.water));
    }
    let ground = |index: usize| -> u8 {
        match sheet.cells()[index] {
            NOBODY => 2,
            label if water[usize::from(label)] => 0,
            _ => 1,
        }
    };
    let border = |index: usize| -> u8 {
        let label = sheet.cells()[index];
        let other = sheet.beside(index).map(|beside| sheet.cells()[beside]).find(|other| *other != label);
        match other {
            None => 0,
            Some(other) if [label, other].iter().all(|label| *label != NOBODY && water[usize::from(*label)]) => 2,
            Some(_) => 1,
        }
    };
    let mut files = Vec::new();
    for row in 0..height.div_ceil(TILE) {
        for column in 0..width.div_ceil(TILE) {
            let (high, wide) = ((height - row * TILE).min(TILE), (width - column * TILE).min(TILE));
            let at = |x: usize, y: usize| (row * TILE + y) * width + column * TILE + x;
            let cells = |kind: &dyn Fn(usize) -> u8| -> Vec<u8> {
                (0..high).flat_map(|y| (0..wide).map(move |x| (x, y))).map(|(x, y)| kind(at(x, y))).collect()
            };
            files.push((format!("baseTiles/{column}_{row}.png"), picture(wide, high, &cells(&ground), &GROUND)?));
            files.push((format!("reliefTiles/{column}_{row}.png"), picture(wide, high, &cells(&border), &BORDERS)?));
        }
    }
    Ok(files)
}

/// A picture of few colours, each cell a number of one.
pub(super) fn picture(wide: usize, high: usize, cells: &[u8], colours: &[[u8; 4]]) -> Result<Vec<u8>, ExportError> {
    let failed = |error: png::EncodingError| ExportError::Picture(error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, wide as u32, high as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(colours.iter().flat_map(|colour| colour[..3].to_vec()).collect::<Vec<u8>>());
    encoder.set_trns(colours.iter().map(|colour| colour[3]).collect::<Vec<u8>>());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(cells).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
