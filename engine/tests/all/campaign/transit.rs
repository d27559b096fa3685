//! Transit attacks: who leaves a controlled hex may be struck by those who control it, each of them once in a phase.

use chartroom_engine::Action;

use crate::campaign::sea_table::{
    Sea, ambush, attack, challenge, counter, give_up, pacific, pledge, sail, snort, strikes, waive,
};
use crate::campaign::table::{Units, standard};

/// Submarines at Brest under the zones of ASW at Plymouth and Liverpool.
fn bay(count: u16, turn: i16) -> Sea {
    let units = [
        ("W2919", "germany", "submarine", count),
        ("W3118", "commonwealth", "asw", 2),
        ("W3218", "commonwealth", "asw", 1),
    ];
    Sea::with("axis", 1, turn, &units, |game| standard().hold(game, "germany", &["W2919", "W2920", "W3019", "W3020"]))
}

/// The owner of the zone may strike, and need not; there is no answer to it.
#[test]
fn whoever_leaves_a_zone_may_be_struck_and_does_not_answer() {
    let fleets: Units<'_> = &[("E2414", "japan", "surface-b", 2), ("E2415", "usa", "surface-a", 2)];
    let leave = |unit: &'static str| {
        let mut units = fleets.to_vec();
        units[0].2 = unit;
        let mut sea = Sea::with("axis", 1, 12, &units, pacific);
        sea.act(&sail("E2414", "japan", unit, 2, "E2410"));
        if sea.asked().as_deref() == Some("axis") {
            sea.act(&waive("E2415"));
        }
        sea
    };
    for unit in ["surface-a", "surface-b", "submarine"] {
        let mut passes = leave(unit);
        assert_eq!(passes.asked().as_deref(), Some("allies"), "{unit}");
        assert!(passes.lists(&Action::Done) && passes.lists(&ambush(None)));
        assert_eq!(passes.forbids(&sail("E2415", "usa", "surface-a", 1, "E2416")), "gw75:12.0.a", "that is all");
        passes.done();
        assert_eq!(passes.count("E2410", "japan", unit), 2, "{unit} gets away");
        // Eight points against four.
        let mut struck = leave(unit);
        let told = struck.die(5).act(&ambush(None));
        assert_eq!(strikes(&told), [(8, 4, 4, 5)]);
        assert_eq!(
            (struck.count("E2410", "japan", unit), struck.asked()),
            (1, None),
            "the other one sails on, unanswered"
        );
    }
    // Surface fleets have no zone, submarines one that lets other submarines go.
    for (unit, count) in [("surface-b", 9), ("submarine", 9)] {
        let units = [("E2414", "japan", "submarine", 2), ("E2415", "usa", unit, count)];
        let mut sea = Sea::with("axis", 1, 12, &units, pacific);
        sea.act(&sail("E2414", "japan", "submarine", 2, "E2410"));
        sea.stand("axis");
        assert_eq!((sea.count("E2410", "japan", "submarine"), sea.asked()), (2, None), "past {unit}");
    }
}

/// Merchant ships are not struck when they move from one holding area to another, nor is ASW that changes its base.
#[test]
fn merchant_ships_move_unmolested() {
    let units = [("E2414", "japan", "merchant", 2), ("E2415", "usa", "surface-a", 9), ("E2414", "usa", "submarine", 9)];
    let mut sea = Sea::with("axis", 3, 12, &units, pacific);
    sea.act(&sail("E2414", "japan", "merchant", 2, "E1813"));
    assert_eq!((sea.count("E1813", "japan", "merchant"), sea.asked()), (2, None));
}

/// On every hex of the zone that is left, until one has struck: then never again by him, but by others.
#[test]
fn each_hunter_strikes_the_same_ships_once() {
    let mut sea = bay(2, 14);
    sea.act(&sail("W2919", "germany", "submarine", 2, "W2614"));
    let mut asked = 0;
    while sea.asked().as_deref() == Some("allies") {
        asked += 1;
        sea.done();
    }
    assert!(asked >= 2, "asked on each hex that is left, {asked} times");
    assert_eq!(sea.count("W2614", "germany", "submarine"), 2);
    // Plymouth strikes first; Liverpool, too weak for two boats alone... is strong enough for what is left.
    let mut sea = bay(2, 14);
    sea.act(&sail("W2919", "germany", "submarine", 2, "W2614"));
    let told = sea.die(6).act(&ambush(Some("W3118")));
    assert_eq!(strikes(&told), [(8, 4, 4, 6)]);
    let mut sea = bay(3, 14);
    sea.act(&sail("W2919", "germany", "submarine", 3, "W2614"));
    assert!(sea.lists(&ambush(Some("W3118"))) && !sea.lists(&ambush(Some("W3218"))), "four points against six");
    assert_eq!(sea.forbids(&ambush(Some("W3218"))), "gw75:22.11.b");
    sea.die(2).act(&ambush(Some("W3118")));
    assert_eq!(sea.count("W2614", "germany", "submarine"), 3, "two points more sink nobody with a two");
    assert_eq!(sea.asked(), None, "Plymouth has struck, and Liverpool is too weak");
    let mut sea = bay(2, 14);
    sea.act(&sail("W2919", "germany", "submarine", 2, "W2614"));
    sea.die(1).act(&ambush(Some("W3118")));
    assert_eq!(sea.asked().as_deref(), Some("allies"), "Liverpool has not struck yet");
    assert_eq!(sea.forbids(&ambush(Some("W3118"))), "gw75:12.0.a", "Plymouth has");
    sea.die(1).act(&ambush(Some("W3218")));
    assert_eq!((sea.count("W2614", "germany", "submarine"), sea.asked()), (2, None));
}

