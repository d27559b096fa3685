//! Renaming an entry in every file that speaks of it, and nowhere else.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::Shape;
use chartroom_format::schema::map::Grid;
use lsp_server::{ErrorCode, ResponseError};
use serde_json::{Value, json};

use super::{Answer, At, Place, Subject};
use crate::index::Mention;
use crate::keys::What;
use crate::server::{State, fault};
use crate::world::File;

fn refused(message: impl Into<String>) -> ResponseError {
    fault(ErrorCode::RequestFailed, message)
}

/// The entry that is to be renamed.
struct Renamed {
    mention: Mention,
    id: String,
    kind: EntryKind,
    pack: PathBuf,
}

fn subject(state: &mut State, place: &Place) -> Result<Renamed, ResponseError> {
    let pack = place.pack.clone().ok_or_else(|| refused("the file belongs to no pack"))?;
    let (mention, id, subject) = state.subject(place).ok_or_else(|| refused("there is no name here"))?;
    let kind = match subject {
        Subject::Entry(kind) => kind,
        Subject::Rule => return Err(refused("rules are numbered by the rulebook's index")),
        Subject::Pack => {
            return Err(refused("a pack is named by its folder: rename the folder, then `id` and every `extends`"));
        }
    };
    if let Some(snapshot) = state.snapshot(&pack).filter(|_| kind == EntryKind::Space)
        && is_hex(snapshot.content(), &id)
    {
        return Err(refused(format!("`{id}` is a hex of the grid, numbered by the map; give it a `name` instead")));
    }
    Ok(Renamed { mention, id, kind, pack })
}

/// Whether the grid gives a place of this name.
fn is_hex(content: &Content, name: &str) -> bool {
    let Some(Grid::Hexes(grid)) = content.map.as_ref().map(|map| &map.grid) else { return false };
    grid.board().is_ok_and(|board| grid.numbering.parse(&board, name).is_ok())
}

pub(crate) fn prepare(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let renamed = subject(state, &place)?;
    Ok(json!({ "range": state.range(&place.index, renamed.mention.span()), "placeholder": renamed.id }))
}

pub(crate) fn answer(state: &mut State, at: &At) -> Answer {
    let Some(place) = state.place(at) else { return Ok(Value::Null) };
    let Renamed { id, kind, pack, .. } = subject(state, &place)?;
    let new = at.new_name.trim();
    let shape = if matches!(kind, EntryKind::Space | EntryKind::Example) { Shape::Space } else { Shape::Id };
    if !shape.fits(new) {
        return Err(refused(format!(
            "`{new}` is no name of a {}: words of letters and digits joined by hyphens",
            kind.name()
        )));
    }
    if new == id {
        return Ok(Value::Null);
    }
    for reached in state.world.reach(&pack, kind, &id) {
        if state.world.names(&reached).has(kind, new) {
            return Err(refused(format!("there is a {} `{new}` already", kind.name())));
        }
        if let Some(snapshot) = state.snapshot(&reached).filter(|_| kind == EntryKind::Space)
            && is_hex(snapshot.content(), new)
        {
            return Err(refused(format!("`{new}` is a hex of the grid")));
        }
    }
    let found = state.world.mentions(&pack, kind, &id);
    let left = doubtful(state, &pack, kind, &id);
    let mut files: BTreeMap<PathBuf, (File, Vec<Mention>)> = BTreeMap::new();
    for (file, mention) in found {
        files.entry(file.path.clone()).or_insert_with(|| (file, Vec::new())).1.push(mention);
    }
    let mut changes = Vec::new();
    for (path, (file, mentions)) in &files {
        let edits: Vec<Value> = mentions
            .iter()
            .map(|mention| json!({ "range": state.range(&file.index, mention.span()), "newText": new }))
            .collect();
        let version = state.open.get(path).map(|open| open.version);
        changes.push((state.uri(path), version, edits));
    }
    if left > 0 {
        state.say(&format!(
            "`{id}` is renamed where it names the {}. {left} places in free data say `{id}` too and may mean something else; look at them.",
            kind.name()
        ));
    }
    Ok(if state.client.document_changes {
        let changes: Vec<Value> = changes
            .into_iter()
            .map(|(uri, version, edits)| json!({ "textDocument": { "uri": uri, "version": version }, "edits": edits }))
            .collect();
        json!({ "documentChanges": changes })
    } else {
        let changes: serde_json::Map<String, Value> =
            changes.into_iter().filter_map(|(uri, _, edits)| Some((uri?.as_str().to_owned(), edits.into()))).collect();
        json!({ "changes": changes })
    })
}

/// How many places in free data bear the name and cannot be told.
fn doubtful(state: &mut State, pack: &std::path::Path, kind: EntryKind, id: &str) -> usize {
    let mut count = 0;
    for reached in state.world.reach(pack, kind, id) {
        let files = state.world.files(&reached);
        let names = state.world.names(&reached);
        for file in files {
            let free = file.index.mentions.iter().filter(|mention| matches!(mention.what, What::Free(_)));
            count += free
                .filter(|mention| file.index.name(**mention) == id && names.meaning(**mention, id).is_none())
                .count();
        }
    }
    count
}
