//! A site laid into a folder. What others have put there stays: a list of what was written last time tells whose a file is.
//!
//! Nothing is written unless everything can be. A file is replaced only if it is on the list, and one that is no longer of the site is
//! removed only if it still is as it was written.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::{Site, SiteError};

/// The list of what was written.
const LIST: &str = ".chartroom-site";

/// What writing a site came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Files that are new or have changed.
    pub changed: usize,
    /// Files that were there already.
    pub same: usize,
    /// Files of an earlier site that this one does not have.
    pub removed: usize,
    /// Files of an earlier site that somebody has changed since; they were left alone.
    pub kept: usize,
}

/// Writes a site into a folder, which may hold an earlier one and foreign files.
pub fn write(site: &Site, folder: &Path) -> Result<Written, SiteError> {
    let known = known(folder);
    for path in site.files.keys() {
        may_write(folder, path, &known)?;
    }
    create(folder)?;
    let mut written = Written::default();
    for (path, bytes) in &site.files {
        let target = folder.join(path);
        if std::fs::read(&target).is_ok_and(|old| old == *bytes) {
            written.same += 1;
            continue;
        }
        if let Some(parent) = target.parent() {
            create(parent)?;
        }
        replace(&target, bytes)?;
        written.changed += 1;
    }
    for (path, mark) in known.iter().filter(|(path, _)| !site.files.contains_key(*path)) {
        let target = folder.join(path);
        // Gone already is as good as removed.
        let Ok(bytes) = std::fs::read(&target) else { continue };
        if &mark_of(&bytes) == mark && std::fs::remove_file(&target).is_ok() {
            written.removed += 1;
            // A folder that others use is not empty and stays.
            if let Some(parent) = target.parent().filter(|parent| *parent != folder) {
                let _ = std::fs::remove_dir(parent);
            }
        } else {
            written.kept += 1;
        }
    }
    let list = site.files.iter().fold(String::new(), |mut list, (path, bytes)| {
        let _ = writeln!(list, "{} {path}", mark_of(bytes));
        list
    });
    replace(&folder.join(LIST), list.as_bytes())?;
    Ok(written)
}

/// The files of an earlier site, each with the mark of what it held. Paths that lead out of the folder are nobody's.
fn known(folder: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder.join(LIST)).unwrap_or_default();
    let inside = |path: &str| {
        Path::new(path).components().all(|part| matches!(part, std::path::Component::Normal(_))) && !path.is_empty()
    };
    let lines = text.lines().filter_map(|line| line.split_once(' ')).filter(|(_, path)| inside(path));
    lines.map(|(mark, path)| (path.to_owned(), mark.to_owned())).collect()
}

/// A file of ours may be replaced; nothing else may be in its way, and no link may lead elsewhere.
fn may_write(folder: &Path, path: &str, known: &BTreeMap<String, String>) -> Result<(), SiteError> {
    let in_the_way = |at: &Path| Err(SiteError::InTheWay(at.display().to_string()));
    let mut at = folder.to_owned();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        at.push(part);
        let Ok(found) = std::fs::symlink_metadata(&at) else { return Ok(()) };
        let is_last = parts.peek().is_none();
        if is_last && (!found.is_file() || !known.contains_key(path)) || !is_last && !found.is_dir() {
            return in_the_way(&at);
        }
    }
    Ok(())
}

fn create(folder: &Path) -> Result<(), SiteError> {
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))
}

/// A file appears whole or not at all. Unlike content a site can be made again, so nobody waits for the disk after each of its
/// hundreds of files.
fn replace(target: &Path, bytes: &[u8]) -> Result<(), SiteError> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let beside = target.with_file_name(format!(".{name}.chartroom-part"));
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, target));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        failed(target, error)
    })
}

fn failed(path: &Path, error: impl std::fmt::Display) -> SiteError {
    SiteError::Io { path: path.display().to_string(), why: error.to_string() }
}

/// Length and FNV-1a: tells whether a file was changed by hand, no more.
fn mark_of(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{}-{hash:016x}", bytes.len())
}
