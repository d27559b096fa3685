//! Columns, codes and what they bring.

use super::Mini;

/// A battle of the first turn: the armies of a case, and orders after the movement phase is over.
fn case(name: &str, armies: &str, orders: &str, expect: &str) -> String {
    format!(
        r#""{name}": (given: {{"scenario": "first", "at": {{"phase": "march", "side": "east"}}, "position": {{"armies": [{armies}]}}, "orders": [{{"do": "done"}}, {orders}]}}, expect: {{{expect}}}),"#
    )
}

fn army(of: &str, at: &str, units: &str) -> String {
    format!(r#"{{"of": "{of}", "at": "{at}", {units}}}"#)
}

/// Units of 0304 attack 0404 with such a die.
fn attack(units: &[&str], die: i64) -> String {
    let pledges =
        units.iter().map(|unit| format!(r#"{{"do": "pledge", "unit": "{unit}", "from": "0304", "to": "0404"}}, "#));
    pledges.collect::<String>() + &format!(r#"{{"do": "attack", "to": "0404", "dice": [{die}]}}"#)
}

/// The column that so many foot and horse against so many find.
fn column(settings: &str, attackers: &str, defenders: &str, wanted: &str) -> String {
    let _ = settings;
    let armies = [army("red", "0304", attackers), army("blue", "0404", defenders)].join(", ");
    let count = |unit: &str| {
        let at = attackers.find(&format!("\"{unit}\": "));
        at.and_then(|at| attackers[at + unit.len() + 4..].chars().next())
            .and_then(|digit| digit.to_digit(10))
            .unwrap_or(0)
    };
    let pledges = ["foot", "horse"].iter().filter(|unit| count(unit) > 0).map(|unit| {
        format!(r#"{{"do": "pledge", "unit": "{unit}", "from": "0304", "to": "0404", "count": {}}}, "#, count(unit))
    });
    let orders = pledges.collect::<String>() + r#"{"do": "attack", "to": "0404", "dice": [6]}"#;
    case(&format!("{attackers} against {defenders}").replace('"', ""), &armies, &orders, wanted)
}

#[test]
fn odds_are_rounded_as_the_settings_say() {
    let with = |round: &str| Mini {
        battle_settings: format!(r#"column: Ratio(round: {round}), table: "crt", die: 6"#),
        results: r#""AE": [], "AR": [], "EX": [], "DR": [], "DE": [], "DS": []"#.to_owned(),
        ..Mini::default()
    };
    let said = |odds: &str| format!(r#""results": [["{odds}", 6, "{}"]]"#, if odds == "3-1" { "" } else { "DS" });
    // 6 to 4 lies between 1-1 and 2-1, 8 to 3 between 2-1 and 3-1, 10 to 4 in the middle between them.
    for (round, first, second, third) in
        [("ForDefender", "1-1", "2-1", "2-1"), ("ForAttacker", "2-1", "3-1", "3-1"), ("Nearest", "1-1", "3-1", "2-1")]
    {
        let mini = with(round);
        mini.check(
            &[
                column(round, r#""foot": 1, "horse": 1"#, r#""foot": 1"#, &said(first)),
                column(round, r#""foot": 2"#, r#""fort": 1"#, &said(second)),
                column(round, r#""foot": 2, "horse": 1"#, r#""foot": 1"#, &said(third)),
                column(round, r#""foot": 1"#, r#""foot": 1"#, &said("1-1")),
                column(round, r#""foot": 2"#, r#""foot": 1"#, &said("2-1")),
                column(round, r#""foot": 9"#, r#""foot": 1"#, &said("3-1")),
            ]
            .concat(),
        );
    }
    let no = r#"{"do": "pledge", "unit": "horse", "from": "0304", "to": "0404"}, {"do": "attack", "to": "0404", "refused": true}"#;
    let armies = [army("red", "0304", r#""horse": 1"#), army("blue", "0404", r#""foot": 2"#)].join(", ");
    Mini::default().check(&case(
        "two against eight is worse than 1-2",
        &armies,
        no,
        r#""units": {"0304": {"horse": 1}}"#,
    ));
    let clamp =
        Mini { battle_settings: r#"column: Ratio(below: Clamp), table: "crt", die: 6"#.to_owned(), ..Mini::default() };
    clamp.check(&case(
        "unless the worst column is for it",
        &armies,
        &attack(&["horse"], 1),
        r#""results": [["1-2", 1, "AE"]], "units": {"0304": {"horse": 0}}"#,
    ));
}

#[test]
fn codes_bring_what_the_settings_say() {
    let armies = [army("red", "0304", r#""foot": 2, "horse": 1"#), army("blue", "0404", r#""foot": 1"#)].join(", ");
    let all = ["foot", "foot", "horse"];
    let then = |die: i64, more: &str| attack(&all, die) + more;
    let gone = r#""units": {"0404": {"foot": 0}}"#;
    Mini::default().check(&[
        case("AE", &armies, &then(1, ""), r#""units": {"0304": {"foot": 0, "horse": 0}, "0404": {"foot": 1}}"#),
        case("DE and one must advance", &armies, &then(5, r#", {"do": "done", "refused": true}, {"do": "advance", "unit": "foot", "at": "0304"}, {"do": "done"}"#), r#""units": {"0304": {"foot": 1, "horse": 1}, "0404": {"foot": 1}}, "holder": {"0404": "east"}"#),
        case("EX costs the attacker as much", &armies, &then(3, r#", {"do": "lose", "unit": "horse", "at": "0304"}, {"do": "done"}"#), r#""units": {"0304": {"foot": 2, "horse": 0}, "0404": {"foot": 0}}, "damaged": {"0304": {"foot": 1}}"#),
        case("DR of two spaces", &armies, &then(4, r#", {"do": "retreat", "unit": "foot", "at": "0404", "to": "0504", "refused": true}, {"do": "retreat", "unit": "foot", "at": "0404", "to": "0604"}, {"do": "done"}"#), &(gone.to_owned() + r#", "refusals": [""]"#).replace(r#""units": {"0404": {"foot": 0}}"#, r#""units": {"0404": {"foot": 0}, "0604": {"foot": 1}}"#)),
    ].concat());
    let retreat = [army("red", "0304", r#""horse": 1"#), army("blue", "0404", r#""foot": 1"#)].join(", ");
    let clamp =
        Mini { battle_settings: r#"column: Ratio(below: Clamp), table: "crt", die: 6"#.to_owned(), ..Mini::default() };
    clamp.check(&case(
        "AR",
        &retreat,
        &(attack(&["horse"], 2) + r#", {"do": "retreat", "unit": "horse", "at": "0304", "to": "0204"}"#),
        r#""units": {"0304": {"horse": 0}, "0204": {"horse": 1}}"#,
    ));
    let steps = Mini {
        results: super::RESULTS
            .replace("\"DS\": [Lose(Defending, 1)]", "\"DS\": [EachLoses(Defending, 1), Lose(Attacking, 2)]"),
        table: super::TABLE.replace("\"DS\", \"-\"]", "\"DS\", \"DS\"]"),
        ..Mini::default()
    };
    let two = [army("red", "0304", r#""foot": 2"#), army("blue", "0404", r#""foot": 2"#)].join(", ");
    steps.check(&case(
        "each of them a step, and two of the attackers'",
        &two,
        &(attack(&["foot", "foot"], 6) + r#", {"do": "lose", "unit": "foot", "at": "0304", "damaged": 1}"#),
        r#""units": {"0304": {"foot": 1}, "0404": {"foot": 2}}, "damaged": {"0304": {"foot": 0}, "0404": {"foot": 2}}"#,
    ));
}

#[test]
fn retreats_are_barred_by_enemies_zones_hexsides_and_crowds() {
    // 0404 is ringed by zones of red foot in 0604 and 0402, 0406; only the wall or nothing is left.
    let ringed = |units: &str| {
        [
            army("red", "0304", r#""foot": 2"#),
            army("red", "0502", r#""foot": 1"#),
            army("red", "0506", r#""foot": 1"#),
            army("red", "0604", r#""foot": 1"#),
            army("blue", "0404", units),
        ]
        .join(", ")
    };
    let go = attack(&["foot", "foot"], 4);
    let gone = r#""units": {"0404": {"foot": 0}}, "lost": 1"#;
    Mini::default().check(&case("nowhere to go", &ringed(r#""foot": 1"#), &go, gone));
    let through = Mini {
        battle_settings: r#"column: Ratio(), table: "crt", die: 6, retreat: (through_zones: true)"#.to_owned(),
        ..Mini::default()
    };
    through.check(
        &case(
            "zones do not matter",
            &ringed(r#""foot": 1"#),
            &(go.clone() + r#", {"do": "retreat", "unit": "foot", "at": "0404", "to": "0602", "refused": true}"#),
            r#""units": {"0404": {"foot": 1}}"#,
        )
        .replace("0602", "0603")
        .replace(r#", "refused": true"#, "")
        .replace(r#""0404": {"foot": 1}"#, r#""0603": {"foot": 1}"#),
    );
    let pays = Mini {
        battle_settings: r#"column: Ratio(), table: "crt", die: 6, retreat: (blocked: StepForEachSpace)"#.to_owned(),
        ..Mini::default()
    };
    pays.check(&case("a step for each of two spaces is the whole unit", &ringed(r#""foot": 1"#), &go, gone));
    let fort = [army("red", "0304", r#""foot": 3"#), army("blue", "0404", r#""fort": 1"#)].join(", ");
    Mini::default().check(&case(
        "what never moves never retreats",
        &fort,
        &attack(&["foot", "foot"], 4),
        r#""units": {"0404": {"fort": 0}}, "lost": 1"#,
    ));
}

#[test]
fn a_unit_attacks_once_and_a_space_is_attacked_once() {
    let armies = [
        army("red", "0304", r#""foot": 2"#),
        army("blue", "0404", r#""foot": 1"#),
        army("blue", "0403", r#""horse": 1"#),
    ]
    .join(", ");
    let no = r#", "refused": true"#;
    let pledge = |to: &str, refused: &str| {
        format!(r#"{{"do": "pledge", "unit": "foot", "from": "0304", "to": "{to}"{refused}}}"#)
    };
    Mini::default().check(
        &[
            case(
                "a space once",
                &armies,
                &format!(
                    r#"{}, {{"do": "attack", "to": "0404", "dice": [6]}}, {}"#,
                    pledge("0404", ""),
                    pledge("0404", no)
                ),
                r#""units": {"0304": {"foot": 2}}"#,
            ),
            case(
                "a unit once",
                &armies,
                &format!(r"{}, {}, {}", pledge("0404", ""), pledge("0404", ""), pledge("0403", no)),
                r#""units": {"0304": {"foot": 2}}"#,
            ),
            case(
                "who is not beside does not attack",
                &armies,
                &pledge("0605", no),
                r#""units": {"0304": {"foot": 2}}"#,
            ),
            case(
                "who is not pledged does not attack",
                &armies,
                &format!(r#"{{"do": "attack", "to": "0404"{no}}}"#),
                r#""units": {"0304": {"foot": 2}}"#,
            ),
        ]
        .concat(),
    );
    let must = Mini {
        battle_settings: r#"column: Ratio(below: Clamp), table: "crt", die: 6, must_attack: UnitsInEnemyZones"#
            .to_owned(),
        ..Mini::default()
    };
    must.check(&[
        case("who must attack does", &armies, &format!(r#"{{"do": "done"{no}}}, {}, {}, {{"do": "done"{no}}}, {{"do": "attack", "to": "0404", "dice": [6]}}, {{"do": "done"}}"#, pledge("0404", ""), pledge("0404", "")), r#""phase": "march", "refusals": ["", ""]"#),
    ].concat());
}

#[test]
fn shifts_modifiers_and_marks_act() {
    let armies = |at: &str| [army("red", at, r#""foot": 1"#), army("blue", "0305", r#""foot": 1"#)].join(", ");
    let go = |from: &str| {
        format!(
            r#"{{"do": "pledge", "unit": "foot", "from": "{from}", "to": "0305"}}, {{"do": "attack", "to": "0305", "dice": [6]}}"#
        )
    };
    let said = |odds: &str| format!(r#""results": [["{odds}", 6, "DS"]]"#);
    let with = |shifts: &str, modifiers: &str| Mini {
        battle_settings: format!(r#"column: Ratio(), table: "crt", die: 6, shifts: [{shifts}]"#),
        modifiers: modifiers.to_owned(),
        ..Mini::default()
    };
    let river = with(r#"(by: -1, when: OnlyAcross(["river"]))"#, "");
    river.check(
        &(case("across the river", &armies("0205"), &go("0205"), &said("1-2"))
            + &case("or not", &armies("0304"), &go("0304"), &said("1-1"))),
    );
    with("", r#""river": (quantity: Column(Land), change: Add(-1), when: OnlyAcross(["river"]))"#).check(&case(
        "by a modifier",
        &armies("0205"),
        &go("0205"),
        &said("1-2"),
    ));
    with(r#"(by: 1, with: (types: ["foot"]))"#, "").check(&case(
        "with foot",
        &armies("0304"),
        &go("0304"),
        &said("2-1"),
    ));
    with(r#"(by: 1, with: (types: ["horse"]))"#, "").check(&case(
        "without horse",
        &armies("0304"),
        &go("0304"),
        &said("1-1"),
    ));
    with(r#"(by: 9, of: Defending, when: Unit((types: ["foot"])))"#, "").check(&case(
        "shifts end at the last column",
        &armies("0304"),
        &go("0304"),
        r#""results": [["3-1", 6, ""]]"#,
    ));
    with("", r#""doubled": (quantity: Attack, change: Times("2"))"#).check(&case(
        "strength",
        &armies("0304"),
        &go("0304"),
        &said("2-1"),
    ));
    with("", r#""die": (quantity: Die(Land), change: Add(-1))"#).check(&case(
        "the die",
        &armies("0304"),
        &go("0304"),
        r#""results": [["1-1", 5, "DE"]]"#,
    ));
    with(r"(by: -1, when: Marked(Moved))", "").check(
        r#""moved": (given: {"scenario": "first", "at": {"phase": "march", "side": "east"}, "position": {"armies": [{"of": "red", "at": "0203", "horse": 2}, {"of": "blue", "at": "0403", "horse": 2}]},
            "orders": [{"do": "move", "unit": "horse", "from": "0203", "to": "0303", "count": 2}, {"do": "done"}, {"do": "pledge", "unit": "horse", "from": "0303", "to": "0403", "count": 2}, {"do": "attack", "to": "0403", "dice": [6]}]},
            expect: {"results": [["1-1", 6, "DS"]]}),"#,
    );
}

#[test]
fn difference_and_strength_pick_numbered_columns() {
    let table = |name: &str| {
        format!(
            r#"Table(schema: 2, id: "crt", title: "Results", axes: [Number(name: "roll", from: 2, to: 12), Number(name: "{name}", from: -2, to: 4, step: 2, above: Clamp)], cells: Code(["AE", "DE", "-"]),
        rows: {{{}}})"#,
            (2..=12).map(|roll| format!(r#"{roll}: ["-", "-", "AE", "DE"],"#)).collect::<Vec<_>>().concat()
        )
    };
    let with = |column: &str| Mini {
        battle_settings: format!(r#"column: {column}, table: "crt", die: 6, dice: 2"#),
        results: r#""AE": [Eliminate(Attacking)], "DE": [Eliminate(Defending)]"#.to_owned(),
        table: table("number"),
        ..Mini::default()
    };
    let armies = [army("red", "0304", r#""foot": 1, "horse": 1"#), army("blue", "0404", r#""foot": 1"#)].join(", ");
    let go = r#"{"do": "pledge", "unit": "foot", "from": "0304", "to": "0404"}, {"do": "pledge", "unit": "horse", "from": "0304", "to": "0404"}, {"do": "attack", "to": "0404", "dice": [3, 4]}"#;
    with("Difference").check(&case("six less four", &armies, go, r#""results": [["2", 7, "AE"]]"#));
    with("Strength").check(&case("six", &armies, go, r#""results": [["4", 7, "DE"]]"#));
    let weak = [army("red", "0304", r#""horse": 1"#), army("blue", "0404", r#""foot": 2"#)].join(", ");
    let no = r#"{"do": "pledge", "unit": "horse", "from": "0304", "to": "0404"}, {"do": "attack", "to": "0404", "refused": true}"#;
    with("Difference").check(&case("off the table", &weak, no, r#""units": {"0304": {"horse": 1}}"#));
}

#[test]
fn losses_are_named_by_whom_the_settings_say() {
    let armies =
        [army("red", "0304", r#""foot": 2, "horse": 2"#), army("blue", "0404", r#""foot": 1, "fort": 1"#)].join(", ");
    let go = attack(&["foot", "foot", "horse", "horse"], 6);
    let with = |losses: &str| Mini {
        battle_settings: format!(r#"column: Ratio(), table: "crt", die: 6, losses: {losses}"#),
        ..Mini::default()
    };
    let lose = |unit: &str| format!(r#", {{"do": "lose", "unit": "{unit}", "at": "0404"}}"#);
    with("Owner").check(
        &[
            case("asked", &armies, &go, r#""decides": "west""#),
            case("answered", &armies, &(go.clone() + &lose("fort")), r#""units": {"0404": {"fort": 0, "foot": 1}}"#),
        ]
        .concat(),
    );
    with("Enemy").check(&case("the enemy", &armies, &go, r#""decides": "east""#));
    with("Weakest").check(&case(
        "a step of two points goes first",
        &armies,
        &go,
        r#""damaged": {"0404": {"foot": 1}}"#,
    ));
    with("Strongest").check(&case(
        "a fort of three points goes first",
        &armies,
        &go,
        r#""units": {"0404": {"fort": 0, "foot": 1}}"#,
    ));
}
