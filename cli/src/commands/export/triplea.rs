//! `chartroom export triplea`: a pack of zones and hit rolls as a map of TripleA, with a report of what went over.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::triplea;
use chartroom_format::names::to_id;
use serde_json::json;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom export triplea packs/minimap -o minimap-again/
  chartroom export triplea global-war-1939 --scenario 1939 -o global_war.zip --json

The folder goes into the folder of maps that TripleA downloads to. The report names every feature that was taken over exactly,
approximated or left out.")]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The scenario to write; the first if left out.
    #[arg(long)]
    scenario: Option<String>,
    /// A new folder, or a .zip.
    #[arg(short, long, value_name = "FOLDER|FILE.zip")]
    output: PathBuf,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let loaded = find::load_pack(&args.pack)?;
    let scenario = super::scenario_of(&loaded.content, args.scenario.as_deref())?;
    let stem = args.output.file_stem().map(|stem| to_id(&stem.to_string_lossy()).replace('-', "_")).unwrap_or_default();
    if stem.is_empty() {
        return Err(format!("{} makes no name for a map: use letters and digits", args.output.display()));
    }
    let exported = triplea::export(&loaded.content, &scenario, &stem).map_err(|error| error.to_string())?;
    super::write(&args.output, &["zip"], &exported.files)?;
    if args.json {
        let report = json!({
            "map": args.output, "title": exported.title, "territories": exported.territories, "features": exported.report.entries,
        });
        output::print_json(&report)?;
    } else {
        let mut text = exported.report.text();
        let _ = writeln!(
            text,
            "wrote {}, {} territories, to {}",
            exported.title,
            exported.territories,
            args.output.display()
        );
        output::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}
