//! What hands have changed in a drawn file, moved to a file of its own where no drawing touches it.

use std::collections::BTreeMap;

use chartroom_atlas::redraw::{DRAWN_SPACES, Redrawn};
use chartroom_format::cst::{self, NodeKind, PathStep};
use chartroom_format::edit::{self, Edit};
use chartroom_format::load::Loaded;
use chartroom_format::schema::map::{Space, Surface};
use chartroom_format::schema::{CURRENT, Document};
use chartroom_format::{document, fs};

/// Where hand corrections are kept.
pub(super) const CORRECTIONS: &str = "map/corrections.ron";

/// Moves changed spaces to the corrections; tells how many.
pub(super) fn adopt(loaded: &Loaded, drawn: &Redrawn) -> Result<usize, String> {
    let Some(file) = loaded.files.iter().rev().find(|file| file.relative == DRAWN_SPACES) else { return Ok(0) };
    let fresh = drawn.files.iter().find(|(relative, _)| *relative == DRAWN_SPACES).map_or("", |(_, text)| text);
    let (held, drawn) = (spaces(&file.text), spaces(fresh));
    let unlisted = loaded.content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Sea);
    let changed = held.iter().filter(|(id, space)| drawn.get(*id) != Some(*space));
    let tree = cst::parse(&file.text).0;
    let written = |id: &str| {
        let path: [PathStep; 2] = ["spaces".into(), id.into()];
        tree.as_ref()
            .and_then(|tree| tree.find(&path, &file.text))
            .map(|found| found.node.span.of(&file.text).to_owned())
    };
    let mut lines: Vec<String> =
        changed.filter_map(|(id, _)| Some(format!("        \"{id}\": {},\n", written(id)?))).collect();
    // What was taken out of the drawing by hand is to be as unlisted hexes are.
    let removed = drawn.keys().filter(|id| !held.contains_key(*id));
    lines.extend(removed.map(|id| format!("        \"{id}\": (surface: {unlisted:?}),\n")));
    if lines.is_empty() {
        return Ok(0);
    }
    let path = loaded.root.join(CORRECTIONS);
    let cannot = |error: String| format!("cannot write {}: {error}", path.display());
    let text = match fs::read_pack_file(&path) {
        Ok(before) => added(&before, &lines.concat()).map_err(cannot)?,
        Err(failure) if path.symlink_metadata().is_ok() => return Err(cannot(failure.to_string())),
        Err(_) => format!(
            "// Spaces that hands have corrected: they stand here and not in drawn.ron, and survive every redrawing.\n\
             Spaces(\n    schema: {CURRENT},\n    spaces: {{\n{}    }},\n)\n",
            lines.concat()
        ),
    };
    edit::write_with_backup(&path, &text).map_err(|error| cannot(error.to_string()))?;
    Ok(lines.len())
}

fn spaces(text: &str) -> BTreeMap<String, Space> {
    match document::read(text, DRAWN_SPACES).document {
        Some(Document::Spaces(spaces)) => spaces.spaces.into_iter().map(|(id, space)| (id.0, space)).collect(),
        _ => BTreeMap::new(),
    }
}

/// The text with lines added at the end of its spaces.
fn added(before: &str, lines: &str) -> Result<String, String> {
    let tree = cst::parse(before).0.ok_or("it is no RON")?;
    let list = tree.find(&["spaces".into()], before).ok_or("it lists no spaces")?;
    let NodeKind::Map(entries) = &list.node.kind else { return Err("its spaces are no map".to_owned()) };
    let brace = list.node.span.end - 1;
    let mut edits = Vec::new();
    if let Some(last) = entries.last().map(|entry| entry.value.span.end)
        && !before[last..brace].trim_start().starts_with(',')
    {
        edits.push(Edit::insert(last, ","));
    }
    // The brace mostly stands on a line of its own, after its indent.
    match before[list.node.span.start..brace].rfind('\n') {
        Some(line) => edits.push(Edit::insert(list.node.span.start + line + 1, lines)),
        None => edits.push(Edit::insert(brace, format!("\n{lines}    "))),
    }
    edit::apply(before, &edits).map_err(|error| error.to_string())
}
