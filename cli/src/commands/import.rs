//! `chartroom import FORMAT`: other programs' files to a pack. One file per format.

mod drawing;
mod triplea;
mod xlsx;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    format: Format,
}

/// What can be read.
#[derive(Subcommand)]
enum Format {
    /// A map of TripleA: its folder, its .zip, or the .xml of one game.
    Triplea(triplea::Args),
    /// A workbook that `export xlsx` wrote: show what was changed in it, or write it into the pack.
    Xlsx(xlsx::Args),
    /// Areas of GeoJSON, as a new pack of zones.
    Geojson(drawing::GeoJson),
    /// Named paths of a drawing, as a new pack of zones.
    Svg(drawing::Svg),
    /// A hexagonal map of Tiled, as a new pack of hexes.
    Tiled(drawing::Tiled),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    match &args.format {
        Format::Triplea(args) => triplea::run(args),
        Format::Xlsx(args) => xlsx::run(args),
        Format::Geojson(args) => drawing::geojson(args),
        Format::Svg(args) => drawing::svg(args),
        Format::Tiled(args) => drawing::tiled(args),
    }
}
