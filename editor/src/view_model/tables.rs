//! Tables and unit sheets as grids, compared with the saved files.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::document::ron_options;
use chartroom_format::schema::table::{Mark, Table};
use chartroom_format::schema::units::{Stats, UnitType};
use chartroom_format::schema::value::Amount;
use chartroom_format::schema::{Document as Typed, Kind};

use super::grid::{CellChanges, Cursor, Grid, GridCell};
use super::odds::OddsPanel;
use super::problems::Problem;
use crate::document::ops::table::CellText;
use crate::document::ops::{Planned, merged, table, units};
use crate::document::{Document, FileChange};

/// What the tables panel shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    Table(String),
    Units,
}

/// The state of the tables panel.
#[derive(Default)]
pub struct TableState {
    pub sheet: Option<Sheet>,
    pub grid: Grid,
    pub cursor: Cursor,
    pub find: String,
    pub odds: OddsPanel,
    /// Where there is room for one only: what units are worth rather than the battle.
    pub hides_battle: bool,
    /// Whole games are shown beside the grid instead of odds.
    pub shows_games: bool,
    /// The grid no longer shows the document.
    pub stale: bool,
    /// The cell the cursor goes to when the grid has been made: row key and column.
    pub wanted_cell: Option<(String, usize)>,
    /// The grid has the keyboard.
    pub focused: bool,
    /// The grid takes the keyboard in the next frame.
    pub take_focus: bool,
}

impl TableState {
    pub fn show(&mut self, sheet: Sheet) {
        if self.sheet.as_ref() != Some(&sheet) {
            self.sheet = Some(sheet);
            self.cursor = Cursor::default();
        }
        self.stale = true;
    }

    /// Makes the grid and the odds anew if the document changed.
    pub fn refresh(&mut self, document: &Document, problems: &[Problem]) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        if self.sheet.is_none() {
            self.sheet = document.content().tables.keys().next().map(|id| Sheet::Table(id.0.clone()));
        }
        self.grid = match &self.sheet {
            Some(Sheet::Table(id)) => table_grid(document, id).unwrap_or_default(),
            Some(Sheet::Units) => unit_grid(document),
            None => Grid::default(),
        };
        if let Some(Sheet::Table(id)) = &self.sheet {
            let here = problems.iter().filter(|problem| problem.table.as_ref() == Some(id));
            for (row, column) in here.filter_map(|problem| problem.cell.as_ref()) {
                let at = self.grid.rows.iter().position(|known| known == row);
                if let Some(cell) = at.and_then(|at| self.grid.cells.get_mut(at)).and_then(|row| row.get_mut(*column)) {
                    cell.problem = true;
                }
            }
        }
        if let Some((row, column)) = self.wanted_cell.take()
            && let Some(at) = self.grid.rows.iter().position(|known| *known == row)
        {
            self.cursor = Cursor { row: at, column, ..Cursor::default() };
        }
        self.odds = super::odds::panel(document, self.sheet.as_ref());
    }

    /// The edits that new texts of cells need.
    pub fn plan(&self, document: &Document, changes: &CellChanges) -> Planned {
        match &self.sheet {
            None => Ok(Vec::new()),
            Some(Sheet::Table(id)) => {
                let cells: Vec<CellText> = changes
                    .iter()
                    .filter_map(|(row, column, text)| {
                        Some(CellText { row: self.grid.rows.get(*row)?.clone(), column: *column, text: text.clone() })
                    })
                    .collect();
                table::set_cells(document, id, &cells)
            }
            Some(Sheet::Units) => {
                let mut all: Vec<FileChange> = Vec::new();
                for (row, column, text) in changes {
                    let (Some(unit), Some(stat)) = (self.grid.rows.get(*row), units::STATS.get(*column)) else {
                        continue;
                    };
                    merged(&mut all, units::set_stat(document, unit, stat, text)?);
                }
                Ok(all)
            }
        }
    }
}

/// A table as a grid.
pub fn table_grid(document: &Document, id: &str) -> Option<Grid> {
    let table = document.content().tables.get(id)?;
    let saved = saved_table(document, id);
    let rows: Vec<String> = table.rows.keys().map(|key| key.0.clone()).collect();
    let columns: Vec<String> = if table.axes.len() > 1 {
        table.keys(1).iter().map(|key| key.0.clone()).collect()
    } else {
        (0..table.rows.values().map(|row| row.0.len()).max().unwrap_or(1))
            .map(|at| if at == 0 { "value".to_owned() } else { (at + 1).to_string() })
            .collect()
    };
    let marks: BTreeMap<&str, String> =
        table.marks.iter().map(|(cell, mark)| (cell.as_str(), mark_text(mark))).collect();
    let cells = table
        .rows
        .iter()
        .map(|(key, row)| {
            let before = saved.as_ref().and_then(|saved| saved.rows.get(key));
            row.0
                .iter()
                .enumerate()
                .map(|(at, cell)| {
                    let text = cell.to_string();
                    let was = saved
                        .as_ref()
                        .map(|_| before.and_then(|row| row.0.get(at)).map(ToString::to_string).unwrap_or_default());
                    let column = columns.get(at).map_or("", String::as_str);
                    let mark = marks.get(format!("{key}, {column}").as_str()).or_else(|| marks.get(key.as_str()));
                    GridCell { was: was.filter(|was| *was != text), text, mark: mark.cloned(), problem: false }
                })
                .collect()
        })
        .collect();
    Some(Grid {
        title: table.title.clone(),
        note: table.note.clone(),
        source: table.source.as_ref().map(|source| source.0.clone()),
        corner: table.axes.iter().map(|axis| axis.name().to_owned()).collect::<Vec<_>>().join(" / "),
        columns,
        rows,
        cells,
    })
}

