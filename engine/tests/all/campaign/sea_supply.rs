//! Where ships must be when a phase or the stage ends, what feeds them, and what becomes of those whom nothing feeds.

use chartroom_engine::{Event, LossReason};

use crate::campaign::sea_table::{Sea, attack, challenge, counter, fall_back, pacific, pledge, sail, strikes};
use crate::campaign::table::{Units, standard};

/// Other surface fleets end every phase in a friendly port or with merchant ships, and go there by themselves.
#[test]
fn surface_fleets_end_a_phase_in_port_or_on_escort() {
    let units = [("W3119", "commonwealth", "surface-b", 3), ("W2612", "commonwealth", "merchant", 1)];
    let mut sea = Sea::new("allies", 1, 2, &units);
    let far = sea.ring("W3119", "commonwealth", "surface-b", 20);
    let lost: Vec<String> = far
        .iter()
        .map(|to| sail("W3119", "commonwealth", "surface-b", 1, to))
        .filter(|to| !sea.may(to))
        .map(|to| sea.forbids(&to))
        .collect();
    assert!(!lost.is_empty() && lost.iter().all(|rule| rule == "gw75:12.14.b"), "{lost:?}");
    // To the convoy, to a port without a line from home, and out to sea and back.
    sea.act(&sail("W3119", "commonwealth", "surface-b", 1, "W2612"));
    sea.act(&sail("W3119", "commonwealth", "surface-b", 1, "W2617"));
    sea.act(&sail("W3119", "commonwealth", "surface-b", 1, "W3014"));
    assert_eq!(sea.count("W3014", "commonwealth", "surface-b"), 1);
    sea.done();
    assert_eq!(["W2612", "W2617", "W3014"].map(|at| sea.count(at, "commonwealth", "surface-b")), [1, 1, 0]);
    assert_eq!(sea.in_all("commonwealth", "surface-b"), 3, "nobody is lost");
    // In the last phase the port must feed them.
    sea.done();
    sea.done();
    sea.done();
    assert!(!sea.may(&sail("W3119", "commonwealth", "surface-b", 1, "W3014")), "no way back is left to it");
    sea.done();
    assert_eq!(
        (sea.count("W2612", "commonwealth", "surface-b"), sea.count("W2617", "commonwealth", "surface-b")),
        (1, 0)
    );
    assert_eq!(sea.in_all("commonwealth", "surface-b"), 3);
}

/// Japanese and American surface fleets and all submarines stay at sea between phases; when the stage ends they are in port. Merchant
/// and amphibious fleets stay where they are.
#[test]
fn who_may_stay_at_sea_until_when() {
    let units = [
        ("E2413", "japan", "surface-a", 1),
        ("E2413", "japan", "surface-b", 1),
        ("E2413", "japan", "amphibious", 1),
        ("E2512", "japan", "submarine", 1),
        ("E2315", "japan", "merchant", 1),
        ("W2914", "commonwealth", "submarine", 1),
        ("W2714", "commonwealth", "amphibious", 1),
        ("E2727", "usa", "surface-a", 1),
        ("E2727", "usa", "surface-b", 1),
    ];
    let mut sea = Sea::with("axis", 1, 12, &units, pacific);
    for _ in 0..4 {
        sea.done();
    }
    for (at, power, unit, count) in units {
        assert_eq!(sea.count(at, power, unit), count, "{power} {unit} is still at sea");
    }
    sea.done();
    sea.done();
    for (at, power, unit, count) in units {
        let stays = matches!(unit, "merchant" | "amphibious");
        assert_eq!(sea.count(at, power, unit), if stays { count } else { 0 }, "{power} {unit}");
        assert_eq!(sea.in_all(power, unit), count, "{power} {unit} is not lost");
    }
    let ships = sea.game.state.stacks.iter();
    assert!(ships.clone().all(|stack| stack.army == 0));
    let port = sea.table.rules.campaign.lines.port.expect("ports");
    let combat = ships.filter(|stack| {
        ["surface-a", "surface-b", "submarine"].contains(&sea.table.rules.unit(stack.unit).id.as_str())
    });
    for stack in combat {
        assert!(sea.game.state.feature(&sea.table.rules, stack.space, port) > 0, "{stack:?} is in port");
    }
}

