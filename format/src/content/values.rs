//! An entry of any kind as a plain value, for who reads or changes a part of it without knowing its type.

use std::hash::Hash;

use indexmap::{Equivalent, IndexMap};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Content;
use crate::entries::EntryKind;
use crate::refs;

macro_rules! entries {
    ($($kind:ident in $map:ident;)*) => {
        impl Content {
            /// An entry in its JSON form. Steps of the turn have no entry of their own.
            pub fn value(&self, kind: EntryKind, id: &str) -> Option<Value> {
                match kind {
                    $(EntryKind::$kind => read(&self.$map, id),)*
                    EntryKind::Phase | EntryKind::Sequence => None,
                }
            }

            /// Puts an entry into the place of the one with its id; the error says why the value is none of its kind.
            pub(crate) fn replace(&mut self, kind: EntryKind, id: &str, value: Value) -> Result<(), serde_json::Error> {
                match kind {
                    $(EntryKind::$kind => write(&mut self.$map, id, value),)*
                    EntryKind::Phase | EntryKind::Sequence => Ok(()),
                }
            }

            /// The names that an entry holds, with their types.
            pub(crate) fn names_in(&self, kind: EntryKind, id: &str) -> Vec<(&'static str, String)> {
                match kind {
                    $(EntryKind::$kind => names(&self.$map, id),)*
                    EntryKind::Phase | EntryKind::Sequence => Vec::new(),
                }
            }
        }
    };
}

entries! {
    Space in spaces; Region in regions; Passage in passages; Terrain in terrains; Side in side_types; Feature in features;
    Link in link_classes; Alliance in sides; Power in powers; Unit in units; Class in classes; Formation in formations;
    Table in tables; Option in options; Procedure in procedures; Modifier in modifiers; Rule in rules;
    Objective in objectives; Track in tracks; Season in seasons; Fact in facts; Value in values; Scenario in scenarios;
    Example in examples; Covered in coverage; Contract in contracts;
}

fn read<K: Hash + Eq, V: Serialize>(map: &IndexMap<K, V>, id: &str) -> Option<Value>
where
    str: Equivalent<K>,
{
    map.get(id).and_then(|entry| serde_json::to_value(entry).ok())
}

fn write<K, V: DeserializeOwned>(map: &mut IndexMap<K, V>, id: &str, value: Value) -> Result<(), serde_json::Error>
where
    K: Hash + Eq,
    str: Equivalent<K>,
{
    let entry = serde_json::from_value(value)?;
    if let Some(place) = map.get_mut(id) {
        *place = entry;
    }
    Ok(())
}

fn names<K: Hash + Eq, V: Serialize>(map: &IndexMap<K, V>, id: &str) -> Vec<(&'static str, String)>
where
    str: Equivalent<K>,
{
    let mut found = Vec::new();
    if let Some(entry) = map.get(id) {
        refs::walk(entry, &mut |of, name, _| found.push((of, name.to_owned())));
    }
    found
}
