//! Where every space stands in the text of a `Spaces` file, kept up to date while the text changes, so that a brush
//! stroke over thousands of hexes never parses the whole file again.

use std::collections::HashMap;
use std::sync::Arc;

use chartroom_format::cst::{self, NodeKind};
use chartroom_format::edit::Edit;
use chartroom_format::source::Span;

/// One entry of a map of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedEntry {
    pub id: Arc<str>,
    pub key: Span,
    pub value: Span,
}

/// All entries of a file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntryIndex {
    entries: Vec<IndexedEntry>,
    by_id: HashMap<Arc<str>, usize>,
    /// The brackets around the entries.
    pub body: Span,
}

impl EntryIndex {
    /// The entries of the map in `field` at the top of the text; nothing if the text has no such map.
    pub fn of(text: &str, field: &str) -> Option<Self> {
        let (root, _) = cst::parse(text);
        let root = root?;
        let map = &root.field(field)?.value;
        let NodeKind::Map(entries) = &map.kind else { return None };
        let entries: Vec<IndexedEntry> = entries
            .iter()
            .map(|entry| IndexedEntry {
                id: entry.key.key_text(text).into(),
                key: entry.key.span,
                value: entry.value.span,
            })
            .collect();
        let by_id = entries.iter().enumerate().map(|(at, entry)| (entry.id.clone(), at)).collect();
        Some(Self { entries, by_id, body: map.span })
    }

    pub fn entries(&self) -> &[IndexedEntry] {
        &self.entries
    }

    pub fn get(&self, id: &str) -> Option<&IndexedEntry> {
        self.by_id.get(id).and_then(|at| self.entries.get(*at))
    }

    /// Follows edits that lie inside the values of entries and returns the entries they changed. `None` if an edit
    /// lies elsewhere (an entry came or went): then the index must be built anew.
    pub fn follow(&mut self, edits: &[Edit]) -> Option<Vec<usize>> {
        let mut sorted: Vec<&Edit> = edits.iter().collect();
        sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut changed = Vec::new();
        let mut at = 0;
        // First look, then touch: a refused batch must leave the index as it was.
        for edit in &sorted {
            while self.entries.get(at).is_some_and(|entry| entry.value.end <= edit.span.start) {
                at += 1;
            }
            let entry = self.entries.get(at)?;
            if edit.span.start <= entry.value.start || edit.span.end >= entry.value.end {
                return None;
            }
            if changed.last() != Some(&at) {
                changed.push(at);
            }
        }
        let mut next = sorted.into_iter().peekable();
        let (mut added, mut removed) = (0, 0);
        for entry in &mut self.entries {
            let moved = |place: usize| place + added - removed;
            entry.key = Span::new(moved(entry.key.start), moved(entry.key.end));
            let start = moved(entry.value.start);
            while let Some(edit) = next.next_if(|edit| edit.span.start < entry.value.end) {
                added += edit.text.len();
                removed += edit.span.len();
            }
            entry.value = Span::new(start, entry.value.end + added - removed);
        }
        self.body.end = self.body.end + added - removed;
        Some(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chartroom_format::edit::apply;

    const TEXT: &str = "Spaces(schema: 1, spaces: {\n    \"a\": (surface: Land),\n    \"b\": (surface: Sea), // sea\n    \"c\": (surface: Sea),\n})\n";

    fn edit(find: &str, put: &str) -> Edit {
        let start = TEXT.find(find).expect("the text holds it");
        Edit::replace(Span::new(start, start + find.len()), put)
    }

    fn span_of_second_surface() -> Span {
        let start = TEXT.find("Sea), // sea").expect("the text holds it");
        Span::new(start, start + 3)
    }

    #[test]
    fn edits_inside_values_are_followed() {
        let mut index = EntryIndex::of(TEXT, "spaces").expect("spaces");
        let edits = [edit("Land", "Coast, name: \"A\""), Edit::replace(span_of_second_surface(), "Lake")];
        assert_eq!(index.follow(&edits), Some(vec![0, 1]));
        assert_eq!(Some(index), EntryIndex::of(&apply(TEXT, &edits).expect("edits fit"), "spaces"));
    }

    #[test]
    fn edits_elsewhere_are_refused_and_change_nothing() {
        for edits in [
            vec![edit("Land", "Sea"), edit("// sea", "")],
            vec![edit("    \"c\"", "\"c\"")],
            vec![edit("(surface: Land)", "()")],
        ] {
            let mut index = EntryIndex::of(TEXT, "spaces").expect("spaces");
            assert_eq!(index.follow(&edits), None, "{edits:?}");
            assert_eq!(Some(index), EntryIndex::of(TEXT, "spaces"));
        }
    }
}
