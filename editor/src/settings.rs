//! What the editor remembers between runs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::map::layers::Layers;
use crate::panels::dock::Dock;
use crate::theme::Theme;
use crate::underlay::Remembered;

/// The user's choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// Size of everything, 1 is normal.
    pub scale: f32,
    pub dock: Dock,
    pub layers: Layers,
    /// Packs opened before, latest first.
    pub recent: Vec<PathBuf>,
    /// Shortcuts that differ from the usual ones, by the name of the action: "Ctrl+Shift+P".
    pub shortcuts: BTreeMap<String, String>,
    pub minimap: bool,
    /// The command that opens a file in the user's text editor, with `{file}`, `{line}` and `{column}` in it; one that is installed is
    /// found by itself if this is empty.
    pub text_editor: String,
    /// Scanned pictures under maps, by the path of the pack.
    pub pictures: BTreeMap<String, Remembered>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            scale: 1.0,
            dock: Dock::default(),
            layers: Layers::default(),
            recent: Vec::new(),
            shortcuts: BTreeMap::new(),
            minimap: true,
            text_editor: String::new(),
            pictures: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Where eframe keeps them.
    pub const KEY: &'static str = "settings";

    pub fn remember(&mut self, pack: &std::path::Path) {
        self.recent.retain(|known| known != pack);
        self.recent.insert(0, pack.to_owned());
        self.recent.truncate(8);
    }
}
