//! One naval combat on a differential table, with depletion and the counter-attack.

use super::{Below, DifferentialTable, ResultCell};
use crate::odds::branches::Branches;
use crate::odds::report::Line;
use crate::odds::{Ending, Odds, OddsError, UnitKey};

/// How a row of fleets stands in this combat when it is fired on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// Adds its defence and can be sunk.
    Line,
    /// Adds its defence from outside and can only take one loss per fleet, as a depletion.
    Cover,
    /// Is not attacked: adds nothing, loses nothing.
    Apart,
}

/// Equal fleets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fleet {
    pub unit: UnitKey,
    pub count: u16,
    pub cost: u32,
    /// Attack and defence of one fleet.
    pub attack: u16,
    pub defence: u16,
    pub depletable: bool,
    /// Attacking it can deplete the attacker; merchants and submarines alone do not.
    pub depletes: bool,
    pub stand: Stand,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NavalCombat {
    pub table: DifferentialTable,
    pub attacker: Vec<Fleet>,
    pub defender: Vec<Fleet>,
    pub column_shift: i32,
    /// Submarines alone far from port.
    pub die_shift: i32,
    pub below: Below,
    /// Survivors with attack strength strike back, at the first column if weaker.
    pub counter_attack: bool,
}

/// Fleets fresh and depleted, per row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Force {
    fresh: Vec<u32>,
    depleted: Vec<u32>,
}

impl Force {
    fn new(rows: &[Fleet]) -> Self {
        Self { fresh: rows.iter().map(|row| u32::from(row.count)).collect(), depleted: vec![0; rows.len()] }
    }

    /// A depleted fleet keeps its defence and has no attack.
    fn attack(&self, rows: &[Fleet], can: impl Fn(&Fleet) -> bool) -> u32 {
        rows.iter().zip(&self.fresh).filter(|(row, _)| can(row)).map(|(row, &n)| n * u32::from(row.attack)).sum()
    }

    fn defence(&self, rows: &[Fleet]) -> u32 {
        rows.iter()
            .zip(self.fresh.iter().zip(&self.depleted))
            .filter(|(row, _)| row.stand != Stand::Apart)
            .map(|(row, (fresh, depleted))| (fresh + depleted) * u32::from(row.defence))
            .sum()
    }

    fn can_deplete(&self, rows: &[Fleet]) -> bool {
        rows.iter()
            .zip(self.fresh.iter().zip(&self.depleted))
            .any(|(row, (f, d))| row.depletes && row.stand != Stand::Apart && f + d > 0)
    }

    /// One depletion: the attacker gives his cheapest fleet that can be depleted.
    fn deplete(&mut self, rows: &[Fleet], can: impl Fn(&Fleet) -> bool) {
        let row = (0..rows.len())
            .filter(|&i| rows[i].depletable && self.fresh[i] > 0 && can(&rows[i]))
            .min_by_key(|&i| (rows[i].cost, i));
        if let Some(row) = row {
            self.fresh[row] -= 1;
            self.depleted[row] += 1;
        }
    }

    /// One loss: first the cover takes it as a depletion, then depleted and cheap fleets go down.
    fn lose(&mut self, rows: &[Fleet]) {
        let cover = (0..rows.len()).find(|&i| rows[i].stand == Stand::Cover && rows[i].depletable && self.fresh[i] > 0);
        if let Some(row) = cover {
            self.fresh[row] -= 1;
            self.depleted[row] += 1;
            return;
        }
        let sunk = (0..rows.len())
            .filter(|&i| rows[i].stand == Stand::Line && self.fresh[i] + self.depleted[i] > 0)
            .min_by_key(|&i| (rows[i].cost, i));
        if let Some(row) = sunk {
            if self.depleted[row] > 0 {
                self.depleted[row] -= 1;
            } else {
                self.fresh[row] -= 1;
            }
        }
    }

    fn is_sunk(&self, rows: &[Fleet]) -> bool {
        rows.iter()
            .zip(self.fresh.iter().zip(&self.depleted))
            .all(|(row, (f, d))| row.stand != Stand::Line || f + d == 0)
    }

    fn rest(&self) -> (Vec<u32>, Vec<u32>) {
        let alive = self.fresh.iter().zip(&self.depleted).map(|(f, d)| f + d).collect();
        (alive, self.depleted.clone())
    }
}

/// Lays a result on both forces.
fn apply(
    cell: ResultCell,
    (shooter, shooter_rows): (&mut Force, &[Fleet]),
    (target, target_rows): (&mut Force, &[Fleet]),
    fires: impl Fn(&Fleet) -> bool,
) {
    let provoked = target.can_deplete(target_rows);
    for _ in 0..cell.defender_lost {
        target.lose(target_rows);
    }
    for _ in 0..cell.attacker_lost {
        shooter.lose(shooter_rows);
    }
    if provoked {
        for _ in 0..cell.attacker_depleted {
            shooter.deplete(shooter_rows, &fires);
        }
    }
}

