//! Neighbours on a grid of hexes, across the seam too.

use chartroom_format::grid::numbering::Vertical;
use chartroom_format::schema::map::{HexGrid, Region, Surface};

use super::Compiler;
use super::board::{Pairs, class_between};
use crate::codes;
use crate::ids::SpaceIx;

/// All neighbouring hexes. The first ids of the spaces are the cells of the grid in order.
pub(super) fn pairs(compiler: &mut Compiler<'_>, grid: &HexGrid) -> Pairs {
    let mut pairs = Pairs::new();
    let board = match grid.board() {
        Ok(board) => board,
        Err(error) => {
            compiler.entry = None;
            compiler.fault(codes::NO_BOARD, format!("the grid cannot be used: {error}"));
            return pairs;
        }
    };
    let unlisted = compiler.content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Sea);
    let surfaces: Vec<Surface> = board
        .cells()
        .map(|cell| {
            let id = grid.numbering.format(&board, cell);
            compiler.content.spaces.get(id.as_str()).map_or(unlisted, |space| space.surface)
        })
        .collect();
    for cell in board.cells() {
        let Some(from) = board.index(cell) else { continue };
        for (_, next) in board.neighbours(cell) {
            if let Some(to) = board.index(next) {
                let class = class_between(surfaces[from], surfaces[to]);
                pairs.push(((SpaceIx::new(from), SpaceIx::new(to)), class));
            }
        }
    }
    pairs
}

/// The hexes that a region holds as whole rows and columns.
pub(super) fn by_line(grid: &HexGrid, region: &Region) -> Vec<SpaceIx> {
    let Ok(board) = grid.board() else { return Vec::new() };
    region.hexes_by_line(grid).into_iter().filter_map(|cell| board.index(cell).map(SpaceIx::new)).collect()
}

/// The hexes of a printed row.
pub(crate) fn in_row(grid: &HexGrid, row: i64) -> Vec<SpaceIx> {
    let Ok(board) = grid.board() else { return Vec::new() };
    let first = i64::from(grid.numbering.rows.first);
    let printed = |cell: i64| match grid.numbering.rows.toward {
        Vertical::South => first + cell,
        Vertical::North => first + i64::from(board.rows()) - 1 - cell,
    };
    let cells = board.cells().filter(|cell| printed(i64::from(cell.row)) == row);
    cells.filter_map(|cell| board.index(cell).map(SpaceIx::new)).collect()
}
