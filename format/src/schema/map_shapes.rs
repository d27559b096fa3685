//! The outlines of zones, stored as the borders between them.
//!
//! A border is written once, with the zones on its two sides, so neighbours share it exactly and moving a border is a change of
//! one line. Polygons and adjacency follow from the borders; neither is ever typed by hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{Capability, SpaceId};

/// All borders of a map of zones. Points are whole map units, x eastward from 0 to `width`, y southward from 0 to `height`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shapes {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub width: u32,
    pub height: u32,
    /// Whether the east edge of the map meets the west edge.
    #[serde(default)]
    pub wraps: bool,
    /// Shared borders that are no longer than this many map units make no neighbours: two corners that meet by accident.
    #[serde(default = "shortest_border")]
    pub shortest_border: u32,
    pub borders: Vec<Border>,
}

const fn shortest_border() -> u32 {
    2
}

/// One stretch of border, from one meeting point to the next, or all the way round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Border {
    /// The zone on the left hand of somebody who walks along the points; nobody at the edge of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<SpaceId>,
    /// The zone on the right hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<SpaceId>,
    pub points: Vec<(i32, i32)>,
}
