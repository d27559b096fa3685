//! A grid that is worked with the keyboard: cursor, range, typing, copy and paste as a spreadsheet does. Plain data.

/// One cell as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridCell {
    pub text: String,
    /// Differs from the saved file; the saved text.
    pub was: Option<String>,
    /// Where the value comes from or why it was chosen.
    pub mark: Option<String>,
    /// A problem was found in it.
    pub problem: bool,
}

/// A grid of cells with keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    pub title: String,
    pub note: String,
    pub source: Option<String>,
    pub corner: String,
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    /// By row.
    pub cells: Vec<Vec<GridCell>>,
}

impl Grid {
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    pub fn cell(&self, row: usize, column: usize) -> Option<&GridCell> {
        self.cells.get(row).and_then(|row| row.get(column))
    }
}

/// Where the cursor is, what is selected, and what is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub row: usize,
    pub column: usize,
    /// The other corner of the selected range.
    pub anchor: Option<(usize, usize)>,
    /// The text being typed into the cell.
    pub typing: Option<String>,
}

/// What a key or a click asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridInput {
    /// Rows down and columns right; with Shift the range grows.
    Move(i64, i64, bool),
    Go(usize, usize, bool),
    Type(String),
    /// Start changing the text that is there.
    Edit,
    Backspace,
    /// Accept what is typed and go down or right.
    Accept(i64, i64),
    Cancel,
    Clear,
    Paste(String),
    /// Repeat the top or left cell of the range through it.
    Fill,
    All,
}

/// New texts of cells: row, column, text.
pub type CellChanges = Vec<(usize, usize, String)>;

impl Cursor {
    /// The selected range: first row and column, last row and column.
    pub fn range(&self) -> (usize, usize, usize, usize) {
        let (row, column) = self.anchor.unwrap_or((self.row, self.column));
        (self.row.min(row), self.column.min(column), self.row.max(row), self.column.max(column))
    }

    pub fn selects(&self, row: usize, column: usize) -> bool {
        let (top, left, bottom, right) = self.range();
        (top..=bottom).contains(&row) && (left..=right).contains(&column)
    }

    /// Follows an input and returns what it changes.
    pub fn handle(&mut self, input: GridInput, grid: &Grid) -> CellChanges {
        let (rows, columns) = grid.size();
        if rows == 0 || columns == 0 {
            return Vec::new();
        }
        (self.row, self.column) = (self.row.min(rows - 1), self.column.min(columns - 1));
        match input {
            GridInput::Move(down, right, grow) => {
                let changes = self.accept();
                self.step(down, right, grow, (rows, columns));
                changes
            }
            GridInput::Go(row, column, grow) => {
                let changes = self.accept();
                self.keep_anchor(grow);
                (self.row, self.column) = (row.min(rows - 1), column.min(columns - 1));
                changes
            }
            GridInput::Type(text) => {
                self.typing.get_or_insert_default().push_str(&text);
                Vec::new()
            }
            GridInput::Edit => {
                let text = grid.cell(self.row, self.column).map(|cell| cell.text.clone()).unwrap_or_default();
                self.typing.get_or_insert(text);
                Vec::new()
            }
            GridInput::Backspace => {
                match &mut self.typing {
                    Some(text) => drop(text.pop()),
                    None => self.typing = Some(String::new()),
                }
                Vec::new()
            }
            GridInput::Accept(down, right) => {
                let changes = self.accept();
                self.step(down, right, false, (rows, columns));
                changes
            }
            GridInput::Cancel => {
                self.typing = None;
                self.anchor = None;
                Vec::new()
            }
            GridInput::Clear => self.each(|_, _| Some(String::new())),
            GridInput::Fill => {
                let (top, left, _, _) = self.range();
                let first = |row: usize, column: usize| {
                    // A wide range repeats its left column to the right, a tall one its top row downward.
                    let from = if self.range().2 > top { (top, column) } else { (row, left) };
                    grid.cell(from.0, from.1).map(|cell| cell.text.clone())
                };
                self.each(first)
            }
            GridInput::Paste(text) => {
                self.typing = None;
                let block = from_tsv(&text);
                let (top, left, _, _) = self.range();
                // One copied cell fills the whole range; a block goes down from the corner as far as the grid reaches.
                if let [row] = block.as_slice()
                    && let [cell] = row.as_slice()
                {
                    return self.each(|_, _| Some(cell.clone()));
                }
                let mut changes = Vec::new();
                for (down, row) in block.into_iter().enumerate() {
                    for (across, cell) in row.into_iter().enumerate() {
                        if top + down < rows && left + across < columns {
                            changes.push((top + down, left + across, cell));
                        }
                    }
                }
                changes
            }
            GridInput::All => {
                self.anchor = Some((0, 0));
                (self.row, self.column) = (rows - 1, columns - 1);
                Vec::new()
            }
        }
    }

