//! The editor by label and state: tools, panels and dialogs, without a window.

use crate::support::pack::{FILES, TestPack, diff};
use crate::support::{drag, open, place, wait_for_pack, wait_until, window};
use chartroom_editor::dialogs::Dialog;
use chartroom_editor::settings::Settings;
use chartroom_editor::tools::{Paint, ToolKind};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;

#[test]
fn painting_undoing_redoing_and_saving_by_mouse_and_keys() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.get_by_role_and_label(Role::Button, "Terrain brush").click();
    window.run_ok();
    assert_eq!(window.state_mut().session().tool.tool, ToolKind::Terrain);
    window.get_by_label("Forest").click();
    window.run_ok();
    assert_eq!(window.state_mut().session().tool.paint, Paint::Terrain("forest".into()));
    drag(&mut window, &["0101"]);
    let painted = "        \"0101\": (surface: Land, terrain: \"forest\", country: \"redland\"),";
    assert!(window.state_mut().session().document.text("map/spaces.ron").is_some_and(|text| text.contains(painted)));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_ok();
    assert!(!window.state_mut().session().document.is_dirty());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    window.run_ok();
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.run_ok();
    let (gone, new) = diff(FILES[2].1, &pack.read("map/spaces.ron"));
    assert_eq!((gone.len(), new), (1, vec![painted.to_owned()]), "one line differs");
    assert!(!window.state_mut().session().document.is_dirty());
}

#[test]
fn every_tool_can_be_chosen_by_its_button_and_key() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    for tool in ToolKind::ALL {
        window.get_by_role_and_label(Role::Button, tool.title()).click();
        window.run_ok();
        assert_eq!(window.state_mut().session().tool.tool, tool);
    }
    window.key_press(Key::B);
    window.run_ok();
    assert_eq!(window.state_mut().session().tool.tool, ToolKind::Terrain);
}

#[test]
fn modifiers_of_cost_stand_in_the_panel_beside_the_prices() {
    let pack = TestPack::new();
    let dear = r#"Rules(schema: 2, modifiers: {"dear": (quantity: Cost, change: Add(50), to: (types: ["infantry"]))})"#;
    pack.write("rules/dear.ron", dear);
    let mut window = open(&pack);
    window.get_by_role_and_label(Role::Button, "Tables").click();
    window.run_ok();
    window.get_by_role_and_label(Role::Button, "Unit prices").click();
    window.run_ok();
    let lines = &window.state_mut().session().table.odds.lines;
    let price =
        |name: &str| lines.iter().find(|line| line.name == name).and_then(|line| line.values[0]).expect("a price");
    assert_eq!((price("infantry").after, price("armor").after), (55.0, 11.0));
}

#[test]
fn a_price_is_typed_into_the_grid_and_the_odds_follow() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.get_by_role_and_label(Role::Button, "Tables").click();
    window.run_ok();
    window.get_by_role_and_label(Role::Button, "Unit prices").click();
    window.run_ok();
    let grid = window.get_by_label("Grid Unit prices").rect();
    let cell = egui::pos2(grid.left() + 100.0, grid.top() + 34.0);
    window.drag_at(cell);
    window.step();
    window.drop_at(cell);
    window.run_ok();
    window.event(egui::Event::Text("9".into()));
    window.step();
    window.key_press(Key::Enter);
    window.run_ok();
    let session = window.state_mut().session();
    assert!(
        session.document.text("tables/unit-cost.ron").is_some_and(|text| text.contains("\"infantry\": [ 9,  6],")),
        "{:?}",
        session.document.text("tables/unit-cost.ron")
    );
    let line = session.table.odds.lines.iter().find(|line| line.name == "infantry").expect("a line for infantry");
    let price = line.values[0].expect("a price");
    assert_eq!((price.before, price.after), (5.0, 9.0));
    assert_eq!(session.table.grid.cells[0][0].was.as_deref(), Some("5"));
    // The grid still has the keyboard; that must not keep anybody from taking a price back.
    for (key, first) in [(Key::Z, "5"), (Key::Y, "9")] {
        window.key_press_modifiers(Modifiers::COMMAND, key);
        window.run_ok();
        let session = window.state_mut().session();
        assert!(session.table.focused, "the grid keeps the keyboard");
        assert_eq!(session.table.grid.cells[0][0].text, first, "after {key:?}");
    }
}

#[test]
fn problems_appear_in_the_background_and_a_fix_is_one_click() {
    let pack = TestPack::new();
    let broken = FILES[2].1.replace("terrain: \"hills\"", "terrain: \"hill\"");
    pack.write("map/spaces.ron", &broken);
    let mut window = open(&pack);
    let spoken_of = |problem: &chartroom_editor::view_model::problems::Problem| problem.message.contains("`hill`");
    wait_until(&mut window, "the problem", |bench| bench.session().problems.iter().any(spoken_of));
    let problem = window.state_mut().session().problems.iter().find(|problem| spoken_of(problem)).cloned().expect("it");
    assert_eq!((problem.file.as_str(), problem.line), ("map/spaces.ron", 6));
    let at = window.state_mut().session().scene.index("0102");
    assert_eq!(problem.space, at);
    window.get_by_role_and_label(Role::Button, &problem.message).click();
    window.run_ok();
    assert_eq!(window.state_mut().session().selection.iter().next().copied(), at, "a click goes there");
    window.get_by_label("Fix: write `hills`").click();
    window.run_ok();
    assert!(
        window.state_mut().session().document.text("map/spaces.ron").is_some_and(|text| text.contains("\"hills\""))
    );
    wait_until(&mut window, "no such problem", |bench| !bench.session().problems.iter().any(spoken_of));
}

