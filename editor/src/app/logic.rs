//! Between frames: keys, the background check, the disk, the window's title. Nothing here paints.

use std::time::{Duration, Instant};

use egui::{Context, Event, ViewportCommand};

use super::Editor;
use crate::command::{Action, Command, parse_shortcut};
use crate::dialogs::Dialog;

/// How often the disk is looked at for changes by other programs.
const DISK_LOOK: Duration = Duration::from_millis(1500);

impl Editor {
    /// Everything that happens before a frame is laid out.
    pub fn do_logic(&mut self, ctx: &Context) {
        self.keys(ctx);
        let queue = std::mem::take(&mut self.queue);
        for command in queue {
            self.run(command);
        }
        self.take_opened();
        self.take_browsed();
        self.take_mail(ctx);
        self.apply_look();
        let tokens = self.tokens();
        if let Some(session) = &mut self.session {
            session.refresh(tokens);
            session.take_check();
            let filmed = session.games.take(&session.scene);
            session.refresh(tokens);
            if let Some(wait) = session.checker.watch(&session.document, session.tool.scenario.as_deref()) {
                ctx.request_repaint_after(wait);
            }
            if let Some(row) = session.games.wanted() {
                self.queue.push(Command::WatchGame(row));
            }
            match filmed {
                Some(Ok(())) => self.settings.dock.expanded = false,
                Some(Err(message)) => self.complain(message),
                None => {}
            }
        }
        self.take_picture();
        self.take_pictures();
        self.look_at_disk(ctx);
        let title = self.title();
        if self.shown_title != title {
            self.shown_title.clone_from(&title);
            ctx.send_viewport_cmd(ViewportCommand::Title(title));
        }
        self.closing(ctx);
        self.take_shot(ctx);
        self.report();
    }

    /// Gives the keys that are pressed to the command that waits for them.
    fn capture(&mut self, ctx: &Context, action: Action) {
        if self.dialog != Dialog::Shortcuts {
            self.capturing = None;
            return;
        }
        let pressed = ctx.input_mut(|input| {
            let at = input.events.iter().position(|event| matches!(event, Event::Key { pressed: true, .. }))?;
            Some(input.events.remove(at))
        });
        let Some(Event::Key { key, modifiers, .. }) = pressed else { return };
        self.capturing = None;
        if key == egui::Key::Escape {
            return;
        }
        let text = crate::command::shortcut_text(modifiers, key);
        let Some(keys) = parse_shortcut(&text) else { return };
        let other = Action::all().into_iter().find(|other| *other != action && self.shortcut(*other) == Some(keys));
        match other {
            Some(other) => self.complain(format!("{text} belongs to \"{}\" already.", other.title())),
            None => drop(self.settings.shortcuts.insert(action.name(), text)),
        }
    }

    fn keys(&mut self, ctx: &Context) {
        if let Some(action) = self.capturing {
            self.capture(ctx, action);
            return;
        }
        let typing = ctx.egui_wants_keyboard_input();
        let in_cell = self.session.as_ref().is_some_and(|session| session.table.cursor.typing.is_some());
        let writing = ctx.text_edit_focused() || typing && in_cell;
        // Keys with Shift first: without it the same keys would count as pressed, too.
        let mut keys: Vec<(Action, egui::KeyboardShortcut)> =
            Action::all().into_iter().filter_map(|action| self.shortcut(action).map(|keys| (action, keys))).collect();
        keys.push((
            Action::Redo,
            egui::KeyboardShortcut::new(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, egui::Key::Z),
        ));
        keys.sort_by_key(|(_, keys)| !keys.modifiers.shift);
        for (action, shortcut) in keys {
            let plain = !shortcut.modifiers.command && !shortcut.modifiers.ctrl && !shortcut.modifiers.alt;
            // Plain letters belong to a text field or grid that has the keyboard; F5 and its like mean nothing there.
            let taken = typing && !is_function_key(shortcut.logical_key);
            if plain && (taken || self.dialog != Dialog::None) {
                continue;
            }
            // A text field takes its own changes back, and a grid selects its own cells.
            let own = match action {
                Action::Undo | Action::Redo => writing,
                Action::SelectAll => typing,
                _ => false,
            };
            if own {
                continue;
            }
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                self.queue.push(Command::Do(action));
            }
        }
        if !typing && self.dialog == Dialog::None {
            let events = ctx.input(|input| input.events.clone());
            for event in events {
                match event {
                    Event::Copy => self.queue.push(Command::Do(Action::Copy)),
                    Event::Paste(_) => self.queue.push(Command::Do(Action::Paste)),
                    _ => {}
                }
            }
        }
    }

    /// Takes a picture that has been opened, and remembers where pictures lie.
    fn take_picture(&mut self) {
        let Some(session) = &mut self.session else { return };
        let taken = session.take_picture();
        if let Some(underlay) = &session.underlay {
            let pack = session.document.root().display().to_string();
            let remembered = underlay.remembered();
            if self.settings.pictures.get(&pack) != Some(&remembered) {
                self.settings.pictures.insert(pack, remembered);
            }
        }
        if let Some(Err(message)) = taken {
            self.complain(message);
        }
    }

    fn look_at_disk(&mut self, ctx: &Context) {
        if self.session.is_none() {
            return;
        }
        let since = self.last_disk_look.elapsed();
        if since < DISK_LOOK {
            // Even a window that nobody touches looks at the disk.
            ctx.request_repaint_after(DISK_LOOK.saturating_sub(since));
            return;
        }
        self.last_disk_look = Instant::now();
        ctx.request_repaint_after(DISK_LOOK);
        let Some(session) = &mut self.session else { return };
        if !session.document.root().is_dir() {
            self.say("The folder of this pack is gone. Your work is still here.");
            return;
        }
        if session.document.is_in_step() {
            return;
        }
        let changes = session.document.external_changes();
        let mut taken = Vec::new();
        session.external.clear();
        for change in changes {
            // What was not changed here is simply taken over; a vanished or twice changed file is asked about.
            if !change.clashes && change.text.is_some() {
                if session.document.take_theirs(&change).is_ok() {
                    taken.push(change.file.clone());
                }
            } else {
                session.external.push(change);
            }
        }
        let ask = !session.external.is_empty();
        if !taken.is_empty() {
            self.say(format!("Reloaded from disk, where another program changed it: {}", taken.join(", ")));
        }
        if ask && self.dialog == Dialog::None {
            self.dialog = Dialog::External;
        }
    }

    fn closing(&mut self, ctx: &Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        let dirty = self.session.as_ref().is_some_and(|session| session.document.is_dirty());
        if asked && dirty && !self.quitting {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialog = Dialog::Quit;
        }
    }
}

/// F1 and its like, which no text field takes.
fn is_function_key(key: egui::Key) -> bool {
    key.name().strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
}
