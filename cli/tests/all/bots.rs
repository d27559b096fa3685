//! Who plays: bots by side, duels and what they say of themselves.

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(arguments: &[&str]) -> Output {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(arguments)
        .current_dir(repository)
        .output()
        .expect("the command runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_duel_lets_each_play_each_side_and_comes_out_the_same_again() {
    let duel = ["duel", "hitlers-global-war", "barbarossa", "--bots", "greedy,random", "--games", "4", "--json"];
    let first = chartroom(&duel);
    assert!(first.status.success(), "{}", stderr(&first));
    let told: serde_json::Value = serde_json::from_str(&stdout(&first)).expect("JSON");
    assert_eq!(told["games"], 4);
    assert_eq!(told["by_side"][0]["games"], 4);
    let share = told["first"]["share"].as_f64().expect("a share");
    assert!(share > 0.5, "the commander beats chance: {told}");
    assert!(told["first"]["elo_low"].as_f64() < told["first"]["elo_high"].as_f64());
    assert_eq!(stdout(&first), stdout(&chartroom(&duel)));
    let words = chartroom(&duel[..7]);
    assert!(stdout(&words).contains("greedy scores"), "{}", stdout(&words));
}

#[test]
fn duels_and_games_refuse_players_that_are_not_there() {
    for (arguments, wanted) in [
        (&["duel", "war-game-ww2", "1942", "--bots", "greedy,randm"][..], "did you mean `random`"),
        (&["duel", "war-game-ww2", "1942", "--bots", "greedy,random", "--games", "0"][..], "at least one game"),
        (&["play", "war-game-ww2", "1942", "--bot", "axs=greedy"][..], "did you mean `axis`"),
        (&["play", "war-game-ww2", "1942", "--bot", "greedy:bold"][..], "there is no style `bold`"),
        (&["simulate", "war-game-ww2", "1942", "--games", "1", "--bot", "strong@0"][..], "at least 1"),
    ] {
        let refused = chartroom(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&refused).contains(wanted), "{arguments:?}: {}", stderr(&refused));
    }
}

#[test]
fn a_commander_explains_what_he_does() {
    let game = ["play", "war-game-ww2", "1942", "--turns", "1", "--bot", "random", "--bot", "axis=greedy:cautious"];
    let explained = chartroom(&[&game[..], &["--explain"]].concat());
    assert!(explained.status.success(), "{}", stderr(&explained));
    let text = stdout(&explained);
    assert!(text.contains("Germany attacks") && text.contains("% to win"), "{text}");
    assert!(!text.contains("U.S.A. attacks"), "chance gives no reasons: {text}");
    assert!(!stdout(&chartroom(&game)).contains("% to win"));
}