#[test]
fn the_command_palette_runs_what_is_typed() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.run_ok();
    window.event(egui::Event::Text("hexside brush".into()));
    window.run_ok();
    window.key_press(Key::Enter);
    window.run_ok();
    assert_eq!(window.state_mut().session().tool.tool, ToolKind::Hexside);
    assert_eq!(window.state_mut().editor().dialog, Dialog::None);
}

#[test]
fn go_to_finds_a_space_by_its_name() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.key_press_modifiers(Modifiers::COMMAND, Key::G);
    window.run_ok();
    window.event(egui::Event::Text("tow".into()));
    window.run_ok();
    window.key_press(Key::Enter);
    window.run_ok();
    let session = window.state_mut().session();
    let at = session.scene.index("0202").expect("Town");
    assert_eq!(session.selection.iter().copied().collect::<Vec<_>>(), [at]);
}

#[test]
fn the_history_goes_back_to_any_line() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.state_mut().session().tool.tool = ToolKind::Terrain;
    window.state_mut().session().tool.paint = Paint::Terrain("forest".into());
    drag(&mut window, &["0101"]);
    drag(&mut window, &["0404"]);
    window.get_by_role_and_label(Role::Button, "History").click();
    window.run_ok();
    window.get_by_label_contains("Opened").click();
    window.run_ok();
    assert_eq!(window.state_mut().session().document.history().done(), 0);
    window.get_by_label_contains("2. Paint terrain").click();
    window.run_ok();
    assert_eq!(window.state_mut().session().document.history().done(), 2);
}

#[test]
fn layers_are_hidden_and_locked() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.get_by_role_and_label(Role::Button, "Layers").click();
    window.run_ok();
    window.get_by_role_and_label(Role::CheckBox, "Names").click();
    window.run_ok();
    let layers = &window.state_mut().editor().settings.layers;
    assert!(layers.opacity(chartroom_editor::map::layers::LayerKind::Names) == 0.0);
}

#[test]
fn the_inspector_changes_the_selected_space() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    let at = window.state_mut().session().scene.index("0202").expect("a space");
    window.state_mut().session().selection.insert(at);
    window.run_ok();
    window.get_by_role_and_label(Role::Button, "Add a feature").click();
    window.run_ok();
    window.get_by_role_and_label(Role::Button, "Factory").click();
    window.run_ok();
    assert_eq!(window.state_mut().session().document.content().spaces["0202"].features["factory"], 1);
}

#[test]
fn light_turns_dark_and_back() {
    let mut window = window(None, "no-such-folder".into(), Settings::default());
    for expected in [chartroom_editor::theme::Theme::Dark, chartroom_editor::theme::Theme::Light] {
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::L);
        window.run_ok();
        assert_eq!(window.state_mut().editor().settings.theme, expected);
    }
}

#[test]
fn work_left_behind_is_offered() {
    let pack = TestPack::new();
    {
        let mut document = chartroom_editor::document::Document::open(&pack.root()).expect("it opens");
        document.start_journal(999_999_998);
        let fact = chartroom_editor::document::ops::space::SpaceFact::Terrain(Some("forest".into()));
        let changes = chartroom_editor::document::ops::space::set(&document, &["0101".into()], &fact).expect("planned");
        document.change("paint", &changes).expect("fits");
    }
    let mut window = open(&pack);
    assert_eq!(window.state_mut().editor().dialog, Dialog::Recover);
    window.get_by_label("Recover it").click();
    window.run_ok();
    assert!(window.state_mut().session().document.text("map/spaces.ron").is_some_and(|text| text.contains("forest")));
    assert_eq!(window.state_mut().editor().dialog, Dialog::None);
}

#[test]
fn the_welcome_page_opens_a_pack() {
    let pack = TestPack::new();
    let mut window = window(None, pack.folder.path().to_owned(), Settings::default());
    window.get_by_label("Open Small").click();
    window.run_ok();
    wait_for_pack(&mut window);
    assert_eq!(window.state_mut().session().document.title(), "Small");
}

#[test]
fn the_label_tool_types_on_the_map() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.state_mut().session().tool.tool = ToolKind::Label;
    drag(&mut window, &["0404"]);
    window.event(egui::Event::Text("Ford".into()));
    window.run_ok();
    window.key_press(Key::Enter);
    window.run_ok();
    assert_eq!(window.state_mut().session().document.content().spaces["0404"].name.as_deref(), Some("Ford"));
}

#[test]
fn a_click_beside_the_map_paints_nothing() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    window.state_mut().session().tool.tool = ToolKind::Terrain;
    let inside = place(&mut window, "0101");
    let view = window.state_mut().session().view;
    let beside = egui::pos2(view.left() + 3.0, inside.y);
    window.drag_at(beside);
    window.step();
    window.drop_at(beside);
    window.run_ok();
    assert!(!window.state_mut().session().document.is_dirty());
}
