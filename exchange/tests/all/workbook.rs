//! Workbooks out and in again: nothing changed is no edit, one changed cell is one changed line, and what cannot be taken is named.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chartroom_exchange::workbook::read::{Held, ReadError};
use chartroom_exchange::workbook::{self, Book, Import};
use chartroom_format::fs::{DiskFs, MemoryFs};
use chartroom_format::load::{self, Loaded};
use chartroom_format::starter::{self, Starter};
use proptest::prelude::*;
use rust_xlsxwriter::{Format, Formula, Workbook};

fn pack_with(change: &dyn Fn(&str, String) -> String) -> Loaded {
    let mut fs = MemoryFs::default();
    for (file, text) in starter::files(Starter::Hexes, "demo") {
        fs.files.insert(PathBuf::from("packs/demo").join(file), change(file, text));
    }
    load::load(&fs, Path::new("packs/demo")).expect("loads")
}

fn pack() -> Loaded {
    pack_with(&|_, text| text)
}

fn book(loaded: &Loaded) -> Book {
    let bytes = workbook::write(&loaded.content).expect("a workbook");
    workbook::read("demo.xlsx", &bytes).expect("it can be read")
}

/// Sets the cell of a line and a column of a sheet.
fn set(book: &mut Book, sheet: &str, line: &str, head: &str, value: &str) {
    let page = book.pages.iter_mut().find(|page| page.name == sheet).expect("the sheet");
    let text = |held: &Held| matches!(held, Held::Text(text) if text == line);
    let row = page.cells.iter().find(|((_, column), held)| *column == 0 && text(held)).expect("the line").0.0;
    let is_head = |held: &Held| matches!(held, Held::Text(text) if text == head);
    let column = page.cells.iter().find(|((row, _), held)| *row == 0 && is_head(held)).expect("the column").0.1;
    page.cells.insert((row, column), Held::Text(value.to_owned()));
}

fn told(import: &Import) -> String {
    let lines = import.stale.iter().map(ToString::to_string).chain(import.faults.iter().map(ToString::to_string));
    lines.chain(import.notes.iter().cloned()).collect::<Vec<_>>().join("\n")
}

/// Changes cells of the starter's workbook; the edited files must differ from the old ones in these lines only.
#[track_caller]
fn check(cells: &[(&str, &str, &str, &str)], lines: &[(&str, &str)]) {
    let loaded = pack();
    let mut book = book(&loaded);
    for (sheet, line, head, value) in cells {
        set(&mut book, sheet, line, head, value);
    }
    let import = workbook::compare(&loaded.content, &book);
    assert!(import.is_usable(), "{}", told(&import));
    let files = workbook::edits(&loaded, &import.changes).expect("edits");
    let mut changed = Vec::new();
    for file in &files {
        let old = &loaded.file(&file.path).expect("a file of the pack").text;
        let known: BTreeSet<&str> = old.lines().collect();
        let new: Vec<&str> = file.text.lines().filter(|line| !known.contains(line)).collect();
        changed.extend(new.into_iter().map(|line| (file.relative.clone(), line.trim().to_owned())));
        assert!(file.text.lines().count() <= old.lines().count() + cells.len(), "{}", file.text);
    }
    let expected: Vec<(String, String)> =
        lines.iter().map(|(file, line)| ((*file).to_owned(), (*line).to_owned())).collect();
    assert_eq!(changed, expected);
}

#[test]
fn a_workbook_without_change_is_no_edit() {
    let loaded = pack();
    let import = workbook::compare(&loaded.content, &book(&loaded));
    assert_eq!(import, Import::default());
}

#[test]
fn the_workbooks_of_all_packs_come_back_unchanged() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    for pack in ["war-game-ww2", "hitlers-global-war", "global-war-1939", "hundred-days"] {
        let loaded = load::load(&DiskFs, &content.join(pack)).expect("loads");
        let import = workbook::compare(&loaded.content, &book(&loaded));
        assert_eq!(import, Import::default(), "{pack}: {}", told(&import));
    }
}

