//! Worked examples: what is given, what must come out, and whether the engine agrees.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::example::{Example, ExampleKind, ExampleOrigin};
use chartroom_format::schema::value::Data;
use chartroom_validator::examples::Outcome;

use super::{Card, Facts, Files};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, plain};
use crate::links::EXAMPLES;

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let passed = book.outcomes.values().filter(|outcome| **outcome == Outcome::Pass).count();
    let intro =
        [format!("{passed} of {} examples come out as they must when the engine runs them.", book.outcomes.len())];
    let cards = book.content.examples.iter().map(|(id, example)| card(book, id.as_str(), example)).collect();
    book.cards_on_pages("examples", "Worked examples", "examples-1.html", EXAMPLES, &intro, cards)
}

fn card(book: &Book<'_>, id: &str, example: &Example) -> Card {
    let mut facts = Facts::default();
    let origin = match example.origin {
        ExampleOrigin::Printed => "printed in the rulebook",
        ExampleOrigin::Rule => "follows from the wording of a rule",
        ExampleOrigin::Reading => "our reading where the rulebook contradicts itself",
        ExampleOrigin::Own => "a case of the author",
    };
    facts.add("Where from", origin.to_owned());
    let runs = match &example.runs {
        ExampleKind::Table(table) => book.link(EntryKind::Table, table.as_str()),
        ExampleKind::Unit => "a unit".to_owned(),
        ExampleKind::Space => "a space".to_owned(),
        ExampleKind::Fact => "a fact".to_owned(),
        ExampleKind::Procedure(name) => escaped(&plain(name)),
    };
    facts.add("About", runs);
    let told = |(name, value): (&String, &Data)| format!("{}: {}", escaped(&plain(name)), book.words(value));
    facts.add("Given", example.given.iter().map(told).collect::<Vec<_>>().join("; "));
    facts.add("Expected", example.expect.iter().map(told).collect::<Vec<_>>().join("; "));
    let outcome = match book.outcomes.get(id) {
        Some(Outcome::Pass) => "as expected".to_owned(),
        Some(Outcome::Fail(why)) => format!("<b>not as expected</b>: {}", escaped(why)),
        Some(Outcome::Open(why)) => format!("cannot be run yet: {}", escaped(why)),
        None => String::new(),
    };
    facts.add("Outcome", outcome);
    let rules: Vec<String> = example.source.iter().map(|rule| book.source(Some(rule))).collect();
    facts.add("Rules", rules.join(", "));
    facts.add("Note", escaped(&example.note));
    let title = if example.title.is_empty() { plain(id) } else { example.title.clone() };
    Card { id: id.to_owned(), title, code: id.to_owned(), facts: facts.0, ..Card::default() }
}
