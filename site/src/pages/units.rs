//! Units: what each counter can do, what it costs, where it is set up.

use chartroom_atlas::counter::Counter;
use chartroom_engine::matchup::price;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::scenario::Placement;
use chartroom_format::schema::units::{Stats, UnitType, Variant};
use chartroom_validator::model::force;

use super::{Card, Cards, Facts, Files, Group};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, link, listed, spaced};

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    if content.units.is_empty() {
        return Ok(Vec::new());
    }
    let mut groups: Vec<Group> = Vec::new();
    for (id, unit) in &content.units {
        let title = domain(unit);
        let card = card(book, id.as_str(), unit);
        match groups.iter_mut().find(|group| group.title == title) {
            Some(group) => group.cards.push(card),
            None => groups.push(Group { id: String::new(), title: title.to_owned(), cards: vec![card] }),
        }
    }
    if !content.classes.is_empty() {
        let members = |class: &str| {
            let of_class =
                content.units.iter().filter(|(_, unit)| unit.classes.iter().any(|other| other.as_str() == class));
            of_class.map(|(id, _)| book.link(EntryKind::Unit, id.as_str())).collect::<Vec<_>>().join(", ")
        };
        let cards = content.classes.iter().map(|(id, title)| Card {
            id: format!("class-{id}"),
            title: title.clone(),
            code: id.to_string(),
            words: members(id.as_str()),
            ..Card::default()
        });
        groups.push(Group { id: String::new(), title: "Classes of units".to_owned(), cards: cards.collect() });
    }
    let page = Cards { page: book.page("Units", "units.html"), intro: Vec::new(), pages: Vec::new(), groups };
    let counters = content.units.keys().map(|id| {
        let drawing = Counter::of(content, id, owner(book, id.as_str())).drawing(COUNTER as f32);
        (format!("{}/{}", book.id, picture(id.as_str())), drawing.svg(COUNTER).into_bytes())
    });
    Ok(std::iter::once(book.file("units.html", &page)?).chain(counters).collect())
}

/// Width of a counter in pixels.
const COUNTER: u32 = 64;

fn picture(unit: &str) -> String {
    format!("counter-{unit}.svg")
}

/// The first power that has such units at the start of some scenario: its colour is the counter's.
fn owner<'c>(book: &Book<'c>, unit: &str) -> Option<&'c PowerId> {
    let has =
        |placements: &[Placement]| force::flatten(placements).iter().any(|placed| placed.force.contains_key(unit));
    let set_ups = book.content.scenarios.values().flat_map(|scenario| &scenario.set_up);
    set_ups.into_iter().find(|(_, placements)| has(placements)).map(|(power, _)| power)
}

const fn domain(unit: &UnitType) -> &'static str {
    use chartroom_format::schema::units::Domain;
    match unit.domain {
        Domain::Land => "On land",
        Domain::Sea => "At sea",
        Domain::Air => "In the air",
        Domain::Submarine => "Under water",
        Domain::Fixed => "What does not move",
    }
}

