//! Reading folders: the only place of the format crate that touches the disk for reading. `MemoryFs` serves tests and the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 32 * 1024 * 1024;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFailure {
    TooLarge(u64),
    NotUtf8(usize),
    OutsidePack,
    Io(String),
}

/// Folders of content.
pub trait Fs {
    /// The `.ron` files below a folder, relative, with forward slashes, sorted; with what cannot be listed.
    fn list(&self, folder: &Path) -> Result<Vec<String>, String>;
    /// The text of a file below a folder.
    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure>;
    /// The bytes of a file below a folder that need not be text: a picture.
    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        self.read(folder, file).map(String::into_bytes)
    }
    fn is_folder(&self, path: &Path) -> bool;
}

/// The real disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFs;

impl Fs for DiskFs {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        let mut files = Vec::new();
        for entry in
            walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| !is_hidden(entry))
        {
            let entry = entry.map_err(|error| error.to_string())?;
            let is_ron = entry.path().extension().is_some_and(|extension| extension == "ron");
            if is_ron && !entry.file_type().is_dir() {
                let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                files.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
        files.sort();
        Ok(files)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        let bytes = self.bytes(folder, file)?;
        String::from_utf8(bytes).map_err(|error| ReadFailure::NotUtf8(error.utf8_error().valid_up_to()))
    }

    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        let path = folder.join(file);
        let io = |error: std::io::Error| ReadFailure::Io(error.to_string());
        let metadata = std::fs::symlink_metadata(&path).map_err(io)?;
        if metadata.file_type().is_symlink() {
            let (target, root) = (path.canonicalize().map_err(io)?, folder.canonicalize().map_err(io)?);
            if !target.starts_with(root) {
                return Err(ReadFailure::OutsidePack);
            }
        }
        let metadata = std::fs::metadata(&path).map_err(io)?;
        if metadata.is_dir() {
            return Err(ReadFailure::Io("it is a folder, not a file".to_owned()));
        }
        if metadata.len() > MAX_FILE {
            return Err(ReadFailure::TooLarge(metadata.len()));
        }
        std::fs::read(&path).map_err(io)
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

fn is_hidden(entry: &walkdir::DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.')
}

/// Files in memory, by full path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFs {
    pub files: BTreeMap<PathBuf, String>,
}

impl MemoryFs {
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        self.files.insert(path.into(), text.into());
        self
    }
}

impl Fs for MemoryFs {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        Ok(self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix(folder).ok())
            .map(|path| path.to_string_lossy().replace('\\', "/"))
            .filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "ron"))
            .collect())
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        let text = self.files.get(&folder.join(file)).ok_or_else(|| ReadFailure::Io("no such file".to_owned()))?;
        if text.len() as u64 > MAX_FILE { Err(ReadFailure::TooLarge(text.len() as u64)) } else { Ok(text.clone()) }
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.files.keys().any(|file| file.starts_with(path))
    }
}
