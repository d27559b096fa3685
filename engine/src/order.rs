//! What a player asks for in games whose units move by range and fight in rounds.

use serde::{Deserialize, Serialize};

use crate::ids::{FeatureIx, PowerIx, SpaceIx, UnitIx};
use crate::state::Stack;

/// One order. A stack in it names units: where they are, whose, of which group and damage, and how many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Units go to a space, through `via` if they run through empty enemy land there.
    Move { stack: Stack, via: Option<SpaceIx>, to: SpaceIx },
    /// Cargo goes aboard a transport in a sea zone: one without orders, or one of a group that is under way.
    Load { stack: Stack, zone: SpaceIx, army: u8 },
    /// A loaded transport goes on.
    Sail { army: u8, to: SpaceIx },
    /// Cargo goes ashore.
    Land { stack: Stack, to: SpaceIx },
    /// Aircraft go to bomb facilities, or along with those that do.
    Raid { stack: Stack, to: SpaceIx },
    /// Guns or ships fire into a battle from outside.
    Support { stack: Stack, target: SpaceIx },
    /// Units leave a battle.
    Withdraw { stack: Stack, to: SpaceIx },
    /// The defender of a battle tears a factory down.
    Scorch { space: SpaceIx },
    /// Units of a type fire their other way this round, or not.
    Aim { space: SpaceIx, power: PowerIx, unit: UnitIx, other: bool },
    /// A battle that has not begun waits for others.
    PutOff { space: SpaceIx },
    /// Units of a type are given up before those not named, in the order in which they are named.
    Offer { space: SpaceIx, power: PowerIx, unit: UnitIx },
    /// A nation is to have a land that several take together.
    Claim { space: SpaceIx, power: PowerIx },
    /// A leader, by his place among all, joins a battle in one of his commands, or goes somewhere when the fighting is over.
    Lead { leader: u8, to: SpaceIx, command: u8 },
    /// A leader leaves a battle.
    Recall { leader: u8, to: SpaceIx },
    /// Aircraft carry units to friendly land.
    Airlift { carrier: Stack, cargo: Stack, to: SpaceIx },
    /// Aircraft drop units into a battle.
    Drop { carrier: Stack, cargo: Stack, to: SpaceIx },
    /// Units go along with an aircraft that drops others, and stay aboard until it lands.
    Keep { carrier: Stack, cargo: Stack },
    /// Units are trained where they stand.
    Train { stack: Stack },
    /// Units in a barred zone mean to go on: those that `fight` for it, and those that wait.
    Pass { stack: Stack, to: SpaceIx, fights: bool },
    /// Units are bought: the land they come from, and where they appear.
    Buy { unit: UnitIx, count: u16, site: SpaceIx, to: SpaceIx },
    /// Units are bought that appear in a later phase.
    Purchase { power: PowerIx, unit: UnitIx, count: u16 },
    /// Bought units appear: the land they come from, and where.
    Place { power: PowerIx, unit: UnitIx, count: u16, site: SpaceIx, to: SpaceIx },
    /// Aircraft of a land go onto a ship that was built there this phase.
    Board { stack: Stack, zone: SpaceIx },
    /// A factory is built or raised.
    Found { feature: FeatureIx, space: SpaceIx },
    /// Damage of a facility is paid off, one by one.
    Mend { space: SpaceIx, feature: FeatureIx, points: u16 },
    /// A factory is torn down by one step.
    Raze { space: SpaceIx },
    /// A damaged ship is repaired at once, for what the dice say.
    Overhaul { stack: Stack },
    /// The price of a damaged ship's repair is rolled.
    Survey { stack: Stack },
    /// The repair is paid; the ship is whole when its owner's next turn begins.
    Refit { stack: Stack, site: SpaceIx },
    /// War is declared.
    Declare { by: PowerIx, on: PowerIx },
    /// Money is lent.
    Give { by: PowerIx, to: PowerIx, points: u16 },
}
