//! What a player may ask for where units move step by step and fight by a combat results table.

use serde::{Deserialize, Serialize};

use crate::ids::SpaceIx;
use crate::state::Stack;

/// One order. A stack in it names units: where they are, whose, of which damage and marks, and how many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Maneuver {
    /// Units go to a space by the cheapest way.
    Move { stack: Stack, to: SpaceIx },
    /// All units of a space that have not moved go to another together.
    MoveAll { from: SpaceIx, to: SpaceIx },
    /// A space is activated.
    Activate { space: SpaceIx },
    /// Units will attack a space.
    Pledge { stack: Stack, target: SpaceIx },
    /// All who will attack a space do so.
    Attack { target: SpaceIx },
    /// A unit of the stack loses a step.
    Lose { stack: Stack },
    /// Units of the stack retreat.
    Retreat { stack: Stack, to: SpaceIx },
    /// Units of the stack go into the space that was won.
    Advance { stack: Stack },
}
