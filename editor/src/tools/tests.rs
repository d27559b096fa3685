//! Every tool from gesture to text: what one gesture changes, that Abort takes it back, that undo gives the bytes back.

use std::collections::BTreeSet;

use egui::Pos2;

use super::*;
use crate::document::Document;
use crate::map::scene::Palette;
use crate::testing::{TestPack, diff};
use crate::theme::{Theme, Tokens};

struct Desk {
    pack: TestPack,
    document: Document,
    scene: Scene,
    settings: ToolSettings,
    selection: BTreeSet<usize>,
    layers: Layers,
    tools: Tools,
    message: Option<String>,
}

impl Desk {
    fn new(tool: ToolKind) -> Self {
        let pack = TestPack::new();
        let document = Document::open(&pack.root()).expect("the pack opens");
        let mut settings = ToolSettings { tool, ..ToolSettings::default() };
        settings.settle(&document);
        let scene =
            Scene::new(&Palette::new(document.content(), settings.scenario.as_deref(), Tokens::of(Theme::Light)), 0);
        Self {
            pack,
            document,
            scene,
            settings,
            selection: BTreeSet::new(),
            layers: Layers::default(),
            tools: Tools::default(),
            message: None,
        }
    }

    fn at(&self, id: &str) -> usize {
        self.scene.index(id).expect("a space of the map")
    }

    fn gesture(&mut self, kind: GestureKind, id: &str, change: impl Fn(&mut Gesture)) {
        let at = self.at(id);
        let point = self.scene.middle(at);
        let mut gesture = Gesture {
            kind,
            at: Some(at),
            side: self.scene.side_at(point),
            point,
            reach: 6.0,
            shift: false,
            command: false,
            alt: false,
            secondary: false,
        };
        change(&mut gesture);
        let mut bench = Bench {
            document: &mut self.document,
            scene: &self.scene,
            settings: &mut self.settings,
            selection: &mut self.selection,
            layers: &self.layers,
            underlay: &mut None,
            message: None,
        };
        self.tools.handle(gesture, &mut bench);
        self.message = bench.message;
        self.scene = Scene::new(
            &Palette::new(self.document.content(), self.settings.scenario.as_deref(), Tokens::of(Theme::Light)),
            0,
        );
    }

    fn drag(&mut self, path: &[&str]) {
        self.gesture(GestureKind::Press, path[0], |_| {});
        for id in &path[1..] {
            self.gesture(GestureKind::Drag, id, |_| {});
        }
        self.gesture(GestureKind::Release, path[path.len() - 1], |_| {});
    }

    fn click(&mut self, id: &str) {
        self.drag(&[id]);
    }

    /// The changed lines of a file: gone, then new.
    fn changed(&self, file: &str) -> (Vec<String>, Vec<String>) {
        diff(&self.pack.read(file), self.document.text(file).unwrap_or(""))
    }

    /// Undoes everything and expects the bytes of the disk.
    fn undo_all(&mut self) {
        while self.document.undo() {}
        for (name, file) in self.document.files() {
            assert_eq!(*file.text, self.pack.read(name), "{name}");
        }
        assert!(!self.document.is_dirty());
    }
}

const SPACES: &str = "map/spaces.ron";

#[test]
fn the_terrain_brush_paints_one_line_per_hex_and_one_step_per_stroke() {
    let mut desk = Desk::new(ToolKind::Terrain);
    desk.settings.paint = Paint::Terrain("forest".into());
    desk.drag(&["0101", "0103"]);
    let (gone, new) = desk.changed(SPACES);
    assert_eq!((gone.len(), new.len()), (3, 3), "the hex between is painted, too: {new:?}");
    assert_eq!(desk.document.history().steps().len(), 1);
    desk.undo_all();
}

#[test]
fn terrain_on_the_sea_makes_land() {
    let mut desk = Desk::new(ToolKind::Terrain);
    desk.settings.paint = Paint::Terrain("hills".into());
    desk.click("0105");
    assert_eq!(desk.changed(SPACES).1, ["        \"0105\": (surface: Land, terrain: \"hills\"),"]);
    desk.undo_all();
}

#[test]
fn the_default_terrain_is_said_by_saying_nothing() {
    let mut desk = Desk::new(ToolKind::Terrain);
    desk.settings.paint = Paint::Surface(PaintSurface::Land);
    desk.click("0102");
    assert_eq!(desk.changed(SPACES).1, ["        \"0102\": (surface: Land, country: \"redland\"), // a hill"]);
    desk.click("0101");
    assert_eq!(desk.document.history().steps().len(), 1, "painting what is there is no step");
    desk.undo_all();
}

