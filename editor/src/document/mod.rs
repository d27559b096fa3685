//! An open pack: the texts of its files, the typed content read from them, and everything that was done to it.
//!
//! The texts are the truth. [`Document::change`] is the only way they change: every change is a set of text edits with
//! an inverse, so undo and redo are exact to the byte, whatever was edited. No egui in here.

pub mod compose;
pub mod disk;
pub mod history;
pub mod index;
pub mod journal;
pub mod ops;
pub mod refresh;
pub mod snapshot;
pub mod watched;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::edit::{Edit, apply};
use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::load::{self, Loaded};
use chartroom_format::schema::Kind;

use history::{History, OpenStep, Step};
use index::EntryIndex;
use journal::Journal;
use refresh::Touched;
pub use snapshot::Snapshot;

/// One file of the pack as it is in the editor.
#[derive(Clone, Debug)]
pub struct TextFile {
    pub text: Arc<str>,
    pub kind: Option<Kind>,
    /// Only for files of spaces.
    pub spaces: Option<EntryIndex>,
}

impl TextFile {
    fn new(text: Arc<str>) -> Self {
        let kind = kind_of(&text);
        let spaces = if kind == Some(Kind::Spaces) { EntryIndex::of(&text, "spaces") } else { None };
        Self { text, kind, spaces }
    }
}

/// The kind a text names at its top, found without parsing all of it.
fn kind_of(text: &str) -> Option<Kind> {
    let start = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with("//"))?;
    let name: String = start.chars().take_while(char::is_ascii_alphanumeric).collect();
    Kind::parse(&name)
}

/// The edits of one file. A file that does not exist yet is an empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    pub file: String,
    pub edits: Vec<Edit>,
}

/// An open pack.
#[derive(Debug)]
pub struct Document {
    root: PathBuf,
    files: BTreeMap<String, TextFile>,
    /// Texts of the packs below, which are only read: by the path findings show.
    base_files: BTreeMap<String, Arc<str>>,
    /// The texts as they are on disk.
    saved: BTreeMap<String, Arc<str>>,
    content: Content,
    /// What loading found, until the background check has its own say.
    pub first_findings: Vec<Diagnostic>,
    history: History,
    open: Option<OpenStep>,
    revision: u64,
    touched: Touched,
    journal: Option<Journal>,
    /// Whether anything is unsaved, and for which revision that was found out; comparing texts every frame is too slow.
    dirty: std::cell::Cell<Option<(u64, bool)>>,
}

impl Document {
    /// Opens the pack in a folder. Broken packs open too; only a missing folder is refused.
    pub fn open(root: &Path) -> Result<Self, String> {
        Self::open_through(&DiskFs, root)
    }

    /// The same through other eyes than the plain disk's.
    pub fn open_through(fs: &dyn Fs, root: &Path) -> Result<Self, String> {
        load::load(fs, root).map(Self::from_loaded)
    }

