//! A map of Tiled as a board of hexes, and a new pack on it.

use chartroom_format::encode;
use chartroom_format::grid::numbering::{Horizontal, Letters, Lines, Part, Vertical};
use chartroom_format::grid::{Board, Cell, Numbering, OffsetParity, Orientation};
use chartroom_format::names::to_id;
use chartroom_format::schema::ids::{SideTypeId, SpaceId};
use chartroom_format::schema::map::{Grid, HexGrid, Links, Map, Regions, Space, Spaces, Surface};
use chartroom_format::schema::{CURRENT, Document};
use chartroom_format::starter::{self, Cast};
use indexmap::IndexMap;
use serde_json::{Map as Fields, Value};

use super::sheet::{Axis, Object, Properties, Sheet, TiledError};
use crate::report::Report;
use crate::zoning::pack::{NewPack, PackError, about, countries, is_land, kinds, plain};

/// A board that was read, before it is a pack.
#[derive(Clone, Debug)]
pub struct NewBoard {
    pub grid: HexGrid,
    pub unlisted: Surface,
    pub spaces: IndexMap<SpaceId, Space>,
    pub sides: IndexMap<String, Vec<SideTypeId>>,
    pub report: Report,
}

/// Takes a map as a board: the uppermost tile of each hex says its surface and terrain, named points the rest.
pub fn board(sheet: &Sheet) -> Result<NewBoard, TiledError> {
    let grid = grid(sheet);
    let board = grid.board().map_err(|error| TiledError::Map(format!("the board is not possible: {error}")))?;
    let surface_named = |name: Option<&String>| name.and_then(|name| surface(name));
    let unlisted = surface_named(sheet.properties.get("unlisted")).unwrap_or(Surface::Sea);
    let mut report = Report::default();
    let mut spaces = IndexMap::new();
    for (place, cell) in board.cells().enumerate() {
        let above = sheet.layers.iter().rev().filter_map(|layer| layer.cells.get(place)).find(|tile| **tile != 0);
        let Some(&tile) = above else { continue };
        spaces.insert(SpaceId(grid.numbering.format(&board, cell)), space_of(tile, sheet, &mut report));
    }
    let mut sides = IndexMap::new();
    for object in &sheet.objects {
        if object.kind == "side" {
            let kinds = object.properties.get("sides").map(String::as_str).unwrap_or_default();
            let kinds: Vec<SideTypeId> =
                kinds.split(',').filter(|kind| !kind.is_empty()).map(SideTypeId::from).collect();
            if !kinds.is_empty() {
                sides.insert(object.name.clone(), kinds);
            }
            continue;
        }
        name_space(object, sheet, &grid, &board, &mut spaces, &mut report);
    }
    if !spaces.values().any(|space| is_land(space.surface)) {
        return Err(TiledError::Map(
            "the map has no land: no tile says what it is. Give tiles a class such as clear, forest or sea".to_owned(),
        ));
    }
    Ok(NewBoard { grid, unlisted, spaces, sides, report })
}

/// The grid that the file states, if it fits the map, else columns and rows counted from the north-west.
fn grid(sheet: &Sheet) -> HexGrid {
    let orientation = if sheet.axis == Axis::Y { Orientation::Pointy } else { Orientation::Flat };
    let shifted = if sheet.odd { OffsetParity::Odd } else { OffsetParity::Even };
    let stated = sheet.properties.get("grid").and_then(|text| serde_json::from_str::<HexGrid>(text).ok());
    let fits = |grid: &HexGrid| {
        (grid.columns, grid.rows) == (sheet.columns, sheet.rows)
            && (grid.orientation, grid.shifted) == (orientation, shifted)
    };
    if let Some(grid) = stated.filter(fits) {
        return grid;
    }
    let digits = if sheet.columns.max(sheet.rows) > 999 {
        4
    } else if sheet.columns.max(sheet.rows) > 99 {
        3
    } else {
        2
    };
    HexGrid {
        orientation,
        shifted,
        columns: sheet.columns,
        rows: sheet.rows,
        wrap: false,
        numbering: Numbering {
            pattern: vec![Part::Column(digits), Part::Row(digits)],
            rows: Lines { first: 1, toward: Vertical::South },
            columns: Lines { first: 1, toward: Horizontal::East },
            sections: std::collections::BTreeMap::new(),
            letters: Letters::default(),
        },
        miles: None,
    }
}

fn surface(name: &str) -> Option<Surface> {
    Some(match name.to_lowercase().as_str() {
        "land" => Surface::Land,
        "coast" => Surface::Coast,
        "sea" | "water" | "ocean" => Surface::Sea,
        "island" => Surface::Island,
        "lake" => Surface::Lake,
        "box" => Surface::Box,
        "impassable" => Surface::Impassable,
        _ => return None,
    })
}

/// What a tile says: its properties, else its class.
fn space_of(tile: u32, sheet: &Sheet, report: &mut Report) -> Space {
    let nothing = (String::new(), Properties::new());
    let (class, properties) = sheet.tiles.get(&tile).unwrap_or(&nothing);
    let stated = properties.get("surface").and_then(|name| surface(name));
    let terrain = properties.get("terrain").map(|name| to_id(name)).filter(|id| !id.is_empty());
    if stated.is_some() || terrain.is_some() {
        return Space { terrain: terrain.map(|id| id.as_str().into()), ..plain(stated.unwrap_or(Surface::Land)) };
    }
    match (surface(class), to_id(class)) {
        (Some(surface), _) => plain(surface),
        (None, id) if !id.is_empty() => Space { terrain: Some(id.as_str().into()), ..plain(Surface::Land) },
        _ => {
            report.near(
                "tiles without class or properties",
                "each is a terrain of its own, called by its number",
                None,
            );
            Space { terrain: Some(format!("tile-{tile}").as_str().into()), ..plain(Surface::Land) }
        }
    }
}

