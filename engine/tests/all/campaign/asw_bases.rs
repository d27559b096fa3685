//! ASW: land-based units that never put to sea, change their base, attack within their zone and are attacked where they lie.

use crate::campaign::sea_table::{Sea, attack, challenge, counter, give_up, pacific, pledge, sail, strikes, transfer};
use crate::campaign::table::standard;

/// Three times the radius of the zone, depleted or not, to friendly ground that is fed; never to sea.
#[test]
fn asw_flies_to_bases_within_three_times_its_zone() {
    // Turn 2: one hex of zone, three hexes of flight. Scapa Flow, Liverpool, Plymouth, London lie within; Hamburg is not friendly.
    let check = |turn: i16, depleted: bool, to: &str| {
        let units = [("W3318", "commonwealth", "asw", 1), ("W3018", "commonwealth", "merchant", 1)];
        let sea = Sea::with("allies", 1, turn, &units, |game| {
            if depleted {
                Sea::deplete(game, "W3318", "asw", 1);
            }
        });
        let action = transfer("W3318", "commonwealth", "asw", 1, to);
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    for depleted in [false, true] {
        assert_eq!(check(2, depleted, "W3118"), Ok(()));
        assert_eq!(check(2, depleted, "W3019"), Ok(()), "three hexes, over the sea, to the ally");
        assert_eq!(check(2, depleted, "W2919"), Err("gw75:12.31.b".into()), "four hexes");
        assert_eq!(check(10, depleted, "W2919"), Ok(()), "the zone is wider later");
        assert_eq!(check(2, depleted, "W3120"), Err("gw75:12.31.b".into()), "not to neutrals");
        assert_eq!(check(2, depleted, "W3218"), Ok(()));
    }
    let sea = Sea::new("allies", 1, 2, &[("W3318", "commonwealth", "asw", 1)]);
    assert_eq!(sea.forbids(&sail("W3318", "commonwealth", "asw", 1, "W3317")), "gw75:12.31.a", "it never puts to sea");
    let mut sea = Sea::new("allies", 1, 2, &[("W3318", "commonwealth", "asw", 1)]);
    sea.act(&transfer("W3318", "commonwealth", "asw", 1, "W3118"));
    assert_eq!(sea.count("W3118", "commonwealth", "asw"), 1);
    assert_eq!(sea.forbids(&transfer("W3118", "commonwealth", "asw", 1, "W3119")), "gw75:12.0.a", "once in a phase");
    sea.done();
    sea.done();
    assert!(sea.may(&transfer("W3118", "commonwealth", "asw", 1, "W3119")), "again in the next");
    // Inland bases are as good as ports, and aircraft of the enemy on the way do not matter.
    let units = [("W3121", "germany", "asw", 1), ("W3119", "commonwealth", "air-defense", 5)];
    let sea = Sea::new("axis", 1, 2, &units);
    assert!(sea.may(&transfer("W3121", "germany", "asw", 1, "W3020")));
}

/// Not where nothing feeds it.
#[test]
fn asw_is_not_placed_out_of_supply() {
    let base = |merchants: bool| {
        let ships = [("W2919", "commonwealth", "asw", 1), ("W2816", "commonwealth", "merchant", 1)];
        let units = if merchants { &ships[..] } else { &ships[..1] };
        let sea = Sea::new("allies", 1, 10, units);
        let action = transfer("W2919", "commonwealth", "asw", 1, "W2617");
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    assert_eq!((base(true), base(false)), (Ok(()), Err("gw75:15.46".into())));
}

/// The land of neutral countries ends a flight and a zone; their coasts do not.
#[test]
fn neutral_land_bars_asw() {
    let table = standard();
    let sea =
        |turn: i16| Sea::new("allies", 1, turn, &[("W2819", "france", "asw", 1), ("W3118", "commonwealth", "asw", 1)]);
    let covers = |turn: i16, at: &str, space: &str| {
        let sea = sea(turn);
        let stack =
            sea.game.state.stacks_in(table.space(at)).iter().find(|stack| stack.unit == table.unit("asw")).copied();
        chartroom_engine::procedures::differential::sea_rules::controls(
            &table.rules,
            &sea.game.state,
            &stack.expect("there"),
            table.space(space),
        )
    };
    assert!(covers(14, "W3118", "W2617"), "past the coast of Portugal (example 2)");
    assert!(covers(10, "W2819", "W2619"), "over the sea to Algiers");
    let spain = |land: &str| table.rules.board.space(table.space(land)).surface;
    assert_eq!(spain("W2718"), chartroom_format::schema::map::Surface::Land);
    assert!(!covers(14, "W3118", "W2718"), "no zone over land");
    // From Berlin to the east of Poland: with the land in between neutral there is no way in three hexes.
    let flight = |between: &str| {
        let sea = Sea::with("axis", 1, 2, &[("W3021", "germany", "asw", 1)], |game| {
            table.hold(game, "germany", &["W3123", "W3023", "W3222"]);
            table.hold(game, between, &["W3122", "W3022"]);
        });
        let action = transfer("W3021", "germany", "asw", 1, "W3123");
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    assert_eq!((flight("germany"), flight("sweden")), (Ok(()), Err("gw75:12.31.b".into())));
}

/// Its targets lie anywhere in its zone, however they are reached; other ASW too, also inland. It attacks together with ships.
#[test]
fn asw_attacks_whatever_lies_in_its_zone() {
    let units = [
        ("E2611", "japan", "asw", 2),
        ("E2414", "usa", "surface-b", 2),
        ("E2312", "usa", "asw", 1),
        ("E2110", "usa", "surface-b", 1),
        ("E2413", "japan", "surface-b", 1),
    ];
    let mut sea = Sea::with("axis", 1, 18, &units, |game| {
        pacific(game);
        standard().hold(game, "usa", &["E2312"]);
    });
    assert!(sea.may(&challenge("E2414")), "four hexes away");
    assert_eq!(sea.forbids(&challenge("E2110")), "gw75:15.11.a", "out of its zone");
    sea.act(&challenge("E2312"));
    sea.stand("allies");
    sea.act(&pledge("E2611", "japan", "asw", 2, "E2312"));
    assert_eq!(strikes(&sea.die(5).act(&attack("E2312"))), [(8, 2, 6, 5)]);
    assert_eq!(sea.in_all("usa", "asw"), 0, "ASW on an island takes the loss");
    sea.stand("allies");
    sea.act(&challenge("E2414"));
    sea.stand("allies");
    sea.all(&[pledge("E2611", "japan", "asw", 2, "E2414"), pledge("E2413", "japan", "surface-b", 1, "E2414")]);
    assert_eq!(strikes(&sea.die(1).act(&attack("E2414"))), [(12, 4, 8, 1)], "in concert");
    assert_eq!(sea.depleted("japan", "asw"), 1);
    // Inland only by other ASW.
    let inland = |unit: &str, from: &str| {
        let units = [(from, "germany", unit, 3), ("W2920", "france", "asw", 1)];
        Sea::new("axis", 1, 10, &units).may(&challenge("W2920"))
    };
    assert!(inland("asw", "W3020") && !inland("surface-a", "W3018"));
}

/// ASW that attacks from afar is answered by escorts, also when all they escorted is lost, and by ASW; by other ships from beside it.
#[test]
fn escorts_answer_asw_from_afar() {
    let answers = |at: &str, convoy: bool, count: u16| {
        let units = [("E2611", "japan", "asw", 4), (at, "usa", "surface-b", count), (at, "usa", "merchant", 1)];
        let units = if convoy { &units[..] } else { &units[..2] };
        let mut sea = Sea::with("axis", 1, 18, units, pacific);
        sea.act(&challenge(at));
        sea.stand("allies");
        sea.act(&pledge("E2611", "japan", "asw", 4, at));
        sea.die(1).act(&attack(at));
        while sea.asked().as_deref() == Some("allies") && !sea.lists(&counter()) {
            sea.act(&give_up(at, "usa", if sea.in_all("usa", "merchant") > 0 { "merchant" } else { "surface-b" }));
        }
        assert_eq!(sea.in_all("usa", "merchant"), 0);
        sea.asked().is_some()
    };
    // With four of them one is lost, with two both are: the last answer is given from where they lay.
    for count in [2, 4] {
        assert!(answers("E2414", true, count), "escorts, from four hexes");
        assert!(!answers("E2414", false, count) && answers("E2612", false, count), "others from beside it only");
    }
}
