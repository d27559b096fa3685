//! What changed since another version of the pack.

use super::{Files, Grid, Grids};
use crate::SiteError;
use crate::book::Book;
use crate::changes::{Changes, Detail, Entry};
use crate::html::{escaped, link, plain};

/// A page holds so many rows; a change of everything is told in the program better.
const MOST_ROWS: usize = 800;

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let Some(changes) = book.changes else { return Ok(Vec::new()) };
    let mut room = MOST_ROWS;
    let mut left_out = 0;
    let mut grids = Vec::new();
    for topic in &changes.topics {
        let all: Vec<Vec<String>> = topic.entries.iter().flat_map(|entry| rows(book, entry)).collect();
        left_out += all.len().saturating_sub(room);
        let rows: Vec<Vec<String>> = all.into_iter().take(room).collect();
        room -= rows.len();
        if !rows.is_empty() {
            let head = ["entry", "what", "before", "after"].map(ToOwned::to_owned).to_vec();
            grids.push(Grid { caption: topic.title.clone(), head, rows });
        }
    }
    let page =
        Grids { page: book.page("Changes", "changes.html"), intro: intro(changes, left_out), grids, notes: Vec::new() };
    Ok(vec![book.file("changes.html", &page)?])
}

fn intro(changes: &Changes, left_out: usize) -> Vec<String> {
    let since = escaped(&changes.since);
    let count: usize =
        changes.topics.iter().flat_map(|topic| &topic.entries).map(|entry| entry.details.len().max(1)).sum();
    let mut lines = vec![match count {
        0 => format!("Nothing differs from {since}."),
        1 => format!("One difference from {since}."),
        count => format!("{count} differences from {since}."),
    }];
    if left_out > 0 {
        lines.push(format!("{left_out} of them are not shown here; <code>chartroom diff --all</code> tells them."));
    }
    lines
}

fn rows(book: &Book<'_>, entry: &Entry) -> Vec<Vec<String>> {
    let named = entry.name.split_once(':').map_or(entry.name.as_str(), |(_, id)| id);
    let title = if entry.title.is_empty() { plain(named) } else { entry.title.clone() };
    let head = link(book.links.named(&entry.name), &title);
    if entry.details.is_empty() {
        return vec![vec![head, escaped(&entry.what), String::new(), String::new()]];
    }
    let value = |value: &Option<String>| value.as_ref().map_or_else(String::new, |value| escaped(value));
    let row = |detail: &Detail| vec![head.clone(), escaped(&detail.what), value(&detail.before), value(&detail.after)];
    entry.details.iter().map(row).collect()
}
