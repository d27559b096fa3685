//! `chartroom convert`: RON to JSON and back, by the ending of the file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_format::{convert, edit, fs};

use crate::output;

pub(crate) fn run(path: &Path, target: Option<&Path>) -> Result<ExitCode, String> {
    if path.is_dir() {
        return folder(path, target.ok_or("name the folder to write to with --output")?);
    }
    let (text, ending) = converted(path)?;
    match target {
        Some(target) => {
            if target.extension().is_none_or(|given| given != ending) {
                return Err(format!("{} would hold .{ending}: name it so; nothing was written", target.display()));
            }
            edit::write_atomic(target, &text).map_err(|error| format!("cannot write {}: {error}", target.display()))?;
        }
        None => output::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn folder(from: &Path, to: &Path) -> Result<ExitCode, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    gather(from, &mut files)?;
    // Everything is converted before anything is written, so that a fault leaves no half of a pack behind.
    let mut written = Vec::new();
    for file in &files {
        let (text, ending) = converted(file)?;
        let relative = file.strip_prefix(from).unwrap_or(file).with_extension(ending);
        written.push((to.join(relative), text));
    }
    for (path, text) in &written {
        edit::write_atomic(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    output::print(&format!("wrote {} files to {}\n", written.len(), to.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "ron" || ending == "json") {
            files.push(path);
        }
    }
    Ok(())
}

fn converted(path: &Path) -> Result<(String, &'static str), String> {
    let text = fs::read_pack_file(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let said = |error: convert::ConvertError| format!("{}: {error}", path.display());
    if path.extension().is_some_and(|ending| ending == "json") {
        Ok((convert::from_json(&text).map_err(said)?, "ron"))
    } else {
        let value = convert::to_json(&text).map_err(said)?;
        let mut json = serde_json::to_string_pretty(&value).map_err(|error| error.to_string())?;
        json.push('\n');
        Ok((json, "json"))
    }
}
