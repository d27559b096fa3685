//! Every dialog and form, by label and state.

use crate::support::pack::TestPack;
use crate::support::{Window, open, run_command, wait_for_pack, wait_until, window};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::dialogs::Dialog;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_format::entries::EntryKind;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

fn clicked(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_ok();
    wait_for_pack(window);
}

fn typed(window: &mut Window, text: &str) {
    window.event(egui::Event::Text(text.into()));
    window.run_ok();
}

#[test]
fn a_new_pack_is_written_from_a_starter_and_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window(None, folder.path().to_owned(), Settings::default());
    clicked(&mut window, "New pack from a starter…");
    typed(&mut window, "West Front");
    clicked(&mut window, "Zones");
    clicked(&mut window, "Create and open");
    assert_eq!(window.state_mut().session().document.title(), "West Front");
    assert!(folder.path().join("west-front/map/shapes.ron").is_file());
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    let errors = chartroom_editor::view_model::problems::counts(&window.state_mut().session().problems).0;
    assert_eq!(errors, 0, "a starter has no errors: {:?}", window.state_mut().session().problems);
}

#[test]
fn a_new_pack_can_show_a_part_of_the_real_world() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window(None, folder.path().to_owned(), Settings::default());
    clicked(&mut window, "New pack from a starter…");
    typed(&mut window, "Desert War");
    clicked(&mut window, "Real world");
    clicked(&mut window, "Part of the world");
    clicked(&mut window, "The Mediterranean");
    clicked(&mut window, "Create and open");
    let session = window.state_mut().session();
    assert_eq!(session.document.title(), "Desert War");
    let italian = session
        .document
        .content()
        .spaces
        .values()
        .filter(|space| space.country.as_ref().is_some_and(|id| id.as_str() == "italy"));
    assert!(italian.count() > 5);
}

#[test]
fn the_file_list_opens_packs() {
    let pack = TestPack::new();
    let mut window = window(None, pack.folder.path().to_owned(), Settings::default());
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    window.run_ok();
    clicked(&mut window, "■ small");
    assert_eq!(window.state_mut().session().document.title(), "Small");
}

#[test]
fn a_path_that_is_no_pack_is_refused_with_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window(None, folder.path().to_owned(), Settings::default());
    run_command(&mut window, Command::OpenPack(folder.path().join("nowhere")));
    assert!(window.state_mut().editor().session.is_none());
    assert!(window.state_mut().editor().message.is_some());
}

#[test]
fn shortcuts_can_be_changed_and_work() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    run_command(&mut window, Command::Do(Action::Shortcuts));
    assert_eq!(window.state_mut().editor().dialog, Dialog::Shortcuts);
    window.get_by_label("Keys of Minimap").click_accesskit();
    window.run_ok();
    // Keys of another command are refused, and that command does not run.
    window.key_press_modifiers(Modifiers::COMMAND, Key::G);
    window.run_ok();
    assert_eq!(window.state_mut().editor().dialog, Dialog::Shortcuts);
    assert!(window.state_mut().editor().settings.shortcuts.is_empty());
    window.get_by_label("Keys of Minimap").click_accesskit();
    window.run_ok();
    window.key_press_modifiers(Modifiers::COMMAND, Key::M);
    window.run_ok();
    clicked(&mut window, "Close");
    let before = window.state_mut().editor().settings.minimap;
    window.key_press_modifiers(Modifiers::COMMAND, Key::M);
    window.run_ok();
    assert_ne!(window.state_mut().editor().settings.minimap, before);
}

