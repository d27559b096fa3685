//! Changed cells as edits of the pack's files: one changed cell is one changed line.

use std::collections::BTreeMap;

use chartroom_format::cst::{self, Node, NodeKind, PathStep};
use chartroom_format::edit::{self, Edit};
use chartroom_format::encode::quoted;
use chartroom_format::entries::EntryKind;
use chartroom_format::load::{Loaded, SourceFile};
use chartroom_format::splice;

use super::compare::{Act, CellChange, Fault};
use super::model::{Takes, Target, stat_names};

/// A file of the pack and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdits {
    /// The path as findings show it.
    pub path: String,
    /// The path inside the pack.
    pub relative: String,
    pub text: String,
}

/// The files that the changes touch, with their new texts; or why a cell cannot be changed.
pub fn edits(loaded: &Loaded, changes: &[CellChange]) -> Result<Vec<FileEdits>, Vec<Fault>> {
    let mut by_file: BTreeMap<&str, (&SourceFile, Vec<&CellChange>)> = BTreeMap::new();
    let mut faults = Vec::new();
    for change in changes {
        match file_of(loaded, change) {
            Ok(file) => by_file.entry(&file.path).or_insert_with(|| (file, Vec::new())).1.push(change),
            Err(message) => faults.push(Fault { place: change.place.clone(), message }),
        }
    }
    let mut files = Vec::new();
    for (path, (file, changes)) in by_file {
        match changed(&file.text, &changes) {
            Ok(text) => files.push(FileEdits { path: path.to_owned(), relative: file.relative.clone(), text }),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(files) } else { Err(faults) }
}

/// The file in which the entry stands; one of the pack below is not changed from here.
fn file_of<'a>(loaded: &'a Loaded, change: &CellChange) -> Result<&'a SourceFile, String> {
    let (kind, id) = match &change.act {
        Act::Set(target) => (target.kind, &target.entry),
        Act::Place { scenario, .. } => (EntryKind::Scenario, scenario),
    };
    let content = &loaded.content;
    let missing = || format!("the pack has no {} `{id}`", kind.name());
    let origin = content.origin(kind, id).ok_or_else(missing)?;
    let own = content.pack().map(|pack| &pack.id);
    if own != Some(&origin.pack) {
        return Err(format!(
            "the {} `{id}` belongs to the pack `{}`, which this one extends; import into that, or copy it into this pack",
            kind.name(),
            origin.pack
        ));
    }
    loaded.file(&origin.file).ok_or_else(missing)
}

fn changed(text: &str, changes: &[&CellChange]) -> Result<String, Fault> {
    let at = |change: &CellChange, message: &str| Fault { place: change.place.clone(), message: message.to_owned() };
    let mut text = text.to_owned();
    // Values first, all at once: they move nothing. Then what goes, from the end, and what comes.
    let root = parsed(&text).ok_or_else(|| at(changes[0], "the file of the pack has faults in its syntax"))?;
    let mut sets = Vec::new();
    let mut removals: Vec<(usize, &CellChange, &Target)> = Vec::new();
    let mut additions = Vec::new();
    for change in changes {
        match &change.act {
            Act::Place { power, space, unit, .. } => additions.push((*change, power, space, unit)),
            Act::Set(target) => {
                let path = full_path(target);
                if goes(target, &change.after) {
                    let found = root.find(&path, &text).ok_or_else(|| at(change, "the value is not where it was"))?;
                    removals.push((found.node.span.start, change, target));
                } else if let Some(edit) =
                    set(&text, &root, target, &change.after).map_err(|message| at(change, &message))?
                {
                    sets.push(edit);
                }
            }
        }
    }
    removals.sort_by_key(|(start, _, _)| *start);
    text = edit::apply(&text, &sets).map_err(|error| at(changes[0], &error.to_string()))?;
    for (_, change, target) in removals.into_iter().rev() {
        let root = parsed(&text).ok_or_else(|| at(change, "the edited file cannot be read"))?;
        let edit = removal(&text, &root, target).ok_or_else(|| at(change, "the value is not where it was"))?;
        text = edit::apply(&text, &[edit]).map_err(|error| at(change, &error.to_string()))?;
    }
    for (change, power, space, unit) in additions {
        let root = parsed(&text).ok_or_else(|| at(change, "the edited file cannot be read"))?;
        let edit = addition(&text, &root, (power, space, unit), &change.after);
        let edit = edit.ok_or_else(|| at(change, "the set-up of the scenario cannot be read"))?;
        text = edit::apply(&text, &[edit]).map_err(|error| at(change, &error.to_string()))?;
    }
    Ok(text)
}

