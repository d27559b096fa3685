//! Orders to fleets in games whose war at sea is fought space by space.

use serde::{Deserialize, Serialize};

use crate::ids::{RouteIx, SpaceIx, UnitIx};
use crate::state::fleets::{Fleet, Task};

/// One order. A fleet is all surface ships of a power in a space, or all its submarines there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FleetOrder {
    /// The fleet sails, or so many of its ships of one type.
    Sail { fleet: Fleet, part: Option<(UnitIx, u16)>, to: SpaceIx, task: Task },
    /// It attacks a route: at once from beside it, or by a roll from its harbour.
    Attack { fleet: Fleet, route: RouteIx },
    /// It escorts a route that starts from its harbour.
    Escort { fleet: Fleet, route: RouteIx },
    /// It goes out against the ships under way.
    Intercept { fleet: Fleet },
    /// A ship is begun with a first payment; where it would appear says whose it is.
    Lay { unit: UnitIx, space: SpaceIx, points: u16 },
    /// A payment for a ship that was begun; with the last it appears there.
    Pay { unit: UnitIx, space: SpaceIx, points: u16 },
}
