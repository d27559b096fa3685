//! `chartroom new NAME`: writes a small starter pack that passes `check`. Nothing that exists is overwritten.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use chartroom_atlas::source::Sources;
use chartroom_atlas::world::{self, World};
use chartroom_format::schema::recipe::Extent;
use chartroom_format::starter::{self, Starter};

use crate::args::GridKind;
use crate::{find, output};

pub(crate) fn run(folder: &Path, grid: GridKind) -> Result<ExitCode, String> {
    let kind = match grid {
        GridKind::Hex => Starter::Hexes,
        GridKind::Zones => Starter::Zones,
    };
    starter::write(folder, kind)?;
    tell(folder, "a starter pack", &["check", "edit"])
}

/// A pack on a part of the real world, or on all of it.
pub(crate) fn world(folder: &Path, extent: Option<Extent>, columns: u32) -> Result<ExitCode, String> {
    let extent = extent.unwrap_or(World::WHOLE);
    let id = starter::id_for(folder)?;
    let geography = |name: &str| find::geography(folder, name);
    let sources = Sources { geography: &geography, picture: &|_| Err("a new map needs no picture".to_owned()) };
    let files = world::files(&id, &World { extent, columns }, &sources).map_err(|error| error.to_string())?;
    starter::write_files(folder, &files)?;
    tell(folder, "a map of the real world", &["check", "render", "edit"])
}

fn tell(folder: &Path, what: &str, next: &[&str]) -> Result<ExitCode, String> {
    let mut text = format!("wrote {what} to {}\n", folder.display());
    for command in next {
        let _ = writeln!(text, "  chartroom {command} {}", folder.display());
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
