//! Lists of entries that are told field by field: terrain, powers, options, modifiers, events, objectives, procedures, facts.

use chartroom_format::entries::EntryKind;
use serde::Serialize;
use serde_json::Value;

use super::{Card, Cards, Facts, Files, Group};
use crate::SiteError;
use crate::book::Book;
use crate::html::{colour, escaped, plain};
use crate::links::ENTRIES;

/// One page of groups; those without cards are left out.
fn page(book: &Book<'_>, file: &str, title: &str, groups: Vec<(&str, Vec<Card>)>) -> Result<Files, SiteError> {
    let groups: Vec<Group> = groups
        .into_iter()
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(title, cards)| Group { id: String::new(), title: title.to_owned(), cards })
        .collect();
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let page = Cards { page: book.page(title, file), intro: Vec::new(), pages: Vec::new(), groups };
    Ok(vec![book.file(file, &page)?])
}

fn swatch(hue: &str) -> String {
    format!("<span class=\"swatch\" style=\"background:{}\"></span>", colour(hue))
}

/// An entry told by its own fields: what has a place of its own on the card is left out.
fn told(book: &Book<'_>, entry: &impl Serialize) -> Vec<super::Fact> {
    let mut facts = Facts::default();
    let Ok(Value::Object(fields)) = serde_json::to_value(entry) else { return facts.0 };
    for (name, value) in &fields {
        if let Some((_, label)) = LABELS.iter().find(|(known, _)| known == name) {
            facts.add(label, book.words(value));
        }
    }
    facts.0
}

/// Fields that are told, and how they are called.
#[rustfmt::skip]
const LABELS: &[(&str, &str)] = &[
    ("cost", "Costs"), ("bars", "Closed to"), ("supply", "Supply"), ("bars_attack", "No attack by"), ("bars_retreat", "No retreat"),
    ("bars_supply", "No supply"), ("bars_control", "No zone of control"), ("crossing", "Lets land units cross"), ("road", "Road"),
    ("hazard", "Danger"), ("role", "Role"), ("on", "When"), ("holds", "Holds"), ("builds", "Builds"), ("damage", "Damage"),
    ("captured_as", "Captured, it is"), ("lost_on_capture", "Lost on capture"), ("idle_from", "Idle from damage"),
    ("serves_coast", "Serves the coast"), ("passes", "Passes"), ("between", "Between"), ("keys", "Decided by the holder of"),
    ("opens", "Open"), ("always", "Always open to"), ("quantity", "Changes"), ("change", "How"), ("to", "For"), ("pairs_with", "With"),
    ("company", "In company of"), ("unless_enemy", "Not against"), ("when", "While"), ("option", "With the option"), ("then", "What happens"),
    ("once", "At most once"), ("scenarios", "Only in"), ("power", "Whose"), ("income", "Income"), ("points", "Points"), ("kind", "Kind"),
    ("each", "One for each"), ("from", "From"), ("start", "Starts at"), ("values", "Figures"), ("do", "What it does"), ("cites", "Cites"),
    ("excludes", "Not with"), ("needs", "Needs"), ("on_unless", "On"), ("side", "Side"), ("leans", "Leans to"), ("capitals", "Capitals"),
    ("home", "Home"), ("moved_by", "Moved by"), ("minor", "Minor"), ("dormant", "Dormant"), ("source", "Rule"),
    ("reconstructed", "Reconstructed"), ("note", "Note"),
];

fn card(book: &Book<'_>, before: &str, id: &str, title: &str, entry: &impl Serialize) -> Card {
    Card {
        id: format!("{before}{id}"),
        title: if title.is_empty() { plain(id) } else { title.to_owned() },
        code: id.to_owned(),
        facts: told(book, entry),
        ..Card::default()
    }
}

pub(super) fn terrain(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    let terrains = content.terrains.iter().map(|(id, terrain)| Card {
        mark: swatch(&terrain.colour),
        ..card(book, "terrain-", id.as_str(), &terrain.title, terrain)
    });
    let sides = content
        .side_types
        .iter()
        .map(|(id, side)| Card { mark: swatch(&side.colour), ..card(book, "side-", id.as_str(), &side.title, side) });
    let features =
        content.features.iter().map(|(id, feature)| card(book, "feature-", id.as_str(), &feature.title, feature));
    let links = content.link_classes.iter().map(|(id, link)| card(book, "link-", id.as_str(), &link.title, link));
    let passages =
        content.passages.iter().map(|(id, passage)| card(book, "passage-", id.as_str(), &passage.title, passage));
    let groups = vec![
        ("Terrain", terrains.collect()),
        ("Hexsides and borders", sides.collect()),
        ("Features", features.collect()),
        ("Links", links.collect()),
        ("Straits and canals", passages.collect()),
    ];
    page(book, "terrain.html", "Terrain and features", groups)
}