/// Whoever cannot be in port when the stage ends is lost then, also if he left his port before the very last attack.
#[test]
fn ships_at_sea_when_the_stage_ends_are_lost() {
    let sea = Sea::with("axis", 3, 12, &[("E2611", "japan", "surface-b", 1)], pacific);
    let far = sea.ring("E2611", "japan", "surface-b", 34).into_iter().next().expect("an ocean");
    let adrift = [(far.as_str(), "japan", "surface-b", 1), ("E2611", "japan", "surface-b", 1)];
    let mut sea = Sea::with("axis", 3, 12, &adrift, pacific);
    assert_eq!(sea.in_all("japan", "surface-b"), 2, "nobody was lost before");
    let told = sea.done();
    let removed = told.iter().any(|event| matches!(event, Event::Removed { stack, why: LossReason::Unsupplied } if stack.space == sea.table.space(&far)));
    assert!(removed && sea.in_all("japan", "surface-b") == 1);
    // The last phase is the Allies': a Japanese fleet that leaves its port then has none to come home to.
    let units = [("E2611", "japan", "surface-b", 1), ("E2612", "usa", "surface-b", 3)];
    let mut sea = Sea::with("allies", 3, 12, &units, pacific);
    sea.act(&challenge("E2611"));
    sea.act(&fall_back("E2611", "japan", "surface-b", 1, "E2512"));
    sea.done();
    assert_eq!(sea.in_all("japan", "surface-b"), 0);
}

/// One merchant fleet in each holding area feeds any number of ships, for the whole stage.
#[test]
fn a_port_with_a_line_from_home_feeds_any_number_of_ships() {
    let at_gibraltar = |merchants: u16| {
        let units = [
            ("W2617", "commonwealth", "surface-b", 30),
            ("W2816", "commonwealth", "merchant", merchants),
            ("W2618", "germany", "surface-b", 9),
            ("W2618", "germany", "merchant", 1),
        ];
        let units = if merchants > 0 { &units[..] } else { &[units[0], units[2], units[3]] };
        let mut sea = Sea::new("allies", 1, 2, units);
        if sea.may(&challenge("W2618")) {
            sea.act(&challenge("W2618"));
        }
        sea.stand("axis");
        sea
    };
    let fed = at_gibraltar(1);
    assert!(fed.may(&pledge("W2617", "commonwealth", "surface-b", 30, "W2618")));
    let cut = at_gibraltar(0);
    assert_eq!(cut.forbids(&pledge("W2617", "commonwealth", "surface-b", 1, "W2618")), "gw75:15.0.b");
    // Out at sea in the second and third phase they still fight.
    let units = [("E2611", "japan", "surface-b", 3), ("E2418", "usa", "surface-b", 1), ("E2418", "usa", "merchant", 1)];
    let mut sea = Sea::with("axis", 1, 12, &units, pacific);
    sea.act(&sail("E2611", "japan", "surface-b", 3, "E2416"));
    for _ in 0..2 {
        sea.done();
        sea.done();
        assert!(sea.may(&challenge("E2418")));
    }
}

