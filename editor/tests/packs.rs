//! The five packs in the editor: they open, every tool makes a change, and undoing all of it gives the bytes back.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chartroom_editor::document::Document;
use chartroom_editor::document::ops::table::{CellText, set_cells};
use chartroom_editor::map::layers::Layers;
use chartroom_editor::map::scene::Palette;
use chartroom_editor::map::{Geometry, Scene};
use chartroom_editor::theme::{Theme, Tokens};
use chartroom_editor::tools::zone::ZoneMode;
use chartroom_editor::tools::{Bench, Gesture, GestureKind, Paint, PaintSurface, ToolKind, ToolSettings, Tools, label};
use egui::Pos2;

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

/// Works the zone tool in its present mode until it has changed something.
fn change_zones(document: &mut Document, settings: &mut ToolSettings) {
    settings.tool = ToolKind::Zone;
    let steps = document.history().done();
    let mut said = None;
    for zone in 0..12 {
        let scene = scene(document, settings);
        let Geometry::Zones { shapes, .. } = &scene.geometry else { return };
        let (middle, bounds) = (scene.middle(zone), shapes[zone].bounds);
        let there = |x: f32, y: f32| middle + egui::vec2(x, y);
        let press = |point: Pos2| vec![(GestureKind::Press, point), (GestureKind::Release, point)];
        let gestures: Vec<(GestureKind, Pos2)> = match settings.zone_mode {
            ZoneMode::Corners => {
                let known = document.content().shapes.as_ref().expect("shapes");
                let corner =
                    chartroom_editor::outline::vertex::nearest(known, (f64::from(middle.x), f64::from(middle.y)), 1e6);
                let (x, y) = corner.expect("a corner");
                let corner = Pos2::new(x as f32, y as f32);
                let moved = corner + egui::vec2(1.0, 1.0);
                vec![(GestureKind::Press, corner), (GestureKind::Drag, moved), (GestureKind::Release, moved)]
            }
            ZoneMode::Draw => [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0)]
                .into_iter()
                .flat_map(|(x, y)| press(there(x, y)))
                .collect(),
            ZoneMode::Split => {
                let (from, to) = (Pos2::new(bounds.left(), middle.y), Pos2::new(bounds.right(), middle.y));
                [press(from), press(middle), press(to), press(to)].concat()
            }
            ZoneMode::Merge => match scene.neighbours(zone).first() {
                Some(next) => [press(middle), press(scene.middle(*next))].concat(),
                None => continue,
            },
        };
        let mut tools = Tools::default();
        for (kind, point) in gestures {
            let layers = Layers::default();
            let mut bench = Bench {
                document,
                scene: &scene,
                settings,
                selection: &mut BTreeSet::new(),
                layers: &layers,
                underlay: &mut None,
                message: None,
            };
            let gesture = Gesture {
                kind,
                at: scene.hit(point),
                side: None,
                point,
                reach: 0.4,
                shift: false,
                command: false,
                alt: false,
                secondary: false,
            };
            tools.handle(gesture, &mut bench);
            said = bench.message.take().or(said);
        }
        if document.history().done() > steps {
            return;
        }
    }
    panic!("{:?} changed nothing: {said:?}", settings.zone_mode);
}

/// Changes the first cell of the first table of the pack's own.
fn change_a_price(document: &mut Document) {
    let steps = document.history().done();
    let cells: Vec<(String, CellText)> = document
        .content()
        .tables
        .iter()
        .filter_map(|(id, table)| {
            let row = table.rows.keys().next()?.0.clone();
            Some((id.0.clone(), CellText { row, column: 0, text: "77".to_owned() }))
        })
        .collect();
    for (table, cell) in cells {
        if let Ok(changes) = set_cells(document, &table, &[cell]) {
            document.change("a cell", &changes).expect("fits");
            break;
        }
    }
    assert!(document.history().done() > steps, "no table could be changed");
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
        let writes = |tool: &ToolKind| {
            !matches!(tool, ToolKind::Select | ToolKind::Measure | ToolKind::Picture | ToolKind::Zone)
        };
        for tool in ToolKind::ALL.into_iter().filter(writes) {
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
                    underlay: &mut None,
                    message: None,
                };
                let gesture = Gesture {
                    kind,
                    at: Some(here),
                    side: Some((at, next)),
                    point: scene.middle(here),
                    reach: 4.0,
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
        if matches!(first.geometry, Geometry::Zones { .. }) {
            for mode in ZoneMode::ALL {
                settings.zone_mode = mode;
                change_zones(&mut document, &mut settings);
            }
        }
        change_a_price(&mut document);
        document.rewind(0);
        let after: Vec<(String, String)> =
            document.files().iter().map(|(name, file)| (name.clone(), file.text.to_string())).collect();
        assert_eq!(before, after, "{}", pack.display());
        assert!(document.save().expect("saved").is_empty(), "nothing is left to save");
    }
}
