//! What never changes while games are played: what every die can strike, and the casualty ranking.

use super::super::battle::{ClassSet, Shot, Side, SupportDice};
use super::super::casualties::ranking;
use crate::odds::OddsError;

/// What a band of a die can strike, as bits of enemy rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Aim {
    pub(super) width: u32,
    /// Inverted, so that hits whose target the shooter picks come first among equals.
    pub(super) by_owner: bool,
    pub(super) unbound: bool,
    pub(super) mask: u64,
    pub(super) first: u64,
    /// Rows that do not fire back in the round in which this hits them.
    pub(super) mutes: u64,
}

impl Aim {
    pub(super) fn new(shot: &Shot, enemy: &Side, barred: ClassSet, only: Option<usize>, picks: bool) -> Self {
        let mut mask = 0_u64;
        let mut first = 0_u64;
        let mut mutes = 0_u64;
        for (row, unit) in enemy.units.iter().enumerate() {
            let meant = only.is_none_or(|o| o == row) && !barred.covers(unit.classes);
            let meant = meant && (!picks || shot.picks_from.covers(unit.classes));
            if unit.count > 0 && meant && shot.targets.allows(unit.classes) {
                mask |= 1 << row;
                if shot.targets.first.covers(unit.classes) && !picks {
                    first |= 1 << row;
                }
                if shot.strike.mutes != ClassSet::NONE && shot.strike.mutes.covers(unit.classes) {
                    mutes |= 1 << row;
                }
            }
        }
        if first == mask {
            first = 0;
        }
        let by_owner = !(picks && mask.count_ones() > 1);
        Self { width: mask.count_ones(), by_owner, unbound: first == 0, mask, first, mutes }
    }
}

/// The aims of one die.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sight {
    pub(super) picked: Aim,
    pub(super) full: Aim,
    pub(super) strong: Aim,
}

impl Sight {
    pub(super) fn new(shot: &Shot, enemy: &Side, only: Option<usize>) -> Self {
        let weak = shot.halved.map_or(ClassSet::NONE, |h| h.against);
        Self {
            picked: Aim::new(shot, enemy, ClassSet::NONE, only, true),
            full: Aim::new(shot, enemy, ClassSet::NONE, only, false),
            strong: Aim::new(shot, enemy, weak, only, false),
        }
    }
}

/// What of a side never changes.
pub(super) struct Table {
    /// First cell of each row; a cell counts units of one row in one health state.
    pub(super) cells: Vec<usize>,
    pub(super) row_of_cell: Vec<usize>,
    /// Casualty rank by cell.
    pub(super) rank: Vec<usize>,
    /// Row whose last unit is kept as long as anything else can be given.
    pub(super) kept_row: Option<usize>,
    pub(super) sights: Vec<Vec<Sight>>,
    pub(super) support: Vec<Vec<(Option<usize>, Sight)>>,
}

impl Table {
    pub(super) fn new(side: &Side, enemy: &Side) -> Result<Self, OddsError> {
        let mut cells = vec![0];
        let mut row_of_cell = Vec::new();
        let mut sights = Vec::new();
        for (row, unit) in side.units.iter().enumerate() {
            for health in &unit.health {
                row_of_cell.push(row);
                sights.push(health.shots.iter().map(|shot| Sight::new(shot, enemy, None)).collect());
            }
            cells.push(row_of_cell.len());
        }
        let mut rank = vec![0; row_of_cell.len()];
        let mut kept_row = None;
        for (place, slot) in ranking(side)?.iter().enumerate() {
            rank[cells[slot.row] + slot.level] = place;
            let unit = &side.units[slot.row];
            let last = slot.level + 1 == unit.health.len();
            if last && unit.count > 0 && side.casualties.keep_one.covers(unit.classes) {
                kept_row = Some(slot.row);
            }
        }
        let support = side
            .support
            .iter()
            .map(|support| match support.dice {
                SupportDice::PerEnemy(classes) => (0..enemy.units.len())
                    .filter(|&row| classes.covers(enemy.units[row].classes))
                    .map(|row| (Some(row), Sight::new(&support.shot, enemy, Some(row))))
                    .collect(),
                SupportDice::Fixed(_) | SupportDice::PerOwn(..) => {
                    vec![(None, Sight::new(&support.shot, enemy, None))]
                }
            })
            .collect();
        Ok(Self { cells, row_of_cell, rank, kept_row, sights, support })
    }
}
