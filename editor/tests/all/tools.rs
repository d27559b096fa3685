//! Every tool in the window, by its palette's labels and by mouse: what it writes into the files.

use crate::support::pack::{TestPack, diff};
use crate::support::{Window, choose_tool, click_map, drag, drag_points, on_screen, open, place};
use chartroom_editor::document::ops::setup::Manner;
use chartroom_editor::tools::ToolKind;
use chartroom_format::starter::{self, Starter};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;

const SPACES: &str = "map/spaces.ron";
const SCENARIO: &str = "scenarios/start.ron";
const LINKS: &str = "map/links.ron";

/// New lines of a file against the disk.
fn new_lines(window: &mut Window, file: &str) -> Vec<String> {
    let document = &window.state_mut().session().document;
    diff(document.saved_text(file).unwrap_or(""), document.text(file).unwrap_or("")).1
}

fn clicked(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_ok();
}

#[test]
fn the_hexside_brush() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Hexside);
    clicked(&mut window, "Wall");
    let (a, b) = (place(&mut window, "0202"), place(&mut window, "0203"));
    let side = a + (b - a) * 0.45;
    drag_points(&mut window, &[side]);
    assert_eq!(new_lines(&mut window, LINKS), ["        \"0202/0203\": [\"wall\"],"]);
}

#[test]
fn the_ownership_brush() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Ownership);
    clicked(&mut window, "Red");
    drag(&mut window, &["0202"]);
    assert_eq!(new_lines(&mut window, SCENARIO), ["        \"red\": [\"0103\", \"0202\"],"]);
}

#[test]
fn the_region_brush() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Region);
    clicked(&mut window, "The north");
    drag(&mut window, &["0101", "0103"]);
    assert_eq!(new_lines(&mut window, SPACES).len(), 3, "the hex between belongs to the stroke");
    assert_eq!(window.state_mut().session().document.history().done(), 1);
}

#[test]
fn the_feature_stamp() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Feature);
    clicked(&mut window, "Factory");
    drag(&mut window, &["0404"]);
    let features = |window: &mut Window| {
        window.state_mut().session().document.content().spaces["0404"].features.get("factory").copied()
    };
    assert_eq!(features(&mut window), Some(1));
    drag(&mut window, &["0404"]);
    assert_eq!(features(&mut window), None, "a second click takes it away");
}

#[test]
fn the_set_up_stamp_with_armies_damaged_and_loaded_units() {
    let pack = TestPack::new();
    let units = pack.read("units.ron");
    // Without anything that carries, no cargo is offered.
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::SetUp);
    assert!(window.query_by_label("cargo").is_none());
    drop(window);
    let carrier = "\"lorry\": (title: \"Lorry\", domain: Land, classes: [], carries: [(classes: [], capacity: 2)]),\n";
    pack.write(
        "units.ron",
        &units.replace("        \"infantry\":", &format!("        {carrier}        \"infantry\":")),
    );
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::SetUp);
    clicked(&mut window, "Armor");
    drag(&mut window, &["0202"]);
    clicked(&mut window, "damaged");
    drag(&mut window, &["0202"]);
    clicked(&mut window, "cargo");
    drag(&mut window, &["0202"]);
    clicked(&mut window, "in an army or fleet");
    drag(&mut window, &["0202"]);
    assert_eq!(window.state_mut().session().document.history().done(), 3, "an army needs a name");
    window.get_by_label("Name of the army or fleet").focus();
    window.run_ok();
    window.event(egui::Event::Text("First Army".into()));
    window.run_ok();
    drag(&mut window, &["0202"]);
    drag(&mut window, &["0202"]);
    assert_eq!(
        new_lines(&mut window, SCENARIO),
        [
            "            At(\"0202\", {\"armor\": 1}),",
            "            Damaged(\"0202\", {\"armor\": 1}),",
            "            Aboard(\"0202\", \"lorry\", {\"armor\": 1}),",
            "            Formation(\"First Army\", \"0202\", {\"armor\": 2}),",
        ]
    );
    let at = window.state_mut().session().scene.index("0202").expect("a space");
    let manners: Vec<Manner> =
        window.state_mut().session().scene.cells[at].stacks.iter().map(|stack| stack.manner.clone()).collect();
    assert_eq!(manners.len(), 4, "{manners:?}");
}

