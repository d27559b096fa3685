//! The map under the pointer and what is selected on it: moving, zooming, going there, several spaces at once.

use crate::support::pack::TestPack;
use crate::support::{Window, open, place, run_command, wait_until};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT, Queryable};

fn wheel(window: &mut Window, at: egui::Pos2, by: f32) {
    window.hover_at(at);
    window.step();
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, by),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    // The movement is smoothed over several frames.
    let (mut last, mut still) = (0.0_f32, 0);
    while still < 5 {
        window.step();
        let zoom = window.state_mut().session().camera.zoom;
        still = if zoom.to_bits() == last.to_bits() { still + 1 } else { 0 };
        last = zoom;
    }
}

#[test]
fn the_wheel_zooms_to_the_pointer_and_the_hex_under_it_stays() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    // A window that has just been opened may still be laying out its panels.
    window.key_press(Key::Num0);
    window.run_ok();
    let at = place(&mut window, "0202");
    let before = window.state_mut().session().camera.zoom;
    wheel(&mut window, at, 4.0);
    let session = window.state_mut().session();
    assert!(session.camera.zoom > before * 1.2, "{} to {}", before, session.camera.zoom);
    assert_eq!(session.hovered, session.scene.index("0202"));
    window.get_by_label_contains("0202 Town");
    window.key_press(Key::Num0);
    window.run_ok();
    let now = window.state_mut().session().camera.zoom;
    assert!((now - before).abs() < 0.01 * before, "the whole map is back in view: {before} {now}");
}

#[test]
fn the_middle_button_pans_and_the_minimap_jumps() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.state_mut().session().camera.zoom = 6.0;
    window.run_ok();
    let from = window.state_mut().session().view.center();
    let middle = window.state_mut().session().camera.middle;
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Middle,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(from);
    window.step();
    window.event(button(from, true));
    window.step();
    window.hover_at(from + egui::vec2(30.0, 18.0));
    window.step();
    window.event(button(from + egui::vec2(30.0, 18.0), false));
    window.run_ok();
    let now = window.state_mut().session().camera.middle;
    assert!((middle - now - egui::vec2(5.0, 3.0)).length() < 1.0, "{middle:?} {now:?}");
    assert!(!window.state_mut().session().document.is_dirty(), "panning paints nothing");
    let minimap = window.get_by_label("Minimap").rect();
    let corner = minimap.left_top() + egui::vec2(4.0, 4.0);
    crate::support::drag_points(&mut window, &[corner]);
    let now = window.state_mut().session().camera.middle;
    assert!(now.x < 40.0 && now.y < 40.0, "{now:?}");
}

fn select(window: &mut Window, ids: &[&str]) {
    for id in ids {
        let at = window.state_mut().session().scene.index(id).expect("a space");
        window.state_mut().session().selection.insert(at);
    }
    window.run_ok();
}

#[test]
fn several_spaces_are_edited_at_once_in_one_step() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    select(&mut window, &["0101", "0102", "0404"]);
    window.get_by_label("3 spaces");
    window.get_by_label("A change applies to all of them.");
    window.get_by_label("Terrain").click();
    window.run_ok();
    window.get_by_label("Forest").click();
    window.run_ok();
    let document = &window.state_mut().session().document;
    for id in ["0101", "0102", "0404"] {
        let terrain = document.content().spaces[id].terrain.as_ref().map(|id| id.0.as_str());
        assert_eq!(terrain, Some("forest"), "{id}");
    }
    assert_eq!(document.history().done(), 1, "one step");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_ok();
    assert!(!window.state_mut().session().document.is_dirty());
}

#[test]
fn the_rule_behind_a_space_is_quoted() {
    let pack = TestPack::new();
    let index = "id\tsection\tkind\ttestable\trule\nsm:map.1\tMap\trule\ty\tTowns are worth two.\n";
    pack.write("rules.tsv", index);
    let head = "Pack(\n    schema: 2,\n    id: \"small\",\n    title: \"Small\",\n    version: \"1.0.0\",\n    rulebook: (title: \"S\", prefix: \"sm\", index: \"rules.tsv\"),\n)\n";
    pack.write("pack.ron", head);
    let spaces = pack.read("map/spaces.ron").replace("name: \"Town\",", "name: \"Town\", source: \"sm:map.1\",");
    pack.write("map/spaces.ron", &spaces);
    let mut window = open(&pack);
    select(&mut window, &["0202"]);
    window.get_by_label("Rule sm:map.1: Towns are worth two.");
}

