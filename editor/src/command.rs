//! Everything a user can ask for. Widgets push commands; `app::commands` alone runs them.

use std::path::PathBuf;

use chartroom_atlas::world::Part;
use chartroom_format::entries::EntryKind;
use chartroom_format::starter::Starter;
use egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::jobs::JobKind;
use crate::map::layers::LayerKind;
use crate::panels::dock::Tab;
use crate::tools::ToolKind;

/// A command with a name: in menus, in the command palette, on keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    Open,
    New,
    Picture,
    Welcome,
    Save,
    Undo,
    Redo,
    Fit,
    ZoomIn,
    ZoomOut,
    GoTo,
    CommandPalette,
    Theme,
    Larger,
    Smaller,
    BrushSmaller,
    BrushLarger,
    SelectAll,
    SelectNone,
    Copy,
    Paste,
    TurnClipboard,
    FlipClipboard,
    Minimap,
    Expand,
    ResetPanels,
    CheckNow,
    CheckGames,
    PlayGames,
    OpenReplay,
    CloseGame,
    FilmStart,
    FilmBack,
    FilmPlay,
    FilmOn,
    FilmBattle,
    FilmTurn,
    FixAll,
    Shortcuts,
    Tour,
    Handbook,
    Quit,
    Tool(ToolKind),
    Show(Tab),
    Layer(LayerKind),
}

impl Action {
    /// All of them, in the order of the menus.
    pub fn all() -> Vec<Self> {
        let mut all = vec![
            Self::Open,
            Self::New,
            Self::Picture,
            Self::Welcome,
            Self::Save,
            Self::Undo,
            Self::Redo,
            Self::Fit,
            Self::ZoomIn,
            Self::ZoomOut,
            Self::GoTo,
            Self::CommandPalette,
            Self::Theme,
            Self::Larger,
            Self::Smaller,
            Self::BrushSmaller,
            Self::BrushLarger,
            Self::SelectAll,
            Self::SelectNone,
            Self::Copy,
            Self::Paste,
            Self::TurnClipboard,
            Self::FlipClipboard,
            Self::Minimap,
            Self::Expand,
            Self::ResetPanels,
            Self::CheckNow,
            Self::CheckGames,
            Self::PlayGames,
            Self::OpenReplay,
            Self::CloseGame,
            Self::FilmStart,
            Self::FilmBack,
            Self::FilmPlay,
            Self::FilmOn,
            Self::FilmBattle,
            Self::FilmTurn,
            Self::FixAll,
            Self::Shortcuts,
            Self::Tour,
            Self::Handbook,
            Self::Quit,
        ];
        all.extend(ToolKind::ALL.map(Self::Tool));
        all.extend(Tab::ALL.map(Self::Show));
        all.extend(LayerKind::ALL.map(Self::Layer));
        all
    }

