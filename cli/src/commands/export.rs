//! `chartroom export FORMAT`: a pack as other programs' files. One file per format.

mod geojson;
mod tiled;
mod xlsx;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    format: Format,
}

/// What can be written.
#[derive(Subcommand)]
enum Format {
    /// Tables, units, set-ups and treasuries as one workbook.
    Xlsx(xlsx::Args),
    /// The map as GeoJSON, for QGIS and web pages.
    Geojson(geojson::Args),
    /// A board of hexes as a map of Tiled.
    Tiled(tiled::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    match &args.format {
        Format::Xlsx(args) => xlsx::run(args),
        Format::Geojson(args) => geojson::run(args),
        Format::Tiled(args) => tiled::run(args),
    }
}
