//! What an export made, to the disk: as a folder or as one archive. All of it or nothing; the same files give the same bytes.

use std::io::{Cursor, Write as _};
use std::path::Path;

use chartroom_format::edit;
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

/// Files by their path inside the folder or archive, with `/` between the parts.
pub type Files = [(String, Vec<u8>)];

/// Why an export did not reach the disk.
#[derive(Debug, Error)]
pub enum WriteError {
    #[error("{0} is there already: name a folder that is not, or remove it first")]
    Exists(String),
    #[error("cannot write {path}: {cause}")]
    Failed { path: String, cause: String },
}

fn failed(path: &Path, cause: impl ToString) -> WriteError {
    WriteError::Failed { path: path.display().to_string(), cause: cause.to_string() }
}

/// Writes a new folder. One that is there already is left alone, unless it is empty.
pub fn write_folder(folder: &Path, files: &Files) -> Result<(), WriteError> {
    let empty = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if folder.symlink_metadata().is_ok() && !empty {
        return Err(WriteError::Exists(folder.display().to_string()));
    }
    let written = files.iter().try_for_each(|(name, bytes)| {
        let path = folder.join(name);
        edit::write_bytes_atomic(&path, bytes).map_err(|error| failed(&path, error))
    });
    if written.is_err() {
        // A half of an export would only stand in the way of the next try.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
}

/// Writes one archive, over an older one if there is one.
pub fn write_archive(path: &Path, files: &Files) -> Result<(), WriteError> {
    let bytes = archive(files).map_err(|error| failed(path, error))?;
    edit::write_bytes_atomic(path, &bytes).map_err(|error| failed(path, error))
}

/// The bytes of an archive. Its entries bear no time: the same files give the same bytes.
pub fn archive(files: &Files) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    for (name, bytes) in files {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_something_in_it_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [("map/one.txt".to_owned(), b"one".to_vec())];
        write_folder(folder.path(), &files).expect("an empty folder is taken");
        assert_eq!(std::fs::read(folder.path().join("map/one.txt")).expect("written"), b"one");
        assert!(matches!(write_folder(folder.path(), &files), Err(WriteError::Exists(_))));
    }

    #[test]
    fn the_same_files_give_the_same_archive() {
        let files = [("a.txt".to_owned(), vec![7; 1000]), ("b/c.txt".to_owned(), Vec::new())];
        assert_eq!(archive(&files).expect("packed"), archive(&files).expect("packed"));
    }
}
