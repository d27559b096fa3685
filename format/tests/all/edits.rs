//! Edits by span on real content: only the edited lines change, the file stays sound, and the inverse leads back.

use chartroom_format::cst::{self, Node, NodeKind};
use chartroom_format::edit::{self, Edit};
use proptest::prelude::*;

fn content_files() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "ron"))
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .filter(|text| text.len() < 60_000)
        .collect()
}

/// Every number and text in the tree.
fn leaves<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    match &node.kind {
        NodeKind::Number | NodeKind::Text(_) => found.push(node),
        NodeKind::List(items) | NodeKind::Tuple(_, items) => items.iter().for_each(|item| leaves(item, found)),
        NodeKind::Map(entries) => entries.iter().for_each(|entry| leaves(&entry.value, found)),
        NodeKind::Struct(_, fields) => fields.iter().for_each(|field| leaves(&field.value, found)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_edits_change_only_the_edited_lines(picks in proptest::collection::vec((any::<prop::sample::Index>(), 0i64..999), 1..6),
                                                 file in any::<prop::sample::Index>()) {
        let files = content_files();
        let text = &files[file.index(files.len())];
        let (root, errors) = cst::parse(text);
        prop_assert!(errors.is_empty());
        let root = root.expect("content has a value");
        let mut found = Vec::new();
        leaves(&root, &mut found);
        prop_assume!(!found.is_empty());
        let mut edits: Vec<Edit> = Vec::new();
        for (pick, value) in &picks {
            let leaf = found[pick.index(found.len())];
            if edits.iter().all(|edit| edit.span != leaf.span) {
                let new = if leaf.kind == NodeKind::Number { value.to_string() } else { format!("\"v{value}\"") };
                edits.push(Edit::replace(leaf.span, new));
            }
        }
        let (edited, inverse) = (edit::apply(text, &edits).expect("edits fit"), edit::inverse(text, &edits));
        prop_assert_eq!(&edit::apply(&edited, &inverse).expect("inverse fits"), text);
        prop_assert!(cst::parse(&edited).1.is_empty(), "the edited file still parses");
        let touched: std::collections::BTreeSet<usize> =
            edits.iter().map(|edit| text[..edit.span.start].matches('\n').count()).collect();
        for (number, (before, after)) in text.split('\n').zip(edited.split('\n')).enumerate() {
            prop_assert!(before == after || touched.contains(&number), "line {} changed without being edited", number + 1);
        }
        prop_assert_eq!(text.matches('\n').count(), edited.matches('\n').count());
    }
}
