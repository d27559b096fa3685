//! What maintainers of many packs need: only what a commit touches, a check that goes on, a baseline that survives moved lines,
//! overlays shown side by side.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn chartroom(folder: &Path, line: &str) -> Output {
    let words = line.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_chartroom")).args(words).current_dir(folder).output().expect("the command runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folder");
    std::fs::write(path, text).expect("write");
}

/// A folder with the starter pack under some names.
fn packs(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for name in names {
        let made = chartroom(folder.path(), &format!("new --grid hex {name}"));
        assert!(made.status.success(), "{}", said(&made));
    }
    folder
}

fn git(folder: &Path, line: &str) {
    let identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").args(identity).args(line.split_whitespace()).current_dir(folder).output();
    let output = output.expect("git runs");
    assert!(output.status.success(), "git {line}: {}", said(&output));
}

#[test]
fn only_packs_that_differ_from_a_commit_are_checked() {
    let folder = packs(&["one", "two", "three"]);
    write(
        folder.path(),
        "three/pack.ron",
        "Pack(schema: 2, id: \"three\", title: \"T\", version: \"1\", extends: \"two\")",
    );
    for line in ["init -q", "add -A", "commit -q -m first"] {
        git(folder.path(), line);
    }
    let checked = |revision: &str| chartroom(folder.path(), &format!("check --quick --changed-since {revision} ."));
    let nothing = checked("HEAD");
    assert!(nothing.status.success() && said(&nothing).contains("no pack differs"), "{}", said(&nothing));
    write(folder.path(), "one/notes.ron", "Options(schema: 2, options: {})");
    assert!(said(&checked("HEAD")).contains("checked 1 pack "), "a new file counts: {}", said(&checked("HEAD")));
    let units = std::fs::read_to_string(folder.path().join("two/units.ron")).expect("units");
    write(folder.path(), "two/units.ron", &units.replace("Armor", "Tanks"));
    assert!(
        said(&checked("HEAD")).contains("checked 3 packs "),
        "what extends a pack changes with it: {}",
        said(&checked("HEAD"))
    );
    for revision in ["no-such-commit", "--output=x"] {
        let refused = chartroom(folder.path(), &format!("check --quick --changed-since={revision} ."));
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(said(&refused).contains(revision), "{}", said(&refused));
    }
    assert!(!folder.path().join("x").exists());
}

#[test]
fn a_watched_pack_is_checked_again_when_it_changes() {
    let folder = packs(&["one"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(["check", "--quick", "--watch", "one"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut until = |word: &str| lines.by_ref().map(|line| line.expect("text")).find(|line| line.contains(word));
    assert!(until("checked 1 pack").is_some_and(|line| line.contains("no problems")));
    let units = std::fs::read_to_string(folder.path().join("one/units.ron")).expect("units");
    write(folder.path(), "one/units.ron", &units.replace("domain: Sea", "domain: Sae"));
    let told = until("checked 1 pack");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    assert!(told.as_ref().is_some_and(|line| line.contains("1 error")), "{told:?}");
}

#[test]
fn as_many_jobs_as_asked_find_the_same() {
    let folder = packs(&["one", "two"]);
    write(folder.path(), "two/broken.ron", "Options(schema: 2 options: {})");
    let told: Vec<String> =
        ["1", "3"].map(|jobs| said(&chartroom(folder.path(), &format!("check --quick --jobs {jobs} .")))).into();
    assert_eq!(told[0], told[1]);
    assert!(told[0].contains("a comma is missing after `2`"), "{}", told[0]);
    assert_eq!(chartroom(folder.path(), "check --jobs 0 .").status.code(), Some(2));
}

#[test]
fn a_baseline_survives_lines_that_move() {
    let folder = packs(&["one"]);
    let units = folder.path().join("one/units.ron");
    let text = std::fs::read_to_string(&units).expect("units");
    let spoilt = text.replace("attack: [6]", "attack: [13]");
    std::fs::write(&units, &spoilt).expect("write");
    assert!(chartroom(folder.path(), "check --quick one --write-baseline known.json").status.success());
    std::fs::write(&units, format!("// one\n// two\n// three\n{spoilt}")).expect("write");
    let moved = chartroom(folder.path(), "check --quick one --baseline known.json");
    assert!(moved.status.success() && said(&moved).contains("no problems"), "{}", said(&moved));
    std::fs::write(&units, spoilt.replace("defend: [4]", "defend: [14]")).expect("write");
    assert_eq!(chartroom(folder.path(), "check --quick one --baseline known.json").status.code(), Some(1));
}

#[test]
fn an_overlay_stands_beside_what_it_changes() {
    let folder = packs(&["base"]);
    write(
        folder.path(),
        "over/pack.ron",
        "Pack(schema: 2, id: \"over\", title: \"Over\", version: \"1\", extends: \"base\")\n",
    );
    let overlay = |price: &str| {
        format!(
            "Overlay(\n    schema: 2,\n    changes: {{\n        \"table:unit-cost\": Cells({{\"armor, red\": {price}}}),\n    }},\n)\n"
        )
    };
    write(folder.path(), "over/overlay.ron", &overlay("7"));
    let checked = chartroom(folder.path(), "check --quick over");
    assert!(checked.status.success(), "{}", said(&checked));
    let resolved = said(&chartroom(folder.path(), "resolve over"));
    assert!(resolved.contains("    armor, red: 6 -> 7  <- over/overlay.ron:4"), "{resolved}");
    let json = chartroom(folder.path(), "resolve over --json");
    let entries: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let table =
        entries.as_array().expect("entries").iter().find(|entry| entry["id"] == "unit-cost").expect("the table");
    assert_eq!((&table["changed"][0]["base"], &table["changed"][0]["overlay"]), (&6.into(), &7.into()));
    assert_eq!(table["value"]["rows"]["armor"][0], 7);
    for command in ["table over unit-cost armor red", "unit over armor --power red"] {
        assert!(said(&chartroom(folder.path(), command)).contains('7'), "{command}");
    }
    // What is wrong with the new value is told at the overlay's line, with the value below beside it.
    write(folder.path(), "over/overlay.ron", &overlay("-7"));
    let wrong = said(&chartroom(folder.path(), "check --quick over --format concise"));
    assert!(wrong.starts_with("over/overlay.ron:4:") && wrong.contains("T106"), "{wrong}");
}
