//! Dialogs: one at a time, over everything else.

mod ask;
mod go_to;
mod handbook;
mod new_pack;
mod open;
mod palette;
mod rule;
mod shortcuts;
mod source;
mod tour;

use std::path::{Path, PathBuf};

use egui::{Context, Id, Modal, Ui};

use crate::app::Editor;
use crate::command::NewMap;

/// What is asked right now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Dialog {
    #[default]
    None,
    Palette {
        typed: String,
        chosen: usize,
    },
    GoTo {
        typed: String,
    },
    /// A file list of our own: it needs no desktop around it.
    Open {
        folder: PathBuf,
        typed: String,
        wants: Wants,
    },
    NewPack {
        folder: PathBuf,
        name: String,
        map: NewMap,
    },
    Recover,
    External,
    Quit,
    Shortcuts,
    /// What the editor can do.
    Handbook,
    /// What a rule of the rulebook says, and what in the pack names it.
    Rule {
        id: String,
    },
    /// The first steps, one after the other.
    Tour {
        step: usize,
    },
    /// The text of a file around a line.
    Source {
        file: String,
        line: usize,
    },
}

/// Which dialog, whatever it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogKind {
    Palette,
    GoTo,
    Open,
    NewPack,
    Recover,
    External,
    Quit,
    Shortcuts,
    Handbook,
    Rule,
    Tour,
    Source,
}

impl DialogKind {
    pub const ALL: [Self; 12] = [
        Self::Palette,
        Self::GoTo,
        Self::Open,
        Self::NewPack,
        Self::Recover,
        Self::External,
        Self::Quit,
        Self::Shortcuts,
        Self::Handbook,
        Self::Rule,
        Self::Tour,
        Self::Source,
    ];

    /// Whether it must be answered and does not just close.
    pub const fn must_be_answered(self) -> bool {
        matches!(self, Self::Recover | Self::External)
    }
}

/// What the file list is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    Pack,
    Picture,
    /// A game that was recorded.
    Replay,
}

impl Dialog {
    /// Which one it is; nothing if none is open.
    pub const fn kind(&self) -> Option<DialogKind> {
        Some(match self {
            Self::None => return None,
            Self::Palette { .. } => DialogKind::Palette,
            Self::GoTo { .. } => DialogKind::GoTo,
            Self::Open { .. } => DialogKind::Open,
            Self::NewPack { .. } => DialogKind::NewPack,
            Self::Recover => DialogKind::Recover,
            Self::External => DialogKind::External,
            Self::Quit => DialogKind::Quit,
            Self::Shortcuts => DialogKind::Shortcuts,
            Self::Handbook => DialogKind::Handbook,
            Self::Rule { .. } => DialogKind::Rule,
            Self::Tour { .. } => DialogKind::Tour,
            Self::Source { .. } => DialogKind::Source,
        })
    }

    pub fn palette() -> Self {
        Self::Palette { typed: String::new(), chosen: 0 }
    }

    pub fn open(folder: &Path, wants: Wants) -> Self {
        Self::Open { folder: folder.to_owned(), typed: String::new(), wants }
    }

    pub fn new_pack(folder: &Path) -> Self {
        Self::NewPack { folder: folder.to_owned(), name: String::new(), map: NewMap::default() }
    }
}

/// Draws the open dialog.
pub fn show(ctx: &Context, editor: &mut Editor) {
    let dialog = std::mem::take(&mut editor.dialog);
    if dialog == Dialog::None {
        return;
    }
    let mut next = dialog.clone();
    let modal = Modal::new(Id::unique("dialog")).show(ctx, |ui| content(ui, editor, &mut next));
    // Work left behind and clashes must be answered; everything else closes by a click beside it or Escape.
    if modal.should_close() && !dialog.kind().is_some_and(DialogKind::must_be_answered) {
        next = Dialog::None;
    }
    editor.dialog = next;
}

fn content(ui: &mut Ui, editor: &mut Editor, dialog: &mut Dialog) {
    match dialog {
        Dialog::None => {}
        Dialog::Palette { .. } => palette::ui(ui, editor, dialog),
        Dialog::GoTo { .. } => go_to::ui(ui, editor, dialog),
        Dialog::Open { .. } => open::ui(ui, editor, dialog),
        Dialog::NewPack { .. } => new_pack::ui(ui, editor, dialog),
        Dialog::Recover => ask::recover(ui, editor),
        Dialog::External => ask::external(ui, editor),
        Dialog::Quit => ask::quit(ui, editor, dialog),
        Dialog::Shortcuts => shortcuts::ui(ui, editor, dialog),
        Dialog::Handbook => handbook::ui(ui, editor, dialog),
        Dialog::Rule { .. } => rule::ui(ui, editor, dialog),
        Dialog::Tour { .. } => tour::ui(ui, editor, dialog),
        Dialog::Source { .. } => source::ui(ui, editor, dialog),
    }
}
