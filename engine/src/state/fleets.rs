//! The war at sea by spaces: who is under way and who may still go out against him, who escorts what, and what was sunk.

use serde::{Deserialize, Serialize};

use super::Stack;
use super::copy::copied_in_place;
use crate::ids::{PowerIx, RouteIx, SpaceIx, UnitIx};

/// All surface ships of a power in a space, or all its submarines there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fleet {
    pub power: PowerIx,
    pub space: SpaceIx,
    pub submarine: bool,
}

/// What a fleet sets out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// All that is remembered of fleets. Lists are sorted unless their order is their meaning.
#[derive(Debug, Default, PartialEq, Eq)]
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
}

copied_in_place!(Fleets { stage, voyage, moved, tried, escorts, beaten, tired, sunk });

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

    pub(crate) fn hash_into(&self, put: &mut dyn FnMut(i64)) {
        let Self { stage, voyage, moved, tried, escorts, beaten, tired, sunk } = self;
        let number =
            |fleet: &Fleet| i64::from(fleet.space.0) << 16 | i64::from(fleet.power.0) << 1 | i64::from(fleet.submarine);
        put(i64::from(*stage));
        if let Some(Voyage { fleet, ships, path, task, hunters }) = voyage {
            put(1 << 60 | number(fleet));
            put(match task {
                Task::Base => 1,
                Task::Patrol => 2,
                Task::Home => 3,
                Task::Hunt(route) => 4 + i64::from(route.0),
            });
            put(ships.len() as i64);
            ships.iter().for_each(|(unit, count)| put(i64::from(unit.0) << 16 | i64::from(*count)));
            put(path.len() as i64);
            path.iter().for_each(|space| put(i64::from(space.0)));
            put(hunters.len() as i64);
            for (hunter, at) in hunters {
                put(number(hunter));
                put(i64::from(at.0));
            }
        }
        put(moved.len() as i64);
        for Stack { space, army, power, unit, damaged, count } in moved {
            put(i64::from(space.0) << 32
                | i64::from(*army) << 24
                | i64::from(power.0) << 16
                | i64::from(unit.0) << 8
                | i64::from(*damaged));
            put(i64::from(*count));
        }
        for list in [tried, escorts] {
            put(list.len() as i64);
            list.iter().for_each(|(fleet, route)| put(number(fleet) << 8 | i64::from(route.0)));
        }
        put(beaten.len() as i64);
        beaten.iter().for_each(|fleet| put(number(fleet)));
        put(tired.len() as i64);
        tired.iter().for_each(|(fleet, add)| put(number(fleet) << 8 | i64::from(*add as u8)));
        put(sunk.len() as i64);
        sunk.iter().for_each(|(route, points)| put(i64::from(route.0) << 16 | i64::from(*points)));
    }
}