/// What a named point says of the hex it names or stands in.
fn name_space(
    object: &Object,
    sheet: &Sheet,
    grid: &HexGrid,
    board: &Board,
    spaces: &mut IndexMap<SpaceId, Space>,
    report: &mut Report,
) {
    let named = object.kind == "space";
    let by_place = || {
        let (column, row) = sheet.hex_at(object.at)?;
        Some(SpaceId(grid.numbering.format(board, Cell::new(column as i32, row as i32))))
    };
    let id = if named && spaces.contains_key(object.name.as_str()) {
        Some(SpaceId(object.name.clone()))
    } else {
        by_place()
    };
    let Some(space) = id.and_then(|id| spaces.get_mut(&id)) else {
        report.left_out("points outside the board or where no tile is", &object.name, None);
        return;
    };
    if !named {
        if !object.name.is_empty() {
            space.name = Some(object.name.clone());
        }
        return;
    }
    let mut fields = Fields::new();
    for (name, text) in &object.properties {
        // Rules and reasons of another pack mean nothing in a new one.
        if matches!(name.as_str(), "source" | "reconstructed") {
            continue;
        }
        let is_data = matches!(name.as_str(), "features" | "regions" | "value");
        let value = if is_data { serde_json::from_str(text).ok() } else { None };
        fields.insert(name.clone(), value.unwrap_or_else(|| Value::from(text.as_str())));
    }
    let Ok(Value::Object(mut known)) = serde_json::to_value(&*space) else { return };
    known.extend(fields);
    match serde_json::from_value(Value::Object(known)) {
        Ok(read) => *space = read,
        Err(error) => report.left_out(&format!("properties of {}", object.name), &error.to_string(), None),
    }
}

/// Makes the files of a new pack.
pub fn pack(new: NewBoard, id: &str) -> Result<NewPack, PackError> {
    let NewBoard { grid, unlisted, mut spaces, sides, mut report } = new;
    let capitals = capitals(&spaces)?;
    let countries = countries(&mut spaces, &capitals);
    for capital in &capitals {
        if let Some(space) = spaces.get_mut(capital) {
            for feature in ["capital", "factory"] {
                space.features.entry(feature.into()).or_insert(1);
            }
        }
    }
    report.exact("terrain, hexsides, names and features of hexes", None);
    let country = |at: usize| countries.get_index(at).map_or("", |(id, _)| id.as_str()).to_owned();
    let (red, blue) = (country(0), country(1));
    let cast = Cast { red: (capitals[0].as_str(), &red), blue: (capitals[1].as_str(), &blue) };
    let mut files: Vec<(String, String)> = starter::shared(cast)
        .into_iter()
        .filter(|(file, _)| *file != "map/regions.ron")
        .map(|(file, text)| (file.to_owned(), text))
        .collect();
    let zones = spaces.len();
    let kinds = kinds(&spaces, sides.values().flatten());
    let map = Map {
        schema: CURRENT,
        requires: Vec::new(),
        provides: Vec::new(),
        title: starter::title(id),
        source: None,
        grid: Grid::Hexes(grid),
        unlisted: Some(unlisted),
        note: "Taken over from Tiled.".to_owned(),
    };
    let links = Links {
        schema: CURRENT,
        requires: Vec::new(),
        sides,
        stated: IndexMap::new(),
        added: Vec::new(),
        denied: Vec::new(),
        passages: IndexMap::new(),
    };
    let regions = Regions { schema: CURRENT, requires: Vec::new(), regions: countries };
    let mut documents = vec![
        ("pack.ron", Document::Pack(Box::new(about(id, "hex-map", "Tiled")))),
        ("map/map.ron", Document::Map(Box::new(map))),
        ("map/regions.ron", Document::Regions(Box::new(regions))),
        ("map/spaces.ron", Document::Spaces(Box::new(Spaces { schema: CURRENT, requires: Vec::new(), spaces }))),
        ("map/links.ron", Document::Links(Box::new(links))),
    ];
    documents.extend(kinds.map(|kinds| ("map/kinds.ron", Document::Terrain(Box::new(kinds)))));
    for (file, document) in documents {
        files.push((file.to_owned(), encode::document(&document)?));
    }
    Ok(NewPack { files, report, zones })
}

/// Capitals that the map marks, else the first land and the last one of another country.
fn capitals(spaces: &IndexMap<SpaceId, Space>) -> Result<[SpaceId; 2], PackError> {
    let lands: Vec<(&SpaceId, &Space)> = spaces.iter().filter(|(_, space)| is_land(space.surface)).collect();
    let marked: Vec<_> = lands.iter().filter(|(_, space)| space.features.contains_key("capital")).collect();
    let first = marked.first().copied().or(lands.first()).ok_or(PackError::TooFewLands(0))?;
    let other = |(id, space): &&(&SpaceId, &Space)| {
        *id != first.0 && (space.country.is_none() || space.country != first.1.country)
    };
    let second = marked.iter().copied().find(other).or_else(|| lands.iter().rev().find(other));
    let second =
        second.or_else(|| lands.iter().rev().find(|(id, _)| *id != first.0)).ok_or(PackError::TooFewLands(1))?;
    Ok([first.0.clone(), second.0.clone()])
}
