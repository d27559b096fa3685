//! Movement points, costs, zones of control, stacking and supply.

use super::Mini;

/// What is written in place of a phase: the first movement of the turn, with the armies of a case.
fn case(name: &str, armies: &str, orders: &str, expect: &str) -> String {
    format!(
        r#""{name}": (given: {{"scenario": "first", "at": {{"phase": "march", "side": "east"}}, "position": {{"armies": [{armies}]}}, "orders": [{orders}]}}, expect: {{{expect}}}),"#
    )
}

#[test]
fn units_have_their_own_points_and_terrain_and_hexsides_cost() {
    let red = r#"{"of": "red", "at": "0105", "foot": 1, "horse": 1}"#;
    let go = |unit: &str, to: &str| format!(r#"{{"do": "move", "unit": "{unit}", "from": "0105", "to": "{to}"}}"#);
    let no = |unit: &str, to: &str| {
        format!(r#"{{"do": "move", "unit": "{unit}", "from": "0105", "to": "{to}", "refused": true}}"#)
    };
    // The river lies between 0205 and 0305: two steps and one point more.
    Mini::default().check(
        &[
            case(
                "foot does not cross the river in one turn",
                red,
                &no("foot", "0305"),
                r#""units": {"0105": {"foot": 1, "horse": 1}}"#,
            ),
            case("horse does", red, &go("horse", "0305"), r#""units": {"0305": {"horse": 1}}"#),
            case("horse has four points", red, &no("horse", "0605"), r#""units": {"0105": {"foot": 1, "horse": 1}}"#),
        ]
        .concat(),
    );
    let north = r#"{"of": "red", "at": "0201", "foot": 1, "horse": 1}"#;
    Mini::default().check(
        &[
            case(
                "a hill costs both points",
                north,
                r#"{"do": "move", "unit": "foot", "from": "0201", "to": "0301"}"#,
                r#""units": {"0301": {"foot": 1}}"#,
            ),
            case(
                "two hills are four",
                north,
                r#"{"do": "move", "unit": "horse", "from": "0201", "to": "0401"}"#,
                r#""units": {"0401": {"horse": 1}}"#,
            ),
            case(
                "nobody enters the lake",
                north,
                r#"{"do": "move", "unit": "horse", "from": "0201", "to": "0501", "refused": true}"#,
                r#""units": {"0501": {"horse": 0}}"#,
            ),
        ]
        .concat(),
    );
    // A road takes half a point off: foot goes along it one space further than over open ground would leave it.
    let south = r#"{"of": "red", "at": "0207", "foot": 1}"#;
    let half =
        Mini { modifiers: r#""slow": (quantity: Movement, change: Times("3/4"))"#.to_owned(), ..Mini::default() };
    half.check(
        &[
            case(
                "a point and a half go two spaces by road",
                south,
                r#"{"do": "move", "unit": "foot", "from": "0207", "to": "0407"}"#,
                r#""units": {"0407": {"foot": 1}}"#,
            ),
            case(
                "and one without",
                &south.replace("0207", "0107"),
                r#"{"do": "move", "unit": "foot", "from": "0107", "to": "0306", "refused": true}"#,
                r#""units": {"0107": {"foot": 1}}"#,
            ),
        ]
        .concat(),
    );
}

#[test]
fn settings_of_the_allowance_act() {
    let red = r#"{"of": "red", "at": "0102", "foot": 1, "horse": 1}"#;
    let go = |unit: &str, to: &str| format!(r#"{{"do": "move", "unit": "{unit}", "from": "0102", "to": "{to}"}}"#);
    let all_alike = Mini { move_settings: "allowance: Points(5)".to_owned(), ..Mini::default() };
    all_alike.check(&case("five for everybody", red, &go("foot", "0602"), r#""units": {"0602": {"foot": 1}}"#));
    let flat = Mini { move_settings: "step: Each(1)".to_owned(), ..Mini::default() };
    let north = r#"{"of": "red", "at": "0201", "foot": 1}"#;
    flat.check(&case(
        "hills cost as much as anything",
        north,
        r#"{"do": "move", "unit": "foot", "from": "0201", "to": "0401"}"#,
        r#""units": {"0401": {"foot": 1}}"#,
    ));
    let always = Mini { move_settings: "allowance: Points(1), one_space_always: true".to_owned(), ..Mini::default() };
    always.check(&case(
        "one space always, hill or not",
        north,
        r#"{"do": "move", "unit": "foot", "from": "0201", "to": "0301"}"#,
        r#""units": {"0301": {"foot": 1}}"#,
    ));
    let more = Mini {
        modifiers: r#""fast": (quantity: Movement, change: Add(2), to: (types: ["foot"]))"#.to_owned(),
        ..Mini::default()
    };
    more.check(&case("a modifier of movement acts", red, &go("foot", "0502"), r#""units": {"0502": {"foot": 1}}"#));
}

#[test]
fn enemy_zones_stop_cost_lock_and_bar() {
    // A blue foot in 0404 controls the six hexes round it: 0304 and 0504 in its own row.
    let armies = r#"{"of": "red", "at": "0204", "horse": 1}, {"of": "blue", "at": "0404", "foot": 1}"#;
    let go = |to: &str, refused: &str| {
        format!(r#"{{"do": "move", "unit": "horse", "from": "0204", "to": "{to}"{refused}}}"#)
    };
    let (no, refused) = (r#""units": {"0204": {"horse": 1}}"#, r#", "refused": true"#);
    let with = |zones: &str| Mini { move_settings: format!("zones: ({zones})"), ..Mini::default() };
    with("enter: Stop").check(
        &[
            case("units enter a zone", armies, &go("0304", ""), r#""units": {"0304": {"horse": 1}}"#),
            case("and do not go through", armies, &go("0504", refused), no),
            case("nor into the enemy", armies, &go("0404", refused), no),
        ]
        .concat(),
    );
    with("").check(&case("zones that do nothing", armies, &go("0504", ""), r#""units": {"0504": {"horse": 1}}"#));
    with("enter: Cost(2)").check(
        &[
            case("three points for the first", armies, &go("0304", ""), r#""units": {"0304": {"horse": 1}}"#),
            case("more than four for two", armies, &go("0504", refused), no),
        ]
        .concat(),
    );
    let beside = armies.replace("0204", "0304");
    let out = |refused: &str| format!(r#"{{"do": "move", "unit": "horse", "from": "0304", "to": "0104"{refused}}}"#);
    with("leave: Stop").check(&case("locked", &beside, &out(refused), r#""units": {"0304": {"horse": 1}}"#));
    with("leave: Cost(3)").check(&case(
        "two steps and three more are five",
        &beside,
        &out(refused),
        r#""units": {"0304": {"horse": 1}}"#,
    ));
    with("leave: Cost(2)").check(&case(
        "two steps and two more are four",
        &beside,
        &out(""),
        r#""units": {"0104": {"horse": 1}}"#,
    ));
    // One point leads to 0303 outside the zone, or straight on to 0403 inside it.
    let next = |to: &str, refused: &str| {
        format!(r#"{{"do": "move", "unit": "horse", "from": "0304", "to": "{to}"{refused}}}"#)
    };
    let bars = Mini { move_settings: "allowance: Points(1), zones: (bars_next: true)".to_owned(), ..Mini::default() };
    bars.check(
        &[
            case("not from zone to zone", &beside, &next("0403", refused), r#""units": {"0304": {"horse": 1}}"#),
            case("but out of it", &beside, &next("0303", ""), r#""units": {"0303": {"horse": 1}}"#),
        ]
        .concat(),
    );
}

#[test]
fn stacks_have_a_limit_and_move_together() {
    let armies = r#"{"of": "red", "at": "0104", "foot": 2}, {"of": "red", "at": "0204", "horse": 2}"#;
    let no = r#", "refused": true"#;
    let all = |refused: &str| format!(r#"{{"do": "move", "from": "0204", "to": "0104"{refused}}}"#);
    Mini::default().check(&[
        case("four are too many", armies, &all(no), r#""units": {"0204": {"horse": 2}}"#),
        case("three are not", armies, r#"{"do": "move", "unit": "horse", "from": "0204", "to": "0104"}"#, r#""units": {"0104": {"foot": 2, "horse": 1}}"#),
        case("a stack goes at the pace of its slowest", r#"{"of": "red", "at": "0102", "foot": 1, "horse": 1}"#, r#"{"do": "move", "from": "0102", "to": "0302"}"#, r#""units": {"0302": {"foot": 1, "horse": 1}}"#),
        case("and no faster", r#"{"of": "red", "at": "0102", "foot": 1, "horse": 1}"#, r#"{"do": "move", "from": "0102", "to": "0402", "refused": true}"#, r#""units": {"0102": {"foot": 1, "horse": 1}}"#),
        case("a unit moves once", armies, r#"{"do": "move", "unit": "horse", "from": "0204", "to": "0304", "count": 2}, {"do": "move", "unit": "horse", "from": "0304", "to": "0404", "refused": true}"#, r#""units": {"0304": {"horse": 2}}"#),
    ].concat());
    let points = Mini { move_settings: "stacking: Points(2)".to_owned(), battle_settings: r#"column: Ratio(), table: "crt", die: 6"#.to_owned(), units: r#""giant": (title: "Giant", domain: Land, classes: ["line"], stats: (attack_strength: 9, defence_strength: 9, movement: 1, stacking: 2)),"#.to_owned(), ..Mini::default() };
    points.check(&case(
        "points count what the card says",
        r#"{"of": "red", "at": "0104", "giant": 1}, {"of": "red", "at": "0204", "horse": 1}"#,
        &all(no),
        r#""units": {"0104": {"giant": 1}}"#,
    ));
}

#[test]
fn ground_of_the_enemy_is_taken_unless_the_phase_says_otherwise() {
    let armies = r#"{"of": "red", "at": "0604", "horse": 1}"#;
    let go = |refused: &str| format!(r#"{{"do": "move", "unit": "horse", "from": "0604", "to": "0704"{refused}}}"#);
    Mini::default().check(&case("taken", armies, &go(""), r#""holder": {"0704": "east"}"#));
    let peaceful = Mini { move_settings: "takes_no_ground: true".to_owned(), ..Mini::default() };
    peaceful.check(&case("left", armies, &go(""), r#""holder": {"0704": "west"}"#));
    let home = Mini { move_settings: "enters: [Friends]".to_owned(), ..Mini::default() };
    home.check(&case("barred", armies, &go(r#", "refused": true"#), r#""holder": {"0704": "west"}"#));
}

#[test]
fn units_beyond_their_lines_lose_points_and_then_themselves() {
    // Lines go four spaces from 0104 and not through zones of control.
    let far = r#"{"of": "red", "at": "0504", "foot": 1}, {"of": "red", "at": "0604", "foot": 1}"#;
    let hungry = Mini {
        modifiers: r#""hungry": (quantity: Movement, change: Set(0), when: Supply(Unsupplied))"#.to_owned(),
        ..Mini::default()
    };
    let later = |phase: &str, turn: i64| {
        format!(r#"{{"at": {{"phase": "{phase}", "side": "east", "turn": {turn}}}, "orders": []}}"#)
    };
    let stages = |last: &str, expect: &str| {
        format!(
            r#""supply": (given: {{"scenario": "first", "stages": [{{"at": {{"phase": "march", "side": "west", "turn": 1}}, "position": {{"armies": [{far}]}}, "orders": []}}, {last}]}}, expect: {{{expect}}}),"#
        )
    };
    let stay = r#"{"at": {"phase": "march", "side": "east", "turn": 2}, "orders": [{"do": "move", "unit": "foot", "from": "0504", "to": "0404"}, {"do": "move", "unit": "foot", "from": "0604", "to": "0704", "refused": true}]}"#;
    hungry.check(&stages(stay, r#""units": {"0404": {"foot": 1}, "0604": {"foot": 1}}"#));
    hungry.check(&stages(&later("march", 3), r#""units": {"0504": {"foot": 1}, "0604": {"foot": 0}}"#));
}

#[test]
fn reinforcements_come_where_they_are_due_and_wait_while_others_stand_there() {
    let due = Mini {
        reinforcements: r#"(turn: 2, power: "red", units: {"horse": 2}, at: ["0207"])"#.to_owned(),
        ..Mini::default()
    };
    let at = |turn: i64| format!(r#"{{"at": {{"phase": "march", "side": "east", "turn": {turn}}}, "orders": []}}"#);
    let blue = r#"{"at": {"phase": "march", "side": "west", "turn": 1}, "position": {"also": [{"of": "blue", "at": "0207", "foot": 1}]}, "orders": []}"#;
    let gone = r#"{"at": {"phase": "march", "side": "west", "turn": 2}, "orders": [{"do": "move", "unit": "foot", "from": "0207", "to": "0407"}]}"#;
    let case = |name: &str, stages: &[&str], there: &str| {
        format!(
            r#""{name}": (given: {{"scenario": "first", "stages": [{}]}}, expect: {{"units": {{"0207": {{{there}}}}}}}),"#,
            stages.join(", ")
        )
    };
    let (second, third) = (at(2), at(3));
    due.check(
        &[
            case("due", &[&second], r#""horse": 2"#),
            case("not while the enemy stands there", &[blue, &second], r#""foot": 1"#),
            case("but as soon as he is gone", &[blue, gone, &third], r#""horse": 2"#),
        ]
        .concat(),
    );
}
