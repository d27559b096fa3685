//! What the tests of the window share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod pack;
pub(crate) mod raster;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chartroom_editor::session::Session;
use chartroom_editor::settings::Settings;
use chartroom_editor::{Editor, EditorOptions};
use egui_kittest::Harness;

/// The editor under test; it starts in its first frame, because it needs the context.
#[derive(Default)]
pub(crate) struct Bench {
    pub(crate) editor: Option<Editor>,
}

impl Bench {
    pub(crate) fn editor(&mut self) -> &mut Editor {
        self.editor.as_mut().expect("the editor has started")
    }

    pub(crate) fn session(&mut self) -> &mut Session {
        self.editor().session.as_mut().expect("a pack is open")
    }
}

pub(crate) type Window = Harness<'static, Bench>;

/// The editor without a window, on a pack.
pub(crate) fn window(pack: Option<PathBuf>, content: PathBuf, settings: Settings) -> Window {
    let mut start = Some((settings, EditorOptions { pack, content, ..EditorOptions::default() }));
    let mut harness = Harness::builder()
        .with_size(egui::vec2(1280.0, 800.0))
        .with_max_steps(24)
        .renderer(raster::Raster::default())
        .build_ui_state(
            move |ui: &mut egui::Ui, bench: &mut Bench| {
                let ctx = ui.ctx().clone();
                let editor = bench.editor.get_or_insert_with(|| {
                    let (settings, options) = start.take().expect("the editor starts once");
                    Editor::with(ctx.clone(), settings, &options)
                });
                editor.do_logic(&ctx);
                editor.show(ui);
            },
            Bench::default(),
        );
    harness.run_ok();
    wait_for_pack(&mut harness);
    harness
}

/// Lets frames pass until no pack is on its way any more.
pub(crate) fn wait_for_pack(window: &mut Window) {
    wait_until(window, "the pack", |bench| bench.editor().opening.is_none());
}

/// Lets frames pass until something holds.
pub(crate) fn wait_until(window: &mut Window, what: &str, mut holds: impl FnMut(&mut Bench) -> bool) {
    let start = Instant::now();
    while !holds(window.state_mut()) {
        assert!(start.elapsed() < Duration::from_mins(1), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(20));
        window.step();
    }
    window.run_ok();
}

/// Where a space is on the screen.
pub(crate) fn place(window: &mut Window, id: &str) -> egui::Pos2 {
    let session = window.state_mut().session();
    let at = session.scene.index(id).expect("a space of the map");
    session.camera.to_screen(session.view, session.scene.middle(at))
}

/// Presses, drags over the spaces and releases.
pub(crate) fn drag(window: &mut Window, path: &[&str]) {
    let points: Vec<egui::Pos2> = path.iter().map(|id| place(window, id)).collect();
    drag_points(window, &points);
}

/// The editor on the small pack.
pub(crate) fn open(pack: &pack::TestPack) -> Window {
    window(Some(pack.root()), "no-such-folder".into(), Settings::default())
}

/// Runs a command and lets the frames pass that it needs.
pub(crate) fn run_command(window: &mut Window, command: chartroom_editor::command::Command) {
    window.state_mut().editor().queue.push(command);
    window.step();
    wait_for_pack(window);
}

/// Chooses a tool by its button.
pub(crate) fn choose_tool(window: &mut Window, tool: chartroom_editor::tools::ToolKind) {
    use egui_kittest::kittest::Queryable;
    window.get_by_role_and_label(egui::Role::Button, tool.title()).click();
    window.run_ok();
    assert_eq!(window.state_mut().session().tool.tool, tool);
}

/// Where a point of the map is on the screen.
pub(crate) fn on_screen(window: &mut Window, (x, y): (f32, f32)) -> egui::Pos2 {
    let session = window.state_mut().session();
    session.camera.to_screen(session.view, egui::pos2(x, y))
}

/// Presses, drags through the points and releases.
pub(crate) fn drag_points(window: &mut Window, points: &[egui::Pos2]) {
    window.hover_at(points[0]);
    window.step();
    window.drag_at(points[0]);
    window.step();
    for point in &points[1..] {
        window.hover_at(*point);
        window.step();
    }
    window.drop_at(points[points.len() - 1]);
    window.step();
    window.run_ok();
}

/// Clicks a point of the map.
pub(crate) fn click_map(window: &mut Window, point: (f32, f32)) {
    let at = on_screen(window, point);
    drag_points(window, &[at]);
}

/// Copies the packs that come with the program into a folder; returns where they are.
pub(crate) fn copy_packs(to: &Path) -> Vec<PathBuf> {
    let content = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content");
    let packs = chartroom_validator::run::packs_at(&content).expect("packs");
    assert!(packs.len() >= 5, "the bundled packs are missing");
    packs
        .iter()
        .map(|pack| {
            let target = to.join(pack.file_name().expect("a name"));
            copy(pack, &target);
            target
        })
        .collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}
