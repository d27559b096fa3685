//! The number printed in a hex, described once as data; formatting and parsing both follow from that description.
//!
//! | rulebook style | pattern |
//! |---|---|
//! | `W3119`: half of the map, row, column | `[Section, Row(2), Column(2)]`, sections `{"W": 0, "E": 34}`, rows toward north |
//! | `1144`, `19107`: row, column | `[Row(2), Column(2)]`, rows toward south, columns from 0 |
//! | `Q13`: letter, number | `[RowLetter, Column(1)]`, rows toward north |

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::offset::{Board, OffsetParity, Orientation};

#[cfg(test)]
mod tests;
mod text;

/// How hexes are numbered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// The parts of a number in the order they are printed.
    pub pattern: Vec<Part>,
    #[serde(default = "Lines::southward")]
    pub rows: Lines<Vertical>,
    #[serde(default = "Lines::eastward")]
    pub columns: Lines<Horizontal>,
    /// Parts of the map that number their columns afresh: name, and how many columns lie before it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sections: BTreeMap<String, u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub letters: Letters,
}

/// One part of a printed number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Part {
    /// The name of the section.
    Section,
    /// The row in digits, at least so many; larger numbers get longer where no digit follows.
    Row(u8),
    /// The column in digits, at least so many; larger numbers get longer where no digit follows.
    Column(u8),
    /// The row as a letter.
    RowLetter,
    /// The column as a letter.
    ColumnLetter,
    /// Text between the parts, such as a dot.
    Text(String),
}

/// What comes after Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Letters {
    /// `Y, Z, AA, BB, CC`, as on printed maps.
    #[default]
    Doubled,
    /// `Y, Z, AA, AB, AC`, as in a spreadsheet.
    Counted,
}

/// Which number the first line bears and which way the numbers grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lines<Toward> {
    /// The lowest number; letters count A as 1.
    #[serde(default = "one")]
    pub first: u32,
    pub toward: Toward,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Vertical {
    North,
    South,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Horizontal {
    East,
    West,
}

const fn one() -> u32 {
    1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Lines<Vertical> {
    const fn southward() -> Self {
        Self { first: 1, toward: Vertical::South }
    }
}

impl Lines<Horizontal> {
    const fn eastward() -> Self {
        Self { first: 1, toward: Horizontal::East }
    }
}

/// Why a text is not the number of a hex, or why a numbering cannot name every hex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    #[error("`{text}` has no {expected} where one belongs")]
    Missing { text: String, expected: &'static str },
    #[error("`{text}` goes on after the number ends: `{rest}`")]
    Trailing { text: String, rest: String },
    #[error("`{text}` is not on the map: {line} {number} is outside {first} to {last}")]
    OffBoard { text: String, line: &'static str, number: u32, first: u32, last: u32 },
    #[error("`{text}` must be written `{canonical}`")]
    NotCanonical { text: String, canonical: String },
    #[error("the pattern names no {0}, so hexes would share a number")]
    PartMissing(&'static str),
    #[error("the pattern names the {0} twice")]
    PartTwice(&'static str),
    #[error("{line} {number} needs more than the {digits} digits that stand directly before another number")]
    TooFewDigits { line: &'static str, number: u32, digits: u8 },
    #[error("section `{name}` begins after column {before}, but the map has only {columns}")]
    SectionOffBoard { name: String, before: u32, columns: u32 },
    #[error("no section begins at the first column")]
    NoFirstSection,
    #[error("two sections begin at the same column, or a section name is empty or ends in a digit: `{0}`")]
    BadSection(String),
}

impl Numbering {
    /// Whether this numbering gives every hex of `board` its own readable number.
    pub fn check(&self, board: &Board) -> Result<(), NumberError> {
        let count = |wanted: fn(&Part) -> bool| self.pattern.iter().filter(|part| wanted(part)).count();
        let once = |line: &'static str, count: usize| match count {
            0 => Err(NumberError::PartMissing(line)),
            1 => Ok(()),
            _ => Err(NumberError::PartTwice(line)),
        };
        once("row", count(|part| matches!(part, Part::Row(_) | Part::RowLetter)))?;
        once("column", count(|part| matches!(part, Part::Column(_) | Part::ColumnLetter)))?;
        if !self.sections.is_empty() {
            once("section", count(|part| matches!(part, Part::Section)))?;
        }
        self.check_sections(board)?;
        for (line, number) in
            [("row", self.rows.first.saturating_add(board.rows() as u32 - 1)), ("column", self.widest_column(board))]
        {
            for (part, next) in self.pattern.iter().zip(self.pattern.iter().skip(1)) {
                let digits = match (part, line) {
                    (Part::Row(digits), "row") | (Part::Column(digits), "column") => *digits,
                    _ => continue,
                };
                if starts_with_digit(next) && decimal_digits(number) > digits {
                    return Err(NumberError::TooFewDigits { line, number, digits });
                }
            }
        }
        Ok(())
    }

    fn check_sections(&self, board: &Board) -> Result<(), NumberError> {
        let mut starts: Vec<u32> = self.sections.values().copied().collect();
        starts.sort_unstable();
        for (name, &before) in &self.sections {
            if before >= board.columns() as u32 {
                return Err(NumberError::SectionOffBoard {
                    name: name.clone(),
                    before,
                    columns: board.columns() as u32,
                });
            }
            let shared = starts.iter().filter(|&&start| start == before).count() > 1;
            if shared || name.is_empty() || name.ends_with(|c: char| c.is_ascii_digit()) {
                return Err(NumberError::BadSection(name.clone()));
            }
        }
        if starts.first().is_some_and(|&start| start != 0) {
            return Err(NumberError::NoFirstSection);
        }
        Ok(())
    }

    fn widest_column(&self, board: &Board) -> u32 {
        let widths = self.sections.keys().map(|name| self.section_width(name, board));
        self.columns.first.saturating_add(widths.max().unwrap_or(board.columns() as u32) - 1)
    }

    fn section_width(&self, name: &str, board: &Board) -> u32 {
        let start = self.sections.get(name).copied().unwrap_or(0);
        let next = self.sections.values().copied().filter(|&other| other > start).min();
        next.unwrap_or(board.columns() as u32).saturating_sub(start)
    }

    /// The push of the board, given which PRINTED rows (or columns) are pushed: what a designer reads off the map.
    #[must_use]
    pub fn shifted(&self, printed: OffsetParity, orientation: Orientation, columns: u32, rows: u32) -> OffsetParity {
        let first_line_number = match orientation {
            Orientation::Pointy => match self.rows.toward {
                Vertical::South => self.rows.first,
                Vertical::North => self.rows.first.saturating_add(rows.saturating_sub(1)),
            },
            Orientation::Flat => match self.columns.toward {
                Horizontal::East => self.columns.first,
                Horizontal::West => self.columns.first.saturating_add(columns.saturating_sub(1)),
            },
        };
        if first_line_number % 2 == 0 { printed } else { printed.other() }
    }
}

const fn starts_with_digit(part: &Part) -> bool {
    matches!(part, Part::Row(_) | Part::Column(_))
}

const fn decimal_digits(number: u32) -> u8 {
    match number.checked_ilog10() {
        Some(power) => power as u8 + 1,
        None => 1,
    }
}
