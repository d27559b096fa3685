//! A workbook against the pack: what was changed in it, what the pack has changed since, and what cannot be taken.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::names::nearest;
use chartroom_format::schema::value::Amount;

use super::model::{Holds, Sheet, Slot, Takes, Target, sheets};
use super::read::{Book, Held, Page, address};
use super::write::{AS_WRITTEN, INDEX, LISTED_BELOW};

/// What a change does to the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// The value at a place becomes another one; empty takes it away.
    Set(Target),
    /// Units that were not there: a line below the set-up.
    Place { scenario: String, power: String, space: String, unit: String },
}

/// A cell that was changed in the workbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// Sheet and cell: "unit-cost!C5".
    pub place: String,
    /// The line and column by their names: "infantry, germany".
    pub what: String,
    pub before: String,
    pub after: String,
    pub act: Act,
}

/// A cell that both the workbook and the pack have changed since the workbook was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    pub place: String,
    pub what: String,
    pub written: String,
    pub pack: String,
    pub workbook: String,
}

impl std::fmt::Display for Stale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = |text: &str| if text.is_empty() { "nothing".to_owned() } else { text.to_owned() };
        let Self { place, what, written, pack, workbook } = self;
        write!(
            f,
            "{place} ({what}) was {} when the workbook was written; the pack says {} now, the workbook {}",
            said(written),
            said(pack),
            said(workbook)
        )
    }
}

/// Something in the workbook that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: String,
    pub message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// What a workbook says beyond the pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Import {
    pub changes: Vec<CellChange>,
    pub stale: Vec<Stale>,
    pub faults: Vec<Fault>,
    /// What was passed over.
    pub notes: Vec<String>,
}

impl Import {
    /// Whether everything in it can be taken.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.stale.is_empty() && self.faults.is_empty()
    }
}

/// Compares a workbook with the pack, cell by cell.
#[must_use]
pub fn compare(content: &Content, book: &Book) -> Import {
    let sheets = sheets(content);
    let index = book.pages.iter().find(|page| page.name == INDEX);
    let listed = index.map(listed).unwrap_or_default();
    let mut import = Import::default();
    if let Some(fault) = index.and_then(|page| other_pack(content, page)) {
        import.faults.push(fault);
        return import;
    }
    let written = book.pages.iter().find(|page| page.name == AS_WRITTEN).map(as_written);
    let mut known = 0;
    for page in book.pages.iter().filter(|page| page.name != INDEX && page.name != AS_WRITTEN) {
        let named = listed.get(&page.name);
        let sheet = sheets.iter().find(|sheet| match named {
            Some(holds) => sheet.holds.name() == *holds,
            None => sheet.name == page.name || matches!(&sheet.holds, Holds::Table(id) if *id == page.name),
        });
        match sheet {
            Some(sheet) => {
                known += 1;
                Reader { content, page, sheet, written: written.as_ref(), import: &mut import }.read();
            }
            None if page.cells.is_empty() => {}
            None => {
                let close = nearest(&page.name, sheets.iter().map(|sheet| sheet.name.as_str()));
                let hint = close.map(|close| format!("; did you mean `{close}`?")).unwrap_or_default();
                import
                    .notes
                    .push(format!("the sheet `{}` is passed over: the pack has nothing of that name{hint}", page.name));
            }
        }
    }
    if known == 0 && import.faults.is_empty() {
        let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        let message = format!("no sheet bears the name of something in the pack; it has {}", names.join(", "));
        import.faults.push(Fault { place: "the workbook".to_owned(), message });
    }
    import
}

fn text_at(page: &Page, row: u32, column: u32) -> &str {
    match page.cells.get(&(row, column)) {
        Some(Held::Text(text)) => text,
        _ => "",
    }
}

fn rows(page: &Page) -> BTreeSet<u32> {
    page.cells.keys().map(|(row, _)| *row).collect()
}

/// The sheets by the name on their tab, and what they hold.
fn listed(page: &Page) -> BTreeMap<String, String> {
    let rows = rows(page);
    let below = rows.iter().find(|&&row| text_at(page, row, 0) == LISTED_BELOW).copied().unwrap_or(u32::MAX);
    let listed = rows.into_iter().filter(|&row| row > below);
    listed.map(|row| (text_at(page, row, 0).to_owned(), text_at(page, row, 1).to_owned())).collect()
}

fn other_pack(content: &Content, page: &Page) -> Option<Fault> {
    let row = rows(page).into_iter().find(|&row| text_at(page, row, 0) == "pack")?;
    let (theirs, ours) = (text_at(page, row, 1), content.pack().map_or("", |pack| pack.id.as_str()));
    (theirs != ours).then(|| Fault {
        place: format!("{INDEX}!{}", address((row, 1))),
        message: format!("the workbook is of the pack `{theirs}`, not of `{ours}`"),
    })
}

