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

/// What one raid did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RaidResult {
    pub defence_lost: u16,
    pub bombers_lost: u16,
    pub aborted: u16,
    pub damage: u16,
}

impl Raid {
    /// Strength of the air defence minus the defence of the bombers.
    pub fn differential(&self) -> i32 {
        strength(self.defence_fleets, self.defence_strength) - strength(self.bombers, self.bomber_defence)
    }

    /// Air defence fires; without any nothing happens to the bombers. Their damage is still to come.
    pub fn fire(&self, die: i32) -> Result<RaidResult, OddsError> {
        if self.defence_fleets == 0 {
            return Ok(RaidResult::default());
        }
        let column = self.defence_table.column(self.differential(), Below::NoEffect)?;
        let fire = self.defence_table.cell(column, die)?;
        let bombers_lost = fire.defender_lost.min(self.bombers);
        Ok(RaidResult {
            defence_lost: fire.attacker_lost.min(self.defence_fleets),
            bombers_lost,
            aborted: fire.defender_aborted.min(self.bombers - bombers_lost),
            damage: 0,
        })
    }

    /// Those who got through bomb.
    pub fn bomb(&self, after: RaidResult, die: i32) -> Result<RaidResult, OddsError> {
        let left = self.bombers.saturating_sub(after.bombers_lost + after.aborted);
        let column = self.bombing_table.column(strength(left, self.bomber_attack), Below::NoEffect)?;
        Ok(RaidResult { damage: self.bombing_table.cell(column, die)?.defender_lost, ..after })
    }
}

fn strength(fleets: u16, each: u16) -> i32 {
    i32::from(fleets) * i32::from(each)
}

/// The distribution of one raid. Without air defence the bombers bomb at once.
pub fn raid_odds(raid: &Raid) -> Result<RaidOdds, OddsError> {
    let first_sides = raid.defence_table.sides();
    let second_sides = raid.bombing_table.sides();
    if first_sides == 0 || second_sides == 0 {
        return Err(OddsError::NoDie);
    }
    let mut odds = RaidOdds {
        defence_lost: Vec::new(),
        bombers_lost: Vec::new(),
        bombers_aborted: Vec::new(),
        damage: Vec::new(),
    };
    let chance = 1.0 / (f64::from(first_sides) * f64::from(second_sides));
    for first in 1..=i32::from(first_sides) {
        let fire = raid.fire(first)?;
        for second in 1..=i32::from(second_sides) {
            let result = raid.bomb(fire, second)?;
            add(&mut odds.defence_lost, result.defence_lost, chance);
            add(&mut odds.bombers_lost, result.bombers_lost, chance);
            add(&mut odds.bombers_aborted, result.aborted, chance);
            add(&mut odds.damage, result.damage, chance);
        }
    }
    Ok(odds)
}