#[test]
fn closing_with_unsaved_work_asks() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    let at = window.state_mut().session().scene.index("0101").expect("a space");
    window.state_mut().session().selection.insert(at);
    window.run_ok();
    clicked(&mut window, "Add a feature");
    clicked(&mut window, "Factory");
    window.state_mut().editor().dialog = Dialog::Quit;
    window.run_ok();
    window.get_by_label_contains("map/spaces.ron");
    clicked(&mut window, "Go on working");
    assert!(window.state_mut().session().document.is_dirty());
    window.state_mut().editor().dialog = Dialog::Quit;
    window.run_ok();
    clicked(&mut window, "Save and quit");
    assert!(pack.read("map/spaces.ron").contains("factory"));
}

#[test]
fn a_clash_with_another_program_is_asked_about() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    let fact = chartroom_editor::document::ops::space::SpaceFact::Terrain(Some("forest".into()));
    let document = &mut window.state_mut().session().document;
    let changes = chartroom_editor::document::ops::space::set(document, &["0101".into()], &fact).expect("planned");
    document.change("paint", &changes).expect("fits");
    let theirs = pack.read("map/spaces.ron").replace("Town", "City");
    pack.write("map/spaces.ron", &theirs);
    wait_until(&mut window, "the question", |bench| bench.editor().dialog == Dialog::External);
    clicked(&mut window, "Merge both");
    let text = window.state_mut().session().document.text("map/spaces.ron").unwrap_or_default().to_owned();
    assert!(text.contains("City") && text.contains("forest"), "{text}");
}

#[test]
fn the_source_of_a_problem_is_shown() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    run_command(&mut window, Command::ShowSource("units.ron".into(), 4));
    window.get_by_label_contains("units.ron, line 4");
    clicked(&mut window, "Close");
    assert_eq!(window.state_mut().editor().dialog, Dialog::None);
}

#[test]
fn an_entry_is_renamed_everywhere_and_deleted_after_a_look_at_its_uses() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    run_command(&mut window, Command::ShowEntry(EntryKind::Unit, "infantry".into()));
    window.state_mut().session().content.rename = "rifles".into();
    window.run_ok();
    clicked(&mut window, "Rename everywhere");
    let session = window.state_mut().session();
    for (file, text) in [("units.ron", "\"rifles\":"), ("scenarios/start.ron", "{\"rifles\": 3}")] {
        let now = session.document.text(file).unwrap_or_default();
        assert!(now.contains(text), "{file}: {now}");
        assert!(!now.contains("\"infantry\""), "{file}: {now}");
    }
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    run_command(&mut window, Command::ShowEntry(EntryKind::Region, "north".into()));
    clicked(&mut window, "Used by");
    window.get_by_label_contains("Named in 0 other places");
    clicked(&mut window, "Delete…");
    clicked(&mut window, "Delete it");
    assert!(!window.state_mut().session().document.text("map/regions.ron").unwrap_or_default().contains("north"));
}

#[test]
fn scenario_forms_write_what_the_schema_allows() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    run_command(&mut window, Command::Do(Action::Show(Tab::Scenario)));
    clicked(&mut window, "Victory");
    clicked(&mut window, "+ add");
    let text = |window: &mut Window| {
        window.state_mut().session().document.text("scenarios/start.ron").unwrap_or_default().to_owned()
    };
    let now = text(&mut window);
    let loaded = {
        let session = window.state_mut().session();
        chartroom_format::load::load(&session.document.snapshot(), session.document.root()).expect("it loads")
    };
    assert_eq!(loaded.content.scenarios["start"].victory.len(), 2, "{now}");
    assert!(!loaded.has_errors(), "{:?}", loaded.findings);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.run_ok();
    assert_eq!(text(&mut window), pack.read("scenarios/start.ron"));
}

#[test]
fn a_new_scenario_shares_the_map() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    run_command(&mut window, Command::Do(Action::Show(Tab::Scenario)));
    window.state_mut().session().new_scenario = "late-start".into();
    window.run_ok();
    clicked(&mut window, "Create");
    assert_eq!(window.state_mut().session().tool.scenario.as_deref(), Some("late-start"));
    assert!(window.state_mut().session().document.files().contains_key("scenarios/late-start.ron"));
}
