//! Mutations of the sequence, of rules and names, of examples and coverage.

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::Kind;
use chartroom_format::schema::example::ExampleKind;
use chartroom_format::source::Span;

use super::super::places::with_comma;
use super::{Offers, Source, offer, replace, said};

/// A phase goes: its procedure is then run by nobody, or rules that name it name nothing.
pub(super) fn drop_phase(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Sequence) {
        return;
    }
    for place in source.places {
        let NodeKind::Struct(Some(tag), fields) = &place.node.kind else { continue };
        if tag.text != "Phase" {
            continue;
        }
        let text_of = |name: &str| {
            fields.iter().find(|field| field.name.text == name).and_then(|field| match &field.value.kind {
                NodeKind::Text(text) => Some(text.as_str()),
                _ => None,
            })
        };
        let times = |field: &str, value: &str| source.file.text.matches(&format!("{field}: \"{value}\"")).count();
        let alone = text_of("do").is_some_and(|run| times("do", run) == 1);
        let id = text_of("id").unwrap_or("");
        let named = times("id", id) == 1 && source.facts.names_phase(id);
        let breaks = if alone { Some("that its procedure is run") } else { named.then_some("rules that wait for it") };
        let edits = vec![Edit::delete(with_comma(&source.file.text, place.node.span))];
        found.push(offer(format!("{id} {}", place.node.span.start), edits, breaks));
    }
}

/// Goals beyond what the map has.
pub(super) fn out_of_reach(source: &Source<'_>, found: &mut Offers) {
    let goals = ["ControlsSome", "ControlsFeatures"];
    for place in source.places.iter().filter(|place| place.way.last().is_some_and(|name| name == "at_least")) {
        let goal = place.way.iter().rev().nth(1).is_some_and(|name| goals.contains(&name.as_str()));
        if goal && matches!(place.node.kind, NodeKind::Number) {
            found.push(offer(said(place), replace(place, "999"), Some("how many there are on the map")));
        }
    }
}

/// Strings that name something: ids in places that the schema knows as references.
pub(super) fn misspell(source: &Source<'_>, found: &mut Offers) {
    let text = &source.file.text;
    if matches!(source.file.kind, Some(Kind::Pack | Kind::Coverage | Kind::Examples | Kind::Recipe | Kind::Shapes)) {
        return;
    }
    let known = |id: &str| EntryKind::ALL.iter().any(|kind| source.content.has(*kind, id));
    for place in source.places {
        let NodeKind::Text(word) = &place.node.kind else { continue };
        let field = place.way.last().map_or("", String::as_str);
        let free = ["id", "title", "name", "note", "says", "symbol", "adjective", "level", "about", "reconstructed"];
        if word.len() > 3
            && known(word)
            && !free.contains(&field)
            && !place.within("given")
            && !place.within("reconstructed")
        {
            let span = Span::new(place.node.span.start, place.node.span.end);
            if span.of(text) == format!("\"{word}\"") {
                let edits = vec![Edit::replace(span, format!("\"{word}xq\""))];
                found.push(offer(format!("{} {word}", said(place)), edits, Some("the names there are")));
            }
        }
    }
}

pub(super) fn rule_id(source: &Source<'_>, found: &mut Offers) {
    for place in source.ending(&["source"]) {
        if let NodeKind::Text(text) = &place.node.kind {
            let what = format!("{text} {}", place.node.span.start);
            found.push(offer(what, replace(place, format!("\"{text}.zz9\"")), Some("the index of the rulebook")));
        }
    }
}

pub(super) fn example(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Examples) {
        return;
    }
    for place in source.ending(&["expect", "*"]) {
        let example = place.way.iter().find_map(|name| source.content.examples.get(name.as_str()));
        let by_data = example.is_some_and(|example| !matches!(example.runs, ExampleKind::Procedure(_)));
        if let Some(value) = source.number(place) {
            let breaks = by_data.then_some("what the pack holds");
            found.push(offer(said(place), replace(place, (value + 1).to_string()), breaks));
        }
    }
}

pub(super) fn coverage(source: &Source<'_>, found: &mut Offers) {
    if !source.is(Kind::Coverage) {
        return;
    }
    for place in source.places {
        let at = place.ends(&["at", "[]"]);
        let proof = place.way.last().is_some_and(|name| name == "Example" || name == "Check" || name == "Total");
        if let (true, NodeKind::Text(text)) = (at || proof, &place.node.kind) {
            let what = format!("{text} {}", place.node.span.start);
            found.push(offer(what, replace(place, format!("\"{text}xq\"")), Some("the entries and proofs there are")));
        }
    }
}
