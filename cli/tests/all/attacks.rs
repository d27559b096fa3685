//! Packs that strangers send, tried on the real program: none reads outside its folder, hangs, takes the memory, or ends with
//! anything but 0, 1 or 2. Each run has 2 GB of address space and 60 seconds at most.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(folder: &Path, line: &str) -> Output {
    let limited = format!("ulimit -v 2000000; exec timeout 60 \"$0\" {line}");
    Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_chartroom")])
        .current_dir(folder)
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .expect("the command runs")
}

/// A starter pack `x`, spoilt by a line of shell; the command must end with the code and say the word.
fn check(spoil: &str, line: &str, code: i32, word: &str) {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), "new --grid hex x").status.success());
    let spoilt = Command::new("sh").args(["-ec", spoil]).current_dir(folder.path()).status().expect("sh runs");
    assert!(spoilt.success(), "{spoil}");
    let run = chartroom(folder.path(), line);
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(code), "{spoil}; {line}: {said}");
    assert!(said.contains(word), "{spoil}; {line}: {said}");
    assert!(!said.contains("SECRET"), "{spoil}; {line}: {said}");
}

#[test]
fn a_pipe_or_device_in_place_of_a_file_is_refused() {
    for spoil in [
        "rm x/units.ron; mkfifo x/units.ron",
        "rm x/units.ron; ln -s /dev/zero x/units.ron",
        "rm x/units.ron; mkdir x/units.ron; mkfifo x/map/more.ron",
    ] {
        check(spoil, "check --quick x", 1, "error");
        check(spoil, "fmt --check x", 1, "cannot read it");
        for line in ["migrate x", "convert x -o y"] {
            check(spoil, line, 2, "cannot read");
        }
    }
}

#[test]
fn nothing_outside_the_pack_is_read() {
    let out = "echo SECRET > outside.ron; rm x/units.ron; ln -s ../outside.ron x/units.ron";
    check(out, "check --quick x", 1, "X106");
    check(out, "fmt x", 1, "outside the pack");
    check(out, "migrate x", 2, "outside the pack");
    check(out, "convert x -o y", 2, "outside the pack");
    for file in ["/etc/passwd", "../../secret.png", "link.png", "fifo.png"] {
        let recipe = format!(
            "echo SECRET > secret.png; ln -s ../../secret.png x/map/link.png; mkfifo x/map/fifo.png; echo 'Recipe(schema: 2, draw: HexPicture((file: \"{file}\", points: [(\"0101\", (10.0, 10.0)), (\"0801\", (80.0, 10.0)), (\"0106\", (10.0, 60.0))], palette: [(colour: \"#a9c9dd\", surface: Sea)])))' > x/map/recipe.ron"
        );
        check(&recipe, "check --quick x", 1, "recipe.ron");
        check(&recipe, "draw x", 1, "recipe");
    }
}

#[test]
fn one_number_takes_no_memory() {
    for axes in ["Die(sides: 1000000000)", "Number(name: \"n\", from: 0, to: 1000000000000), Die(sides: 1000000000)"] {
        let table = format!(
            "echo 'Table(schema: 2, id: \"t\", title: \"T\", axes: [{axes}], cells: Number, rows: {{\"1\": [1]}})' > x/tables/t.ron"
        );
        check(&table, "check --quick x", 1, "at most 255 sides of a die; 1000000000 asked");
        check(&table, "table x t 5 5", 2, "t");
    }
}

#[test]
fn outputs_never_take_the_place_of_content() {
    for line in
        ["render x -o x/units.ron", "check x --quick --write-baseline x/pack.ron", "play x first --log x/pack.ron"]
    {
        check("true", line, 2, "");
    }
    check("true", "convert x/units.ron -o x/units.ron", 2, "nothing was written");
    check("true", "render x -o missing/map.png", 2, "no folder");
    check("true", "new .", 2, "no name for a pack");
}

#[test]
fn settings_are_refused_with_the_nearest_name() {
    for (setting, word) in [
        ("tables.unit-cost.infantry=banana", "not"),
        ("tables.unit-cost.infantry=-4", "asked"),
        ("tables.unit-cost.infantry=99999999999999999999", "not"),
        ("tables.unit-cots.infantry=4", "did you mean `unit-cost`"),
        ("tables.unit-cost.infantri=4", "did you mean `infantry`"),
        ("units.infantri.attack=4", "did you mean `infantry`"),
        ("units.infantry.atack=4", "did you mean `attack`"),
        ("units.infantry.attack=9000", "asked"),
        ("nothing=4", "is not a path"),
        ("scenarios.frist.treasury.red=4", "did you mean `first`"),
        ("scenarios.first.tresury.red=4", "did you mean `treasury`"),
        ("scenarios.first.treasury.rde=4", "did you mean `red`"),
        ("scenarios.first.treasury.red=-4", "0 to 1000000"),
        ("scenarios.first.turns.last=0", "1 to 1000"),
        ("scenarios.first.turns.first=9", "would come after"),
        ("scenarios.first.set_up.red.0104.infantry=4", "there is no stack at `0104`"),
        ("scenarios.first.set_up.red.0103.infantri=4", "did you mean `infantry`"),
        ("scenarios.first.pools.red.infantry=4", "that can be set"),
    ] {
        check("true", &format!("simulate x first --games 1 --set {setting}"), 2, word);
    }
    for setting in
        ["units.infantry.attack=2", "scenarios.first.treasury.red=40", "scenarios.first.set_up.red.0103.infantry=9"]
    {
        check("true", &format!("simulate x first --games 1 --set {setting}"), 0, "1 games");
    }
}

#[test]
fn broken_packs_end_with_1_and_windows_line_ends_stay() {
    check("echo 'Units(' > x/broken.ron", "migrate x", 1, "could not be read");
    check("echo 'Units(' > x/broken.ron", "render x", 1, "");
    check("sed -i 's/$/\\r/' x/units.ron", "fmt --check x", 0, "0 would change");
}
