//! The real program under Xvfb with software OpenGL, worked by mouse and keys: paint, edit a price, undo, save, and look
//! at the files; then a kill in the middle of work. It waits for what the window says of itself, never for the clock.
//! Needs Xvfb and xdotool (see .ci/packages).

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::pack::{FILES, TestPack, diff};
use chartroom_editor::app::report::WindowState;
use chartroom_editor::panels::dock::Tab;

/// How long anything may take on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_mins(4);
/// When nothing came of a key or click for so long, it is sent again: a window that is just opening may miss it.
const AGAIN: Duration = Duration::from_secs(15);

/// A display of our own, on the first free number; it goes when this goes.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn new() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts; install the packages of .ci/packages");
        let mut line = String::new();
        BufReader::new(server.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("the number of the display");
        Self { server, name: format!(":{}", line.trim()) }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .expect("xdotool runs; install the packages of .ci/packages");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The running editor; it ends when this goes.
struct Running<'a> {
    child: Child,
    display: &'a Display,
    state: PathBuf,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<'a> Running<'a> {
    fn start(display: &'a Display, pack: &TestPack, more: &[&str]) -> Self {
        let state = pack.folder.path().join("state.json");
        let _ = std::fs::remove_file(&state);
        let child = Command::new(env!("CARGO_BIN_EXE_chartroom-editor"))
            .arg(pack.root())
            .arg("--state")
            .arg(&state)
            .args(more)
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("XDG_DATA_HOME", pack.folder.path().join("data"))
            .stderr(Stdio::null())
            .spawn()
            .expect("the editor starts");
        let running = Self { child, display, state };
        running.wait("the open pack", |state| state.pack.as_deref() == Some("Small") && state.view[2] > 0.0);
        // Without a window manager the keyboard goes where it is told to.
        wait("the window on the display", || !running.window().is_empty());
        display.xdotool(&["windowfocus", &running.window()]);
        running
    }

    fn window(&self) -> String {
        let found = self.display.xdotool(&["search", "--onlyvisible", "--name", "Small"]);
        found.lines().next().unwrap_or_default().to_owned()
    }

    fn state(&self) -> Option<WindowState> {
        serde_json::from_str(&std::fs::read_to_string(&self.state).ok()?).ok()
    }

    fn wait(&self, what: &str, holds: impl Fn(&WindowState) -> bool) -> WindowState {
        let mut found = None;
        wait(what, || {
            found = self.state().filter(&holds);
            found.is_some()
        });
        found.expect("it was found")
    }

    /// Does something until the window shows that it was done. Doing it twice must do no harm.
    fn until(&self, what: &str, act: impl Fn(), holds: impl Fn(&WindowState) -> bool) {
        let start = Instant::now();
        while !self.state().is_some_and(|state| holds(&state)) {
            assert!(start.elapsed() < PATIENCE, "waited too long for {what}: {:?}", self.state());
            act();
            let sent = Instant::now();
            while sent.elapsed() < AGAIN && !self.state().is_some_and(|state| holds(&state)) {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    fn keys(&self, keys: &str) {
        self.display.xdotool(&["key", "--delay", "40", keys]);
    }

    /// Chooses the brush and paints the hex in the middle of the map; returns its id.
    fn paint(&self) -> String {
        self.until("the brush", || self.keys("b"), |state| state.tool == "Terrain brush");
        let [left, top, right, bottom] = self.state().expect("a state").view;
        let (x, y) = (left.midpoint(right).to_string(), top.midpoint(bottom).to_string());
        let there = || drop(self.display.xdotool(&["mousemove", &x, &y]));
        self.until("the pointer on the map", there, |state| state.hovered.is_some());
        let before = self.state().expect("a state").steps;
        // Painting the same hex again changes nothing, so a second click does no harm.
        let click = || drop(self.display.xdotool(&["mousemove", &x, &y, "click", "1"]));
        self.until("the painted hex", click, |state| state.steps == before + 1 && state.unsaved);
        self.state().and_then(|state| state.hovered).expect("the pointer is still there")
    }

    fn save(&self) {
        self.until("saving", || self.keys("ctrl+s"), |state| !state.unsaved);
    }
}

fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

const SPACES: usize = 2;
const PRICES: usize = 8;

#[test]
fn a_session_in_the_real_window_leaves_a_clean_diff() {
    let (display, pack) = (Display::new(), TestPack::new());
    let editor = Running::start(&display, &pack, &[]);
    let painted = editor.paint();
    editor.save();
    let (gone, new) = diff(FILES[SPACES].1, &pack.read("map/spaces.ron"));
    assert_eq!((gone.len(), new.len()), (0, 1), "one new line: {new:?}");
    assert_eq!(new[0].trim(), format!("\"{painted}\": (surface: Land),"));
    // Take it back: the file is as it was, to the byte.
    editor.until("undo", || editor.keys("ctrl+z"), |state| state.steps == 0);
    editor.save();
    assert_eq!(pack.read("map/spaces.ron"), FILES[SPACES].1);
    // A price, by keys alone.
    editor.until("the palette", || editor.keys("ctrl+shift+p"), |state| state.dialog == "Palette");
    let words = "show: tables";
    let type_words = || {
        editor.keys("ctrl+a");
        display.xdotool(&["type", "--delay", "40", words]);
    };
    editor.until("the words", type_words, |state| state.typed == words);
    editor.until("the tables", || editor.keys("Return"), |state| state.tabs.contains(&Tab::Tables));
    editor
        .wait("the grid with the keyboard", |state| state.cell.as_ref().is_some_and(|cell| (cell.0, cell.1) == (0, 0)));
    editor.until(
        "the typed price",
        || drop(display.xdotool(&["type", "8"])),
        |state| state.cell.as_ref().is_some_and(|cell| cell.2.starts_with('8')),
    );
    editor.until("the price", || editor.keys("Return"), |state| state.steps == 1);
    editor.until("the price taken back", || editor.keys("ctrl+z"), |state| state.steps == 0);
    editor.until("the price again", || editor.keys("ctrl+y"), |state| state.steps == 1);
    editor.save();
    let (gone, new) = diff(FILES[PRICES].1, &pack.read("tables/unit-cost.ron"));
    assert_eq!(
        (gone, new),
        (vec!["        \"infantry\": [ 5,  6],".to_owned()], vec!["        \"infantry\": [ 8,  6],".to_owned()])
    );
    for (name, text) in FILES.iter().filter(|(name, _)| *name != "tables/unit-cost.ron") {
        assert_eq!(pack.read(name), *text, "{name} is untouched");
    }
}

#[test]
fn a_killed_editor_loses_nothing_that_is_two_seconds_old() {
    let (display, pack) = (Display::new(), TestPack::new());
    let painted = {
        let mut editor = Running::start(&display, &pack, &[]);
        let painted = editor.paint();
        std::thread::sleep(Duration::from_secs(2));
        // SIGKILL: nothing can be written any more.
        editor.child.kill().expect("killed");
        editor.child.wait().expect("dead");
        painted
    };
    assert_eq!(pack.read("map/spaces.ron"), FILES[SPACES].1, "nothing was saved");
    let again = Running::start(&display, &pack, &["--recover"]);
    again.wait("the recovered work", |state| state.unsaved);
    again.save();
    let (gone, new) = diff(FILES[SPACES].1, &pack.read("map/spaces.ron"));
    assert_eq!((gone.len(), new.len()), (0, 1));
    assert_eq!(new[0].trim(), format!("\"{painted}\": (surface: Land),"));
}