    fn from_loaded(loaded: Loaded) -> Self {
        let own = prefix(&loaded.root);
        let mut files = BTreeMap::new();
        let mut base_files = BTreeMap::new();
        let mut saved = BTreeMap::new();
        for file in loaded.files {
            if file.path == format!("{own}{}", file.relative) {
                saved.insert(file.relative.clone(), file.text.clone());
                files.insert(file.relative, TextFile::new(file.text));
            } else {
                base_files.insert(file.path, file.text);
            }
        }
        let mut history = History::default();
        history.mark_saved();
        Self {
            root: loaded.root,
            files,
            base_files,
            saved,
            content: loaded.content,
            first_findings: loaded.findings,
            history,
            open: None,
            revision: 0,
            touched: Touched { spaces: Vec::new(), everything: true },
            journal: None,
            dirty: std::cell::Cell::new(None),
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The pack's title, or its folder's name.
    pub fn title(&self) -> String {
        self.content.pack().map_or_else(
            || self.root.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            |pack| pack.title.clone(),
        )
    }

    pub fn files(&self) -> &BTreeMap<String, TextFile> {
        &self.files
    }

    pub fn text(&self, file: &str) -> Option<&str> {
        self.files.get(file).map(|file| &*file.text)
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Counts up with every change of a text.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The path inside the pack of a path that findings show; nothing for a file of another pack.
    pub fn relative(&self, shown: &str) -> Option<String> {
        let relative = shown.strip_prefix(&prefix(&self.root))?;
        self.files.contains_key(relative).then(|| relative.to_owned())
    }

    /// The path inside the pack below of a path that findings show.
    pub fn relative_below(&self, shown: &str, pack: &str) -> String {
        let folder = self.root.parent().unwrap_or(Path::new("")).join(pack);
        let inside = shown.strip_prefix(&prefix(&folder)).or_else(|| shown.strip_prefix(&format!("{pack}/")));
        inside.unwrap_or_else(|| shown.rsplit('/').next().unwrap_or(shown)).to_owned()
    }

    /// The text of any file of the pack or its bases, by the path findings show.
    pub fn shown_text(&self, shown: &str) -> Option<&str> {
        if let Some(relative) = self.relative(shown) {
            return self.text(&relative);
        }
        let beside = self.root.parent().map(|folder| folder.join(shown).to_string_lossy().into_owned());
        let found = self.base_files.get(shown).or_else(|| self.base_files.get(&beside?));
        found.map(|text| &**text)
    }

    /// What changed in the content since the last call.
    pub fn take_touched(&mut self) -> Touched {
        std::mem::take(&mut self.touched)
    }

    /// Applies changes as one step, or as part of the open one. Either all of them happen or none.
    pub fn change(&mut self, label: &str, changes: &[FileChange]) -> Result<(), String> {
        let alone = self.open.is_none();
        if alone {
            self.begin(label);
        }
        let result = self.apply_all(changes);
        if alone {
            self.commit();
        }
        result
    }

    /// Starts a step that several changes will share.
    pub fn begin(&mut self, label: &str) {
        self.commit();
        self.open = Some(OpenStep::new(label));
    }

    /// Ends the open step.
    pub fn commit(&mut self) {
        if let Some(step) = self.open.take().and_then(OpenStep::finish) {
            self.history.push(step);
        }
    }

    /// Takes back what the open step did so far.
    pub fn abort(&mut self) {
        if let Some(step) = self.open.take().and_then(OpenStep::finish) {
            self.play(&step, false);
        }
    }

    pub fn is_in_step(&self) -> bool {
        self.open.is_some()
    }

    pub fn undo(&mut self) -> bool {
        self.commit();
        let Some(step) = self.history.last_done().cloned() else { return false };
        self.play(&step, false);
        self.history.went_back();
        true
    }

    pub fn redo(&mut self) -> bool {
        self.commit();
        let Some(step) = self.history.next_undone().cloned() else { return false };
        self.play(&step, true);
        self.history.went_forward();
        true
    }

    /// Goes to the state in which so many steps are in effect.
    pub fn rewind(&mut self, to: usize) {
        while self.history.done() > to && self.undo() {}
        while self.history.done() < to && self.redo() {}
    }

    fn apply_all(&mut self, changes: &[FileChange]) -> Result<(), String> {
        let mut texts: Vec<(Option<Arc<str>>, String)> = Vec::with_capacity(changes.len());
        for change in changes {
            let before = self.files.get(&change.file).map(|file| file.text.clone());
            let after = apply(before.as_deref().unwrap_or(""), &change.edits)
                .map_err(|error| format!("{}: {error}", change.file))?;
            texts.push((before, after));
        }
        for (change, (before, after)) in changes.iter().zip(texts) {
            if let Some(open) = &mut self.open {
                open.add(&change.file, before.as_ref(), &change.edits);
            }
            self.set_text(&change.file, Some(after.into()), &change.edits);
        }
        Ok(())
    }

    fn play(&mut self, step: &Step, forward: bool) {
        for patch in &step.patches {
            let edits = if forward { &patch.forward } else { &patch.backward };
            let before = self.files.get(&patch.file).map_or_else(|| Arc::from(""), |file| file.text.clone());
            // A step's own edits always fit the text it left; if they do not, the text is left alone.
            let Ok(after) = apply(&before, edits) else { continue };
            let text = if patch.creates && !forward { None } else { Some(after.into()) };
            self.set_text(&patch.file, text, edits);
        }
    }

    /// The one place where a text changes: the text, its index, the typed content and the journal.
    fn set_text(&mut self, file: &str, text: Option<Arc<str>>, edits: &[Edit]) {
        self.revision += 1;
        let before = self.files.get(file).map(|file| file.text.clone());
        if let Some(journal) = &mut self.journal {
            journal.record(file, before.as_ref(), text.as_ref(), edits);
        }
        let Some(text) = text else {
            self.files.remove(file);
            self.touched.everything = true;
            return;
        };
        let old = self.files.remove(file);
        let kind = old.as_ref().and_then(|old| old.kind);
        let gone: Vec<String>;
        if let Some(TextFile { spaces: Some(mut index), .. }) = old {
            if let Some(followed) = before.as_ref().and_then(|before| index.follow(before, edits)) {
                let shown = format!("{}{file}", prefix(&self.root));
                self.touched.merge(refresh::spaces(&mut self.content, &text, &index, &followed, &shown));
                self.files.insert(file.to_owned(), TextFile { text, kind, spaces: Some(index) });
                return;
            }
            gone = index.entries().iter().map(|entry| entry.id.to_string()).collect();
        } else {
            gone = Vec::new();
        }
        let new = TextFile::new(text);
        let shown = format!("{}{file}", prefix(&self.root));
        let place = refresh::Place { file: &shown, before: before.as_deref(), gone: &gone };
        self.touched.merge(refresh::file(&mut self.content, new.kind, &new.text, &place));
        self.files.insert(file.to_owned(), new);
    }

    /// Takes over what a full load of exactly this revision gave.
    pub fn adopt(&mut self, revision: u64, content: Content) {
        if revision == self.revision && self.open.is_none() {
            // Mostly the live content was right already: then no view need be made anew.
            self.touched.everything |= !looks_alike(&self.content, &content);
            self.content = content;
        }
    }
}

/// Whether two contents give the same map, palettes and tables.
fn looks_alike(a: &Content, b: &Content) -> bool {
    a.map == b.map
        && a.hexsides == b.hexsides
        && a.added_links == b.added_links
        && a.regions == b.regions
        && a.terrains == b.terrains
        && a.side_types == b.side_types
        && a.features == b.features
        && a.powers == b.powers
        && a.sides == b.sides
        && a.units == b.units
        && a.tables == b.tables
        && a.scenarios == b.scenarios
        && a.shapes == b.shapes
        && a.spaces == b.spaces
}

fn prefix(root: &Path) -> String {
    let shown = root.to_string_lossy().replace('\\', "/");
    if shown.is_empty() || shown == "." { String::new() } else { format!("{}/", shown.trim_end_matches('/')) }
}

#[cfg(test)]
mod tests;
