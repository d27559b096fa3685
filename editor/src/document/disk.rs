//! Saving, and noticing what others wrote meanwhile.

use std::sync::Arc;

use chartroom_format::edit::{Edit, write_atomic};
use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::source::Span;

use super::{Document, FileChange};

/// A file that is not on disk as it was when it was read or saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalChange {
    pub file: String,
    /// What is on disk now; nothing if the file is gone.
    pub text: Option<String>,
    /// The file has unsaved changes here, too.
    pub clashes: bool,
}

impl Document {
    /// Files whose text differs from the disk, sorted.
    pub fn unsaved(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .files
            .iter()
            .filter(|(name, file)| self.saved.get(*name).is_none_or(|saved| !same(saved, &file.text)))
            .map(|(name, _)| name.clone())
            .collect();
        names.extend(self.saved.keys().filter(|name| !self.files.contains_key(*name)).cloned());
        names.sort();
        names
    }

    pub fn is_dirty(&self) -> bool {
        if let Some((revision, dirty)) = self.dirty.get()
            && revision == self.revision
        {
            return dirty;
        }
        let dirty = !self.unsaved().is_empty();
        self.dirty.set(Some((self.revision, dirty)));
        dirty
    }

    /// The text of a file as it was last saved or read.
    pub fn saved_text(&self, file: &str) -> Option<&str> {
        self.saved.get(file).map(|text| &**text)
    }

    /// Writes every changed file, each atomically. On failure the message names the file; what was not written stays unsaved.
    pub fn save(&mut self) -> Result<Vec<String>, String> {
        self.commit();
        self.dirty.set(None);
        if !self.root.is_dir() {
            return Err(format!(
                "the folder {} is gone; your work is still here: put the folder back and save again",
                self.root.display()
            ));
        }
        let names = self.unsaved();
        if let Some(clash) = self.external_changes().into_iter().find(|change| names.contains(&change.file)) {
            return Err(format!("{} was changed by another program; choose what to keep first", clash.file));
        }
        for name in &names {
            let path = self.root.join(name);
            if let Some(text) = self.files.get(name).map(|file| file.text.clone()) {
                write_atomic(&path, &text).map_err(|error| format!("cannot write {name}: {error}"))?;
                self.saved.insert(name.clone(), text);
            } else {
                std::fs::remove_file(&path).map_err(|error| format!("cannot remove {name}: {error}"))?;
                self.saved.remove(name);
            }
        }
        self.history.mark_saved();
        if let Some(journal) = &mut self.journal {
            journal.restart();
        }
        Ok(names)
    }

    /// Compares the disk with what was last read or written.
    pub fn external_changes(&self) -> Vec<ExternalChange> {
        let mut changes = Vec::new();
        for (file, saved) in &self.saved {
            let on_disk = DiskFs.read(&self.root, file).ok();
            if on_disk.as_deref() != Some(&**saved) {
                let clashes = self.text(file) != Some(&**saved) && self.text(file) != on_disk.as_deref();
                changes.push(ExternalChange { file: file.clone(), text: on_disk, clashes });
            }
        }
        changes
    }

    /// Takes the disk's text of a file over, as a step that can be undone.
    pub fn take_theirs(&mut self, change: &ExternalChange) -> Result<(), String> {
        let Some(theirs) = &change.text else { return self.keep_mine(change) };
        let edits = minimal_edit(self.text(&change.file).unwrap_or(""), theirs);
        self.saved.insert(change.file.clone(), Arc::from(theirs.as_str()));
        self.dirty.set(None);
        let was_clean = !change.clashes;
        self.change(&format!("Changed on disk: {}", change.file), &[FileChange { file: change.file.clone(), edits }])?;
        if was_clean && self.unsaved().is_empty() {
            self.history.mark_saved();
        }
        Ok(())
    }

    /// Keeps the text here; the next save will overwrite the disk's.
    pub fn keep_mine(&mut self, change: &ExternalChange) -> Result<(), String> {
        self.dirty.set(None);
        match &change.text {
            Some(theirs) => drop(self.saved.insert(change.file.clone(), Arc::from(theirs.as_str()))),
            None => drop(self.saved.remove(&change.file)),
        }
        Ok(())
    }

    /// Both changes together, if they lie on different lines.
    pub fn merge_theirs(&mut self, change: &ExternalChange) -> Result<(), String> {
        let (Some(theirs), Some(saved), Some(mine)) =
            (&change.text, self.saved.get(&change.file).cloned(), self.text(&change.file))
        else {
            return Err("there is nothing to merge with".to_owned());
        };
        let (ours, other) = (minimal_edit(&saved, mine), minimal_edit(&saved, theirs));
        if let (Some(ours), Some(other)) = (ours.first(), other.first())
            && ours.span.start <= other.span.end
            && other.span.start <= ours.span.end
        {
            return Err("both changed the same lines".to_owned());
        }
        let both: Vec<Edit> = ours.into_iter().chain(other).collect();
        let merged = chartroom_format::edit::apply(&saved, &both).map_err(|error| error.to_string())?;
        let edits = minimal_edit(mine, &merged);
        self.saved.insert(change.file.clone(), Arc::from(theirs.as_str()));
        self.dirty.set(None);
        self.change(
            &format!("Merge with the disk: {}", change.file),
            &[FileChange { file: change.file.clone(), edits }],
        )
    }
}

fn same(a: &Arc<str>, b: &Arc<str>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

/// One edit of whole lines that leads from one text to another; none if they are equal.
pub fn minimal_edit(from: &str, to: &str) -> Vec<Edit> {
    if from == to {
        return Vec::new();
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (from.split_inclusive('\n').collect(), to.split_inclusive('\n').collect());
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let start = length(&a[..head]);
    let span = Span::new(start, start + length(&a[head..a.len() - tail]));
    vec![Edit::replace(span, b[head..b.len() - tail].concat())]
}