/// Values as they were written, by sheet, line and column.
fn as_written(page: &Page) -> BTreeMap<(&str, &str, &str), &str> {
    let cell = |row, column| text_at(page, row, column);
    rows(page).into_iter().map(|row| ((cell(row, 0), cell(row, 1), cell(row, 2)), cell(row, 3))).collect()
}

struct Reader<'a> {
    content: &'a Content,
    page: &'a Page,
    sheet: &'a Sheet,
    written: Option<&'a BTreeMap<(&'a str, &'a str, &'a str), &'a str>>,
    import: &'a mut Import,
}

impl Reader<'_> {
    fn place(&self, cell: (u32, u32)) -> String {
        format!("{}!{}", self.page.name, address(cell))
    }

    fn fault(&mut self, cell: (u32, u32), message: impl Into<String>) {
        let place = self.place(cell);
        self.import.faults.push(Fault { place, message: message.into() });
    }

    fn read(mut self) {
        for (from, to) in self.page.merged.clone() {
            self.fault(
                from,
                format!("cells are merged as far as {}; split them, so that each has its own value", address(to)),
            );
        }
        let columns = self.columns();
        if columns.is_empty() {
            self.fault((0, 0), format!("the first line must name the columns: {}", self.sheet.heads.join(", ")));
            return;
        }
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for row in rows(self.page).into_iter().filter(|row| *row > 0) {
            let has_value = columns.keys().any(|column| self.page.cells.contains_key(&(row, *column)));
            match self.page.cells.get(&(row, 0)) {
                Some(Held::Text(id)) => {
                    if let Some(first) = seen.insert(id.clone(), row) {
                        self.fault((row, 0), format!("`{id}` is here twice; the first is {}", address((first, 0))));
                        continue;
                    }
                    self.line(&id.clone(), row, &columns);
                }
                Some(other) => {
                    let message = format!("{}; write the id of the line", unusable(other));
                    self.fault((row, 0), message);
                }
                None if !has_value => {}
                None if matches!(self.sheet.holds, Holds::SetUp(_)) => self.new_units(row, &columns),
                None => self.fault((row, 0), "the id of the line is missing; lines are known by it, so put it back"),
            }
        }
        let gone: Vec<&str> =
            self.sheet.lines.iter().map(|line| line.id.as_str()).filter(|id| !seen.contains_key(*id)).collect();
        if !gone.is_empty() {
            let shown: Vec<&str> = gone.iter().take(5).copied().collect();
            let more = if gone.len() > shown.len() {
                format!(" and {} more", gone.len() - shown.len())
            } else {
                String::new()
            };
            let note =
                format!("`{}` lacks {}{more}: nothing is removed from the pack", self.page.name, shown.join(", "));
            self.import.notes.push(note);
        }
    }

    /// The columns of the page that the sheet has, by their place on the page.
    fn columns(&mut self) -> BTreeMap<u32, usize> {
        let mut columns = BTreeMap::new();
        let heads: Vec<((u32, u32), Held)> =
            self.page.cells.range((0, 1)..(1, 0)).map(|(place, held)| (*place, held.clone())).collect();
        for (place, held) in heads {
            let Held::Text(head) = &held else {
                self.fault(place, format!("{}; write the name of the column", unusable(&held)));
                continue;
            };
            match self.sheet.heads.iter().skip(1).position(|known| known == head) {
                Some(slot) if columns.values().any(|known| *known == slot) => {
                    self.fault(place, format!("the column `{head}` is here twice"));
                }
                Some(slot) => {
                    columns.insert(place.1, slot);
                }
                None => {
                    let note = format!("{}: the column `{head}` is passed over", self.place(place));
                    self.import.notes.push(note);
                }
            }
        }
        columns
    }

    fn line(&mut self, id: &str, row: u32, columns: &BTreeMap<u32, usize>) {
        let sheet = self.sheet;
        let Some(line) = sheet.lines.iter().find(|line| line.id == id) else {
            // A line that the pack has removed since: if nothing was changed in it, there is nothing to say.
            let untouched = columns.iter().all(|(column, slot)| {
                let head = &sheet.heads[slot + 1];
                let was = self.as_written(id, head);
                was.is_none_or(|was| was == text_at(self.page, row, *column))
            });
            if self.written.is_some() && untouched && self.was_written(id) {
                let note = format!("{}: the pack no longer has `{id}`", self.place((row, 0)));
                self.import.notes.push(note);
                return;
            }
            let close = nearest(id, sheet.lines.iter().map(|line| line.id.as_str()));
            let hint = close.map(|close| format!("; did you mean `{close}`?")).unwrap_or_default();
            self.fault((row, 0), format!("the pack has no `{id}` here{hint}"));
            return;
        };
        for (&column, &slot) in columns {
            if let Some(slot_now) = line.slots.get(slot) {
                self.cell(id, (row, column), &sheet.heads[slot + 1], slot_now);
            }
        }
    }

    fn as_written(&self, id: &str, head: &str) -> Option<&str> {
        let holds = self.sheet.holds.name();
        self.written.and_then(|written| written.get(&(holds.as_str(), id, head)).copied())
    }

    fn was_written(&self, id: &str) -> bool {
        self.sheet.heads.iter().skip(1).any(|head| self.as_written(id, head).is_some())
    }

    fn cell(&mut self, id: &str, cell: (u32, u32), head: &str, now: &Slot) {
        let text = match self.page.cells.get(&cell) {
            None => String::new(),
            Some(Held::Text(text)) => text.clone(),
            Some(other) => return self.fault(cell, format!("{}; write the value itself", unusable(other))),
        };
        let what = format!("{id}, {head}");
        let Some(target) = &now.target else {
            // Names beside the id only explain it.
            if text != now.text {
                self.fault(cell, format!("`{}` cannot be changed here: the id {id} stands for it", now.text));
            }
            return;
        };
        let wanted = usual(target.takes, &text);
        let before = usual(target.takes, &now.text);
        let written = self.as_written(id, head).map_or_else(|| before.clone(), |written| usual(target.takes, written));
        if wanted == written || wanted == before {
            return;
        }
        let place = self.place(cell);
        if before != written {
            self.import.stale.push(Stale { place, what, written, pack: before, workbook: wanted });
        } else if let Err(message) = may_hold(target.takes, &wanted) {
            self.fault(cell, message);
        } else {
            let change = CellChange { place, what, before, after: wanted, act: Act::Set(target.clone()) };
            self.import.changes.push(change);
        }
    }

    /// A line without an id below a set-up: units that are to stand there.
    fn new_units(&mut self, row: u32, columns: &BTreeMap<u32, usize>) {
        let Holds::SetUp(scenario) = &self.sheet.holds else { return };
        let value = |slot: usize| {
            columns
                .iter()
                .find(|(_, known)| **known == slot)
                .map_or("", |(column, _)| text_at(self.page, row, *column))
                .to_owned()
        };
        let (power, space, unit, number) = (value(0), value(1), value(2), value(3));
        for (kind, id, head) in
            [(EntryKind::Power, &power, "power"), (EntryKind::Space, &space, "where"), (EntryKind::Unit, &unit, "unit")]
        {
            if !self.content.has(kind, id) {
                let close = nearest(id, self.content.ids(kind));
                let hint = close.map(|close| format!("; did you mean `{close}`?")).unwrap_or_default();
                let message = if id.is_empty() {
                    format!("new units need a {head}; a line that was there before needs its id back")
                } else {
                    format!("the pack has no {} `{id}`{hint}", kind.name())
                };
                return self.fault((row, 0), message);
            }
        }
        if number.parse::<i64>().is_ok_and(|number| number > 0) {
            let place = self.place((row, 0));
            let what = format!("{power}/{space}/{unit}, number");
            let act = Act::Place { scenario: scenario.clone(), power, space, unit };
            self.import.changes.push(CellChange { place, what, before: String::new(), after: number, act });
        } else {
            self.fault((row, 0), format!("`{number}` is no number of units"));
        }
    }
}

