//! What is to be drawn, as plain data. Whoever has a pack builds one; the renderer knows no packs.
//!
//! Coordinates are map units: for hexes those of a [`Layout`] of size 1 (`crate::hexes::layout`), for zones those of `Shapes`.

use chartroom_format::grid::{Board, Direction, Layout};
pub use chartroom_format::schema::map::Surface;
pub use chartroom_format::schema::terrain::Symbol;

use super::colour::Rgb;
use crate::counter::Counter;

/// A map and everything on it.
#[derive(Clone, Debug)]
pub struct Scene {
    pub title: String,
    /// Scenario, date, or what else stands under the title.
    pub subtitle: String,
    pub ground: Ground,
    /// Powers that own spaces; spaces name them by position. Those without a name are left out of the legend.
    pub owners: Vec<Key>,
    /// Kinds of terrain for the legend.
    pub terrains: Vec<Key>,
    /// Kinds of feature for the legend.
    pub features: Vec<(Symbol, String)>,
    /// Kinds of hexside or border for the legend.
    pub sides: Vec<(SideStyle, String)>,
    pub places: Vec<Place>,
    pub areas: Vec<AreaName>,
    /// Names along the upper and lower frame: where, and what.
    pub across: Vec<(f64, String)>,
    /// Names along the left and right frame.
    pub down: Vec<(f64, String)>,
    /// Miles across one hex (hexes) or per hundred map units (zones), for the scale.
    pub miles: Option<f64>,
    /// Small print at the foot, such as what is reconstructed.
    pub note: String,
}

/// A colour and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub name: String,
    pub colour: Rgb,
}

#[derive(Clone, Debug)]
pub enum Ground {
    Hexes(HexGround),
    Zones(ZoneGround),
}

/// A board of hexes.
#[derive(Clone, Debug)]
pub struct HexGround {
    pub board: Board,
    /// Every hex in reading order.
    pub hexes: Vec<HexView>,
    /// Hexsides with something on them.
    pub sides: Vec<SideView>,
    /// True coastlines as closed rings, where known: coastal hexes then show them instead of a full hex of land.
    pub coast: Vec<Vec<(f64, f64)>>,
}

impl HexGround {
    #[must_use]
    pub fn layout(&self) -> Layout {
        crate::hexes::layout(&self.board)
    }
}

/// One hex.
#[derive(Clone, Debug, PartialEq)]
pub struct HexView {
    pub surface: Surface,
    /// Colour of its terrain; plain land if none.
    pub tint: Option<Rgb>,
    pub symbol: Option<Symbol>,
    /// Position in [`Scene::owners`].
    pub owner: Option<u16>,
    /// Whatever tells countries apart; borders are drawn between different ones.
    pub country: Option<u16>,
    /// The printed number.
    pub number: String,
}

/// A hexside with something on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideView {
    /// Position of the hex in reading order.
    pub hex: usize,
    pub direction: Direction,
    pub style: SideStyle,
}

/// How a hexside or border is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideStyle {
    pub pattern: SidePattern,
    pub colour: Rgb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePattern {
    /// A plain thick line, such as a river.
    Line,
    /// Teeth, such as mountains.
    Ridge,
    /// A road across the side.
    Road,
    /// A way over water: two arrowheads across the side.
    Crossing,
    /// A dotted barrier.
    Barrier,
}

/// A map of zones.
#[derive(Clone, Debug)]
pub struct ZoneGround {
    pub width: f64,
    pub height: f64,
    pub zones: Vec<ZoneView>,
    /// Every border once, as the zones share it.
    pub borders: Vec<BorderView>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ZoneView {
    /// Outsides and holes.
    pub rings: Vec<Vec<(f64, f64)>>,
    pub surface: Surface,
    pub tint: Option<Rgb>,
    pub symbol: Option<Symbol>,
    pub owner: Option<u16>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BorderView {
    pub points: Vec<(f64, f64)>,
    pub kind: BorderKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BorderKind {
    /// Between two sea zones.
    Sea,
    /// Between two territories of one country.
    Territory,
    /// Between countries.
    Country,
    /// Where land meets sea.
    Coast,
}

/// A space with something to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// The middle of the space.
    pub at: (f64, f64),
    /// How far from the middle there is room.
    pub room: f64,
    pub name: Option<String>,
    /// On water: the name is set as water is.
    pub is_sea: bool,
    /// 0 for an ordinary name; higher ones are larger and placed first.
    pub rank: u8,
    /// What stands there, with an amount where that says something.
    pub features: Vec<(Symbol, Option<i64>)>,
    pub stacks: Vec<Stack>,
    /// Income or production, set in a ring.
    pub value: Option<i64>,
}

impl Place {
    /// From this rank on a name is always drawn: beside its place, or farther off with a line that leads there.
    pub const NEVER_LEFT_OUT: u8 = 2;
    pub const CAPITAL: u8 = 3;
}

/// Pieces of one owner, fanned with the strongest on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Position in [`Scene::owners`].
    pub owner: Option<u16>,
    pub counters: Vec<Counter>,
}

/// A large name across an area: a country, a sea, an ocean.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaName {
    pub text: String,
    pub at: (f64, f64),
    /// How wide the area is there; the name is spread over part of it.
    pub width: f64,
    /// The two ends of the area above and below that place; the name stays between them.
    pub rise: (f64, f64),
    pub is_sea: bool,
}
