//! Starter packs: a small map, two powers, a few units and one scenario that passes every check. What `chartroom new` and the
//! editor's "New pack" write.

use std::path::Path;

use crate::{edit, names};

macro_rules! starter {
    ($folder:literal: $($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("../starters/", $folder, "/", $file)))),+]
    };
}

const BOTH: &[(&str, &str)] = starter!("both": "terrain.ron", "units.ron", "tables/unit-cost.ron", "powers.ron", "sequence.ron",
    "rules/procedures.ron", "scenarios/first.ron", "map/regions.ron");
const HEX: &[(&str, &str)] = starter!("hex": "pack.ron", "map/map.ron", "map/spaces.ron", "map/links.ron");
const ZONES: &[(&str, &str)] =
    starter!("zones": "pack.ron", "map/map.ron", "map/spaces.ron", "map/shapes.ron", "map/links.ron");

/// What kind of map a starter has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Starter {
    #[default]
    Hexes,
    Zones,
}

/// Writes a starter pack into a new folder, whose name becomes the id of the pack. Nothing that exists is overwritten.
pub fn write(folder: &Path, starter: Starter) -> Result<(), String> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let id = names::to_id(&name);
    if id != name || id.is_empty() {
        return Err(format!("`{name}` cannot be the id of a pack; write `{id}`: lower case words joined by hyphens"));
    }
    if folder.exists() {
        return Err(format!("{} exists already; nothing was written", folder.display()));
    }
    for (file, text) in files(starter, &id) {
        let path = folder.join(file);
        edit::write_atomic(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// The files of a starter pack with their texts.
pub fn files(starter: Starter, id: &str) -> Vec<(&'static str, String)> {
    let (own, red, blue) = match starter {
        Starter::Hexes => (HEX, "0103", "0804"),
        Starter::Zones => (ZONES, "redburg", "bluehaven"),
    };
    let filled = |template: &str| {
        template
            .replace("PACK_ID", id)
            .replace("PACK_TITLE", &title(id))
            .replace("RED_CAPITAL", red)
            .replace("BLUE_CAPITAL", blue)
    };
    own.iter().chain(BOTH).map(|(file, template)| (*file, filled(template))).collect()
}

/// "west-front" becomes "West front".
fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
