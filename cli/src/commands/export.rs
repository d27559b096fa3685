//! `chartroom export FORMAT`: a pack as other programs' files. One file per format.

mod print;
mod triplea;
mod vassal;

use std::path::Path;
use std::process::ExitCode;

use chartroom_exchange::files::{self, Files};
use chartroom_format::content::Content;
use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    format: Format,
}

/// What can be written.
#[derive(Subcommand)]
enum Format {
    /// A map of TripleA: a folder, or one .zip.
    Triplea(triplea::Args),
    /// A module of VASSAL.
    Vassal(vassal::Args),
    /// A PDF: the map in pages, counters with their backs, tables, set-up cards.
    Print(print::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    match &args.format {
        Format::Triplea(args) => triplea::run(args),
        Format::Vassal(args) => vassal::run(args),
        Format::Print(args) => print::run(args),
    }
}

/// The scenario asked for, or the only one, or the first.
fn scenario_of(content: &Content, asked: Option<&str>) -> Result<String, String> {
    let mut known = content.scenarios.keys().map(ToString::to_string);
    let found = match asked {
        Some(asked) => known.find(|id| id == asked),
        None => known.next(),
    };
    found.ok_or_else(|| match asked {
        Some(asked) => {
            let names: Vec<String> = content.scenarios.keys().map(ToString::to_string).collect();
            format!("the pack has no scenario `{asked}`, only {}", names.join(", "))
        }
        None => "the pack has no scenario".to_owned(),
    })
}

/// Writes an archive where the name asks for one, else a folder.
fn write(output: &Path, archive: &[&str], files: &Files) -> Result<(), String> {
    let ending = output.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let written = if ending.is_some_and(|ending| archive.contains(&ending.as_str())) {
        files::write_archive(output, files)
    } else {
        files::write_folder(output, files)
    };
    written.map_err(|error| error.to_string())
}