fn unusable(held: &Held) -> String {
    match held {
        Held::Formula(formula) => format!("the cell holds a formula (={formula})"),
        Held::Date(date) => format!("the spreadsheet made a date of it ({date})"),
        Held::Error(error) => format!("the cell holds an error ({error})"),
        Held::Text(text) => format!("`{text}` cannot stand here"),
    }
}

/// A value as it is compared: the same things written differently are the same.
fn usual(takes: Takes, text: &str) -> String {
    let text = text.trim();
    match takes {
        Takes::Cell if text.is_empty() => "-".to_owned(),
        Takes::Dice => text.split('/').map(str::trim).collect::<Vec<_>>().join("/"),
        Takes::Count if text.is_empty() => "0".to_owned(),
        _ => text.to_owned(),
    }
}

fn may_hold(takes: Takes, text: &str) -> Result<(), String> {
    let whole = |text: &str| text.parse::<i64>().is_ok();
    match takes {
        Takes::Cell => Ok(()),
        Takes::Text if text.is_empty() => Err("it cannot be empty".to_owned()),
        Takes::Text => Ok(()),
        Takes::Number | Takes::Money if text.is_empty() || whole(text) => Ok(()),
        Takes::Number | Takes::Money => Err(format!("`{text}` is no whole number")),
        Takes::Count if text.parse::<i64>().is_ok_and(|number| number >= 0) => Ok(()),
        Takes::Count => Err(format!("`{text}` is no number of units")),
        Takes::Amount if text.is_empty() || Amount::parse(text).is_some() => Ok(()),
        Takes::Amount => Err(format!("`{text}` is no number or fraction such as 1/3")),
        Takes::Dice if text.is_empty() || text.split('/').all(whole) => Ok(()),
        Takes::Dice => Err(format!("`{text}` is no list of to-hit values such as 8/6")),
    }
}
