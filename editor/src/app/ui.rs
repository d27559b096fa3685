//! The layout of the window: menus, docked panels, the map, the status line, dialogs on top.

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, RichText, Ui};

use super::Editor;
use crate::command::{Action, Command};
use crate::map::layers::LayerKind;
use crate::panels::dock::Tab;
use crate::panels::{self, dock::Place};
use crate::tools::ToolKind;
use crate::view_model::problems::{counted, counts};

/// The map keeps at least this much of the window's width, in points, whatever hands have made of the panels.
const MAP_WIDTH: f32 = 308.0;

/// How large the panels of each side may be in a window.
struct Widest {
    left: f32,
    right: f32,
    bottom: f32,
}

impl Widest {
    fn of(window: egui::Vec2) -> Self {
        let room = (window.x - MAP_WIDTH).max(120.0);
        Self {
            left: (room * 0.44).min(420.0),
            right: (room * 0.56).min(720.0),
            bottom: (window.y * 0.6).clamp(60.0, 640.0),
        }
    }
}

impl Editor {
    /// Lays out and draws one frame.
    pub fn show(&mut self, ui: &mut Ui) {
        let tokens = self.tokens();
        let bar = Frame::new().fill(tokens.panel).inner_margin(Margin::symmetric(8, 3));
        Panel::top("menu").frame(bar).show(ui, |ui| self.menu(ui));
        let status = Frame::new().fill(tokens.panel).inner_margin(Margin::symmetric(10, 3));
        Panel::bottom("status").frame(status).show(ui, |ui| self.status(ui));
        if self.session.is_some() {
            let side = Frame::new().fill(tokens.panel).inner_margin(Margin::same(0));
            let hides_map = self.settings.dock.hides_map();
            // A game that is shown has a bar over the whole width: the way through it is long.
            if let Some(session) = self.session.as_mut().filter(|session| session.games.screen.is_some() && !hides_map)
            {
                let frame = Frame::new().fill(tokens.raised).inner_margin(Margin::symmetric(10, 6));
                Panel::bottom("replay").frame(frame).show(ui, |ui| {
                    panels::replay::replay_ui(ui, session, tokens, &mut self.queue);
                });
            }
            let widest = Widest::of(ui.available_size());
            let made = self.settings.dock.made;
            if self.settings.dock.has(Place::Left) && !hides_map {
                Panel::left(("left", made))
                    .frame(side)
                    .resizable(true)
                    .default_size(232.0)
                    .size_range(170.0_f32.min(widest.left)..=widest.left)
                    .show(ui, |ui| self.dock(ui, Place::Left));
            }
            if self.settings.dock.has(Place::Right) && !hides_map {
                Panel::right(("right", made))
                    .frame(side)
                    .resizable(true)
                    .default_size(280.0)
                    .size_range(190.0_f32.min(widest.right)..=widest.right)
                    .show(ui, |ui| self.dock(ui, Place::Right));
            }
            if self.settings.dock.has(Place::Bottom) && !hides_map {
                Panel::bottom(("bottom", made))
                    .frame(side)
                    .resizable(true)
                    .default_size(270.0)
                    .size_range(90.0_f32.min(widest.bottom)..=widest.bottom)
                    .show(ui, |ui| self.dock(ui, Place::Bottom));
            }
            let middle = if hides_map { side } else { Frame::new().fill(tokens.desk) };
            CentralPanel::default().frame(middle).show(ui, |ui| {
                if hides_map {
                    self.dock(ui, Place::Bottom);
                } else if let Some(session) = &mut self.session {
                    panels::map::map_ui(ui, session, &self.settings, tokens, &mut self.queue);
                }
            });
        } else {
            CentralPanel::default().frame(Frame::new().fill(tokens.window).inner_margin(Margin::same(24))).show(
                ui,
                |ui| {
                    let page = panels::welcome::Welcome {
                        cards: &self.cards,
                        pictures: &self.pictures,
                        recent: &self.settings.recent,
                    };
                    panels::welcome::welcome_ui(ui, &page, tokens, &mut self.queue);
                },
            );
        }
        let ctx = ui.ctx().clone();
        crate::dialogs::show(&ctx, self);
    }

