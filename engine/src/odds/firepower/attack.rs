//! The plain description of an attack with firepower and advance.

use super::tables::{AdvanceTable, Against, FirepowerTable};
use crate::odds::UnitKey;

/// How points fire and suffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// At most ten of them fire per hex.
    Land,
    /// All of them fire, in groups of ten.
    Sea,
    /// Fights enemy tactical air first; what is over fires with the others, beyond ten.
    TacAir,
    /// Absorbs one loss per point and dies when the place is taken.
    Fort,
}

/// What the attacked hex is when no army stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Nobody fires, and advances use the friendly column.
    Friendly,
    /// One point defends until an assault kills it.
    Garrisoned,
    Empty,
}

/// Strength points of one type in one army.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    pub unit: UnitKey,
    pub count: u16,
    /// Cost of one point.
    pub cost: u32,
    /// Strength in an assault as a fraction, rounded down: (0, 1) mechanised into mountains, (1, 2) into jungle.
    pub fires: (u16, u16),
    /// Strength in an advance: (1, 1) mechanised, (0, 1) infantry, (2, 1) paratroops dropping.
    pub advances: (u16, u16),
    /// Defends against an advance (tactical air does not).
    pub defends: bool,
    pub arm: Arm,
    /// Lost when the advance fails (paratroops dropping).
    pub risked: bool,
}

impl Points {
    /// Infantry: fires, does not push an advance.
    pub const fn infantry(unit: UnitKey, count: u16, cost: u32) -> Self {
        Self { unit, count, cost, fires: (1, 1), advances: (0, 1), defends: true, arm: Arm::Land, risked: false }
    }

    /// Mechanised: fires and advances.
    pub const fn mechanised(unit: UnitKey, count: u16, cost: u32) -> Self {
        Self { advances: (1, 1), ..Self::infantry(unit, count, cost) }
    }

    /// Tactical air: fires, but neither advances nor stops an advance.
    pub const fn tac_air(unit: UnitKey, count: u16, cost: u32) -> Self {
        Self { arm: Arm::TacAir, defends: false, ..Self::infantry(unit, count, cost) }
    }

    /// An active fort.
    pub const fn fort(unit: UnitKey, count: u16, cost: u32) -> Self {
        Self { arm: Arm::Fort, ..Self::infantry(unit, count, cost) }
    }
}

/// One attacking army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    pub points: Vec<Points>,
    /// Armies with the same number fire together from one hex.
    pub from: u16,
    pub assaults: bool,
    pub advances: bool,
}

/// A further hex for the army whose advance succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextHex {
    pub against: Against,
    /// Terrain and season, without the growing penalty.
    pub die: i32,
    /// Strength of a defensive assault still unused there.
    pub fire: u16,
    pub fire_die: i32,
}

/// Which points an owner gives up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PointOrder {
    #[default]
    Cheapest,
    /// Points that do nothing in an advance first, then by cost.
    KeepAdvance,
    /// Row numbers, counted through all armies; rows not named go last.
    Given(Vec<u16>),
}

/// One attack on one hex and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    pub die: u8,
    pub firepower: FirepowerTable,
    pub advance: AdvanceTable,
    /// In the order in which they try to advance.
    pub attackers: Vec<Army>,
    pub defenders: Vec<Points>,
    pub place: Place,
    /// The defenders use their one defensive assault now.
    pub defensive_assault: bool,
    /// Die modifiers: winter, leaders, morale, terrain.
    pub assault_die: i32,
    pub defence_die: i32,
    pub advance_die: i32,
    /// Hexes these armies advanced before, one more on the die for each.
    pub hexes_before: u16,
    /// Otherwise displaced defenders are lost.
    pub can_retreat: bool,
    pub exploitation: Vec<NextHex>,
    pub attacker_order: PointOrder,
    pub defender_order: PointOrder,
}
