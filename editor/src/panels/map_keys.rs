//! The map by keyboard: arrows move a cursor from space to space, Space or Enter does there what a click does.

use egui::{Key, Ui, vec2};

use crate::command::Command;
use crate::map::cursor;
use crate::session::Session;
use crate::settings::Settings;
use crate::tools::{Gesture, GestureKind, REACH};

use super::map::run_gesture;

const ARROWS: [(Key, f32, f32); 4] =
    [(Key::ArrowLeft, -1.0, 0.0), (Key::ArrowRight, 1.0, 0.0), (Key::ArrowUp, 0.0, -1.0), (Key::ArrowDown, 0.0, 1.0)];

/// Moves the cursor, and lets the tool work where it is. The cursor goes when the mouse is moved.
pub(super) fn keys(ui: &Ui, session: &mut Session, settings: &Settings, queue: &mut Vec<Command>) {
    if ui.ctx().egui_wants_keyboard_input() || egui::Popup::is_any_open(ui.ctx()) {
        return;
    }
    let (moved, arrow, acts, modifiers) = ui.input(|input| {
        let arrow = ARROWS.iter().find(|(key, ..)| input.key_pressed(*key)).map(|(_, x, y)| vec2(*x, *y));
        let acts = input.key_pressed(Key::Space) || input.key_pressed(Key::Enter);
        (input.pointer.delta().length() > 0.5 || input.pointer.any_down(), arrow, acts, input.modifiers)
    });
    if moved {
        session.cursor = None;
    }
    if let Some(direction) = arrow {
        let known = session.cursor.filter(|at| *at < session.scene.cells.len());
        let from = known.or_else(|| session.selection.first().copied());
        let at = match from {
            Some(from) => cursor::beside(&session.scene, from, direction).unwrap_or(from),
            None => match cursor::nearest(&session.scene, session.camera.middle) {
                Some(at) => at,
                None => return,
            },
        };
        session.cursor = Some(at);
        session.bring_into_view(at);
    }
    let Some(at) = session.cursor else { return };
    session.hovered = Some(at);
    if !acts || session.games.screen.is_some() {
        return;
    }
    let point = session.scene.middle(at);
    let gesture = |kind| Gesture {
        kind,
        at: Some(at),
        side: session.scene.side_at(point),
        point,
        // Nothing is taken hold of by keyboard.
        reach: REACH * 1e-3,
        shift: modifiers.shift,
        command: modifiers.command,
        alt: modifiers.alt,
        secondary: false,
    };
    for gesture in [gesture(GestureKind::Press), gesture(GestureKind::Release)] {
        run_gesture(session, settings, gesture, queue);
    }
}