#[test]
fn a_counter_is_dragged_to_another_space() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Select);
    drag(&mut window, &["0101", "0102", "0404"]);
    let lines = new_lines(&mut window, SCENARIO);
    let is_there = |line: &String| line.trim_start().starts_with("At(\"0404\", {\"infantry\": 3})");
    assert!(lines.iter().any(is_there), "{lines:?}");
    assert_eq!(window.state_mut().session().document.history().done(), 1, "one step");
    let shown = |window: &mut Window, id: &str| {
        let session = window.state_mut().session();
        let at = session.scene.index(id).expect("a space");
        session.scene.cells[at].counters.iter().map(|counter| counter.count).collect::<Vec<_>>()
    };
    assert_eq!((shown(&mut window, "0101"), shown(&mut window, "0404")), (vec![], vec![3]));
    window.state_mut().session().document.undo();
    assert_eq!(window.state_mut().session().document.text(SCENARIO), Some(pack.read(SCENARIO).as_str()));
}

#[test]
fn the_wheel_counts_units() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::SetUp);
    clicked(&mut window, "Infantry");
    let at = place(&mut window, "0101");
    window.hover_at(at);
    window.run_ok();
    let modifiers = Modifiers::SHIFT;
    window.event_modifiers(
        egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, 1.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers,
        },
        modifiers,
    );
    window.step();
    window.run_ok();
    let count = window.state_mut().session().document.content().scenarios["start"].set_up.clone();
    assert!(new_lines(&mut window, SCENARIO).iter().any(|line| line.contains("\"infantry\": 4")), "{count:?}");
}

#[test]
fn the_link_tool_adds_denies_and_sets_conditions() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Link);
    clicked(&mut window, "One way only");
    drag(&mut window, &["0101"]);
    drag(&mut window, &["0404"]);
    clicked(&mut window, "Deny");
    clicked(&mut window, "ships");
    drag(&mut window, &["0103"]);
    drag(&mut window, &["0104"]);
    let key = window.state_mut().session().scene.index("0202").expect("a space");
    window.state_mut().session().selection.insert(key);
    clicked(&mut window, "Condition");
    clicked(&mut window, "no enemy holds a key");
    drag(&mut window, &["0203"]);
    drag(&mut window, &["0303"]);
    let lines = new_lines(&mut window, LINKS).join("\n");
    for expected in [
        "(from: \"0101\", to: \"0404\", class: \"ferry\", one_way: true)",
        "(from: \"0103\", to: \"0104\", domains: [Sea])",
        "(between: [(\"0203\", \"0303\")], keys: [\"0202\"], opens: UnlessEnemyHolds)",
    ] {
        assert!(lines.contains(expected), "{expected} is missing in\n{lines}");
    }
    drag(&mut window, &["0303"]);
    drag(&mut window, &["0203"]);
    assert!(!new_lines(&mut window, LINKS).join("\n").contains("opens"), "the same pair again takes it back");
}

/// A pack of five zones.
fn zones() -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("west-front");
    starter::write(&root, Starter::Zones).expect("a starter");
    let mut window =
        crate::support::window(Some(root), "no-such-folder".into(), chartroom_editor::settings::Settings::default());
    choose_tool(&mut window, ToolKind::Zone);
    (folder, window)
}

#[test]
fn corners_of_zones_move_with_every_border_that_shares_them() {
    let (_folder, mut window) = zones();
    let (from, to) = (on_screen(&mut window, (120.0, 150.0)), on_screen(&mut window, (100.0, 140.0)));
    drag_points(&mut window, &[from, to]);
    let lines = new_lines(&mut window, "map/shapes.ron");
    assert_eq!(lines.len(), 3, "three borders meet there: {lines:?}");
    assert!(lines.iter().all(|line| line.contains("(100, 140)")), "{lines:?}");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_ok();
    assert!(!window.state_mut().session().document.is_dirty());
}

#[test]
fn a_zone_is_drawn_corner_by_corner() {
    let (_folder, mut window) = zones();
    clicked(&mut window, "Draw");
    window.get_by_label("Id of the new zone").focus();
    window.run_ok();
    window.event(egui::Event::Text("grey-isle".into()));
    window.run_ok();
    clicked(&mut window, "Island");
    for corner in [(190.0, 100.0), (220.0, 100.0), (220.0, 140.0), (190.0, 140.0), (190.0, 100.0)] {
        click_map(&mut window, corner);
    }
    let session = window.state_mut().session();
    assert!(session.scene.index("grey-isle").is_some(), "{:?}", session.scene.ids());
    let at = session.scene.index("grey-isle").expect("the new zone");
    let neighbours: Vec<&str> = session.scene.neighbours(at).into_iter().map(|at| session.scene.id(at)).collect();
    assert_eq!(neighbours, ["middle-sea"], "adjacency follows from the borders");
    assert!(new_lines(&mut window, SPACES).iter().any(|line| line.contains("\"grey-isle\": (surface: Island)")));
    assert_eq!(window.state_mut().session().document.history().done(), 1, "one gesture is one step");
}

