//! The archive of JSON Schemas: one per kind and released version, committed under `format/schemas/` and built in,
//! so that a document of an old version is checked against its own version's schema.

use std::sync::OnceLock;

use serde_json::Value;

use crate::schema::Kind;

macro_rules! archived {
    ($($version:literal: $($kind:ident),+;)*) => {
        &[$($(($version, Kind::$kind, include_str!(concat!("../schemas/v", $version, "/", stringify!($kind), ".json"))),)+)*]
    };
}

const TEXTS: &[(u32, Kind, &str)] = archived! {
    1: Pack, Map, Spaces, Links, Regions, Shapes, Recipe, Terrain, Powers, Units, Table, Sequence, Options, Rules,
       Scenario, Examples, Coverage;
    2: Pack, Map, Spaces, Links, Regions, Shapes, Recipe, Terrain, Powers, Units, Table, Sequence, Options, Rules,
       Scenario, Examples, Coverage, Balance, Bots, Overlay;
};

/// How many schemas the archive holds.
pub(crate) const COUNT: usize = TEXTS.len();

/// Each schema is parsed when it is first asked for: a command meets a few of them only.
static PARSED: [OnceLock<Option<Value>>; COUNT] = [const { OnceLock::new() }; COUNT];

/// The place of a schema in the archive.
pub(crate) fn place(version: u32, kind: Kind) -> Option<usize> {
    TEXTS.iter().position(|(of, named, _)| (*of, *named) == (version, kind))
}

/// Every archived schema by version and kind.
pub fn archive() -> impl Iterator<Item = ((u32, Kind), &'static Value)> {
    TEXTS.iter().filter_map(|(version, kind, _)| get(*version, *kind).map(|schema| ((*version, *kind), schema)))
}

/// The schema of a kind in a version.
pub fn get(version: u32, kind: Kind) -> Option<&'static Value> {
    let at = place(version, kind)?;
    PARSED[at].get_or_init(|| serde_json::from_str(TEXTS[at].2).ok()).as_ref()
}

/// The text of the current schema of a kind, as it is committed.
pub fn current_text(kind: Kind) -> String {
    let mut text = serde_json::to_string_pretty(kind.json_schema().as_value()).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::CURRENT;

    /// Set CHARTROOM_UPDATE=1 to write the schemas after a compatible change of the types.
    #[test]
    fn the_archive_holds_the_schema_of_the_current_types() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/v{CURRENT}"));
        for kind in Kind::ALL {
            let path = folder.join(format!("{}.json", kind.name()));
            let text = current_text(*kind);
            if std::env::var_os("CHARTROOM_UPDATE").is_some() {
                std::fs::write(&path, &text).expect("schema can be written");
            }
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == text, "{} drifted: run the tests with CHARTROOM_UPDATE=1", path.display());
        }
    }

    #[test]
    fn every_archived_schema_is_itself_valid() {
        for ((version, kind), schema) in archive() {
            assert!(jsonschema::meta::is_valid(schema), "v{version} {}", kind.name());
            assert!(jsonschema::validator_for(schema).is_ok(), "v{version} {}", kind.name());
        }
        assert_eq!(archive().count(), TEXTS.len(), "every archived text is JSON");
    }
}
