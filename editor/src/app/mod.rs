//! The editor's state and its frame: `logic` does the work between frames, `ui` lays out the window, `commands` is the
//! only place where commands run.

mod commands;
mod games;
pub mod jobs;
mod logic;
mod outside;
pub mod report;
pub mod script;
mod ui;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use egui::Context;

use crate::EditorOptions;
use crate::command::{Action, Command};
use crate::dialogs::Dialog;
use crate::mail::{self, MailBox};
use crate::opening::{PackOpening, Then};
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::{Tokens, visuals};
use crate::view_model::problems::{counted, counts};
use crate::view_model::welcome::{self, Card};

/// So many messages can be read again.
const MOST_MESSAGES: usize = 50;

/// The maps of the welcome page that are being drawn.
struct Drawn {
    /// Nothing once nobody waits for them any more.
    from: Option<Receiver<(PathBuf, Option<egui::ColorImage>)>>,
    done: usize,
    of: usize,
}

/// The editor.
pub struct Editor {
    pub session: Option<Session>,
    pub settings: Settings,
    pub dialog: Dialog,
    /// What widgets asked for and has not been done yet.
    pub queue: Vec<Command>,
    pub message: Option<(String, Instant)>,
    /// Whether that message tells of something that went wrong.
    pub trouble: bool,
    /// The latest messages, oldest first, and which of them tell of something that went wrong.
    pub told: Vec<(String, bool)>,
    pub cards: Vec<Card>,
    /// Pictures of the cards' maps, as far as they are drawn.
    pub pictures: BTreeMap<PathBuf, egui::TextureHandle>,
    /// A pack that is being opened.
    pub opening: Option<PackOpening>,
    /// A file dialog of the desktop.
    browsing: Option<outside::Browsing>,
    drawn: Option<Drawn>,
    content: PathBuf,
    /// Where windows leave their addresses; none in tests.
    mail_folder: Option<PathBuf>,
    /// What other starts of the program say to this window.
    mail: Option<MailBox>,
    context: Context,
    /// The look that egui has now.
    applied: Option<(crate::theme::Theme, f32)>,
    last_disk_look: Instant,
    shown_title: String,
    /// The command that gets the keys that are pressed next.
    pub capturing: Option<crate::command::Action>,
    quitting: bool,
    /// The first steps are shown with the first pack.
    greets: bool,
    shot: Option<script::Shot>,
    report: Option<report::Report>,
}

impl Editor {
    /// The editor in a window.
    pub fn new(creation: &eframe::CreationContext<'_>, options: &EditorOptions) -> Self {
        let stored = creation.storage.and_then(|storage| storage.get_string(Settings::KEY));
        let mut settings: Settings = stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        settings.layers = settings.layers.complete();
        // Whoever opens a window for the first time is shown around, programs are not.
        let by_hand = options.script.is_empty() && options.screenshot.is_none() && options.state.is_none();
        let first = creation.storage.is_some_and(|storage| storage.get_string(Settings::KEY).is_none());
        let mut editor = Self::with(creation.egui_ctx.clone(), settings, options);
        editor.greets = first && by_hand;
        editor.mail_folder = mail::folder();
        editor
    }

    /// The editor on any egui context: what tests use.
    pub fn with(context: Context, settings: Settings, options: &EditorOptions) -> Self {
        let mut editor = Self {
            session: None,
            settings,
            dialog: Dialog::None,
            queue: Vec::new(),
            message: None,
            trouble: false,
            told: Vec::new(),
            cards: welcome::cards(&options.content),
            pictures: BTreeMap::new(),
            opening: None,
            browsing: None,
            drawn: None,
            content: options.content.clone(),
            mail_folder: None,
            mail: None,
            context,
            applied: None,
            last_disk_look: Instant::now(),
            shown_title: String::new(),
            capturing: None,
            quitting: false,
            greets: false,
            shot: options.screenshot.clone().map(script::Shot::new),
            report: options.state.clone().map(report::Report::new),
        };
        visuals::set_fonts(&editor.context);
        editor.apply_look();
        if let Some(pack) = options.pack.clone() {
            editor.open(&pack, Then { recover: options.recover, script: options.script.clone() });
            return editor;
        }
        for line in &options.script {
            if let Err(message) = editor.run_words(line) {
                editor.say(message);
            }
        }
        editor
    }

