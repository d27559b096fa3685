//! Where every space stands in the text of a `Spaces` file, kept up to date while the text changes, so that a brush
//! stroke over thousands of hexes never parses the whole file again.

use std::collections::{HashMap, HashSet};
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

impl IndexedEntry {
    fn shift(&mut self, added: usize, removed: usize) {
        let moved = |span: Span| Span::new(span.start + added - removed, span.end + added - removed);
        (self.key, self.value) = (moved(self.key), moved(self.value));
    }
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

    /// Follows edits of the text `before`: changes inside the values of entries, whole entries that come between others,
    /// whole entries that go. `None` for anything else, with the index as it was: then it must be built anew.
    pub fn follow(&mut self, before: &str, edits: &[Edit]) -> Option<Followed> {
        let mut sorted: Vec<&Edit> = edits.iter().collect();
        sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
        // First look, then touch: a refused batch must leave the index as it was.
        let deeds = self.understand(before, &sorted)?;
        let stays = |deed: &Deed| matches!(deed, Deed::Inside(_));
        Some(if deeds.iter().all(stays) { self.follow_changes(&sorted, &deeds) } else { self.rebuild(&sorted, deeds) })
    }

    /// What each edit does to the entries; nothing if one of them cannot be told.
    fn understand(&self, before: &str, sorted: &[&Edit]) -> Option<Vec<Deed>> {
        let mut at = 0;
        let mut deeds = Vec::with_capacity(sorted.len());
        let mut reader = Reader::default();
        for edit in sorted {
            while self.entries.get(at).is_some_and(|entry| entry.value.end <= edit.span.start) {
                at += 1;
            }
            let inside = self
                .entries
                .get(at)
                .is_some_and(|entry| entry.value.start < edit.span.start && edit.span.end < entry.value.end);
            deeds.push(if inside { Deed::Inside(at) } else { self.between(before, edit, at, &mut reader)? });
        }
        Some(deeds)
    }

