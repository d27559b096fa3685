//! What a check accepts beside its right snippet, and that it still finds the same fault next to it: each exemption is a rule
//! of the check's documentation, held here from both sides.

use crate::support::{check, overlay};

const SCENARIO: &str = r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)]"#;

fn assert_found(code: &str, snippet: &str, wanted: bool) {
    let pack = check(&overlay(snippet), "changed");
    let found = pack.findings.iter().any(|finding| finding.code.as_str() == code);
    let told: Vec<String> = pack.findings.iter().map(|it| format!("{} {}", it.code, it.message)).collect();
    assert_eq!(found, wanted, "{code} on {snippet}\ntold {told:#?}");
}

#[test]
fn a_gap_that_the_pack_states_is_no_mistake() {
    let option = r#"Options(schema: 2, options: {"fog": (title: "Fog", source: "x:1")})"#;
    let unit = r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1), build: (never: true), source: "x:1")})"#;
    let phase = r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end"), Phase(id: "diplomacy", source: "x:1")])"#;
    for (code, entry) in [("L103", option), ("U106", unit), ("Q101", phase)] {
        for (covered, wanted) in [
            (r#"Open("needs fog")"#, false),
            (r#"OutOfScope("no fog here")"#, false),
            (r#"Data(at: ["table:unit-cost"], proved_by: [Transcription])"#, true),
        ] {
            assert_found(code, &format!("{entry}\n---\nCoverage(schema: 2, rules: {{\"x:1\": {covered}}})"), wanted);
        }
        assert_found(code, entry, true);
    }
}

#[test]
fn a_phase_is_served_by_a_rule_that_waits_for_it() {
    let phase = r#"Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end"), Phase(id: "diplomacy")])"#;
    let waits = |trigger: &str| {
        format!("{phase}\n---\nRules(schema: 2, rules: {{\"talk\": (on: {trigger}, then: [Money(\"red\", 1)])}})")
    };
    assert_found("Q101", &waits(r#"PhaseStart("diplomacy")"#), false);
    assert_found("Q101", &waits(r#"PhaseEnd("diplomacy")"#), false);
    assert_found("Q101", &waits("TurnStart"), true);
}

#[test]
fn exemptions_are_held_from_both_sides() {
    let base = |holds: &str| {
        format!(
            r#"Terrain(schema: 2, features: {{"dock": (title: "Dock", role: NavalBase, on: [Coast], holds: {{"ships": 1}}), "yard": (title: "Yard", role: NavalBase, on: [Coast]{holds})}})
---
Spaces(schema: 2, spaces: {{"0302": (surface: Coast, country: "redland", features: {{"dock": 1, "yard": 1}})}})
---
{SCENARIO}, set_up: {{"red": [At("0302", {{"destroyer": 3}})]}})"#
        )
    };
    let stacked = |modifier: &str| {
        format!(
            r#"Rules(schema: 2, procedures: {{"combat-move": (do: MoveByRange(purpose: Combat, stacking: 3))}}, modifiers: {{{modifier}}})
---
{SCENARIO}, set_up: {{"red": [At("0103", {{"infantry": 4}})]}})"#
        )
    };
    let destroyer = |abilities: &str, damaged: &str| {
        format!(
            r#"Units(schema: 2, units: {{"destroyer": (title: "Destroyer", domain: Sea, classes: ["ships"], stats: (attack: [5], defend: [5], movement: 3), damaged: [{damaged}]{abilities})}})"#
        )
    };
    let cases = [
        // A link that a rule or a note states may repeat what geometry gives; without either it is a slip.
        ("P107", r#"Links(schema: 2, added: [(from: "0103", to: "0104", class: "land", note: "the rulebook says so")])"#.to_owned(), false),
        ("P107", r#"Links(schema: 2, added: [(from: "0103", to: "0104", class: "land")])"#.to_owned(), true),
        // A base whose type names no limit holds any number.
        ("S121", base(""), false),
        ("S121", base(r#", holds: {"ships": 1}"#), true),
        // Where modifiers change the limit by place, the engine judges.
        ("S101", stacked(r#""more": (quantity: Stacking, change: Add(2))"#), false),
        ("S101", stacked(""), true),
        // Words may stand beside ranges; what begins like a number must be one.
        ("T105", r#"Table(schema: 2, id: "t", title: "T", axes: [Ranges(name: "strength")], cells: Number, rows: {"none": 0, "1-3": 1, "4+": 2})"#.to_owned(), false),
        ("T105", r#"Table(schema: 2, id: "t", title: "T", axes: [Ranges(name: "strength")], cells: Number, rows: {"1-3": 1, "4to5": 2})"#.to_owned(), true),
        // A unit that depletes has one state more.
        ("U107", destroyer(", abilities: [Depletes]", "(attack: [3])"), false),
        ("U107", destroyer(", abilities: [Depletes]", "(attack: [3]), (attack: [2])"), true),
        // `Not(Always)` switches off on purpose.
        ("L101", r#"Rules(schema: 2, rules: {"off": (on: TurnStart, when: Not(Always), then: [Money("red", 1)])})"#.to_owned(), false),
        ("L101", r#"Rules(schema: 2, rules: {"off": (on: TurnStart, when: All([Always, Not(Always)]), then: [Money("red", 1)])})"#.to_owned(), true),
        // A denied link between strangers is found whether or not a rule states it.
        ("P108", r#"Links(schema: 2, denied: [(from: "0103", to: "0804", source: "x:1")])"#.to_owned(), true),
        // Only the marked cell of a row may be out of line.
        ("T111", r#"Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 30], "armor": [6, 5], "destroyer": [8, 8]}, marks: {"infantry, blue": Reading("so printed")})"#.to_owned(), false),
        ("T111", r#"Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 30], "armor": [6, 5], "destroyer": [8, 8]}, marks: {"infantry, red": Reading("so printed")})"#.to_owned(), true),
        // Interceptors defend by attacking.
        ("U109", r#"Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack: [2], defend: [4], movement: 1), abilities: [DefendsOnly, Intercepts])})"#.to_owned(), false),
        ("U109", r#"Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack: [2], defend: [4], movement: 1), abilities: [DefendsOnly])})"#.to_owned(), true),
    ];
    for (code, snippet, wanted) in &cases {
        assert_found(code, snippet, *wanted);
    }
}

/// A pack whose base is not there is a fragment: what is wrong in its tables is said, what the base would offer is not.
#[test]
fn a_fragment_is_checked_as_far_as_it_goes() {
    let fs = chartroom_format::fs::MemoryFs::default()
        .with(
            "packs/changed/pack.ron",
            r#"Pack(schema: 2, id: "changed", title: "Changed", version: "0.1.0", extends: "base")"#,
        )
        .with(
            "packs/changed/cost.ron",
            r#"Table(schema: 2, id: "unit-cost", title: "Costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red"])], cells: Money, rows: {"infantry": [3, 4]})"#,
        )
        .with(
            "packs/changed/second.ron",
            format!(r#"{SCENARIO}, set_up: {{"red": [At("0103", {{"infantry": 4}})]}})"#),
        );
    let pack = check(&fs, "changed");
    let codes: Vec<&str> = pack.findings.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["T103", "R103"], "{:#?}", crate::support::told(&pack, chartroom_format::diag::Severity::Hint));
}
