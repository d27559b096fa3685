//! `chartroom init`: what a repository of packs needs around them. Files that are there already stay as they are.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_format::edit;

use super::merge_driver;
use crate::output;

/// Write what a repository of packs needs: a workflow, hooks, how git treats the files.
///
/// A file that is there already is left as it is, and told.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chartroom init --pre-commit --git\n  chartroom init --github someone/chartroom@v0.2.0 my-packs"
)]
pub(crate) struct Args {
    /// The folder of the repository.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// A workflow for GitHub that checks every pull request: .github/workflows/packs.yml. It takes the program from the releases
    /// of this repository of Chartroom.
    #[arg(long, value_name = "OWNER/REPOSITORY@VERSION", value_parser = origin)]
    github: Option<String>,
    /// Hooks for pre-commit that check and lay out changed files: .pre-commit-config.yaml.
    #[arg(long)]
    pre_commit: bool,
    /// Line ends, what git leaves alone, and how it merges content: .gitattributes, .gitignore, settings of this clone.
    #[arg(long)]
    git: bool,
}

const WORKFLOW: &str = "\
name: packs
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: ORIGIN
";

const PRE_COMMIT: &str = r"repos:
  - repo: local
    hooks:
      - id: chartroom-fmt
        name: chartroom fmt
        entry: chartroom fmt
        language: system
        files: \.ron$
      - id: chartroom-check
        name: chartroom check
        entry: chartroom check --quick --deny warnings --format concise
        language: system
        files: \.ron$
";

/// One line end on every machine, so that a change of one cell is a change of one line.
const ATTRIBUTES: &str = "*.ron text eol=lf";

/// Backups and unsaved work of the editor.
const IGNORED: &str = ".chartroom/";

fn origin(text: &str) -> Result<String, String> {
    let is_name = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
    };
    let named = text.split_once('@').and_then(|(repository, version)| {
        let (owner, name) = repository.split_once('/')?;
        (is_name(owner) && is_name(name) && is_name(version)).then(|| text.to_owned())
    });
    named.ok_or_else(|| "write an owner, a repository and a version, such as someone/chartroom@v0.2.0".to_owned())
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if args.github.is_none() && !args.pre_commit && !args.git {
        return Err(
            "say what to write: --github OWNER/REPOSITORY@VERSION, --pre-commit, --git, or several of them".to_owned()
        );
    }
    if !args.folder.is_dir() {
        return Err(format!("there is no folder {}", args.folder.display()));
    }
    let mut told = Vec::new();
    if let Some(origin) = &args.github {
        told.push(new(&args.folder.join(".github/workflows/packs.yml"), &WORKFLOW.replace("ORIGIN", origin))?);
    }
    if args.pre_commit {
        told.push(new(&args.folder.join(".pre-commit-config.yaml"), PRE_COMMIT)?);
    }
    if args.git {
        // First, because it may find that there is no repository.
        told.extend(merge_driver::set_up(&args.folder)?.into_iter().map(|line| format!("{line}\n")));
        told.push(line(&args.folder.join(".gitattributes"), ATTRIBUTES)?);
        told.push(line(&args.folder.join(".gitignore"), IGNORED)?);
    }
    output::print(&told.concat())?;
    Ok(ExitCode::SUCCESS)
}

/// A file that was not there.
fn new(path: &Path, text: &str) -> Result<String, String> {
    if path.exists() {
        return Ok(format!("left {} as it is: it is there already\n", path.display()));
    }
    edit::write_bytes_atomic(path, text.as_bytes()).map_err(|error| cannot(path, &error))?;
    Ok(format!("wrote {}\n", path.display()))
}

/// A line that a file must have.
fn line(path: &Path, wanted: &str) -> Result<String, String> {
    let old = match std::fs::read_to_string(path) {
        Ok(old) => old,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(cannot(path, &error)),
    };
    if old.lines().any(|line| line.trim() == wanted) {
        return Ok(format!("left {} as it is: it has the line already\n", path.display()));
    }
    let gap = if old.is_empty() || old.ends_with('\n') { "" } else { "\n" };
    edit::write_bytes_atomic(path, format!("{old}{gap}{wanted}\n").as_bytes()).map_err(|error| cannot(path, &error))?;
    Ok(format!("wrote `{wanted}` into {}\n", path.display()))
}

fn cannot(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
