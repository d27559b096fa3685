//! Looking values up in tables: typed axes, and what happens beyond their edges.

use thiserror::Error;

use crate::names::nearest;
use crate::schema::table::{Axis, Edge, Table};
use crate::schema::value::{Cell, Key};

/// No printed table has more columns; an axis that claims more is cut here.
const MAX_KEYS: i64 = 1_000;

/// Why a lookup found nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LookupError {
    #[error("the table `{table}` takes {wanted} keys, not {given}")]
    WrongNumberOfKeys { table: String, wanted: usize, given: usize },
    #[error("`{key}` is not on the axis `{axis}` of the table `{table}`; {hint}")]
    NotOnAxis { table: String, axis: String, key: String, hint: String },
    #[error("`{key}` lies beyond the end of the axis `{axis}` of the table `{table}`, which allows no such value")]
    OffTheEdge { table: String, axis: String, key: String },
    #[error("the table `{table}` has no cell at {place}")]
    NoCell { table: String, place: String },
}

/// What a key leads to on an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Hit {
    At(usize),
    Nothing,
}

/// The result of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looked<'a> {
    Cell(&'a Cell),
    /// Beyond an edge whose rule is "no result".
    Nothing,
}

impl Axis {
    pub fn name(&self) -> &str {
        match self {
            Self::Die { .. } => "die",
            Self::Number { name, .. } | Self::Words { name, .. } | Self::Ranges { name, .. } => name,
        }
    }
}

impl Table {
    /// The keys of an axis in order: declared ones, or those the rows name.
    pub fn keys(&self, axis: usize) -> Vec<Key> {
        let declared: Vec<Key> = match self.axes.get(axis) {
            Some(Axis::Die { sides, .. }) => (1..=(*sides).min(MAX_KEYS)).map(|side| Key(side.to_string())).collect(),
            Some(Axis::Number { from, to, step, .. }) => {
                let keys = (0..MAX_KEYS).map_while(|index| from.checked_add(index.checked_mul((*step).max(1))?));
                keys.take_while(|value| value <= to).map(|value| Key(value.to_string())).collect()
            }
            Some(Axis::Words { keys, .. } | Axis::Ranges { keys, .. }) => keys.clone(),
            None => Vec::new(),
        };
        if axis == 0 && (declared.is_empty() || matches!(self.axes[0], Axis::Die { .. })) {
            self.rows.keys().cloned().collect()
        } else {
            declared
        }
    }

    /// Looks a value up: one key per axis, in axis order.
    pub fn look_up(&self, keys: &[&str]) -> Result<Looked<'_>, LookupError> {
        let table = || self.id.as_str().to_owned();
        if keys.len() != self.axes.len() {
            return Err(LookupError::WrongNumberOfKeys { table: table(), wanted: self.axes.len(), given: keys.len() });
        }
        let mut places = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            match self.place_on_axis(index, key)? {
                Hit::At(place) => places.push(place),
                Hit::Nothing => return Ok(Looked::Nothing),
            }
        }
        let row = places.first().and_then(|place| self.rows.get_index(*place)).map(|(_, row)| row);
        let cell = row.and_then(|row| row.0.get(places.get(1).copied().unwrap_or(0)));
        cell.map(Looked::Cell).ok_or_else(|| LookupError::NoCell { table: table(), place: keys.join(", ") })
    }

    fn place_on_axis(&self, index: usize, key: &str) -> Result<Hit, LookupError> {
        let axis = &self.axes[index];
        let keys = self.keys(index);
        if let Some(place) = keys.iter().position(|known| known.as_str() == key) {
            return Ok(Hit::At(place));
        }
        let not_on_axis = || LookupError::NotOnAxis {
            table: self.id.as_str().to_owned(),
            axis: axis.name().to_owned(),
            key: key.to_owned(),
            hint: match nearest(key, keys.iter().map(Key::as_str)) {
                Some(close) => format!("did you mean `{close}`?"),
                None => format!("it has {}", keys.iter().take(40).map(Key::as_str).collect::<Vec<_>>().join(", ")),
            },
        };
        let number: i64 = key.parse().map_err(|_| not_on_axis())?;
        if let Some(place) = keys.iter().position(|known| range_contains(known.as_str(), number)) {
            return Ok(Hit::At(place));
        }
        let numbers: Vec<(usize, i64)> = keys
            .iter()
            .enumerate()
            .filter_map(|(place, key)| key.as_str().parse().ok().map(|value| (place, value)))
            .collect();
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return Err(not_on_axis()) };
        let (below, above) = match axis {
            Axis::Die { below, above, .. } | Axis::Number { below, above, .. } => (*below, *above),
            Axis::Words { .. } | Axis::Ranges { .. } => return Err(not_on_axis()),
        };
        let (edge, end) = if number < first.1 {
            (below, first.0)
        } else if number > last.1 {
            (above, last.0)
        } else {
            // Between two columns the lower one counts.
            let lower = numbers.iter().rev().find(|(_, value)| *value <= number).map_or(first.0, |(place, _)| *place);
            return Ok(Hit::At(lower));
        };
        match edge {
            Edge::Clamp => Ok(Hit::At(end)),
            Edge::Nothing => Ok(Hit::Nothing),
            Edge::NotAllowed => Err(LookupError::OffTheEdge {
                table: self.id.as_str().to_owned(),
                axis: axis.name().to_owned(),
                key: key.to_owned(),
            }),
        }
    }
}