/// What one die did, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Struck {
    pub cell: ResultCell,
    pub lost: Vec<u16>,
    /// Cover that took a loss as a depletion.
    pub worn: Vec<u16>,
    /// Attackers depleted.
    pub depleted: Vec<u16>,
}

impl NavalCombat {
    /// Total attack and total defence.
    pub fn strengths(&self) -> (i32, i32) {
        let attack = Force::new(&self.attacker).attack(&self.attacker, |_| true);
        let defence = Force::new(&self.defender).defence(&self.defender);
        (attack as i32, defence as i32)
    }

    pub fn differential(&self) -> i32 {
        let (attack, defence) = self.strengths();
        attack - defence + self.column_shift
    }

    /// The column that the differential leads to.
    pub fn column(&self) -> Result<Option<usize>, OddsError> {
        self.table.column(self.differential(), self.below)
    }

    /// One strike without the answer to it.
    pub fn strike(&self, roll: i32) -> Result<Struck, OddsError> {
        let cell = self.table.cell(self.column()?, roll + self.die_shift)?;
        let (mut attacker, mut defender) = (Force::new(&self.attacker), Force::new(&self.defender));
        apply(cell, (&mut attacker, &self.attacker), (&mut defender, &self.defender), |_| true);
        let gone = |rows: &[Fleet], force: &Force| -> Vec<u16> {
            let left = force.fresh.iter().zip(&force.depleted).map(|(fresh, depleted)| fresh + depleted);
            rows.iter().zip(left).map(|(row, left)| row.count.saturating_sub(left as u16)).collect()
        };
        let depleted = |force: &Force| force.depleted.iter().map(|count| *count as u16).collect();
        let lost = gone(&self.defender, &defender);
        Ok(Struck { cell, lost, worn: depleted(&defender), depleted: depleted(&attacker) })
    }

    fn ending(&self, attacker: &Force, defender: &Force) -> Ending {
        match (attacker.is_sunk(&self.attacker), defender.is_sunk(&self.defender)) {
            (true, true) => Ending::BothDestroyed,
            (true, false) => Ending::AttackerDestroyed,
            (false, true) => Ending::DefenderDestroyed,
            (false, false) => Ending::Held,
        }
    }

    /// Those that were attacked strike back, whatever is left of them.
    fn strikes_back(row: &Fleet) -> bool {
        row.stand != Stand::Apart
    }

    fn counter_column(&self, attacker: &Force, defender: &Force) -> Result<Option<usize>, OddsError> {
        let attack = defender.attack(&self.defender, Self::strikes_back);
        if !self.counter_attack || attack == 0 {
            return Ok(None);
        }
        let defence = attacker.defence(&self.attacker);
        self.table.column(attack as i32 - defence as i32, Below::FirstColumn)
    }
}

/// The distribution of one naval combat. Win: every fleet that can be sunk is; draw: both sides are left.
pub fn naval_odds(combat: &NavalCombat) -> Result<Odds, OddsError> {
    let sides = combat.table.sides();
    if sides == 0 {
        return Err(OddsError::NoDie);
    }
    let chance = 1.0 / f64::from(sides);
    let column = combat.table.column(combat.differential(), combat.below)?;
    let mut branches = Branches::default();
    for roll in 1..=i32::from(sides) {
        let mut attacker = Force::new(&combat.attacker);
        let mut defender = Force::new(&combat.defender);
        let cell = combat.table.cell(column, roll + combat.die_shift)?;
        apply(cell, (&mut attacker, &combat.attacker), (&mut defender, &combat.defender), |_| true);
        let Some(counter) = combat.counter_column(&attacker, &defender)? else {
            let ending = combat.ending(&attacker, &defender);
            branches.add(ending, attacker.rest(), defender.rest(), chance);
            continue;
        };
        for answer in 1..=i32::from(sides) {
            let (mut attacker, mut defender) = (attacker.clone(), defender.clone());
            let cell = combat.table.cell(Some(counter), answer)?;
            apply(
                cell,
                (&mut defender, &combat.defender),
                (&mut attacker, &combat.attacker),
                NavalCombat::strikes_back,
            );
            let ending = combat.ending(&attacker, &defender);
            branches.add(ending, attacker.rest(), defender.rest(), chance * chance);
        }
    }
    let lines = |rows: &[Fleet]| -> Vec<Line> {
        rows.iter().map(|row| Line { unit: row.unit, count: u32::from(row.count), cost: row.cost }).collect()
    };
    Ok(branches.odds(&lines(&combat.attacker), &lines(&combat.defender)))
}
