//! Content that cannot be played is a finding at its place; rules that ask are answered; rules that go round are stopped.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::common::{load, start};
use chartroom_engine::{Action, Game, Options, compile};
use chartroom_format::content::Content;
use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::effect::{Choice, Effect};
use chartroom_format::schema::rules::{Rule, Trigger};
use chartroom_format::schema::value::Key;

const SCENARIO: &str = "barbarossa";

/// A rule of the scenario with another trigger and other effects.
fn rule(content: &Content, on: Trigger, then: Vec<Effect>) -> Rule {
    let known = &content.scenarios[SCENARIO].rules;
    let (_, sample) = known.first().expect("the scenario has rules");
    Rule { on, when: None, once: false, then, ..sample.clone() }
}

fn with(mut content: Content, rules: &[(&str, Trigger, Vec<Effect>)]) -> Content {
    for (id, on, then) in rules {
        let rule = rule(&content, on.clone(), then.clone());
        content.scenarios.get_mut(SCENARIO).expect("scenario").rules.insert((*id).into(), rule);
    }
    content
}

/// The first finding of a scenario that must not compile: its code and the file it points at.
fn fault(content: &Content) -> (String, String) {
    let findings = compile(content, SCENARIO, Options::default()).expect_err("this must not compile");
    let first = &findings[0];
    let file = first.place.as_ref().map_or(String::new(), |place| place.file.clone());
    (first.code.as_str().to_owned(), file)
}

#[test]
fn a_table_without_a_needed_row_is_a_finding_in_the_table() {
    for table in ["firepower", "advance"] {
        let mut content = load("hitlers-global-war");
        let rows = &mut content.tables.get_mut(table).expect("table").rows;
        rows.shift_remove(&Key("3".to_owned())).expect("row 3");
        let (code, file) = fault(&content);
        assert_eq!(code, "E103", "{table}");
        assert!(file.ends_with(&format!("tables/{table}.ron")), "{file}");
    }
}

/// A name that is gone is missed in many places: each has its own line, and the file is read once for the ground of all scenarios
/// and once for the scenario, not once for every place.
#[test]
fn a_region_that_is_gone_is_missed_everywhere_without_reading_the_file_each_time() {
    let mut content = load("hitlers-global-war");
    let members =
        |id: &str| content.spaces.values().filter(|space| space.country.iter().any(|it| it.as_str() == id)).count();
    let largest =
        content.regions.keys().map(|id| id.as_str().to_owned()).max_by_key(|id| members(id)).expect("regions");
    let missed = members(&largest);
    assert!(missed > 100, "{largest} has {missed} spaces");
    content.regions.shift_remove(largest.as_str());
    let read = RefCell::new(BTreeMap::<String, usize>::new());
    let texts = |file: &str| {
        *read.borrow_mut().entry(file.to_owned()).or_default() += 1;
        std::fs::read_to_string(file).ok().map(Arc::from)
    };
    let options = Options { texts: Some(&texts), ..Options::default() };
    let findings = compile(&content, SCENARIO, options).expect_err("a region is gone");
    let of_spaces = findings.iter().filter_map(|finding| finding.place.as_ref());
    let places: BTreeSet<(String, usize)> = of_spaces
        .filter(|place| place.file.contains("/map/"))
        .map(|place| (place.file.clone(), place.span.start))
        .collect();
    assert!(places.len() >= missed, "{} places for {missed} spaces", places.len());
    assert!(read.borrow().values().all(|times| *times <= 2), "{:?}", read.borrow());
}

#[test]
fn rules_that_call_each_other_for_ever_are_a_finding_at_the_rule() {
    let call = |id: &str| vec![Effect::Trigger(id.into())];
    let content = with(
        load("hitlers-global-war"),
        &[("one", Trigger::TurnStart, call("other")), ("other", Trigger::Called, call("one"))],
    );
    let (code, file) = fault(&content);
    assert_eq!(code, "E104");
    assert!(file.ends_with("scenarios/barbarossa.ron"), "{file}");
}

