//! Three versions of a file made one: what each side did is kept, what both did differently is named.

use chartroom_exchange::merge::{Merged, Unmergeable, merge};
use proptest::prelude::*;

const TABLE: &str = r#"// The table a designer tunes.
Table(
    schema: 2, id: "unit-cost", title: "Unit costs",
    axes: [Words(name: "unit"), Words(name: "power", keys: ["red", "blue"])],
    cells: Money,
    rows: {
        //            red  blue
        "infantry":  [  3,    3],
        "armor":     [  6,    5], // the German price
        "destroyer": [  8,    8],
    },
)
"#;

fn merged(base: &str, ours: &str, theirs: &str) -> Merged {
    merge(base, ours, theirs, "tables/unit-cost.ron").expect("all three can be read")
}

/// Both sides spoil the table; the result must be what `expected` makes of it, without conflict.
#[track_caller]
fn check(ours: &[(&str, &str)], theirs: &[(&str, &str)], expected: &[(&str, &str)]) {
    let with = |changes: &[(&str, &str)]| {
        changes.iter().fold(TABLE.to_owned(), |text, (old, new)| {
            assert!(text.contains(old), "{old} in {text}");
            text.replacen(old, new, 1)
        })
    };
    let result = merged(TABLE, &with(ours), &with(theirs));
    assert_eq!(result.text, with(expected));
    assert!(result.is_clean(), "{result:#?}");
}

#[test]
fn what_one_side_did_is_kept() {
    let price = ("[  3,    3]", "[  4,    3]");
    check(&[price], &[], &[price]);
    check(&[], &[price], &[price]);
    check(&[price], &[price], &[price]);
}

#[test]
fn cells_of_one_row_are_merged() {
    check(&[("[  3,    3]", "[  4,    3]")], &[("[  3,    3]", "[  3,    2]")], &[("[  3,    3]", "[  4,    2]")]);
}

#[test]
fn rows_come_and_go() {
    let tank = ("        \"destroyer\"", "        \"tank\":      [  7,    7],\n        \"destroyer\"");
    let ship = ("[  8,    8],\n", "[  8,    8],\n        \"carrier\":   [ 14,   14], // new\n");
    check(&[tank], &[ship], &[tank, ship]);
    check(&[ship], &[tank], &[tank, ship]);
    let gone = ("        \"infantry\":  [  3,    3],\n", "");
    check(&[gone], &[ship], &[gone, ship]);
    check(&[ship], &[gone], &[gone, ship]);
}

#[test]
fn comments_of_both_sides_stay() {
    let behind = ("// the German price", "// the German price of 1941");
    let above = ("        \"destroyer\"", "        // ships\n        \"destroyer\"");
    check(&[behind], &[above, ("[  6,    5]", "[  6,    7]")], &[behind, above, ("[  6,    5]", "[  6,    7]")]);
    let head = ("// The table a designer tunes.", "// Prices.");
    check(&[head], &[above], &[head, above]);
}

#[test]
fn layout_is_no_change() {
    let ours = TABLE.replace("[  3,    3]", "[4, 3]");
    let theirs = TABLE.replace("[  3,    3]", "[3, 3]");
    let result = merged(TABLE, &ours, &theirs);
    assert_eq!((result.text.as_str(), result.is_clean()), (ours.as_str(), true));
}

#[test]
fn a_cell_that_both_changed_is_a_conflict_with_both_values() {
    let result =
        merged(TABLE, &TABLE.replace("[  3,    3]", "[  4,    2]"), &TABLE.replace("[  3,    3]", "[  5,    3]"));
    assert_eq!(result.conflicts.len(), 1, "{result:#?}");
    assert_eq!(result.conflicts[0].to_string(), "infantry, red: ours 4, theirs 5, before 3");
    // Only the cell is in doubt: the other one is merged on both sides.
    assert!(
        result.text.contains(
            "<<<<<<< ours\n        \"infantry\":  [  4,    2],\n=======\n        \"infantry\":  [  5,    2],\n>>>>>>> theirs\n        \"armor\""
        ),
        "{}",
        result.text
    );
}

#[test]
fn a_row_that_one_changed_and_the_other_removed_is_a_conflict() {
    let (changed, removed) =
        (TABLE.replace("[  3,    3]", "[  4,    3]"), TABLE.replace("        \"infantry\":  [  3,    3],\n", ""));
    for (ours, theirs, said) in [
        (&changed, &removed, "rows infantry: ours [ 4, 3], theirs removed, before [ 3, 3]"),
        (&removed, &changed, "rows infantry: ours removed, theirs [ 4, 3], before [ 3, 3]"),
    ] {
        let result = merged(TABLE, ours, theirs);
        let told: Vec<String> = result.conflicts.iter().map(ToString::to_string).collect();
        assert_eq!(told, [said]);
        assert!(result.text.contains("<<<<<<< ours\n") && result.text.contains(">>>>>>> theirs\n"), "{}", result.text);
    }
}

