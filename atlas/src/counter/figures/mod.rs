//! The drawings themselves: troops in their box, aircraft from above, ships from the side, and what stands still. Aircraft and
//! things fill a square from -1 to 1, ships its middle, boxes reach from -0.75 to 0.75 and from -0.5 to 0.5.

mod air;
mod land;
mod sea;
mod still;

use super::Emblem;
use super::pen::Pen;

/// How a drawing sits on its counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// In a box of its own.
    Boxed,
    /// Wide and low.
    Ship,
    /// As wide as high.
    Square,
}

pub(super) const fn seat(emblem: Emblem) -> Seat {
    match emblem {
        Emblem::Infantry
        | Emblem::Motorised
        | Emblem::Mechanised
        | Emblem::Armour
        | Emblem::Cavalry
        | Emblem::Artillery
        | Emblem::RocketArtillery
        | Emblem::AntiTank
        | Emblem::AntiAircraft
        | Emblem::Airborne
        | Emblem::Marines
        | Emblem::Mountain
        | Emblem::Engineers
        | Emblem::Militia
        | Emblem::Headquarters
        | Emblem::Supply => Seat::Boxed,
        Emblem::Battleship
        | Emblem::Carrier
        | Emblem::Cruiser
        | Emblem::Destroyer
        | Emblem::Submarine
        | Emblem::Transport
        | Emblem::LandingShip => Seat::Ship,
        Emblem::Leader
        | Emblem::Fighter
        | Emblem::Jet
        | Emblem::TacticalBomber
        | Emblem::Bomber
        | Emblem::TransportPlane
        | Emblem::Fort
        | Emblem::Base
        | Emblem::Works
        | Emblem::Missile
        | Emblem::AtomicBomb => Seat::Square,
    }
}

/// Draws the inside of a box, or a silhouette.
pub(super) fn draw(emblem: Emblem, pen: &mut Pen) {
    match seat(emblem) {
        Seat::Boxed => land::draw(emblem, pen),
        Seat::Ship => sea::draw(emblem, pen),
        Seat::Square => match emblem {
            Emblem::Fighter | Emblem::Jet | Emblem::TacticalBomber | Emblem::Bomber | Emblem::TransportPlane => {
                air::draw(emblem, pen);
            }
            _ => still::draw(emblem, pen),
        },
    }
}
