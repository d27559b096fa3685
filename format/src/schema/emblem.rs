//! What is drawn on a counter. How it looks is the atlas's business; which one a unit gets that names none, too.

use super::prelude::*;

/// The drawing in the middle of a counter: the usual map symbols for troops, silhouettes for aircraft and ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Emblem {
    Infantry,
    /// Infantry on lorries.
    Motorised,
    /// Infantry in armoured carriers.
    Mechanised,
    Armour,
    Cavalry,
    Artillery,
    RocketArtillery,
    AntiTank,
    AntiAircraft,
    Airborne,
    Marines,
    Mountain,
    Engineers,
    /// Home guards, garrisons, partisans.
    Militia,
    Headquarters,
    /// A general, an admiral.
    Leader,
    Supply,
    Fighter,
    Jet,
    /// A two-engined bomber, or one that dives.
    TacticalBomber,
    Bomber,
    TransportPlane,
    Battleship,
    Carrier,
    Cruiser,
    Destroyer,
    Submarine,
    Transport,
    LandingShip,
    Fort,
    /// A port, a base of ships.
    Base,
    /// What is being built, or stands for production.
    Works,
    Missile,
    AtomicBomb,
}

impl Emblem {
    /// All of them, land first.
    pub const ALL: [Self; 34] = [
        Self::Infantry,
        Self::Motorised,
        Self::Mechanised,
        Self::Armour,
        Self::Cavalry,
        Self::Artillery,
        Self::RocketArtillery,
        Self::AntiTank,
        Self::AntiAircraft,
        Self::Airborne,
        Self::Marines,
        Self::Mountain,
        Self::Engineers,
        Self::Militia,
        Self::Headquarters,
        Self::Leader,
        Self::Supply,
        Self::Fighter,
        Self::Jet,
        Self::TacticalBomber,
        Self::Bomber,
        Self::TransportPlane,
        Self::Battleship,
        Self::Carrier,
        Self::Cruiser,
        Self::Destroyer,
        Self::Submarine,
        Self::Transport,
        Self::LandingShip,
        Self::Fort,
        Self::Base,
        Self::Works,
        Self::Missile,
        Self::AtomicBomb,
    ];
}
