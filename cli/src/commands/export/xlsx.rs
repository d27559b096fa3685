//! `chartroom export xlsx`: a pack's tables, units, set-ups and treasuries as one workbook.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::workbook;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom export xlsx war-game-ww2
  chartroom export xlsx war-game-ww2 -o prices.xlsx

One sheet for each table, for the units, for each set-up and for the treasuries; ids are locked, values are open. Colours mark
values with a rule of their own and values the rulebook does not state. `chartroom import xlsx FILE PACK` brings changes back.")]
pub(crate) struct Args {
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// The file to write; PACK.xlsx if left out.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let loaded = find::load_pack(&args.pack)?;
    let content = &loaded.content;
    let usual = || PathBuf::from(format!("{}.xlsx", content.pack().map_or("pack", |pack| pack.id.as_str())));
    let target = args.output.clone().unwrap_or_else(usual);
    if target.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("xlsx")) {
        return Err(format!("{} does not end in .xlsx", target.display()));
    }
    let bytes = workbook::write(content).map_err(|error| error.to_string())?;
    output::write(&target, &bytes)?;
    output::print(&format!("wrote {}\n", target.display()))?;
    Ok(ExitCode::from(u8::from(loaded.has_errors())))
}
