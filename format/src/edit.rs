//! Changing files: text edits by byte span, and atomic writing. The only way an existing file changes,
//! whoever asks (editor, fixes, migrations): what is not edited stays byte for byte as it was.

use std::io::Write;
use std::path::Path;

use thiserror::Error;

use crate::source::Span;

/// Replaces a range of bytes by a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Edit {
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { span: Span::new(at, at), text: text.into() }
    }

    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }
}

/// Why edits could not be applied.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum EditError {
    #[error("two edits overlap at byte {0}")]
    Overlap(usize),
    #[error("an edit lies outside the text or inside a character, at byte {0}")]
    OutOfRange(usize),
}

/// Applies edits that do not overlap; insertions at one place keep their order.
pub fn apply(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    // The whole length at once: texts are large, and to grow one is to copy it.
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut done = 0;
    for edit in sorted(edits) {
        let Span { start, end } = edit.span;
        if start < done {
            return Err(EditError::Overlap(start));
        }
        let (Some(before), Some(_)) = (text.get(done..start), text.get(start..end)) else {
            return Err(EditError::OutOfRange(start));
        };
        out.push_str(before);
        out.push_str(&edit.text);
        done = end;
    }
    out.push_str(&text[done..]);
    Ok(out)
}

/// The edits that lead back from what edits make of a text, found without making it.
pub fn inverse(text: &str, edits: &[Edit]) -> Vec<Edit> {
    let (mut added, mut removed) = (0, 0);
    let back = |edit: &Edit| {
        let start = edit.span.start + added - removed;
        added += edit.text.len();
        removed += edit.span.len();
        Edit::replace(Span::new(start, start + edit.text.len()), edit.span.of(text))
    };
    sorted(edits).into_iter().map(back).collect()
}

/// Edits in the order of the text; those at one place in the order they were given.
fn sorted(edits: &[Edit]) -> Vec<&Edit> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    sorted
}

/// Writes a file so that a reader sees either the old text or the new one, never a part:
/// a temporary file beside it, flushed to disk, then renamed over it. Permissions are kept.
pub fn write_atomic(path: &Path, text: &str) -> std::io::Result<()> {
    write_bytes_atomic(path, text.as_bytes())
}

/// The same for what is no text: a picture.
pub fn write_bytes_atomic(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().prefix(".chartroom-").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Ok(metadata) = std::fs::metadata(path) {
        if metadata.permissions().readonly() {
            return Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        file.as_file().set_permissions(metadata.permissions())?;
    } else {
        set_default_permissions(file.as_file())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The rename itself must reach the disk too; not every platform can open a folder for that.
    if let Ok(folder) = std::fs::File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// How many earlier texts of a file are kept.
pub const BACKUPS: usize = 3;

/// Writes a file atomically and keeps its last texts in the hidden folder of the pack: `.chartroom/backups/NAME.1` is the
/// newest. Git is told to pass the folder over.
pub fn write_with_backup(path: &Path, text: &str) -> std::io::Result<()> {
    if let Ok(old) = crate::fs::read_pack_file(path) {
        if old == text {
            return Ok(());
        }
        let root = crate::fs::pack_root(path)
            .or(path.parent())
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let hidden = root.join(".chartroom");
        let ignore = hidden.join(".gitignore");
        if !ignore.exists() {
            write_atomic(&ignore, "*\n")?;
        }
        let name = path.strip_prefix(root).unwrap_or(path);
        let backup = |age: usize| hidden.join("backups").join(format!("{}.{age}", name.to_string_lossy()));
        for age in (1..BACKUPS).rev() {
            if backup(age).exists() {
                std::fs::rename(backup(age), backup(age + 1))?;
            }
        }
        write_atomic(&backup(1), &old)?;
    }
    write_atomic(path, text)
}

/// Temporary files are private; a new content file is readable like any other.
#[cfg(unix)]
fn set_default_permissions(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_default_permissions(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_and_lead_back() {
        let text = "one two three";
        let edits = [
            Edit::replace(Span::new(4, 7), "2"),
            Edit::insert(0, ">"),
            Edit::insert(0, ">"),
            Edit::delete(Span::new(7, 13)),
        ];
        let (out, inverse) = (apply(text, &edits).expect("edits fit"), inverse(text, &edits));
        assert_eq!(out, ">>one 2");
        assert_eq!(apply(&out, &inverse).expect("inverse fits"), text);
    }

    #[test]
    fn overlapping_or_misplaced_edits_are_refused() {
        let overlap = [Edit::delete(Span::new(0, 3)), Edit::delete(Span::new(2, 4))];
        assert_eq!(apply("abcdef", &overlap), Err(EditError::Overlap(2)));
        assert_eq!(apply("é", &[Edit::insert(1, "x")]), Err(EditError::OutOfRange(1)));
        assert_eq!(apply("a", &[Edit::insert(5, "x")]), Err(EditError::OutOfRange(5)));
    }

    #[test]
    fn the_last_texts_are_kept_beside_the_file() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.ron");
        for text in ["1", "2", "2", "3", "4", "5"] {
            write_with_backup(&path, text).expect("write");
        }
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        assert_eq!(
            ["a.ron", ".chartroom/backups/a.ron.1", ".chartroom/backups/a.ron.2", ".chartroom/backups/a.ron.3"]
                .map(read),
            ["5", "4", "3", "2"]
        );
    }

    #[test]
    fn writing_is_atomic_and_keeps_permissions() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.ron");
        write_atomic(&path, "one").expect("first write");
        write_atomic(&path, "two").expect("second write");
        assert_eq!(std::fs::read_to_string(&path).expect("read back"), "two");
        assert_eq!(std::fs::read_dir(folder.path()).expect("list").count(), 1, "no temporary file stays behind");
    }
}
