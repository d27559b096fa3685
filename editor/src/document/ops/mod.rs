//! What a user can do to a pack, as minimal text edits: one changed fact is one changed line. Each operation reads the
//! document and returns the edits; applying them is [`super::Document::change`]'s alone.

pub mod control;
pub mod entry;
pub mod inherit;
pub mod links;
mod new_space;
pub mod scenario;
pub mod setup;
pub mod shapes;
pub mod sides;
pub mod space;
pub mod table;
pub mod units;

use chartroom_format::cst::{self, Node};
use chartroom_format::schema::Kind;
pub use chartroom_format::splice as text;

use super::Document;

/// What an operation gives: the edits by file, or why it cannot be done.
pub type Planned = Result<Vec<super::FileChange>, String>;

/// Adds further changes to some, file by file. Their edits must not touch.
pub fn merged(changes: &mut Vec<super::FileChange>, more: Vec<super::FileChange>) {
    for change in more {
        match changes.iter_mut().find(|known| known.file == change.file) {
            Some(known) => known.edits.extend(change.edits),
            None => changes.push(change),
        }
    }
}

/// Parses a file of the pack; a file with faults in its syntax cannot be edited this way.
fn parse(document: &Document, file: &str) -> Result<Node, String> {
    let text = document.text(file).ok_or_else(|| format!("there is no file {file} in this pack"))?;
    match cst::parse(text) {
        (Some(root), errors) if errors.is_empty() => Ok(root),
        _ => Err(format!("{file} has faults in its syntax; mend them first")),
    }
}

/// The file of the pack that holds a scenario or table with this id.
fn file_with_id(document: &Document, kind: Kind, id: &str) -> Option<String> {
    document.files().iter().filter(|(_, file)| file.kind == Some(kind)).find_map(|(name, file)| {
        let (root, _) = cst::parse(&file.text);
        let found = root?.field("id").is_some_and(|field| field.value.key_text(&file.text) == id);
        found.then(|| name.clone())
    })
}