    pub fn tokens(&self) -> Tokens {
        Tokens::of(self.settings.theme)
    }

    /// Draws the pictures of the welcome page, once, and takes those that are ready.
    fn take_pictures(&mut self) {
        if self.session.is_some() {
            return;
        }
        if self.drawn.is_none() {
            let packs: Vec<PathBuf> = self.cards.iter().map(|card| card.path.clone()).collect();
            let (of, context) = (packs.len(), self.context.clone());
            let from = welcome::pictures(packs, self.tokens(), move || context.request_repaint());
            self.drawn = Some(Drawn { from: Some(from), done: 0, of });
        }
        let Some(drawn) = &mut self.drawn else { return };
        let ready: Vec<_> = drawn.from.iter().flat_map(Receiver::try_iter).collect();
        drawn.done += ready.len();
        for (path, picture) in ready {
            if let Some(picture) = picture {
                let texture = self.context.load_texture("card", picture, egui::TextureOptions::LINEAR);
                self.pictures.insert(path, texture);
            }
        }
    }

    fn apply_look(&mut self) {
        let wanted = (self.settings.theme, self.settings.scale);
        if self.applied != Some(wanted) {
            visuals::apply(&self.context, self.settings.theme);
            self.context.set_zoom_factor(self.settings.scale);
            // Pictures are drawn in the colours of the theme.
            if self.applied.is_some_and(|(theme, _)| theme != wanted.0) {
                self.drawn = None;
            }
            self.applied = Some(wanted);
        }
    }

    /// Tells the user something in the status line.
    pub fn say(&mut self, message: impl Into<String>) {
        self.tell(message.into(), false);
    }

    /// Tells the user what went wrong: in red, longer, and to be read again in the list of messages.
    pub fn complain(&mut self, message: impl Into<String>) {
        self.tell(message.into(), true);
    }

    fn tell(&mut self, message: String, trouble: bool) {
        if self.told.len() == MOST_MESSAGES {
            self.told.remove(0);
        }
        self.told.push((message.clone(), trouble));
        self.message = Some((message, Instant::now()));
        self.trouble = trouble;
    }

    /// The title of the window: the pack, whether it is saved, and how it stands.
    pub fn title(&self) -> String {
        let Some(session) = &self.session else { return "Chartroom".to_owned() };
        let (errors, warnings, _) = counts(&session.problems);
        let dirty = if session.document.is_dirty() { "● " } else { "" };
        let state = match (errors, warnings) {
            (0, 0) => "no problems".to_owned(),
            (0, warnings) => counted(warnings, "warning"),
            (errors, _) => counted(errors, "error"),
        };
        format!("{dirty}{} – {state} – Chartroom", session.document.title())
    }

    /// The keys of an action: the user's own or the usual ones.
    pub fn shortcut(&self, action: Action) -> Option<egui::KeyboardShortcut> {
        match self.settings.shortcuts.get(&action.name()) {
            Some(text) => crate::command::parse_shortcut(text),
            None => action.usual_shortcut(),
        }
    }

    /// A tooltip with the keys of an action.
    pub fn tooltip(&self, action: Action) -> String {
        match self.shortcut(action) {
            Some(keys) => format!("{} ({})", action.title(), self.context.format_shortcut(&keys)),
            None => action.title(),
        }
    }
}

impl eframe::App for Editor {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.do_logic(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(&self.settings) {
            storage.set_string(Settings::KEY, text);
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        if let Some(session) = &mut self.session {
            // Work that is still unsaved here was given up on purpose: the window asked before it closed.
            session.document.drop_journal();
        }
    }
}
