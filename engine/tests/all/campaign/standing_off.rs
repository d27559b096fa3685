//! Leaving before combat: who may, where to, who strikes those who leave, and who may not leave or need not.

use crate::campaign::sea_table::{Sea, ambush, attack, challenge, fall_back, pacific, pledge, strikes};
use crate::campaign::table::{Units, standard};

/// All but merchant ships and ASW may leave, all or some of them; submarines stay out of it.
#[test]
fn merchant_ships_asw_and_submarines_do_not_leave() {
    let units = [
        ("E2311", "japan", "surface-b", 8),
        ("E2312", "usa", "surface-a", 1),
        ("E2312", "usa", "surface-b", 2),
        ("E2312", "usa", "amphibious", 1),
        ("E2312", "usa", "submarine", 1),
        ("E2312", "usa", "merchant", 1),
        ("E2312", "usa", "asw", 1),
    ];
    let mut sea = Sea::with("axis", 1, 12, &units, |game| {
        pacific(game);
        standard().hold(game, "usa", &["E2312"]);
    });
    sea.act(&challenge("E2312"));
    for (unit, leaves) in [
        ("surface-a", true),
        ("surface-b", true),
        ("amphibious", true),
        ("submarine", false),
        ("merchant", false),
        ("asw", false),
    ] {
        let way = fall_back("E2312", "usa", unit, 1, "E2313");
        assert_eq!((sea.may(&way), sea.lists(&way)), (leaves, leaves && unit != "surface-b"), "{unit}");
    }
    sea.act(&fall_back("E2312", "usa", "surface-b", 1, "E2313"));
    sea.act(&fall_back("E2312", "usa", "surface-a", 1, "E2412"));
    sea.stand("allies");
    // The rest of the hex is attacked: a surface fleet, the landing fleet, the merchant ships and the ASW.
    sea.act(&pledge("E2311", "japan", "surface-b", 8, "E2312"));
    assert_eq!(strikes(&sea.die(1).act(&attack("E2312"))), [(32, 4, 28, 1)]);
}

/// Carriers and ASW whose zone covers the hex strike those who leave; whoever did that does not attack the hex as well.
#[test]
fn zones_strike_those_who_leave_before_combat() {
    let units: Units<'_> = &[
        ("E2413", "japan", "surface-a", 2),
        ("E2413", "japan", "surface-b", 1),
        ("E2414", "usa", "surface-b", 2),
        ("E2414", "usa", "amphibious", 1),
    ];
    let leave = || {
        let mut sea = Sea::with("axis", 1, 12, units, pacific);
        sea.act(&challenge("E2414"));
        sea.act(&fall_back("E2414", "usa", "surface-b", 1, "E2415"));
        sea.stand("allies");
        assert_eq!(sea.asked().as_deref(), Some("axis"));
        sea
    };
    let mut chased = leave();
    assert_eq!(strikes(&chased.die(1).act(&ambush(None))), [(8, 2, 6, 1)], "the carriers alone");
    assert_eq!((chased.in_all("usa", "surface-b"), chased.asked()), (1, None));
    assert_eq!(chased.forbids(&pledge("E2413", "japan", "surface-a", 1, "E2414")), "gw75:15.11.a", "not both");
    assert!(chased.may(&pledge("E2413", "japan", "surface-b", 1, "E2414")), "who did not strike attacks");
    let mut spared = leave();
    spared.done();
    spared.act(&pledge("E2413", "japan", "surface-a", 2, "E2414"));
    assert_eq!(strikes(&spared.die(1).act(&attack("E2414"))), [(8, 2, 6, 1)]);
}

