//! The language server: protocol on stdio, answers from the spanned loader. Knows no window.
//!
//! `position` and `paths` speak the protocol's places; `overlay` lays open documents over the disk; `types` and `scan` read any
//! text, whole or half-written, with the schema at hand; `index` keeps what each file defines and names; `world` knows the packs;
//! `check` runs the validator beside the conversation; `server` leads it; `answers` holds one file per question.

mod answers;
mod check;
mod index;
mod keys;
mod overlay;
mod paths;
mod position;
mod publish;
mod scan;
mod server;
#[cfg(test)]
mod truth;
mod types;
mod world;

pub use server::{ServeError, serve};

/// Serves one client on standard input and output until it says goodbye or goes away.
pub fn stdio() -> Result<(), ServeError> {
    let (connection, threads) = lsp_server::Connection::stdio();
    let served = serve(connection);
    // A client that died leaves threads that wait on its pipes; only an orderly end waits for them.
    if served.is_ok() {
        threads.join().map_err(ServeError::Pipe)?;
    }
    served
}
