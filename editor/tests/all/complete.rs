//! Nothing is forgotten: every tool, dialog and panel there is, by label and state. A new one does not compile here until it
//! has been given its test.

use crate::support::pack::TestPack;
use crate::support::{
    Window, choose_tool, click_map, drag, drag_points, on_screen, open, place, run_command, wait_until, window,
};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::dialogs::{Dialog, DialogKind};
use chartroom_editor::document::ops::space::{self, SpaceFact};
use chartroom_editor::map::layers::LayerKind;
use chartroom_editor::panels::dock::{Place, Tab};
use chartroom_editor::settings::Settings;
use chartroom_editor::tools::ToolKind;
use chartroom_format::starter::{self, Starter};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable;

fn clicked(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_ok();
}

fn typed(window: &mut Window, text: &str) {
    window.event(egui::Event::Text(text.into()));
    window.run_ok();
}

fn pressed(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_ok();
}

/// Works a tool in the window: something in its palette, a gesture on the map. Returns whether the pack must have changed.
fn work(tool: ToolKind, window: &mut Window, pack: &TestPack) -> bool {
    match tool {
        ToolKind::Select => {
            clicked(window, "surface");
            drag(window, &["0202"]);
            assert_eq!(window.state_mut().session().selection.len(), 1);
            return false;
        }
        ToolKind::Terrain => {
            clicked(window, "Forest");
            drag(window, &["0101", "0103"]);
        }
        ToolKind::Hexside => {
            clicked(window, "Wall");
            let (a, b) = (place(window, "0202"), place(window, "0203"));
            drag_points(window, &[a + (b - a) * 0.45]);
        }
        ToolKind::Ownership => {
            clicked(window, "Red");
            drag(window, &["0202"]);
        }
        ToolKind::Region => {
            clicked(window, "The north");
            drag(window, &["0202"]);
        }
        ToolKind::Feature => {
            clicked(window, "Factory");
            drag(window, &["0404"]);
        }
        ToolKind::SetUp => {
            clicked(window, "Armor");
            drag(window, &["0202"]);
        }
        ToolKind::Label => {
            drag(window, &["0404"]);
            typed(window, "Ford");
            pressed(window, Modifiers::NONE, Key::Enter);
        }
        ToolKind::Link => {
            clicked(window, "One way only");
            drag(window, &["0101"]);
            drag(window, &["0404"]);
        }
        ToolKind::Zone => {
            clicked(window, "Split");
            let (from, to) = (on_screen(window, (60.0, 2.0)), on_screen(window, (60.0, 148.0)));
            drag_points(window, &[from, to]);
        }
        ToolKind::Picture => {
            let path = pack.folder.path().join("scan.png");
            image::RgbImage::from_pixel(60, 40, image::Rgb([200, 180, 90])).save(&path).expect("a picture");
            run_command(window, Command::UsePicture(Some(path)));
            wait_until(window, "the picture", |bench| bench.session().underlay.is_some());
            click_map(window, (20.0, 20.0));
            window.get_by_label("0 of 3 points are set.");
            click_map(window, (40.0, 30.0));
            window.get_by_label("1 of 3 points are set.");
            return false;
        }
        ToolKind::Measure => {
            drag(window, &["0101", "0105"]);
            window.get_by_label_contains("4 hexes, 40 miles");
            return false;
        }
    }
    true
}

/// The window for a tool: zones for the zone tool, the small pack for all others.
fn window_for(tool: ToolKind, pack: &TestPack) -> Window {
    if tool != ToolKind::Zone {
        return open(pack);
    }
    let root = pack.folder.path().join("west-front");
    starter::write(&root, Starter::Zones).expect("a starter");
    window(Some(root), "no-such-folder".into(), Settings::default())
}

#[test]
fn every_tool_by_label_and_state() {
    for tool in ToolKind::ALL {
        let pack = TestPack::new();
        let mut window = window_for(tool, &pack);
        choose_tool(&mut window, tool);
        let hint = {
            let session = window.state_mut().session();
            session.tools.hint(&session.tool)
        };
        window.get_by_label(&hint);
        let changes = work(tool, &mut window, &pack);
        let document = &window.state_mut().session().document;
        assert_eq!((document.is_dirty(), document.history().done()), (changes, usize::from(changes)), "{tool:?}");
        // A gesture that Escape breaks off leaves nothing behind.
        let before = window.state_mut().session().document.revision();
        let there = place_of_any(&mut window);
        window.hover_at(there);
        window.step();
        window.drag_at(there);
        window.step();
        let began = window.state_mut().session().document.revision() != before;
        window.key_press(Key::Escape);
        window.step();
        window.drop_at(there);
        window.run_ok();
        let session = window.state_mut().session();
        assert!(!session.document.is_in_step(), "{tool:?} leaves a step open");
        let strokes = matches!(
            tool,
            ToolKind::Terrain | ToolKind::Hexside | ToolKind::Ownership | ToolKind::Region | ToolKind::Label
        );
        if strokes {
            assert_eq!(session.document.history().done(), usize::from(changes), "{tool:?} began: {began}");
        }
        session.document.rewind(0);
        assert!(!session.document.is_dirty(), "{tool:?} can be undone");
        // The same tool by its key.
        let other = if tool == ToolKind::Select { ToolKind::Measure } else { ToolKind::Select };
        choose_tool(&mut window, other);
        let keys = Action::Tool(tool).usual_shortcut().expect("every tool has a key");
        pressed(&mut window, keys.modifiers, keys.logical_key);
        assert_eq!(window.state_mut().session().tool.tool, tool);
    }
}

