//! What a player may ask for in a game of strength points.

use serde::{Deserialize, Serialize};

use crate::ids::{PowerIx, SpaceIx, UnitIx};

/// One thing a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Units move over land by the cheapest way.
    March { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// All units of a space that can go together run over the enemies in another.
    Overrun { from: SpaceIx, to: SpaceIx },
    /// Units in a port land on a coast from amphibious fleets.
    Assault { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// Points will attack a space.
    Pledge { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, target: SpaceIx },
    /// The attack on a space is one on another space as well.
    Widen { target: SpaceIx, with: SpaceIx },
    /// All who are pledged to it attack the space.
    Attack { target: SpaceIx },
    /// One point of a loss.
    GiveUp { from: SpaceIx, power: PowerIx, unit: UnitIx },
    /// Beaten units leave.
    FallBack { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// Units that attacked go after a beaten enemy.
    Follow { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// Strategic movement over land, with the capacity of a power.
    Entrain { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx, by: PowerIx },
    /// Strategic movement along merchant ships from port to port.
    Embark { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// Aircraft go to another base.
    Transfer { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// Bombers go to another base with so many of the bombs that lie with them.
    Ferry { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, bombs: u16, to: SpaceIx },
    /// Bombers fly to a target.
    Raid { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, target: SpaceIx },
    /// Units due are placed.
    Deploy { power: PowerIx, unit: UnitIx, at: SpaceIx },
    /// Units are ordered, or destroyed ones put to rebuilding.
    Order { unit: UnitIx, count: u16, rebuild: bool },
    /// Production points go from one part of an economy to another.
    Shift { from: u8, to: u8, points: u16 },
    /// Bombers carry bombs to a target that these end for good.
    Drop { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, target: SpaceIx },
    /// Production points go to another power.
    Give { to: PowerIx, points: u16 },
    /// Ships that have not moved in this phase sail to a space.
    Sail { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: SpaceIx },
    /// Ships of a fleet, 0 for those that have not moved, join another that lies with them; 0 for a new one.
    Muster { from: SpaceIx, fleet: u8, power: PowerIx, unit: UnitIx, count: u16, into: u8 },
    /// A whole fleet sails to a space.
    Depart { fleet: u8, to: SpaceIx },
    /// The naval units in a space will be attacked.
    Challenge { target: SpaceIx },
    /// They will not, in this phase.
    Waive { target: SpaceIx },
    /// Land-based units lend their defence to the space that is challenged.
    Cover { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16 },
    /// Ships that leave a space are struck: by everybody who can, or by those who lie in one space.
    Ambush { from: Option<SpaceIx> },
    /// Those who were attacked at sea strike back.
    Counter,
    /// Submarines of a power go slowly in this phase.
    Snort { power: PowerIx },
    /// Ships become another power's.
    Loan { from: SpaceIx, power: PowerIx, unit: UnitIx, count: u16, to: PowerIx },
}
