//! Which entries something else names. Found by walking the content for names, so that no list of fields can be forgotten.

use std::collections::{BTreeMap, HashSet};

use chartroom_engine::compile::DRAWN_LINKS;
use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::refs;
use chartroom_format::schema::table::Axis;
use serde::Serialize;

/// Entries that are named somewhere.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    used: BTreeMap<EntryKind, HashSet<String>>,
}

impl Usage {
    pub fn new(content: &Content) -> Self {
        let mut usage = Self::default();
        usage.values(content.spaces.values());
        usage.values(content.passages.values());
        usage.values(content.regions.values());
        usage.values(content.hexsides.values());
        usage.values(&content.added_links);
        usage.values(&content.default_terrain);
        usage.values(content.terrains.values());
        usage.values(content.features.values());
        usage.values(content.powers.values());
        usage.values(content.units.values());
        usage.values(content.formations.values());
        usage.values(&content.sequence);
        usage.values(content.other_sequences.values());
        usage.values(content.options.values());
        usage.values(content.procedures.values());
        usage.values(content.modifiers.values());
        usage.values(content.rules.values());
        usage.values(content.objectives.values());
        usage.values(content.values.values());
        usage.values(content.facts.values());
        usage.values(content.scenarios.values());
        usage.values(content.examples.values());
        usage.values(content.coverage.values());
        usage.axes(content);
        for drawn in DRAWN_LINKS {
            usage.add(EntryKind::Link, drawn);
        }
        for covered in content.coverage.values() {
            for named in covered.entries() {
                if let Some((kind, id)) = named.split_once(':')
                    && let Some(kind) = EntryKind::parse(kind)
                {
                    usage.add(kind, id);
                }
            }
        }
        usage
    }

    pub fn is_used(&self, kind: EntryKind, id: &str) -> bool {
        self.used.get(&kind).is_some_and(|names| names.contains(id))
    }

    /// Most names come again and again.
    fn add(&mut self, kind: EntryKind, name: &str) {
        let names = self.used.entry(kind).or_default();
        if !names.contains(name) {
            names.insert(name.to_owned());
        }
    }

    fn values<T: Serialize>(&mut self, values: impl IntoIterator<Item = T>) {
        for value in values {
            refs::walk(&value, &mut |name_type, name, _| {
                for kind in refs::targets(name_type) {
                    self.add(*kind, name);
                }
            });
        }
    }

    fn axes(&mut self, content: &Content) {
        for table in content.tables.values() {
            for (index, axis) in table.axes.iter().enumerate() {
                let Axis::Words { of: Some(of), .. } = axis else { continue };
                let kind = of.entry();
                self.used.entry(kind).or_default().extend(table.keys(index).into_iter().map(|key| key.0));
            }
        }
    }
}
