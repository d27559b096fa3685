//! The command as scripts use it: exit codes, stdout and stderr.

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository")
}

#[test]
fn a_new_pack_passes_check_and_any_broken_value_is_found() {
    for grid in ["hex", "zones"] {
        let folder = tempfile::tempdir().expect("folder");
        let made = chartroom(folder.path(), &["new", "--grid", grid, "demo"]);
        assert!(made.status.success(), "{}", stderr(&made));
        let checked = chartroom(folder.path(), &["check", "demo"]);
        assert!(stdout(&checked).contains("no problems"), "{}", stdout(&checked));
        let formatted = chartroom(folder.path(), &["fmt", "--check", "demo"]);
        assert_eq!(formatted.status.code(), Some(0), "starters are in canonical layout: {}", stderr(&formatted));

        let units = folder.path().join("demo/units.ron");
        let text = std::fs::read_to_string(&units).expect("units");
        std::fs::write(&units, text.replace("domain: Sea", "domain: Sae")).expect("write");
        let checked = chartroom(folder.path(), &["check", "demo", "--format", "json"]);
        assert_eq!(checked.status.code(), Some(1));
        let findings: serde_json::Value = serde_json::from_str(&stdout(&checked)).expect("JSON");
        let first = &findings[0];
        assert_eq!(first["code"], "M113");
        assert_eq!(first["file"], "demo/units.ron");
        assert_eq!((first["line"].as_u64(), first["column"].as_u64()), (Some(8), Some(51)));
        assert!(first["help"].as_str().is_some_and(|help| help.contains("Sea")), "{first}");
        for key in ["severity", "message", "end_line", "end_column", "fix"] {
            assert!(first.get(key).is_some(), "{key}");
        }
    }
}

#[test]
fn a_new_pack_on_the_real_world_can_be_checked_redrawn_and_rendered() {
    for part in [&["--columns", "60"][..], &["--extent", "71,34,-11,45", "--columns", "40"]] {
        let folder = tempfile::tempdir().expect("folder");
        let made = chartroom(folder.path(), &[&["new", "demo", "--world"], part].concat());
        assert!(made.status.success(), "{}", stderr(&made));
        for (command, arguments) in [
            ("check", &["--deny", "warnings"][..]),
            ("fmt", &["--check"]),
            ("draw", &["--check"]),
            ("render", &["--width", "800"]),
        ] {
            let run = chartroom(folder.path(), &[&[command, "demo"], arguments].concat());
            assert_eq!(run.status.code(), Some(0), "{command}: {}{}", stdout(&run), stderr(&run));
        }
    }
}

#[test]
fn what_cannot_be_run_exits_with_2_and_says_why() {
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("file.txt"), "text").expect("write");
    std::fs::create_dir(folder.path().join("empty")).expect("folder");
    std::fs::create_dir(folder.path().join("taken")).expect("folder");
    for (arguments, word) in [
        (vec!["check", "nowhere"], "no pack"),
        (vec!["check", "empty"], "pack.ron"),
        (vec!["check", "file.txt"], "no pack"),
        (vec!["table", "nowhere", "t"], "no pack"),
        (vec!["explain", "M1110"], "M110"),
        (vec!["new", "Big Pack"], "big-pack"),
        (vec!["new", "taken"], "exists"),
        (vec!["new", "upside-down", "--world", "--extent", "10,50,0,20"], "north above its south"),
        (vec!["new", "too-fine", "--world", "--columns", "5000"], "fewer columns"),
        (vec!["schema", "Tabel"], "Table"),
        (vec!["convert", "file.txt"], "file.txt"),
    ] {
        let output = chartroom(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty(), "{arguments:?}: messages go to stderr");
    }
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_findings_and_the_rest_is_still_checked() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), &["new", "demo"]).status.success());
    let pack = folder.path().join("demo");
    std::fs::write(pack.join("latin.ron"), b"Options(schema: 2, options: {\"a\": (title: \"\xe9\")})").expect("write");
    std::fs::create_dir(pack.join("folder.ron")).expect("folder");
    std::fs::write(folder.path().join("outside.ron"), "Options(schema: 2, options: {})").expect("write");
    std::os::unix::fs::symlink("../outside.ron", pack.join("link.ron")).expect("link");
    let output = chartroom(folder.path(), &["check", "demo", "--format", "concise"]);
    assert_eq!(output.status.code(), Some(1));
    for code in ["X104", "X106"] {
        assert!(stdout(&output).contains(code), "{code} in {}", stdout(&output));
    }
}

