//! Sheets to print: pages that are there, whole PDF files, and settings out of reason refused.

use chartroom_exchange::print::{Paper, PrintError, Printed, Sheets, print};

use super::vassal::{first, hexes, isles};

const SHEETS: Sheets<'_> =
    Sheets { paper: Paper::A4, columns: 2, overlap: 10.0, counter: 15.0, dpi: 40, geography: None };

fn printed(sheets: Sheets<'_>) -> Printed {
    print(&isles(), "start", sheets).expect("printed")
}

/// The places that the table of a file names, each of which must begin the object of its number.
fn objects_are_where_the_table_says(pdf: &[u8]) {
    let text = String::from_utf8_lossy(pdf);
    assert!(pdf.starts_with(b"%PDF-1.4") && text.trim_end().ends_with("%%EOF"));
    let start: usize =
        text.rsplit("startxref\n").next().and_then(|rest| rest.lines().next()?.parse().ok()).expect("a table");
    let table = String::from_utf8_lossy(&pdf[start..]).into_owned();
    let places: Vec<usize> = table.lines().filter_map(|line| line.strip_suffix(" 00000 n ")?.parse().ok()).collect();
    assert!(places.len() > 10);
    for (number, place) in places.iter().enumerate() {
        assert!(pdf[*place..].starts_with(format!("{} 0 obj\n", number + 1).as_bytes()), "object {}", number + 1);
    }
}

#[test]
fn a_file_has_its_pages_and_is_whole() {
    let printed = printed(SHEETS);
    objects_are_where_the_table_says(&printed.pdf);
    // 160 x 150 pixels with its frame on two pages side by side; both powers on a sheet with a back each.
    let [map, counters, tables, cards] = printed.parts;
    assert!(map >= 4 && map % 2 == 0, "{map}");
    assert_eq!((counters % 2, cards), (0, 2));
    assert_eq!(tables, isles().tables.len());
    assert_eq!(printed.pages, map + counters + tables + cards);
}

#[test]
fn the_same_pack_gives_the_same_bytes() {
    assert_eq!(printed(SHEETS).pdf, printed(SHEETS).pdf);
}

#[test]
fn a_map_of_hexes_is_printed_too() {
    let content = hexes();
    let printed = print(&content, &first(&content), Sheets { paper: Paper::Letter, ..SHEETS }).expect("printed");
    objects_are_where_the_table_says(&printed.pdf);
    assert!(printed.parts.iter().all(|pages| *pages > 0), "{:?}", printed.parts);
}

#[test]
fn settings_out_of_reason_are_refused() {
    for sheets in [
        Sheets { columns: 0, ..SHEETS },
        Sheets { columns: 13, ..SHEETS },
        Sheets { overlap: 300.0, ..SHEETS },
        Sheets { overlap: f64::NAN, ..SHEETS },
        Sheets { counter: 1.0, ..SHEETS },
        Sheets { dpi: 0, ..SHEETS },
    ] {
        assert!(matches!(print(&isles(), "start", sheets), Err(PrintError::Sheets(_))), "{sheets:?}");
    }
    assert!(matches!(print(&isles(), "finish", SHEETS), Err(PrintError::NoScenario(_))));
}
