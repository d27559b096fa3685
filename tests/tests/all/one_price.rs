//! Changing one price is one line: every price of every cost table, changed through an edit by span as the editor does,
//! leaves a file in canonical layout that differs from the old one in a single line.

use chartroom_format::cst::{self, Node, NodeKind};
use chartroom_format::edit::{self, Edit};
use chartroom_format::fmt;
use chartroom_tests::repository;

/// The tables whose cells are prices.
const COSTS: &[&str] = &[
    "hitlers-global-war/tables/unit-cost.ron",
    "hitlers-global-war/tables/basic-cost.ron",
    "war-game-ww2/tables/unit-cost.ron",
    "global-war-1939/tables/unit-cost.ron",
    "global-war-1975/tables/production-cost.ron",
];

/// The numbers among the cells of a table's rows.
fn prices(root: &Node) -> Vec<&Node> {
    fn numbers<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
        match &node.kind {
            NodeKind::Number => found.push(node),
            NodeKind::List(cells) => cells.iter().for_each(|cell| numbers(cell, found)),
            _ => {}
        }
    }
    let NodeKind::Struct(_, fields) = &root.kind else { return Vec::new() };
    let rows = fields.iter().filter(|field| field.name.text == "rows").filter_map(|field| match &field.value.kind {
        NodeKind::Map(rows) => Some(rows),
        _ => None,
    });
    let mut found = Vec::new();
    rows.flatten().for_each(|row| numbers(&row.value, &mut found));
    found
}

/// Another price with as many digits.
fn changed(price: &str) -> String {
    let price: i64 = price.parse().expect("a whole number");
    let dearer = price + 1;
    if dearer.to_string().len() == price.to_string().len() { dearer } else { price - 1 }.to_string()
}

#[test]
fn a_changed_price_is_a_diff_of_one_line() {
    let mut seen = 0;
    for file in COSTS {
        let text = std::fs::read_to_string(repository().join("content").join(file)).expect("the table");
        let (root, errors) = cst::parse(&text);
        assert!(errors.is_empty(), "{file}");
        for price in prices(&root.expect("a table")) {
            let new = changed(&text[price.span.start..price.span.end]);
            let edited = edit::apply(&text, &[Edit::replace(price.span, new)]).expect("the edit fits");
            assert_eq!(fmt::format(&edited).as_ref(), Ok(&edited), "{file}: the layout stays canonical");
            let differ = text.lines().zip(edited.lines()).filter(|(before, after)| before != after).count();
            assert_eq!((differ, edited.lines().count()), (1, text.lines().count()), "{file}: one line differs");
            seen += 1;
        }
    }
    assert!(seen > 500, "only {seen} prices were changed");
}
