//! Mutations of the map.

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::source::Span;

use super::super::places::{Place, with_comma};
use super::{Offers, Source, offer, replace, said};

/// The space a value belongs to.
fn space<'p>(source: &Source<'_>, place: &'p Place<'_>) -> Option<&'p str> {
    if !source.is(Kind::Spaces) {
        return None;
    }
    place.way.get(2).map(String::as_str)
}

fn entries<'s>(source: &'s Source<'_>) -> Vec<&'s Place<'s>> {
    source.ending(&["spaces", "*"]).filter(|place| source.is(Kind::Spaces) && place.way.len() == 3).collect()
}

pub(super) fn owner(source: &Source<'_>, found: &mut Offers) {
    let owned = source.content.regions.iter().filter(|(_, region)| region.power.is_some());
    let countries: Vec<&str> = owned.map(|(id, _)| id.as_str()).collect();
    for (index, place) in source.ending(&["country"]).enumerate() {
        let (Some(id), NodeKind::Text(now), false) = (space(source, place), &place.node.kind, countries.is_empty())
        else {
            continue;
        };
        let to = countries[index % countries.len()];
        if to != now {
            let breaks = source.facts.owner_is_stated(id, now, to);
            found.push(offer(format!("{} to {to}", said(place)), replace(place, format!("\"{to}\"")), breaks));
        }
    }
}

pub(super) fn swap(source: &Source<'_>, found: &mut Offers) {
    let spaces = entries(source);
    for (index, place) in spaces.iter().enumerate() {
        let other = spaces[(index + spaces.len() / 3 + 1) % spaces.len()];
        let (Some(a), Some(b), Some(one), Some(two)) = (place.name, other.name, place.way.last(), other.way.last())
        else {
            continue;
        };
        if a != b {
            let (first, second) = (a.of(&source.file.text).to_owned(), b.of(&source.file.text).to_owned());
            let edits = vec![Edit::replace(a, second.clone()), Edit::replace(b, first.clone())];
            found.push(offer(format!("{first} and {second}"), edits, source.facts.swap_is_stated(one, two)));
        }
    }
}

pub(super) fn value(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["value"]) {
        let (Some(id), Some(value)) = (space(source, place), source.number(place)) else { continue };
        found.push(offer(said(place), replace(place, (value + 1).to_string()), source.facts.value_is_stated(id)));
    }
}

pub(super) fn feature(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["features", "*"]) {
        let (Some(id), Some(value), Some(feature)) = (space(source, place), source.number(place), place.way.last())
        else {
            continue;
        };
        let breaks = source.facts.feature_is_stated(id, feature);
        found.push(offer(format!("{} more", said(place)), replace(place, (value + 1).to_string()), breaks));
        found.push(offer(format!("{} none", said(place)), replace(place, "0"), Some("that it is there")));
    }
}

/// Sea and land change places: units stand there, ports, hexsides and owners speak of it.
pub(super) fn surface(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["surface"]) {
        let (Some(id), NodeKind::Name(now)) = (space(source, place), &place.node.kind) else { continue };
        let to = match now.as_str() {
            "Land" | "Coast" | "Island" => Surface::Sea,
            "Sea" => Surface::Land,
            _ => continue,
        };
        let breaks = source.facts.surface_is_stated(id, to);
        found.push(offer(said(place), replace(place, format!("{to:?}")), breaks));
    }
}