#[test]
fn a_zone_is_split_and_merged_again() {
    let (_folder, mut window) = zones();
    clicked(&mut window, "Split");
    let (from, to) = (on_screen(&mut window, (60.0, 2.0)), on_screen(&mut window, (60.0, 148.0)));
    drag_points(&mut window, &[from, to]);
    let said = window.state_mut().editor().message.clone();
    let state = window.state_mut().session().tools.zone.clone();
    let ids = window.state_mut().session().scene.ids().to_vec();
    assert!(ids.contains(&"zone-1".to_owned()), "{ids:?} {state:?} {said:?}");
    let country = window.state_mut().session().document.content().spaces["zone-1"].country.clone();
    assert_eq!(country.map(|id| id.0).as_deref(), Some("redland"), "the new part keeps the country");
    clicked(&mut window, "Merge");
    click_map(&mut window, (100.0, 100.0));
    let kept = window.state_mut().session().hovered;
    click_map(&mut window, (20.0, 100.0));
    let session = window.state_mut().session();
    assert_eq!(session.scene.ids().len(), 5, "{kept:?}: {:?}", session.scene.ids());
    assert_eq!(session.document.history().done(), 2);
    session.document.rewind(0);
    assert!(!session.document.is_dirty());
}

#[test]
fn merging_a_capital_takes_what_named_it_along() {
    let (_folder, mut window) = zones();
    clicked(&mut window, "Merge");
    click_map(&mut window, (40.0, 250.0));
    click_map(&mut window, (40.0, 50.0));
    let session = window.state_mut().session();
    let text = |file: &str| session.document.text(file).unwrap_or_default();
    assert!(
        !text("scenarios/first.ron").contains("redburg") && text("scenarios/first.ron").contains("At(\"red-hills\"")
    );
    assert!(text("powers.ron").contains("capitals: [\"red-hills\"]"));
    assert!(!text(SPACES).contains("\"redburg\":"));
    let loaded = chartroom_format::load::load(&session.document.snapshot(), session.document.root()).expect("it loads");
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
}

#[test]
fn the_ruler_tells_hexes_and_miles() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Measure);
    drag(&mut window, &["0101", "0105"]);
    window.get_by_label_contains("4 hexes, 40 miles");
}

#[test]
fn a_picture_is_placed_by_three_points() {
    let pack = TestPack::new();
    let path = pack.folder.path().join("scan.png");
    image::RgbImage::from_pixel(60, 40, image::Rgb([200, 180, 90])).save(&path).expect("a picture");
    let mut window = open(&pack);
    window.state_mut().editor().queue.push(chartroom_editor::command::Command::UsePicture(Some(path)));
    crate::support::wait_until(&mut window, "the picture", |bench| bench.session().underlay.is_some());
    assert_eq!(window.state_mut().session().tool.tool, ToolKind::Picture);
    for (picture, map) in [((20.0, 20.0), (40.0, 30.0)), ((180.0, 20.0), (200.0, 30.0)), ((20.0, 100.0), (40.0, 110.0))]
    {
        click_map(&mut window, picture);
        click_map(&mut window, map);
    }
    let underlay = window.state_mut().session().underlay.as_ref().expect("a picture");
    assert!(underlay.pins.is_some());
    let moved = underlay.on_map(underlay.pins.expect("pins")[0].0);
    assert!((moved - egui::pos2(40.0, 30.0)).length() < 1.0, "{moved:?}");
    clicked(&mut window, "Take it away");
    assert!(window.state_mut().session().underlay.is_none());
}

#[test]
fn copied_hexes_are_turned_flipped_and_pasted() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Select);
    drag(&mut window, &["0102"]);
    window.event(egui::Event::Copy);
    window.run_ok();
    assert_eq!(window.state_mut().session().clipboard.hexes.len(), 1);
    window.key_press(Key::R);
    window.key_press(Key::F);
    window.run_ok();
    let there = place(&mut window, "0505");
    window.hover_at(there);
    window.run_ok();
    window.event(egui::Event::Paste(String::new()));
    window.run_ok();
    assert_eq!(new_lines(&mut window, SPACES), ["        \"0505\": (surface: Land, terrain: \"hills\"),"]);
}

#[test]
fn the_wand_takes_what_is_alike() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    choose_tool(&mut window, ToolKind::Select);
    clicked(&mut window, "surface");
    let at = place(&mut window, "0604");
    window.hover_at(at);
    window.step();
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.step();
    }
    window.run_ok();
    assert_eq!(window.state_mut().session().selection.len(), 8 * 6 - 5, "the whole sea");
    window.get_by_role_and_label(Role::Button, "Select");
}
