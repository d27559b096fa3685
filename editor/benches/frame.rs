//! Frames without a window: layout, shapes and tessellation with 100,000 hexes; strokes; opening a pack.
//! Targets (release): all in view at most 8 ms, zoomed in 3 ms, a stroke over 5,000 hexes 16 ms, the largest pack open in
//! 1 s, less than 600 MB of memory with 100,000 hexes.

use std::fmt::Write;
use std::path::PathBuf;

use chartroom_editor::document::ops::space::{self, SpaceFact};
use chartroom_editor::session::Session;
use chartroom_editor::settings::Settings;
use chartroom_editor::{Editor, EditorOptions};

fn main() {
    print_memory();
    divan::main();
}

/// What the editor takes with 100,000 hexes on the screen, before anything else has run.
fn print_memory() {
    let mut stage = Stage::new();
    stage.zoom(20.0);
    stage.frame();
    wait_for_check(&mut stage);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM")) {
        eprintln!("with 100,000 hexes: {line}");
    }
}

/// Lets the background check end, which keeps a copy of everything while it runs.
fn wait_for_check(stage: &mut Stage) {
    while stage.editor.session.as_ref().is_some_and(|session| session.checker.running) {
        std::thread::sleep(std::time::Duration::from_millis(20));
        stage.frame();
    }
}

const COLUMNS: usize = 400;
const ROWS: usize = 250;

/// Where the hexes of the stroke begin, and how many they are.
const STROKE_FROM: usize = 40_000;
const STROKE: usize = 5_000;

/// A map of 100,000 hexes.
#[derive(Clone, Copy, PartialEq)]
enum Pack {
    AllListed,
    /// The file says nothing of those under the stroke.
    WithGap,
}

fn large_pack(folder: &std::path::Path, pack: Pack) -> PathBuf {
    let root = folder.join("large");
    std::fs::create_dir_all(root.join("map")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(root.join(name), text).expect("a file");
    write("pack.ron", "Pack(schema: 2, id: \"large\", title: \"Large\", version: \"1.0.0\")\n");
    write(
        "map/map.ron",
        &format!(
            "Map(schema: 2, title: \"Large\", unlisted: Sea, grid: Hexes((orientation: Pointy, shifted: Odd, columns: {COLUMNS}, rows: {ROWS}, numbering: (pattern: [Row(3), Column(3)], rows: (first: 1, toward: South), columns: (first: 1, toward: East)))))\n"
        ),
    );
    write(
        "terrain.ron",
        "Terrain(schema: 2, default: \"clear\", terrains: {\"clear\": (title: \"Clear\", colour: \"#e8dcae\"), \"hills\": (title: \"Hills\", colour: \"#c9a56b\", symbol: Hills), \"forest\": (title: \"Forest\", colour: \"#7c9a5e\", symbol: Forest)})\n",
    );
    let mut spaces = String::from("Spaces(\n    schema: 2,\n    spaces: {\n");
    for row in 1..=ROWS {
        for column in 1..=COLUMNS {
            let terrain = match (row * 7 + column * 3) % 5 {
                0 => ", terrain: \"hills\"",
                1 => ", terrain: \"forest\"",
                _ => "",
            };
            let surface = if (row / 9 + column / 11) % 3 == 0 { "Sea" } else { "Land" };
            let terrain = if surface == "Sea" { "" } else { terrain };
            let number = (row - 1) * COLUMNS + column - 1;
            if pack == Pack::WithGap && (STROKE_FROM..STROKE_FROM + STROKE).contains(&number) {
                continue;
            }
            writeln!(spaces, "        \"{row:03}{column:03}\": (surface: {surface}{terrain}),").expect("text");
        }
    }
    spaces.push_str("    },\n)\n");
    write("map/spaces.ron", &spaces);
    root
}

struct Stage {
    _folder: tempfile::TempDir,
    context: egui::Context,
    editor: Editor,
}

impl Stage {
    fn new() -> Self {
        Self::with(Pack::AllListed)
    }

    fn with(pack: Pack) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = large_pack(folder.path(), pack);
        let context = egui::Context::default();
        let options = EditorOptions { pack: Some(root), content: PathBuf::new(), ..EditorOptions::default() };
        let editor = Editor::with(context.clone(), Settings::default(), &options);
        let mut stage = Self { _folder: folder, context, editor };
        while stage.editor.opening.is_some() {
            std::thread::sleep(std::time::Duration::from_millis(20));
            stage.frame();
        }
        for _ in 0..3 {
            stage.frame();
        }
        wait_for_check(&mut stage);
        stage
    }

    fn frame(&mut self) -> usize {
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1440.0, 900.0))),
            ..egui::RawInput::default()
        };
        let editor = &mut self.editor;
        let output = self.context.run_ui(input, |ui| {
            let ctx = ui.ctx().clone();
            editor.do_logic(&ctx);
            editor.show(ui);
        });
        self.context.tessellate(output.shapes, output.pixels_per_point).len()
    }

    fn zoom(&mut self, radius: f32) {
        let session = self.editor.session.as_mut().expect("a pack is open");
        session.camera.middle = (session.scene.size / 2.0).to_pos2();
        session.camera.zoom = radius / 16.0;
    }
}