fn parsed(text: &str) -> Option<Node> {
    match cst::parse(text) {
        (Some(root), faults) if faults.is_empty() => Some(root),
        _ => None,
    }
}

/// The way from the top of the file.
fn full_path(target: &Target) -> Vec<PathStep> {
    let mut path: Vec<PathStep> = match target.kind {
        EntryKind::Unit => vec!["units".into(), target.entry.as_str().into()],
        _ => Vec::new(),
    };
    path.extend(target.path.iter().cloned());
    path
}

/// Whether the line goes with its value.
fn goes(target: &Target, value: &str) -> bool {
    matches!((target.takes, value), (Takes::Count, "0") | (Takes::Money, ""))
}

fn set(text: &str, root: &Node, target: &Target, value: &str) -> Result<Option<Edit>, String> {
    let path = full_path(target);
    let gone = || "the value is not where it was".to_owned();
    if let (Takes::Number | Takes::Amount | Takes::Dice, [.., PathStep::Key(field)]) = (target.takes, path.as_slice()) {
        let stats = root.find(&path[..path.len() - 1], text).ok_or_else(gone)?.node;
        let value = literal(target.takes, value);
        return Ok(splice::set_field(text, stats, field, value.as_deref(), &stat_names()));
    }
    let found = root.find(&path, text).ok_or_else(gone)?.node;
    let value = literal(target.takes, value).unwrap_or_else(|| quoted("-"));
    Ok((found.span.of(text) != value).then(|| {
        if target.takes == Takes::Cell {
            splice::aligned(text, found.span, value)
        } else {
            Edit::replace(found.span, value)
        }
    }))
}

/// The value as a file writes it; none for nothing.
fn literal(takes: Takes, value: &str) -> Option<String> {
    let is_whole = |text: &str| text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
    match takes {
        Takes::Cell => Some(splice::cell_literal(value)),
        Takes::Text => Some(quoted(value)),
        _ if value.is_empty() => None,
        Takes::Dice => Some(format!("[{}]", value.split('/').map(str::trim).collect::<Vec<_>>().join(", "))),
        Takes::Amount if !is_whole(value) => Some(quoted(value)),
        Takes::Number | Takes::Count | Takes::Money | Takes::Amount => Some(value.to_owned()),
    }
}

/// Takes units out of a set-up, with their placement if they were its last, or money out of a treasury.
fn removal(text: &str, root: &Node, target: &Target) -> Option<Edit> {
    let path = full_path(target);
    let (last, holder) = path.split_last()?;
    let map = root.find(holder, text)?.node;
    let NodeKind::Map(entries) = &map.kind else { return None };
    let PathStep::Key(key) = last else { return None };
    let at = entries.iter().position(|entry| entry.key.key_text(text) == *key)?;
    if entries.len() == 1 && target.takes == Takes::Count {
        // ... list, place, name of the placement, and perhaps the place of the force in it.
        let place = holder.iter().rposition(|step| matches!(step, PathStep::Key(_)))?.checked_sub(1)?;
        let PathStep::Index(index) = &holder[place] else { return None };
        let list = root.find(&holder[..place], text)?.node;
        return Some(splice::remove(text, &splice::items(list), *index));
    }
    Some(splice::remove(text, &splice::items(map), at))
}

fn addition(text: &str, root: &Node, (power, space, unit): (&str, &str, &str), number: &str) -> Option<Edit> {
    let set_up = &root.field("set_up")?.value;
    let NodeKind::Map(powers) = &set_up.kind else { return None };
    let placement = format!("At({}, {{{}: {number}}})", quoted(space), quoted(unit));
    let Some(entry) = powers.iter().find(|entry| entry.key.key_text(text) == power) else {
        return Some(splice::append(text, set_up, &format!("{}: [{placement}]", quoted(power))));
    };
    Some(splice::append(text, &entry.value, &placement))
}
