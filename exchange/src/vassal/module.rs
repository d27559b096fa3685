//! A module of VASSAL as plain data: what is written, and what our own reader gets back.

/// A module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    pub name: String,
    pub version: String,
    /// The seats at the table.
    pub players: Vec<String>,
    pub board: Board,
    /// Pieces to take from: a tab for each power.
    pub palettes: Vec<Palette>,
    /// What stands on the board when a game begins.
    pub stacks: Vec<AtStart>,
    pub charts: Vec<Chart>,
    pub turns: Turns,
    /// The faces of the die.
    pub die: i64,
}

/// The board: a picture and the places on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pub name: String,
    pub image: String,
    pub width: u32,
    pub height: u32,
    pub places: Places,
}

/// A point of the picture, in pixels.
pub type Point = (i32, i32);

/// The places of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// Areas with their outlines; one of many parts comes several times.
    Zones(Vec<(String, Vec<Point>)>),
    /// Hexes by their printed numbers; pieces snap to the middle.
    Hexes(Vec<(String, Point)>),
}

impl Default for Places {
    fn default() -> Self {
        Self::Zones(Vec::new())
    }
}

/// A tab of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    pub title: String,
    pub slots: Vec<Slot>,
}

/// A piece as the module defines it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    pub name: String,
    /// What a newer module finds the piece by in a running game.
    pub id: u32,
    pub image: String,
    pub side: u32,
    /// Properties that the module's author can ask for: power, unit, hits.
    pub marks: Vec<(String, String)>,
}

/// Pieces in one place at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtStart {
    pub name: String,
    pub at: Point,
    pub slots: Vec<Slot>,
}

/// A page of a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chart {
    pub title: String,
    pub file: String,
}

/// The turn track: turns, and phases in each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    pub first: i64,
    pub phases: Vec<String>,
}
