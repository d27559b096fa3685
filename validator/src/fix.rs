//! Applying fixes: all that do not touch each other, again and again until nothing is left to fix. A fix that would break
//! the syntax of its file is never kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chartroom_format::diag::{Diagnostic, Fix, Safety};
use chartroom_format::edit::{self, Edit};
use chartroom_format::fs::Fs;
use chartroom_format::{cst, load};

use crate::run::{self, Report};

/// How often fixes may bring up new ones before it is a fault of a check.
pub const MAX_ROUNDS: usize = 10;

/// What one run of fixing did.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// New texts by the path findings show.
    pub files: BTreeMap<String, String>,
    pub applied: usize,
}

/// The new texts after applying what may be applied once.
pub fn apply_once(report: &Report, unsafe_too: bool, allowed: &dyn Fn(&Diagnostic) -> bool) -> Fixed {
    let mut chosen: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, finding) in report.findings().filter(|(_, finding)| allowed(finding)) {
        // Where there are several ways out, none is taken without asking.
        let [fix] = usable(finding, unsafe_too)[..] else { continue };
        let taken = chosen.entry(fix.file.as_str()).or_default();
        let free = fix
            .edits
            .iter()
            .all(|edit| taken.iter().all(|other| edit.span.end < other.span.start || other.span.end < edit.span.start));
        if free {
            taken.extend(&fix.edits);
            *applied.entry(fix.file.as_str()).or_default() += 1;
        }
    }
    let mut fixed = Fixed::default();
    for (path, edits) in chosen {
        let Some(text) = report.packs.iter().find_map(|pack| pack.loaded.file(path)).map(|file| &file.text) else {
            continue;
        };
        let edits: Vec<Edit> = edits.into_iter().cloned().collect();
        let Ok(new) = edit::apply(text, &edits) else { continue };
        let was_sound = cst::parse(text).1.is_empty();
        if new != **text && (cst::parse(&new).1.is_empty() || !was_sound) {
            fixed.applied += applied.get(path).copied().unwrap_or(0);
            fixed.files.insert(path.to_owned(), new);
        }
    }
    fixed
}

fn usable(finding: &Diagnostic, unsafe_too: bool) -> Vec<&Fix> {
    finding.fixes.iter().filter(|fix| fix.safety == Safety::Safe || unsafe_too).collect()
}

/// Fixes packs until nothing changes. `write` gets each new text; what it wrote must be what `fs` then reads.
pub fn until_stable(
    fs: &(dyn Fs + Sync),
    packs: &[PathBuf],
    unsafe_too: bool,
    allowed: &dyn Fn(&Diagnostic) -> bool,
    write: &mut dyn FnMut(&Path, &str) -> Result<(), String>,
) -> Result<(Report, usize), String> {
    let mut applied = 0;
    for _ in 0..MAX_ROUNDS {
        let report = run::check(fs, packs)?;
        let fixed = apply_once(&report, unsafe_too, allowed);
        if fixed.files.is_empty() {
            return Ok((report, applied));
        }
        applied += fixed.applied;
        for (path, text) in &fixed.files {
            write(Path::new(path), text)?;
        }
    }
    Ok((run::check(fs, packs)?, applied))
}

/// Whether a pack still loads: used by tests to show that no fix breaks one.
pub fn still_loads(fs: &dyn Fs, pack: &Path) -> bool {
    load::load(fs, pack)
        .is_ok_and(|loaded| !loaded.findings.iter().any(|finding| finding.code.info().group == "syntax"))
}
