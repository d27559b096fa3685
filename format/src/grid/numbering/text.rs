//! Writing and reading a printed number by its pattern.

use super::super::offset::{Board, Cell};
use super::{Horizontal, Letters, NumberError, Numbering, Part, Vertical, starts_with_digit};

impl Numbering {
    /// The number of a cell; cells off the board are numbered as if the board went on, never below 0.
    #[must_use]
    pub fn format(&self, board: &Board, cell: Cell) -> String {
        let (row, column) = self.lines(board, cell);
        let section = self.section(board, cell).map_or("", |(name, _)| name.as_str());
        let mut text = String::with_capacity(8);
        for part in &self.pattern {
            match part {
                Part::Section => text.push_str(section),
                Part::Row(digits) => pad(&mut text, row, *digits),
                Part::Column(digits) => pad(&mut text, column, *digits),
                Part::RowLetter => text.push_str(&self.letters.write(row)),
                Part::ColumnLetter => text.push_str(&self.letters.write(column)),
                Part::Text(between) => text.push_str(between),
            }
        }
        text
    }

    /// The printed row and column of a cell as numbers; letters count A as 1, and each section counts its columns afresh.
    #[must_use]
    pub fn lines(&self, board: &Board, cell: Cell) -> (u32, u32) {
        let row = from_edge(cell.row, board.rows(), matches!(self.rows.toward, Vertical::North));
        let before = self.section(board, cell).map_or(0, |(_, &start)| start);
        (
            row.saturating_add(self.rows.first),
            self.columns.first.saturating_add(self.along(board, cell).saturating_sub(before)),
        )
    }

    /// How many columns lie before a cell, in the direction the numbers grow.
    fn along(&self, board: &Board, cell: Cell) -> u32 {
        from_edge(cell.column, board.columns(), matches!(self.columns.toward, Horizontal::West))
    }

    fn section(&self, board: &Board, cell: Cell) -> Option<(&String, &u32)> {
        let along = self.along(board, cell);
        self.sections.iter().filter(|&(_, &start)| start <= along).max_by_key(|&(_, &start)| start)
    }

    /// What stands at the edge of the map for a row: its part of the numbers.
    #[must_use]
    pub fn row_name(&self, board: &Board, row: i32) -> String {
        self.part_name(board, Cell::new(0, row), |part| matches!(part, Part::Row(_) | Part::RowLetter))
    }

    /// What stands at the edge of the map for a column: its part of the numbers, with its section.
    #[must_use]
    pub fn column_name(&self, board: &Board, column: i32) -> String {
        let wanted = |part: &Part| matches!(part, Part::Section | Part::Column(_) | Part::ColumnLetter);
        self.part_name(board, Cell::new(column, 0), wanted)
    }

    fn part_name(&self, board: &Board, cell: Cell, wanted: impl Fn(&Part) -> bool) -> String {
        let pattern = self.pattern.iter().filter(|part| wanted(part)).cloned().collect();
        Self { pattern, ..self.clone() }.format(board, cell)
    }

