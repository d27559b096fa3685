//! One file per command.

mod balance;
mod check;
pub(crate) mod compare;
mod completions;
mod convert;
mod coverage;
pub(crate) mod diff;
mod draw;
pub(crate) mod duel;
#[cfg(feature = "editor")]
mod edit;
mod examples;
pub(crate) mod experiment;
mod explain;
pub(crate) mod export;
mod fmt;
pub(crate) mod import;
mod list;
pub(crate) mod lsp;
pub(crate) mod merge_driver;
pub(crate) mod merge_shards;
mod migrate;
mod new;
mod odds;
mod play;
mod render;
mod replay;
mod resolve;
mod schema;
mod simulate;
mod space;
pub(crate) mod sweep;
mod table;
pub(crate) mod tune;
mod unit;
pub(crate) mod worth;

use std::process::ExitCode;

use crate::args::Command;

/// Runs a command. The error is for what could not be done at all (exit 2).
pub(crate) fn run(command: Command) -> Result<ExitCode, String> {
    match command {
        Command::Check(args) => check::run(&args),
        Command::Explain { code } => explain::run(&code),
        Command::List { json } => list::run(json),
        Command::Unit { pack, unit, power, scenario, json } => {
            unit::run(&pack, &unit, power.as_deref(), scenario.as_deref(), json)
        }
        Command::Resolve { pack, json } => resolve::run(&pack, json),
        Command::Schema { kind, version } => schema::run(kind.as_deref(), version),
        Command::New { name, world: true, extent, columns, .. } => new::world(&name, extent, columns),
        Command::New { name, grid, .. } => new::run(&name, grid),
        Command::Fmt { paths, check } => fmt::run(&paths, check),
        Command::Migrate { paths, write, json } => migrate::run(&paths, write, json),
        Command::Convert { path, output } => convert::run(&path, output.as_deref()),
        Command::Draw { pack, check, adopt, residuals, truth } => draw::run(&pack, check, adopt, residuals, truth),
        Command::Render { pack, scenario, output, width } => {
            render::run(&pack, scenario.as_deref(), output.as_deref(), width)
        }
        Command::Export(args) => export::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::MergeDriver(args) => merge_driver::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Replay { file, pack, tell, json } => replay::run(&file, pack.as_deref(), tell, json),
        Command::Simulate(args) => simulate::run(&args),
        Command::Duel(args) => duel::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Worth(args) => worth::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::MergeShards(args) => merge_shards::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Space { pack, space, scenario, json } => space::run(&pack, &space, scenario.as_deref(), json),
        Command::Examples { pack, json } => examples::run(pack.as_deref(), json),
        Command::Coverage { pack, json } => coverage::run(pack.as_deref(), json),
        #[cfg(feature = "editor")]
        Command::Edit { pack, recover, at } => edit::run(pack.as_deref(), recover, at.as_deref()),
        Command::Lsp(args) => lsp::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Table { pack, table, keys, json, csv } => table::run(&pack, &table, &keys, json, csv),
    }
}
