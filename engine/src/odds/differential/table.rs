//! A results table read by strength difference and one die.

use crate::odds::OddsError;

/// What one cell does. Land tables use only `defender_lost`; naval ones also deplete the attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResultCell {
    pub attacker_lost: u16,
    /// The d of a naval result: attackers that lose their attack strength.
    pub attacker_depleted: u16,
    pub defender_lost: u16,
    /// Defenders sent home without loss (the A of the air table).
    pub defender_aborted: u16,
}

impl ResultCell {
    pub const fn lost(defender_lost: u16) -> Self {
        Self { attacker_lost: 0, attacker_depleted: 0, defender_lost, defender_aborted: 0 }
    }
}

/// What a differential below the first column means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Below {
    NotAllowed,
    /// Read the first column all the same (counter-attacks).
    FirstColumn,
    NoEffect,
}

/// Columns are lower bounds, ascending; a differential uses the highest one it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferentialTable {
    pub columns: Vec<i32>,
    /// One row per face of the die, one cell per column.
    pub rows: Vec<Vec<ResultCell>>,
}

impl DifferentialTable {
    pub fn sides(&self) -> u8 {
        self.rows.len().min(255) as u8
    }

    /// The column for a differential, or none where it has no effect.
    pub fn column(&self, differential: i32, below: Below) -> Result<Option<usize>, OddsError> {
        let reached = self.columns.iter().rposition(|&bound| bound <= differential);
        match (reached, below) {
            (Some(column), _) => Ok(Some(column)),
            (None, Below::FirstColumn) => Ok(Some(0)),
            (None, Below::NoEffect) => Ok(None),
            (None, Below::NotAllowed) => {
                Err(OddsError::BelowMinimum { differential, least: self.columns.first().copied().unwrap_or(0) })
            }
        }
    }

    /// The result of a modified die: below 1 nothing happens, above the last face the last face counts.
    pub fn cell(&self, column: Option<usize>, die: i32) -> Result<ResultCell, OddsError> {
        let Some(column) = column else {
            return Ok(ResultCell::default());
        };
        if die < 1 {
            return Ok(ResultCell::default());
        }
        let face = (die as usize).min(self.rows.len());
        let row = face.checked_sub(1).and_then(|index| self.rows.get(index)).ok_or(OddsError::MissingDieRow(die))?;
        row.get(column).copied().ok_or(OddsError::MissingColumn(column as i32))
    }
}