/// Some space that every map of these tests has.
fn place_of_any(window: &mut Window) -> egui::Pos2 {
    let session = window.state_mut().session();
    let at = session.scene.index("0303").unwrap_or(0);
    session.camera.to_screen(session.view, session.scene.middle(at))
}

fn paint(window: &mut Window) {
    let document = &mut window.state_mut().session().document;
    let fact = SpaceFact::Terrain(Some("forest".into()));
    let changes = space::set(document, &["0101".into()], &fact).expect("planned");
    document.change("paint", &changes).expect("fits");
    window.run_ok();
}

/// Opens a dialog as a user does, and reads a label that only it shows.
fn open_dialog(kind: DialogKind, pack: &TestPack) -> Window {
    if kind == DialogKind::Recover {
        let mut document = chartroom_editor::document::Document::open(&pack.root()).expect("it opens");
        document.start_journal(999_999_997);
        let fact = SpaceFact::Terrain(Some("forest".into()));
        let changes = space::set(&document, &["0101".into()], &fact).expect("planned");
        document.change("paint", &changes).expect("fits");
    }
    let mut window = open(pack);
    match kind {
        DialogKind::Palette => pressed(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P),
        DialogKind::GoTo => pressed(&mut window, Modifiers::COMMAND, Key::G),
        DialogKind::Open => pressed(&mut window, Modifiers::COMMAND, Key::O),
        DialogKind::NewPack => pressed(&mut window, Modifiers::COMMAND, Key::N),
        DialogKind::Recover => {}
        DialogKind::External => {
            paint(&mut window);
            let theirs = pack.read("map/spaces.ron").replace("Town", "City");
            pack.write("map/spaces.ron", &theirs);
            wait_until(&mut window, "the question", |bench| bench.editor().dialog == Dialog::External);
        }
        DialogKind::Quit => {
            paint(&mut window);
            window.state_mut().editor().dialog = Dialog::Quit;
            window.run_ok();
        }
        DialogKind::Shortcuts => run_command(&mut window, Command::Do(Action::Shortcuts)),
        DialogKind::Handbook => pressed(&mut window, Modifiers::NONE, Key::F1),
        DialogKind::Rule => run_command(&mut window, Command::ShowRule("sm:map.1".into())),
        DialogKind::Tour => run_command(&mut window, Command::Do(Action::Tour)),
        DialogKind::Source => run_command(&mut window, Command::ShowSource("units.ron".into(), 3)),
    }
    let label = match kind {
        DialogKind::Palette => "Command palette…",
        DialogKind::GoTo => "Go to a space",
        DialogKind::Open => "Open a pack",
        DialogKind::NewPack => "New pack from a starter",
        DialogKind::Recover => "Unsaved work was found",
        DialogKind::External => "Changed by another program",
        DialogKind::Quit => "There is unsaved work",
        DialogKind::Shortcuts => "Keyboard shortcuts",
        DialogKind::Handbook => "What the editor can do",
        DialogKind::Rule => "Rule sm:map.1",
        DialogKind::Tour => "First steps, 1 of 5",
        DialogKind::Source => "units.ron, line 3",
    };
    assert!(window.query_all_by_label_contains(label).next().is_some(), "{kind:?} shows {label}");
    window
}

#[test]
fn every_dialog_opens_says_what_it_is_and_closes_by_escape_or_its_answer() {
    for kind in DialogKind::ALL {
        let pack = TestPack::new();
        let mut window = open_dialog(kind, &pack);
        assert_eq!(window.state_mut().editor().dialog.kind(), Some(kind));
        // Keys of tools do nothing below a dialog.
        let tool = window.state_mut().session().tool.tool;
        window.key_press(Key::B);
        window.run_ok();
        assert_eq!(window.state_mut().session().tool.tool, tool, "{kind:?}");
        pressed(&mut window, Modifiers::NONE, Key::Escape);
        if kind.must_be_answered() {
            assert_eq!(window.state_mut().editor().dialog.kind(), Some(kind), "it must be answered");
            clicked(&mut window, if kind == DialogKind::Recover { "Discard" } else { "Keep mine" });
        }
        assert_eq!(window.state_mut().editor().dialog.kind(), None, "{kind:?} is closed");
        let dirty = matches!(kind, DialogKind::External | DialogKind::Quit);
        assert_eq!(window.state_mut().session().document.is_dirty(), dirty, "{kind:?}");
    }
}

