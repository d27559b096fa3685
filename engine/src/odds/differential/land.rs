//! One land combat on a differential table: the defender loses points and retreats, forts stay.

use super::{Below, DifferentialTable};
use crate::odds::branches::Branches;
use crate::odds::report::Line;
use crate::odds::{Ending, Odds, OddsError, UnitKey};

/// Strength points of one type; each point can be lost on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    pub unit: UnitKey,
    pub points: u16,
    /// Cost of one point.
    pub cost: u32,
    /// Strength of one point as a fraction: (2, 1) doubled, (1, 2) halved.
    pub times: (u16, u16),
    /// A fort: never retreats, and holds the place while a point of it is left.
    pub stays: bool,
    /// Lost before everything else (forts on a coast).
    pub lost_first: bool,
}

/// Which points the defender gives up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PointOrder {
    #[default]
    Cheapest,
    /// Row numbers; rows not named go last.
    Given(Vec<u16>),
}

/// One attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandCombat {
    pub table: DifferentialTable,
    pub attacker: Vec<Points>,
    pub defender: Vec<Points>,
    /// Added to the differential: terrain, weather, supply.
    pub column_shift: i32,
    pub die_shift: i32,
    pub below: Below,
    /// Otherwise defenders that must retreat are lost.
    pub can_retreat: bool,
    /// Losses drive nobody out as long as a fort is left.
    pub fort_covers: bool,
    pub order: PointOrder,
}

/// Sum of strengths; fractions are added up and rounded up once at the end.
pub fn strength(rows: &[Points]) -> i32 {
    let (num, den) = rows.iter().fold((0_u64, 1_u64), |(num, den), row| {
        let (up, down) = (u64::from(row.times.0), u64::from(row.times.1.max(1)));
        let num = num * down + u64::from(row.points) * up * den;
        let den = den * down;
        let shared = gcd(num, den);
        (num / shared, den / shared)
    });
    num.div_ceil(den).min(i32::MAX as u64) as i32
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

impl LandCombat {
    /// Strength of the attacker and of the defender.
    pub fn strengths(&self) -> (i32, i32) {
        (strength(&self.attacker), strength(&self.defender))
    }

    pub fn differential(&self) -> i32 {
        let (attack, defence) = self.strengths();
        attack - defence + self.column_shift
    }

    /// Points that the defender must give up on a roll.
    pub fn points_lost(&self, roll: i32) -> Result<u16, OddsError> {
        let column = self.table.column(self.differential(), self.below)?;
        Ok(self.table.cell(column, roll + self.die_shift)?.defender_lost)
    }

    /// Whether losses make the survivors leave: a fort that is left may cover them.
    pub const fn drives_out(hurt: bool, fort_left: bool, fort_covers: bool) -> bool {
        hurt && !(fort_left && fort_covers)
    }

    /// What one roll of the die does.
    fn outcome(&self, column: Option<usize>, roll: i32) -> Result<Outcome, OddsError> {
        let cell = self.table.cell(column, roll + self.die_shift)?;
        let attacker = take(&self.attacker, &self.order, cell.attacker_lost);
        let mut defender = take(&self.defender, &self.order, cell.defender_lost);
        let hurt = defender.iter().zip(&self.defender).any(|(&left, row)| left < u32::from(row.points));
        let fort = self.defender.iter().zip(&defender).any(|(row, &left)| row.stays && left > 0);
        let driven_out = Self::drives_out(hurt, fort, self.fort_covers);
        if driven_out && !self.can_retreat {
            for (left, row) in defender.iter_mut().zip(&self.defender) {
                if !row.stays {
                    *left = 0;
                }
            }
        }
        let gone = defender.iter().sum::<u32>() == 0;
        let ending = if attacker.iter().sum::<u32>() == 0 {
            Ending::AttackerDestroyed
        } else if gone {
            Ending::DefenderDestroyed
        } else if driven_out && !fort {
            Ending::DefenderRetreated
        } else {
            Ending::Held
        };
        Ok((ending, attacker, defender))
    }
}

type Outcome = (Ending, Vec<u32>, Vec<u32>);

fn take(rows: &[Points], order: &PointOrder, losses: u16) -> Vec<u32> {
    let mut left: Vec<u32> = rows.iter().map(|row| u32::from(row.points)).collect();
    let mut turn: Vec<usize> = (0..rows.len()).collect();
    let place = |row: usize| match order {
        PointOrder::Cheapest => rows[row].cost as usize,
        PointOrder::Given(named) => named.iter().position(|&n| usize::from(n) == row).unwrap_or(named.len()),
    };
    turn.sort_by_key(|&row| (!rows[row].lost_first, place(row), row));
    let mut losses = u32::from(losses);
    for row in turn {
        let given = losses.min(left[row]);
        left[row] -= given;
        losses -= given;
    }
    left
}

/// The distribution of one land combat. Win: the place is empty; draw: the defender still holds it.
pub fn land_odds(combat: &LandCombat) -> Result<Odds, OddsError> {
    let sides = combat.table.sides();
    if sides == 0 {
        return Err(OddsError::NoDie);
    }
    let column = combat.table.column(combat.differential(), combat.below)?;
    let mut branches = Branches::default();
    for roll in 1..=i32::from(sides) {
        let (ending, attacker, defender) = combat.outcome(column, roll)?;
        let unhurt = |rest: &Vec<u32>| vec![0; rest.len()];
        let attacker = (attacker.clone(), unhurt(&attacker));
        let defender = (defender.clone(), unhurt(&defender));
        branches.add(ending, attacker, defender, 1.0 / f64::from(sides));
    }
    let lines = |rows: &[Points]| -> Vec<Line> {
        rows.iter().map(|row| Line { unit: row.unit, count: u32::from(row.points), cost: row.cost }).collect()
    };
    Ok(branches.odds(&lines(&combat.attacker), &lines(&combat.defender)))
}