#[test]
fn a_loop_that_only_play_shows_is_refused_with_its_rule() {
    // Berlin goes to and fro between the sides: each capture brings about the other.
    let to = |who: &str| vec![Effect::Control(who.into(), vec!["1237".into()])];
    let taken = || Trigger::Captured(vec!["1237".into()]);
    let content = with(
        load("hitlers-global-war"),
        &[
            ("begin", Trigger::PhaseStart("land-movement".into()), to("ussr")),
            ("to-germany", taken(), to("germany")),
            ("to-russia", taken(), to("ussr")),
        ],
    );
    let (rules, state) = start(&content, SCENARIO, 1);
    let (mut game, step) = Game::start(&rules, state);
    let name = step.looping.map(|event| rules.events[event.index()].clone());
    assert!(name.is_some_and(|name| name.starts_with("to-")), "the loop has a name");
    let before = game.state.clone();
    if let Err(refusal) = game.submit(&Action::Done) {
        assert!(!refusal.reason.is_empty());
        assert_eq!(before, game.state);
    }
}

#[test]
fn a_decision_waits_for_its_owner_and_does_what_he_chose() {
    let way = |title: &str, money| Choice {
        title: title.to_owned(),
        when: None,
        then: vec![Effect::Money("axis".into(), i64::into(money))],
    };
    let shut = Choice { when: Some(Condition::Not(Box::new(Condition::Always))), ..way("never", 100) };
    let choose = Effect::Choose(vec![way("little", 1), shut, way("much", 7)]);
    let content =
        with(load("hitlers-global-war"), &[("ask", Trigger::PhaseStart("initial-attack".into()), vec![choose])]);
    let (rules, state) = start(&content, SCENARIO, 1);
    let (mut game, _) = Game::start(&rules, state);
    game.submit(&Action::Done).expect("movement ends");
    assert_eq!(game.legal(), [Action::Choose { option: 0 }, Action::Choose { option: 2 }]);
    assert_eq!(game.to_act(), rules.find_side("axis"));
    assert!(game.submit(&Action::Done).is_err(), "the decision comes first");
    assert!(game.submit(&Action::Choose { option: 1 }).is_err(), "this way is not open");
    game.submit(&Action::Choose { option: 2 }).expect("this one is");
    let axis = chartroom_engine::ids::Actor::Side(rules.find_side("axis").expect("side"));
    assert_eq!(game.state.money(axis), 7);
    assert!(game.legal().contains(&Action::Done), "and the phase goes on");
}

#[test]
fn a_rule_that_its_owner_chooses_is_offered_to_him_alone_and_once() {
    let content = with(
        load("hitlers-global-war"),
        &[("bonus", Trigger::Chosen("soviet".into()), vec![Effect::Money("soviet".into(), 3.into())])],
    );
    let (rules, state) = start(&content, SCENARIO, 1);
    let (mut game, _) = Game::start(&rules, state);
    let bonus = Action::Invoke { rule: rules.find_event("bonus").expect("the rule") };
    assert!(!game.legal().contains(&bonus), "the Axis moves first");
    assert!(game.submit(&bonus).is_err());
    while game.to_act() != rules.find_side("soviet") {
        game.submit(&Action::Done).expect("phases end");
    }
    assert!(game.legal().contains(&bonus));
    game.submit(&bonus).expect("it is his");
    assert!(game.submit(&bonus).is_err(), "not twice in one turn");
}

#[test]
fn a_capital_that_moves_takes_its_mark_with_it() {
    let content = with(
        load("hitlers-global-war"),
        &[("flight", Trigger::GameStart, vec![Effect::MoveCapital("ussr".into(), "1545".into())])],
    );
    let (rules, state) = start(&content, SCENARIO, 1);
    let (game, _) = Game::start(&rules, state);
    let (ussr, rostov) = (rules.find_power("ussr").expect("power"), rules.board.find("1545").expect("space"));
    assert_eq!(game.state.capitals(&rules, ussr).collect::<Vec<_>>(), [rostov]);
}