    fn each(&self, text: impl Fn(usize, usize) -> Option<String>) -> CellChanges {
        let (top, left, bottom, right) = self.range();
        (top..=bottom)
            .flat_map(|row| (left..=right).map(move |column| (row, column)))
            .filter_map(|(row, column)| text(row, column).map(|text| (row, column, text)))
            .collect()
    }

    fn accept(&mut self) -> CellChanges {
        self.typing.take().map(|text| (self.row, self.column, text)).into_iter().collect()
    }

    fn keep_anchor(&mut self, grow: bool) {
        self.anchor = if grow { self.anchor.or(Some((self.row, self.column))) } else { None };
    }

    fn step(&mut self, down: i64, right: i64, grow: bool, (rows, columns): (usize, usize)) {
        self.keep_anchor(grow);
        // Tab at the end of a row goes on in the next.
        let (mut row, mut column) = (self.row as i64 + down, self.column as i64 + right);
        if down == 0 && !grow && right.abs() == 1 {
            if column >= columns as i64 && row + 1 < rows as i64 {
                (row, column) = (row + 1, 0);
            } else if column < 0 && row > 0 {
                (row, column) = (row - 1, columns as i64 - 1);
            }
        }
        self.row = row.clamp(0, rows as i64 - 1) as usize;
        self.column = column.clamp(0, columns as i64 - 1) as usize;
    }

    /// The selected cells as a spreadsheet takes them.
    pub fn copy(&self, grid: &Grid) -> String {
        let (top, left, bottom, right) = self.range();
        let row = |row: usize| {
            let cells = (left..=right).map(|column| grid.cell(row, column).map_or("", |cell| cell.text.as_str()));
            cells.collect::<Vec<_>>().join("\t")
        };
        (top..=bottom).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Rows and cells of a pasted text: tabs between cells.
pub fn from_tsv(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_end_matches(['\n', '\r']);
    let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
    lines.map(|line| line.split('\t').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let cell = |text: &str| GridCell { text: text.to_owned(), ..GridCell::default() };
        Grid {
            columns: vec!["a".into(), "b".into(), "c".into()],
            rows: vec!["x".into(), "y".into()],
            cells: vec![vec![cell("1"), cell("2"), cell("3")], vec![cell("4"), cell("5"), cell("6")]],
            ..Grid::default()
        }
    }

    fn change(row: usize, column: usize, text: &str) -> (usize, usize, String) {
        (row, column, text.to_owned())
    }

    #[test]
    fn typing_and_enter_changes_one_cell_and_goes_down() {
        let mut cursor = Cursor::default();
        assert_eq!(cursor.handle(GridInput::Type("1".into()), &grid()), []);
        assert_eq!(cursor.handle(GridInput::Type("2".into()), &grid()), []);
        assert_eq!(cursor.handle(GridInput::Accept(1, 0), &grid()), [change(0, 0, "12")]);
        assert_eq!((cursor.row, cursor.column), (1, 0));
    }

    #[test]
    fn tab_runs_through_the_rows() {
        let mut cursor = Cursor::default();
        for _ in 0..3 {
            cursor.handle(GridInput::Accept(0, 1), &grid());
        }
        assert_eq!((cursor.row, cursor.column), (1, 0));
        cursor.handle(GridInput::Accept(0, -1), &grid());
        assert_eq!((cursor.row, cursor.column), (0, 2));
    }

    #[test]
    fn ranges_are_copied_and_pasted_and_cut_off_at_the_edge() {
        let mut cursor = Cursor::default();
        cursor.handle(GridInput::Move(1, 1, true), &grid());
        assert_eq!(cursor.copy(&grid()), "1\t2\n4\t5");
        cursor.handle(GridInput::Go(1, 2, false), &grid());
        assert_eq!(cursor.handle(GridInput::Paste("7\t8\r\n9\t10\n".into()), &grid()), [change(1, 2, "7")]);
        cursor.handle(GridInput::All, &grid());
        assert_eq!(cursor.handle(GridInput::Paste("0".into()), &grid()).len(), 6);
    }

    #[test]
    fn fill_repeats_the_first_cell_of_the_range() {
        let mut cursor = Cursor::default();
        cursor.handle(GridInput::Move(1, 0, true), &grid());
        assert_eq!(cursor.handle(GridInput::Fill, &grid()), [change(0, 0, "1"), change(1, 0, "1")]);
        cursor.handle(GridInput::Go(1, 0, false), &grid());
        cursor.handle(GridInput::Move(0, 2, true), &grid());
        assert_eq!(cursor.handle(GridInput::Fill, &grid()), [change(1, 0, "4"), change(1, 1, "4"), change(1, 2, "4")]);
    }

    #[test]
    fn escape_forgets_what_was_typed() {
        let mut cursor = Cursor::default();
        cursor.handle(GridInput::Edit, &grid());
        cursor.handle(GridInput::Backspace, &grid());
        assert_eq!(cursor.typing.as_deref(), Some(""));
        cursor.handle(GridInput::Cancel, &grid());
        assert_eq!(cursor.handle(GridInput::Accept(1, 0), &grid()), []);
    }
}
