//! `chartroom fmt`: one canonical layout; exit 1 with `--check` if a file would change. Line ends stay as the file has them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_format::{edit, fmt, fs};
use rayon::prelude::*;

use crate::{find, output};

/// What became of one file.
enum Done {
    Same,
    Changed,
    Failed(String),
}

pub(crate) fn run(paths: &[PathBuf], check: bool) -> Result<ExitCode, String> {
    let files = find::content_files(paths)?;
    let done: Vec<Done> = files.par_iter().map(|path| format(path, check)).collect();
    let (mut changed, mut failed) = (0, 0);
    for (path, done) in files.iter().zip(&done) {
        match done {
            Done::Same => {}
            Done::Changed => {
                changed += 1;
                eprintln!("{} {}", if check { "would format" } else { "formatted" }, path.display());
            }
            Done::Failed(why) => {
                failed += 1;
                eprintln!("{}: {why}", path.display());
            }
        }
    }
    let word = if check { "would change" } else { "changed" };
    output::print(&format!("{} files, {changed} {word}, {failed} could not be formatted\n", files.len()))?;
    Ok(ExitCode::from(u8::from(failed > 0 || (check && changed > 0))))
}

fn format(path: &Path, check: bool) -> Done {
    let text = match fs::read_pack_file(path) {
        Ok(text) => text,
        Err(failure) => return Done::Failed(format!("cannot read it: {failure}")),
    };
    let windows = text.contains("\r\n");
    let plain = if windows { text.replace("\r\n", "\n") } else { text.clone() };
    let formatted = match fmt::format(&plain) {
        Ok(formatted) if windows => formatted.replace('\n', "\r\n"),
        Ok(formatted) => formatted,
        Err(error) => return Done::Failed(error.to_string()),
    };
    if formatted == text {
        return Done::Same;
    }
    if !check && let Err(error) = edit::write_with_backup(path, &formatted) {
        return Done::Failed(format!("cannot write it: {error}"));
    }
    Done::Changed
}