#[test]
fn the_same_pack_gives_the_same_bytes() {
    let loaded = pack();
    assert!(workbook::write(&loaded.content).expect("bytes") == workbook::write(&loaded.content).expect("bytes"));
}

#[test]
fn one_changed_cell_is_one_changed_line() {
    check(&[("unit-cost", "infantry", "red", "4")], &[("tables/unit-cost.ron", "\"infantry\":  [  4,    3],")]);
    check(&[("unit-cost", "armor", "blue", "")], &[("tables/unit-cost.ron", "\"armor\":     [  6,  \"-\"],")]);
    let unit = |stats: &str| {
        format!("\"infantry\":  (title: \"Infantry\", domain: Land, classes: [\"land\"], stats: ({stats})),")
    };
    check(
        &[("Units", "infantry", "attack", "3/2")],
        &[("units.ron", &unit("attack: [3, 2], defend: [4], movement: 1"))],
    );
    check(
        &[("Units", "infantry", "hits", "2")],
        &[("units.ron", &unit("attack: [2], defend: [4], movement: 1, hits: 2"))],
    );
    check(
        &[("Units", "infantry", "movement", "1/2")],
        &[("units.ron", &unit("attack: [2], defend: [4], movement: \"1/2\""))],
    );
    check(&[("Units", "infantry", "attack", "")], &[("units.ron", &unit("defend: [4], movement: 1"))]);
    let set_up = "\"red\":  [At(\"0103\", {\"infantry\": 6, \"armor\": 1})],";
    check(&[("Set-up first", "red/0103/infantry", "number", "6")], &[("scenarios/first.ron", set_up)]);
    let gone = "\"red\":  [At(\"0103\", {\"infantry\": 4})],";
    check(&[("Set-up first", "red/0103/armor", "number", "0")], &[("scenarios/first.ron", gone)]);
    check(
        &[("Treasuries", "first/red", "money", "12")],
        &[("scenarios/first.ron", "treasury: {\"red\": 12, \"blue\": 10},")],
    );
}

#[test]
fn the_last_units_of_a_place_take_their_placement_along() {
    let cells =
        [("Set-up first", "red/0103/infantry", "number", ""), ("Set-up first", "red/0103/armor", "number", "0")];
    check(&cells, &[("scenarios/first.ron", "\"red\":  [],")]);
}

#[test]
fn new_units_are_written_below_a_set_up() {
    let loaded = pack();
    let mut changed = book(&loaded);
    let page = changed.pages.iter_mut().find(|page| page.name == "Set-up first").expect("a sheet");
    for (column, value) in [(1, "red"), (2, "0203"), (3, "infantry"), (4, "2")] {
        page.cells.insert((40, column), Held::Text(value.to_owned()));
    }
    let import = workbook::compare(&loaded.content, &changed);
    assert!(import.is_usable(), "{}", told(&import));
    let files = workbook::edits(&loaded, &import.changes).expect("edits");
    assert!(files[0].text.contains("\"armor\": 1}), At(\"0203\", {\"infantry\": 2})],"), "{}", files[0].text);
}

#[test]
fn a_stale_workbook_is_merged_by_cell_or_refused_with_the_cells_named() {
    let mut old = book(&pack());
    set(&mut old, "unit-cost", "infantry", "red", "5");
    // Another cell of the pack has changed since: both changes stand.
    let moved = pack_with(&|_, text| text.replace("[  6,    5]", "[  6,    7]"));
    let import = workbook::compare(&moved.content, &old);
    assert!(import.is_usable() && import.changes.len() == 1, "{}", told(&import));
    let files = workbook::edits(&moved, &import.changes).expect("edits");
    assert!(files[0].text.contains("[  5,    3]") && files[0].text.contains("[  6,    7]"), "{}", files[0].text);
    // The same cell has changed: it is named.
    let moved = pack_with(&|_, text| text.replace("[  3,    3]", "[  2,    3]"));
    let import = workbook::compare(&moved.content, &old);
    assert_eq!(
        told(&import),
        "unit-cost!B2 (infantry, red) was 3 when the workbook was written; the pack says 2 now, the workbook 5"
    );
    // A row that the pack no longer has, and that nobody changed, is only noted.
    let moved = pack_with(&|_, text| text.replace("\"destroyer\": [  8,    8],", ""));
    let import = workbook::compare(&moved.content, &book(&pack()));
    assert!(import.is_usable() && told(&import).contains("the pack no longer has `destroyer`"), "{}", told(&import));
}

