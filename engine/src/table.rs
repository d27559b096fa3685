//! Tables as dense arrays: keys become places once, lookups are two index steps.

use chartroom_format::lookup::range_bounds;
use chartroom_format::schema::table::{Axis, Edge, Table};
use chartroom_format::schema::value::{Cell, Key, Row};

/// One cell, read once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Empty,
    Number(i64),
    /// A range of rolls, both ends included.
    Range(i64, i64),
    Text(String),
}

impl Value {
    fn read(cell: &Cell) -> Self {
        match cell {
            Cell::Number(number) => Self::Number(*number),
            Cell::Text(_) if cell.is_empty() => Self::Empty,
            Cell::Text(text) => match range_bounds(text) {
                Some((from, Some(to))) => Self::Range(from, to),
                _ => Self::Text(text.clone()),
            },
        }
    }

    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether a roll lies in the range of the cell; a plain number is a range of one.
    pub fn holds(&self, roll: i64) -> bool {
        match self {
            Self::Range(from, to) => (*from..=*to).contains(&roll),
            Self::Number(only) => *only == roll,
            Self::Empty | Self::Text(_) => false,
        }
    }

    /// The highest roll of a range.
    pub fn top(&self) -> Option<i64> {
        match self {
            Self::Range(_, to) => Some(*to),
            Self::Number(only) => Some(*only),
            Self::Empty | Self::Text(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
struct Line {
    keys: Vec<String>,
    bounds: Vec<Option<(i64, Option<i64>)>>,
    below: Edge,
    above: Edge,
    numeric: bool,
}

/// A compiled table.
#[derive(Clone, Debug)]
pub struct TableInfo {
    pub id: String,
    lines: Vec<Line>,
    rows: Vec<Vec<Value>>,
}

/// What a key leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    At(usize),
    /// Beyond an edge whose rule is "no result".
    Nothing,
    /// No such key.
    Off,
}

impl TableInfo {
    pub fn new(table: &Table) -> Self {
        let lines: Vec<Line> = (0..table.axes.len())
            .map(|axis| {
                let keys: Vec<String> = table.keys(axis).into_iter().map(|key| key.0).collect();
                let (below, above, numeric) = match &table.axes[axis] {
                    Axis::Die { below, above, .. } | Axis::Number { below, above, .. } => (*below, *above, true),
                    Axis::Words { .. } | Axis::Ranges { .. } => (Edge::NotAllowed, Edge::NotAllowed, false),
                };
                let bounds = keys.iter().map(|key| range_bounds(key)).collect();
                Line { keys, bounds, below, above, numeric }
            })
            .collect();
        let read = |row: &Row| row.0.iter().map(Value::read).collect();
        // A row that is not written is empty, and does not make its neighbours move up.
        let rows = match lines.first() {
            Some(line) => line.keys.iter().map(|key| table.rows.get(&Key(key.clone())).map_or_else(Vec::new, read)),
            None => return Self { id: table.id.to_string(), lines, rows: Vec::new() },
        };
        let rows = rows.collect();
        Self { id: table.id.to_string(), lines, rows }
    }

    /// The place of a number on an axis.
    pub fn at(&self, axis: usize, number: i64) -> Place {
        let Some(line) = self.lines.get(axis) else { return Place::Off };
        let holds = |bound: &Option<(i64, Option<i64>)>| {
            bound.is_some_and(|(from, to)| from <= number && to.is_none_or(|to| number <= to))
        };
        if let Some(place) = line.bounds.iter().position(holds) {
            return Place::At(place);
        }
        if !line.numeric {
            return Place::Off;
        }
        let first = line.bounds.iter().position(Option::is_some);
        let last = line.bounds.iter().rposition(Option::is_some);
        let (Some(first), Some(last)) = (first, last) else { return Place::Off };
        let low = line.bounds[first].map_or(0, |bound| bound.0);
        let high = line.bounds[last].map_or(0, |bound| bound.0);
        let (edge, end) = if number < low {
            (line.below, first)
        } else if number > high {
            (line.above, last)
        } else {
            let lower = line.bounds.iter().rposition(|bound| bound.is_some_and(|(from, _)| from <= number));
            return Place::At(lower.unwrap_or(first));
        };
        match edge {
            Edge::Clamp => Place::At(end),
            Edge::Nothing => Place::Nothing,
            Edge::NotAllowed => Place::Off,
        }
    }

    /// The place of a word on an axis.
    pub fn word(&self, axis: usize, word: &str) -> Place {
        let found = self.lines.get(axis).and_then(|line| line.keys.iter().position(|key| key == word));
        found.map_or(Place::Off, Place::At)
    }

    pub fn keys(&self, axis: usize) -> &[String] {
        self.lines.get(axis).map_or(&[], |line| &line.keys)
    }

    pub fn axes(&self) -> usize {
        self.lines.len()
    }

    /// The cell at two places; of a table with one axis at the first.
    pub fn cell(&self, row: Place, column: Place) -> Option<&Value> {
        let (Place::At(row), Place::At(column)) = (row, column) else { return None };
        self.rows.get(row).and_then(|row| row.get(column))
    }

    /// Losses and the like: 0 where the table gives no result.
    pub fn number(&self, row: i64, column: i64) -> i64 {
        self.cell(self.at(0, row), self.at(1, column)).and_then(Value::number).unwrap_or(0)
    }

    /// The single column of a row named by a word.
    pub fn of_word(&self, word: &str) -> Option<&Value> {
        self.cell(self.word(0, word), Place::At(0))
    }

    /// The single column of a row named by a number.
    pub fn of_number(&self, number: i64) -> Option<&Value> {
        self.cell(self.at(0, number), Place::At(0))
    }
}