#[test]
fn a_wide_brush_a_line_and_a_fill_cover_what_they_should() {
    for (mode, radius, path, expected) in [
        (BrushMode::Freehand, 1, vec!["0303"], 7),
        (BrushMode::Line, 0, vec!["0601", "0608"], 8),
        (BrushMode::Fill, 0, vec!["0101"], 1),
    ] {
        let mut desk = Desk::new(ToolKind::Terrain);
        desk.settings.paint = Paint::Terrain("forest".into());
        (desk.settings.mode, desk.settings.radius) = (mode, radius);
        desk.drag(&path);
        assert_eq!(desk.changed(SPACES).1.len(), expected, "{mode:?}");
        assert_eq!(desk.document.history().steps().len(), 1, "{mode:?}");
        desk.undo_all();
    }
}

#[test]
fn fill_takes_the_whole_sea_in_one_step() {
    let mut desk = Desk::new(ToolKind::Terrain);
    desk.settings.paint = Paint::Surface(PaintSurface::Lake);
    desk.settings.mode = BrushMode::Fill;
    desk.click("0608");
    assert_eq!(desk.changed(SPACES).1.len(), 8 * 6 - 5);
    assert_eq!(desk.document.history().steps().len(), 1);
    desk.undo_all();
}

#[test]
fn alt_click_picks_and_escape_takes_a_stroke_back() {
    let mut desk = Desk::new(ToolKind::Terrain);
    desk.gesture(GestureKind::Press, "0102", |gesture| gesture.alt = true);
    assert_eq!(desk.settings.paint, Paint::Terrain("hills".into()));
    desk.gesture(GestureKind::Press, "0404", |_| {});
    assert!(desk.document.is_dirty());
    desk.gesture(GestureKind::Abort, "0404", |_| {});
    assert!(!desk.document.is_dirty());
    assert!(desk.document.history().steps().is_empty());
}

#[test]
fn a_locked_layer_is_left_alone() {
    let mut desk = Desk::new(ToolKind::Terrain);
    desk.layers.get_mut(LayerKind::Terrain).expect("a layer").locked = true;
    desk.click("0101");
    assert!(!desk.document.is_dirty());
    desk.gesture(GestureKind::Press, "0101", |_| {});
    assert!(desk.message.as_ref().is_some_and(|message| message.contains("locked")));
}

#[test]
fn selecting_by_click_rectangle_lasso_and_wand() {
    let mut desk = Desk::new(ToolKind::Select);
    desk.click("0202");
    assert_eq!(desk.selection, BTreeSet::from([desk.at("0202")]));
    desk.gesture(GestureKind::Press, "0404", |gesture| gesture.shift = true);
    desk.gesture(GestureKind::Release, "0404", |gesture| gesture.shift = true);
    assert_eq!(desk.selection.len(), 2);
    desk.gesture(GestureKind::Press, "0202", |gesture| gesture.command = true);
    desk.gesture(GestureKind::Release, "0202", |gesture| gesture.command = true);
    assert_eq!(desk.selection, BTreeSet::from([desk.at("0404")]));
    desk.drag(&["0102", "0304"]);
    assert!(desk.selection.len() >= 6, "{:?}", desk.selection);
    desk.gesture(GestureKind::Press, "0101", |gesture| gesture.secondary = true);
    assert_eq!(desk.selection.len(), 1, "its neighbour has another terrain");
    let corners = [Pos2::new(-5.0, -5.0), Pos2::new(400.0, -5.0), Pos2::new(400.0, 400.0), Pos2::new(-5.0, 400.0)];
    desk.gesture(GestureKind::Press, "0101", |gesture| (gesture.alt, gesture.point) = (true, corners[0]));
    for corner in &corners[1..] {
        desk.gesture(GestureKind::Drag, "0101", |gesture| gesture.point = *corner);
    }
    desk.gesture(GestureKind::Release, "0101", |_| {});
    assert_eq!(desk.selection.len(), 48);
    desk.gesture(GestureKind::Abort, "0101", |_| {});
    assert!(desk.selection.is_empty());
}

#[test]
fn the_hexside_brush_adds_and_removes() {
    let mut desk = Desk::new(ToolKind::Hexside);
    desk.settings.side = "wall".into();
    let side = (desk.at("0202"), desk.at("0203"));
    for expected in [vec!["        \"0202/0203\": [\"wall\"],".to_owned()], Vec::new()] {
        desk.gesture(GestureKind::Press, "0202", |gesture| gesture.side = Some(side));
        desk.gesture(GestureKind::Release, "0202", |_| {});
        assert_eq!(desk.changed("map/links.ron").1, expected);
    }
    assert_eq!(desk.document.history().steps().len(), 2);
    desk.undo_all();
}

