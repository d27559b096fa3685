//! The journal beside the files: every change since the last save, written the moment it happens, so that a killed
//! editor loses nothing. Lives in a hidden folder of the pack that loading skips.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartroom_format::edit::{Edit, apply};
use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::source::Span;
use serde::{Deserialize, Serialize};

use super::disk::minimal_edit;
use super::{Document, FileChange};

/// The hidden folder of a pack in which journals lie.
pub const FOLDER: &str = ".chartroom";

#[derive(Serialize, Deserialize)]
enum Line {
    /// The text of a file before its first change; nothing if it did not exist.
    Base { file: String, text: Option<String> },
    /// Edits of a file: start, end, text.
    Edits { file: String, edits: Vec<(usize, usize, String)> },
    /// The file is gone.
    Gone { file: String },
}

/// An open journal. Trouble with it is kept for the status line and never stops the work.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
    known: BTreeSet<String>,
    pub trouble: Option<String>,
}

impl Journal {
    fn at(path: PathBuf) -> Self {
        Self { path, file: None, known: BTreeSet::new(), trouble: None }
    }

    /// Writes down a change of one file.
    pub fn record(&mut self, file: &str, before: Option<&Arc<str>>, after: Option<&Arc<str>>, edits: &[Edit]) {
        if self.known.insert(file.to_owned()) {
            self.write(&Line::Base { file: file.to_owned(), text: before.map(ToString::to_string) });
        }
        let file = file.to_owned();
        self.write(&match after {
            Some(_) => Line::Edits {
                file,
                edits: edits.iter().map(|edit| (edit.span.start, edit.span.end, edit.text.clone())).collect(),
            },
            None => Line::Gone { file },
        });
    }

    fn write(&mut self, line: &Line) {
        let result = self.open().and_then(|file| {
            let mut text = serde_json::to_string(line).map_err(std::io::Error::other)?;
            text.push('\n');
            file.write_all(text.as_bytes())
        });
        if let Err(error) = result {
            self.trouble = Some(format!("unsaved work is not protected: {error}"));
        }
    }

    fn open(&mut self) -> std::io::Result<&mut File> {
        if self.file.is_none() {
            if let Some(folder) = self.path.parent() {
                std::fs::create_dir_all(folder)?;
                let ignore = folder.join(".gitignore");
                if !ignore.exists() {
                    std::fs::write(ignore, "*\n")?;
                }
            }
            self.file = Some(File::create(&self.path)?);
        }
        self.file.as_mut().ok_or_else(|| std::io::Error::other("no journal"))
    }

    /// Everything is on disk: the journal starts anew.
    pub fn restart(&mut self) {
        self.file = None;
        self.known.clear();
        self.trouble = None;
        // Nothing to remove is as good as removed.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Work that a killed editor left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftBehind {
    pub journal: PathBuf,
    /// The texts as they were when it stopped; nothing for a file that was removed.
    pub texts: BTreeMap<String, Option<String>>,
    /// Files whose text on disk is not the one the work started from.
    pub moved_on: Vec<String>,
}

impl Document {
    /// Starts writing a journal for this run of the program.
    pub fn start_journal(&mut self, run: u32) {
        self.journal = Some(Journal::at(self.root.join(FOLDER).join(format!("unsaved-{run}.jsonl"))));
    }

    /// Trouble with the journal, for the status line.
    pub fn journal_trouble(&self) -> Option<&str> {
        self.journal.as_ref().and_then(|journal| journal.trouble.as_deref())
    }

    /// Ends the journal of a document that is closed with nothing left to save, or on purpose.
    pub fn drop_journal(&mut self) {
        if let Some(mut journal) = self.journal.take() {
            journal.restart();
        }
    }

    /// Takes up work that was left behind, as one step that can be undone.
    pub fn recover(&mut self, left: &LeftBehind) -> Result<(), String> {
        let changes: Vec<FileChange> = left
            .texts
            .iter()
            .filter_map(|(file, text)| {
                let edits = minimal_edit(self.text(file).unwrap_or(""), text.as_deref()?);
                (!edits.is_empty()).then(|| FileChange { file: file.clone(), edits })
            })
            .collect();
        self.change("Recover unsaved work", &changes)?;
        // Only now is the work safe in this run's own journal.
        let _ = std::fs::remove_file(&left.journal);
        Ok(())
    }
}

/// The work that earlier runs left behind in a pack, oldest first. Runs that still live are left alone.
pub fn left_behind(root: &Path) -> Vec<LeftBehind> {
    let Ok(entries) = std::fs::read_dir(root.join(FOLDER)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .into_iter()
        .filter(|path| run_of(path).is_some_and(|run| !is_alive(run)))
        .filter_map(|path| read(root, &path))
        .collect()
}

/// Other editors that have unsaved work in this pack right now.
pub fn other_editors(root: &Path, own: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir(root.join(FOLDER)) else { return Vec::new() };
    let mut runs: Vec<u32> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| run_of(&entry.path()))
        .filter(|run| *run != own && is_alive(*run))
        .collect();
    runs.sort_unstable();
    runs
}

fn run_of(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix("unsaved-")?.strip_suffix(".jsonl")?.parse().ok()
}

/// Whether a process lives; where the system cannot tell, it does not. One that was killed and that nobody has buried yet still has
/// its entry, but is no editor at work any more.
fn is_alive(run: u32) -> bool {
    let process = Path::new("/proc").join(run.to_string());
    if run == std::process::id() || !process.exists() {
        return false;
    }
    let state = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
    // "4711 (name) S ...": a name may hold brackets and blanks, what follows the last one does not.
    !state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X']))
}

fn read(root: &Path, path: &Path) -> Option<LeftBehind> {
    let written = std::fs::read_to_string(path).ok()?;
    let mut base: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut texts: BTreeMap<String, Option<String>> = BTreeMap::new();
    // The last line may be torn; everything before it counts.
    for line in written.lines().map_while(|line| serde_json::from_str::<Line>(line).ok()) {
        match line {
            Line::Base { file, text } => {
                texts.insert(file.clone(), text.clone());
                base.insert(file, text);
            }
            Line::Edits { file, edits } => {
                let edits: Vec<Edit> =
                    edits.into_iter().map(|(start, end, text)| Edit::replace(Span::new(start, end), text)).collect();
                let before = texts.get(&file).cloned().flatten().unwrap_or_default();
                texts.insert(file, Some(apply(&before, &edits).ok()?));
            }
            Line::Gone { file } => drop(texts.insert(file, None)),
        }
    }
    let on_disk = |file: &str| DiskFs.read(root, file).ok();
    texts.retain(|file, text| on_disk(file) != *text);
    if texts.is_empty() {
        let _ = std::fs::remove_file(path);
        return None;
    }
    let moved_on =
        texts.keys().filter(|file| base.get(*file).is_some_and(|base| on_disk(file) != *base)).cloned().collect();
    Some(LeftBehind { journal: path.to_owned(), texts, moved_on })
}
