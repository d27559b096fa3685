//! France after its fall, and Japan in Indochina: the optional rules 20.1 and 20.2.

use chartroom_engine::procedures::differential::{CampaignPhase, lines, march, points, zones};
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Event, Game};

use crate::campaign::table::{Table, Units, standard};

fn optional() -> Table {
    Table::with(&[("vichy-france", true)])
}

/// A turn with these units on the board comes to its end.
fn end_of_turn<'t>(table: &'t Table, turn: i16, units: Units<'_>) -> Game<'t> {
    let mut game = table.for_power("ussr", &CampaignPhase::Order { part: None }, turn, units);
    end_turn(table, &mut game);
    game
}

/// The last phase in which somebody decides is over.
fn end_turn(table: &Table, game: &mut Game<'_>) {
    game.state.phase = table.for_power("ussr", &CampaignPhase::Order { part: None }, 1, &[]).state.phase;
    game.state.begun = true;
    game.submit(&Action::Done).unwrap_or_else(|refusal| panic!("{refusal}"));
}

/// The same game at the first such phase of a side.
fn go_to(table: &Table, game: &mut Game<'_>, side: &str, kind: &CampaignPhase) {
    game.state.phase = table.at(side, kind, 1, &[]).state.phase;
    game.state.begun = true;
}

/// The Axis has declared Vichy at the end of this turn.
fn declared<'t>(table: &'t Table, turn: i16, units: Units<'_>) -> Game<'t> {
    let mut game = end_of_turn(table, turn, units);
    game.submit(&Action::Choose { option: 0 }).expect("the Axis is asked");
    game
}

fn stack(table: &Table, at: &str, power: &str) -> Stack {
    let (space, power, unit) = (table.space(at), table.power(power), table.unit("infantry"));
    Stack { space, army: 0, power, unit, damaged: 0, count: 1 }
}

/// Whether units of a power would have attack supply in a space.
fn is_fed(table: &Table, game: &Game<'_>, at: &str, power: &str) -> bool {
    let mut state = game.state.clone();
    state.stacks.push(stack(table, at, power));
    state.stacks.sort_unstable();
    lines::lines(&table.rules, &state, table.power(power)).full(&table.rules, &state, &stack(table, at, power)) > 0
}

const VICHY_AFRICA: [&str; 6] = ["W2517", "W2518", "W2519", "W2520", "W2619", "W2620"];

/// A position in which Vichy holds North Africa and somebody stands in Libya beside it.
fn before_tunisia<'t>(table: &'t Table, side: &str, power: &str, units: Units<'_>) -> Game<'t> {
    let mut game = table.at(side, &CampaignPhase::March, 13, units);
    table.hold(&mut game, "vichy-france", &VICHY_AFRICA);
    table.hold(&mut game, power, &["W2521"]);
    // France is out of the war.
    game.state.sides[table.power("france").index()] = 0;
    game
}

/// Only at the end of a turn, only when no French unit is left in France, and only once.
#[test]
fn the_axis_may_declare_vichy_at_the_end_of_the_turn_in_which_france_falls() {
    let table = optional();
    let africa = ("W2619", "france", "infantry", 1);
    let game = end_of_turn(&table, 4, &[("W2919", "france", "infantry", 1), africa]);
    assert!(game.state.choices.is_empty() && game.state.turn == 5, "Brest holds out");
    let game = table.at("axis", &CampaignPhase::March, 4, &[africa]);
    let in_the_turn =
        |action: &Action| matches!(action, Action::Invoke { rule } if *rule == table.rule("vichy-declared"));
    assert!(!game.legal().iter().any(in_the_turn), "not during the turn");
    let game = end_of_turn(&table, 4, &[africa]);
    assert_eq!(game.state.turn, 4, "the turn waits for the answer");
    assert_eq!(game.to_act(), Some(table.side("axis")));
    assert_eq!(game.legal(), [Action::Choose { option: 0 }, Action::Choose { option: 1 }]);
    let mut declines = game.clone();
    declines.submit(&Action::Choose { option: 1 }).expect("may");
    assert_eq!(declines.state.turn, 5);
    assert_eq!(declines.state.side_of(table.power("france")), Some(table.side("allies")));
    end_turn(&table, &mut declines);
    assert!(declines.state.choices.is_empty(), "nobody is asked again");
    let mut declares = game;
    declares.submit(&Action::Choose { option: 0 }).expect("may");
    assert!(declares.state.has_surrendered(table.power("france")));
    assert_eq!(declares.state.side_of(table.power("vichy-france")), None);
    assert_eq!(declares.state.holder(table.space("W2619")), Some(table.power("vichy-france")));
    assert_eq!(declares.state.turn, 5);
    assert!(end_of_turn(standard(), 4, &[africa]).state.choices.is_empty(), "without the option nobody is asked");
}

