//! The two tables: firepower (die x strength -> losses) and advance (mechanised points x defence -> top of the die).

use crate::odds::OddsError;

/// Losses by die (row 1 first) and firing strength (column 1 first).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirepowerTable {
    pub rows: Vec<Vec<u8>>,
    /// A die beyond the last row reads the last row; otherwise it does nothing.
    pub clamp_high: bool,
}

impl FirepowerTable {
    /// The largest strength one die can fire.
    pub fn most(&self) -> u16 {
        self.rows.iter().map(Vec::len).min().unwrap_or(0).min(usize::from(u16::MAX)) as u16
    }

    /// Losses of one throw with a modified die; a die below 1 counts as 1.
    pub fn losses(&self, die: i32, strength: u16) -> Result<u16, OddsError> {
        if strength == 0 {
            return Ok(0);
        }
        if self.rows.is_empty() {
            return Err(OddsError::MissingDieRow(die));
        }
        let row = die.max(1) as usize - 1;
        if row >= self.rows.len() && !self.clamp_high {
            return Ok(0);
        }
        self.rows[row.min(self.rows.len() - 1)]
            .get(usize::from(strength) - 1)
            .map(|&n| u16::from(n))
            .ok_or(OddsError::MissingColumn(i32::from(strength)))
    }
}

/// Whom an advance runs into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    Friendly,
    Defence(u16),
}

/// One row of the advance table; 0 means no advance is possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvanceRow {
    pub friendly: u8,
    /// By defence 0, 1, 2 ...; beyond the last nothing is possible.
    pub by_defence: Vec<u8>,
}

/// Row 0 first; more points than rows read the last row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvanceTable {
    pub rows: Vec<AdvanceRow>,
}

impl AdvanceTable {
    /// The highest modified die that succeeds.
    pub fn top(&self, mechanised: u16, against: Against) -> Result<u8, OddsError> {
        let row = self
            .rows
            .get(usize::from(mechanised))
            .or(self.rows.last())
            .ok_or(OddsError::MissingColumn(i32::from(mechanised)))?;
        Ok(match against {
            Against::Friendly => row.friendly,
            Against::Defence(points) => row.by_defence.get(usize::from(points)).copied().unwrap_or(0),
        })
    }
}
