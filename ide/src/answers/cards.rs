//! What is told of an entry, in Markdown: a unit's counter line, price and use, a space with its owner and neighbours, a rule's words.

use std::fmt::Write;

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::prices;
use chartroom_format::schema::ids::{RuleRef, SpaceId};
use chartroom_format::schema::scenario::{Force, Placement};
use chartroom_format::schema::units::{Stats, UnitType};
use chartroom_validator::model::start::Start;

use crate::check::Snapshot;

/// The title that people read.
pub(crate) fn title(content: &Content, kind: EntryKind, id: &str) -> Option<String> {
    let title = match kind {
        EntryKind::Space => content.spaces.get(id)?.name.clone()?,
        EntryKind::Region => content.regions.get(id)?.title.clone(),
        EntryKind::Passage => content.passages.get(id)?.title.clone(),
        EntryKind::Terrain => content.terrains.get(id)?.title.clone(),
        EntryKind::Side => content.side_types.get(id)?.title.clone(),
        EntryKind::Feature => content.features.get(id)?.title.clone(),
        EntryKind::Link => content.link_classes.get(id)?.title.clone(),
        EntryKind::Alliance => content.sides.get(id)?.title.clone(),
        EntryKind::Power => content.powers.get(id)?.title.clone(),
        EntryKind::Unit => content.units.get(id)?.title.clone(),
        EntryKind::Class => content.classes.get(id)?.clone(),
        EntryKind::Formation => content.formations.get(id)?.title.clone(),
        EntryKind::Table => content.tables.get(id)?.title.clone(),
        EntryKind::Option => content.options.get(id)?.title.clone(),
        EntryKind::Rule => content.rules.get(id)?.title.clone(),
        EntryKind::Objective => content.objectives.get(id)?.title.clone(),
        EntryKind::Track => content.tracks.get(id)?.title.clone(),
        EntryKind::Value => content.values.get(id)?.title.clone(),
        EntryKind::Season => content.seasons.get(id)?.title.clone(),
        EntryKind::Fact => content.facts.get(id)?.says.clone(),
        EntryKind::Scenario => content.scenarios.get(id)?.title.clone(),
        EntryKind::Example => content.examples.get(id)?.title.clone(),
        EntryKind::Phase
        | EntryKind::Sequence
        | EntryKind::Procedure
        | EntryKind::Modifier
        | EntryKind::Covered
        | EntryKind::Contract => {
            return None;
        }
    };
    (!title.is_empty()).then_some(title)
}

/// The card of an entry; none if the pack does not have it.
pub(crate) fn entry(snapshot: &Snapshot, kind: EntryKind, id: &str) -> Option<String> {
    let content = snapshot.content();
    let origin = content.origin(kind, id);
    let is_hex = kind == EntryKind::Space && snapshot.board().surface(id).is_some();
    if origin.is_none() && !is_hex {
        return None;
    }
    let mut out = match title(content, kind, id) {
        Some(title) => format!("**{title}**, {} `{id}`", kind.name()),
        None => format!("{} `{id}`", kind.name()),
    };
    match kind {
        EntryKind::Unit => unit(&mut out, content, id, content.units.get(id)?),
        EntryKind::Space => space(&mut out, snapshot, id),
        EntryKind::Table => table(&mut out, snapshot, id),
        EntryKind::Region => region(&mut out, content, id),
        EntryKind::Power => power(&mut out, content, id),
        _ => {}
    }
    let source = source(content, kind, id);
    if let Some(rule) = source.and_then(|source| snapshot.rule(source.as_str())) {
        let _ = write!(out, "\n\n*{}*: {}", rule.id, rule.text);
    }
    if let Some(origin) = origin.filter(|origin| content.pack().is_some_and(|pack| pack.id != origin.pack)) {
        let _ = write!(out, "\n\nFrom the base pack `{}`.", origin.pack);
    }
    Some(out)
}

/// A rule of the rulebook: its words and where it is covered.
pub(crate) fn rule(snapshot: &Snapshot, id: &str) -> Option<String> {
    let rule = snapshot.rule(id)?;
    Some(format!("**{}** {}\n\n{}", rule.id, rule.section, rule.text))
}

fn source(content: &Content, kind: EntryKind, id: &str) -> Option<RuleRef> {
    match kind {
        EntryKind::Unit => content.units.get(id)?.source.clone(),
        EntryKind::Space => content.spaces.get(id)?.source.clone(),
        EntryKind::Table => content.tables.get(id)?.source.clone(),
        EntryKind::Power => content.powers.get(id)?.source.clone(),
        EntryKind::Rule => content.rules.get(id)?.source.clone(),
        EntryKind::Scenario => content.scenarios.get(id)?.source.clone(),
        _ => None,
    }
}

/// The numbers of a counter in one line: "attack 4, defend 5, movement 2".
fn counter_line(stats: &Stats) -> String {
    let dice = |dice: &Vec<i64>| dice.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    let parts = [
        ("attack", stats.attack.as_ref().map(dice)),
        ("defend", stats.defend.as_ref().map(dice)),
        ("attack strength", stats.attack_strength.map(|value| value.to_string())),
        ("defence strength", stats.defence_strength.map(|value| value.to_string())),
        ("movement", stats.movement.map(|value| value.to_string())),
        ("range", stats.range.map(|value| value.to_string())),
        ("hits", stats.hits.map(|value| value.to_string())),
        ("zone of control", stats.zone.map(|value| value.to_string())),
    ];
    let known = parts.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", value?)));
    known.collect::<Vec<_>>().join(", ")
}

