//! One file per command.

mod check;
mod explain;
mod list;
mod table;

use std::process::ExitCode;

use crate::args::Command;

/// Runs a command. The error is for what could not be done at all (exit 2).
pub(crate) fn run(command: Command) -> Result<ExitCode, String> {
    match command {
        Command::Check(args) => check::run(&args),
        Command::Explain { code } => explain::run(&code),
        Command::List { json } => list::run(json),
        Command::Table { pack, table, keys, json, csv } => table::run(&pack, &table, &keys, json, csv),
    }
}
