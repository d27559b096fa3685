//! Places in files where a mutation can be made: walking the syntax tree with the way that led there.

use chartroom_format::cst::{Node, NodeKind};
use chartroom_format::source::Span;

/// One value with the names of the fields, keys and brackets around it, outermost first.
pub(crate) struct Place<'a> {
    pub(crate) way: Vec<String>,
    pub(crate) node: &'a Node,
    /// The name or key before it.
    pub(crate) name: Option<Span>,
    /// The place in the list around it.
    pub(crate) index: Option<usize>,
}

impl Place<'_> {
    /// Whether the way ends with these names; `*` stands for any.
    pub(crate) fn ends(&self, names: &[&str]) -> bool {
        let from = self.way.len().checked_sub(names.len());
        from.is_some_and(|from| self.way[from..].iter().zip(names).all(|(at, name)| *name == "*" || at == name))
    }

    pub(crate) fn within(&self, name: &str) -> bool {
        self.way.iter().any(|at| at == name)
    }
}

/// Every value of a tree.
pub(crate) fn all<'a>(root: &'a Node, text: &str) -> Vec<Place<'a>> {
    let mut found = Vec::new();
    walk(root, &mut Vec::new(), None, None, text, &mut found);
    found
}

fn walk<'a>(
    node: &'a Node,
    way: &mut Vec<String>,
    name: Option<Span>,
    index: Option<usize>,
    text: &str,
    found: &mut Vec<Place<'a>>,
) {
    found.push(Place { way: way.clone(), node, name, index });
    match &node.kind {
        NodeKind::List(items) => {
            for (index, item) in items.iter().enumerate() {
                way.push("[]".to_owned());
                walk(item, way, None, Some(index), text, found);
                way.pop();
            }
        }
        NodeKind::Tuple(tag, items) => {
            for (index, item) in items.iter().enumerate() {
                way.push(tag.as_ref().map_or_else(|| "()".to_owned(), |tag| tag.text.clone()));
                walk(item, way, None, Some(index), text, found);
                way.pop();
            }
        }
        NodeKind::Struct(tag, fields) => {
            for field in fields {
                if let Some(tag) = tag {
                    way.push(tag.text.clone());
                }
                way.push(field.name.text.clone());
                walk(&field.value, way, Some(field.name.span), None, text, found);
                way.pop();
                if tag.is_some() {
                    way.pop();
                }
            }
        }
        NodeKind::Map(entries) => {
            for entry in entries {
                way.push(entry.key.key_text(text));
                walk(&entry.value, way, Some(entry.key.span), None, text, found);
                way.pop();
            }
        }
        _ => {}
    }
}

/// The span of an item of a list or map with the comma behind it.
pub(crate) fn with_comma(text: &str, span: Span) -> Span {
    let rest = &text[span.end..];
    let spaces = rest.len() - rest.trim_start().len();
    if rest[spaces..].starts_with(',') { Span::new(span.start, span.end + spaces + 1) } else { span }
}