    /// The cell with this number.
    pub fn parse(&self, board: &Board, text: &str) -> Result<Cell, NumberError> {
        let mut rest = text;
        let (mut row, mut column, mut section) = (None, None, None);
        for (position, part) in self.pattern.iter().enumerate() {
            let number_follows = self.pattern.get(position + 1).is_some_and(starts_with_digit);
            let missing = |expected| NumberError::Missing { text: text.to_owned(), expected };
            match part {
                Part::Section => {
                    let found = self
                        .sections
                        .keys()
                        .filter(|name| rest.starts_with(name.as_str()))
                        .max_by_key(|name| name.len());
                    let name = found.ok_or_else(|| missing("section"))?;
                    rest = &rest[name.len()..];
                    section = Some(name.as_str());
                }
                Part::Row(digits) => {
                    row = Some(take_digits(&mut rest, *digits, number_follows).ok_or_else(|| missing("row"))?);
                }
                Part::Column(digits) => {
                    column = Some(take_digits(&mut rest, *digits, number_follows).ok_or_else(|| missing("column"))?);
                }
                Part::RowLetter => {
                    row = Some(self.letters.take(&mut rest).ok_or_else(|| missing("row letter"))?);
                }
                Part::ColumnLetter => {
                    column = Some(self.letters.take(&mut rest).ok_or_else(|| missing("column letter"))?);
                }
                Part::Text(between) => {
                    rest = rest.strip_prefix(between.as_str()).ok_or_else(|| missing("separator"))?;
                }
            }
        }
        if !rest.is_empty() {
            return Err(NumberError::Trailing { text: text.to_owned(), rest: rest.to_owned() });
        }
        let row = row.ok_or(NumberError::PartMissing("row"))?;
        let column = column.ok_or(NumberError::PartMissing("column"))?;
        let (start, width) = section.map_or((0, board.columns() as u32), |name| {
            (self.sections.get(name).copied().unwrap_or(0), self.section_width(name, board))
        });
        let row = within(text, "row", row, self.rows.first, board.rows() as u32)?;
        let column = within(text, "column", column, self.columns.first, width)? + start;
        let cell = Cell::new(
            to_edge(column, board.columns(), matches!(self.columns.toward, Horizontal::West)),
            to_edge(row, board.rows(), matches!(self.rows.toward, Vertical::North)),
        );
        let canonical = self.format(board, cell);
        if canonical == text { Ok(cell) } else { Err(NumberError::NotCanonical { text: text.to_owned(), canonical }) }
    }
}

fn from_edge(line: i32, count: i32, reversed: bool) -> u32 {
    (if reversed { count - 1 - line } else { line }).max(0) as u32
}

fn to_edge(line: u32, count: i32, reversed: bool) -> i32 {
    if reversed { count - 1 - line as i32 } else { line as i32 }
}

fn within(text: &str, line: &'static str, number: u32, first: u32, count: u32) -> Result<u32, NumberError> {
    number.checked_sub(first).filter(|&index| index < count).ok_or_else(|| NumberError::OffBoard {
        text: text.to_owned(),
        line,
        number,
        first,
        last: first.saturating_add(count.saturating_sub(1)),
    })
}

/// Writes a number with at least so many digits.
fn pad(text: &mut String, number: u32, digits: u8) {
    let mut written = [b'0'; 10];
    let (mut left, mut first) = (number, written.len());
    while left > 0 || first == written.len() {
        first -= 1;
        written[first] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let length = written.len() - first;
    text.extend(std::iter::repeat_n('0', usize::from(digits).saturating_sub(length)));
    text.extend(written[first..].iter().map(|digit| char::from(*digit)));
}

/// Takes exactly `digits` digits when another number follows, else all there are, but at least `digits`.
fn take_digits(rest: &mut &str, digits: u8, number_follows: bool) -> Option<u32> {
    let least = usize::from(digits).max(1);
    let available = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length = if number_follows { least } else { available };
    if available < least || length > 9 {
        return None;
    }
    let (number, after) = rest.split_at(length);
    *rest = after;
    number.parse().ok()
}

impl Letters {
    fn write(self, number: u32) -> String {
        let letter = |index: u32| char::from(b'A' + (index % 26) as u8);
        match (number, self) {
            (0, _) => String::new(),
            (_, Self::Doubled) => std::iter::repeat_n(letter(number - 1), (number as usize - 1) / 26 + 1).collect(),
            (_, Self::Counted) => {
                let mut text = Vec::new();
                let mut left = number;
                while left > 0 {
                    text.push(letter(left - 1));
                    left = (left - 1) / 26;
                }
                text.into_iter().rev().collect()
            }
        }
    }

    fn take(self, rest: &mut &str) -> Option<u32> {
        let length = rest.bytes().take_while(u8::is_ascii_uppercase).count();
        let (text, after) = rest.split_at(length);
        let value = |letter: u8| u32::from(letter - b'A') + 1;
        let number = match self {
            _ if length == 0 || length > 5 => return None,
            Self::Doubled => {
                let first = text.bytes().next()?;
                let repeated = text.bytes().all(|letter| letter == first);
                repeated.then(|| (length as u32 - 1) * 26 + value(first))?
            }
            Self::Counted => text.bytes().fold(0, |number, letter| number * 26 + value(letter)),
        };
        *rest = after;
        Some(number)
    }
}
