//! The archive of JSON Schemas: one per kind and released version, committed under `format/schemas/` and built in,
//! so that a document of an old version is checked against its own version's schema.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
       Scenario, Examples, Coverage;
};

static ARCHIVE: LazyLock<BTreeMap<(u32, Kind), Value>> = LazyLock::new(|| {
    let parsed = TEXTS.iter().map(|(version, kind, text)| ((*version, *kind), serde_json::from_str(text)));
    parsed.filter_map(|(key, schema)| schema.ok().map(|schema| (key, schema))).collect()
});

/// Every archived schema by version and kind.
pub fn archive() -> &'static BTreeMap<(u32, Kind), Value> {
    &ARCHIVE
}

/// The schema of a kind in a version.
pub fn get(version: u32, kind: Kind) -> Option<&'static Value> {
    ARCHIVE.get(&(version, kind))
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
        assert_eq!(archive().len(), TEXTS.len(), "every archived text is JSON");
    }
}
