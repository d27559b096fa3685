//! `map/*.ron`: the board. Grid or zones, spaces, links that geometry does not give, regions.
//! Zone outlines live in `shapes`, the way a map was drawn in `recipe`.

use super::prelude::*;
use crate::grid::{Board, BoardError, Cell, Numbering, OffsetParity, Orientation};

/// `map/map.ron`: what kind of board this is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// What this map offers to rules and scenarios that require it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provides: Vec<Capability>,
    /// The title people read.
    pub title: String,
    /// The rule that describes the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// Hexes or zones.
    pub grid: Grid,
    /// What a hex of the grid is that no `Spaces` file lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<Surface>,
    /// What is printed in the rulebook and what is reconstructed from geography.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The shape of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Grid {
    /// A grid of hexes.
    Hexes(HexGrid),
    /// Irregular areas; their outlines are in a `Shapes` file.
    Zones(ZoneGrid),
}

/// A grid of hexes, and how its hexes are numbered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexGrid {
    /// Which way the hexes point.
    pub orientation: Orientation,
    /// Which rows (pointy) or columns (flat) are shifted by half a hex.
    pub shifted: OffsetParity,
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// The east edge meets the west edge.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wrap: bool,
    /// How printed numbers and places in the grid correspond.
    pub numbering: Numbering,
    /// Miles across one hex, for the scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miles: Option<u32>,
}

impl HexGrid {
    /// The grid as a board to reckon on.
    pub fn board(&self) -> Result<Board, BoardError> {
        Board::new(self.orientation, self.shifted, self.columns, self.rows, self.wrap)
    }
}

/// A board of irregular areas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneGrid {
    /// Width of the drawing in its own units.
    pub width: u32,
    /// Height of the drawing in its own units.
    pub height: u32,
    /// The east edge meets the west edge.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wrap: bool,
}

/// `map/spaces*.ron`: what stands where, one space per line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spaces {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// The spaces by id.
    pub spaces: IndexMap<SpaceId, Space>,
}

/// One hex, territory, sea zone or off-map box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// Land, sea or both.
    pub surface: Surface,
    /// The terrain on it; the pack's default terrain if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<TerrainId>,
    /// The name people read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The country it belongs to on the printed map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<RegionId>,
    /// Further regions it is part of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionId>,
    /// What stands in it, with an amount: {"port": 1, "production": 3}.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub features: IndexMap<FeatureId, i64>,
    /// Value for income, where the map prints one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// The rule that states something of this space. Without it everything here is reconstructed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// With a source: which of the fields the rulebook does not state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
    /// Why it is as it is, where that is not obvious.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Land, sea or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Surface {
    /// All land.
    Land,
    /// Land and sea in one space.
    Coast,
    /// All sea.
    Sea,
    /// A small island: a coast that can only be reached by sea or air.
    Island,
    /// A lake or sea that ships of the ocean cannot reach.
    Lake,
    /// An area off the map.
    Box,
    /// Printed, but no piece may ever be there.
    Impassable,
}

/// `map/links.ron`: hexsides, and links that geometry does not give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// Hexside features by "space/space", as in `"W3019/W3020": ["mountain"]`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sides: IndexMap<String, Vec<SideTypeId>>,
    /// Hexsides that are not as the real coast has them, and why: neither the drawing nor `check` finds fault with them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub stated: IndexMap<String, String>,
    /// Links the text states or the map shows beyond plain neighbourhood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<AddedLink>,
    /// Links that geometry gives and the text denies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<DeniedLink>,
    /// Canals and straits that depend on who holds what.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub passages: IndexMap<EventId, Passage>,
}

/// A link beyond plain neighbourhood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddedLink {
    pub from: SpaceId,
    pub to: SpaceId,
    /// What kind of link it is.
    pub class: LinkClassId,
    /// Only in the stated direction.
    #[serde(default, skip_serializing_if = "is_false")]
    pub one_way: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A neighbourhood that the rules deny.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeniedLink {
    pub from: SpaceId,
    pub to: SpaceId,
    /// Denied to these only; to everything if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<Domain>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A canal or strait: open while its condition holds for the one who passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The pairs of spaces it joins.
    pub between: Vec<(SpaceId, SpaceId)>,
    /// The spaces whose holder decides.
    pub keys: Vec<SpaceId>,
    /// Who may pass.
    pub opens: Opening,
    /// Classes of units that always may pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub always: Vec<ClassId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// When a passage is open to someone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Opening {
    /// To those friendly to the holder of every key.
    FriendlyHoldsAll,
    /// To those friendly to the holder of at least one key.
    FriendlyHoldsAny,
    /// To everyone unless an enemy holds a key.
    UnlessEnemyHolds,
    /// While this holds.
    When(Condition),
}

/// `map/regions.ron`: named sets of spaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regions {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// The regions by id.
    pub regions: IndexMap<RegionId, Region>,
}

/// A country, a sea, a weather area, an off-map holding: any named set of spaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The name people read.
    pub title: String,
    /// What the set is for.
    pub kind: RegionKind,
    /// Its members beyond the spaces that name it themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spaces: Vec<SpaceId>,
    /// Regions that are wholly part of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub includes: Vec<RegionId>,
    /// All hexes from one printed row to another, both included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<(i64, i64)>,
    /// All hexes from one printed column to another, both included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<(i64, i64)>,
    /// The power it belongs to when no scenario says otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<PowerId>,
    /// Colour on the map, as "#rrggbb".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Region {
    /// The hexes it holds as whole rows and columns; with both, where they cross.
    pub fn hexes_by_line(&self, grid: &HexGrid) -> Vec<Cell> {
        let (true, Ok(board)) = (self.rows.is_some() || self.columns.is_some(), grid.board()) else {
            return Vec::new();
        };
        let within = |lines: Option<(i64, i64)>, number: u32| {
            lines.is_none_or(|(from, to)| (from.min(to)..=from.max(to)).contains(&i64::from(number)))
        };
        let held = |cell: &Cell| {
            let (row, column) = grid.numbering.lines(&board, *cell);
            within(self.rows, row) && within(self.columns, column)
        };
        board.cells().filter(held).collect()
    }
}

/// What a region is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RegionKind {
    Country,
    Sea,
    Weather,
    Communications,
    Theatre,
    Holding,
    Group,
}
