//! `chartroom man DIR`: a manual page for the program and one for each of its commands.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::output;

/// Write the manual pages: chartroom.1, and one for each command.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  chartroom man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// A folder that exists.
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let mut command = crate::args::Args::command();
    command.build();
    let written = pages(&args.folder, "", &command)?;
    output::print(&format!("{written} pages in {}\n", args.folder.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The page of a command and those of its own commands; how many.
fn pages(folder: &Path, before: &str, command: &Command) -> Result<usize, String> {
    let name =
        if before.is_empty() { command.get_name().to_owned() } else { format!("{before}-{}", command.get_name()) };
    let mut text = Vec::new();
    // Man pages have one name each, the words of the command joined by hyphens.
    let titled = command.clone().display_name(name.clone());
    Man::new(titled).render(&mut text).map_err(|error| format!("cannot write the page of {name}: {error}"))?;
    output::write(&folder.join(format!("{name}.1")), &text)?;
    let inner = command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help");
    inner.map(|inner| pages(folder, &name, inner)).sum::<Result<usize, _>>().map(|count| count + 1)
}
