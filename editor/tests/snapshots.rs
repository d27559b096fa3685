//! One loop of pictures over panels and themes, drawn in software. Pictures live in tests/snapshots; set
//! UPDATE_SNAPSHOTS=1 to make them anew.

mod support;

use chartroom_editor::command::{Action, Command};
use chartroom_editor::dialogs::Dialog;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_editor::theme::Theme;
use chartroom_editor::tools::ToolKind;
use egui_kittest::SnapshotResults;
use support::pack::TestPack;
use support::{Window, wait_until, window};

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