    fn menu(&mut self, ui: &mut Ui) {
        let item = |editor: &mut Self, ui: &mut Ui, action: Action| {
            let keys = editor.shortcut(action).map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
            if ui.add(egui::Button::new(action.title()).shortcut_text(keys)).clicked() {
                editor.queue.push(Command::Do(action));
                ui.close();
            }
        };
        egui::MenuBar::new().ui(ui, |ui| {
            ui.menu_button("File", |ui| {
                for action in [Action::New, Action::Open, Action::Save, Action::Picture, Action::Welcome] {
                    item(self, ui, action);
                }
                ui.separator();
                for path in self.settings.recent.clone() {
                    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                    if ui.button(name).clicked() {
                        self.queue.push(Command::OpenPack(path));
                        ui.close();
                    }
                }
                if !self.settings.recent.is_empty() {
                    ui.separator();
                }
                item(self, ui, Action::Quit);
            });
            ui.menu_button("Edit", |ui| {
                for action in [Action::Undo, Action::Redo] {
                    item(self, ui, action);
                }
                ui.separator();
                for action in [
                    Action::SelectAll,
                    Action::SelectNone,
                    Action::Copy,
                    Action::Paste,
                    Action::TurnClipboard,
                    Action::FlipClipboard,
                ] {
                    item(self, ui, action);
                }
                ui.separator();
                for action in [Action::GoTo, Action::CommandPalette, Action::Shortcuts] {
                    item(self, ui, action);
                }
            });
            ui.menu_button("View", |ui| {
                for action in [
                    Action::Fit,
                    Action::ZoomIn,
                    Action::ZoomOut,
                    Action::Minimap,
                    Action::Expand,
                    Action::ResetPanels,
                    Action::Theme,
                    Action::Larger,
                    Action::Smaller,
                ] {
                    item(self, ui, action);
                }
                ui.separator();
                for tab in Tab::ALL {
                    item(self, ui, Action::Show(tab));
                }
                ui.separator();
                ui.menu_button("Layers", |ui| {
                    for kind in LayerKind::ALL {
                        item(self, ui, Action::Layer(kind));
                    }
                });
            });
            ui.menu_button("Tools", |ui| {
                for tool in ToolKind::ALL {
                    item(self, ui, Action::Tool(tool));
                }
                ui.separator();
                for action in [Action::CheckNow, Action::CheckGames, Action::FixAll] {
                    item(self, ui, action);
                }
            });
            ui.menu_button("Games", |ui| {
                for action in [Action::PlayGames, Action::OpenReplay] {
                    item(self, ui, action);
                }
                ui.separator();
                for action in [
                    Action::FilmPlay,
                    Action::FilmStart,
                    Action::FilmBack,
                    Action::FilmOn,
                    Action::FilmBattle,
                    Action::FilmTurn,
                    Action::CloseGame,
                ] {
                    item(self, ui, action);
                }
            });
            ui.menu_button("Help", |ui| {
                for action in [Action::Tour, Action::Handbook, Action::Shortcuts, Action::CommandPalette] {
                    item(self, ui, action);
                }
            });
            let tokens = self.tokens();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let look = if self.settings.theme == crate::theme::Theme::Light { "Dark" } else { "Light" };
                if ui.button(look).on_hover_text(self.tooltip(Action::Theme)).clicked() {
                    self.queue.push(Command::Do(Action::Theme));
                }
                if let Some(session) = &self.session {
                    let title = session.document.title();
                    let dirty = if session.document.is_dirty() { "●" } else { "" };
                    ui.label(RichText::new(dirty).color(tokens.changed)).on_hover_text("Unsaved changes");
                    ui.label(RichText::new(title).color(tokens.text_strong).strong());
                }
            });
        });
    }

    fn status(&mut self, ui: &mut Ui) {
        let tokens = self.tokens();
        ui.horizontal(|ui| {
            // The line is as high with a wheel turning in it as without: the map above must not jump.
            ui.set_min_height(24.0);
            let (seconds, colour) = if self.trouble { (20, tokens.error) } else { (8, tokens.accent) };
            let fresh = self.message.as_ref().filter(|(_, since)| since.elapsed().as_secs() < seconds);
            match (&self.session, fresh) {
                (_, Some((message, _))) => {
                    let text = RichText::new(message).color(colour);
                    // It must leave room for what stands at the right of the line.
                    let width = (ui.available_width() - 360.0).max(160.0);
                    ui.scope(|ui| {
                        ui.set_max_width(width);
                        ui.add(egui::Label::new(text).truncate());
                    });
                }
                (Some(session), None) => {
                    ui.label(RichText::new(session.tools.hint(&session.tool)).color(tokens.text_weak));
                }
                (None, None) => {
                    ui.label(RichText::new("Open a pack to start.").color(tokens.text_weak));
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.jobs_ui(ui);
                self.messages_ui(ui);
                let Some(session) = &self.session else { return };
                let (errors, warnings, notes) = counts(&session.problems);
                let text = [(errors, "error"), (warnings, "warning"), (notes, "note")]
                    .map(|(count, what)| counted(count, what))
                    .join(" · ");
                let color = if errors > 0 {
                    tokens.error
                } else if warnings > 0 {
                    tokens.warning
                } else {
                    tokens.text_weak
                };
                if ui
                    .add(egui::Button::new(RichText::new(text).color(color)).frame(false))
                    .on_hover_text("Show the problems")
                    .clicked()
                {
                    self.queue.push(Command::Do(Action::Show(Tab::Problems)));
                }
                ui.separator();
                if let Some(trouble) = session.document.journal_trouble() {
                    ui.label(RichText::new(trouble).color(tokens.error));
                    ui.separator();
                }
                ui.label(RichText::new(format!("{:.0}%", session.camera.zoom * 100.0)).color(tokens.text_weak));
                ui.separator();
                if let Some(at) = session.hovered {
                    let cell = &session.scene.cells[at];
                    let name = cell.name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
                    ui.label(
                        RichText::new(format!("{}{name} · {:?}", session.scene.id(at), cell.surface))
                            .color(tokens.text),
                    );
                }
            });
        });
    }

    /// The latest messages, to be read again.
    fn messages_ui(&self, ui: &mut Ui) {
        let tokens = self.tokens();
        if self.told.is_empty() {
            return;
        }
        let troubles = self.told.iter().filter(|(_, trouble)| *trouble).count();
        let text = RichText::new("Messages").color(if troubles > 0 { tokens.error } else { tokens.text_weak });
        ui.menu_button(text, |ui| {
            ui.set_max_width(520.0);
            for (message, trouble) in self.told.iter().rev().take(12) {
                ui.label(RichText::new(message).color(if *trouble { tokens.error } else { tokens.text }));
            }
        })
        .response
        .on_hover_text("What was said in this line lately");
        ui.separator();
    }

    fn dock(&mut self, ui: &mut Ui, place: Place) {
        let tokens = self.tokens();
        let keys = self.shortcut(Action::Expand).map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
        panels::dock::bar_ui(ui, &mut self.settings.dock, place, tokens, self.session.as_ref(), &keys);
        let Some(tab) = self.settings.dock.active(place) else { return };
        let tooltips: Vec<(ToolKind, String)> =
            ToolKind::ALL.iter().map(|tool| (*tool, self.tooltip(Action::Tool(*tool)))).collect();
        let Some(session) = &mut self.session else { return };
        // A panel keeps its size whatever it shows: what does not fit is cut off, and scrolls if the panel lets it.
        let room = ui.available_rect_before_wrap();
        ui.allocate_rect(room, egui::Sense::hover());
        let inside = room.shrink2(egui::vec2(10.0, 6.0));
        let down = Layout::top_down(Align::Min);
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(inside).layout(down));
        ui.set_clip_rect(ui.clip_rect().intersect(inside.expand(3.0)));
        match tab {
            Tab::Tools => panels::tools::tools_ui(&mut ui, session, &tooltips, tokens, &mut self.queue),
            Tab::Layers => panels::layers::layers_ui(&mut ui, &mut self.settings.layers, tokens),
            Tab::Inspector => panels::inspector::inspector_ui(&mut ui, session, tokens, &mut self.queue),
            Tab::Scenario => panels::scenario::scenario_ui(&mut ui, session, tokens, &mut self.queue),
            Tab::Problems => panels::problems::problems_ui(&mut ui, session, tokens, &mut self.queue),
            Tab::Tables => panels::tables::tables_ui(&mut ui, session, tokens, &mut self.queue),
            Tab::Content => panels::content::content_ui(&mut ui, session, tokens, &mut self.queue),
            Tab::History => panels::history::history_ui(&mut ui, session, tokens, &mut self.queue),
            Tab::Games => panels::games::games_ui(&mut ui, session, tokens, &mut self.queue),
        }
    }
}
