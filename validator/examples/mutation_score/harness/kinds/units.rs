//! Mutations of units.

use chartroom_format::cst::NodeKind;
use chartroom_format::schema::Kind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::units::Domain;

use super::super::places::Place;
use super::{Offers, Source, offer, replace, said};

/// The unit a value belongs to.
fn unit<'p>(place: &'p Place<'_>) -> Option<&'p str> {
    let from = place.way.iter().position(|name| name == "units")?;
    place.way.get(from + 1).map(String::as_str)
}

pub(super) fn times_ten(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Units) {
        return;
    }
    let die = source.content.procedures.values().find_map(|entry| match &entry.run {
        Procedure::HitRollCombat { die, .. } => Some(*die),
        _ => None,
    });
    for place in source.places.iter().filter(|place| place.within("stats") || place.within("damaged")) {
        let (Some(value), Some(unit)) = (source.number(place).filter(|value| *value > 0), unit(place)) else {
            continue;
        };
        let dice = place.ends(&["attack", "[]"]) || place.ends(&["defend", "[]"]);
        let field = place.way.iter().rev().find(|name| *name != "[]").map_or("", String::as_str);
        let breaks = if dice && die.is_some_and(|die| value * 10 > die) {
            Some("the faces of the die")
        } else {
            (place.within("stats") && source.facts.example_reads_unit(unit, field)).then_some("a worked example")
        };
        found.push(offer(said(place), replace(place, (value * 10).to_string()), breaks));
    }
}

/// Where a unit lives is stated again by where scenarios set it up.
pub(super) fn domain(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Units) {
        return;
    }
    for place in source.ending(&["domain"]) {
        let (NodeKind::Name(now), Some(unit)) = (&place.node.kind, unit(place)) else { continue };
        let to = match now.as_str() {
            "Land" => Domain::Sea,
            "Sea" | "Submarine" => Domain::Land,
            _ => continue,
        };
        let breaks = if source.facts.stands_where_it_cannot(unit, to) {
            Some("the spaces it is set up in")
        } else {
            source.facts.example_reads_unit(unit, "domain").then_some("a worked example")
        };
        found.push(offer(said(place), replace(place, format!("{to:?}")), breaks));
    }
}

pub(super) fn capacity(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["carries", "[]", "capacity"]).filter(|_| source.is(Kind::Units)) {
        found.push(offer(said(place), replace(place, "0"), Some("the classes it is said to carry")));
    }
}
