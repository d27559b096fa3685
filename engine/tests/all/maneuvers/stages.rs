//! Stages that are gone through until all pass, a die or a condition ends them; spaces that are activated.

use super::Mini;

fn impulses(until: &str) -> Mini {
    Mini {
        move_settings: "only: Active".to_owned(),
        battle_settings: r#"column: Ratio(), table: "crt", die: 6, only: Active"#.to_owned(),
        sequence: format!(
            r#"Stage(id: "day", each: Of(["east", "west"]), until: ({until}), steps: [
                Phase(id: "wake", do: "wake"), Phase(id: "march", do: "march"), Phase(id: "battle", do: "battle"),
            ]), Phase(id: "end", do: "end")"#
        ),
        more_procedures: r#""wake": (do: Activate()),"#.to_owned(),
        set_up: r#""red": [At("0104", {"foot": 1}), At("0102", {"horse": 1})], "blue": [At("0704", {"foot": 1}), At("0702", {"horse": 1})]"#.to_owned(),
        ..Mini::default()
    }
}

fn case(name: &str, orders: &str, expect: &str) -> String {
    format!(
        r#""{name}": (given: {{"scenario": "first", "at": {{"phase": "wake", "side": "east"}}, "orders": [{orders}]}}, expect: {{{expect}}}),"#
    )
}

const PASS: &str = r#"{"do": "done"}"#;

#[test]
fn a_day_ends_when_all_pass_one_after_the_other() {
    let wake = |at: &str| format!(r#"{{"do": "activate", "at": "{at}"}}"#);
    let done = r#"{"do": "done"}"#;
    impulses("all_pass: true").check(&[
        case("one passes", PASS, r#""turn": 1, "decides": "west""#),
        case("both pass", &[PASS, PASS].join(", "), r#""turn": 2, "decides": "east""#),
        // East acts (activates and ends its march), west passes, east passes: two in a row.
        case("not in a row", &[&wake("0104"), done, PASS, PASS].join(", "), r#""turn": 2"#),
        case("and who acts between begins anew", &[PASS, &wake("0704"), done, PASS].join(", "), r#""turn": 1, "decides": "west""#),
        case("spent units are not woken again", &[&wake("0104"), done, PASS, r#"{"do": "activate", "at": "0104", "refused": true}"#].join(", "), r#""turn": 1"#),
        case("only active units move", &[&wake("0104"), r#"{"do": "move", "unit": "horse", "from": "0102", "to": "0202", "refused": true}, {"do": "move", "unit": "foot", "from": "0104", "to": "0204"}"#].join(", "), r#""units": {"0204": {"foot": 1}, "0102": {"horse": 1}}"#),
        case("a new day makes them fresh", &[&wake("0104"), done, PASS, PASS, &wake("0104")].join(", "), r#""turn": 2, "phase": "march""#),
    ].concat());
}

#[test]
fn a_die_ends_a_day_sooner_or_later() {
    let pass = |dice: &str| format!(r#"{{"do": "done", "dice": [{dice}]}}"#);
    impulses("roll: (die: 6, at_most: 1, and_each: 1)").check(
        &[
            case("a one ends it at once", &pass("1"), r#""turn": 2"#),
            case("a two does not", &pass("2"), r#""turn": 1, "decides": "west""#),
            case("but after the second impulse", &[pass("2"), pass("2")].join(", "), r#""turn": 2"#),
            case(
                "no roll is high enough for ever",
                &[pass("6"), pass("6"), pass("6"), pass("6"), pass("6"), pass("6")].join(", "),
                r#""turn": 2"#,
            ),
        ]
        .concat(),
    );
}

#[test]
fn a_condition_or_a_number_of_rounds_ends_a_day() {
    impulses("when: Turn(from: 2)").check(&case(
        "never in the first turn",
        &[PASS; 7].join(", "),
        r#""turn": 1, "decides": "west""#,
    ));
    let mut twice = impulses("all_pass: false");
    twice.sequence = twice.sequence.replace("until:", "repeat: 2, until:");
    twice.check(
        &[
            case("three impulses", &[PASS; 3].join(", "), r#""turn": 1, "decides": "west""#),
            case("four are two rounds", &[PASS; 4].join(", "), r#""turn": 2"#),
        ]
        .concat(),
    );
}

#[test]
fn effects_set_marks_and_take_them_off() {
    let with_rule = Mini {
        modifiers: r#"}, rules: {"tired": (title: "Tired", on: TurnStart, then: [Mark(who: "red", mark: Spent, units: (types: ["horse"]))])"#.to_owned(),
        ..impulses("all_pass: true")
    };
    with_rule.check(&case(
        "spent from the start",
        r#"{"do": "activate", "at": "0102", "refused": true}, {"do": "activate", "at": "0104"}"#,
        r#""phase": "march""#,
    ));
}
