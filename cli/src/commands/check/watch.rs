//! `chartroom check --watch`: what is checked is looked at twice a second, and checked again when it has changed and rests. Asking
//! for times and sizes works on every file system, network shares and containers included, where notices of changes do not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

const PAUSE: Duration = Duration::from_millis(500);

/// What a file looked like: when it was written, and how long it is.
type Look = BTreeMap<PathBuf, (SystemTime, u64)>;

/// Checks, waits for a change, and checks again, until the program is stopped.
pub(super) fn run(packs: &[PathBuf], check: impl Fn() -> Result<(), String>) -> Result<ExitCode, String> {
    let folders = folders(packs);
    loop {
        let before = look(&folders);
        check()?;
        eprintln!("chartroom: waiting for a change in {} packs; Ctrl+C ends it", packs.len());
        let changed = wait(&folders, &before);
        eprintln!("chartroom: {} changed", changed.display());
    }
}

/// Waits until something differs and nothing more happens for a moment; an editor writes a file in several steps.
fn wait(folders: &[PathBuf], before: &Look) -> PathBuf {
    let mut last = before.clone();
    loop {
        std::thread::sleep(PAUSE);
        let now = look(folders);
        if now == last
            && let Some(changed) = difference(before, &now)
        {
            return changed;
        }
        last = now;
    }
}

/// The first file that is new, gone or changed.
fn difference(before: &Look, now: &Look) -> Option<PathBuf> {
    let of = |look: &Look, other: &Look| {
        look.iter().find(|(path, seen)| other.get(*path) != Some(seen)).map(|(path, _)| path.clone())
    };
    of(now, before).or_else(|| of(before, now))
}

/// The folders that findings depend on: the packs, and what lies beside them, which they may extend.
fn folders(packs: &[PathBuf]) -> Vec<PathBuf> {
    let beside = |pack: &PathBuf| {
        let parent = pack.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut found = vec![pack.clone(), parent.join("geo")];
        let mut base = crate::changed::base_of(pack);
        while let Some(folder) = base.filter(|folder| !found.contains(folder)) {
            base = crate::changed::base_of(&folder);
            found.push(folder);
        }
        found
    };
    let mut folders: Vec<PathBuf> = packs.iter().flat_map(beside).collect();
    folders.sort();
    folders.dedup();
    folders
}

fn look(folders: &[PathBuf]) -> Look {
    let mut look = Look::new();
    let mut open: Vec<PathBuf> = folders.to_vec();
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.filter_map(Result::ok) {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            // Links are not followed: they may lead in a circle, and what they lead to is refused anyway.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() && !hidden {
                open.push(entry.path());
            } else if metadata.is_file() && !hidden {
                look.insert(entry.path(), (metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), metadata.len()));
            }
        }
    }
    look
}
