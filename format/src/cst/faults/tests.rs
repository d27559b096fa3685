//! Broken texts: what each is told, where, and what becomes of it when the fix is taken.

use super::find;
use crate::cst;
use crate::edit;

/// A text, the faults it must have (line, column, beginning of the message), and whether the fixes mend it.
fn check(text: &str, wanted: &[(usize, usize, &str)], mended: bool) {
    let (_, said) = cst::parse(text);
    assert!(!said.is_empty(), "{text}: this can be read");
    let faults = find(text, &said);
    let lines = crate::source::LineIndex::new(text);
    let told: Vec<_> = faults
        .iter()
        .map(|fault| {
            let at = lines.position(text, fault.span.start);
            (at.line, at.column, fault.message.as_str())
        })
        .collect();
    let same = told.len() == wanted.len()
        && told
            .iter()
            .zip(wanted)
            .all(|(told, wanted)| (told.0, told.1) == (wanted.0, wanted.1) && told.2.starts_with(wanted.2));
    assert!(same, "{text}\n{told:#?}\nnot\n{wanted:#?}");
    assert!(faults.iter().all(|fault| !fault.help.is_empty()), "{text}: {faults:#?}");
    let edits: Vec<_> = faults.iter().flat_map(|fault| fault.edits.iter().cloned()).collect();
    let reads = edit::apply(text, &edits).is_ok_and(|text| cst::parse(&text).1.is_empty());
    assert_eq!(reads, mended, "{text}: {faults:#?}");
}

#[test]
fn one_mistake_is_one_fault_with_its_fix() {
    for (text, line, column, message) in [
        ("A(b: 1 c: 2)", 1, 6, "a comma is missing after `1`"),
        ("A(\n    b: \"x\"\n    c: 2,\n)\n", 2, 8, "a comma is missing after `\"x\"`"),
        ("A(b: [1 2])", 1, 7, "a comma is missing after `1`"),
        ("A(b: {\"x\" 2})", 1, 7, "a colon is missing after `\"x\"`"),
        ("A(b: 1, c 2)", 1, 9, "a colon is missing after `c`"),
        ("A(b = 1, c = 2)", 1, 5, "a name and its value are parted by `:`, not by `=`, and 1 more"),
        ("A(b: 1; c: 2)", 1, 7, "entries are parted by `,`"),
        ("A(\"b\": 1, \"c\": [2], \"d\": (\"e\": 3))", 1, 3, "the name `\"b\"` stands between quotes, and 3 more"),
        ("A(b: 'some text', c: 'more')", 1, 6, "`'some text'` stands between single quotes, and 1 more"),
        ("A(b: “some text”)", 1, 6, "`“some text”` stands between curly quotes"),
        ("A(b: 1,, c: 2)", 1, 8, "there is a comma too many"),
        ("A(b: 1) )", 1, 9, "the bracket `)` closes nothing"),
        ("A(b: [1, 2), c: 3)", 1, 11, "`)` closes a bracket that was opened as `[`"),
        ("A(b: long-range)", 1, 6, "`long-range` is neither a word nor a number"),
        ("A(\n    # why\n    b: 1,\n)", 2, 5, "`#` begins no comment"),
        ("A(b: [1, 2, c: 3)", 1, 6, "the bracket `[` is never closed"),
    ] {
        check(text, &[(line, column, message)], true);
    }
}

#[test]
fn a_text_that_is_not_closed_hides_nothing_behind_it() {
    let file = "Units(\n    schema: 2,\n    units: {\n        \"a\": (title: \"A, domain: Land),\n        \"b\": (title: \"B\", domain: Land),\n        \"c\": (title: \"C\"),\n    },\n)\n";
    check(file, &[(4, 22, "the text that begins here is never closed")], true);
}

#[test]
fn a_bracket_that_is_not_closed_is_found_by_the_layout() {
    let file = "Units(\n    schema: 2,\n    units: {\n        \"a\": (title: \"A\", stats: (attack: [1]),\n        \"b\": (title: \"B\"),\n    },\n)\n";
    check(file, &[(4, 14, "the bracket `(` is never closed")], true);
    let file = "Units(\n    schema: 2,\n    units: {\n        \"b\": (title: \"B\"),\n    options: [],\n)\n";
    check(file, &[(3, 12, "the bracket `{` is never closed")], true);
    let file = "Units(\n    schema: 2,\n    units: {\n        \"b\": (title: \"B\"),\n";
    check(file, &[(3, 12, "2 brackets are never closed")], true);
}

#[test]
fn two_mistakes_are_two_faults() {
    let file = "A(\n    a: [1 2],\n    b: [3 4],\n)\n";
    check(file, &[(2, 9, "a comma is missing"), (3, 9, "a comma is missing")], true);
}

#[test]
fn what_nobody_can_mend_is_told_without_a_fix() {
    check("A(b: , c: 1)", &[(1, 3, "`b` has no value")], false);
    check("A(b: 1)\nB(c: 2)\n", &[(2, 1, "the file holds one value")], false);
}