fn mark_text(mark: &Mark) -> String {
    match mark {
        Mark::Reconstructed(reason) => format!("Reconstructed: {reason}"),
        Mark::Reading(reason) => format!("Reading: {reason}"),
        Mark::Source(rule) => format!("Rule {rule}"),
    }
}

/// The table as it is in the saved file.
pub fn saved_table(document: &Document, id: &str) -> Option<Table> {
    let files = document.files().iter().filter(|(_, file)| file.kind == Some(Kind::Table));
    files.filter_map(|(name, _)| document.saved_text(name)).find_map(|text| {
        match Typed::decode(Kind::Table, text, &ron_options()).ok()? {
            Typed::Table(table) if table.id.as_str() == id => Some(*table),
            _ => None,
        }
    })
}

/// All units with their numbers.
pub fn unit_grid(document: &Document) -> Grid {
    let saved = saved_units(document);
    let content = document.content();
    let texts = |stats: &Stats| -> Vec<String> { units::STATS.iter().map(|stat| stat_text(stats, stat)).collect() };
    let cells = content
        .units
        .iter()
        .map(|(id, unit)| {
            let now = texts(&unit.stats);
            let before = saved.get(id.as_str()).map(|unit| texts(&unit.stats));
            now.into_iter()
                .enumerate()
                .map(|(at, text)| {
                    let was = before.as_ref().map(|before| before[at].clone()).filter(|was| *was != text);
                    let reason =
                        unit.reconstructed.get(units::STATS[at]).map(|reason| format!("Reconstructed: {reason}"));
                    let mark = reason.or_else(|| {
                        unit.source.as_ref().filter(|_| !text.is_empty()).map(|rule| format!("Rule {rule}"))
                    });
                    GridCell { text, was, mark: mark.filter(|mark| mark.starts_with("Recon")), problem: false }
                })
                .collect()
        })
        .collect();
    Grid {
        title: "Unit sheet".to_owned(),
        note: String::new(),
        source: None,
        corner: "unit".to_owned(),
        columns: units::STATS.iter().map(|stat| stat.replace('_', " ")).collect(),
        rows: content.units.keys().map(|id| id.0.clone()).collect(),
        cells,
    }
}

/// Units as they are in the saved files.
pub fn saved_units(document: &Document) -> BTreeMap<String, UnitType> {
    let mut units = BTreeMap::new();
    for (name, _) in document.files().iter().filter(|(_, file)| file.kind == Some(Kind::Units)) {
        let decoded = document.saved_text(name).and_then(|text| Typed::decode(Kind::Units, text, &ron_options()).ok());
        if let Some(Typed::Units(file)) = decoded {
            units.extend(file.units.into_iter().map(|(id, unit)| (id.0, unit)));
        }
    }
    units
}

fn stat_text(stats: &Stats, stat: &str) -> String {
    let dice = |dice: &Option<Vec<i64>>| {
        dice.as_ref().map(|dice| dice.iter().map(ToString::to_string).collect::<Vec<_>>().join("/"))
    };
    let amount = |amount: &Option<Amount>| amount.map(|amount| amount.to_string());
    let number = |number: &Option<i64>| number.map(|number| number.to_string());
    match stat {
        "attack" => dice(&stats.attack),
        "defend" => dice(&stats.defend),
        "attack_strength" => amount(&stats.attack_strength),
        "defence_strength" => amount(&stats.defence_strength),
        "movement" => amount(&stats.movement),
        "range" => amount(&stats.range),
        "hits" => number(&stats.hits),
        "stacking" => amount(&stats.stacking),
        "weight" => amount(&stats.weight),
        "zone" => number(&stats.zone),
        _ => None,
    }
    .unwrap_or_default()
}

/// Titles for the list of sheets: tables by title, then the unit sheet.
pub fn sheets(content: &Content) -> Vec<(Sheet, String)> {
    let mut list: Vec<(Sheet, String)> =
        content.tables.iter().map(|(id, table)| (Sheet::Table(id.0.clone()), table.title.clone())).collect();
    list.sort_by(|a, b| a.1.cmp(&b.1));
    if !content.units.is_empty() {
        list.insert(0, (Sheet::Units, "Unit sheet".to_owned()));
    }
    list
}
