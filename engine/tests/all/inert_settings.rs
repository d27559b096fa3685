//! Nothing is inert: a setting that a game does not read is an error at its line, and what is read changes the game.

use chartroom_engine::matchup::{Question, Row, answer};
use chartroom_engine::{Action, Event, Game, Options, Order, codes, compile};
use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::rules::{Change, Modifier, Quantity};
use chartroom_format::schema::units::BuildRule;
use serde_json::{Value, json};

use crate::common::{load, start};

/// States a setting in every procedure of a kind.
fn state(content: &mut Content, kind: &str, setting: &str, value: &Value) -> usize {
    let mut stated = 0;
    for entry in content.procedures.values_mut() {
        let mut written = serde_json::to_value(&entry.run).expect("a procedure is data");
        if let Some(settings) = written.get_mut(kind).and_then(Value::as_object_mut) {
            settings.insert(setting.to_owned(), value.clone());
            entry.run = serde_json::from_value(written).expect("the setting is of the format");
            stated += 1;
        }
    }
    stated
}

fn faults(content: &Content, scenario: &str) -> Vec<Diagnostic> {
    compile(content, scenario, Options::default()).err().unwrap_or_default()
}

#[test]
fn a_setting_that_a_game_does_not_read_is_an_error() {
    let cases = [
        ("global-war-1975", "standard", "MoveByPoints", "domains", json!(["Air"])),
        ("global-war-1975", "standard", "MoveByRange", "stacking", json!(3)),
        ("global-war-1975", "standard", "DifferentialCombat", "retreat", json!(2)),
        ("global-war-1975", "standard", "DifferentialCombat", "domains", json!(["Air"])),
        ("global-war-1975", "standard", "NavalMoveAndFight", "transit_attacks", json!(false)),
        ("global-war-1975", "standard", "NavalMoveAndFight", "counter_attacks", json!(false)),
        ("global-war-1975", "standard", "Produce", "stacking", json!(3)),
        ("global-war-1975", "standard", "Produce", "repair", json!(1)),
        ("global-war-1975", "standard", "LendLease", "share", json!("1/2")),
        ("global-war-1975", "standard", "TraceSupply", "captured_within", json!(2)),
        ("hitlers-global-war", "barbarossa", "Produce", "stacking", json!(3)),
        ("hitlers-global-war", "barbarossa", "Produce", "growth_limit", json!(true)),
        ("hitlers-global-war", "barbarossa", "Produce", "delays", json!("unit-cost")),
        ("hitlers-global-war", "barbarossa", "TraceSupply", "length", json!(3)),
        ("hitlers-global-war", "barbarossa", "TraceSupply", "counted", json!(3)),
        ("hitlers-global-war", "barbarossa", "TraceSupply", "mountains", json!(1)),
        ("hitlers-global-war", "barbarossa", "TraceSupply", "zones_block", json!(true)),
        ("hitlers-global-war", "barbarossa", "CollectIncome", "needs_capital", json!(true)),
        ("war-game-ww2", "1942", "Produce", "stacking", json!(3)),
        ("war-game-ww2", "1942", "Produce", "growth_limit", json!(true)),
        ("war-game-ww2", "1942", "Produce", "by", json!("TechLevel")),
        ("war-game-ww2", "1942", "MoveByRange", "stacking", json!(3)),
        ("war-game-ww2", "1942", "MoveByRange", "domains", json!(["Land"])),
        ("war-game-ww2", "1942", "HitRollCombat", "die", json!(300)),
        ("war-game-ww2", "1942", "CollectIncome", "no_saving", json!(true)),
    ];
    for (pack, scenario, kind, setting, value) in cases {
        let mut content = load(pack);
        assert!(faults(&content, scenario).is_empty(), "{pack} is sound");
        assert!(state(&mut content, kind, setting, &value) > 0, "{pack} has {kind}");
        let found = faults(&content, scenario);
        let read = setting == "no_saving";
        assert_eq!(
            !read,
            found.iter().any(|finding| finding.code == codes::NOT_CARRIED_OUT),
            "{pack}: {kind}.{setting}: {found:?}"
        );
    }
}