    pub fn title(self) -> String {
        match self {
            Self::Open => "Open a pack…".to_owned(),
            Self::New => "New pack from a starter…".to_owned(),
            Self::Picture => "Picture under the map…".to_owned(),
            Self::Welcome => "Welcome page".to_owned(),
            Self::Save => "Save".to_owned(),
            Self::Undo => "Undo".to_owned(),
            Self::Redo => "Redo".to_owned(),
            Self::Fit => "Show the whole map".to_owned(),
            Self::ZoomIn => "Zoom in".to_owned(),
            Self::ZoomOut => "Zoom out".to_owned(),
            Self::GoTo => "Go to a space…".to_owned(),
            Self::CommandPalette => "Command palette…".to_owned(),
            Self::Theme => "Light or dark".to_owned(),
            Self::Larger => "Larger interface".to_owned(),
            Self::Smaller => "Smaller interface".to_owned(),
            Self::BrushSmaller => "Smaller brush".to_owned(),
            Self::BrushLarger => "Larger brush".to_owned(),
            Self::SelectAll => "Select all".to_owned(),
            Self::SelectNone => "Select nothing".to_owned(),
            Self::Copy => "Copy selected hexes".to_owned(),
            Self::Paste => "Paste hexes at the pointer".to_owned(),
            Self::TurnClipboard => "Turn the copied hexes by 60 degrees".to_owned(),
            Self::FlipClipboard => "Flip the copied hexes".to_owned(),
            Self::Minimap => "Minimap".to_owned(),
            Self::Expand => "Expand or shrink the panels below".to_owned(),
            Self::ResetPanels => "Panels as at first".to_owned(),
            Self::CheckNow => "Check now".to_owned(),
            Self::CheckGames => "Test by bot games".to_owned(),
            Self::PlayGames => "Play games between bots".to_owned(),
            Self::OpenReplay => "Open a recorded game…".to_owned(),
            Self::CloseGame => "Close the shown game".to_owned(),
            Self::FilmStart => "Game: go to the start".to_owned(),
            Self::FilmBack => "Game: one action back".to_owned(),
            Self::FilmPlay => "Game: run or pause".to_owned(),
            Self::FilmOn => "Game: one action on".to_owned(),
            Self::FilmBattle => "Game: on to the next battle".to_owned(),
            Self::FilmTurn => "Game: on to the next turn".to_owned(),
            Self::FixAll => "Apply all safe fixes".to_owned(),
            Self::Shortcuts => "Keyboard shortcuts…".to_owned(),
            Self::Tour => "First steps…".to_owned(),
            Self::Handbook => "What the editor can do…".to_owned(),
            Self::Quit => "Quit".to_owned(),
            Self::Tool(tool) => format!("Tool: {}", tool.title()),
            Self::Show(tab) => format!("Show: {}", tab.title()),
            Self::Layer(layer) => format!("Layer: {}", layer.title()),
        }
    }

    /// Its usual keys.
    pub fn usual_shortcut(self) -> Option<KeyboardShortcut> {
        let command = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
        let with_shift = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, key));
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        match self {
            Self::Open => command(Key::O),
            Self::New => command(Key::N),
            Self::Save => command(Key::S),
            Self::Undo => command(Key::Z),
            Self::Redo => command(Key::Y),
            Self::Fit => plain(Key::Num0),
            Self::ZoomIn => plain(Key::Plus),
            Self::ZoomOut => plain(Key::Minus),
            Self::GoTo => command(Key::G),
            Self::CommandPalette => with_shift(Key::P),
            Self::Theme => with_shift(Key::L),
            Self::Larger => command(Key::Plus),
            Self::Smaller => command(Key::Minus),
            Self::BrushSmaller => plain(Key::OpenBracket),
            Self::BrushLarger => plain(Key::CloseBracket),
            Self::SelectAll => command(Key::A),
            Self::SelectNone => with_shift(Key::A),
            Self::TurnClipboard => plain(Key::R),
            Self::FlipClipboard => plain(Key::F),
            Self::Minimap => plain(Key::M),
            Self::Expand => plain(Key::F8),
            Self::CheckNow => plain(Key::F5),
            Self::PlayGames => plain(Key::F6),
            Self::FilmPlay => plain(Key::K),
            Self::FilmBack => plain(Key::Comma),
            Self::FilmOn => plain(Key::Period),
            Self::FilmBattle => plain(Key::N),
            Self::Handbook => plain(Key::F1),
            Self::Quit => command(Key::Q),
            Self::Tool(tool) => {
                let keys =
                    [Key::V, Key::B, Key::H, Key::O, Key::G, Key::E, Key::U, Key::T, Key::L, Key::Z, Key::P, Key::D];
                ToolKind::ALL.iter().position(|known| *known == tool).and_then(|at| plain(keys[at]))
            }
            // Copy and paste arrive as events of their own; the rest has no keys.
            Self::Welcome
            | Self::Picture
            | Self::ResetPanels
            | Self::Copy
            | Self::Paste
            | Self::CheckGames
            | Self::OpenReplay
            | Self::CloseGame
            | Self::FilmStart
            | Self::FilmTurn
            | Self::FixAll
            | Self::Shortcuts
            | Self::Tour
            | Self::Show(_)
            | Self::Layer(_) => None,
        }
    }

    /// The name under which other keys are remembered.
    pub fn name(self) -> String {
        format!("{self:?}")
    }
}

