//! The texts of an open pack at one moment, as a folder to load from: what the background check reads. Files of the
//! pack come from memory, everything else (bases, the rule index) from disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartroom_format::fs::{DiskFs, Fs, MAX_FILE, ReadFailure};

use super::Document;

/// Cheap to make: texts are shared, not copied.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub root: PathBuf,
    pub revision: u64,
    pub texts: BTreeMap<String, Arc<str>>,
}

impl Document {
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            root: self.root.clone(),
            revision: self.revision,
            texts: self.files.iter().map(|(name, file)| (name.clone(), file.text.clone())).collect(),
        }
    }
}

impl Fs for Snapshot {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        if folder == self.root { Ok(self.texts.keys().cloned().collect()) } else { DiskFs.list(folder) }
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        match self.texts.get(file) {
            Some(text) if folder == self.root && text.len() as u64 > MAX_FILE => {
                Err(ReadFailure::TooLarge(text.len() as u64))
            }
            Some(text) if folder == self.root => Ok(text.to_string()),
            _ => DiskFs.read(folder, file),
        }
    }

    fn is_folder(&self, path: &Path) -> bool {
        path == self.root || DiskFs.is_folder(path)
    }
}
