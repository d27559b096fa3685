//! Spaces: a list by region, and pages with what is known of each: terrain, holders by scenario, what stands there, neighbours.

use std::collections::BTreeMap;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::{RegionKind, Space};

use super::{Card, Facts, Files, Lines, List};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, listed, spaced};
use crate::links::SPACES;

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    if book.content.spaces.is_empty() {
        return Ok(Vec::new());
    }
    let cards = book.content.spaces.iter().map(|(id, space)| card(book, id.as_str(), space)).collect();
    let mut files = book.cards_on_pages("spaces", "Spaces", "spaces.html", SPACES, &[], cards)?;
    let page = List { page: book.page("Spaces by region", "spaces.html"), intro: intro(book), groups: regions(book) };
    files.push(book.file("spaces.html", &page)?);
    Ok(files)
}

fn intro(book: &Book<'_>) -> Vec<String> {
    let count = book.content.spaces.len();
    let pages: Vec<String> = (0..count.div_ceil(SPACES))
        .map(|number| {
            let ids: Vec<&str> =
                book.content.spaces.keys().skip(number * SPACES).take(SPACES).map(|id| id.as_str()).collect();
            let range = format!("{} to {}", ids.first().unwrap_or(&""), ids.last().unwrap_or(&""));
            format!("<a href=\"{}\">{}</a>", crate::links::page("spaces", number), escaped(&range))
        })
        .collect();
    vec![format!("All {count} spaces in the order of the pack: {}.", pages.join(", "))]
}

/// Every region with its spaces; hexes without a name are counted only.
fn regions(book: &Book<'_>) -> Vec<Lines> {
    let mut kinds: Vec<(RegionKind, Vec<String>)> = Vec::new();
    let mut groups = Vec::new();
    for (id, region) in &book.content.regions {
        let members = book.content.spaces_of(id.as_str());
        let named = |space: &&chartroom_format::schema::ids::SpaceId| {
            !book.board.is_hex || book.content.spaces.get(*space).is_some_and(|space| space.name.is_some())
        };
        let shown: Vec<String> =
            members.iter().filter(named).map(|space| book.link(EntryKind::Space, space.as_str())).collect();
        let rest = members.len() - shown.len();
        let mut words = format!("<b id=\"region-{id}\">{}</b> <code>{id}</code>", escaped(&region.title));
        if let Some(power) = &region.power {
            words.push_str(&format!(" of {}", book.actor(power.as_str())));
        }
        if !shown.is_empty() {
            words.push_str(&format!(": {}", shown.join(", ")));
        }
        if rest > 0 {
            let more = if shown.is_empty() { ":" } else { ", and" };
            words.push_str(&format!("{more} {rest} hexes without a name"));
        }
        if !region.note.is_empty() {
            words.push_str(&format!(". {}", escaped(&region.note)));
        }
        match kinds.iter_mut().find(|(kind, _)| *kind == region.kind) {
            Some((_, lines)) => lines.push(words),
            None => kinds.push((region.kind, vec![words])),
        }
    }
    for (kind, lines) in kinds {
        groups.push(Lines { id: String::new(), title: title(kind).to_owned(), columns: false, lines });
    }
    groups
}

const fn title(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Country => "Countries",
        RegionKind::Sea => "Seas",
        RegionKind::Weather => "Weather areas",
        RegionKind::Communications => "Communications areas",
        RegionKind::Theatre => "Theatres",
        RegionKind::Holding => "Holdings off the map",
        RegionKind::Group => "Other groups",
    }
}

fn card(book: &Book<'_>, id: &str, space: &Space) -> Card {
    let content = book.content;
    let mut facts = Facts::default();
    let surface = spaced(&format!("{:?}", space.surface));
    let terrain = space.terrain.as_ref().or(content.default_terrain.as_ref());
    let terrain = terrain.map(|terrain| format!(", {}", book.link(EntryKind::Terrain, terrain.as_str())));
    facts.add("Ground", format!("{surface}{}", terrain.unwrap_or_default()));
    let regions = space.country.iter().chain(&space.regions);
    let regions: Vec<String> = regions.map(|region| book.link(EntryKind::Region, region.as_str())).collect();
    facts.add("Part of", regions.join(", "));
    let features: Vec<String> = space
        .features
        .iter()
        .map(|(feature, amount)| {
            let name = book.link(EntryKind::Feature, feature.as_str());
            if *amount == 1 { name } else { format!("{name} {amount}") }
        })
        .collect();
    facts.add("Stands there", features.join(", "));
    facts.add("Value", space.value.map(|value| value.to_string()).unwrap_or_default());
    facts.add("Held by", holders(book, id));
    facts.add("Beside", neighbours(book, id));
    facts.add("Rule", book.source(space.source.as_ref()));
    if space.source.is_none() {
        facts.add("Reconstructed", "from geography".to_owned());
    } else {
        facts.add("Reconstructed", escaped(&space.reconstructed.join(", ")));
    }
    facts.add("Note", escaped(&space.note));
    let title = space.name.clone().unwrap_or_else(|| id.to_owned());
    Card { id: id.to_owned(), title, code: id.to_owned(), facts: facts.0, ..Card::default() }
}

/// Who holds it when each scenario starts; scenarios with the same holder together.
fn holders(book: &Book<'_>, id: &str) -> String {
    let mut held: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for start in &book.starts {
        if let Some(holder) = start.holder.get(id) {
            held.entry(holder).or_default().push(book.link(EntryKind::Scenario, start.scenario.id.as_str()));
        }
    }
    let everywhere = held.len() == 1 && held.values().all(|scenarios| scenarios.len() == book.starts.len());
    let told = |(holder, scenarios): (&&str, &Vec<String>)| match everywhere {
        true => book.actor(holder),
        false => format!("{} in {}", book.actor(holder), listed(scenarios, "and")),
    };
    held.iter().map(told).collect::<Vec<_>>().join("; ")
}

fn neighbours(book: &Book<'_>, id: &str) -> String {
    let maps = [&book.board.geometry, &book.board.stated];
    let mut near: Vec<&str> = maps.into_iter().filter_map(|map| map.of(id)).flatten().collect();
    near.sort_unstable();
    near.dedup();
    let link = |other: &str| match book.links.to(EntryKind::Space, other) {
        Some(_) => {
            let sides = sides(book, id, other);
            let link = book.link(EntryKind::Space, other);
            if sides.is_empty() { link } else { format!("{link} ({sides})") }
        }
        None => escaped(other),
    };
    near.into_iter().map(link).collect::<Vec<_>>().join(", ")
}

/// What lies on the hexside or border between two spaces.
fn sides(book: &Book<'_>, one: &str, other: &str) -> String {
    let found = [format!("{one}/{other}"), format!("{other}/{one}")];
    let sides = found.iter().filter_map(|pair| book.content.hexsides.get(pair)).flatten();
    let named: Vec<String> =
        sides.map(|side| escaped(&book.name(EntryKind::Side, side.as_str()).to_lowercase())).collect();
    named.join(", ")
}
