//! The engine's codes: `check` tells them in the help of its play findings. Each is brought about once, and none is left out.

use std::fmt::Write;
use std::path::Path;

use crate::support::{check_full, overlay};
use chartroom_engine::{Options, compile};
use chartroom_format::fs::MemoryFs;
use chartroom_format::load;

/// The engine's codes that a pack's findings name.
fn named(fs: &MemoryFs) -> Vec<String> {
    let pack = check_full(fs, "changed");
    pack.findings
        .iter()
        .filter_map(|finding| finding.help.strip_prefix("chartroom explain "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_code_of_the_engine_can_be_brought_about() {
    let scenario = |rest: &str| {
        format!(
            r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], {rest}, victory: [(check: GameEnd, when: Otherwise)])"#
        )
    };
    let mut many = String::new();
    for number in 0..300 {
        let _ = write!(many, "\"f{number}\": (title: \"F{number}\", role: Other), ");
    }
    let lacking = r#"Table(schema: 2, id: "fire", title: "Fire", axes: [Die(sides: 6), Number(name: "strength", from: 1, to: 2)], cells: Losses, rows: {1: [0, 0], 2: [0, 0], 3: [0, 0], 4: [0, 1], 5: [1, 1], 6: [1, "-"]})
---
Table(schema: 2, id: "gain", title: "Gain", axes: [Words(name: "strength", keys: ["x"])], cells: Range, rows: {"x": "1-2"})
---
Rules(schema: 2, procedures: {"combat": (do: FirepowerAdvance(firepower: "fire", advance: "gain", classes: (assault: "assault", defensive_assault: "defensive-assault", advance: "advance", holds: "holds"), group: 5, per_space: 1, garrison: 1))})
---
Units(schema: 2, classes: {"assault": "Assault", "defensive-assault": "Defence", "advance": "Advance", "holds": "Holds"}, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land", "assault", "defensive-assault", "advance", "holds"], stats: (attack_strength: 2, defence_strength: 4, movement: 1)), "armor": (title: "Armor", domain: Land, classes: ["land"], stats: (attack_strength: 6, defence_strength: 4, movement: 2)), "destroyer": (title: "Destroyer", domain: Sea, classes: ["ships"], stats: (attack_strength: 5, defence_strength: 5, movement: 3))})"#;
    let mut seen: Vec<String> = Vec::new();
    let mut bring = |code: &str, fs: &MemoryFs| {
        let found = named(fs);
        assert!(found.iter().any(|told| told == code), "{code} was not told, but {found:?}");
        seen.push(code.to_owned());
    };
    let nowhere = "Terrain(schema: 2, features: {\"nothing\": (title: \"Nothing\", role: Other)})";
    bring(
        "E102",
        &overlay(&format!("{}\n---\n{nowhere}", scenario(r#"set_up: {"red": [AtAny("nothing", {"infantry": 1})]}"#))),
    );
    bring("E103", &overlay(lacking));
    let looping = chartroom_validator::checks::play::finishes::CODE.info().bad;
    bring("E104", &overlay(looping));
    bring("E107", &overlay(&format!("Terrain(schema: 2, features: {{{many}}})")));
    let multiples = r#"Rules(schema: 2, procedures: {"income": (do: CollectIncome(from: Multiples(feature: "factory", multiples: "unit-cost")))})"#;
    bring("E108", &overlay(multiples));
    let battle = |code: &str, means: &str, rest: &str| {
        format!(
            r#"Table(schema: 2, id: "crt", title: "Results", axes: [Die(sides: 6), Words(name: "odds", keys: ["1-1"])], cells: Code(["A", "B"]), rows: {{1: ["A"], 2: ["A"], 3: ["A"], 4: ["A"], 5: ["A"], 6: ["{code}"]}})
---
Rules(schema: 2, procedures: {{"combat": (do: Battle(column: Ratio(), table: "crt", die: 6, results: {{"A": [{means}]}}))}}){rest}"#
        )
    };
    bring("E109", &overlay(&battle("B", "Lose(Defending, 1)", "")));
    bring("E110", &overlay(&battle("A", "Advance(May)", "")));
    let together = r#"
---
Sequence(schema: 2, each_turn: [Phase(id: "combat", together: true, do: "combat"), Phase(id: "turn-end", do: "turn-end")])"#;
    bring("E111", &overlay(&battle("A", "Lose(Defending, 1)", together)));
    for (code, value) in [
        ("E112", "Round(Quotient(of: 1, by: Count(Units())), Down)"),
        ("E113", "Times([Money(\"red\"), Money(\"red\"), Money(\"red\")])"),
        ("E114", "Count(Units(when: AtLeast(Count(Units(when: AtLeast(Count(Units()), 1))), 1)))"),
        ("E115", "Quotient(of: 1, by: 2)"),
        ("E116", "BattleRound"),
    ] {
        let rule = format!("Rules(schema: 2, rules: {{\"pay\": (on: TurnStart, then: [Money(\"red\", {value})])}})");
        bring(code, &overlay(&rule));
    }
    // The format reports an unknown name and a missing map before the engine sees them, so these are asked of the engine itself.
    let direct = |change: &dyn Fn(&mut chartroom_format::content::Content), scenario: &str| -> Vec<String> {
        let mut loaded = load::load(&crate::support::starter(), Path::new("packs/base")).expect("the starter");
        change(&mut loaded.content);
        let refused = compile(&loaded.content, scenario, Options::default()).map(|_| ()).expect_err("it is refused");
        refused.iter().map(|finding| finding.code.to_string()).collect()
    };
    assert_eq!(direct(&|content| content.map = None, "first"), ["E105"]);
    assert_eq!(direct(&|_| {}, "frist"), ["E106"]);
    let unknown = direct(&|content| drop(content.features.shift_remove("factory")), "first");
    assert!(unknown.contains(&"E101".to_owned()), "{unknown:?}");
    seen.extend(["E101", "E105", "E106"].map(str::to_owned));
    seen.sort();
    let mut all: Vec<&str> = chartroom_engine::codes::ALL.iter().map(|code| code.as_str()).collect();
    all.sort_unstable();
    assert_eq!(seen, all, "a code of the engine has no case here");
}
