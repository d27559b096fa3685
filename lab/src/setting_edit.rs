//! A value changed in the author's text: the smallest edits that make a path hold it.

use chartroom_format::cst::{self, Node, NodeKind, PathStep};
use chartroom_format::edit::Edit;
use chartroom_format::entries::EntryKind;
use chartroom_format::load::Loaded;
use chartroom_format::schema::value::Key;

/// The file of a path's value, by its place among the loaded ones, and the edits.
pub fn edits(loaded: &Loaded, path: &str, value: i64) -> Result<(usize, Vec<Edit>), String> {
    let parts: Vec<&str> = path.split('.').collect();
    let (kind, id, steps): (EntryKind, &str, Vec<PathStep>) = match parts.as_slice() {
        ["tables", id, row] => (EntryKind::Table, id, vec!["rows".into(), (*row).into()]),
        ["tables", id, row, column] => {
            let table = loaded.content.tables.get(*id).ok_or_else(|| format!("there is no table `{id}`"))?;
            let place = table.keys(1).iter().position(|key| *key == Key((*column).to_owned()));
            let place = place.ok_or_else(|| format!("the table `{id}` has no column `{column}`"))?;
            (EntryKind::Table, id, vec!["rows".into(), (*row).into(), place.into()])
        }
        ["units", id, stat] => (EntryKind::Unit, id, vec!["stats".into(), (*stat).into()]),
        _ => return Err(format!("`{path}` is no path to a value")),
    };
    let content = &loaded.content;
    let origin = content.origin(kind, id).ok_or_else(|| format!("nobody knows where `{path}` is written"))?;
    if Some(&origin.pack) != content.pack().map(|pack| &pack.id) {
        return Err(format!(
            "`{path}` is written in {}, which this pack extends: change it there, or copy the entry into this pack first",
            origin.pack
        ));
    }
    let at = loaded.files.iter().position(|file| file.path == origin.file);
    let at = at.ok_or_else(|| format!("{} is not there any more", origin.file))?;
    let text = &loaded.files[at].text;
    let whole = matches!(kind, EntryKind::Table);
    let start = if whole { Vec::new() } else { origin.path.clone() };
    let way = [start, steps].concat();
    let lost = || format!("`{path}` is not written out in {}: write it there first", origin.file);
    let tree = cst::parse(text).0.ok_or_else(lost)?;
    let found = match tree.find(&way, text) {
        Some(found) => found.node,
        // A row of one cell may be written without brackets.
        None => tree.find(&way[..way.len() - 1], text).filter(|found| !is_list(found.node)).ok_or_else(lost)?.node,
    };
    let mut edits = Vec::new();
    replace(found, value, &mut edits);
    Ok((at, edits))
}

fn is_list(node: &Node) -> bool {
    matches!(node.kind, NodeKind::List(_) | NodeKind::Tuple(..) | NodeKind::Struct(..) | NodeKind::Map(_))
}

fn replace(node: &Node, value: i64, edits: &mut Vec<Edit>) {
    match &node.kind {
        NodeKind::List(items) | NodeKind::Tuple(_, items) => items.iter().for_each(|item| replace(item, value, edits)),
        _ => edits.push(Edit::replace(node.span, value.to_string())),
    }
}
