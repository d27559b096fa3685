//! A bombing raid on two differential tables: air defence first, then what is left bombs.

use super::{Below, DifferentialTable};
use crate::odds::OddsError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raid {
    /// Read by defence strength minus bomber defence; losses of the "attacker" are air defence fleets.
    pub defence_table: DifferentialTable,
    /// Read by the attack strength of the bombers left; `defender_lost` is production lost.
    pub bombing_table: DifferentialTable,
    pub defence_fleets: u16,
    pub defence_strength: u16,
    pub bombers: u16,
    pub bomber_defence: u16,
    pub bomber_attack: u16,
}

/// `x[n]`: probability of exactly `n`.
#[derive(Debug, Clone, PartialEq)]
pub struct RaidOdds {
    pub defence_lost: Vec<f64>,
    pub bombers_lost: Vec<f64>,
    pub bombers_aborted: Vec<f64>,
    pub damage: Vec<f64>,
}

fn add(distribution: &mut Vec<f64>, value: u16, chance: f64) {
    let index = usize::from(value);
    if distribution.len() <= index {
        distribution.resize(index + 1, 0.0);
    }
    distribution[index] += chance;
}

/// The distribution of one raid. Without air defence the bombers bomb at once.
pub fn raid_odds(raid: &Raid) -> Result<RaidOdds, OddsError> {
    let first_sides = raid.defence_table.sides();
    let second_sides = raid.bombing_table.sides();
    if first_sides == 0 || second_sides == 0 {
        return Err(OddsError::NoDie);
    }
    let strength = |fleets: u16, each: u16| i32::from(fleets) * i32::from(each);
    let column = if raid.defence_fleets == 0 {
        None
    } else {
        let differential =
            strength(raid.defence_fleets, raid.defence_strength) - strength(raid.bombers, raid.bomber_defence);
        raid.defence_table.column(differential, Below::NoEffect)?
    };
    let mut odds = RaidOdds {
        defence_lost: Vec::new(),
        bombers_lost: Vec::new(),
        bombers_aborted: Vec::new(),
        damage: Vec::new(),
    };
    let chance = 1.0 / (f64::from(first_sides) * f64::from(second_sides));
    for first in 1..=i32::from(first_sides) {
        let fire = raid.defence_table.cell(column, first)?;
        let lost = fire.defender_lost.min(raid.bombers);
        let aborted = fire.defender_aborted.min(raid.bombers - lost);
        let left = raid.bombers - lost - aborted;
        let target = raid.bombing_table.column(strength(left, raid.bomber_attack), Below::NoEffect)?;
        for second in 1..=i32::from(second_sides) {
            let bombs = raid.bombing_table.cell(target, second)?;
            add(&mut odds.defence_lost, fire.attacker_lost.min(raid.defence_fleets), chance);
            add(&mut odds.bombers_lost, lost, chance);
            add(&mut odds.bombers_aborted, aborted, chance);
            add(&mut odds.damage, bombs.defender_lost, chance);
        }
    }
    Ok(odds)
}
