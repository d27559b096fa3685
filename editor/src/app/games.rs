//! Commands about games: played by bots, shown on the map, saved as scenarios.

use std::path::PathBuf;

use chartroom_format::names::to_id;

use super::Editor;
use crate::command::{Action, Command};
use crate::games::{Screen, position};
use crate::panels::dock::Tab;

impl Editor {
    /// Runs a command about games, with what is open.
    pub(super) fn run_on_games(&mut self, command: Command) {
        let context = self.context.clone();
        let wake = move || context.request_repaint();
        let Some(session) = &mut self.session else { return };
        let done = match command {
            Command::WatchGame(row) => session.games.watch(row, wake),
            Command::OpenRecorded(file) => {
                self.open_recorded(file);
                return;
            }
            Command::SavePosition(title) => {
                self.save_position(title.trim());
                return;
            }
            Command::TryChange => {
                session.games.trial.start(session.document.snapshot(), wake);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(message) = done {
            self.complain(message);
        }
    }

    pub(super) fn act_on_games(&mut self, action: Action) {
        let context = self.context.clone();
        let Some(session) = &mut self.session else { return };
        match action {
            Action::PlayGames => {
                self.settings.dock.show(Tab::Games);
                let shown = session.tool.scenario.clone();
                session.games.settle(&session.document, shown.as_deref());
                if session.games.plan.scenario.is_empty() {
                    self.complain("Games need a scenario, and this pack has none yet.");
                    return;
                }
                session.games.start(&session.document, move || context.request_repaint());
            }
            Action::CloseGame => session.close_game(),
            _ => {
                let Some(screen) = &mut session.games.screen else {
                    self.say("No game is shown: play some in the Games panel, or open a recorded one.");
                    return;
                };
                if let Some(message) = film(screen, action) {
                    self.say(message);
                    return;
                }
                // What happens out of sight is brought into view.
                let focus = self.session.as_ref().and_then(|session| session.games.screen.as_ref()?.focus());
                if let (Some(at), Some(session)) = (focus, &mut self.session) {
                    session.bring_into_view(at);
                }
            }
        }
    }

    fn open_recorded(&mut self, file: PathBuf) {
        let context = self.context.clone();
        let Some(session) = &mut self.session else {
            self.complain("Open the pack of the game first.");
            return;
        };
        session.games.open(&session.document, file, move || context.request_repaint());
    }

    fn save_position(&mut self, title: &str) {
        let Some(session) = &mut self.session else { return };
        let Some(screen) = &session.games.screen else { return };
        let state = match screen.film.state(screen.at) {
            Ok(state) => state,
            Err(message) => return self.complain(message),
        };
        let field = &screen.film.field;
        let (id, title) = if title.is_empty() {
            let id = position::free_id(&session.document, &field.rules.scenario, state.turn);
            (id, format!("{}, turn {}", field.rules.title, state.turn))
        } else {
            (to_id(title), title.to_owned())
        };
        let planned = position::plan(&session.document, field, &state, &id, &title);
        let done = planned.and_then(|changes| session.document.change(&format!("New scenario {id}"), &changes));
        match done {
            Ok(()) => {
                session.close_game();
                session.tool.scenario = Some(id.clone());
                self.settings.dock.show(Tab::Scenario);
                self.say(format!(
                    "{title} starts with turn {} of the game; what was done already in that turn is not part of a scenario.",
                    state.turn
                ));
            }
            Err(message) => self.complain(message),
        }
    }
}

/// Moves a film; what to say if there is nowhere to go.
fn film(screen: &mut Screen, action: Action) -> Option<String> {
    let at = screen.at;
    match action {
        Action::FilmStart => screen.go(0),
        Action::FilmBack => screen.step(-1),
        Action::FilmOn => screen.step(1),
        Action::FilmPlay => screen.play(!screen.is_running()),
        Action::FilmBattle => match screen.film.next_battle(at) {
            Some(next) => screen.go(next),
            None => return Some("There is no further battle.".to_owned()),
        },
        Action::FilmTurn => match screen.film.turns().into_iter().find(|(first, _)| *first > at) {
            Some((next, _)) => screen.go(next),
            None => return Some("This is the last turn.".to_owned()),
        },
        _ => {}
    }
    None
}
