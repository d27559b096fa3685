//! What the window shows right now, written to a file whenever it changes: for scripts and tests that work the real window
//! and must not guess when it is ready.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Editor;
use crate::panels::dock::{Place, Tab};

/// The state of the window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WindowState {
    pub pack: Option<String>,
    pub tool: String,
    /// The name of the open dialog, "None" if there is none.
    pub dialog: String,
    pub typed: String,
    pub tabs: Vec<Tab>,
    pub steps: usize,
    pub unsaved: bool,
    pub checking: bool,
    /// The map on the screen: left, top, right, bottom.
    pub view: [f32; 4],
    /// The space under the pointer.
    pub hovered: Option<String>,
    /// The grid has the keyboard; row, column and what is typed.
    pub cell: Option<(usize, usize, String)>,
    pub message: String,
}

/// A file that follows the window.
#[derive(Debug)]
pub struct Report {
    path: PathBuf,
    last: WindowState,
}

impl Report {
    pub fn new(path: PathBuf) -> Self {
        Self { path, last: WindowState::default() }
    }
}

impl Editor {
    fn window_state(&self) -> WindowState {
        let mut state = WindowState {
            dialog: self.dialog.kind().map_or_else(|| "None".to_owned(), |kind| format!("{kind:?}")),
            typed: match &self.dialog {
                crate::dialogs::Dialog::Palette { typed, .. } | crate::dialogs::Dialog::GoTo { typed } => typed.clone(),
                _ => String::new(),
            },
            tabs: [Place::Left, Place::Right, Place::Bottom]
                .into_iter()
                .filter_map(|place| self.settings.dock.active(place))
                .collect(),
            message: self.message.as_ref().map(|(text, _)| text.clone()).unwrap_or_default(),
            ..WindowState::default()
        };
        let Some(session) = &self.session else { return state };
        state.pack = Some(session.document.title());
        session.tool.tool.title().clone_into(&mut state.tool);
        state.steps = session.document.history().done();
        state.unsaved = session.document.is_dirty();
        state.checking = session.checker.running;
        state.view = [session.view.left(), session.view.top(), session.view.right(), session.view.bottom()];
        state.hovered = session.hovered.map(|at| session.scene.id(at).to_owned());
        if session.table.focused {
            let cursor = &session.table.cursor;
            state.cell = Some((cursor.row, cursor.column, cursor.typing.clone().unwrap_or_default()));
        }
        state
    }

    /// Writes the state down if it changed. Trouble with the file is no trouble of the user's.
    pub(super) fn report(&mut self) {
        if self.report.is_none() {
            return;
        }
        let state = self.window_state();
        let Some(report) = &mut self.report else { return };
        if report.last != state {
            if let Ok(text) = serde_json::to_string(&state) {
                let _ = chartroom_format::edit::write_atomic(&report.path, &text);
            }
            report.last = state;
        }
    }
}
