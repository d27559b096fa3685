//! `chartroom import FORMAT`: other programs' files to a pack. One file per format.

mod triplea;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    format: Format,
}

/// What can be read.
#[derive(Subcommand)]
enum Format {
    /// A map of TripleA: its folder, its .zip, or the .xml of one game.
    Triplea(triplea::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    match &args.format {
        Format::Triplea(args) => triplea::run(args),
    }
}
