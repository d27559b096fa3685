//! One loop of pictures over panels and themes, drawn in software. Pictures live in tests/snapshots; set
//! UPDATE_SNAPSHOTS=1 to make them anew.

use crate::support::pack::TestPack;
use crate::support::{Window, run_command, wait_until, window};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::dialogs::Dialog;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_editor::theme::Theme;
use chartroom_editor::tools::ToolKind;
use chartroom_editor::view_model::problems::Problem;
use chartroom_format::diag::Severity;
use chartroom_format::entries::EntryKind;
use chartroom_format::starter::{self, Starter};
use egui_kittest::SnapshotResults;

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

fn ask(window: &mut Window, commands: &[Command]) {
    for command in commands {
        run_command(window, command.clone());
    }
}

/// What is pictured of the small pack, one after the other: a name and what is asked of the window before.
fn scenes() -> Vec<(&'static str, Vec<Command>)> {
    let tool = |tool| Command::Do(Action::Tool(tool));
    let show = |tab| Command::Do(Action::Show(tab));
    vec![
        ("map", vec![tool(ToolKind::Terrain)]),
        ("table", vec![show(Tab::Tables), Command::ShowTable("unit-cost".into())]),
        ("set-up", vec![tool(ToolKind::SetUp), show(Tab::Scenario)]),
        ("content", vec![Command::ShowEntry(EntryKind::Unit, "infantry".into()), show(Tab::Layers)]),
    ]
}

#[test]
fn panels_look_as_they_did() {
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let pack = TestPack::new();
        let settings = Settings { theme, ..Settings::default() };
        let mut small = window(Some(pack.root()), "no-such-folder".into(), settings.clone());
        wait_until(&mut small, "the check", |bench| !bench.session().checker.running);
        fixed_problems(&mut small);
        let at = small.state_mut().session().scene.index("0202").expect("a space");
        small.state_mut().session().selection.insert(at);
        for (name, commands) in scenes() {
            ask(&mut small, &commands);
            shoot(&mut small, &format!("{name}-{suffix}"), &mut results);
        }
        small.state_mut().editor().dialog = Dialog::palette();
        shoot(&mut small, &format!("palette-{suffix}"), &mut results);
        zones(&settings, suffix, &mut results);
        welcome(&pack, &settings, suffix, &mut results);
    }
}

fn zones(settings: &Settings, suffix: &str, results: &mut SnapshotResults) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("west-front");
    starter::write(&root, Starter::Zones).expect("a starter");
    let mut window = window(Some(root), "no-such-folder".into(), settings.clone());
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    window.state_mut().session().problems.clear();
    ask(&mut window, &[Command::Do(Action::Tool(ToolKind::Zone))]);
    shoot(&mut window, &format!("zones-{suffix}"), results);
}

fn welcome(pack: &TestPack, settings: &Settings, suffix: &str, results: &mut SnapshotResults) {
    let mut window = window(None, pack.folder.path().to_owned(), settings.clone());
    wait_until(&mut window, "the picture of the map", |bench| bench.editor().pictures.len() == 1);
    shoot(&mut window, &format!("welcome-{suffix}"), results);
}
