//! The keys of large maps, for who asks for many places in one text: to walk along a map for each of its entries takes the square of
//! its size.

use std::collections::HashMap;

use super::{Entry, Node, NodeKind};

/// Maps with fewer entries are walked along.
const LARGE: usize = 32;

/// Where each key of the large maps of a text stands; of a key that comes twice the first place.
#[derive(Debug, Default)]
pub struct Keys(HashMap<usize, HashMap<String, usize>>);

impl Keys {
    /// The keys of all large maps below a node.
    pub fn below(root: &Node, text: &str) -> Self {
        let mut keys = Self::default();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            match &node.kind {
                NodeKind::List(items) | NodeKind::Tuple(_, items) => open.extend(items),
                NodeKind::Struct(_, fields) => open.extend(fields.iter().map(|field| &field.value)),
                NodeKind::Map(entries) => {
                    open.extend(entries.iter().map(|entry| &entry.value));
                    if entries.len() >= LARGE {
                        keys.0.insert(node.span.start, places(entries, text));
                    }
                }
                _ => {}
            }
        }
        keys
    }

    /// The places of the keys of a map, if it is a large one. No two maps begin at one byte.
    pub(super) fn of(&self, map: &Node) -> Option<&HashMap<String, usize>> {
        self.0.get(&map.span.start)
    }
}

fn places(entries: &[Entry], text: &str) -> HashMap<String, usize> {
    let mut places = HashMap::with_capacity(entries.len());
    for (place, entry) in entries.iter().enumerate() {
        places.entry(entry.key.key_text(text)).or_insert(place);
    }
    places
}