/// A die decides who gets the ships of a beaten France.
#[test]
fn the_french_navy_decides_when_vichy_is_declared() {
    let table = optional();
    let (mut gone, mut kept, mut gained) = (0, 0, 0);
    for seed in 0..60 {
        let units = [("W3021", "germany", "infantry", 1), ("W2719", "france", "surface-a", 2)];
        let mut game = end_of_turn(&table, 4, &units);
        game.state.rng = seed;
        let step = game.submit(&Action::Choose { option: 0 }).expect("the Axis may");
        let navy =
            |event: &Event| matches!(event, Event::RuleHappened { event } if *event == table.rule("french-navy"));
        assert!(step.events.iter().any(navy));
        let ships = |power: &str| table.in_all(&game, power, "surface-a");
        match (ships("commonwealth"), ships("germany"), ships("vichy-france") + ships("france")) {
            (0, 0, 0) => gone += 1,
            (2, 0, 0) => kept += 1,
            (0, 2, 0) => gained += 1,
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(gone > 25 && kept > 2 && gained > 2, "four, one and one in six: {gone}, {kept}, {gained}");
}

/// Overseas they stay and neither move nor attack; on the soil of others they are interned, aircraft go.
#[test]
fn french_land_units_freeze_or_are_interned() {
    let table = optional();
    let units = [
        ("W2619", "france", "infantry", 2),
        ("W2526", "france", "infantry", 1),
        ("W3119", "france", "infantry", 1),
        ("W3120", "france", "infantry", 1),
        ("W2524", "france", "mechanized", 1),
        ("W2619", "france", "long-range-bomber", 1),
        ("W2620", "germany", "infantry", 1),
    ];
    let mut game = declared(&table, 4, &units);
    assert_eq!(table.count(&game, "W2619", "vichy-france", "infantry"), 2);
    assert_eq!(table.count(&game, "W2526", "vichy-france", "infantry"), 1);
    assert_eq!(table.in_all(&game, "vichy-france", "infantry"), 3, "those in England and Holland are interned");
    assert_eq!(table.in_all(&game, "vichy-france", "mechanized"), 0, "and those in Libya");
    assert_eq!(table.in_all(&game, "vichy-france", "long-range-bomber"), 0);
    assert!(game.state.stacks.iter().all(|stack| stack.power != table.power("france")));
    for side in ["axis", "allies"] {
        go_to(&table, &mut game, side, &CampaignPhase::March);
        assert!(!table.may(&game, &table.march("W2619", "vichy-france", "infantry", 1, "W2519")), "{side}");
        go_to(&table, &mut game, side, &CampaignPhase::Battle);
        assert!(!table.may(&game, &table.pledge("W2619", "vichy-france", "infantry", 2, "W2620")), "{side}");
    }
}

/// Whoever enters drives Vichy to the other side, the Allies too, though they violate nobody else.
#[test]
fn vichy_joins_the_side_that_did_not_attack_it() {
    let table = optional();
    let vichy = table.power("vichy-france");
    let units = [("W2521", "commonwealth", "infantry", 1), ("W2619", "vichy-france", "infantry", 1)];
    let mut game = before_tunisia(&table, "allies", "commonwealth", &units);
    let enter = |power: &str| table.march("W2521", power, "infantry", 1, "W2520");
    assert!(!is_fed(&table, &game, "W3021", "vichy-france"), "neutrals live on nobody");
    game.submit(&enter("commonwealth")).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(game.state.side_of(vichy), Some(table.side("axis")));
    assert!(game.state.at_war(vichy, table.power("commonwealth")));
    assert_eq!(game.state.holder(table.space("W2520")), Some(table.power("commonwealth")));
    assert!(is_fed(&table, &game, "W3021", "vichy-france"), "on German industry");
    go_to(&table, &mut game, "axis", &CampaignPhase::March);
    assert!(table.may(&game, &table.march("W2619", "vichy-france", "infantry", 1, "W2519")), "it moves with the Axis");
    let closed = before_tunisia(standard(), "allies", "commonwealth", &units);
    assert!(!standard().may(&closed, &enter("commonwealth")), "without the option nobody may");
    let units = [("W2521", "germany", "infantry", 1), ("W2619", "vichy-france", "infantry", 2)];
    let mut game = before_tunisia(&table, "axis", "germany", &units);
    game.submit(&enter("germany")).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(game.state.side_of(vichy), Some(table.side("allies")));
    assert!(game.state.at_war(table.power("free-france"), table.power("germany")));
}

/// Vichy units that the Axis drives away are Free French, on the Commonwealth's net and on the American with the USA in the war.
#[test]
fn vichy_units_under_an_axis_attack_become_free_french() {
    let table = optional();
    let units = [("W2521", "germany", "infantry", 1), ("W2619", "vichy-france", "infantry", 2)];
    let mut game = before_tunisia(&table, "axis", "germany", &units);
    game.submit(&table.march("W2521", "germany", "infantry", 1, "W2520")).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(table.count(&game, "W2619", "free-france", "infantry"), 2);
    assert_eq!(table.in_all(&game, "vichy-france", "infantry"), 0);
    assert!(!game.state.at_war(table.power("free-france"), table.power("japan")), "Japan has nothing to do with it");
    assert!(is_fed(&table, &game, "W3119", "free-france"), "British industry");
    let industry = table.rules.find_feature("industrial-center").expect("feature");
    let mut home = table.rules.power(table.power("usa")).home.iter();
    let american = home.find(|space| game.state.feature(&table.rules, **space, industry) > 0).expect("industry");
    let american = &table.rules.board.space(*american).id;
    assert!(!is_fed(&table, &game, american, "free-france"), "the USA are neutral");
    table.join(&mut game, "usa", "allies", &["germany"]);
    assert!(is_fed(&table, &game, american, "free-france"), "American industry");
    go_to(&table, &mut game, "allies", &CampaignPhase::March);
    let moves = march::movable(&table.rules, &game.state, table.side("allies"));
    assert!(moves.iter().any(|(stack, _)| stack.power == table.power("free-france")), "they move with the Allies");
}

/// The nearest unit turns Free French, all others go; among those as near the Allied player chooses.
#[test]
fn americans_turn_the_nearest_vichy_unit() {
    let table = optional();
    let land = |vichy: Units<'_>| {
        let units: Vec<_> = [("W2521", "usa", "infantry", 1)].into_iter().chain(vichy.iter().copied()).collect();
        let mut game = before_tunisia(&table, "allies", "usa", &units);
        table.join(&mut game, "usa", "allies", &["germany"]);
        game.submit(&table.march("W2521", "usa", "infantry", 1, "W2520")).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert_eq!(table.count(&game, "W2520", "usa", "infantry"), 1);
        assert_eq!(game.state.side_of(table.power("vichy-france")), Some(table.side("allies")));
        game
    };
    let (casablanca, algiers, oran) = (
        ("W2517", "vichy-france", "infantry", 1),
        ("W2519", "vichy-france", "infantry", 2),
        ("W2620", "vichy-france", "infantry", 1),
    );
    let game = land(&[casablanca, algiers]);
    assert!(game.state.choices.is_empty(), "one is nearest");
    assert_eq!(table.count(&game, "W2519", "free-france", "infantry"), 1, "one unit is one point");
    assert_eq!(table.in_all(&game, "free-france", "infantry"), 1);
    assert_eq!(table.in_all(&game, "vichy-france", "infantry"), 0);
    assert!(game.state.at_war(table.power("free-france"), table.power("germany")));
    let game = land(&[casablanca, algiers, oran]);
    assert_eq!(game.to_act(), Some(table.side("allies")));
    assert_eq!(game.legal(), [Action::Choose { option: 0 }, Action::Choose { option: 1 }]);
    let mut places: Vec<_> = (0..2)
        .map(|option| {
            let mut game = game.clone();
            game.submit(&Action::Choose { option }).expect("may");
            assert_eq!(table.in_all(&game, "vichy-france", "infantry"), 0);
            assert_eq!(table.in_all(&game, "free-france", "infantry"), 1);
            ["W2519", "W2620"].into_iter().find(|at| table.count(&game, at, "free-france", "infantry") == 1)
        })
        .collect();
    places.sort_unstable();
    assert_eq!(places, [Some("W2519"), Some("W2620")], "either, as the Allied player likes");
}

/// Whether Vichy is declared or not; ships there go the way of the navy.
#[test]
fn new_caledonia_is_free_french() {
    let table = optional();
    let units = [("E1116", "france", "infantry", 1), ("E1116", "france", "merchant", 1)];
    for option in [0, 1] {
        let mut game = end_of_turn(&table, 4, &units);
        game.submit(&Action::Choose { option }).expect("the Axis is asked");
        assert_eq!(game.state.holder(table.space("E1116")), Some(table.power("free-france")), "{option}");
        assert_eq!(table.count(&game, "E1116", "free-france", "infantry"), 1, "{option}");
        assert_eq!(table.in_all(&game, "free-france", "merchant"), 0, "{option}");
        assert_eq!(table.in_all(&game, "france", "merchant"), u16::from(option), "{option}: the navy's die");
        assert!(game.state.at_war(table.power("free-france"), table.power("germany")));
        assert!(!game.state.at_war(table.power("free-france"), table.power("japan")));
    }
}

/// Guests have the turn after the declaration to go, and cross Vichy ground on their way.
#[test]
fn guests_leave_vichy_within_a_turn() {
    let table = optional();
    let vichy = table.power("vichy-france");
    let stays = |guest: (&'static str, &'static str), side: Option<&str>| {
        let mut game = declared(&table, 12, &[(guest.0, guest.1, "infantry", 1), ("W2517", "france", "infantry", 1)]);
        assert_eq!(game.state.side_of(vichy), None, "{guest:?}: no invasion yet");
        end_turn(&table, &mut game);
        assert_eq!(game.state.side_of(vichy), side.map(|side| table.side(side)), "{guest:?}");
    };
    stays(("W2520", "commonwealth"), Some("axis"));
    stays(("W2520", "germany"), Some("allies"));
    stays(("W3119", "commonwealth"), None);
    stays(("E1116", "commonwealth"), None);
    let mut game =
        declared(&table, 12, &[("W2519", "commonwealth", "infantry", 1), ("W2517", "france", "infantry", 1)]);
    table.hold(&mut game, "commonwealth", &["W2521"]);
    go_to(&table, &mut game, "allies", &CampaignPhase::March);
    assert!(
        !table.may(&game, &table.march("W2519", "commonwealth", "infantry", 1, "W2520")),
        "on the way nobody stays"
    );
    game.submit(&table.march("W2519", "commonwealth", "infantry", 1, "W2521"))
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(game.state.holder(table.space("W2520")), Some(vichy), "crossed, not taken");
    end_turn(&table, &mut game);
    assert_eq!(game.state.side_of(vichy), None);
}

/// Japan goes into Vichy Indochina and uses its ports; nobody else changes sides.
#[test]
fn japan_enters_vichy_indochina_freely() {
    let enter = |table: &Table| -> (Option<String>, bool, bool) {
        let units = [("E2205", "japan", "infantry", 1), ("E1905", "vichy-france", "infantry", 1)];
        let mut game = table.at("axis", &CampaignPhase::March, 6, &units);
        table.hold(&mut game, "vichy-france", &["E2204", "E2105", "E2005", "E1905"]);
        table.hold(&mut game, "japan", &["E2205"]);
        game.submit(&table.march("E2205", "japan", "infantry", 1, "E2105"))
            .unwrap_or_else(|refusal| panic!("{refusal}"));
        let side = game.state.side_of(table.power("vichy-france"));
        let port = lines::is_port(&table.rules, &game.state, table.space("E2105"))
            && zones::is_friendly(&game.state, table.power("japan"), table.space("E2105"));
        let war = game.state.at_war(table.power("usa"), table.power("japan"));
        (side.map(|side| table.rules.sides[side.index()].clone()), port, war)
    };
    let table = Table::with(&[("vichy-france", true), ("japan-in-indochina", true)]);
    assert_eq!(enter(&table), (None, true, false));
    assert_eq!(enter(&optional()), (Some("allies".to_owned()), true, true), "without the option it is an invasion");
    // Others are no guests of Indochina.
    let mut game = table.at("axis", &CampaignPhase::March, 6, &[("E2205", "germany", "infantry", 1)]);
    table.hold(&mut game, "vichy-france", &["E2105"]);
    game.submit(&table.march("E2205", "germany", "infantry", 1, "E2105")).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(game.state.side_of(table.power("vichy-france")), Some(table.side("allies")));
}

/// The embargo closes the pipeline to the United States: one industrial hex stands idle.
#[test]
fn japan_in_indochina_loses_an_industrial_hex() {
    let table = Table::with(&[("vichy-france", true), ("japan-in-indochina", true)]);
    let mut game = table.at("axis", &CampaignPhase::March, 6, &[]);
    game.state.stacks.clone_from(&table.start.stacks);
    game.state.stacks.push(stack(&table, "E2205", "japan"));
    game.state.stacks.sort_unstable();
    table.hold(&mut game, "vichy-france", &["E2204", "E2105", "E2005", "E1905"]);
    table.hold(&mut game, "japan", &["E2205"]);
    let japan = table.power("japan");
    let before = points::of(&table.rules, &game.state, japan);
    game.submit(&table.march("E2205", "japan", "infantry", 1, "E2105")).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(game.state.happened_on(table.rule("us-embargo")).is_some());
    let settings = table.rules.campaign.points.as_ref().expect("points");
    let hex = points::multiple(&table.rules, &game.state, settings, japan, table.space("E2611"));
    assert!(hex > 0);
    assert_eq!(points::of(&table.rules, &game.state, japan), before - hex);
}