/// In the last phase ships of the Axis in port or on escort may decline combat where they lie.
#[test]
fn the_axis_declines_combat_in_the_last_phase() {
    let units =
        [("E2611", "japan", "surface-b", 2), ("E2612", "usa", "surface-a", 2), ("E2612", "usa", "surface-b", 1)];
    let stay = fall_back("E2611", "japan", "surface-b", 2, "E2611");
    let mut early = Sea::with("allies", 2, 12, &units, pacific);
    early.act(&challenge("E2611"));
    assert_eq!(early.forbids(&stay), "gw75:15.82", "not before the third phase");
    let mut late = Sea::with("allies", 3, 12, &units, pacific);
    late.act(&challenge("E2611"));
    late.act(&stay);
    assert_eq!(late.asked().as_deref(), Some("allies"), "they are struck as if they had left");
    assert_eq!(strikes(&late.die(5).act(&ambush(None))), [(8, 4, 4, 5)]);
    assert_eq!((late.count("E2611", "japan", "surface-b"), late.asked()), (1, None), "no answer");
    assert_eq!(late.forbids(&pledge("E2612", "usa", "surface-b", 1, "E2611")), "gw75:15.11.a", "nor a normal attack");
    // At sea without merchant ships nobody declines; with them he does, and they are left to the attacker.
    let convoy =
        [("E2413", "japan", "surface-b", 1), ("E2413", "japan", "merchant", 2), ("E2414", "usa", "surface-b", 2)];
    let mut sea = Sea::with("allies", 3, 12, &convoy, pacific);
    sea.act(&challenge("E2413"));
    sea.act(&fall_back("E2413", "japan", "surface-b", 1, "E2413"));
    sea.stand("axis");
    sea.act(&pledge("E2414", "usa", "surface-b", 2, "E2413"));
    assert_eq!(strikes(&sea.die(5).act(&attack("E2413"))), [(8, 0, 8, 5)], "merchant ships alone");
    // The Allies never do.
    let units = [("E2829", "usa", "surface-b", 2), ("E2828", "japan", "surface-b", 3)];
    let mut sea = Sea::with("axis", 3, 12, &units, pacific);
    sea.act(&challenge("E2829"));
    assert_eq!(sea.forbids(&fall_back("E2829", "usa", "surface-b", 2, "E2829")), "gw75:15.82");
}

/// In the turn in which the Axis brings the United States into the war their ships cannot leave.
#[test]
fn american_ships_are_surprised() {
    let units = [("E2222", "usa", "surface-b", 2), ("E2221", "japan", "surface-b", 3)];
    let mut sea = Sea::new("axis", 1, 6, &units);
    assert!(sea.lists(&challenge("E2222")));
    sea.act(&challenge("E2222"));
    assert_eq!(sea.game.state.side_of(sea.table.power("usa")), Some(sea.table.side("allies")), "the attack brings war");
    assert_eq!(sea.asked(), None, "nothing to decide");
    assert!(!sea.may(&fall_back("E2222", "usa", "surface-b", 2, "E2223")));
    sea.act(&pledge("E2221", "japan", "surface-b", 3, "E2222"));
    assert_eq!(strikes(&sea.die(1).act(&attack("E2222"))), [(12, 4, 8, 1)]);
    // With cover to send they are asked, and told the rule.
    let coast = [("E2829", "usa", "surface-b", 2), ("E2930", "usa", "asw", 1), ("E2828", "japan", "surface-b", 3)];
    let mut covered = Sea::new("axis", 1, 6, &coast);
    covered.act(&challenge("E2829"));
    assert_eq!(covered.asked().as_deref(), Some("allies"));
    assert_eq!(covered.forbids(&fall_back("E2829", "usa", "surface-b", 2, "E2729")), "gw75:19.36");
    // At war for some time, or by the calendar, they leave as others do.
    let by_then = [Sea::with("axis", 1, 12, &units, pacific), Sea::new("axis", 1, 10, &units)];
    for mut later in by_then {
        assert_eq!(later.game.state.side_of(later.table.power("usa")), Some(later.table.side("allies")));
        later.act(&challenge("E2222"));
        assert!(later.may(&fall_back("E2222", "usa", "surface-b", 2, "E2223")));
    }
}
