//! Games in the window: played with F6, watched on the map, saved as a scenario; and what is said when one cannot be shown.

use chartroom_editor::command::{Action, Command};
use chartroom_editor::games::HeatKind;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::support::pack::TestPack;
use crate::support::{Window, open, run_command, wait_until, window};

/// The window on a starter pack, which bots can play, with some games played.
fn played(folder: &tempfile::TempDir) -> Window {
    let root = folder.path().join("small-war");
    chartroom_format::starter::write(&root, chartroom_format::starter::Starter::Hexes).expect("a starter");
    let mut window = window(Some(root), "no-such-folder".into(), Settings::default());
    wait_until(&mut window, "the first check", |bench| !bench.session().checker.running);
    window.state_mut().session().games.plan.games = 3;
    window.key_press_modifiers(Modifiers::NONE, Key::F6);
    window.step();
    wait_until(&mut window, "the games", |bench| {
        bench.session().games.batch.as_ref().is_some_and(|batch| !batch.is_running())
    });
    window
}

fn watch_first(window: &mut Window) {
    window.get_by_label("Watch the game of seed 1");
    run_command(window, Command::WatchGame(0));
    wait_until(window, "the film", |bench| bench.session().games.screen.is_some());
    window.run_ok();
}

fn said(window: &mut Window) -> String {
    window.state_mut().editor().message.as_ref().map(|(text, _)| text.clone()).unwrap_or_default()
}

#[test]
fn games_are_played_listed_watched_and_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = played(&folder);
    assert_eq!(window.state_mut().session().games.batch.as_ref().expect("a batch").rows.len(), 3);
    window.get_by_label_contains("3 games,");
    let set_up = window.state_mut().session().scene.clone();
    watch_first(&mut window);
    let last = window.state_mut().session().games.screen.as_ref().expect("a film").last();
    assert!(last > 3, "a game has actions");
    // By keys: on, back, the next battle, the end.
    for (key, expected) in [(Key::Period, 1), (Key::Period, 2), (Key::Comma, 1)] {
        window.key_press_modifiers(Modifiers::NONE, key);
        window.run_ok();
        assert_eq!(window.state_mut().session().games.screen.as_ref().expect("a film").at, expected);
    }
    // What is painted over a game is no set-up: the map is there to look at.
    let steps = window.state_mut().session().document.history().done();
    crate::support::drag(&mut window, &["0303", "0304"]);
    assert_eq!(window.state_mut().session().document.history().done(), steps);
    window.state_mut().session().games.screen.as_mut().expect("a film").go(last);
    window.run_ok();
    let shows_end =
        window.query_all_by_label_contains("wins").count() + window.query_all_by_label_contains("draw").count();
    assert!(shows_end > 0, "the end is told");
    window.get_by_label("Close the game").click();
    window.step();
    window.run_ok();
    let scene = &window.state_mut().session().scene;
    for (now, before) in scene.cells.iter().zip(&set_up.cells) {
        assert_eq!((now.holder, &now.counters), (before.holder, &before.counters), "the set-up is shown again");
    }
}

#[test]
fn a_game_runs_by_itself_and_stops_at_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = played(&folder);
    watch_first(&mut window);
    window.state_mut().session().games.screen.as_mut().expect("a film").speed = 3;
    run_command(&mut window, Command::Do(Action::FilmPlay));
    wait_until(&mut window, "the end", |bench| {
        bench.session().games.screen.as_ref().is_some_and(|screen| !screen.is_running())
    });
    let screen = window.state_mut().session().games.screen.as_ref().expect("a film");
    assert_eq!(screen.at, screen.last());
}

#[test]
fn a_position_is_saved_as_a_scenario_and_undone_in_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = played(&folder);
    watch_first(&mut window);
    run_command(&mut window, Command::Do(Action::FilmTurn));
    run_command(&mut window, Command::SavePosition("Second Autumn".into()));
    window.run_ok();
    let session = window.state_mut().session();
    assert_eq!(session.tool.scenario.as_deref(), Some("second-autumn"));
    assert!(session.games.screen.is_none());
    let scenario = &session.document.content().scenarios["second-autumn"];
    assert_eq!((scenario.title.as_str(), scenario.turns.first), ("Second Autumn", 2));
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    let errors: Vec<String> = window
        .state_mut()
        .session()
        .problems
        .iter()
        .filter(|problem| problem.severity == chartroom_format::diag::Severity::Error)
        .map(|problem| problem.message.clone())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    assert!(window.state_mut().session().document.undo());
    assert!(!window.state_mut().session().document.is_dirty(), "one step");
}

#[test]
fn the_heat_map_follows_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = played(&folder);
    assert!(window.state_mut().session().heat().is_empty());
    for kind in [HeatKind::Battles, HeatKind::Holders, HeatKind::Captures] {
        window.state_mut().session().games.heat = kind;
        window.run_ok();
    }
    window.state_mut().session().games.heat = HeatKind::Holders;
    let heat = window.state_mut().session().heat();
    assert!(!heat.is_empty() && heat.iter().all(|(_, _, strength)| (0.0..=1.0).contains(strength)));
    let at = heat[0].0;
    let told = window.state_mut().session().heat_told(at).expect("told");
    assert!(told.contains("held at the end by"), "{told}");
}

#[test]
fn what_cannot_be_shown_is_said_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = played(&folder);
    let file = folder.path().join("broken.jsonl");
    for (text, words) in [("", "empty"), ("{}", "first line"), ("{\"pack\": 3}", "broken.jsonl")] {
        std::fs::write(&file, text).expect("written");
        run_command(&mut window, Command::OpenRecorded(file.clone()));
        wait_until(&mut window, "the answer", |bench| bench.session().games.filming.is_none());
        assert!(said(&mut window).contains(words), "{}", said(&mut window));
        assert!(window.state_mut().editor().trouble);
    }
    run_command(&mut window, Command::OpenRecorded(folder.path().join("no-such-file.jsonl")));
    wait_until(&mut window, "the answer", |bench| bench.session().games.filming.is_none());
    assert!(said(&mut window).contains("cannot be read"), "{}", said(&mut window));
    // The pack vanishes while a game is shown: the game goes on.
    watch_first(&mut window);
    std::fs::remove_dir_all(folder.path().join("small-war")).expect("removed");
    for _ in 0..3 {
        run_command(&mut window, Command::Do(Action::FilmOn));
    }
    assert_eq!(window.state_mut().session().games.screen.as_ref().expect("a film").at, 3);
}

#[test]
fn a_pack_without_scenarios_says_so() {
    let pack = TestPack::new();
    std::fs::remove_file(pack.root().join("scenarios/start.ron")).expect("removed");
    let mut window = open(&pack);
    run_command(&mut window, Command::Do(Action::PlayGames));
    assert!(said(&mut window).contains("no") && window.state_mut().session().games.batch.is_none());
    run_command(&mut window, Command::Do(Action::Show(Tab::Games)));
    assert!(window.query_all_by_label_contains("Games need a scenario").next().is_some());
}

#[test]
fn small_windows_keep_the_map_beside_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = played(&folder);
    watch_first(&mut window);
    window.set_size(egui::vec2(1024.0 / 1.5, 700.0 / 1.5));
    window.run_ok();
    let view = window.state_mut().session().view;
    assert!(view.width() >= 300.0, "{view:?}");
    // The bar's own controls are all within the window.
    for label in ["Close the game", "Next battle", "Next turn"] {
        let rect = window.get_by_label(label).rect();
        assert!(rect.right() <= 1024.0 / 1.5 + 0.5, "{label}: {rect:?}");
    }
}
