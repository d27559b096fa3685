//! A pack that is being opened in the background: the window stays alive, shows how far it is, and can call it off.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use chartroom_format::fs::Fs;

use crate::document::watched::{Progress, Watched};
use crate::session::Session;
use crate::theme::Tokens;

/// What is done once a pack is open.
#[derive(Clone, Debug, Default)]
pub struct Then {
    /// Take up unsaved work without asking.
    pub recover: bool,
    /// Commands by their words.
    pub script: Vec<String>,
}

/// Writes a new pack into a folder that is not there yet.
pub type Write = Box<dyn FnOnce(&Path) -> Result<(), String> + Send>;

/// A pack on its way.
pub struct PackOpening {
    pub path: PathBuf,
    pub then: Then,
    pub progress: Arc<Progress>,
    from: Receiver<Result<Session, String>>,
}

impl PackOpening {
    /// Starts to open a pack, after writing it if it is a new one; `wake` is called when there is news, now and later.
    pub fn start(
        fs: impl Fs + Send + 'static,
        write: Option<Write>,
        path: &Path,
        then: Then,
        tokens: Tokens,
        wake: impl Fn() + Send + Sync + Clone + 'static,
    ) -> Self {
        let (to, from) = channel();
        let progress = Arc::new(Progress::default());
        let (root, watched) = (path.to_owned(), Watched { inner: fs, progress: progress.clone() });
        std::thread::spawn(move || {
            let is_new = write.is_some();
            if let Some(Err(message)) = write.map(|write| write(&root)) {
                return drop(to.send(Err(message)));
            }
            if is_new && watched.progress.is_stopped() {
                // Called off while it was drawn: the folder was not there before.
                return drop(std::fs::remove_dir_all(&root));
            }
            let opened = Session::open_through(&watched, &root, tokens, wake.clone());
            // What was read of a pack after it was called off is not all of it.
            if !watched.progress.is_stopped() && to.send(opened).is_ok() {
                wake();
            }
        });
        Self { path: path.to_owned(), then, progress, from }
    }

    /// What came of it, once.
    pub fn result(&self) -> Option<Result<Session, String>> {
        match self.from.try_recv() {
            Ok(result) => Some(result),
            Err(std::sync::mpsc::TryRecvError::Empty) => None,
            Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                Some(Err(format!("{} could not be opened", self.path.display())))
            }
        }
    }
}
