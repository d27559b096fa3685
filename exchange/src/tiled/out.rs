//! A pack's board of hexes as a map of Tiled: terrain as tiles, everything else of a space and of hexsides as named points.

use std::collections::BTreeMap;

use chartroom_atlas::raster::fill;
use chartroom_atlas::render::Rgb;
use chartroom_format::content::Content;
use chartroom_format::grid::{Board, Cell, OffsetParity, Orientation};
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Grid, HexGrid, Space, Surface};
use serde_json::Value;
use thiserror::Error;

use super::sheet::{Axis, Layer, Object, Properties, Sheet};

/// Width, height and side of a hex in pixels, with a point up; the other way round with a point to the side.
const TILE: (u32, u32, u32) = (56, 64, 32);

/// Why a pack is no map of Tiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutError {
    #[error("the pack has no map")]
    NoMap,
    #[error("the map has zones; Tiled knows no zones. GeoJSON takes them")]
    Zones,
    #[error("the board is not possible: {0}")]
    Board(String),
    #[error("the picture of the tiles cannot be packed: {0}")]
    Picture(String),
}

/// Makes the map; `picture` is the name of the file with the pictures of the tiles.
pub fn out(content: &Content, picture: &str) -> Result<Sheet, OutError> {
    let map = content.map.as_ref().ok_or(OutError::NoMap)?;
    let Grid::Hexes(grid) = &map.grid else { return Err(OutError::Zones) };
    let board = grid.board().map_err(|error| OutError::Board(error.to_string()))?;
    let (axis, tile) = match grid.orientation {
        Orientation::Pointy => (Axis::Y, (TILE.0, TILE.1)),
        Orientation::Flat => (Axis::X, (TILE.1, TILE.0)),
    };
    let mut sheet = Sheet {
        columns: grid.columns,
        rows: grid.rows,
        axis,
        odd: grid.shifted == OffsetParity::Odd,
        tile,
        side: TILE.2,
        properties: properties(grid, map.unlisted),
        tiles: BTreeMap::new(),
        picture: picture.to_owned(),
        layers: Vec::new(),
        objects: Vec::new(),
    };
    let mut numbers: BTreeMap<(Surface, String), u32> = BTreeMap::new();
    let mut cells = Vec::with_capacity(board.len());
    for cell in board.cells() {
        let id = SpaceId(grid.numbering.format(&board, cell));
        let Some(space) = content.spaces.get(&id) else {
            cells.push(0);
            continue;
        };
        let terrain = space.terrain.as_ref().map(ToString::to_string).unwrap_or_default();
        let next = numbers.len() as u32 + 1;
        let number = *numbers.entry((space.surface, terrain)).or_insert(next);
        sheet.tiles.entry(number).or_insert_with(|| tile_of(content, space));
        cells.push(number);
        let at = sheet.middle(cell.column as u32, cell.row as u32);
        sheet.objects.extend(object(&id, space, at));
    }
    sheet.layers.push(Layer { name: "terrain".to_owned(), cells });
    add_sides(content, grid, &board, &mut sheet);
    Ok(sheet)
}

fn properties(grid: &HexGrid, unlisted: Option<Surface>) -> Properties {
    let mut properties = Properties::new();
    // A grid serializes: it is made of texts and numbers.
    properties.insert("grid".to_owned(), serde_json::to_string(grid).unwrap_or_default());
    if let Some(unlisted) = unlisted {
        properties.insert("unlisted".to_owned(), format!("{unlisted:?}"));
    }
    properties
}

fn tile_of(content: &Content, space: &Space) -> (String, Properties) {
    let mut properties = Properties::from([("surface".to_owned(), format!("{:?}", space.surface))]);
    let terrain = space.terrain.as_ref();
    if let Some(terrain) = terrain {
        properties.insert("terrain".to_owned(), terrain.to_string());
    }
    let known = terrain.or(content.default_terrain.as_ref()).and_then(|id| content.terrains.get(id));
    let colour = match space.surface {
        Surface::Sea | Surface::Lake => "#a9c4d6".to_owned(),
        Surface::Impassable => "#8c8478".to_owned(),
        _ => known.map_or_else(|| "#e6dcb8".to_owned(), |terrain| terrain.colour.clone()),
    };
    properties.insert("colour".to_owned(), colour);
    let class = terrain.map_or_else(|| format!("{:?}", space.surface).to_lowercase(), ToString::to_string);
    (class, properties)
}

/// What the pack says of a space beside its surface and terrain.
fn object(id: &SpaceId, space: &Space, at: (f64, f64)) -> Option<Object> {
    let Ok(Value::Object(fields)) = serde_json::to_value(space) else { return None };
    let said = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let properties: Properties = fields
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "surface" | "terrain"))
        .map(|(name, value)| (name.clone(), said(value)))
        .collect();
    (!properties.is_empty()).then(|| Object { name: id.to_string(), kind: "space".to_owned(), at, properties })
}

fn add_sides(content: &Content, grid: &HexGrid, board: &Board, sheet: &mut Sheet) {
    for (pair, kinds) in &content.hexsides {
        let ends = pair
            .split_once('/')
            .map(|(one, other)| (grid.numbering.parse(board, one.trim()), grid.numbering.parse(board, other.trim())));
        let Some((Ok(one), Ok(other))) = ends else { continue };
        let place = |cell: Cell| sheet.middle(cell.column as u32, cell.row as u32);
        let ((ax, ay), (bx, by)) = (place(one), place(other));
        let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
        sheet.objects.push(Object {
            name: pair.clone(),
            kind: "side".to_owned(),
            at: ((ax + bx) / 2.0, (ay + by) / 2.0),
            properties: Properties::from([("sides".to_owned(), kinds.join(","))]),
        });
    }
}

/// The pictures of the tiles, side by side, as a PNG file.
pub fn tiles_picture(sheet: &Sheet) -> Result<Vec<u8>, OutError> {
    let (wide, high) = (sheet.tile.0 as usize, sheet.tile.1 as usize);
    let width = wide * sheet.tiles.len().max(1);
    let mut pixels = vec![0_u8; width * high * 4];
    for (place, (_, properties)) in sheet.tiles.values().enumerate() {
        let colour = properties.get("colour").and_then(|colour| Rgb::parse(colour)).unwrap_or(Rgb(0xE6, 0xDC, 0xB8));
        let ring = outline(sheet).into_iter().map(|(x, y)| (x + (place * wide) as f64, y)).collect();
        for (y, from, to) in fill::spans(&[ring], high) {
            for x in from.max(0) as usize..(to.max(0) as usize).min(width) {
                pixels[(y * width + x) * 4..][..4].copy_from_slice(&[colour.0, colour.1, colour.2, 0xFF]);
            }
        }
    }
    let mut bytes = Vec::new();
    let failed = |error: png::EncodingError| OutError::Picture(error.to_string());
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, high as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The corners of a hex inside its tile.
fn outline(sheet: &Sheet) -> Vec<(f64, f64)> {
    let (wide, high, side) = (f64::from(sheet.tile.0), f64::from(sheet.tile.1), f64::from(sheet.side));
    match sheet.axis {
        Axis::Y => {
            let cap = (high - side) / 2.0;
            vec![(wide / 2.0, 0.0), (0.0, cap), (0.0, high - cap), (wide / 2.0, high), (wide, high - cap), (wide, cap)]
        }
        Axis::X => {
            let cap = (wide - side) / 2.0;
            vec![(0.0, high / 2.0), (cap, high), (wide - cap, high), (wide, high / 2.0), (wide - cap, 0.0), (cap, 0.0)]
        }
    }
}