/// One unit strikes every fleet that passes, attacks in its own phase and answers in the enemy's, in one stage.
#[test]
fn one_unit_fights_several_times_in_a_stage() {
    let units = [
        ("E2414", "japan", "surface-b", 3),
        ("E2515", "japan", "surface-b", 1),
        ("E2415", "usa", "surface-a", 2),
        ("E2611", "japan", "surface-b", 4),
    ];
    let mut sea = Sea::with("axis", 1, 12, &units, pacific);
    sea.act(&sail("E2414", "japan", "surface-b", 3, "E2413"));
    sea.act(&waive("E2415"));
    assert_eq!(strikes(&sea.die(5).act(&ambush(None))), [(8, 6, 2, 5)]);
    sea.act(&sail("E2515", "japan", "surface-b", 1, "E2513"));
    assert_eq!(strikes(&sea.die(5).act(&ambush(None))).len(), 1, "the next one that leaves");
    sea.done();
    sea.act(&sail("E2415", "usa", "surface-a", 2, "E2414"));
    assert_eq!(sea.asked().as_deref(), Some("allies"));
    sea.act(&challenge("E2413"));
    sea.stand("axis");
    sea.act(&pledge("E2414", "usa", "surface-a", 2, "E2413"));
    assert_eq!(strikes(&sea.die(1).act(&attack("E2413"))).len(), 1);
    sea.stand("axis");
    sea.done();
    assert_eq!(sea.depleted("usa", "surface-a"), 1, "a one wears out one of them");
    sea.act(&challenge("E2414"));
    sea.stand("allies");
    sea.act(&pledge("E2413", "japan", "surface-b", 2, "E2414"));
    sea.die(1).act(&attack("E2414"));
    assert_eq!(strikes(&sea.die(6).act(&counter())), [(4, 4, 0, 6)], "what is not depleted answers");
}

/// All that leave together are one target, and their owner gives up what he likes of it.
#[test]
fn a_fleet_that_leaves_is_struck_as_one() {
    let units =
        [("E2414", "japan", "surface-b", 1), ("E2414", "japan", "surface-a", 1), ("E2415", "usa", "surface-a", 3)];
    let mut sea = Sea::with("axis", 1, 12, &units, pacific);
    let table = standard();
    let muster = |fleet: u8, unit: &str, into: u8| {
        Action::Campaign(chartroom_engine::Command::Muster {
            from: table.space("E2414"),
            fleet,
            power: table.power("japan"),
            unit: table.unit(unit),
            count: 1,
            into,
        })
    };
    sea.all(&[muster(0, "surface-b", 0), muster(0, "surface-a", 1)]);
    sea.act(&Action::Campaign(chartroom_engine::Command::Depart { fleet: 1, to: table.space("E2410") }));
    sea.act(&waive("E2415"));
    let told = sea.die(2).act(&ambush(None));
    assert_eq!(strikes(&told), [(12, 4, 8, 2)], "both at once");
    sea.act(&give_up("E2414", "japan", "surface-a"));
    assert_eq!(sea.in_all("japan", "surface-b") + sea.in_all("japan", "surface-a"), 0);
    let mut sea = Sea::with("axis", 1, 12, &units, pacific);
    sea.all(&[muster(0, "surface-b", 0), muster(0, "surface-a", 1)]);
    sea.act(&Action::Campaign(chartroom_engine::Command::Depart { fleet: 1, to: table.space("E2410") }));
    sea.act(&waive("E2415"));
    sea.die(1).act(&ambush(None));
    assert_eq!(sea.asked().as_deref(), Some("axis"), "one of them is lost");
    sea.act(&give_up("E2414", "japan", "surface-a"));
    assert_eq!(sea.count("E2410", "japan", "surface-b"), 1);
}

/// German submarines from turn 18 on: eight hexes and twice the defence, said before one of them moves.
#[test]
fn german_submarines_snort_from_1944_on() {
    let early = bay(1, 17);
    assert_eq!(early.forbids(&snort("germany")), "gw75:12.21.a");
    let mut sea = bay(1, 18);
    assert_eq!(sea.forbids(&snort("japan")), "gw75:12.21.a", "nobody else does");
    sea.act(&snort("germany"));
    let (near, far) = (sea.ring("W2919", "germany", "submarine", 8), sea.ring("W2919", "germany", "submarine", 9));
    assert!(near.iter().all(|to| sea.may(&sail("W2919", "germany", "submarine", 1, to))));
    assert_eq!(sea.forbids(&sail("W2919", "germany", "submarine", 1, &far[0])), "gw75:12.0.c");
    sea.act(&sail("W2919", "germany", "submarine", 1, "W2614"));
    let told = sea.die(1).act(&ambush(None));
    assert_eq!(strikes(&told), [(12, 4, 8, 1)], "its defence counts twice");
    // In fast mode it is half as much; and it is too late to change.
    let mut sea = bay(1, 18);
    sea.act(&sail("W2919", "germany", "submarine", 1, "W2614"));
    assert_eq!(strikes(&sea.fork(1).act(&ambush(None))), [(12, 2, 10, 1)]);
    while sea.asked().is_some() {
        sea.done();
    }
    assert_eq!(sea.forbids(&snort("germany")), "gw75:12.21.a", "one has moved");
}
