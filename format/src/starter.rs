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

/// What differs from map to map in the files that all starters share.
#[derive(Clone, Copy, Debug)]
pub struct Cast<'a> {
    /// Space and country of the first power's capital.
    pub red: (&'a str, &'a str),
    /// Space and country of the second power's capital.
    pub blue: (&'a str, &'a str),
}

/// Writes a starter pack into a new folder, whose name becomes the id of the pack. Nothing that exists is overwritten.
pub fn write(folder: &Path, starter: Starter) -> Result<(), String> {
    let id = id_for(folder)?;
    write_files(folder, &files(starter, &id))
}

/// The id of a pack that is to be written into a new folder, or why it cannot be.
pub fn id_for(folder: &Path) -> Result<String, String> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let id = names::to_id(&name);
    if name.is_empty() || id.is_empty() {
        return Err(format!("`{}` is no name for a pack; write one such as `west-front`", folder.display()));
    }
    if id != name {
        return Err(format!("`{name}` cannot be the id of a pack; write `{id}`: lower case words joined by hyphens"));
    }
    if folder.exists() {
        return Err(format!("{} exists already; nothing was written", folder.display()));
    }
    Ok(id)
}

/// Writes the files of a new pack.
pub fn write_files(folder: &Path, files: &[(&str, String)]) -> Result<(), String> {
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        edit::write_atomic(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    let git = [(".gitattributes", "*.ron text eol=lf\n"), (".gitignore", ".chartroom/\n")];
    let all = files.iter().map(|(file, text)| (*file, text.as_str())).chain(git);
    let written = all.into_iter().try_for_each(|(file, text)| write(file, text));
    if written.is_err() {
        // The folder was not there before: a half of a pack would only stand in the way of the next try.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
}

/// The files of a starter pack with their texts.
pub fn files(starter: Starter, id: &str) -> Vec<(&'static str, String)> {
    let (own, red, blue) = match starter {
        Starter::Hexes => (HEX, "0103", "0804"),
        Starter::Zones => (ZONES, "redburg", "bluehaven"),
    };
    let own = own.iter().map(|(file, template)| (*file, named(template, id)));
    own.chain(shared(Cast { red: (red, "redland"), blue: (blue, "blueland") })).collect()
}

/// The files that do not depend on the map but for the two capitals and their countries.
pub fn shared(cast: Cast<'_>) -> Vec<(&'static str, String)> {
    let filled = |template: &str| {
        template
            .replace("RED_CAPITAL", cast.red.0)
            .replace("BLUE_CAPITAL", cast.blue.0)
            .replace("\"redland\"", &format!("\"{}\"", cast.red.1))
            .replace("\"blueland\"", &format!("\"{}\"", cast.blue.1))
    };
    BOTH.iter().map(|(file, template)| (*file, filled(template))).collect()
}

fn named(template: &str, id: &str) -> String {
    template.replace("PACK_ID", id).replace("PACK_TITLE", &title(id))
}

/// "west-front" becomes "West front".
pub fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
