//! Values, quantifiers and comparisons on the small pack of seven by seven hexes: what they come to, where they count, and the faults
//! that are found before anybody plays.

use chartroom_engine::compile::bounds::Bounds;
use chartroom_engine::condition::Scene;
use chartroom_engine::ids::{Actor, PowerIx};
use chartroom_engine::modifier::modified;
use chartroom_engine::{Game, Options, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::schema::effect::Effect;
use chartroom_format::schema::expression::{Expression, Rounding, Value};
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::value::Amount;
use proptest::prelude::*;

use crate::maneuvers::Mini;

/// Two foot and a horse of red stand against a foot of blue.
fn mini(rules: &str) -> Mini {
    let common = r#"tracks: {"spirit": (title: "Spirit", kind: Morale, each: Side, from: -5, to: 5, start: 3)},
        values: {"base": (is: Sum([Named("inner"), 1])), "inner": (is: 4)}"#;
    let table = r#"Table(schema: 2, id: "steps", title: "Steps", axes: [Number(name: "level", from: 0, to: 3, below: Clamp, above: Nothing),
        Words(name: "unit", of: Unit, keys: ["foot", "horse"])], cells: Number, rows: {0: [1, 2], 1: [3, 4], 2: [5, 6], 3: [7, 8]})"#;
    Mini {
        set_up: r#""red": [At("0104", {"foot": 2, "horse": 1})], "blue": [At("0704", {"foot": 1})]"#.to_owned(),
        files: vec![
            ("rules/more.ron", format!("Rules(schema: 2, {common},\n{rules}\n)")),
            ("tables/steps.ron", table.to_owned()),
        ],
        ..Mini::default()
    }
}

fn start(mini: &Mini) -> (Ruleset, State) {
    match compile(&mini.load(), "first", Options::default()) {
        Ok(game) => game,
        Err(findings) => panic!("{:?}", findings.iter().map(|finding| &finding.message).collect::<Vec<_>>()),
    }
}

