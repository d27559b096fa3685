//! `chartroom new NAME`: writes a small starter pack that passes `check`. Nothing that exists is overwritten.

use std::path::Path;
use std::process::ExitCode;

use chartroom_format::{edit, names};

use crate::args::GridKind;
use crate::output;

macro_rules! starter {
    ($folder:literal: $($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("../../starters/", $folder, "/", $file)))),+]
    };
}

const BOTH: &[(&str, &str)] = starter!("both": "terrain.ron", "units.ron", "tables/unit-cost.ron", "powers.ron", "sequence.ron",
    "rules/procedures.ron", "scenarios/first.ron", "map/regions.ron");
const HEX: &[(&str, &str)] = starter!("hex": "pack.ron", "map/map.ron", "map/spaces.ron", "map/links.ron");
const ZONES: &[(&str, &str)] =
    starter!("zones": "pack.ron", "map/map.ron", "map/spaces.ron", "map/shapes.ron", "map/links.ron");

pub(crate) fn run(folder: &Path, grid: GridKind) -> Result<ExitCode, String> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let id = names::to_id(&name);
    if id != name || id.is_empty() {
        return Err(format!("`{name}` cannot be the id of a pack; write `{id}`: lower case words joined by hyphens"));
    }
    if folder.exists() {
        return Err(format!("{} exists already; nothing was written", folder.display()));
    }
    let (own, red, blue) = match grid {
        GridKind::Hex => (HEX, "0103", "0804"),
        GridKind::Zones => (ZONES, "redburg", "bluehaven"),
    };
    for (file, template) in own.iter().chain(BOTH) {
        let text = template
            .replace("PACK_ID", &id)
            .replace("PACK_TITLE", &title(&id))
            .replace("RED_CAPITAL", red)
            .replace("BLUE_CAPITAL", blue);
        let path = folder.join(file);
        edit::write_atomic(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    output::print(&format!(
        "wrote a starter pack to {0}\n  chartroom check {0}\n  chartroom edit {0}\n",
        folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// "west-front" becomes "West front".
fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
