//! The rulebook in our own words: sections, and every rule with its id, where it stands in the pack and what proves it.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::coverage::{Covered, Proof};

use super::{Card, Facts, Files, Lines, List};
use crate::SiteError;
use crate::book::{Book, IndexLine};
use crate::html::{escaped, link};
use crate::links::RULES;

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    if book.index.is_empty() {
        return Ok(Vec::new());
    }
    let cards = book.index.iter().map(|line| card(book, line)).collect();
    let mut files = book.cards_on_pages("rules", "Rules", "rules.html", RULES, &[], cards)?;
    let mut sections: Vec<(&str, &str, usize)> = Vec::new();
    for line in &book.index {
        match sections.last_mut() {
            Some((section, _, count)) if *section == line.section => *count += 1,
            _ => sections.push((&line.section, &line.id, 1)),
        }
    }
    let lines = sections.into_iter().map(|(section, first, count)| {
        let rules = if count == 1 { "1 rule".to_owned() } else { format!("{count} rules") };
        format!("{} <span class=\"faint\">{rules}</span>", link(book.links.rule(first), section))
    });
    let groups = vec![Lines { id: String::new(), title: String::new(), columns: true, lines: lines.collect() }];
    let intro = vec![
        "Every rule of the rulebook in words of our own, by its sections. The rulebook itself is its publisher's."
            .to_owned(),
    ];
    files.push(book.file("rules.html", &List { page: book.page("Rulebook", "rules.html"), intro, groups })?);
    Ok(files)
}

fn card(book: &Book<'_>, line: &IndexLine) -> Card {
    let mut facts = Facts::default();
    if let Some(covered) = book.content.coverage.get(line.id.as_str()) {
        let entries: Vec<String> = covered.entries().iter().map(|name| link(book.links.named(name), name)).collect();
        facts.add("Stands in", entries.join(", "));
        facts.add("Proved by", covered.proofs().iter().map(|proof| proved(book, proof)).collect::<Vec<_>>().join(", "));
        facts.add(
            "Status",
            match covered {
                Covered::Open(why) => format!("not modelled yet: {}", escaped(why)),
                Covered::OutOfScope(why) => format!("out of scope: {}", escaped(why)),
                Covered::Held { why, .. } => format!("in the data, not in play: {}", escaped(why)),
                _ => String::new(),
            },
        );
    }
    Card {
        id: line.id.clone(),
        title: line.section.clone(),
        code: line.id.clone(),
        words: escaped(&line.words),
        facts: facts.0,
        ..Card::default()
    }
}

fn proved(book: &Book<'_>, proof: &Proof) -> String {
    match proof {
        Proof::Example(id) => {
            let name = format!("example {id}");
            link(book.links.to(EntryKind::Example, id.as_str()), &name)
        }
        Proof::Test(name) => format!("test {}", escaped(name)),
        Proof::Transcription => "a second transcription".to_owned(),
        Proof::Check(code) => format!("check {}", escaped(code)),
        Proof::Total(scenario) => format!("a total of {}", book.link(EntryKind::Scenario, scenario.as_str())),
    }
}
