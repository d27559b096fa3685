//! The war at sea by spaces: who is under way and who may still go out against him, who escorts what, and what was sunk.

use serde::{Deserialize, Serialize};

use super::Stack;
use super::copy::copied_in_place;
use crate::ids::{PowerIx, RouteIx, SpaceIx, UnitIx};

/// All surface ships of a power in a space, or all its submarines there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fleet {
    pub power: PowerIx,
    pub space: SpaceIx,
    pub submarine: bool,
}

/// What a fleet sets out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// To another harbour.
    Base,
    /// To a place at sea, to stay there until its next turn.
    Patrol,
    /// Back to harbour.
    Home,
    /// Against a route, and back at once.
    Hunt(RouteIx),
}

/// Ships under way. They stand in the space they left until they arrive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Voyage {
    pub fleet: Fleet,
    /// Types and numbers of the ships.
    pub ships: Vec<(UnitIx, u16)>,
    /// The spaces they pass, the first and the last included.
    pub path: Vec<SpaceIx>,
    pub task: Task,
    /// Enemies who may still go out against them, and where on their path they would meet them.
    pub hunters: Vec<(Fleet, SpaceIx)>,
}

/// A ship under construction, and what is left to pay for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keel {
    pub power: PowerIx,
    pub unit: UnitIx,
    pub left: u16,
}

/// All that is remembered of fleets. Lists are sorted unless their order is their meaning.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Fleets {
    /// The stage of the phase at hand, by its place in the list.
    pub stage: u8,
    pub voyage: Option<Voyage>,
    /// Ships that have changed their base in this phase, where they are now.
    pub moved: Vec<Stack>,
    /// Routes that a fleet has tried to attack in this phase.
    pub tried: Vec<(Fleet, RouteIx)>,
    /// Fleets that escort a route until the next turn of their side.
    pub escorts: Vec<(Fleet, RouteIx)>,
    /// Fleets that lost a battle and do nothing more until then.
    pub beaten: Vec<Fleet>,
    /// What is added to the interception dice of fleets that came a long way.
    pub tired: Vec<(Fleet, i8)>,
    /// What routes have lost and their side has not paid for yet.
    pub sunk: Vec<(RouteIx, u16)>,
    /// Ships under construction.
    pub keels: Vec<Keel>,
}

copied_in_place!(Fleets { stage, voyage, moved, tried, escorts, beaten, tired, sunk, keels });

impl Fleets {
    pub fn is_busy(&self) -> bool {
        self.voyage.is_some()
    }

    /// What a route has lost since its side collected last.
    pub fn lost(&self, route: RouteIx) -> i64 {
        self.sunk.iter().find(|(of, _)| *of == route).map_or(0, |(_, points)| i64::from(*points))
    }

    pub fn is_beaten(&self, fleet: Fleet) -> bool {
        self.beaten.binary_search(&fleet).is_ok()
    }

    pub fn escorted(&self, fleet: Fleet) -> Option<RouteIx> {
        self.escorts.iter().find(|(of, _)| *of == fleet).map(|(_, route)| *route)
    }
}