fn unit(out: &mut String, content: &Content, id: &str, unit: &UnitType) {
    let _ = write!(out, " ({:?})\n\n{}", unit.domain, counter_line(&unit.stats));
    if !unit.variants.is_empty() {
        let _ = write!(out, "; {} other sets of numbers under conditions", unit.variants.len());
    }
    let prices = prices::of(content, id);
    if let Some(first) = prices.first() {
        let list: Vec<String> = prices.iter().map(|price| format!("{} {}", price.column, price.cell)).collect();
        let _ = write!(out, "\n\nPrice (`{}`): {}", first.table, list.join(", "));
    }
    let set_up: Vec<String> = content
        .scenarios
        .iter()
        .filter_map(|(name, scenario)| {
            let placed: i64 = scenario.set_up.values().flatten().map(|placement| placed(placement, id)).sum();
            (placed != 0).then(|| format!("`{name}` {placed}"))
        })
        .collect();
    if !set_up.is_empty() {
        let _ = write!(out, "\n\nSet up in {}", set_up.join(", "));
    }
}

/// How many units of a type a placement puts on the map.
fn placed(placement: &Placement, unit: &str) -> i64 {
    let count = |force: &Force| force.get(unit).copied().unwrap_or_default();
    match placement {
        Placement::At(_, force)
        | Placement::Damaged(_, force)
        | Placement::Aboard(_, _, force)
        | Placement::Formation(_, _, force)
        | Placement::Within(_, force)
        | Placement::OnBorder(_, _, force)
        | Placement::AtAny(_, force)
        | Placement::Anywhere(force) => count(force),
        Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
            inner.iter().map(|inner| placed(inner, unit)).sum()
        }
    }
}

fn space(out: &mut String, snapshot: &Snapshot, id: &str) {
    let content = snapshot.content();
    let board = snapshot.board();
    if let Some(surface) = board.surface(id) {
        let _ = write!(out, "\n\n{surface:?}");
    }
    if let Some(space) = content.spaces.get(id) {
        if let Some(terrain) = space.terrain.as_ref().or(content.default_terrain.as_ref()) {
            let _ = write!(out, ", {terrain}");
        }
        let features: Vec<String> = space.features.iter().map(|(name, amount)| format!("{name} {amount}")).collect();
        if !features.is_empty() {
            let _ = write!(out, ", {}", features.join(", "));
        }
        if let Some(value) = space.value {
            let _ = write!(out, ", value {value}");
        }
        let regions: Vec<&str> = space.country.iter().chain(&space.regions).map(|region| region.as_str()).collect();
        if !regions.is_empty() {
            let _ = write!(out, "\n\nIn {}", regions.join(", "));
        }
    } else {
        out.push_str(", a hex of the grid that no file lists");
    }
    let mut holders: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, scenario) in &content.scenarios {
        let start = Start::new(content, board, scenario);
        if let Some(holder) = start.holder.get(id) {
            match holders.iter_mut().find(|(known, _)| known == holder) {
                Some((_, scenarios)) => scenarios.push(name.as_str()),
                None => holders.push(((*holder).to_owned(), vec![name.as_str()])),
            }
        }
    }
    for (holder, scenarios) in holders {
        let _ = write!(out, "\n\nHeld by {holder} at the start of {}", scenarios.join(", "));
    }
    let mut neighbours: Vec<&str> =
        [&board.geometry, &board.stated].into_iter().filter_map(|map| map.of(id)).flatten().collect();
    neighbours.sort_unstable();
    neighbours.dedup();
    let named = |id: &str| match content.spaces.get(id).and_then(|space| space.name.as_deref()) {
        Some(name) if !name.eq_ignore_ascii_case(id) => format!("`{id}` {name}"),
        _ => format!("`{id}`"),
    };
    if !neighbours.is_empty() {
        let _ = write!(out, "\n\nBeside {}", neighbours.into_iter().map(named).collect::<Vec<_>>().join(", "));
    }
}

fn table(out: &mut String, snapshot: &Snapshot, id: &str) {
    if let Some(table) = snapshot.content().tables.get(id) {
        let axes: Vec<&str> = table.axes.iter().map(|axis| axis.name()).collect();
        let _ = write!(out, "\n\n{} by {}", cells(table.rows.len(), "row"), axes.join(" and "));
        if !table.note.is_empty() {
            let _ = write!(out, "\n\n{}", table.note);
        }
    }
}

fn cells(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

fn region(out: &mut String, content: &Content, id: &str) {
    let spaces = content.spaces_of(id);
    let _ = write!(out, "\n\n{}", cells(spaces.len(), "space"));
    if (1..=12).contains(&spaces.len()) {
        let _ = write!(out, ": {}", spaces.iter().map(SpaceId::as_str).collect::<Vec<_>>().join(", "));
    }
    if let Some(power) = content.regions.get(id).and_then(|region| region.power.as_ref()) {
        let _ = write!(out, "\n\nHome of {power}");
    }
}

fn power(out: &mut String, content: &Content, id: &str) {
    let Some(power) = content.powers.get(id) else { return };
    match &power.side {
        Some(side) => {
            let _ = write!(out, "\n\nSide `{side}`");
        }
        None => out.push_str("\n\nNeutral"),
    }
    if !power.capitals.is_empty() {
        let _ = write!(out, ", capitals {}", power.capitals.iter().map(SpaceId::as_str).collect::<Vec<_>>().join(", "));
    }
}