#[test]
fn the_ownership_brush_hands_over_and_back() {
    let mut desk = Desk::new(ToolKind::Ownership);
    desk.settings.holder = Some("red".into());
    desk.click("0202");
    assert_eq!(desk.changed("scenarios/start.ron").1, ["        \"red\": [\"0103\", \"0202\"],"]);
    desk.gesture(GestureKind::Press, "0103", |gesture| gesture.secondary = true);
    desk.gesture(GestureKind::Release, "0103", |_| {});
    assert_eq!(desk.changed("scenarios/start.ron").1, ["        \"red\": [\"0202\"],"]);
    desk.undo_all();
}

#[test]
fn the_region_brush_knows_countries_from_other_regions() {
    let mut desk = Desk::new(ToolKind::Region);
    desk.settings.region = "north".into();
    desk.click("0101");
    assert_eq!(
        desk.changed(SPACES).1,
        ["        \"0101\": (surface: Land, country: \"redland\", regions: [\"north\"]),"]
    );
    desk.undo_all();
    desk.settings.region = "blueland".into();
    desk.click("0101");
    assert_eq!(desk.changed(SPACES).1, ["        \"0101\": (surface: Land, country: \"blueland\"),"]);
    desk.undo_all();
}

#[test]
fn the_feature_stamp_puts_counts_and_removes() {
    let mut desk = Desk::new(ToolKind::Feature);
    desk.settings.feature = "factory".into();
    desk.click("0202");
    desk.gesture(GestureKind::Wheel(1), "0202", |_| {});
    assert_eq!(desk.document.content().spaces["0202"].features["factory"], 2);
    desk.gesture(GestureKind::Press, "0202", |gesture| gesture.secondary = true);
    assert!(desk.changed(SPACES).1.is_empty());
    desk.undo_all();
}

#[test]
fn the_set_up_stamp_counts_units() {
    let mut desk = Desk::new(ToolKind::SetUp);
    (desk.settings.power, desk.settings.unit) = ("red".into(), "infantry".into());
    desk.click("0101");
    assert_eq!(desk.changed("scenarios/start.ron").1, ["            At(\"0101\", {\"infantry\": 4}), // the garrison"]);
    desk.click("0202");
    desk.gesture(GestureKind::Press, "0202", |gesture| gesture.shift = true);
    assert_eq!(desk.changed("scenarios/start.ron").1.len(), 1);
    desk.undo_all();
}

#[test]
fn the_label_tool_names_a_space() {
    let mut desk = Desk::new(ToolKind::Label);
    desk.click("0404");
    let label::Label::Typing { text, .. } = &mut desk.tools.label else { panic!("it asks for a name") };
    text.push_str("Ford");
    // A click elsewhere accepts what was typed.
    desk.click("0101");
    assert_eq!(desk.changed(SPACES).1, ["        \"0404\": (surface: Land, name: \"Ford\", country: \"blueland\"),"]);
    desk.gesture(GestureKind::Abort, "0101", |_| {});
    assert_eq!(desk.tools.label, label::Label::Ready);
    desk.undo_all();
}

#[test]
fn the_link_tool_states_and_denies() {
    let mut desk = Desk::new(ToolKind::Link);
    desk.click("0101");
    desk.click("0404");
    assert!(desk.document.content().added_links.iter().any(|link| link.to.as_str() == "0404"));
    desk.click("0101");
    desk.gesture(GestureKind::Press, "0102", |gesture| gesture.shift = true);
    assert_eq!(desk.document.content().denied_links.len(), 1);
    desk.undo_all();
}

#[test]
fn the_ruler_counts_hexes_and_miles() {
    let mut desk = Desk::new(ToolKind::Measure);
    desk.drag(&["0101", "0105"]);
    assert_eq!(desk.tools.measure.hint(), "0101 to 0105: 4 hexes, 40 miles");
    desk.gesture(GestureKind::Abort, "0101", |_| {});
    assert_eq!(desk.tools.measure, measure::Measure::Ready);
}

#[test]
fn every_tool_has_a_hint_and_answers_abort() {
    for tool in ToolKind::ALL {
        let mut desk = Desk::new(tool);
        desk.gesture(GestureKind::Press, "0101", |_| {});
        desk.gesture(GestureKind::Abort, "0101", |_| {});
        assert!(!desk.document.is_in_step(), "{tool:?}");
        assert!(!desk.tools.hint(&desk.settings).is_empty(), "{tool:?}");
    }
}
