//! Workbooks, GeoJSON and drawings on the real program: there and back, bad input, nothing half written.

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

/// A pack `a` of a kind of map, a script of shell, then a line; it must end with the code and say the words.
#[track_caller]
fn check(grid: &str, script: &str, line: &str, code: i32, words: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), &format!("new --grid {grid} a")).status.success());
    let path = Path::new(env!("CARGO_BIN_EXE_chartroom")).parent().expect("a folder").to_owned();
    let known = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(path).chain(std::env::split_paths(&known))).expect("a path");
    let ran =
        Command::new("sh").args(["-ec", script]).current_dir(folder.path()).env("PATH", path).output().expect("sh");
    assert!(ran.status.success(), "{script}: {}", String::from_utf8_lossy(&ran.stderr));
    let run = chartroom(folder.path(), line);
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(code), "{script}; {line}: {said}");
    for word in words {
        assert!(said.contains(word), "{script}; {line}: `{word}` in {said}");
    }
    folder
}

#[test]
fn a_workbook_goes_out_and_comes_back() {
    check("hex", "chartroom export xlsx a", "import xlsx a.xlsx a", 0, &["the workbook changes nothing"]);
    let dearer = "chartroom table a unit-cost --csv | sed 's/^infantry,3,/infantry,4,/' > unit-cost.csv";
    check("hex", dearer, "import xlsx unit-cost.csv a", 0, &["infantry, red: 3 \u{2192} 4", "--write writes them"]);
    let written = check("hex", dearer, "import xlsx unit-cost.csv a --write", 0, &["1 cells changed in 1 files"]);
    let table = std::fs::read_to_string(written.path().join("a/tables/unit-cost.ron")).expect("the table");
    assert!(table.contains("\"infantry\":  [  4,    3],"), "{table}");
    let unknown = "printf 'unit,red\\ninfantrie,4\\n' > unit-cost.csv";
    check(
        "hex",
        unknown,
        "import xlsx unit-cost.csv a --write",
        1,
        &["unit-cost!A2", "did you mean `infantry`", "nothing was written"],
    );
    check("hex", "echo x > x.xlsx", "import xlsx x.xlsx a", 2, &["cannot be read"]);
    check("hex", "true", "export xlsx a -o a/units.ron", 2, &["does not end in .xlsx"]);
}

#[test]
fn devices_pipes_and_folders_are_no_files() {
    for (spoil, line) in [
        ("mkfifo x.xlsx", "import xlsx x.xlsx a"),
        ("ln -s /dev/zero x.ods", "import xlsx x.ods a"),
        ("mkdir x.geojson", "import geojson x.geojson -o b"),
        ("mkfifo x.svg", "import svg x.svg -o b"),
        ("ln -s /dev/zero x.tmx", "import tiled x.tmx -o b"),
    ] {
        let folder = check("hex", spoil, line, 2, &["cannot read", "not a file"]);
        assert!(!folder.path().join("b").exists(), "nothing is half written");
    }
}

#[test]
fn what_would_break_the_pack_is_not_written() {
    let bad = "printf 'unit,red\\ninfantry,cheap\\n' > unit-cost.csv; cp a/tables/unit-cost.ron old.ron";
    let folder = check("hex", bad, "import xlsx unit-cost.csv a --write", 1, &["`check` would find", "--force"]);
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).expect("a file");
    assert_eq!(read("old.ron"), read("a/tables/unit-cost.ron"));
}

#[test]
fn maps_go_out_and_come_in_as_packs_that_pass_check() {
    let there = "chartroom export geojson a -o map.geojson; chartroom import geojson map.geojson -o b";
    check("zones", there, "check b", 0, &[]);
    check(
        "hex",
        "chartroom export geojson a -o map.geojson",
        "import geojson map.geojson -o b",
        2,
        &["board of hexes"],
    );
    let tiled = "chartroom export tiled a -o map.tmx; chartroom import tiled map.tmx -o b";
    check("hex", tiled, "check b", 0, &[]);
    check("zones", "true", "export tiled a -o map.tmx", 2, &["zones"]);
    let drawing = "echo \"<svg viewBox='0 0 90 50'><path id='west' d='M0 0H45V50H0Z'/><path id='east' d='M45 0H90V50H45Z'/></svg>\" > map.svg; \
                   chartroom import svg map.svg -o b";
    check("hex", drawing, "check b --quick", 0, &[]);
    check("hex", "echo '<svg' > map.svg", "import svg map.svg -o b", 2, &["map.svg: 1:"]);
    check("hex", "echo '{}' > map.geojson", "import geojson map.geojson -o b", 2, &["features"]);
    check(
        "zones",
        "chartroom export geojson a -o map.geojson",
        "import geojson map.geojson -o a",
        2,
        &["exists already"],
    );
}
