//! Other ways to write a value of the wrong kind: a number between quotes, one value for a list, `True` for `true`. Only what was
//! shown to help is offered.

use crate::cst::{Node, NodeKind};
use crate::edit::Edit;
use crate::encode;

/// The first way to write a value that helps, and what it is called.
pub(super) fn that(node: &Node, text: &str, helps: impl Fn(&Edit) -> bool) -> Option<(&'static str, Edit)> {
    let written = node.span.of(text);
    let mut ways: Vec<(&'static str, String)> = Vec::new();
    match &node.kind {
        NodeKind::Text(inside) => {
            ways.push(("numbers, words and truths stand without quotes", inside.trim().to_owned()));
            ways.push(("a list stands in `[ ]`, even if it has one entry", format!("[{written}]")));
        }
        NodeKind::Name(word) => {
            let truth = match word.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => "true",
                "false" | "no" | "off" => "false",
                _ => "",
            };
            if !truth.is_empty() {
                ways.push(("a truth is written `true` or `false`", truth.to_owned()));
            }
            ways.push(("text stands between quotes", encode::quoted(word)));
            ways.push(("a list stands in `[ ]`, even if it has one entry", format!("[{written}]")));
        }
        NodeKind::Number | NodeKind::Bool(_) => {
            ways.push(("text stands between quotes", encode::quoted(written)));
            ways.push(("a list stands in `[ ]`, even if it has one entry", format!("[{written}]")));
        }
        NodeKind::List(items) => {
            if let [only] = items.as_slice() {
                ways.push(("one value stands without `[ ]`", only.span.of(text).to_owned()));
            }
        }
        NodeKind::Other if written.starts_with('\'') => {
            ways.push(("text stands between double quotes", encode::quoted(written.trim_matches('\''))));
        }
        _ => {}
    }
    let edits = ways.into_iter().filter(|(_, new)| !new.is_empty() && new.len() < 200);
    edits.map(|(help, new)| (help, Edit::replace(node.span, new))).find(|(_, edit)| helps(edit))
}
