//! What a unit costs is said in one voice: a modifier of cost changes `unit` and `odds`, and what cannot be decided is named.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace").join("content")
}

/// A pack over one of ours, with some modifiers; the folder holds a copy of the base.
fn with_modifiers(folder: &Path, base: &str, modifiers: &str) -> PathBuf {
    copy(&content().join(base), &folder.join(base));
    let own = folder.join("dear");
    std::fs::create_dir_all(&own).expect("a folder");
    let pack = format!(r#"Pack(schema: 2, id: "dear", title: "Dear", version: "1", extends: "{base}")"#);
    std::fs::write(own.join("pack.ron"), pack).expect("written");
    std::fs::write(own.join("rules.ron"), format!("Rules(schema: 2, modifiers: {{{modifiers}}})")).expect("written");
    own
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").filter_map(Result::ok) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

fn chartroom(args: &[&str]) -> Output {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace");
    Command::new(env!("CARGO_BIN_EXE_chartroom")).current_dir(repository).args(args).output().expect("runs")
}

fn json(args: &[&str]) -> Value {
    let output = chartroom(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_modifier_of_cost_changes_the_unit_and_the_odds() {
    let folder = tempfile::tempdir().expect("a folder");
    let dear = with_modifiers(
        folder.path(),
        "war-game-ww2",
        r#""dear": (quantity: Cost, change: Add(50), to: (types: ["infantry"])),
           "in-war": (quantity: Cost, change: Add(1), to: (types: ["armor"]), when: Turn(from: 3))"#,
    );
    let dear = dear.to_str().expect("a path");
    let (plain, now) = (json(&["unit", "war-game-ww2", "infantry"]), json(&["unit", dear, "infantry"]));
    for (power, cost) in plain["costs"].as_object().expect("costs") {
        let wanted = cost.as_i64().map(|cost| cost + 50);
        assert_eq!(now["costs"][power].as_i64(), wanted, "{power}");
        assert_eq!(now["printed_costs"][power], *cost, "{power}");
    }
    assert_eq!(json(&["unit", dear, "armor"])["cost_may_change"][0]["what"], "in-war");
    let odds = |pack: &str| json(&["odds", pack, "--attack", "3 infantry", "--defend", "3 infantry"]);
    let (before, after) = (odds("war-game-ww2"), odds(dear));
    assert_eq!(before["win"], after["win"]);
    let lost = |odds: &Value| odds["expected_losses"]["attacker"]["value"].as_f64().expect("a number");
    let each = lost(&before)
        / plain["costs"].as_object().expect("costs").values().next().and_then(Value::as_f64).expect("a cost");
    assert!((lost(&after) - lost(&before) - 50.0 * each).abs() < 1e-6, "{} and {}", lost(&before), lost(&after));
    assert_eq!(after["method"], "exact", "nothing of it concerns this battle");
    let armor = json(&["odds", dear, "--attack", "1 armor", "--defend", "1 infantry"]);
    assert_eq!(armor["method"], "exact", "the one scenario of the pack decides it: {}", armor["left_out"]);
}

#[test]
fn odds_of_1939_reckon_the_artillery_and_the_finest_hour() {
    let win = |args: &[&str]| {
        let odds = json(&[&["odds", "global-war-1939"], args].concat());
        assert_eq!(odds["method"], "exact", "{args:?}: {}", odds["left_out"]);
        (odds["win"].as_f64().expect("a number") * 10_000.0).round() / 100.0
    };
    let pairs = ["--attack", "4 infantry, 2 artillery", "--defend", "4 infantry"];
    assert_eq!(win(&pairs), 76.23);
    let london =
        ["--attack", "6 infantry", "--defend", "3 infantry, 1 fighter", "--at", "london", "--attacker", "germany"];
    assert_eq!(win(&[&london[..], &["--defender", "uk"]].concat()), 27.03);
    assert_eq!(win(&london), 27.03, "who holds the place defends it");
}

#[test]
fn what_a_question_leaves_open_is_named() {
    let odds = |more: &[&str]| {
        let force = ["odds", "global-war-1975", "--attack", "10 infantry", "--defend", "3 infantry"];
        json(&[&force[..], more].concat())
    };
    let named = |odds: &Value, list: &str| odds[list].as_array().expect("a list").len();
    let anywhere = odds(&[]);
    if anywhere["method"] == "exact" {
        assert_eq!(named(&anywhere, "left_out"), 0);
    } else {
        assert!(named(&anywhere, "left_out") > 0);
    }
    for (args, word) in
        [(&["--scenario", "standrad"][..], "did you mean `standard`"), (&["--at", "nowhere"][..], "no space")]
    {
        let force = ["odds", "global-war-1975", "--attack", "3 infantry", "--defend", "1 infantry"];
        let output = chartroom(&[&force[..], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(word), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