    /// An edit that lies before entry `at` and behind the one before it.
    fn between<'e>(&self, before: &str, edit: &'e Edit, at: usize, reader: &mut Reader<'e>) -> Option<Deed> {
        let Span { start, end } = edit.span;
        let left = at.checked_sub(1).map_or(self.body.start + 1, |last| self.entries[last].value.end);
        let gap = before.get(left..start)?;
        if gap.contains("/*") {
            return None;
        }
        if start == end {
            let right = self.entries.get(at).map_or(self.body.end - 1, |entry| entry.key.start);
            let begins = edit.text.starts_with(',') && gap.is_empty()
                || edit.text.starts_with('\n') && (at == 0 || gap.contains(','));
            let ends = edit.text.ends_with(',') || at == self.entries.len() || before[start..right].contains(',');
            return (begins && ends && end <= right)
                .then(|| reader.entries(&edit.text))
                .flatten()
                .map(|new| Deed::New(at, new));
        }
        let gone = self.entries[at..].iter().take_while(|entry| entry.value.end <= end).count();
        let right = self.entries.get(at + gone).map_or(self.body.end - 1, |entry| entry.key.start);
        let old = edit.span.of(before);
        // Whole lines, or from one comma to the next: what follows must not slip into a comment or onto another entry.
        let whole = old.starts_with('\n') && before[end..].starts_with(['\n', '\r'])
            || old.ends_with('\n') && before[..start].ends_with('\n')
            || old.starts_with(',') && gap.is_empty();
        (gone > 0 && edit.text.is_empty() && end <= right && whole).then_some(Deed::Gone(at, gone))
    }

    fn follow_changes(&mut self, sorted: &[&Edit], deeds: &[Deed]) -> Followed {
        let mut followed = Followed::default();
        for deed in deeds {
            if let Deed::Inside(at) = deed
                && followed.changed.last() != Some(at)
            {
                followed.changed.push(*at);
            }
        }
        let mut next = sorted.iter().peekable();
        let (mut added, mut removed) = (0, 0);
        for entry in &mut self.entries {
            let end = entry.value.end;
            entry.shift(added, removed);
            while let Some(edit) = next.next_if(|edit| edit.span.start < end) {
                added += edit.text.len();
                removed += edit.span.len();
                entry.value.end = entry.value.end + edit.text.len() - edit.span.len();
            }
        }
        self.body.end = self.body.end + added - removed;
        followed
    }

    /// Entries came or went: the list is put together anew, in one pass.
    fn rebuild(&mut self, sorted: &[&Edit], deeds: Vec<Deed>) -> Followed {
        let mut followed = Followed::default();
        let old = std::mem::take(&mut self.entries);
        let mut entries = Vec::with_capacity(old.len() + deeds.len());
        // Where old entries stand now: from which old place on, and by how much they moved along the list.
        let mut moves: Vec<(usize, isize)> = Vec::new();
        let (mut added, mut removed) = (0, 0);
        let mut rest = old.into_iter().enumerate().peekable();
        for (edit, deed) in sorted.iter().zip(deeds) {
            let (Deed::Inside(at) | Deed::New(at, _) | Deed::Gone(at, _)) = deed;
            while let Some((_, mut entry)) = rest.next_if(|(place, _)| *place < at) {
                entry.shift(added, removed);
                entries.push(entry);
            }
            match deed {
                Deed::Inside(_) => {
                    // The first of several edits takes the entry over.
                    if let Some((_, mut entry)) = rest.next_if(|(place, _)| *place == at) {
                        entry.shift(added, removed);
                        followed.changed.push(entries.len());
                        entries.push(entry);
                    }
                    if let Some(entry) = entries.last_mut() {
                        entry.value.end = entry.value.end + edit.text.len() - edit.span.len();
                    }
                }
                Deed::New(_, new) => {
                    for mut entry in new {
                        entry.shift(edit.span.start + added, removed);
                        followed.changed.push(entries.len());
                        entries.push(entry);
                        moves.push((at, 1));
                    }
                }
                Deed::Gone(_, count) => {
                    for (place, entry) in rest.by_ref().take(count) {
                        self.by_id.remove(&entry.id);
                        followed.gone.push(entry.id.to_string());
                        moves.push((place + 1, -1));
                    }
                }
            }
            added += edit.text.len();
            removed += edit.span.len();
        }
        for (_, mut entry) in rest {
            entry.shift(added, removed);
            entries.push(entry);
        }
        self.entries = entries;
        self.body.end = self.body.end + added - removed;
        self.move_places(&moves);
        for at in &followed.changed {
            let entry = &self.entries[*at];
            self.by_id.insert(entry.id.clone(), *at);
        }
        followed
    }

    /// Corrects the places of entries that others came or went in front of.
    fn move_places(&mut self, moves: &[(usize, isize)]) {
        let mut sums: Vec<(usize, isize)> = Vec::with_capacity(moves.len());
        for (from, by) in moves {
            let before = sums.last().map_or(0, |(_, sum)| *sum);
            match sums.last_mut() {
                Some(last) if last.0 == *from => last.1 += by,
                _ => sums.push((*from, before + by)),
            }
        }
        self.by_id.values_mut().for_each(|place| {
            let known = sums.partition_point(|(from, _)| from <= place);
            if let Some((_, by)) = known.checked_sub(1).map(|at| sums[at]) {
                *place = place.saturating_add_signed(by);
            }
        });
    }
}

/// What following edits gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Entries that changed or came, by their new places.
    pub changed: Vec<usize>,
    /// Ids of entries that went.
    pub gone: Vec<String>,
}

/// What an edit does to the entries.
enum Deed {
    /// Changes the value of one.
    Inside(usize),
    /// Puts new ones before one.
    New(usize, Vec<IndexedEntry>),
    /// Removes some.
    Gone(usize, usize),
}

/// Reads texts that are put between entries.
#[derive(Default)]
struct Reader<'e> {
    /// Values that were read before: a stroke writes the same one thousands of times.
    known: HashSet<&'e str>,
}

impl<'e> Reader<'e> {
    /// The entries in a text, with places from its start.
    fn entries(&mut self, text: &'e str) -> Option<Vec<IndexedEntry>> {
        let start = text.len() - text.trim_start_matches([',', '\n', '\r', ' ', '\t']).len();
        self.one(text, start).map(|entry| vec![entry]).or_else(|| several(text, start))
    }

