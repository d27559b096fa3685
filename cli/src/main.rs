//! The `chartroom` command: thin. It finds packs, calls the libraries and prints.

mod args;
mod changed;
mod commands;
mod examples;
mod find;
mod output;
mod progress;
mod revision;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

/// Loading and checking make very many small pieces on all cores, which the system's own allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let matches = examples::added(args::Args::command()).get_matches();
    let args = args::Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match commands::run(args.command) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("chartroom: {message}");
            ExitCode::from(2)
        }
    }
}