#[test]
fn lists_take_what_both_added() {
    let links = |added: &str| format!("Links(\n    schema: 2,\n    added: [\n{added}    ],\n)\n");
    let link = |to: &str| format!("        (from: \"a\", to: \"{to}\", class: \"land\"),\n");
    let result = merge(
        &links(&link("b")),
        &links(&(link("b") + &link("c"))),
        &links(&(link("b") + &link("d"))),
        "map/links.ron",
    )
    .expect("readable");
    assert_eq!(result.text, links(&(link("b") + &link("c") + &link("d"))));
    let result = merge(
        &links(&(link("b") + &link("c"))),
        &links(&link("c")),
        &links(&(link("b") + &link("c") + &link("d"))),
        "l",
    )
    .expect("readable");
    assert_eq!(result.text, links(&(link("c") + &link("d"))));
}

#[test]
fn a_file_that_both_added_is_merged_where_it_can_be() {
    let same = merged("", TABLE, TABLE);
    assert_eq!((same.text.as_str(), same.is_clean()), (TABLE, true));
    let other = merged("", TABLE, &TABLE.replace("\"Unit costs\"", "\"Costs\""));
    assert_eq!(other.conflicts[0].to_string(), "title: ours \"Unit costs\", theirs \"Costs\", new in both");
}

#[test]
fn what_cannot_be_read_is_said_and_what_becomes_wrong_is_found() {
    assert_eq!(merge(TABLE, "Table(", TABLE, "x"), Err(Unmergeable::Ours));
    assert_eq!(merge(TABLE, TABLE, "Table(", "x"), Err(Unmergeable::Theirs));
    assert_eq!(merge("(", TABLE, TABLE, "x"), Err(Unmergeable::Base));
    // One takes a column away, the other adds a row that still has it: each is right, together they are not.
    let units = "Units(schema: 2, classes: {}, units: {\n    \"a\": (title: \"A\", domain: Land, stats: ()),\n})\n";
    let ours = units.replace("domain: Land", "domain: Sea");
    let theirs = units.replace("title: \"A\", ", "title: \"A\", symbol: \"x\", ");
    let result = merge(units, &ours, &theirs, "units.ron").expect("readable");
    assert!(result.is_clean(), "{result:#?}");
    assert!(result.text.contains("symbol: \"x\", domain: Sea"), "{}", result.text);
}

/// A document of rows with random cells, as one side may have written it.
fn rows(cells: &[Vec<u8>]) -> String {
    let row = |(number, cells): (usize, &Vec<u8>)| {
        let cells: Vec<String> = cells.iter().map(u8::to_string).collect();
        format!("        \"r{number}\": [{}],\n", cells.join(", "))
    };
    format!("Table(\n    rows: {{\n{}    }},\n)\n", cells.iter().enumerate().map(row).collect::<String>())
}

proptest! {
    /// Cells changed by one side only are all there; cells changed by both are conflicts, and nothing else is.
    #[test]
    fn no_change_is_lost(
        base in proptest::collection::vec(proptest::collection::vec(0..9_u8, 3), 1..5),
        ours in proptest::collection::vec((0..5_usize, 0..3_usize, 10..19_u8), 0..4),
        theirs in proptest::collection::vec((0..5_usize, 0..3_usize, 20..29_u8), 0..4),
    ) {
        let change = |changes: &[(usize, usize, u8)]| {
            let mut cells = base.clone();
            for &(row, column, value) in changes {
                let row = row % cells.len();
                cells[row][column] = value;
            }
            cells
        };
        let (mine, other) = (change(&ours), change(&theirs));
        let result = merge(&rows(&base), &rows(&mine), &rows(&other), "t").expect("readable");
        let mut expected = base.clone();
        let mut clashes = 0;
        for (row, cells) in base.iter().enumerate() {
            for (column, was) in cells.iter().enumerate() {
                let (one, two) = (mine[row][column], other[row][column]);
                expected[row][column] = if one == *was { two } else { one };
                clashes += usize::from(one != *was && two != *was && one != two);
            }
        }
        prop_assert_eq!(result.conflicts.len(), clashes);
        if clashes == 0 {
            prop_assert_eq!(result.text, rows(&expected));
        }
    }

    #[test]
    fn broken_texts_are_refused_or_merged_but_never_panic(cut in 0..400_usize, side in 0..3_usize) {
        let cut = TABLE.chars().take(cut).collect::<String>();
        let texts: Vec<&str> = (0..3).map(|at| if at == side { cut.as_str() } else { TABLE }).collect();
        let _ = merge(texts[0], texts[1], texts[2], "t");
    }
}
