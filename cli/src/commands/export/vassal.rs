//! `chartroom export vassal`: a scenario as a module of VASSAL.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::files;
use chartroom_exchange::vassal::{self, Look};
use serde_json::json;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom export vassal hundred-days -o hundred-days.vmod
  chartroom export vassal global-war-1939 --scenario 1939 --width 6000 -o gw39.vmod

Pieces keep their ids from export to export, so that a newer module can refresh the pieces of a running game.")]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The scenario to set up; the first if left out.
    #[arg(long)]
    scenario: Option<String>,
    /// The module to write: a .vmod, over an older one if there is one.
    #[arg(short, long, value_name = "FILE.vmod")]
    output: PathBuf,
    /// Width of the board in pixels.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u32).range(200..=20_000))]
    width: u32,
    /// Width of a counter in pixels.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(16..=400))]
    counter: u32,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if !args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vmod")) {
        return Err(format!("{} is no .vmod, which is what VASSAL opens", args.output.display()));
    }
    let loaded = find::load_pack(&args.pack)?;
    let scenario = super::scenario_of(&loaded.content, args.scenario.as_deref())?;
    let geography = loaded.content.recipe.as_ref().and_then(|recipe| find::geography(&loaded.root, &recipe.geography));
    let look = Look { width: args.width, counter: args.counter, geography: geography.as_deref() };
    let exported = vassal::export(&loaded.content, &scenario, look).map_err(|error| error.to_string())?;
    files::write_archive(&args.output, &exported.files).map_err(|error| error.to_string())?;
    if args.json {
        let report = json!({
            "module": args.output, "name": exported.module.name, "pieces": exported.pieces, "features": exported.report.entries,
        });
        output::print_json(&report)?;
    } else {
        let mut text = exported.report.text();
        let _ = writeln!(
            text,
            "wrote {}, {} pieces on the board, to {}",
            exported.module.name,
            exported.pieces,
            args.output.display()
        );
        output::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}
