//! The `chartroom` command: thin. It finds packs, calls the libraries and prints.

mod args;
mod commands;
mod find;
mod output;
mod progress;
mod revision;

use std::process::ExitCode;

use clap::Parser;

/// Loading and checking make very many small pieces on all cores, which the system's own allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args.command) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("chartroom: {message}");
            ExitCode::from(2)
        }
    }
}
