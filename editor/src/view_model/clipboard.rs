//! Copied hexes: their paint by place, to be turned by sixths, flipped and put down elsewhere.

use chartroom_format::content::Content;
use chartroom_format::grid::{Direction, Hex};
use chartroom_format::schema::map::Surface;

use crate::document::ops::space::SpaceFact;
use crate::map::{Geometry, Scene};

/// What a copied hex brings along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedHex {
    /// From the first copied hex.
    pub offset: Hex,
    pub surface: Surface,
    pub terrain: Option<String>,
}

/// Copied hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexClipboard {
    pub hexes: Vec<CopiedHex>,
}

impl HexClipboard {
    /// Copies hexes of a scene; the first is the one that will lie under the pointer.
    pub fn copy(scene: &Scene, content: &Content, places: impl Iterator<Item = usize>) -> Self {
        let Geometry::Hexes { board, .. } = &scene.geometry else { return Self::default() };
        let cells: Vec<(usize, Hex)> =
            places.filter_map(|at| board.at(at).map(|cell| (at, board.to_hex(cell)))).collect();
        let Some((_, first)) = cells.first().copied() else { return Self::default() };
        let hexes = cells
            .into_iter()
            .map(|(at, hex)| {
                let space = content.spaces.get(scene.id(at));
                CopiedHex {
                    offset: hex - first,
                    surface: scene.cells[at].surface,
                    terrain: space.and_then(|space| space.terrain.as_ref()).map(|id| id.0.clone()),
                }
            })
            .collect();
        Self { hexes }
    }

    /// Turns by 60 degrees.
    pub fn turn(&mut self) {
        for hex in &mut self.hexes {
            hex.offset = hex.offset.rotated(Hex::ORIGIN, 1);
        }
    }

    pub fn flip(&mut self) {
        for hex in &mut self.hexes {
            hex.offset = hex.offset.reflected(Hex::ORIGIN, Direction::new(0));
        }
    }

    /// The places that would be covered if the first hex lay at `at`.
    pub fn places(&self, scene: &Scene, at: usize) -> Vec<(usize, &CopiedHex)> {
        let Geometry::Hexes { board, .. } = &scene.geometry else { return Vec::new() };
        let Some(cell) = board.at(at) else { return Vec::new() };
        let start = board.to_hex(cell);
        let place = |hex: &CopiedHex| board.cell(start + hex.offset).and_then(|cell| board.index(cell));
        self.hexes.iter().filter_map(|hex| place(hex).map(|at| (at, hex))).collect()
    }

    /// What pasting changes, by space.
    pub fn facts(&self, scene: &Scene, at: usize) -> Vec<(String, Vec<SpaceFact>)> {
        self.places(scene, at)
            .into_iter()
            .map(|(at, hex)| {
                (
                    scene.id(at).to_owned(),
                    vec![SpaceFact::Surface(hex.surface), SpaceFact::Terrain(hex.terrain.clone())],
                )
            })
            .collect()
    }
}
