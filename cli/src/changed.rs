//! Which packs differ from a commit: asked of git, which is the only one to know.

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::Kind;

/// The packs with a file that differs from a commit, that is new, or that a pack they extend or the shared geography has.
pub(crate) fn since(revision: &str, packs: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    if revision.starts_with('-') || revision.is_empty() {
        return Err(format!("`{revision}` is no commit; write a name or a hash such as `origin/main`"));
    }
    let mut kept = Vec::new();
    for pack in packs {
        let top = PathBuf::from(git(pack, &["rev-parse", "--show-toplevel"])?.trim_end());
        let commit = format!("{revision}^{{commit}}");
        let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_| format!("git knows no commit `{revision}` in {}", top.display()))?;
        let changed = git(&top, &["diff", "--name-only", "--no-ext-diff", "-z", commit.trim_end(), "--"])?;
        let new = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
        let files: Vec<PathBuf> = changed
            .split('\0')
            .chain(new.split('\0'))
            .filter(|file| !file.is_empty())
            .map(|file| top.join(file))
            .collect();
        if depends_on(pack).iter().any(|folder| files.iter().any(|file| file.starts_with(folder))) {
            kept.push(pack.clone());
        }
    }
    Ok(kept)
}

/// The folders that a pack is made of: its own, those of the packs it extends, and the shared geography.
fn depends_on(pack: &Path) -> Vec<PathBuf> {
    let mut folders = vec![pack.to_owned()];
    let mut base = base_of(pack);
    while let Some(folder) = base.filter(|folder| !folders.contains(folder)) {
        base = base_of(&folder);
        folders.push(folder);
    }
    folders.push(pack.parent().unwrap_or(Path::new("")).join("geo"));
    folders.iter().map(|folder| whole(folder)).collect()
}

/// The folder of the pack that a pack extends.
pub(crate) fn base_of(pack: &Path) -> Option<PathBuf> {
    let loaded = load::load_kinds(&DiskFs, pack, &[Kind::Pack]).ok()?;
    let base = loaded.content.pack()?.extends.clone()?;
    Some(pack.parent().unwrap_or(Path::new("")).join(base.as_str()))
}

/// The path from the root, as git names it; a folder that is not there keeps its name.
fn whole(folder: &Path) -> PathBuf {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    absolute
        .canonicalize()
        .unwrap_or_else(|_| absolute.components().filter(|part| *part != Component::CurDir).collect())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .map_err(|error| format!("git cannot be run, which --changed-since asks: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("git cannot answer for {}: {}", folder.display(), said.lines().next().unwrap_or("it says nothing")))
}
