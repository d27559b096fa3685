//! `chartroom import triplea`: a game of TripleA to a new pack, with a report of what went over.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::triplea::{self, Source};
use chartroom_format::starter;
use serde_json::json;

use crate::output;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom import triplea minimap/ -o packs/minimap
  chartroom import triplea world_war_ii_classic.zip --game iron_blitz -o packs/iron-blitz --json

The report names every feature that was taken over exactly, approximated or left out, with its line in the XML.")]
pub(crate) struct Args {
    /// The folder of a map, its .zip, or the .xml of a game beside its map.
    source: PathBuf,
    /// The pack to write: a new folder, whose name becomes the id of the pack.
    #[arg(short, long, value_name = "PACK")]
    output: PathBuf,
    /// Which game of the map, where it has several.
    #[arg(long)]
    game: Option<String>,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let folder = &args.output;
    let id = starter::id_for(folder)?;
    let source = Source::open(&args.source).map_err(|error| error.to_string())?;
    let imported = triplea::import(&source, args.game.as_deref(), &id).map_err(|error| error.to_string())?;
    let files: Vec<(&str, String)> = imported.files.iter().map(|(file, text)| (file.as_str(), text.clone())).collect();
    starter::write_files(folder, &files)?;
    if args.json {
        let report = json!({
            "pack": folder, "title": imported.title, "territories": imported.territories, "features": imported.report.entries,
        });
        output::print_json(&report)?;
    } else {
        let mut text = imported.report.text();
        let _ =
            writeln!(text, "wrote {}, {} territories, to {}", imported.title, imported.territories, folder.display());
        for command in ["check", "render", "play"] {
            let _ = writeln!(
                text,
                "  chartroom {command} {}{}",
                folder.display(),
                if command == "play" { " start" } else { "" }
            );
        }
        output::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}
