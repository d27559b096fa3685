//! The real program under Xvfb with software OpenGL, worked by mouse and keys: paint, edit a price, undo, save, and look
//! at the files; then a kill in the middle of work. Needs Xvfb and xdotool (see .ci/packages).

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::pack::{FILES, TestPack, diff};

/// A display of our own; it goes when this goes.
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

    fn xdotool(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .expect("xdotool runs; install the packages of .ci/packages");
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    fn keys(&self, keys: &str) {
        self.xdotool(&["key", "--delay", "60", keys]);
        std::thread::sleep(Duration::from_millis(250));
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The running editor; it ends when this goes.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(display: &Display, pack: &TestPack, more: &[&str]) -> Running {
    let child = Command::new(env!("CARGO_BIN_EXE_chartroom-editor"))
        .arg(pack.root())
        .args(more)
        .env("DISPLAY", &display.name)
        .env_remove("WAYLAND_DISPLAY")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("XDG_DATA_HOME", pack.folder.path().join("data"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the editor starts");
    let running = Running(child);
    wait("the window", || {
        display.xdotool(&["search", "--onlyvisible", "--name", "Small"]).is_some_and(|found| !found.is_empty())
    });
    // Without a window manager the keyboard goes where it is told to.
    let window = display.xdotool(&["search", "--onlyvisible", "--name", "Small"]).expect("the window");
    display.xdotool(&["windowfocus", window.lines().next().expect("its number")]);
    std::thread::sleep(Duration::from_millis(1500));
    running
}

fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(90), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_session_in_the_real_window_leaves_a_clean_diff() {
    let (display, pack) = (Display::new(), TestPack::new());
    let _editor = start(&display, &pack, &[]);
    // Paint one hex of sea near the middle of the map.
    display.keys("b");
    display.xdotool(&["mousemove", "720", "480", "click", "1"]);
    std::thread::sleep(Duration::from_millis(600));
    display.keys("ctrl+s");
    let spaces = || pack.read("map/spaces.ron");
    wait("the painted hex on disk", || spaces() != FILES[2].1);
    let (gone, new) = diff(FILES[2].1, &spaces());
    assert_eq!((gone.len(), new.len()), (0, 1), "one new line: {new:?}");
    assert!(new[0].ends_with("(surface: Land),"), "{new:?}");
    // Take it back: the file is as it was, to the byte.
    display.keys("ctrl+z");
    display.keys("ctrl+s");
    wait("the undone file", || spaces() == FILES[2].1);
    // A price, by keys alone.
    display.keys("ctrl+shift+p");
    display.xdotool(&["type", "--delay", "40", "show: tables"]);
    display.keys("Return");
    std::thread::sleep(Duration::from_millis(600));
    display.xdotool(&["type", "--delay", "60", "8"]);
    display.keys("Return");
    display.keys("ctrl+s");
    wait("the price on disk", || pack.read("tables/unit-cost.ron") != FILES[8].1);
    let (gone, new) = diff(FILES[8].1, &pack.read("tables/unit-cost.ron"));
    assert_eq!(
        (gone, new),
        (vec!["        \"infantry\": [ 5,  6],".to_owned()], vec!["        \"infantry\": [ 8,  6],".to_owned()])
    );
    for (name, text) in FILES.iter().filter(|(name, _)| *name != "tables/unit-cost.ron") {
        assert_eq!(pack.read(name), *text, "{name} is untouched");
    }
}

#[test]
fn a_killed_editor_loses_nothing() {
    let (display, pack) = (Display::new(), TestPack::new());
    let mut editor = start(&display, &pack, &[]);
    display.keys("b");
    display.xdotool(&["mousemove", "720", "480", "click", "1"]);
    std::thread::sleep(Duration::from_secs(2));
    editor.0.kill().expect("killed");
    editor.0.wait().expect("dead");
    assert_eq!(pack.read("map/spaces.ron"), FILES[2].1, "nothing was saved");
    let _again = start(&display, &pack, &["--recover"]);
    display.keys("ctrl+s");
    wait("the recovered work on disk", || pack.read("map/spaces.ron") != FILES[2].1);
    let (gone, new) = diff(FILES[2].1, &pack.read("map/spaces.ron"));
    assert_eq!((gone.len(), new.len()), (0, 1));
}