    /// The only entry of a text, if it is a plain one.
    fn one(&mut self, text: &'e str, start: usize) -> Option<IndexedEntry> {
        let id = text[start..].strip_prefix('"')?.split('"').next().filter(|id| !id.contains('\\'))?;
        let key = Span::new(start, start + id.len() + 2);
        let from = key.end + text.get(key.end..)?.strip_prefix(": ").map(|_| 2)?;
        let value = Span::new(from, text.trim_end_matches(',').len());
        let written = text.get(value.start..value.end)?;
        if !self.known.contains(written) {
            let (root, errors) = cst::parse(written);
            root.filter(|root| errors.is_empty() && root.span == Span::new(0, written.len()))?;
            self.known.insert(written);
        }
        Some(IndexedEntry { id: id.into(), key, value })
    }
}

fn several(text: &str, start: usize) -> Option<Vec<IndexedEntry>> {
    let whole = format!("{{{}}}", &text[start..]);
    let (root, errors) = cst::parse(&whole);
    let NodeKind::Map(entries) = &root.filter(|_| errors.is_empty())?.kind else { return None };
    let moved = |span: Span| Span::new(span.start + start - 1, span.end + start - 1);
    let list: Vec<IndexedEntry> = entries
        .iter()
        .map(|entry| IndexedEntry {
            id: entry.key.key_text(&whole).into(),
            key: moved(entry.key.span),
            value: moved(entry.value.span),
        })
        .collect();
    (!list.is_empty()).then_some(list)
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

    fn followed(edits: &[Edit]) -> Option<Followed> {
        let mut index = EntryIndex::of(TEXT, "spaces").expect("spaces");
        let followed = index.follow(TEXT, edits);
        let after = if followed.is_some() { apply(TEXT, edits).expect("edits fit") } else { TEXT.to_owned() };
        assert_eq!(Some(index), EntryIndex::of(&after, "spaces"), "{edits:?}");
        followed
    }

    #[test]
    fn edits_inside_values_are_followed() {
        let edits = [edit("Land", "Coast, name: \"A\""), Edit::replace(span_of_second_surface(), "Lake")];
        assert_eq!(followed(&edits).map(|it| it.changed), Some(vec![0, 1]));
    }

    #[test]
    fn entries_that_come_and_go_are_followed() {
        let behind = |find: &str| TEXT.find(find).expect("the text holds it") + find.len();
        let new =
            Edit::insert(behind("(surface: Land),"), "\n    \"aa\": (surface: Sea),\n    \"ab\": (surface: Lake),");
        let last = Edit::insert(behind("\"c\": (surface: Sea),"), "\n    \"d\": (surface: Sea),");
        let gone = edit("    \"b\": (surface: Sea), // sea\n", "");
        let cases = [
            (vec![new.clone()], vec![1, 2], vec![]),
            (vec![last.clone(), new.clone(), edit("Land", "Lake")], vec![0, 1, 2, 5], vec![]),
            (vec![gone.clone()], vec![], vec!["b"]),
            (vec![gone, last], vec![2], vec!["b"]),
            (vec![Edit::insert(behind("(surface: Land)"), ", \"aa\": (surface: Sea)")], vec![1], vec![]),
        ];
        for (edits, changed, gone) in cases {
            let found = followed(&edits).unwrap_or_else(|| panic!("{edits:?} can be followed"));
            assert_eq!((found.changed, found.gone), (changed, gone.into_iter().map(str::to_owned).collect()));
        }
    }

    #[test]
    fn edits_elsewhere_are_refused_and_change_nothing() {
        for edits in [
            vec![edit("Land", "Sea"), edit("// sea", "")],
            vec![edit("    \"c\"", "\"c\"")],
            vec![edit("(surface: Land)", "()")],
            vec![Edit::insert(TEXT.find("// sea").expect("a comment") + 3, ", \"d\": (surface: Sea)")],
            vec![edit("// sea\n    \"c\": (surface: Sea),", "")],
            vec![Edit::insert(TEXT.find("\n    \"b\"").expect("an entry"), "\n    // a comment")],
        ] {
            assert_eq!(followed(&edits), None, "{edits:?}");
        }
    }
}