fn card(book: &Book<'_>, id: &str, unit: &UnitType) -> Card {
    let mut facts = Facts::default();
    facts.add("Numbers", numbers(&unit.stats));
    let damaged =
        unit.damaged.iter().enumerate().map(|(at, stats)| format!("after hit {}: {}", at + 1, numbers(stats)));
    facts.add("Damaged", damaged.collect::<Vec<_>>().join("; "));
    let variant = |variant: &Variant| {
        let rule = book.source(variant.source.as_ref());
        let rule = if rule.is_empty() { rule } else { format!(" [{rule}]") };
        format!("{} when {}{rule}", numbers(&variant.stats), book.words(&variant.when))
    };
    facts.add("Else", unit.variants.iter().map(variant).collect::<Vec<_>>().join("; "));
    let classes: Vec<String> = unit.classes.iter().map(|class| book.link(EntryKind::Class, class.as_str())).collect();
    facts.add("Classes", classes.join(", "));
    let abilities: Vec<String> = unit.abilities.iter().map(|ability| spaced(&format!("{ability:?}"))).collect();
    facts.add("Abilities", abilities.join(", "));
    let many = |value: &[String]| listed(value, "and");
    facts.add("Hits", many(&unit.targets.iter().map(|rule| book.words(rule)).collect::<Vec<_>>()));
    facts.add("Strikes first", unit.first_strike.as_ref().map(|strike| book.words(strike)).unwrap_or_default());
    facts.add("Supports", many(&unit.supports.iter().map(|shot| book.words(shot)).collect::<Vec<_>>()));
    facts.add("Carries", many(&unit.carries.iter().map(|carrying| book.words(carrying)).collect::<Vec<_>>()));
    facts.add("Price", price_line(book, id));
    facts.add("Built", unit.build.as_ref().map(|rule| book.words(rule)).unwrap_or_default());
    if let Some(better) = &unit.upgrades_to {
        facts.add("Becomes", book.link(EntryKind::Unit, better.as_str()));
    }
    if let Some(option) = &unit.option {
        facts.add("Only with", book.link(EntryKind::Option, option.as_str()));
    }
    facts.add("Set up in", set_up(book, id));
    facts.add("Rule", book.source(unit.source.as_ref()));
    let reasons = unit.reconstructed.iter().map(|(what, why)| escaped(&format!("{}: {why}", crate::html::plain(what))));
    facts.add("Reconstructed", reasons.collect::<Vec<_>>().join("; "));
    facts.add("Note", escaped(&unit.note));
    // The title says what it shows.
    let mark = format!(
        "<img class=\"counter\" src=\"{}\" alt=\"\" width=\"{COUNTER}\" height=\"{COUNTER}\" loading=\"lazy\">",
        picture(id)
    );
    Card { id: id.to_owned(), title: unit.title.clone(), code: id.to_owned(), mark, facts: facts.0, ..Card::default() }
}

/// "attack 3, defence 5, movement 2".
pub(super) fn numbers(stats: &Stats) -> String {
    let dice = |dice: &Vec<i64>| dice.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    let parts = [
        ("attack", stats.attack.as_ref().map(dice)),
        ("defence", stats.defend.as_ref().map(dice)),
        ("attack strength", stats.attack_strength.map(|value| value.to_string())),
        ("defence strength", stats.defence_strength.map(|value| value.to_string())),
        ("movement", stats.movement.map(|value| value.to_string())),
        ("range", stats.range.map(|value| value.to_string())),
        ("hits", stats.hits.map(|value| value.to_string())),
        ("stacking", stats.stacking.map(|value| value.to_string())),
        ("weight", stats.weight.map(|value| value.to_string())),
        ("zone of control", stats.zone.map(|value| value.to_string())),
    ];
    let known = parts.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?)));
    known.collect::<Vec<_>>().join(", ")
}

/// The printed prices, and what the start changes of them is left to the table.
fn price_line(book: &Book<'_>, id: &str) -> String {
    let quotes = price::quotes(book.content, None, id, None);
    let Some(first) = quotes.first() else { return String::new() };
    let parts: Vec<String> = quotes
        .iter()
        .map(|quote| {
            let column = &quote.printed.column;
            let who = if book.content.powers.contains_key(column.as_str()) {
                book.actor(column)
            } else if column == "any" {
                String::new()
            } else {
                escaped(column)
            };
            format!("{who} {}", escaped(&quote.printed.cell.to_string())).trim().to_owned()
        })
        .collect();
    let same = quotes.iter().all(|quote| quote.printed.cell == first.printed.cell);
    let words = if same && quotes.len() > 1 { escaped(&first.printed.cell.to_string()) } else { parts.join(", ") };
    let table = &first.printed.table;
    format!("{words} ({})", link(book.links.to(EntryKind::Table, table), &book.name(EntryKind::Table, table)))
}

/// Numbers set up by scenario.
fn set_up(book: &Book<'_>, id: &str) -> String {
    let count = |scenario: &chartroom_format::schema::scenario::Scenario| -> i64 {
        let placed = scenario.set_up.values().flat_map(|placements| force::flatten(placements));
        placed.filter_map(|placed| placed.force.get(id)).sum()
    };
    let counts = book.content.scenarios.iter().map(|(name, scenario)| (name, count(scenario)));
    let told = counts.filter(|(_, count)| *count != 0);
    told.map(|(name, count)| format!("{} ({count})", book.link(EntryKind::Scenario, name.as_str())))
        .collect::<Vec<_>>()
        .join(", ")
}
