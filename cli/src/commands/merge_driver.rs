//! `chartroom merge-driver`: git's question how to merge a content file, and what makes git ask it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use chartroom_exchange::merge::{self, git};
use chartroom_format::{edit, fs};

/// Merge a content file for git: by entry and cell, comments kept.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom merge-driver --set-up            in a repository: once for each clone
  chartroom merge-driver %O %A %B %P         how git calls it

What both sides changed differently stands between conflict markers and is named with both values; the exit code is then 1.
A file that cannot be read is merged line by line. Git merges file by file: run `chartroom check` when all is merged.")]
pub(crate) struct Args {
    /// Teach the repository around this folder to merge content files: .gitattributes and its settings.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = ".", conflicts_with = "files")]
    set_up: Option<PathBuf>,
    /// The version before both, ours, theirs, and the path of the file: git's %O %A %B %P. The result goes into ours.
    #[arg(value_names = ["BASE", "OURS", "THEIRS", "PATH"], num_args = 3..=4, required_unless_present = "set_up")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if let Some(folder) = &args.set_up {
        for line in set_up(folder)? {
            eprintln!("{line}");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let [base, ours, theirs, rest @ ..] = args.files.as_slice() else {
        return Err("give the version before both, ours and theirs".to_owned());
    };
    let name = rest.first().unwrap_or(ours).display().to_string();
    let read = |path: &Path| fs::read_text(path).map_err(|error| format!("cannot read {}: {error}", path.display()));
    let merged = match merge::merge(&read(base)?, &read(ours)?, &read(theirs)?, &name) {
        Ok(merged) => merged,
        Err(why) => {
            eprintln!("chartroom: {name}: {why}; it is merged line by line");
            return by_line(ours, base, theirs);
        }
    };
    edit::write_atomic(ours, &merged.text).map_err(|error| format!("cannot write {}: {error}", ours.display()))?;
    for conflict in &merged.conflicts {
        eprintln!("chartroom: {name}: {conflict}");
    }
    for finding in &merged.findings {
        eprintln!("chartroom: {name}: the merged file is wrong: {} ({})", finding.message, finding.code);
    }
    Ok(ExitCode::from(u8::from(!merged.is_clean())))
}

/// What git would do without us.
fn by_line(ours: &Path, base: &Path, theirs: &Path) -> Result<ExitCode, String> {
    let status = Command::new("git")
        .args(["merge-file", "-L", "ours", "-L", "base", "-L", "theirs", "--"])
        .args([ours, base, theirs])
        .status()
        .map_err(|error| format!("cannot run git: {error}"))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}

/// Teaches the repository around a folder to merge content files; says what was done.
pub(crate) fn set_up(folder: &Path) -> Result<Vec<String>, String> {
    let run = |arguments: &[&str]| -> Result<String, String> {
        let output = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(arguments)
            .output()
            .map_err(|error| format!("cannot run git: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\n', '\r']).to_owned())
    };
    let root = run(&["rev-parse", "--show-toplevel"])
        .map_err(|_| format!("{} lies in no git repository; run `git init` first", folder.display()))?;
    let attributes = Path::new(&root).join(".gitattributes");
    let existing = if attributes.exists() {
        fs::read_text(&attributes).map_err(|error| format!("cannot read {}: {error}", attributes.display()))?
    } else {
        String::new()
    };
    let mut done = Vec::new();
    if let Some(text) = git::attributes(&existing) {
        edit::write_atomic(&attributes, &text)
            .map_err(|error| format!("cannot write {}: {error}", attributes.display()))?;
        done.push(format!("{}: *.ron files are merged by {}", attributes.display(), git::DRIVER));
    }
    for (name, value) in git::SETTINGS {
        if run(&["config", "--local", "--get", name]).is_ok_and(|known| known == value) {
            continue;
        }
        run(&["config", "--local", name, value])?;
        done.push(format!("git config {name} \"{value}\""));
    }
    if done.is_empty() {
        done.push("this repository merges content files already".to_owned());
    }
    Ok(done)
}
