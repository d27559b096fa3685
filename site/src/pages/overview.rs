//! The first page of a pack: what it is about, its scenarios and powers, and what is reconstructed.

use askama::Template;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::Grid;

use super::{Fact, Facts, Files, Page};
use crate::SiteError;
use crate::book::Book;
use crate::html::{colour, escaped, listed};

struct PowerLine {
    colour: String,
    words: String,
}

#[derive(Template)]
#[template(path = "overview.html")]
struct Overview {
    page: Page,
    about: String,
    facts: Vec<Fact>,
    scenarios: Vec<String>,
    powers: Vec<PowerLine>,
    reconstructed: Vec<String>,
}

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    let Some(pack) = content.pack() else { return Ok(Vec::new()) };
    let mut facts = Facts::default();
    facts.add("Version", escaped(&pack.version));
    if let Some(base) = &pack.extends {
        facts.add("Builds on", escaped(base.as_str()));
    }
    if let Some(rulebook) = &pack.rulebook {
        facts.add("Rulebook", escaped(&rulebook.title));
    }
    facts.add("Map", escaped(&board(book)));
    if let Some(counts) = &book.counts {
        let words = format!(
            "<a href=\"coverage.html\">{} of {} testable rules are held by proof</a>, {} in the data only, {} open",
            counts.printed + counts.played,
            counts.total,
            counts.held,
            counts.open
        );
        facts.add("Coverage", words);
    }
    facts.add("Licence", escaped(&pack.licence));
    let scenarios = content.scenarios.iter().map(|(id, scenario)| {
        let about = if scenario.about.is_empty() { String::new() } else { format!(": {}", escaped(&scenario.about)) };
        format!("{}{about}", book.link(EntryKind::Scenario, id.as_str()))
    });
    let powers = content.powers.iter().map(|(id, power)| {
        let side = power.side.as_ref().map(|side| format!(", {}", book.actor(side.as_str()))).unwrap_or_default();
        PowerLine { colour: colour(&power.colour).to_owned(), words: format!("{}{side}", book.actor(id.as_str())) }
    });
    let page = Overview {
        page: book.page(&pack.title, "index.html"),
        about: pack.about.clone(),
        facts: facts.0,
        scenarios: scenarios.collect(),
        powers: powers.collect(),
        reconstructed: pack.reconstructed.clone(),
    };
    Ok(vec![book.file("index.html", &page)?])
}

/// "100 x 44 hexes, 1200 of them listed".
fn board(book: &Book<'_>) -> String {
    let content = book.content;
    match content.map.as_ref().map(|map| &map.grid) {
        Some(Grid::Hexes(grid)) => {
            format!("{} × {} hexes, {} of them with something to say", grid.columns, grid.rows, content.spaces.len())
        }
        Some(Grid::Zones(_)) => {
            let count = |surface| content.spaces.values().filter(|space| space.surface == surface).count();
            let sea = count(chartroom_format::schema::map::Surface::Sea);
            let parts = [format!("{} zones", content.spaces.len()), format!("{sea} of them at sea")];
            listed(&parts, "and")
        }
        None => String::new(),
    }
}
