//! The chart of a board of hexes.

use std::collections::BTreeMap;

use chartroom_format::grid::{Board, Cell, Layout};
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{HexGrid, Space, Surface};

use super::names::{self, Spot};
use super::{Chart, ChartError, style};
use crate::geo::Outlines;
use crate::hexes;
use crate::render::Scene;
use crate::render::scene::{Ground, HexGround, HexView, Place, SideView};

pub(super) fn lay_out(
    chart: &Chart<'_>,
    grid: &HexGrid,
    geography: Option<&str>,
    scene: &mut Scene,
) -> Result<(), ChartError> {
    let board = grid.board()?;
    let layout = hexes::layout(&board);
    let unlisted = chart.content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Sea);
    let mut views = Vec::with_capacity(board.len());
    let mut spots = BTreeMap::new();
    for cell in board.cells() {
        let id = SpaceId(grid.numbering.format(&board, cell));
        let space = chart.content.spaces.get(&id);
        let at = layout.centre(board.to_hex(cell));
        spots.insert(id.clone(), Spot { at, room: 0.9 });
        if let Some(place) = space.and_then(|space| place(chart, &id, space, at)) {
            scene.places.push(place);
        }
        views.push(view(chart, id, space, unlisted));
    }
    scene.sides.dedup();
    let (_, _, right, _) = layout.bounds(&board);
    scene.areas = names::areas(chart, &spots, right / 7.0, 3.5);
    scene.across = edge_names(board.columns(), |column| {
        (layout.centre(board.to_hex(Cell::new(column, 0))).0, grid.numbering.column_name(&board, column))
    });
    scene.down = edge_names(board.rows(), |row| {
        (layout.centre(board.to_hex(Cell::new(0, row))).1, grid.numbering.row_name(&board, row))
    });
    scene.miles = grid.miles.map(f64::from);
    let coast = geography.and_then(|text| coast(chart, grid, &board, text)).unwrap_or_default();
    scene.ground = Ground::Hexes(HexGround { sides: sides(chart, grid, &board), board, hexes: views, coast });
    add_boxes(chart, &layout, &board, scene);
    Ok(())
}

fn edge_names(count: i32, name: impl Fn(i32) -> (f64, String)) -> Vec<(f64, String)> {
    (0..count).map(name).collect()
}

fn view(chart: &Chart<'_>, id: SpaceId, space: Option<&Space>, unlisted: Surface) -> HexView {
    let surface = space.map_or(unlisted, |space| space.surface);
    let is_water = matches!(surface, Surface::Sea | Surface::Lake);
    let (tint, symbol) = space.filter(|_| !is_water).map_or((None, None), |space| chart.terrain(space));
    HexView {
        surface,
        tint,
        symbol,
        owner: space.and_then(|space| chart.owner(&id, space)),
        country: space.and_then(|space| chart.country(space)),
        number: id.0,
    }
}

fn place(chart: &Chart<'_>, id: &SpaceId, space: &Space, at: (f64, f64)) -> Option<Place> {
    let (features, value) = chart.features(id, space);
    let stacks = chart.stacks(id);
    let nothing = features.is_empty() && stacks.is_empty() && value.is_none() && space.name.is_none();
    (!nothing).then(|| Place {
        at,
        room: 1.0,
        name: space.name.clone(),
        is_sea: space.surface == Surface::Sea,
        rank: chart.rank(id, space),
        features,
        stacks,
        value,
    })
}

/// Hexsides are written "space/space".
fn sides(chart: &Chart<'_>, grid: &HexGrid, board: &Board) -> Vec<SideView> {
    let mut found = Vec::new();
    for (pair, kinds) in &chart.content.hexsides {
        let Some((from, to)) = pair.split_once('/') else { continue };
        let cells = (grid.numbering.parse(board, from.trim()), grid.numbering.parse(board, to.trim()));
        let (Ok(from), Ok(to)) = cells else { continue };
        let (Some(hex), Some(direction)) = (board.index(from), board.direction_to(from, to)) else { continue };
        let styles = kinds.iter().filter_map(|kind| chart.content.side_types.get(kind)).map(style);
        found.extend(styles.map(|style| SideView { hex, direction, style }));
    }
    found
}

/// True coasts, when the pack has a recipe that fits its board.
fn coast(chart: &Chart<'_>, grid: &HexGrid, board: &Board, geography: &str) -> Option<Vec<Vec<(f64, f64)>>> {
    let recipe = chart.content.recipe.as_ref()?;
    let (placing, _) = hexes::place(recipe, board, &grid.numbering).ok()?;
    let land = Outlines::read_land(geography).ok()?;
    Some(hexes::coastline(&land, &placing, board))
}

/// Boxes off the map stand in a row along its foot, where the sea of most boards is empty.
fn add_boxes(chart: &Chart<'_>, layout: &Layout, board: &Board, scene: &mut Scene) {
    let boxes = chart.content.spaces.iter().filter(|(_, space)| space.surface == Surface::Box);
    let (_, _, right, bottom) = layout.bounds(board);
    let boxes: Vec<_> = boxes.collect();
    for (position, (id, space)) in boxes.iter().enumerate() {
        let x = right * (position as f64 + 0.5) / boxes.len() as f64;
        let (features, value) = chart.features(id, space);
        let name = Some(space.name.clone().unwrap_or_else(|| id.to_string()));
        let stacks = chart.stacks(id);
        let at = (x, bottom - 1.6);
        scene.places.push(Place { at, room: 1.4, name, is_sea: false, rank: 1, features, stacks, value });
    }
}