#[test]
fn what_cannot_be_taken_is_named_with_its_cell() {
    let said = |change: &dyn Fn(&mut Book)| {
        let loaded = pack();
        let mut book = book(&loaded);
        change(&mut book);
        told(&workbook::compare(&loaded.content, &book))
    };
    let put = |sheet: &'static str, cell: (u32, u32), held: Option<Held>| {
        move |book: &mut Book| {
            let page = book.pages.iter_mut().find(|page| page.name == sheet).expect("the sheet");
            match &held {
                Some(held) => drop(page.cells.insert(cell, held.clone())),
                None => drop(page.cells.remove(&cell)),
            }
        }
    };
    let text = |text: &str| Some(Held::Text(text.to_owned()));
    for (change, expected) in [
        (put("unit-cost", (1, 0), None), "unit-cost!A2: the id of the line is missing"),
        (put("unit-cost", (1, 0), text("infantrie")), "did you mean `infantry`?"),
        (put("unit-cost", (2, 0), text("infantry")), "unit-cost!A3: `infantry` is here twice; the first is A2"),
        (
            put("unit-cost", (1, 1), Some(Held::Formula("B3*2".to_owned()))),
            "unit-cost!B2: the cell holds a formula (=B3*2)",
        ),
        (
            put("unit-cost", (1, 1), Some(Held::Date("2026-01-04".to_owned()))),
            "the spreadsheet made a date of it (2026-01-04)",
        ),
        (put("unit-cost", (1, 1), Some(Held::Error("#REF!".to_owned()))), "the cell holds an error (#REF!)"),
        (put("unit-cost", (0, 1), text("green")), "unit-cost!B1: the column `green` is passed over"),
        (put("Units", (1, 2), text("strong")), "Units!C2: `strong` is no list of to-hit values such as 8/6"),
        (put("Units", (1, 1), None), "Units!B2: it cannot be empty"),
        (put("Set-up first", (1, 4), text("many")), "`many` is no number of units"),
        (put("Set-up first", (1, 2), text("0803")), "`0103` cannot be changed here"),
        (put("Set-up first", (40, 1), text("rde")), "did you mean `red`?"),
        (put("Chartroom", (0, 1), text("other")), "the workbook is of the pack `other`, not of `demo`"),
    ] {
        let told = said(&change);
        assert!(told.contains(expected), "`{expected}` in {told}");
    }
    let merged = said(&|book| book.pages[2].merged.push(((1, 1), (2, 1))));
    assert!(merged.contains("cells are merged as far as B3"), "{merged}");
    let nothing = said(&|book| book.pages.clear());
    assert!(nothing.contains("no sheet bears the name"), "{nothing}");
}