pub(super) fn inland_port(source: &Source<'_>, found: &mut Offers) {
    let is_port = |role: FeatureRole| matches!(role, FeatureRole::Port | FeatureRole::NavalBase);
    let port = source.content.features.iter().find(|(_, kind)| is_port(kind.role));
    let Some((port, kind)) = port.filter(|_| source.is(Kind::Spaces)) else { return };
    // A type that names no surfaces may stand on any land.
    if kind.on.is_empty() || kind.on.contains(&Surface::Land) {
        return;
    }
    for place in entries(source) {
        let Some(space) = place.way.last().and_then(|id| source.content.spaces.get(id.as_str())) else { continue };
        let text = place.node.span.of(&source.file.text);
        if space.surface == Surface::Land && space.features.is_empty() && text.ends_with(')') {
            let comma = if text[..text.len() - 1].trim_end().ends_with(',') { "" } else { ", " };
            let edit = Edit::insert(place.node.span.end - 1, format!("{comma}features: {{\"{port}\": 1}}"));
            found.push(offer(said(place), vec![edit], Some("where its type may stand")));
        }
    }
}

pub(super) fn unlink(source: &Source<'_>, found: &mut Offers) {
    for place in source.places.iter().filter(|place| source.is(Kind::Links) && place.way.len() == 3) {
        let start = place.name.map_or(place.node.span.start, |name| name.start);
        if place.ends(&["sides", "*"]) || place.ends(&["added", "[]"]) {
            let span = with_comma(&source.file.text, Span::new(start, place.node.span.end));
            let text = place.node.span.of(&source.file.text);
            let breaks = if place.ends(&["added", "[]"]) { source.facts.link_is_stated(text) } else { None };
            found.push(offer(format!("{} {start}", said(place)), vec![Edit::delete(span)], breaks));
        }
    }
}

pub(super) fn hexside(source: &Source<'_>, found: &mut Offers) {
    let sides: Vec<&Place<'_>> =
        source.ending(&["sides", "*"]).filter(|place| source.is(Kind::Links) && place.way.len() == 3).collect();
    for (index, place) in sides.iter().enumerate() {
        let other = sides[(index + sides.len() / 2) % sides.len()];
        let (Some(key), Some(here), Some(there)) = (place.name, place.way.last(), other.way.last()) else { continue };
        if let (Some((from, _)), Some((_, to))) = (here.split_once('/'), there.split_once('/'))
            && !source.facts.touch(from, to)
        {
            let edits = vec![Edit::replace(key, format!("\"{from}/{to}\""))];
            found.push(offer(here.clone(), edits, Some("which spaces touch")));
        }
    }
}

/// A point inside a border goes across the map: the border then crosses others.
pub(super) fn border_point(source: &Source<'_>, found: &mut Offers) {
    let Some(shapes) = source.content.shapes.as_ref().filter(|_| source.is(Kind::Shapes)) else { return };
    for place in source.ending(&["points", "[]", "()"]).filter(|place| place.index == Some(0)) {
        if let Some(x) = source.number(place) {
            let to = (x + i64::from(shapes.width) / 2) % i64::from(shapes.width.max(1));
            let what = format!("{} {}", said(place), place.node.span.start);
            found.push(offer(what, replace(place, to.to_string()), Some("where the other borders run")));
        }
    }
}

pub(super) fn border_zone(source: &Source<'_>, found: &mut Offers) {
    let Some(shapes) = source.content.shapes.as_ref() else { return };
    let zones: Vec<&str> = source.content.spaces.keys().map(SpaceId::as_str).collect();
    for (index, place) in source.ending(&["left"]).filter(|_| source.is(Kind::Shapes)).enumerate() {
        let NodeKind::Text(now) = &place.node.kind else { continue };
        let to = zones[(index * 7 + 3) % zones.len()];
        // A border that closes in itself is an island: it may belong to anybody.
        let around = source.ending(&["borders", "[]"]).find(|border| {
            border.node.span.start <= place.node.span.start && place.node.span.end <= border.node.span.end
        });
        let border = around.and_then(|border| shapes.borders.get(border.index?));
        let is_ring = border.is_some_and(|border| border.points.first() == border.points.last());
        if to != now && !is_ring {
            let what = format!("{now} {} to {to}", place.node.span.start);
            found.push(offer(what, replace(place, format!("\"{to}\"")), Some("the outlines of the two zones")));
        }
    }
}
