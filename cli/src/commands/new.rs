//! `chartroom new NAME`: writes a small starter pack that passes `check`. Nothing that exists is overwritten.

use std::path::Path;
use std::process::ExitCode;

use chartroom_format::starter::{self, Starter};

use crate::args::GridKind;
use crate::output;

pub(crate) fn run(folder: &Path, grid: GridKind) -> Result<ExitCode, String> {
    let kind = match grid {
        GridKind::Hex => Starter::Hexes,
        GridKind::Zones => Starter::Zones,
    };
    starter::write(folder, kind)?;
    output::print(&format!(
        "wrote a starter pack to {0}\n  chartroom check {0}\n  chartroom edit {0}\n",
        folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