#[test]
fn formulas_dates_and_merged_cells_are_seen_in_a_real_file() {
    let mut made = Workbook::new();
    let page = made.add_worksheet();
    page.set_name("unit-cost").expect("a name");
    for (column, head) in ["id", "red", "blue"].into_iter().enumerate() {
        page.write_string(0, column as u16, head).expect("written");
    }
    page.write_string(1, 0, "infantry").expect("written");
    page.write_formula(1, 1, Formula::new("=2+3").set_result("5")).expect("written");
    let date = Format::new().set_num_format("yyyy-mm-dd");
    page.write_number_with_format(1, 2, 45_000, &date).expect("written");
    page.write_string(2, 0, "armor").expect("written");
    page.merge_range(2, 1, 2, 2, "6", &Format::new()).expect("merged");
    let bytes = made.save_to_buffer().expect("bytes");
    let loaded = pack();
    let book = workbook::read("x.xlsx", &bytes).expect("readable");
    let told = told(&workbook::compare(&loaded.content, &book));
    for expected in [
        "unit-cost!B2: the cell holds a formula",
        "unit-cost!C2: the spreadsheet made a date",
        "unit-cost!B3: cells are merged",
    ] {
        assert!(told.contains(expected), "`{expected}` in {told}");
    }
}

#[test]
fn one_table_comes_as_text_too() {
    let loaded = pack();
    let csv = "id;red;blue\ninfantry;4;3\narmor;6;5\ndestroyer;8;8\n";
    let book = workbook::read("unit-cost.csv", csv.as_bytes()).expect("readable");
    let import = workbook::compare(&loaded.content, &book);
    assert!(import.is_usable(), "{}", told(&import));
    let said: Vec<&str> = import.changes.iter().map(|change| change.what.as_str()).collect();
    assert_eq!(said, ["infantry, red"]);
}

#[test]
fn an_entry_of_the_pack_below_is_not_changed_from_above() {
    let mut fs = MemoryFs::default();
    for (file, text) in starter::files(Starter::Hexes, "demo") {
        fs.files.insert(PathBuf::from("packs/demo").join(file), text);
    }
    let overlay = "Pack(schema: 2, id: \"over\", title: \"Over\", version: \"1\", extends: \"demo\")";
    let fs = fs.with("packs/over/pack.ron", overlay);
    let loaded = load::load(&fs, Path::new("packs/over")).expect("loads");
    let mut book = book(&loaded);
    set(&mut book, "unit-cost", "infantry", "red", "4");
    let import = workbook::compare(&loaded.content, &book);
    let faults = workbook::edits(&loaded, &import.changes).expect_err("the table is not its own");
    assert!(faults[0].message.contains("belongs to the pack `demo`"), "{faults:?}");
}

#[test]
fn no_workbook_and_bombs_are_refused() {
    assert!(matches!(workbook::read("x.txt", b""), Err(ReadError::Kind(_))));
    assert!(matches!(workbook::read("x.xlsx", b"PK"), Err(ReadError::Broken(_))));
    // A value repeated a million times a million times.
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut archive = zip::ZipWriter::new(&mut bytes);
    let cell = "<t:table-cell t:number-columns-repeated=\"16384\" o:value-type=\"float\" o:value=\"1\"/>";
    let content = format!(
        "<d xmlns:t=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:o=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\">\
         <t:table-row t:number-rows-repeated=\"1048576\">{cell}</t:table-row></d>"
    );
    archive.start_file("content.xml", zip::write::SimpleFileOptions::default()).expect("a file");
    std::io::Write::write_all(&mut archive, content.as_bytes()).expect("written");
    archive.finish().expect("an archive");
    assert!(matches!(workbook::read("x.ods", bytes.get_ref()), Err(ReadError::TooLarge(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_workbooks_never_panic(at in 0..20_000_usize, byte in any::<u8>(), cut in 0..20_000_usize) {
        let mut bytes = workbook::write(&pack().content).expect("bytes");
        let place = at % bytes.len();
        bytes[place] = byte;
        bytes.truncate(bytes.len().max(1) - cut % (bytes.len() / 2));
        let _ = workbook::read("x.xlsx", &bytes);
        let _ = workbook::read("x.ods", &bytes);
    }

    #[test]
    fn any_text_is_a_table_of_some_sort(text in "[a-z0-9,;\"\\n\\t ]{0,80}") {
        let loaded = pack();
        let book = workbook::read("unit-cost.csv", text.as_bytes()).expect("text is always readable");
        let _ = workbook::compare(&loaded.content, &book);
    }
}
