//! Printing: results on stdout, messages on stderr, colours only on a terminal and never with NO_COLOR.

use std::io::{IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

/// Whether stdout should be coloured.
pub(crate) fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Prints a text; a closed pipe ends the output quietly.
pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("cannot print: {error}")),
        _ => Ok(()),
    }
}

/// Prints one JSON document.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    print(&format!("{text}\n"))
}

/// Writes what a command makes beside the packs: whole or not at all, never over a file of content, never into a folder
/// that is not there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    may_write(path)?;
    chartroom_format::edit::write_bytes_atomic(path, bytes)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Whether `write` would take the path; asked before long work.
pub(crate) fn may_write(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(format!("cannot write {}: there is no folder {}", path.display(), folder.display()));
    }
    let content = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
    if content || path.exists() && chartroom_format::fs::pack_root(path).is_some() {
        return Err(format!("cannot write {}: it would take the place of a file of content", path.display()));
    }
    Ok(())
}