/// Something that only this panel shows.
fn sign_of(tab: Tab) -> &'static str {
    match tab {
        Tab::Tools => "Terrain brush",
        Tab::Layers => "Show · lock · strength",
        Tab::Inspector => "Nothing is selected.",
        Tab::Scenario => "The start",
        Tab::Problems => "Test by bot games",
        Tab::Tables => "Unit sheet",
        Tab::Content => "Choose something on the left.",
        Tab::History => "0. Opened",
        Tab::Games => "First seed",
    }
}

#[test]
fn every_panel_is_shown_docked_closed_and_remembered() {
    for tab in Tab::ALL {
        let pack = TestPack::new();
        let mut window = open(&pack);
        wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
        window.state_mut().session().problems.clear();
        run_command(&mut window, Command::Do(Action::Show(tab)));
        let shown = |window: &mut Window| window.query_all_by_label_contains(sign_of(tab)).next().is_some();
        assert!(shown(&mut window), "{tab:?} shows {}", sign_of(tab));
        for (words, to) in [
            ("Dock left", Some(Place::Left)),
            ("Dock right", Some(Place::Right)),
            ("Dock below", Some(Place::Bottom)),
            ("Close", None),
        ] {
            // A menu may have the same name; it stands before the panels.
            let tabs = window.get_all_by_role_and_label(Role::Button, tab.title());
            tabs.last().expect("a tab").click_secondary();
            window.run_ok();
            clicked(&mut window, words);
            let dock = &window.state_mut().editor().settings.dock;
            let places = [Place::Left, Place::Right, Place::Bottom];
            let now = places.into_iter().find(|place| dock.active(*place) == Some(tab));
            assert_eq!(now, to, "{tab:?} after {words}");
            // What the next run of the program starts with.
            let kept = serde_json::to_string(&window.state_mut().editor().settings).expect("settings are written");
            let again: Settings = serde_json::from_str(&kept).expect("and read");
            assert_eq!(again, window.state_mut().editor().settings);
            let mut next = crate::support::window(Some(pack.root()), "no-such-folder".into(), again);
            wait_until(&mut next, "the check", |bench| !bench.session().checker.running);
            let comes_back = next.query_all_by_label_contains(sign_of(tab)).next().is_some();
            assert_eq!(comes_back, to.is_some(), "{tab:?} {words}");
        }
        run_command(&mut window, Command::Do(Action::Show(tab)));
        assert!(shown(&mut window), "{tab:?} comes back");
    }
}

#[test]
fn panels_keep_their_size_whatever_they_show() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    let around = |window: &mut Window| {
        for _ in 0..12 {
            window.step();
        }
        window.state_mut().session().view
    };
    let whole = around(&mut window);
    for tab in Tab::ALL {
        for place in [Place::Left, Place::Right, Place::Bottom] {
            let before = window.state_mut().editor().settings.dock.clone();
            window.state_mut().editor().settings.dock.shift(tab, Some(place));
            assert_eq!(around(&mut window), whole, "{tab:?} {place:?}");
            window.state_mut().editor().settings.dock = before;
        }
    }
}

#[test]
fn every_layer_is_hidden_locked_and_faded_by_its_label() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    run_command(&mut window, Command::Do(Action::Show(Tab::Layers)));
    for kind in LayerKind::ALL {
        let shown = |window: &mut Window| window.state_mut().editor().settings.layers.opacity(kind) > 0.0;
        let before = shown(&mut window);
        window.get_by_role_and_label(Role::CheckBox, kind.title()).click();
        window.run_ok();
        assert_ne!(shown(&mut window), before, "{kind:?}");
        run_command(&mut window, Command::Do(Action::Layer(kind)));
        assert_eq!(shown(&mut window), before, "{kind:?} by its command");
    }
}

#[test]
fn every_command_is_in_the_palette_and_its_keys_can_be_changed() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    pressed(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    for action in Action::all() {
        let found = window.query_all_by_label_contains(&action.title()).next().is_some();
        assert!(found, "{action:?} is in the palette as {}", action.title());
    }
    pressed(&mut window, Modifiers::NONE, Key::Escape);
    let name = Action::ZoomIn.name();
    window.state_mut().editor().settings.shortcuts.insert(name, "Alt+Shift+I".into());
    let before = window.state_mut().session().camera.zoom;
    pressed(&mut window, Modifiers::NONE, Key::Plus);
    assert!((window.state_mut().session().camera.zoom - before).abs() < 1e-6, "the usual key is free again");
    pressed(&mut window, Modifiers::ALT | Modifiers::SHIFT, Key::I);
    assert!(window.state_mut().session().camera.zoom > before);
    assert!(window.state_mut().editor().tooltip(Action::ZoomIn).contains("Alt"), "tooltips tell the new keys");
}
