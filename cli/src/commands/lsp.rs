//! `chartroom lsp`: the language server on standard input and output.

use std::process::ExitCode;

/// The text editor starts it; people hardly ever do.
#[derive(clap::Args)]
#[command(
    after_help = "Example for Neovim 0.8 and later:\n  vim.lsp.start({ name = 'chartroom', cmd = { 'chartroom', 'lsp' } })\n\nSettings for other editors are in docs/ide.md."
)]
pub(crate) struct Args {
    /// Standard input and output are used in any case; many clients say so.
    #[arg(long)]
    stdio: bool,
}

/// Ends with 0 after a goodbye, with 2 if the client went away without one.
pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    // There is no other way to talk; the switch is taken because clients send it.
    let Args { stdio: _ } = args;
    chartroom_ide::stdio().map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}