/// What a new pack starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewMap {
    Starter(Starter),
    /// Drawn from geography, so many hexes wide.
    World(Part, u32),
}

impl Default for NewMap {
    fn default() -> Self {
        Self::Starter(Starter::default())
    }
}

/// A command, with whatever it needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Do(Action),
    OpenPack(PathBuf),
    /// Write a starter pack with a title into a new folder and open it.
    NewPack(PathBuf, NewMap, String),
    /// Lay a scanned picture under the map, or take it away.
    UsePicture(Option<PathBuf>),
    Rewind(usize),
    /// Look at a space and select it.
    LookAt(usize),
    /// Go where a problem is.
    JumpTo(usize),
    /// Apply a fix of a problem.
    ApplyFix(usize, usize),
    ShowTable(String),
    /// Show an entry in the content panel.
    ShowEntry(EntryKind, String),
    /// Show a scenario on the map and in its panel.
    ShowScenario(String),
    /// Show what a rule of the rulebook says, and what in the pack names it.
    ShowRule(String),
    /// Copy an entry of the pack below into this pack.
    CopyDown(EntryKind, String),
    /// Show the text of a file around a line.
    ShowSource(String, usize),
    /// Open a file in the user's text editor at a line and column.
    OpenText(String, usize, usize),
    Message(String),
    /// Show a game of the batch on the map.
    WatchGame(usize),
    /// Show a game from a file of `chartroom play --record`.
    OpenRecorded(PathBuf),
    /// Save the position that is shown as a scenario with this title.
    SavePosition(String),
    /// Play whole games before and after what was changed.
    TryChange,
    Recover(bool),
    External(usize, ExternalChoice),
    /// Call something long off.
    Cancel(JobKind),
    QuitAnyway,
    QuitAndSave,
}

/// What to do with a file that another program changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalChoice {
    Mine,
    Theirs,
    Merge,
}

/// Writes "Ctrl+Shift+P", as [`parse_shortcut`] reads it.
pub fn shortcut_text(modifiers: Modifiers, key: Key) -> String {
    let held = [(modifiers.command || modifiers.ctrl, "Ctrl+"), (modifiers.shift, "Shift+"), (modifiers.alt, "Alt+")];
    let held: String = held.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect();
    format!("{held}{}", key.name())
}

/// Reads "Ctrl+Shift+P".
pub fn parse_shortcut(text: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut key = None;
    for part in text.split('+').map(str::trim) {
        match part.to_ascii_lowercase().as_str() {
            "ctrl" | "cmd" | "command" => modifiers |= Modifiers::COMMAND,
            "shift" => modifiers |= Modifiers::SHIFT,
            "alt" => modifiers |= Modifiers::ALT,
            _ => key = Key::from_name(part),
        }
    }
    key.map(|key| KeyboardShortcut::new(modifiers, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_actions_share_their_keys() {
        let mut seen: Vec<(Action, KeyboardShortcut)> = Vec::new();
        for action in Action::all() {
            if let Some(shortcut) = action.usual_shortcut() {
                let other = seen.iter().find(|(_, known)| *known == shortcut);
                assert!(other.is_none(), "{action:?} and {other:?}");
                seen.push((action, shortcut));
            }
        }
    }

    #[test]
    fn shortcuts_can_be_typed() {
        let expected = KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        assert_eq!(parse_shortcut("Ctrl+Shift+P"), Some(expected));
        assert_eq!(parse_shortcut("Ctrl+"), None);
        for action in Action::all() {
            let Some(keys) = action.usual_shortcut() else { continue };
            let written = shortcut_text(keys.modifiers, keys.logical_key);
            assert_eq!(parse_shortcut(&written), Some(keys), "{written}");
        }
    }
}