#[divan::bench(sample_count = 40)]
fn all_in_view(bencher: divan::Bencher<'_, '_>) {
    let mut stage = Stage::new();
    bencher.bench_local(move || stage.frame());
}

#[divan::bench(sample_count = 40, args = [6.0, 12.0, 20.0, 40.0])]
fn zoomed_to_a_radius_of(bencher: divan::Bencher<'_, '_>, radius: f32) {
    let mut stage = Stage::new();
    stage.zoom(radius);
    bencher.bench_local(move || stage.frame());
}

/// Puts terrain on 5,000 hexes and draws the next frame: edits of the text, journal, cells, picture, layout, tessellation.
fn stroke(stage: &mut Stage, ids: &[String], terrain: &str) {
    let session = stage.editor.session.as_mut().expect("a pack is open");
    let fact = SpaceFact::Terrain(Some(terrain.to_owned()));
    let changes = space::set(&session.document, ids, &fact).expect("planned");
    session.document.change("stroke", &changes).expect("fits");
    stage.frame();
}

/// The hexes of the stroke, with the camera as near as it may be to have them all in view; or far away.
fn stroke_stage(pack: Pack, near: bool) -> (Stage, Vec<String>) {
    let mut stage = Stage::with(pack);
    if near {
        stage.zoom(6.0);
    }
    let session = stage.editor.session.as_mut().expect("a pack is open");
    let ids = session.scene.ids().iter().skip(STROKE_FROM).take(STROKE).cloned().collect();
    (stage, ids)
}

#[divan::bench(sample_count = 20, args = [false, true])]
fn stroke_over_5000_hexes(bencher: divan::Bencher<'_, '_>, near: bool) {
    let (mut stage, ids) = stroke_stage(Pack::AllListed, near);
    let mut flip = false;
    bencher.bench_local(move || {
        flip = !flip;
        stroke(&mut stage, &ids, if flip { "hills" } else { "forest" });
    });
}

/// Strokes over hexes the file says nothing of yet, so that each gets a line of its own; undone before the next.
fn unlisted(bencher: divan::Bencher<'_, '_>, hexes: std::ops::Range<usize>) {
    let (stage, ids) = stroke_stage(Pack::WithGap, false);
    let stage = std::cell::RefCell::new(stage);
    bencher
        .with_inputs(|| {
            let mut stage = stage.borrow_mut();
            stage.editor.session.as_mut().expect("a pack is open").document.rewind(0);
            stage.frame();
        })
        .bench_local_values(|()| stroke(&mut stage.borrow_mut(), &ids[hexes.clone()], "hills"));
}

#[divan::bench(sample_count = 20)]
fn stroke_over_5000_unlisted_hexes(bencher: divan::Bencher<'_, '_>) {
    unlisted(bencher, 0..STROKE);
}

/// One frame of a drag with the widest brush: 91 hexes.
#[divan::bench(sample_count = 20)]
fn dab_of_radius_5_on_unlisted_hexes(bencher: divan::Bencher<'_, '_>) {
    unlisted(bencher, 2000..2091);
}

#[divan::bench(sample_count = 5)]
fn open_100000_hexes(bencher: divan::Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = large_pack(folder.path(), Pack::AllListed);
    bencher.bench_local(|| chartroom_editor::document::Document::open(&root).expect("it opens"));
}

/// The packs that come with the program, opened as the window opens them: read, merged, laid out as a map.
#[divan::bench(sample_count = 5, args = packs())]
fn open_pack(bencher: divan::Bencher<'_, '_>, name: &str) {
    let root = content().join(name);
    let tokens = chartroom_editor::theme::Tokens::of(chartroom_editor::theme::Theme::Light);
    bencher.bench_local(|| Session::open(&root, tokens, || {}).expect("it opens"));
}

fn content() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content")
}

fn packs() -> Vec<String> {
    let packs = chartroom_validator::run::packs_at(&content()).unwrap_or_default();
    packs.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect()
}
