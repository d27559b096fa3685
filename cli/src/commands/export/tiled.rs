//! `chartroom export tiled`: a board of hexes as a map of Tiled, with a picture of its tiles beside it.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::tiled;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom export tiled hundred-days -o hundred-days.tmx
  chartroom export tiled hundred-days -o hundred-days.tmj

Terrain becomes tiles, with a picture of them beside the map; names, countries, features and hexsides become named points.")]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The file to write: .tmx (XML) or .tmj (JSON).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let loaded = find::load_pack(&args.pack)?;
    let name = args.output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = args.output.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let picture = args.output.with_file_name(format!("{stem}-tiles.png"));
    let picture_name = format!("{stem}-tiles.png");
    let sheet = tiled::out(&loaded.content, &picture_name).map_err(|error| error.to_string())?;
    let text = tiled::write(&name, &sheet).map_err(|error| error.to_string())?;
    let bytes = tiled::tiles_picture(&sheet).map_err(|error| error.to_string())?;
    output::write(&picture, &bytes)?;
    output::write(&args.output, text.as_bytes())?;
    output::print(&format!("wrote {} and {}\n", args.output.display(), picture.display()))?;
    Ok(ExitCode::from(u8::from(loaded.has_errors())))
}