#[test]
fn no_colour_goes_into_a_pipe() {
    let output = chartroom(repository(), &["check", "content/war-game-ww2"]);
    assert!(!stdout(&output).contains('\u{1b}'));
}

#[test]
fn one_cell_of_a_table_is_one_line() {
    for (arguments, wanted) in [
        (vec!["table", "hitlers-global-war", "firepower", "3", "5"], "1"),
        (vec!["table", "global-war-1975", "land-combat", "6", "6"], "5"),
        (vec!["table", "global-war-1975", "naval-combat", "1", "0"], "d"),
        (vec!["table", "war-game-ww2", "unit-cost", "battleship", "usa"], "27"),
    ] {
        let output = chartroom(repository(), &arguments);
        assert_eq!(stdout(&output).trim(), wanted, "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn json_commands_print_one_document_and_nothing_else() {
    for arguments in [
        vec!["list", "--json"],
        vec!["table", "war-game-ww2", "unit-cost", "--json"],
        vec!["unit", "war-game-ww2", "battleship", "--json"],
        vec!["resolve", "war-game-ww2", "--json"],
        vec!["coverage", "--json"],
        vec!["examples", "war-game-ww2", "--json"],
        vec!["schema", "Table"],
        vec!["convert", "content/war-game-ww2/pack.ron"],
    ] {
        let output = chartroom(repository(), &arguments);
        assert!(
            serde_json::from_str::<serde_json::Value>(&stdout(&output)).is_ok(),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn converting_to_json_and_back_keeps_the_content() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), &["new", "--grid", "zones", "demo"]).status.success());
    assert!(chartroom(folder.path(), &["convert", "demo", "-o", "json"]).status.success());
    assert!(chartroom(folder.path(), &["convert", "json", "-o", "back/demo"]).status.success());
    let before = stdout(&chartroom(folder.path(), &["convert", "demo/units.ron"]));
    let after = stdout(&chartroom(folder.path(), &["convert", "back/demo/units.ron"]));
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(value(&before)["units"]["armor"], value(&after)["units"]["armor"]);
    let checked = chartroom(folder.path(), &["check", "back/demo"]);
    assert!(checked.status.success(), "{}", stdout(&checked));
}

#[test]
fn every_code_is_explained() {
    for code in chartroom_format::codes::ALL {
        let output = chartroom(repository(), &["explain", code.as_str()]);
        assert!(output.status.success() && stdout(&output).contains("What to do"), "{code}");
    }
}

/// A pack of the repository with its geography, copied to be changed.
fn copied_pack(pack: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for part in [format!("content/{pack}"), "content/geo".to_owned()] {
        copy_folder(&repository().join(&part), &folder.path().join(&part));
    }
    folder
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("folder");
    for entry in std::fs::read_dir(from).expect("readable") {
        let entry = entry.expect("entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

#[test]
fn a_map_is_drawn_checked_and_hand_changes_are_adopted() {
    let folder = copied_pack("hitlers-war-cg3");
    let map = folder.path().join("content/hitlers-war-cg3/map");
    let draw = |more: &[&str]| chartroom(folder.path(), &[&["draw", "hitlers-war-cg3"], more].concat());
    let read = |file: &str| std::fs::read_to_string(map.join(file)).expect(file);
    assert_eq!(draw(&["--check"]).status.code(), Some(0));

    let before = read("drawn.ron");
    let line = before.lines().find(|line| line.contains("surface: Land")).expect("some land").to_owned();
    let changed = line.replace("surface: Land", "surface: Impassable");
    std::fs::write(map.join("drawn.ron"), before.replace(&line, &changed)).expect("write");
    let checked = draw(&["--check"]);
    assert_eq!(checked.status.code(), Some(1), "{}", stdout(&checked));
    assert!(stdout(&checked).contains("is not what the recipe draws (1 lines new, 1 gone)"), "{}", stdout(&checked));

    let adopted = draw(&["--adopt"]);
    assert_eq!(adopted.status.code(), Some(0), "{}", stderr(&adopted));
    assert!(stdout(&adopted).starts_with("1 spaces moved to"), "{}", stdout(&adopted));
    assert!(read("corrections.ron").contains(changed.trim()));
    assert!(!read("drawn.ron").contains(line.trim()));
    assert_eq!(draw(&["--check"]).status.code(), Some(0), "what was adopted survives");

    let recipe = read("recipe.ron");
    std::fs::write(map.join("recipe.ron"), recipe.replace("\"P10\": (52.5, 13.4)", "\"P10\": (32.5, 13.4)"))
        .expect("write");
    let refused = draw(&[]);
    assert_eq!(refused.status.code(), Some(1));
    let message = stderr(&refused);
    assert!(message.contains("error[P114]: `P10` contradicts the other places"), "{message}");
    assert!(message.contains("map/recipe.ron:"), "{message}");
}

#[test]
fn a_recorded_game_is_played_again_and_a_changed_one_is_told() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("game.replay");
    let name = file.to_string_lossy().into_owned();
    let game = [
        "play",
        "war-game-ww2",
        "1942",
        "--bot",
        "random",
        "--turns",
        "1",
        "--option",
        "paratroopers",
        "--record",
        &name,
    ];
    let played = chartroom(repository(), &game);
    assert!(played.status.success(), "{}", stderr(&played));
    let again = chartroom(repository(), &["replay", &name, "--json"]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    let told: serde_json::Value = serde_json::from_str(&stdout(&again)).expect("JSON");
    assert_eq!(told["same"], true);
    let hash = told["hash"].as_str().expect("a hash");
    assert!(stdout(&played).contains(hash), "{hash}: {}", stdout(&played));

    let text = std::fs::read_to_string(&file).expect("the replay");
    assert!(text.contains(r#""paratroopers":true"#), "options are part of the game");
    let seed = text.replacen(r#""seed":1"#, r#""seed":2"#, 1);
    std::fs::write(&file, seed).expect("write");
    let other = chartroom(repository(), &["replay", &name]);
    assert_eq!(other.status.code(), Some(1));
    assert!(stdout(&other).contains("game.replay:1: the game goes another way"), "{}", stdout(&other));
    let tale = chartroom(repository(), &["play", "war-game-ww2", "1942", "--option", "paratropers"]);
    assert_eq!(tale.status.code(), Some(2));
    assert!(stderr(&tale).contains("did you mean `paratroopers`"), "{}", stderr(&tale));
}

#[test]
fn losses_are_given_up_as_the_owner_says() {
    let odds = |policy: &str| {
        let force = ["odds", "war-game-ww2", "--attack", "4 infantry, 2 armor", "--defend", "4 infantry", "--json"];
        let asked = chartroom(repository(), &[&force[..], &["--attacker-loses", policy]].concat());
        (asked.status.code(), stdout(&asked), stderr(&asked))
    };
    let left = |policy: &str, unit: &str| {
        let told: serde_json::Value = serde_json::from_str(&odds(policy).1).expect("JSON");
        told["attacker_survivors"][unit]["expected"].as_f64().expect("a number")
    };
    assert!(left("cheapest", "armor") > left("armor, infantry", "armor"));
    assert!(left("cheapest", "infantry") < left("armor, infantry", "infantry"));
    assert!((left("keep-attack", "armor") - left("infantry, armor", "armor")).abs() < 1e-12);
    let (code, _, said) = odds("battleship");
    assert_eq!(code, Some(2));
    assert!(said.contains("no `battleship` to lose"), "{said}");
}