/// Whether a range such as "1-3", "8+" or "-2-0" holds a number.
pub fn range_contains(range: &str, number: i64) -> bool {
    range_bounds(range).is_some_and(|(from, to)| from <= number && to.is_none_or(|to| number <= to))
}

/// The ends of a range such as "1-3" or "8+"; a plain number is a range of one.
pub fn range_bounds(range: &str) -> Option<(i64, Option<i64>)> {
    if let Some(from) = range.strip_suffix('+') {
        return from.parse().ok().map(|from| (from, None));
    }
    if let Ok(single) = range.parse() {
        return Some((single, Some(single)));
    }
    let split = range.char_indices().skip(1).find(|(_, letter)| *letter == '-')?.0;
    let (from, to) = (range[..split].parse().ok()?, range[split + 1..].parse().ok()?);
    (from <= to).then_some((from, Some(to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ron_options;

    const TABLE: &str = r#"Table(schema: 2, id: "t", title: "T", cells: Number,
        axes: [Die(sides: 6, above: Clamp), Number(name: "differential", from: 0, to: 8, step: 4, below: NotAllowed, above: Nothing)],
        rows: { 1: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9], 4: [0, 0, 0], 5: [0, 0, 0], 6: [10, 11, 12] })"#;

    #[test]
    fn lookups_follow_the_edges() {
        let table: Table = ron_options().from_str(TABLE).expect("table");
        for (die, differential, wanted) in [
            ("1", "0", "1"),
            ("2", "4", "5"),
            ("3", "7", "8"),
            ("9", "8", "12"),
            ("1", "12", "nothing"),
            ("1", "-1", "error"),
            ("0", "0", "error"),
            ("x", "0", "error"),
        ] {
            let got = match table.look_up(&[die, differential]) {
                Ok(Looked::Cell(cell)) => cell.to_string(),
                Ok(Looked::Nothing) => "nothing".to_owned(),
                Err(_) => "error".to_owned(),
            };
            assert_eq!(got, wanted, "die {die}, differential {differential}");
        }
    }

    #[test]
    fn ranges_are_read_with_both_signs() {
        for (range, inside, outside) in [("1-3", 2, 4), ("8+", 100, 7), ("-2-0", -1, 1), ("5", 5, 6)] {
            assert!(range_contains(range, inside), "{range} holds {inside}");
            assert!(!range_contains(range, outside), "{range} does not hold {outside}");
        }
        assert_eq!(range_bounds("3-1"), None);
        assert_eq!(range_bounds("a-b"), None);
    }
}
