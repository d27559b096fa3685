//! `chartroom fmt`: one canonical layout; exit 1 with `--check` if a file would change.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_format::{edit, fmt};

use crate::{find, output};

pub(crate) fn run(paths: &[PathBuf], check: bool) -> Result<ExitCode, String> {
    let (mut changed, mut failed) = (0, 0);
    let files = find::content_files(paths)?;
    for path in &files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        match fmt::format(&text) {
            Ok(formatted) if formatted == text => {}
            Ok(formatted) => {
                changed += 1;
                eprintln!("{} {}", if check { "would format" } else { "formatted" }, path.display());
                if !check {
                    edit::write_with_backup(path, &formatted)
                        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
                }
            }
            Err(error) => {
                failed += 1;
                eprintln!("{}: {error}", path.display());
            }
        }
    }
    let word = if check { "would change" } else { "changed" };
    output::print(&format!("{} files, {changed} {word}, {failed} could not be formatted\n", files.len()))?;
    Ok(ExitCode::from(u8::from(failed > 0 || (check && changed > 0))))
}
