//! The disk with somebody waiting: counts the files that were read, and reads no more once it is stopped.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use chartroom_format::fs::{Fs, ReadFailure};

/// How far something long has come, shared between those who do it and those who wait.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicUsize,
    of: AtomicUsize,
    stopped: AtomicBool,
}

impl Progress {
    /// Parts that are done, and parts altogether as far as they are known.
    pub fn parts(&self) -> (usize, usize) {
        let of = self.of.load(Ordering::Relaxed);
        (self.done.load(Ordering::Relaxed).min(of), of)
    }

    pub fn one_more(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn expect(&self, more: usize) {
        self.of.fetch_add(more, Ordering::Relaxed);
    }

    /// So many parts there are, and no more.
    pub fn set_parts(&self, of: usize) {
        self.of.store(of, Ordering::Relaxed);
    }

    /// Nobody waits any more.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The flag itself, for those who look at nothing else.
    pub fn flag(&self) -> &AtomicBool {
        &self.stopped
    }
}

/// Folders that are read under watch.
pub struct Watched<F> {
    pub inner: F,
    pub progress: Arc<Progress>,
}

impl<F: Fs> Fs for Watched<F> {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        let files = self.inner.list(folder)?;
        self.progress.expect(files.len());
        Ok(files)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        if self.progress.is_stopped() {
            return Err(ReadFailure::Io("cancelled".to_owned()));
        }
        let text = self.inner.read(folder, file);
        self.progress.one_more();
        text
    }

    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        if self.progress.is_stopped() {
            return Err(ReadFailure::Io("cancelled".to_owned()));
        }
        self.inner.bytes(folder, file)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.inner.is_folder(path)
    }
}
