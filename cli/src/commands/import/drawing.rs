//! `chartroom import geojson`, `svg` and `tiled`: the map of another program to a new pack.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_exchange::report::Report;
use chartroom_exchange::zoning::pack::{self, NewMap, NewPack};
use chartroom_exchange::{geojson, svg, tiled};
use chartroom_format::{fs, starter};
use serde_json::json;

use crate::output;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom import geojson europe.geojson -o packs/europe
  chartroom import geojson provinces.geojson --name PROV_NAME -o packs/provinces

Every polygon becomes a zone; neighbours share their borders. The properties surface, terrain, country, regions, value and features
are taken over. Areas that do not meet point by point are traced, which moves borders by a unit of the map.")]
pub(crate) struct GeoJson {
    /// The file to read.
    source: PathBuf,
    /// The pack to write: a new folder, whose name becomes the id of the pack.
    #[arg(short, long, value_name = "PACK")]
    output: PathBuf,
    /// The property that names areas, where it is neither id nor name.
    #[arg(long, value_name = "PROPERTY")]
    name: Option<String>,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom import svg map.svg -o packs/map

Every path, polygon or rectangle with a label or an id becomes a zone. A group called Sea, Lake, Coast or Island says what its zones are;
data-surface, data-terrain, data-country and data-value of an element say it too.")]
pub(crate) struct Svg {
    /// The file to read.
    source: PathBuf,
    /// The pack to write: a new folder, whose name becomes the id of the pack.
    #[arg(short, long, value_name = "PACK")]
    output: PathBuf,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom import tiled board.tmx -o packs/board

The uppermost tile of each hex says its terrain: by the properties surface and terrain of the tile, else by its class. Named points give
names; what `chartroom export tiled` wrote comes back whole. Tilesets in files of their own are read beside the map.")]
pub(crate) struct Tiled {
    /// The file to read: .tmx or .tmj.
    source: PathBuf,
    /// The pack to write: a new folder, whose name becomes the id of the pack.
    #[arg(short, long, value_name = "PACK")]
    output: PathBuf,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn tiled(args: &Tiled) -> Result<ExitCode, String> {
    let id = starter::id_for(&args.output)?;
    let name = args.source.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = args.source.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = |file: &str| fs::open_inside(folder, file).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let failed = |error: tiled::TiledError| format!("{}: {error}", args.source.display());
    let sheet = tiled::read(&name, &text(&args.source)?, &beside).map_err(failed)?;
    let board = tiled::board(&sheet).map_err(failed)?;
    let made = tiled::pack(board, &id).map_err(|error| error.to_string())?;
    finish(&args.output, &made, args.json)
}

pub(crate) fn geojson(args: &GeoJson) -> Result<ExitCode, String> {
    let id = starter::id_for(&args.output)?;
    let read = geojson::read(&text(&args.source)?, args.name.as_deref())
        .map_err(|error| format!("{}: {error}", args.source.display()))?;
    write(&args.output, &id, read.map, read.report, args.json)
}

pub(crate) fn svg(args: &Svg) -> Result<ExitCode, String> {
    let id = starter::id_for(&args.output)?;
    let read = svg::read(&text(&args.source)?).map_err(|error| format!("{}: {error}", args.source.display()))?;
    write(&args.output, &id, read.map, read.report, args.json)
}

fn text(source: &Path) -> Result<String, String> {
    fs::read_text(source).map_err(|error| format!("cannot read {}: {error}", source.display()))
}

/// Writes the pack of a map and says what became of the drawing.
fn write(folder: &Path, id: &str, map: NewMap, report: Report, as_json: bool) -> Result<ExitCode, String> {
    let made = pack::pack(map, id, report).map_err(|error| error.to_string())?;
    finish(folder, &made, as_json)
}

fn finish(folder: &Path, made: &NewPack, as_json: bool) -> Result<ExitCode, String> {
    let files: Vec<(&str, String)> = made.files.iter().map(|(file, text)| (file.as_str(), text.clone())).collect();
    starter::write_files(folder, &files)?;
    if as_json {
        output::print_json(&json!({ "pack": folder, "zones": made.zones, "features": made.report.entries }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = made.report.text();
    let _ = writeln!(text, "wrote {} spaces to {}", made.zones, folder.display());
    for command in ["check", "render", "play"] {
        let scenario = if command == "play" { " first" } else { "" };
        let _ = writeln!(text, "  chartroom {command} {}{scenario}", folder.display());
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
