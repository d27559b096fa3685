//! The five packs in the editor: they open, every tool makes a change, and undoing all of it gives the bytes back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::support::copy_packs;
use chartroom_editor::document::Document;
use chartroom_editor::document::ops::table::{CellText, set_cells};
use chartroom_editor::map::layers::Layers;
use chartroom_editor::map::scene::Palette;
use chartroom_editor::map::{Geometry, Scene};
use chartroom_editor::theme::{Theme, Tokens};
use chartroom_editor::tools::zone::ZoneMode;
use chartroom_editor::tools::{Bench, Gesture, GestureKind, Paint, PaintSurface, ToolKind, ToolSettings, Tools, label};
use chartroom_editor::view_model::clipboard::HexClipboard;
use egui::Pos2;

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

/// Every file of a pack on disk, byte for byte.
fn on_disk(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let bytes = std::fs::read(&entry).expect("a file");
                files.insert(entry, bytes);
            }
        }
    }
    files
}

/// Whether a pack has what a tool puts on the map; the compiler asks for an answer for every new tool.
fn can_change(tool: ToolKind, document: &Document, scene: &Scene) -> bool {
    let content = document.content();
    match tool {
        ToolKind::Select | ToolKind::Measure | ToolKind::Picture => false,
        ToolKind::Terrain | ToolKind::Label => true,
        ToolKind::Hexside => !content.side_types.is_empty(),
        ToolKind::Ownership => !content.scenarios.is_empty() && !content.powers.is_empty(),
        ToolKind::Region => !content.regions.is_empty(),
        ToolKind::Feature => !content.features.is_empty(),
        ToolKind::SetUp => !content.scenarios.is_empty() && !content.units.is_empty(),
        ToolKind::Link => !content.link_classes.is_empty(),
        ToolKind::Zone => matches!(scene.geometry, Geometry::Zones { .. }),
    }
}

/// Clicks a space and its neighbour with a tool; returns what the tool said.
fn click_twice(document: &mut Document, settings: &mut ToolSettings, at: usize, next: usize) -> Option<String> {
    let (mut tools, mut selection, mut said) = (Tools::default(), BTreeSet::new(), None);
    for (kind, here) in
        [(GestureKind::Press, at), (GestureKind::Release, at), (GestureKind::Press, next), (GestureKind::Release, next)]
    {
        let scene = scene(document, settings);
        let layers = Layers::default();
        let mut bench = Bench {
            document,
            scene: &scene,
            settings,
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
    said
}

/// Copies a few hexes, turns and flips them and puts them down elsewhere.
fn change_by_pasting(document: &mut Document, settings: &ToolSettings, at: usize) {
    let scene = scene(document, settings);
    let mut copied = HexClipboard::copy(&scene, document.content(), scene.around(at, 1).into_iter());
    copied.turn();
    copied.flip();
    let target = (0..scene.first_box()).rev().find(|there| {
        scene.distance(at, *there).is_some_and(|away| away > 3) && copied.places(&scene, *there).len() > 3
    });
    let changes = copied.paste(document, &scene, target.expect("room elsewhere")).expect("planned");
    document.change("Paste hexes", &changes).expect("fits");
}

fn change_with_every_tool(document: &mut Document, pack: &Path) {
    let mut settings = ToolSettings::default();
    settings.settle(document);
    let first = scene(document, &settings);
    let (at, next) = somewhere(&first).unwrap_or_else(|| panic!("{} has a map with spaces", pack.display()));
    settings.paint = Paint::Surface(if first.cells[at].surface == PaintSurface::Lake.surface() {
        PaintSurface::Land
    } else {
        PaintSurface::Lake
    });
    settings.holder = document.content().powers.keys().last().map(|id| id.0.clone());
    for tool in ToolKind::ALL {
        settings.tool = tool;
        let (steps, wanted) = (document.history().done(), can_change(tool, document, &first));
        if tool == ToolKind::Zone {
            for mode in ZoneMode::ALL.into_iter().filter(|_| wanted) {
                settings.zone_mode = mode;
                change_zones(document, &mut settings);
            }
        } else {
            let said = click_twice(document, &mut settings, at, next);
            let changed = document.history().done() > steps;
            assert_eq!(changed, wanted, "{tool:?} in {}: {said:?}", pack.display());
        }
    }
    if matches!(first.geometry, Geometry::Hexes { .. }) {
        change_by_pasting(document, &settings, at);
    }
    change_a_price(document);
}

#[test]
fn every_tool_works_on_every_pack_and_undo_gives_the_bytes_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for root in copy_packs(folder.path()) {
        let original = on_disk(&root);
        let mut document = Document::open(&root).expect("it opens");
        change_with_every_tool(&mut document, &root);
        // Undone before anything was saved, there is nothing to save.
        let steps = document.history().done();
        document.rewind(0);
        assert!(document.save().expect("saved").is_empty(), "nothing is left to save");
        assert_eq!(on_disk(&root), original, "{}", root.display());
        // Done again, saved, undone and saved again, every file is what it was.
        document.rewind(steps);
        let written = document.save().expect("saved");
        assert!(written.len() > 2, "{written:?}");
        assert_ne!(on_disk(&root), original);
        document.rewind(0);
        document.save().expect("saved");
        assert!(on_disk(&root) == original, "{} is not as it was, byte for byte", root.display());
    }
}
