//! The list of problems by cause: what follows from another one is folded, filters leave lines out, a click goes to the space.

use crate::support::pack::{FILES, TestPack};
use crate::support::{Window, open, run_command, wait_until, window};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_editor::view_model::problems::Problem;
use egui_kittest::kittest::Queryable;

fn checked(window: &mut Window) {
    wait_until(window, "the check", |bench| !bench.session().checker.running);
}

fn lines(window: &mut Window) -> Vec<Problem> {
    let session = window.state_mut().session();
    let name = |space: usize| session.scene.id(space).to_owned();
    let shown = session.filter.lines(&session.problems, &session.known_problems, &session.selection, name);
    shown.into_iter().map(|at| session.problems[at].clone()).collect()
}

/// The small pack with an example for each of its units, and a unit written wrongly in the set-up.
fn one_mistake() -> TestPack {
    let pack = TestPack::new();
    let scenario = FILES.iter().find(|(name, _)| name.starts_with("scenarios/")).expect("a scenario");
    let wrong = scenario.1.replacen("\"infantry\"", "\"infantri\"", 1);
    assert_ne!(wrong, scenario.1, "the scenario sets infantry up");
    pack.write(scenario.0, &wrong);
    pack
}

#[test]
fn a_mistake_in_a_set_up_is_one_line_that_marks_its_space() {
    let pack = one_mistake();
    let mut window = open(&pack);
    checked(&mut window);
    let shown = lines(&mut window);
    let cause = shown.iter().find(|problem| problem.message.contains("infantri")).expect("the mistake");
    assert!(cause.follows.is_none());
    assert!(cause.space.is_some(), "the set-up names a space: {cause:?}");
    let session = window.state_mut().session();
    let folded = session.problems.iter().filter(|problem| problem.follows.is_some()).count();
    assert_eq!(shown.len() + folded, session.problems.len(), "what follows is folded, not lost");
    let (message, space) = (cause.message.clone(), cause.space);
    window.get_by_role_and_label(egui::accesskit::Role::Button, &message).click();
    window.run_ok();
    assert_eq!(window.state_mut().session().selection.iter().next().copied(), space, "a click goes there");
}

#[test]
fn filters_leave_lines_out_and_nothing_else() {
    let pack = one_mistake();
    let mut window = open(&pack);
    checked(&mut window);
    let all = lines(&mut window).len();
    window.state_mut().session().filter.words = "no such words anywhere".to_owned();
    assert!(lines(&mut window).is_empty());
    window.state_mut().session().filter.words = "INFANTRI".to_owned();
    assert!((1..=all).contains(&lines(&mut window).len()), "letters may be large or small");
    window.state_mut().session().filter.words.clear();
    window.state_mut().session().filter.new = true;
    assert!(lines(&mut window).is_empty(), "nothing is new in a pack that was just opened");
    window.state_mut().session().filter.new = false;
    assert_eq!(lines(&mut window).len(), all);
}

#[test]
fn the_map_keeps_its_room_in_a_small_window() {
    let pack = TestPack::new();
    let settings = Settings { scale: 1.5, ..Settings::default() };
    let mut small = window(Some(pack.root()), "no-such-folder".into(), settings);
    // 1024 x 700 pixels at one and a half times the size.
    small.set_size(egui::vec2(1024.0 / 1.5, 700.0 / 1.5));
    for tab in Tab::ALL {
        run_command(&mut small, Command::Do(Action::Show(tab)));
        small.run_ok();
        let view = small.state_mut().session().view;
        assert!(view.width() >= 300.0, "{tab:?} leaves {} points to the map", view.width());
        assert!(view.height() >= 80.0, "{tab:?} leaves {} points of height to the map", view.height());
    }
}

#[test]
fn panels_come_back_as_at_first() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    let first = window.get_all_by_label("×").next().expect("a panel that can be closed");
    first.click();
    window.run_ok();
    run_command(&mut window, Command::Do(Action::ResetPanels));
    let dock = &window.state_mut().editor().settings.dock;
    assert!(dock.has(chartroom_editor::panels::dock::Place::Left));
    assert!(dock.has(chartroom_editor::panels::dock::Place::Bottom));
}
