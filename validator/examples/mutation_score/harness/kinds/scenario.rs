//! Mutations of scenarios.

use chartroom_format::cst::NodeKind;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::Domain;

use super::super::places::Place;
use super::{Offers, Source, offer, replace, said};

/// Numbers of units in placements that name their space, with power, space and unit.
struct Stack<'s> {
    place: &'s Place<'s>,
    power: &'s str,
    space: &'s Place<'s>,
    space_id: &'s str,
    unit: &'s str,
}

fn stacks<'s>(source: &'s Source<'_>) -> Vec<Stack<'s>> {
    if !source.is(Kind::Scenario) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for place in source.places {
        let placed = place.ends(&["At", "*"]) || place.ends(&["Formation", "*"]);
        let from = place.way.iter().position(|name| name == "set_up");
        let (true, NodeKind::Number, Some(from)) = (placed, &place.node.kind, from) else { continue };
        let (Some(power), Some(unit)) = (place.way.get(from + 1), place.way.last()) else { continue };
        // The space stands before the force that holds this unit.
        let before = source.places.iter().rev().filter(|other| other.node.span.end <= place.node.span.start);
        let mut texts = before.filter(|other| other.index.is_some()).filter_map(|other| match &other.node.kind {
            NodeKind::Text(id) if source.content.spaces.contains_key(id.as_str()) => Some((other, id.as_str())),
            _ => None,
        });
        if let Some((space, space_id)) = texts.next() {
            found.push(Stack { place, power, space, space_id, unit });
        }
    }
    found
}

pub(super) fn count(source: &Source<'_>, found: &mut Offers) {
    for stack in stacks(source) {
        if let Some(value) = source.number(stack.place) {
            let breaks =
                source.facts.total_counts(&source.file.path, stack.power, stack.unit).then_some("a printed total");
            found.push(offer(said(stack.place), replace(stack.place, (value + 1).to_string()), breaks));
        }
    }
}

pub(super) fn overstack(source: &Source<'_>, found: &mut Offers) {
    for stack in stacks(source) {
        let unit = source.content.units.get(stack.unit);
        let weighs = unit.is_some_and(|unit| {
            unit.domain == Domain::Land && unit.stats.stacking.is_none_or(|weight| weight.numerator > 0)
        });
        let on_land = source
            .content
            .spaces
            .get(stack.space_id)
            .is_some_and(|space| matches!(space.surface, Surface::Land | Surface::Coast | Surface::Island));
        let breaks = if source.facts.is_stacking_limited && weighs && on_land {
            Some("the stack limit")
        } else {
            source.facts.total_counts(&source.file.path, stack.power, stack.unit).then_some("a printed total")
        };
        found.push(offer(said(stack.place), replace(stack.place, "90"), breaks));
    }
}

pub(super) fn wrong_surface(source: &Source<'_>, found: &mut Offers) {
    let of = |surface: Surface| {
        source.content.spaces.iter().find(|(_, space)| space.surface == surface).map(|(id, _)| id.to_string())
    };
    for stack in stacks(source) {
        let Some(unit) = source.content.units.get(stack.unit) else { continue };
        let to = match unit.domain {
            Domain::Land => of(Surface::Sea),
            Domain::Sea | Domain::Submarine => of(Surface::Land),
            Domain::Air | Domain::Fixed => None,
        };
        if let Some(to) = to {
            let edits = replace(stack.space, format!("\"{to}\""));
            found.push(offer(format!("{} to {to}", said(stack.place)), edits, Some("what its surface bears")));
        }
    }
}

/// The space is changed for a capital of a power on another side that is at war with the owner.
pub(super) fn enemy_land(source: &Source<'_>, found: &mut Offers) {
    for stack in stacks(source) {
        let land = source.content.units.get(stack.unit).is_some_and(|unit| unit.domain == Domain::Land);
        let enemy = source.facts.enemy_capital(&source.file.path, stack.power);
        if let (true, Some(to)) = (land, enemy) {
            let edits = replace(stack.space, format!("\"{to}\""));
            found.push(offer(format!("{} to {to}", said(stack.place)), edits, Some("who holds the space")));
        }
    }
}

pub(super) fn total(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["totals", "[]", "is"]).filter(|_| source.is(Kind::Scenario)) {
        let around = source
            .ending(&["totals", "[]"])
            .find(|other| other.node.span.start <= place.node.span.start && place.node.span.end <= other.node.span.end);
        let excused = around.is_some_and(|around| around.node.span.of(&source.file.text).contains("contradicted"));
        let Some(value) = source.number(place) else { continue };
        for change in [-2, -1, 1, 7] {
            let what = format!("{} {} {change}", said(place), place.node.span.start);
            let breaks = (!excused).then_some("what the set-up gives");
            found.push(offer(what, replace(place, (value + change).to_string()), breaks));
        }
    }
}

pub(super) fn treasury(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["treasury", "*"]).filter(|_| source.is(Kind::Scenario)) {
        let (Some(value), Some(who)) = (source.number(place), place.way.last()) else { continue };
        let stated = source.facts.total_treasury(&source.file.path, who).then_some("a printed total");
        found.push(offer(format!("{} more", said(place)), replace(place, (value + 1).to_string()), stated));
        found.push(offer(
            format!("{} below nothing", said(place)),
            replace(place, "-3"),
            Some("that nobody has debts"),
        ));
    }
}

pub(super) fn turns(source: &Source<'_>, found: &mut Offers) {
    let late = Some("the last turn of the game");
    for place in source.places {
        let starts = place.ends(&["Turn", "from"]) || place.ends(&["turns", "first"]);
        let arrives = place.ends(&["reinforcements", "[]", "turn"]) || place.ends(&["pipeline", "[]", "turn"]);
        if (starts || arrives) && matches!(place.node.kind, NodeKind::Number) {
            found.push(offer(said(place), replace(place, "999"), late));
        }
    }
}
