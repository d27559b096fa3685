//! Scenarios: a list, and a page for each with who takes part, how it is won, and the set-up lists.

use std::collections::BTreeMap;

use askama::Template;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::{Force, Placement, Reinforcement, Scenario, Victory};

use super::{Fact, Facts, Files, Lines, List, Page};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, listed};

struct ForceList {
    title: String,
    total: String,
    lines: Vec<String>,
}

#[derive(Template)]
#[template(path = "scenario.html")]
struct ScenarioPage {
    page: Page,
    about: String,
    facts: Vec<Fact>,
    victory: Vec<String>,
    forces: Vec<ForceList>,
    groups: Vec<Lines>,
}

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    if book.content.scenarios.is_empty() {
        return Ok(Vec::new());
    }
    let lines = book.content.scenarios.iter().map(|(id, scenario)| {
        let about = if scenario.about.is_empty() { String::new() } else { format!(": {}", escaped(&scenario.about)) };
        format!("{}{about}", book.link(EntryKind::Scenario, id.as_str()))
    });
    let groups = vec![Lines { id: String::new(), title: String::new(), columns: false, lines: lines.collect() }];
    let list = List { page: book.page("Scenarios", "scenarios.html"), intro: Vec::new(), groups };
    let mut files = vec![book.file("scenarios.html", &list)?];
    for (id, scenario) in &book.content.scenarios {
        files.push(book.file(&format!("scenario-{id}.html"), &page(book, scenario))?);
    }
    Ok(files)
}

fn page(book: &Book<'_>, scenario: &Scenario) -> ScenarioPage {
    let mut groups = Vec::new();
    let mut group = |title: &str, columns: bool, lines: Vec<String>| {
        if !lines.is_empty() {
            groups.push(Lines { id: String::new(), title: title.to_owned(), columns, lines });
        }
    };
    let arrivals = |list: &[Reinforcement]| list.iter().map(|arrival| arrives(book, arrival)).collect();
    group("Reinforcements", false, arrivals(&scenario.reinforcements));
    group("Production under way", false, arrivals(&scenario.pipeline));
    let pools =
        scenario.pools.iter().map(|(power, force)| format!("{}: {}", book.actor(power.as_str()), units(book, force)));
    group("Pools", false, pools.collect());
    let held = scenario.control.iter().map(|(actor, places)| {
        let places: Vec<String> = places.iter().map(|place| book.place(place.as_str())).collect();
        format!("{}: {}", book.actor(actor.as_str()), places.join(", "))
    });
    group("Held beyond the map's countries", false, held.collect());
    let rules = scenario.rules.values().map(|rule| {
        let when = rule.when.as_ref().map(|when| format!(", if {}", book.words(when))).unwrap_or_default();
        let title = if rule.title.is_empty() { String::new() } else { format!("<b>{}</b>: ", escaped(&rule.title)) };
        format!("{title}{}{when}: {}", book.words(&rule.on), book.words(&rule.then))
    });
    group("Rules of this scenario alone", false, rules.collect());
    let totals = scenario.totals.iter().map(|total| {
        let contradicted = total.contradicted.as_ref().map(|why| format!(" ({})", escaped(why))).unwrap_or_default();
        format!(
            "{}: {} {}{contradicted} [{}]",
            book.actor(total.who.as_str()),
            book.words(&total.of),
            total.is,
            book.source(Some(&total.source))
        )
    });
    group("Printed totals", false, totals.collect());
    group("What is reconstructed", false, scenario.reconstructed.iter().map(|line| escaped(line)).collect());
    ScenarioPage {
        page: book.page(&scenario.title, "scenarios.html"),
        about: scenario.about.clone(),
        facts: facts(book, scenario),
        victory: scenario.victory.iter().map(|victory| won(book, victory)).collect(),
        forces: scenario.set_up.iter().map(|(power, placements)| force(book, power.as_str(), placements)).collect(),
        groups,
    }
}

fn facts(book: &Book<'_>, scenario: &Scenario) -> Vec<Fact> {
    let mut facts = Facts::default();
    let actors = |list: &[chartroom_format::schema::ids::ActorId]| {
        listed(&list.iter().map(|actor| book.actor(actor.as_str())).collect::<Vec<_>>(), "and")
    };
    facts.add("Turns", format!("{} to {}", scenario.turns.first, scenario.turns.last));
    let season = scenario.season.as_ref().map(|season| book.link(EntryKind::Season, season.as_str()));
    let year = scenario.year.map(|year| year.to_string());
    facts.add("Starts", season.into_iter().chain(year).collect::<Vec<_>>().join(" "));
    if book.content.map.is_some() {
        facts.add("Map", format!("<a href=\"map-{}.html\">at the start</a>", scenario.id));
    }
    let powers: Vec<String> = scenario.powers.iter().map(|power| book.actor(power.as_str())).collect();
    facts.add("Powers", if powers.is_empty() { "all of the pack".to_owned() } else { powers.join(", ") });
    let neutral: Vec<String> = scenario.neutral.iter().map(|power| book.actor(power.as_str())).collect();
    facts.add("Neutral", neutral.join(", "));
    let wars = scenario.wars.iter().map(|(one, other)| format!("{} against {}", actors(one), actors(other)));
    facts.add("At war", wars.collect::<Vec<_>>().join("; "));
    let switched = |wanted: bool| {
        let options = scenario.options.iter().filter(move |(_, on)| **on == wanted);
        options.map(|(id, _)| book.link(EntryKind::Option, id.as_str())).collect::<Vec<_>>().join(", ")
    };
    facts.add("Options on", switched(true));
    facts.add("Options off", switched(false));
    let money = scenario.treasury.iter().map(|(actor, money)| format!("{} {money}", book.actor(actor.as_str())));
    facts.add("Money", money.collect::<Vec<_>>().join(", "));
    let tracks = scenario.tracks.iter().map(|start| {
        let who = start.who.as_ref().map(|who| format!(" of {}", book.actor(who.as_str()))).unwrap_or_default();
        format!("{}{who} {}", book.link(EntryKind::Track, start.track.as_str()), start.at)
    });
    facts.add("Tracks", tracks.collect::<Vec<_>>().join(", "));
    facts.add("Rule", book.source(scenario.source.as_ref()));
    facts.add("Note", escaped(&scenario.note));
    facts.0
}

