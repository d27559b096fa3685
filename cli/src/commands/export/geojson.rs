//! `chartroom export geojson`: the map of a pack as areas with their properties.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::geojson;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom export geojson war-game-ww2 -o war-game-ww2.geojson

Every zone is a polygon with its surface, terrain, country, value, features and neighbours; links beyond geometry are lines. Hexes are
polygons too. Places are degrees, so that QGIS and web maps show them; `chartroom import geojson` reads zones back where they were.")]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The file to write; PACK.geojson if left out.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let loaded = find::load_pack(&args.pack)?;
    let content = &loaded.content;
    let usual = || PathBuf::from(format!("{}.geojson", content.pack().map_or("map", |pack| pack.id.as_str())));
    let target = args.output.clone().unwrap_or_else(usual);
    let text = geojson::write(content).map_err(|error| error.to_string())?;
    output::write(&target, text.as_bytes())?;
    output::print(&format!("wrote {}\n", target.display()))?;
    Ok(ExitCode::from(u8::from(loaded.has_errors())))
}