/// Red's money after a rule at the start of the game.
fn money(when: &str, amount: &str) -> i64 {
    let mini = mini(&format!(r#"rules: {{"pay": (on: GameStart, when: {when}, then: [Money("red", {amount})])}}"#));
    let (rules, state) = start(&mini);
    let red = rules.find_power("red").expect("red");
    Game::start(&rules, state).0.state.money(Actor::Power(red))
}

#[test]
fn values_come_to_what_the_position_says() {
    for (value, wanted) in [
        ("5", 5),
        ("Sum([1, 2, Minus(10, 4)])", 9),
        ("Times([2, Turn, -3])", -6),
        ("Min([8, 3, 5])", 3),
        ("Max([8, 3, 5])", 8),
        ("Named(\"base\")", 5),
        ("Track(track: \"spirit\", who: \"east\")", 3),
        ("Count(Units(of: [\"red\"]))", 3),
        ("Count(Units())", 4),
        ("Count(Units(of: [\"east\", \"blue\"], units: (types: [\"foot\"])))", 3),
        ("Count(Units(within: [\"0704\"]))", 1),
        ("Count(Powers(of: [\"west\"]))", 1),
        ("Count(Powers(when: AtLeast(Count(Units(of: [This])), 2)))", 1),
        ("Total(over: Units(of: [\"red\"]), of: Round(Stat(Movement), Down))", 8),
        ("Total(over: Spaces(when: HeldBy([\"red\"])), of: Feature(\"depot\"))", 1),
        ("Count(Spaces(when: All([HasFeature(\"depot\"), HeldBy([\"west\"])])))", 1),
        ("Round(Times([\"1/2\", Count(Units(of: [\"red\"]))]), Up)", 2),
        ("Round(Times([\"1/2\", Count(Units(of: [\"red\"]))]), Down)", 1),
        ("Round(Quotient(of: 7, by: 2), Nearest)", 4),
        ("Round(Quotient(of: 7, by: Count(Units(units: (types: [\"fort\"]))), if_zero: 9), Down)", 9),
        ("If(when: AtWar(\"east\", \"west\"), then: 3, otherwise: 4)", 3),
        ("Cell(\"steps\", [1, \"horse\"])", 4),
        ("Cell(\"steps\", [Value(Minus(Turn, 9)), \"foot\"])", 1),
        ("Total(over: Units(of: [\"red\"]), of: Cell(\"steps\", [0, Unit]))", 4),
        // Beyond the edge the table has nothing: the rule pays nothing.
        ("Cell(\"steps\", [Value(Sum([Turn, 9])), \"foot\"])", 0),
        // Nobody is at hand when the game starts.
        ("Money(This)", 0),
    ] {
        assert_eq!(money("Always", value), wanted, "{value}");
    }
}

#[test]
fn comparisons_and_quantifiers_decide() {
    for (condition, holds) in [
        ("AtLeast(Turn, 1)", true),
        ("MoreThan(Turn, 1)", false),
        ("AtMost(\"1/3\", \"1/2\")", true),
        ("LessThan(\"1/2\", \"2/4\")", false),
        ("Equal(Count(Units()), 4)", true),
        ("Exists(Units(of: [\"blue\"], within: [\"0704\"]))", true),
        ("Exists(Units(of: [\"blue\"], within: [\"0104\"]))", false),
        ("Exists(Spaces(when: All([HeldBy([\"red\"]), HasFeature(\"depot\")])))", true),
        ("Every(Units(of: [\"red\"]), Unit((domains: [Land])))", true),
        ("Every(Units(), Unit((by: [\"red\"])))", false),
        ("Every(Units(units: (types: [\"fort\"])), Not(Always))", true),
        ("Every(Powers(), MoreThan(Count(Units(of: [This])), 0))", true),
        ("Every(Spaces(when: HasFeature(\"depot\")), HeldBy([\"red\", \"blue\"]))", true),
        // What cannot be said holds neither way.
        ("AtLeast(Money(This), 0)", false),
        ("Not(AtLeast(Money(This), 0))", false),
        ("Any([AtLeast(Money(This), 0), Always])", true),
    ] {
        assert_eq!(money(condition, "1") == 1, holds, "{condition}");
    }
}

#[test]
fn modifiers_change_quantities_by_values() {
    for (change, wanted) in [
        ("Add(Stat(Movement))", 8),
        ("Add(Track(track: \"spirit\", who: \"east\"))", 7),
        ("Times(Count(Units(of: [\"red\"])))", 12),
        ("Set(Named(\"base\"))", 5),
        ("AtLeast(Sum([4, 5]))", 9),
        ("AtMost(\"7/2\")", 3),
        // No such cell: the modifier does nothing.
        ("Add(Cell(\"steps\", [Value(Sum([Turn, 9])), \"foot\"]))", 4),
    ] {
        let (rules, state) = start(&mini(&format!(r#"modifiers: {{"it": (quantity: Attack, change: {change})}}"#)));
        let scene = Scene { unit: rules.find_unit("horse"), power: Some(PowerIx(0)), ..Scene::default() };
        let found = modified(&rules, &state, &Quantity::Attack, Amount::whole(4), &scene, &[]);
        assert_eq!(found.numerator.div_euclid(found.denominator), wanted, "{change}");
    }
}

#[test]
fn values_that_cannot_be_relied_upon_are_faults_at_their_line() {
    let pay = |value: &str| format!("rules: {{\n\"pay\": (on: TurnStart, then: [Money(\"red\", {value})])}}");
    let deep = (0..45).map(|at| format!("\"v{at}\": (is: Named(\"v{}\")), ", at + 1)).collect::<String>();
    let wide = (0..12)
        .map(|at| format!("\"w{at}\": (is: Sum([Named(\"w{0}\"), Named(\"w{0}\")])), ", at + 1))
        .collect::<String>();
    for (rules, code) in [
        (pay("Round(Quotient(of: 1, by: Count(Units())), Down)"), "E112"),
        (pay("Round(Quotient(of: 1, by: Track(track: \"spirit\", who: \"east\")), Down)"), "E112"),
        (pay("Times([Money(\"red\"), Money(\"red\"), Money(\"red\")])"), "E113"),
        (pay("9999999999"), "E113"),
        (pay("\"1/2\""), "E115"),
        (pay("Quotient(of: 1, by: 2)"), "E115"),
        (pay("Feature(\"depot\")"), "E116"),
        (pay("Round(Stat(Attack), Down)"), "E116"),
        (pay("BattleRound"), "E116"),
        (pay("Cell(\"steps\", [1])"), "E101"),
        (pay("Cell(\"steps\", [1, \"cannon\"])"), "E101"),
        (pay("Count(Units(when: AtLeast(Count(Units(when: AtLeast(Count(Units()), 1))), 1)))"), "E114"),
        ("values: {\n\"a\": (is: Sum([1, Named(\"b\")])), \"b\": (is: Named(\"a\"))}".to_owned(), "E114"),
        ("values: {\n\"a\": (is: If(when: AtLeast(Named(\"a\"), 1), then: 1, otherwise: 2))}".to_owned(), "E114"),
        (format!("values: {{\n{deep}\"v45\": (is: 1)}}"), "E114"),
        (format!("values: {{\n{wide}\"w12\": (is: 1)}}"), "E114"),
    ] {
        let mut mini = mini(&rules);
        // The values of the case take the place of the usual ones.
        if rules.starts_with("values") {
            mini.files[0].1 = format!("Rules(schema: 2,\n{rules})");
        }
        let findings = mini.findings();
        let found = findings.iter().find(|finding| finding.code.as_str() == code);
        let place = found.and_then(|finding| finding.place.as_ref());
        assert!(place.is_some_and(|place| place.file == "mini/rules/more.ron"), "{rules}: {findings:#?}");
        let line = |at: usize| mini.files[0].1[..at].matches('\n').count();
        assert!(place.is_some_and(|place| line(place.span.start) >= 2), "{rules}: {findings:#?}");
    }
}

/// Values of arithmetic over a figure that moves.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        (-1_000_000_000..=1_000_000_000_i64).prop_map(Value::from),
        (-9..=9_i64, 1..=7_i64).prop_map(|(numerator, denominator)| Value::from(Amount { numerator, denominator })),
        Just(Value::from(Expression::Turn)),
        Just(Value::from(Expression::Track { track: "spirit".into(), who: Some("east".into()) })),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            list.clone().prop_map(|parts| Value::from(Expression::Sum(parts))),
            list.clone().prop_map(|parts| Value::from(Expression::Times(parts))),
            list.clone().prop_map(|parts| Value::from(Expression::Min(parts))),
            list.prop_map(|parts| Value::from(Expression::Max(parts))),
            (inner.clone(), inner.clone()).prop_map(|(one, other)| Value::from(Expression::Minus(one, other))),
            (inner.clone(), inner.clone(), prop::option::of(inner.clone()))
                .prop_map(|(of, by, if_zero)| Value::from(Expression::Quotient { of, by, if_zero })),
            inner.prop_map(|value| Value::from(Expression::Round(value, Rounding::Nearest))),
        ]
    })
}

/// No treasury holds more.
const MOST_MONEY: i64 = 1_000_000;

fn paying(content: &Content, value: &Value) -> Content {
    let mut content = content.clone();
    let rule = content.rules.get_mut("pay").expect("the rule");
    rule.then = vec![Effect::Money("red".into(), Expression::Round(value.clone(), Rounding::Down).into())];
    content
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// A value is refused, or it has a number within its bounds; nothing is clamped on the way.
    #[test]
    fn what_compiles_has_a_value_within_its_bounds(value in value()) {
        let content = mini(r#"rules: {"pay": (on: GameStart, then: [Money("red", 1)])}"#).load();
        let bounds = Bounds::of(&content, &value);
        match compile(&paying(&content, &value), "first", Options::default()) {
            Err(findings) => prop_assert!(
                findings.iter().all(|finding| ["E112", "E113"].contains(&finding.code.as_str())),
                "{findings:#?}"
            ),
            Ok((rules, state)) => {
                let bounds = bounds.expect("what compiles has bounds");
                let red = Actor::Power(rules.find_power("red").expect("red"));
                let found = Game::start(&rules, state).0.state.money(red);
                let low = bounds.low.numerator.div_euclid(bounds.low.denominator).clamp(-MOST_MONEY, MOST_MONEY);
                let high = bounds.high.numerator.div_euclid(bounds.high.denominator).clamp(-MOST_MONEY, MOST_MONEY);
                prop_assert!((low..=high).contains(&found), "{found} is not within {bounds:?}");
            }
        }
    }
}
