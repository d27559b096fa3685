//! `chartroom export print`: a PDF to print and play.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::print::{self, Sheets};
use chartroom_format::edit;
use clap::ValueEnum;
use serde_json::json;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom export print hundred-days -o hundred-days.pdf
  chartroom export print global-war-1939 --scenario 1939 --columns 6 --paper a3 -o gw39.pdf

First the map, then counters with their backs, tables, and a set-up card for each power.")]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The scenario to print; the first if left out.
    #[arg(long)]
    scenario: Option<String>,
    /// The file to write, over an older one if there is one.
    #[arg(short, long, value_name = "FILE.pdf")]
    output: PathBuf,
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Pages side by side for the map.
    #[arg(long, default_value_t = 3)]
    columns: u32,
    /// Millimetres that neighbouring pages of the map share.
    #[arg(long, default_value_t = 10.0)]
    overlap: f64,
    /// The side of a counter in millimetres.
    #[arg(long, default_value_t = 15.0)]
    counter: f64,
    /// Pixels to an inch of the map.
    #[arg(long, default_value_t = 150)]
    dpi: u32,
    /// The report as JSON.
    #[arg(long)]
    json: bool,
}

/// Sizes of paper.
#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    A4,
    A3,
    Letter,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if !args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf")) {
        return Err(format!("{} is no .pdf", args.output.display()));
    }
    let loaded = find::load_pack(&args.pack)?;
    let scenario = super::scenario_of(&loaded.content, args.scenario.as_deref())?;
    let geography = loaded.content.recipe.as_ref().and_then(|recipe| find::geography(&loaded.root, &recipe.geography));
    let paper = match args.paper {
        Paper::A4 => print::Paper::A4,
        Paper::A3 => print::Paper::A3,
        Paper::Letter => print::Paper::Letter,
    };
    let sheets = Sheets {
        paper,
        columns: args.columns,
        overlap: args.overlap,
        counter: args.counter,
        dpi: args.dpi,
        geography: geography.as_deref(),
    };
    let printed = print::print(&loaded.content, &scenario, sheets).map_err(|error| error.to_string())?;
    edit::write_bytes_atomic(&args.output, &printed.pdf)
        .map_err(|error| format!("cannot write {}: {error}", args.output.display()))?;
    let [map, counters, tables, cards] = printed.parts;
    if args.json {
        output::print_json(&json!({
            "file": args.output, "pages": printed.pages, "map": map, "counters": counters, "tables": tables, "cards": cards,
            "features": printed.report.entries,
        }))?;
    } else {
        output::print(&format!(
            "{}wrote {}: {} pages ({map} map, {counters} counters, {tables} tables, {cards} set-up cards)\n",
            printed.report.text(),
            args.output.display(),
            printed.pages
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