fn won(book: &Book<'_>, victory: &Victory) -> String {
    let who = victory.winner.as_ref().map_or_else(|| "Nobody".to_owned(), |who| book.actor(who.as_str()));
    let level = victory.level.as_ref().map(|level| format!(" ({})", escaped(level))).unwrap_or_default();
    let rule = book.source(victory.source.as_ref());
    let rule = if rule.is_empty() { rule } else { format!(" [{rule}]") };
    let note = if victory.note.is_empty() { String::new() } else { format!(" {}", escaped(&victory.note)) };
    format!("{who} wins{level} if, {}, {}.{note}{rule}", book.words(&victory.check), book.words(&victory.when))
}

fn units(book: &Book<'_>, force: &Force) -> String {
    let parts: Vec<String> =
        force.iter().map(|(unit, count)| format!("{count} {}", book.link(EntryKind::Unit, unit.as_str()))).collect();
    parts.join(", ")
}

fn arrives(book: &Book<'_>, arrival: &Reinforcement) -> String {
    let at: Vec<String> = arrival.at.iter().map(|place| book.place(place.as_str())).collect();
    let at = if at.is_empty() { String::new() } else { format!(" in {}", listed(&at, "or")) };
    let when = arrival.when.as_ref().map(|when| format!(", if {}", book.words(when))).unwrap_or_default();
    let rule = book.source(arrival.source.as_ref());
    let rule = if rule.is_empty() { rule } else { format!(" [{rule}]") };
    let power = book.actor(arrival.power.as_str());
    format!("Turn {}: {power} {}{at}{when}{rule}", arrival.turn, units(book, &arrival.units))
}

/// The set-up of a power, line by line, with what is reconstructed and from which rule.
fn force(book: &Book<'_>, power: &str, placements: &[Placement]) -> ForceList {
    let mut lines = Vec::new();
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    place(book, placements, "", &mut lines, &mut counts);
    let total: i64 = counts.values().sum();
    let words = if total == 1 { "1 piece".to_owned() } else { format!("{total} pieces") };
    let kind = if book.content.powers.contains_key(power) { EntryKind::Power } else { EntryKind::Alliance };
    ForceList { title: book.name(kind, power), total: words, lines }
}

fn place<'a>(
    book: &Book<'_>,
    placements: &'a [Placement],
    behind: &str,
    lines: &mut Vec<String>,
    counts: &mut BTreeMap<&'a str, i64>,
) {
    for placement in placements {
        let (head, force) = match placement {
            Placement::Reconstructed(why, inner) => {
                let behind = format!("{behind} <span class=\"faint\">reconstructed: {}</span>", escaped(why));
                place(book, inner, &behind, lines, counts);
                continue;
            }
            Placement::From(rule, inner) => {
                place(book, inner, &format!("{behind} [{}]", book.source(Some(rule))), lines, counts);
                continue;
            }
            Placement::At(space, force) => (book.place(space.as_str()), force),
            Placement::Damaged(space, force) => (format!("{}, damaged", book.place(space.as_str())), force),
            Placement::Aboard(space, carrier, force) => (
                format!("{}, aboard {}", book.place(space.as_str()), book.link(EntryKind::Unit, carrier.as_str())),
                force,
            ),
            Placement::Formation(name, space, force) => {
                (format!("{}, {}", book.place(space.as_str()), escaped(name)), force)
            }
            Placement::Within(places, force) => {
                let places: Vec<String> = places.iter().map(|place| book.place(place.as_str())).collect();
                (format!("Anywhere in {}", listed(&places, "or")), force)
            }
            Placement::OnBorder(region, others, force) => {
                let others: Vec<String> = others.iter().map(|place| book.place(place.as_str())).collect();
                (format!("{} on the border of {}", book.place(region.as_str()), listed(&others, "or")), force)
            }
            Placement::AtAny(feature, force) => {
                (format!("At any {}", book.link(EntryKind::Feature, feature.as_str())), force)
            }
            Placement::Anywhere(force) => ("Anywhere".to_owned(), force),
        };
        for (unit, count) in force {
            *counts.entry(unit.as_str()).or_default() += count;
        }
        lines.push(format!("{head}: {}{behind}", units(book, force)));
    }
}
