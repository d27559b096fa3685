//! The desktop editor; the only crate that knows egui.
//!
//! `document` holds the open pack and everything done to it (no egui), `games` what bots play of it, `map` and `view_model` turn content into plain
//! data to show, `tools` are state machines on the map, `panels` and `dialogs` draw, `app` owns the state and is the only
//! place where commands run. Colours come from `theme`.

pub mod app;
pub mod check;
pub mod command;
pub mod dialogs;
pub mod document;
pub mod games;
pub mod mail;
pub mod map;
pub mod opening;
pub mod outline;
pub mod panels;
pub mod session;
pub mod settings;
pub mod theme;
pub mod tools;
pub mod underlay;
pub mod view_model;

#[cfg(test)]
#[path = "../tests/all/support/pack.rs"]
mod testing;

use std::path::PathBuf;

pub use app::Editor;

/// What the editor starts with.
#[derive(Clone, Debug, Default)]
pub struct EditorOptions {
    /// The pack to open; the welcome page if nothing.
    pub pack: Option<PathBuf>,
    /// The folder whose packs the welcome page offers.
    pub content: PathBuf,
    /// Take up unsaved work that a killed editor left behind without asking.
    pub recover: bool,
    /// Commands to run at the start, by their words.
    pub script: Vec<String>,
    /// Take a picture of the window when it has settled, and close it.
    pub screenshot: Option<PathBuf>,
    /// Write what the window shows to this file whenever it changes.
    pub state: Option<PathBuf>,
}

/// Opens the window and returns when it is closed.
#[expect(clippy::needless_pass_by_value, reason = "a program hands its options over and has no more use for them")]
pub fn run(options: EditorOptions) -> Result<(), String> {
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Chartroom")
            .with_app_id("chartroom")
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([800.0, 500.0]),
        ..eframe::NativeOptions::default()
    };
    eframe::run_native("Chartroom", native, Box::new(|creation| Ok(Box::new(Editor::new(creation, &options)))))
        .map_err(|error| format!("the window cannot be opened: {error}"))
}