#[test]
fn a_broken_pack_opens_with_its_problems_and_the_title_says_so() {
    let pack = TestPack::new();
    pack.write("units.ron", "Units(schema: 2, units: {");
    let mut window = open(&pack);
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    let title = window.state_mut().editor().title();
    assert!(title.contains("error") && title.contains("Small"), "{title}");
    assert!(window.state_mut().session().problems.iter().any(|problem| problem.file == "units.ron"));
    crate::support::drag(&mut window, &["0202"]);
    assert_eq!(window.state_mut().session().selection.len(), 1, "the map works");
}

#[test]
fn the_interface_grows_and_shrinks_and_remembers_packs() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    run_command(&mut window, Command::Do(Action::Larger));
    assert!((window.ctx.zoom_factor() - 1.1).abs() < 1e-3);
    run_command(&mut window, Command::Do(Action::Smaller));
    assert!((window.ctx.zoom_factor() - 1.0).abs() < 1e-3);
    let settings = window.state_mut().editor().settings.clone();
    assert_eq!(settings.recent, [pack.root()]);
    let mut next = crate::support::window(None, "no-such-folder".into(), settings);
    next.get_by_label(&pack.root().display().to_string()).click();
    next.run_ok();
    crate::support::wait_for_pack(&mut next);
    assert_eq!(next.state_mut().session().document.title(), "Small");
}

/// What a keyboard or a screen reader can reach but cannot name.
fn nameless(window: &Window) -> Vec<String> {
    let reached = [
        Role::Button,
        Role::CheckBox,
        Role::RadioButton,
        Role::ComboBox,
        Role::TextInput,
        Role::MultilineTextInput,
        Role::Slider,
        Role::SpinButton,
        Role::Link,
    ];
    let mut found = Vec::new();
    for role in reached {
        for node in window.query_all_by_role(role) {
            let label = node.accesskit_node().label().unwrap_or_default();
            let value = node.accesskit_node().value().unwrap_or_default();
            let placeholder = node.accesskit_node().placeholder().map(str::to_owned).unwrap_or_default();
            if label.trim().is_empty() && value.trim().is_empty() && placeholder.trim().is_empty() {
                found.push(format!("{role:?} at {:?}", node.rect()));
            }
        }
    }
    found
}

#[test]
fn everything_that_can_be_reached_has_a_name() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    select(&mut window, &["0202"]);
    for tab in Tab::ALL {
        run_command(&mut window, Command::Do(Action::Show(tab)));
        assert_eq!(nameless(&window), Vec::<String>::new(), "{tab:?}");
    }
    for tool in chartroom_editor::tools::ToolKind::ALL {
        run_command(&mut window, Command::Do(Action::Tool(tool)));
        assert_eq!(nameless(&window), Vec::<String>::new(), "{tool:?}");
    }
    for action in [Action::CommandPalette, Action::GoTo, Action::Open, Action::New, Action::Shortcuts] {
        run_command(&mut window, Command::Do(action));
        assert_eq!(nameless(&window), Vec::<String>::new(), "{action:?}");
        window.key_press(Key::Escape);
        window.run_ok();
    }
    let welcome = crate::support::window(None, pack.folder.path().to_owned(), Settings::default());
    assert_eq!(nameless(&welcome), Vec::<String>::new());
}

#[test]
fn the_panels_below_take_the_room_of_the_map_and_give_it_back() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    run_command(&mut window, Command::Do(Action::Show(Tab::Tables)));
    let is_there = |window: &Window| window.query_by_label("Map").is_some();
    window.key_press(Key::F8);
    window.run_ok();
    assert!(!is_there(&window), "the tables have all of the middle");
    window.get_by_label("Shrink").click();
    window.run_ok();
    assert!(is_there(&window));
    window.get_by_label("Expand").click();
    window.run_ok();
    assert!(!is_there(&window));
    run_command(&mut window, Command::LookAt(0));
    window.run_ok();
    assert!(is_there(&window), "a space that is to be looked at is shown");
}
