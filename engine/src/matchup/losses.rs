//! Which units an owner gives up first, as people type it, and what that means in each family of combat.

use chartroom_format::content::Content;
use chartroom_format::schema::value::Amount;

use super::{Row, force};
use crate::odds::hit::{LossOrder, Unit};

/// A policy for losses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Losses {
    /// As the family of combat does it: the cheapest first; in an attack that advances, those last that can.
    #[default]
    Usual,
    Cheapest,
    /// What attacks best is kept longest.
    KeepAttack,
    /// What defends best is kept longest.
    KeepDefence,
    /// Units in the order in which they are given up; those not named go last.
    Given(Vec<String>),
}

impl Losses {
    /// Reads `cheapest`, `keep-attack`, `keep-defence`, or units of the force in their order: "infantry, armor".
    pub fn read(content: &Content, text: &str, force: &[Row]) -> Result<Self, String> {
        match text.trim() {
            "cheapest" => return Ok(Self::Cheapest),
            "keep-attack" => return Ok(Self::KeepAttack),
            "keep-defence" | "keep-defense" => return Ok(Self::KeepDefence),
            _ => {}
        }
        let named: Vec<String> = force::read_force(content, text)?.into_iter().map(|row| row.unit).collect();
        match named.iter().find(|unit| !force.iter().any(|row| row.unit == **unit)) {
            Some(unit) => Err(format!("the force has no `{unit}` to lose")),
            None => Ok(Self::Given(named)),
        }
    }

    /// The order for dice in rounds; `keys` are the numbers of the named units.
    pub(super) fn of_dice(&self, units: &[Unit], names: &[String]) -> LossOrder {
        match self {
            Self::Usual | Self::Cheapest => LossOrder::Cheapest,
            Self::KeepAttack => LossOrder::KeepAttack,
            Self::KeepDefence => LossOrder::KeepDefence,
            Self::Given(named) => {
                let row = |unit: &String| units.iter().position(|row| names.get(usize::from(row.key)) == Some(unit));
                LossOrder::Given(named.iter().filter_map(row).map(|row| row as u16).collect())
            }
        }
    }

    /// Rows in the order in which their points go; none if the family's own way or the price decides.
    pub(super) fn of_points(&self, content: &Content, rows: &[Row]) -> Option<Vec<u16>> {
        let worth = |row: &Row, attacks: bool| {
            let stats = content.units.get(row.unit.as_str()).map(|unit| &unit.stats);
            let of = |stats: &chartroom_format::schema::units::Stats| {
                if attacks { stats.attack_strength } else { stats.defence_strength }
            };
            let Amount { numerator, denominator } = stats.and_then(of).unwrap_or(Amount::ZERO);
            numerator * 1_000 / denominator.max(1)
        };
        let sorted = |attacks: bool| {
            let mut order: Vec<u16> = (0..rows.len() as u16).collect();
            order.sort_by_key(|row| worth(&rows[usize::from(*row)], attacks));
            order
        };
        match self {
            Self::Usual | Self::Cheapest => None,
            Self::KeepAttack => Some(sorted(true)),
            Self::KeepDefence => Some(sorted(false)),
            Self::Given(named) => {
                let row = |unit: &String| rows.iter().position(|row| row.unit == *unit).map(|row| row as u16);
                Some(named.iter().filter_map(row).collect())
            }
        }
    }
}
