//! The five packs in the editor: they open, every tool makes a change, and undoing all of it gives the bytes back.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chartroom_editor::document::Document;
use chartroom_editor::map::layers::Layers;
use chartroom_editor::map::scene::Palette;
use chartroom_editor::map::{Geometry, Scene};
use chartroom_editor::theme::{Theme, Tokens};
use chartroom_editor::tools::{Bench, Gesture, GestureKind, Paint, PaintSurface, ToolKind, ToolSettings, Tools, label};

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

fn scene(document: &Document, settings: &ToolSettings) -> Scene {
    Scene::new(&Palette::new(document.content(), settings.scenario.as_deref(), Tokens::of(Theme::Light)), 0)
}

/// A space on the map that the pack lists, with a listed neighbour.
fn somewhere(scene: &Scene) -> Option<(usize, usize)> {
    (0..scene.first_box())
        .filter(|at| scene.cells[*at].listed)
        .find_map(|at| scene.neighbours(at).into_iter().find(|next| scene.cells[*next].listed).map(|next| (at, next)))
}

#[test]
fn every_tool_works_on_every_pack_and_undo_gives_the_bytes_back() {
    let content = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let packs: Vec<PathBuf> = chartroom_validator::run::packs_at(&content).expect("packs");
    assert!(packs.len() >= 5);
    for pack in &packs {
        copy(pack, &folder.path().join(pack.file_name().expect("a name")));
    }
    for pack in &packs {
        let root = folder.path().join(pack.file_name().expect("a name"));
        let mut document = Document::open(&root).expect("it opens");
        let before: Vec<(String, String)> =
            document.files().iter().map(|(name, file)| (name.clone(), file.text.to_string())).collect();
        let mut settings = ToolSettings::default();
        settings.settle(&document);
        let first = scene(&document, &settings);
        if matches!(first.geometry, Geometry::Nothing(_)) {
            continue;
        }
        let (at, next) = somewhere(&first).unwrap_or_else(|| panic!("{} has a map with spaces", pack.display()));
        settings.paint = Paint::Surface(if first.cells[at].surface == PaintSurface::Lake.surface() {
            PaintSurface::Land
        } else {
            PaintSurface::Lake
        });
        settings.holder = document.content().powers.keys().last().map(|id| id.0.clone());
        for tool in ToolKind::ALL.into_iter().filter(|tool| !matches!(tool, ToolKind::Select | ToolKind::Measure)) {
            let steps = document.history().done();
            settings.tool = tool;
            let mut tools = Tools::default();
            let mut selection = BTreeSet::new();
            let mut said = None;
            for (kind, here) in [
                (GestureKind::Press, at),
                (GestureKind::Release, at),
                (GestureKind::Press, next),
                (GestureKind::Release, next),
            ] {
                let scene = scene(&document, &settings);
                let layers = Layers::default();
                let mut bench = Bench {
                    document: &mut document,
                    scene: &scene,
                    settings: &mut settings,
                    selection: &mut selection,
                    layers: &layers,
                    message: None,
                };
                let gesture = Gesture {
                    kind,
                    at: Some(here),
                    side: Some((at, next)),
                    point: scene.middle(here),
                    shift: false,
                    command: false,
                    alt: false,
                    secondary: false,
                };
                tools.handle(gesture, &mut bench);
                if let label::Label::Typing { text, .. } = &mut tools.label {
                    text.push_str(" x");
                }
                said = said.or(bench.message);
            }
            let lacks = said
                .as_ref()
                .is_some_and(|message| message.contains("no ") || message.contains("belongs to the pack below"));
            assert!(
                document.history().done() > steps || lacks,
                "{tool:?} changed nothing in {}: {said:?}",
                pack.display()
            );
        }
        document.rewind(0);
        let after: Vec<(String, String)> =
            document.files().iter().map(|(name, file)| (name.clone(), file.text.to_string())).collect();
        assert_eq!(before, after, "{}", pack.display());
        assert!(document.save().expect("saved").is_empty(), "nothing is left to save");
    }
}