pub(super) fn powers(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    let sides = content.sides.iter().map(|(id, side)| {
        let members = content.powers.iter().filter(|(_, power)| power.side.as_ref() == Some(id));
        let members: Vec<String> = members.map(|(power, _)| book.link(EntryKind::Power, power.as_str())).collect();
        Card {
            mark: swatch(&side.colour),
            words: members.join(", "),
            ..card(book, "side-", id.as_str(), &side.title, side)
        }
    });
    let powers = content
        .powers
        .iter()
        .map(|(id, power)| Card { mark: swatch(&power.colour), ..card(book, "", id.as_str(), &power.title, power) });
    let order = content.order.iter().enumerate().map(|(at, slot)| {
        let members: Vec<String> = slot.powers.iter().map(|power| book.actor(power.as_str())).collect();
        Card { id: format!("slot-{}", at + 1), title: slot.title.clone(), words: members.join(", "), ..Card::default() }
    });
    let groups = vec![("Sides", sides.collect()), ("Powers", powers.collect()), ("Order of play", order.collect())];
    page(book, "powers.html", "Powers", groups)
}

pub(super) fn options(book: &Book<'_>) -> Result<Files, SiteError> {
    let cards = book.content.options.iter().map(|(id, option)| {
        let on = |(scenario, _): (&chartroom_format::schema::ids::ScenarioId, _)| {
            book.link(EntryKind::Scenario, scenario.as_str())
        };
        let switched = book.content.scenarios.iter().filter(|(_, scenario)| scenario.options.get(id) == Some(&true));
        let switched: Vec<String> = switched.map(on).collect();
        let mut words = escaped(&option.says);
        if option.on {
            words.push_str(" On unless a scenario says otherwise.");
        }
        if !switched.is_empty() {
            words.push_str(&format!(" On in {}.", switched.join(", ")));
        }
        let mut facts = Facts::default();
        let named = |list: &[chartroom_format::schema::ids::OptionId]| {
            list.iter().map(|id| book.link(EntryKind::Option, id.as_str())).collect::<Vec<_>>().join(", ")
        };
        facts.add("Not with", named(&option.excludes));
        facts.add("Needs", named(&option.needs));
        facts.add("Rule", book.source(option.source.as_ref()));
        Card {
            id: id.to_string(),
            title: option.title.clone(),
            code: id.to_string(),
            words,
            facts: facts.0,
            ..Card::default()
        }
    });
    page(book, "options.html", "Optional rules", vec![("", cards.collect())])
}

pub(super) fn modifiers(book: &Book<'_>) -> Result<Files, SiteError> {
    let intro = ["A modifier changes a quantity for some units while a condition holds.".to_owned()];
    let cards = book.content.modifiers.iter().map(|(id, modifier)| card(book, "", id.as_str(), "", modifier)).collect();
    book.cards_on_pages("modifiers", "Modifiers", "modifiers-1.html", ENTRIES, &intro, cards)
}

pub(super) fn events(book: &Book<'_>) -> Result<Files, SiteError> {
    let intro =
        ["What happens by itself, or when somebody wants it: the moment, the condition, the effects.".to_owned()];
    let cards = book.content.rules.iter().map(|(id, rule)| card(book, "", id.as_str(), &rule.title, rule)).collect();
    book.cards_on_pages("events", "Events", "events-1.html", ENTRIES, &intro, cards)
}

pub(super) fn objectives(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    let objectives = content.objectives.iter().map(|(id, entry)| card(book, "", id.as_str(), &entry.title, entry));
    let tracks = content.tracks.iter().map(|(id, track)| Card {
        words: format!("From {} to {}.", track.from, track.to),
        ..card(book, "track-", id.as_str(), &track.title, track)
    });
    let groups = vec![("Objectives", objectives.collect()), ("Tracks", tracks.collect())];
    page(book, "objectives.html", "Objectives and tracks", groups)
}

pub(super) fn procedures(book: &Book<'_>) -> Result<Files, SiteError> {
    let intro = ["What the phases of the sequence run, with its settings.".to_owned()];
    let cards = book.content.procedures.iter().map(|(id, entry)| card(book, "", id.as_str(), "", entry)).collect();
    book.cards_on_pages("procedures", "Procedures", "procedures-1.html", ENTRIES, &intro, cards)
}

pub(super) fn facts(book: &Book<'_>) -> Result<Files, SiteError> {
    let intro = ["Figures with a rule behind them that no table holds. Nothing in play reads them.".to_owned()];
    let cards = book
        .content
        .facts
        .iter()
        .map(|(id, fact)| Card { words: escaped(&fact.says), ..card(book, "", id.as_str(), "", fact) })
        .collect();
    book.cards_on_pages("facts", "Facts", "facts-1.html", ENTRIES, &intro, cards)
}
