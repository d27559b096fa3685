//! Replays as text: a game that was written down goes the same way again, position by position, and a text that was tampered with
//! says where.

use std::collections::BTreeMap;

use crate::common::{PLAYABLE, load, start};
use chartroom_engine::bots::{self, Random};
use chartroom_engine::replay::{self, Fault, Recorded};
use chartroom_engine::{Ruleset, State};

/// Some turns of a game by random players, and its text.
fn recorded(pack: &str, scenario: &str) -> (Ruleset, State, String, u64) {
    let (rules, state) = start(&load(pack), scenario, 7);
    let (game, played) = bots::play(&rules, &state, &mut Random::new(7), Some(2), |_, _| {});
    let hash = game.state.hash();
    assert!(played.actions.len() > 20, "{scenario}");
    let text = replay::record(&rules, &state, &played, BTreeMap::new()).expect("it can be played again");
    (rules, state, text, hash)
}

#[test]
fn games_go_the_same_way_again_from_their_text() {
    for (pack, scenario) in PLAYABLE {
        let (rules, state, text, hash) = recorded(pack, scenario);
        assert!(!text.contains('#'), "{scenario}: names, not numbers");
        let read = Recorded::parse(&text).expect("the text is read");
        assert_eq!((read.header.pack.as_str(), read.header.scenario.as_str()), (*pack, *scenario));
        let game = read.play(&rules, &state, |_, _| {}).unwrap_or_else(|fault| panic!("{scenario}: {fault}"));
        assert_eq!(game.state.hash(), hash, "{scenario}");
    }
}

#[test]
fn a_text_that_was_changed_says_where() {
    let (rules, state, text, _) = recorded("hitlers-global-war", "barbarossa");
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        let text = lines.join("\n");
        Recorded::parse(&text).and_then(|read| read.play(&rules, &state, |_, _| {}).map(|_| ()))
    };
    let check = |at: usize, line: &str, differs: bool, word: &str| match with(at, line) {
        Err(Fault { line, reason, differs: told }) => {
            assert_eq!((line, told), (at + 1, differs), "{reason}");
            assert!(reason.contains(word), "{reason}");
        }
        Ok(()) => panic!("nothing was noticed: {line}"),
    };
    let hash = |hash: &str| format!(r#"{{"action":"Done","hash":"{hash}"}}"#);
    check(0, "{}", false, "first line");
    check(0, &lines[0].replace(r#""chartroom_replay":2"#, r#""chartroom_replay":9"#), false, "version 9");
    check(
        0,
        &lines[0].replace(r#""chartroom_replay":2"#, r#""chartroom_replay":1"#),
        false,
        "keyed by what it decides",
    );
    check(0, &lines[0].replace(r#""seed":7"#, r#""seed":8"#), true, "hash");
    check(5, "{not json", false, "key");
    check(5, &hash("0000000000000000"), true, "hash");
    check(5, r#"{"action":{"Announce":{"army":1,"target":"space:atlantis"}},"hash":""}"#, false, "no space `atlantis`");
    check(5, r#"{"action":"Surprise","hash":""}"#, false, "unknown variant");
    check(5, r#"{"action":{"Build":{"space":"unit:infantry"}},"hash":""}"#, false, "no space");
    check(5, r#"{"action":{"LeaveMarker":{"space":"space#999999"}},"hash":""}"#, true, "refused");
    assert_eq!(Recorded::parse("").map(|_| ()).map_err(|fault| fault.line), Err(1));
}
