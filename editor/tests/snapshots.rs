//! One loop of pictures over panels and themes, drawn in software. Pictures live in tests/snapshots; set
//! UPDATE_SNAPSHOTS=1 to make them anew.

mod support;

use chartroom_editor::command::{Action, Command};
use chartroom_editor::dialogs::Dialog;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_editor::theme::Theme;
use chartroom_editor::tools::ToolKind;
use chartroom_editor::view_model::problems::Problem;
use chartroom_format::diag::Severity;
use egui_kittest::SnapshotResults;
use support::pack::TestPack;
use support::{Window, wait_until, window};

/// Problems of every severity, always the same: which checks there are is no business of these pictures.
fn fixed_problems(window: &mut Window) {
    let session = window.state_mut().session();
    let problem =
        |severity: Severity, code: &str, message: &str, file: &str, line: usize, space: Option<&str>| Problem {
            severity,
            code: code.to_owned(),
            file: file.to_owned(),
            line,
            column: 9,
            space: space.and_then(|id| session.scene.index(id)),
            ..Problem::could_not_check(message.to_owned())
        };
    session.problems = vec![
        problem(Severity::Error, "X001", "`hill` is not a terrain of this pack", "map/spaces.ron", 6, Some("0102")),
        problem(Severity::Warning, "X002", "the port of Town faces no sea", "map/spaces.ron", 9, Some("0202")),
        problem(Severity::Note, "X003", "armor costs more per hit than infantry", "tables/unit-cost.ron", 11, None),
    ];
}

fn shoot(window: &mut Window, name: &str, results: &mut SnapshotResults) {
    window.run_ok();
    results.add(window.try_snapshot(name));
}

#[test]
fn panels_look_as_they_did() {
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let pack = TestPack::new();
        let settings = Settings { theme, ..Settings::default() };
        let mut window = window(Some(pack.root()), "no-such-folder".into(), settings);
        wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
        fixed_problems(&mut window);
        window.state_mut().editor().queue.push(Command::Do(Action::Tool(ToolKind::Terrain)));
        shoot(&mut window, &format!("map-{suffix}"), &mut results);
        window.state_mut().editor().queue.push(Command::Do(Action::Show(Tab::Tables)));
        window.state_mut().editor().queue.push(Command::ShowTable("unit-cost".into()));
        let at = window.state_mut().session().scene.index("0202").expect("a space");
        window.state_mut().session().selection.insert(at);
        shoot(&mut window, &format!("table-{suffix}"), &mut results);
        window.state_mut().editor().dialog = Dialog::palette();
        shoot(&mut window, &format!("palette-{suffix}"), &mut results);
    }
}