/// Without a line from home: no attack, no zone, no answer, but defence and movement; in a port that feeds them by the end of the
/// first phase, or lost.
#[test]
fn ships_cut_off_from_home_run_for_a_port_or_are_lost() {
    let units = [
        ("W2617", "commonwealth", "surface-a", 2),
        ("W2618", "germany", "surface-b", 2),
        ("W2618", "germany", "merchant", 1),
        ("W0805", "france", "surface-b", 1),
        ("W0805", "france", "submarine", 1),
    ];
    // In the German phase: no zone, and no answer to an attack.
    let mut sea = Sea::new("axis", 1, 2, &units[..2]);
    sea.act(&challenge("W2617"));
    sea.stand("allies");
    sea.act(&pledge("W2618", "germany", "surface-b", 2, "W2617"));
    let told = sea.die(1).act(&attack("W2617"));
    assert_eq!((strikes(&told), sea.asked()), (vec![(8, 4, 4, 1)], None), "they defend, and do not answer");
    let mut sea = Sea::new("axis", 1, 2, &[units[0], ("W2618", "germany", "submarine", 2)]);
    sea.act(&sail("W2618", "germany", "submarine", 2, "W2620"));
    sea.stand("axis");
    assert_eq!(sea.count("W2620", "germany", "submarine"), 2, "nobody strikes them");
    // In their own: no attack, but home within thirty hexes.
    let mut sea = Sea::new("allies", 1, 2, &units);
    assert!(!sea.may(&challenge("W2618")), "they attack nobody");
    assert!(sea.may(&sail("W2617", "commonwealth", "surface-a", 2, "W3119")));
    sea.done();
    assert_eq!(sea.in_all("commonwealth", "surface-a"), 2);
    assert_eq!(sea.count("W2617", "commonwealth", "surface-a"), 0, "they ran");
    assert_eq!(
        (sea.in_all("france", "surface-b"), sea.in_all("france", "submarine")),
        (0, 0),
        "these had nowhere to run"
    );
    // They stay what they are for the rest of the stage.
    let at = sea.game.state.stacks.iter().find(|stack| stack.unit == sea.table.unit("surface-a")).expect("there").space;
    assert_eq!(
        sea.game.state.campaign.sea.harbours_of(sea.table.power("commonwealth")).filter(|port| *port == at).count(),
        1
    );
    let carrier = sea.game.state.stacks.iter().find(|stack| stack.unit == sea.table.unit("surface-a")).expect("there");
    let zone = chartroom_engine::procedures::differential::sea_rules::zone(&sea.table.rules, &sea.game.state, carrier);
    assert_eq!(zone, None, "no zone until the stage is over");
}

/// A port whose line leads to a supply center only: its ships defend and answer, no more.
#[test]
fn a_supply_center_feeds_defence_only() {
    let units: Units<'_> = &[("E0813", "commonwealth", "surface-a", 2), ("E0814", "japan", "surface-b", 3)];
    let war = |game: &mut chartroom_engine::Game<'_>| {
        pacific(game);
        standard().join(game, "japan", "axis", &["commonwealth"]);
    };
    let mut sea = Sea::with("axis", 1, 12, units, war);
    sea.act(&challenge("E0813"));
    sea.stand("allies");
    sea.act(&pledge("E0814", "japan", "surface-b", 3, "E0813"));
    sea.die(1).act(&attack("E0813"));
    assert_eq!(sea.asked().as_deref(), Some("allies"), "they may answer");
    assert_eq!(strikes(&sea.die(6).act(&counter())), [(4, 6, -2, 6)], "with the one that is left");
    let mut sea = Sea::with("axis", 1, 12, units, war);
    sea.act(&sail("E0814", "japan", "surface-b", 3, "E0918"));
    sea.stand("axis");
    assert_eq!(sea.count("E0918", "japan", "surface-b"), 3, "no zone");
    let sea = Sea::with("allies", 1, 12, units, war);
    assert_eq!(sea.forbids(&challenge("E0814")), "gw75:15.11.a", "they attack nobody");
    let far = sea.ring("E0813", "commonwealth", "surface-a", 12);
    assert!(far.iter().any(|to| sea.may(&sail("E0813", "commonwealth", "surface-a", 2, to))), "they move as others do");
}

/// Escorts are fed at sea, and are not where they are for nothing: the stage ends without harm to them.
#[test]
fn escorts_are_always_fed() {
    let units = [
        ("W2612", "commonwealth", "surface-a", 1),
        ("W2612", "commonwealth", "merchant", 2),
        ("W2611", "germany", "submarine", 1),
    ];
    let mut sea = Sea::new("axis", 1, 2, &units);
    sea.act(&sail("W2611", "germany", "submarine", 1, "W2614"));
    sea.stand("axis");
    assert_eq!(sea.asked().as_deref(), Some("allies"), "an escort has its zone");
    while sea.asked().is_some() {
        sea.done();
    }
    for _ in 0..6 {
        sea.done();
    }
    assert_eq!(
        (sea.count("W2612", "commonwealth", "surface-a"), sea.count("W2612", "commonwealth", "merchant")),
        (1, 2)
    );
}
