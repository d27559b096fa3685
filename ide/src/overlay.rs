//! Folders as the author sees them: open documents over the disk. What the disk holds is read once as long as it stays the same.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use chartroom_format::fs::{DiskFs, Fs, MAX_FILE, ReadFailure};

/// One file of the disk as it was last read.
struct Kept {
    changed: Option<SystemTime>,
    size: u64,
    text: Arc<str>,
}

/// The view. A copy of it stays as it was while the author types on.
#[derive(Clone, Default)]
pub(crate) struct Overlay {
    open: Arc<BTreeMap<PathBuf, Arc<str>>>,
    disk: Arc<Mutex<HashMap<PathBuf, Kept>>>,
}

impl Overlay {
    pub(crate) fn open(&mut self, path: PathBuf, text: Arc<str>) {
        Arc::make_mut(&mut self.open).insert(path, text);
    }

    pub(crate) fn close(&mut self, path: &Path) {
        Arc::make_mut(&mut self.open).remove(path);
    }

    pub(crate) fn opened(&self) -> impl Iterator<Item = &Path> {
        self.open.keys().map(PathBuf::as_path)
    }

    /// The text of a file; the same allocation as long as it has not changed.
    pub(crate) fn text(&self, folder: &Path, file: &str) -> Result<Arc<str>, ReadFailure> {
        let path = folder.join(file);
        if let Some(text) = self.open.get(&path) {
            let size = text.len() as u64;
            return if size > MAX_FILE { Err(ReadFailure::TooLarge(size)) } else { Ok(Arc::clone(text)) };
        }
        let metadata = std::fs::metadata(&path).ok();
        let (changed, size) = metadata.map_or((None, 0), |found| (found.modified().ok(), found.len()));
        let mut disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) =
            disk.get(&path).filter(|kept| changed.is_some() && kept.changed == changed && kept.size == size)
        {
            return Ok(Arc::clone(&kept.text));
        }
        disk.remove(&path);
        let text: Arc<str> = DiskFs.read(folder, file)?.into();
        disk.insert(path, Kept { changed, size, text: Arc::clone(&text) });
        Ok(text)
    }
}

impl Fs for Overlay {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        let mut files = if folder.is_dir() { DiskFs.list(folder)? } else { Vec::new() };
        for path in
            self.open.range(folder.to_owned()..).map(|(path, _)| path).take_while(|path| path.starts_with(folder))
        {
            let Ok(relative) = path.strip_prefix(folder) else { continue };
            let is_hidden = relative.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
            if path.extension().is_some_and(|extension| extension == "ron") && !is_hidden {
                files.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
        files.sort();
        files.dedup();
        Ok(files)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        self.text(folder, file).map(|text| text.as_ref().to_owned())
    }

    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        DiskFs.bytes(folder, file)
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir() || self.open.keys().any(|file| file.starts_with(path))
    }
}