#[test]
fn more_money_than_a_game_can_hold_is_refused() {
    let mut content = load("war-game-ww2");
    let treasury = &mut content.scenarios.get_mut("1942").expect("1942").treasury;
    *treasury.values_mut().next().expect("money") = 5_000_000;
    assert!(faults(&content, "1942").iter().any(|finding| finding.message.contains("nobody can have 5000000")));
}

fn modifier(quantity: Quantity, change: Change) -> Modifier {
    Modifier {
        source: None,
        quantity,
        change,
        to: None,
        pairs_with: None,
        company: None,
        unless_enemy: None,
        when: None,
        option: None,
        note: String::new(),
    }
}

/// How many units can be bought at the first time to buy.
fn on_offer(content: &Content) -> usize {
    let (rules, state) = start(content, "1942", 1);
    let (mut game, _) = Game::start(&rules, state);
    for _ in 0..400 {
        let legal = game.legal();
        let offers = legal.iter().filter(|action| matches!(action, Action::Order(Order::Buy { .. }))).count();
        if offers > 0 {
            return offers;
        }
        if game.submit(&Action::Done).is_err() {
            return 0;
        }
        if game.state.turn > 1942 || game.outcome().is_some() {
            return 0;
        }
    }
    0
}

#[test]
fn limits_of_building_hold_at_factories() {
    let plain = load("war-game-ww2");
    let all = on_offer(&plain);
    assert!(all > 0);
    let mut few = load("war-game-ww2");
    few.units.get_mut("infantry").expect("infantry").build =
        Some(BuildRule { in_play: Some(0), ..BuildRule::default() });
    assert!(on_offer(&few) < all, "no more infantry");
    let mut none = load("war-game-ww2");
    none.modifiers.insert("full".into(), modifier(Quantity::BuildLimit, Change::Set(0.into())));
    assert_eq!(on_offer(&none), 0, "no place takes any more");
}

#[test]
fn a_modifier_of_dice_throws_more_of_them() {
    let win = |content: &Content| {
        let force = |count| vec![Row { unit: "infantry".to_owned(), count }];
        let question = Question {
            content,
            attack: force(3),
            defend: force(3),
            attacker: None,
            defender: None,
            at: None,
            position: None,
            losses: Default::default(),
            budget: Default::default(),
        };
        answer(&question).expect("odds").odds.win
    };
    let dice = |count: usize| {
        let mut content = load("war-game-ww2");
        let stats = &mut content.units.get_mut("infantry").expect("infantry").stats;
        for dice in [&mut stats.attack, &mut stats.defend].into_iter().flatten() {
            let last = *dice.last().expect("it fights");
            dice.resize(count, last);
        }
        content
    };
    let mut twice = load("war-game-ww2");
    twice.modifiers.insert("twice".into(), modifier(Quantity::Dice, Change::Set(2.into())));
    assert!((win(&twice) - win(&dice(2))).abs() < 1e-12);
    assert!((win(&twice) - win(&load("war-game-ww2"))).abs() > 1e-6);
}

#[test]
fn features_become_what_they_become_on_capture() {
    let content = load("global-war-1939");
    let (rules, state) = start(&content, "1939", 3);
    let (major, minor) =
        (rules.find_feature("major-complex").expect("it"), rules.find_feature("minor-complex").expect("it"));
    let mut seen = 0;
    for seed in 0..6 {
        let mut begin = state.clone();
        begin.rng = seed;
        let mut before = Vec::new();
        let _ = chartroom_engine::bots::play(
            &rules,
            &begin,
            &mut chartroom_engine::bots::Greedy::default(),
            Some(4),
            |game, events| {
                for event in events {
                    if let Event::Captured { space, from: Some(_), by: Some(_) } = event
                        && before.contains(space)
                    {
                        seen += 1;
                        assert_eq!(game.state.feature(&rules, *space, major), 0, "it is a lesser one now");
                        assert!(game.state.feature(&rules, *space, minor) > 0);
                    }
                }
                let all = (0..rules.board.spaces.len()).map(chartroom_engine::ids::SpaceIx::new);
                before = all.filter(|space| game.state.feature(&rules, *space, major) > 0).collect();
            },
        );
    }
    assert!(seen > 0, "nobody took a major complex");
}
