//! Going from a name to its definition and to all who use it.

use std::path::Path;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::RuleRef;
use lsp_types::{Position, Range};
use serde_json::{Value, json};

use super::{Answer, At, Place, Subject};
use crate::index::Mention;
use crate::keys::What;
use crate::paths;
use crate::server::State;
use crate::world::File;

pub(crate) fn definition(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let Some((_, id, subject)) = state.subject(&place) else { return Ok(Value::Null) };
    let Some(pack) = place.pack.clone() else { return Ok(Value::Null) };
    let locations = match subject {
        Subject::Rule => {
            let snapshot = state.snapshot(&pack);
            let rule = snapshot.as_ref().and_then(|snapshot| snapshot.rule(&id));
            let line = |line: usize| Range::new(Position::new(line as u32, 0), Position::new(line as u32, 0));
            rule.map(|rule| json!({ "uri": state.uri(&rule.file), "range": line(rule.line) })).into_iter().collect()
        }
        Subject::Pack => {
            let file = pack.parent().unwrap_or(Path::new("")).join(&id).join("pack.ron");
            let uri = paths::uri_of(&file).filter(|_| file.is_file());
            uri.map(|uri| json!({ "uri": uri, "range": Range::default() })).into_iter().collect()
        }
        Subject::Entry(kind) => {
            let layers = state.world.layers(&pack);
            let mut found: Vec<(File, Mention)> = state.world.mentions(&pack, kind, &id);
            found.retain(|(file, mention)| {
                mention.defines == Some(kind) && layers.iter().any(|layer| file.path.starts_with(layer))
            });
            // What the pack itself says comes before what it replaces in its bases.
            found.sort_by_key(|(file, _)| {
                std::cmp::Reverse(layers.iter().position(|layer| file.path.starts_with(layer)))
            });
            found.iter().map(|(file, mention)| state.location(file, mention.span())).collect::<Vec<_>>()
        }
    };
    Ok(locations.into())
}

/// All places that name what the place names.
fn all(state: &mut State, place: &Place) -> Option<Vec<(File, Mention)>> {
    let (_, id, subject) = state.subject(place)?;
    let pack = place.pack.clone()?;
    Some(match subject {
        Subject::Entry(kind) => state.world.mentions(&pack, kind, &id),
        Subject::Rule => of_type(state, &pack, RuleRef::KIND, &id),
        Subject::Pack => of_type(state, &pack, "PackId", &id),
    })
}

/// Names that are no entries of files: rules and packs.
fn of_type(state: &mut State, pack: &Path, name_type: &'static str, id: &str) -> Vec<(File, Mention)> {
    let mut packs = state.world.layers(pack);
    for layer in packs.clone() {
        packs.extend(state.world.affected(&layer));
    }
    packs.sort();
    packs.dedup();
    let mut found = Vec::new();
    for pack in packs {
        for file in state.world.files(&pack) {
            let here = file.index.mentions.iter().filter(|mention| mention.what == What::Name(name_type));
            found.extend(
                here.filter(|mention| file.index.name(**mention) == id).map(|mention| (file.clone(), *mention)),
            );
        }
    }
    found
}

pub(crate) fn references(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let with_definition = at.context.get("includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
    let found = all(state, &place).unwrap_or_default();
    let wanted = found.iter().filter(|(_, mention)| with_definition || mention.defines.is_none());
    Ok(wanted.map(|(file, mention)| state.location(file, mention.span())).collect())
}

pub(crate) fn highlight(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let found = all(state, &place).unwrap_or_default();
    let here = found.iter().filter(|(file, _)| file.path == place.path);
    Ok(here
        .map(|(file, mention)| {
            let kind = if mention.defines.is_some() { 3 } else { 2 };
            json!({ "range": state.range(&file.index, mention.span()), "kind": kind })
        })
        .collect())
}

/// What the desktop editor would show at a place: the pack, and the space or table that is meant.
pub(crate) fn place(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let Some(pack) = place.pack.clone() else { return Ok(Value::Null) };
    let shown = |kind: EntryKind| matches!(kind, EntryKind::Space | EntryKind::Table);
    let named = state.subject(&place).and_then(|(_, id, subject)| match subject {
        Subject::Entry(kind) if shown(kind) => Some((kind, id)),
        _ => None,
    });
    let around = || {
        let stretches = place.index.stretches.iter();
        let here = stretches.filter(|stretch| stretch.whole.start <= place.offset && place.offset <= stretch.whole.end);
        here.filter(|stretch| shown(stretch.kind))
            .min_by_key(|stretch| stretch.whole.len())
            .map(|stretch| (stretch.kind, stretch.name.of(&place.index.text).to_owned()))
    };
    let what = named.or_else(around);
    Ok(json!({
        "pack": pack.to_string_lossy(),
        "kind": what.as_ref().map(|(kind, _)| kind.name()),
        "id": what.as_ref().map(|(_, id)| id),
    }))
}
