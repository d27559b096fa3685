//! Naval movement: how far ships go, whom they pass, which waters carry them, and where they must be when a phase ends.

use chartroom_engine::Player;
use chartroom_engine::procedures::differential::{CampaignPhase, pipeline};

use crate::campaign::sea_table::{Sea, attack, challenge, pacific, pledge, sail, strikes};
use crate::campaign::table::{Units, standard};

/// The Axis and the Allies have three phases each, in turn, and use any, all or none of them.
#[test]
fn ships_move_in_any_all_or_none_of_three_phases() {
    let table = standard();
    let sea = Sea::new("axis", 1, 2, &[("W3121", "germany", "submarine", 1)]);
    let naval = table.rules.phases[usize::from(sea.game.state.phase)].run;
    let stage = table.rules.phases.iter().filter(|phase| phase.run == naval);
    let sides: Vec<Option<bool>> = stage
        .map(|phase| match &phase.player {
            Player::Side(side) => Some(*side == table.side("axis")),
            _ => None,
        })
        .collect();
    assert_eq!(sides, [true, false, true, false, true, false].map(Some), "the Axis first each time");
    // None at all; one; and the same ship again in the next.
    let mut sea =
        Sea::new("allies", 1, 2, &[("W3119", "commonwealth", "surface-b", 1), ("W3121", "germany", "submarine", 1)]);
    assert_eq!(
        sea.forbids(&sail("W3121", "germany", "submarine", 1, "W3219")),
        "gw75:12.0.a",
        "not in the enemy's phase"
    );
    sea.act(&sail("W3119", "commonwealth", "surface-b", 1, "W2617"));
    assert_eq!(sea.forbids(&sail("W2617", "commonwealth", "surface-b", 1, "W3119")), "gw75:12.0.a", "once under way");
    sea.done();
    sea.done();
    sea.act(&sail("W2617", "commonwealth", "surface-b", 1, "W3119"));
    assert_eq!(sea.count("W3119", "commonwealth", "surface-b"), 1);
}

/// Every space at the end of the allowance is open, none beyond; merchant ships in the third phase only.
#[test]
fn ships_sail_as_far_as_their_allowance() {
    let reaches = |unit: &str, number: usize, allowance: u8| {
        let sea = Sea::with("axis", number, 12, &[("E2611", "japan", unit, 1)], pacific);
        let open = |steps: u8| {
            let spaces = sea.ring("E2611", "japan", unit, steps);
            assert!(!spaces.is_empty(), "{unit} has somewhere to go");
            spaces.iter().filter(|to| sea.may(&sail("E2611", "japan", unit, 1, to))).count() as f64
                / spaces.len() as f64
        };
        assert_eq!((open(allowance), open(allowance + 1)), (1.0, 0.0), "{unit} goes {allowance} hexes");
        let beyond = &sea.ring("E2611", "japan", unit, allowance + 1)[0];
        sea.forbids(&sail("E2611", "japan", unit, 1, beyond))
    };
    assert_eq!(reaches("surface-a", 1, 30), "gw75:12.0.c");
    assert_eq!(reaches("surface-b", 2, 30), "gw75:12.0.c");
    for number in 1..=3 {
        assert_eq!(reaches("amphibious", number, 25), "gw75:12.0.c");
    }
    let early = Sea::with("axis", 2, 12, &[("E2611", "japan", "merchant", 1)], pacific);
    assert_eq!(early.forbids(&sail("E2611", "japan", "merchant", 1, "E2612")), "gw75:12.41.b");
    let late = Sea::with("axis", 3, 12, &[("E2611", "japan", "merchant", 1)], pacific);
    let far = late.ring("E2611", "japan", "merchant", 40);
    assert!(far.iter().all(|to| late.may(&sail("E2611", "japan", "merchant", 1, to))), "anywhere, not on lanes alone");
    let mut sea = late;
    sea.act(&sail("E2611", "japan", "merchant", 1, &far[0]));
    assert_eq!(sea.left("japan", "merchant"), Some(35), "seventy-five hexes in all");
}

/// Who may enter a space, and the rule that keeps others out: the first list may, the second may not.
#[test]
fn ships_pass_only_enemies_that_let_them() {
    // A space of the open sea with these enemies, or an island with them.
    let enters = |mover: &str, number: usize, at: &str, foes: &[&str]| {
        let mut units = vec![("E2611", "japan", mover, 1)];
        units.extend(foes.iter().map(|foe| (at, "usa", *foe, 1)));
        let sea = Sea::with("axis", number, 12, &units, pacific);
        let action = sail("E2611", "japan", mover, 1, at);
        sea.may(&action).then_some(()).ok_or_else(|| sea.forbids(&action))
    };
    for (mover, number) in [("surface-a", 1), ("surface-b", 2), ("amphibious", 1), ("merchant", 3)] {
        for foes in [&["submarine"][..], &["merchant"], &["amphibious"], &["merchant", "surface-b", "surface-a"]] {
            assert_eq!(enters(mover, number, "E2413", foes), Ok(()), "{mover} among {foes:?}");
        }
        assert_eq!(
            enters(mover, number, "E2312", &["long-range-bomber", "air-defense"]),
            Ok(()),
            "{mover} under aircraft"
        );
        for (at, foes) in [
            ("E2413", &["surface-b"][..]),
            ("E2413", &["surface-a"]),
            ("E2413", &["surface-b", "submarine"]),
            ("E2312", &["asw"]),
            ("E2312", &["infantry"]),
            ("E2312", &["fort"]),
            ("E2312", &["infantry", "merchant", "surface-b"]),
        ] {
            assert_eq!(enters(mover, number, at, foes), Err("gw75:12.12.a".into()), "{mover} among {foes:?}");
        }
    }
    for (at, foes) in
        [("E2413", &["surface-a", "surface-b"][..]), ("E2413", &["submarine"]), ("E2312", &["infantry", "fort"])]
    {
        assert_eq!(enters("submarine", 1, at, foes), Ok(()), "submarines among {foes:?}");
    }
    assert_eq!(enters("submarine", 1, "E2312", &["asw"]), Err("gw75:12.12.a".into()));
}

/// What closes a hex closes the way through it: the Strait of Gibraltar.
#[test]
fn enemies_in_a_strait_close_it() {
    let passes = |unit: &str, keeper: &str| {
        // The coast of Morocco is the other bank, and shut to surface fleets.
        let units = [
            ("W2720", "germany", unit, 1),
            ("W2617", "commonwealth", keeper, 1),
            ("W2518", "commonwealth", "infantry", 1),
            ("W2518", "commonwealth", "asw", 1),
        ];
        Sea::new("axis", 1, 2, &units).may(&sail("W2720", "germany", unit, 1, "W3121"))
    };
    let open = |unit: &str| {
        ["infantry", "surface-b", "asw", "submarine", "long-range-bomber"].map(|keeper| passes(unit, keeper))
    };
    assert_eq!(open("surface-b"), [false, false, false, true, true]);
    assert_eq!(open("submarine"), [true, true, false, true, true]);
}

/// Zones of land units do nothing to ships; coasts of neutrals are open to all; land and closed hexsides to none.
#[test]
fn coasts_and_hexsides_carry_ships_or_bar_them() {
    let channel = [
        ("W3119", "commonwealth", "surface-b", 2),
        ("W3019", "germany", "infantry", 9),
        ("W3120", "germany", "infantry", 9),
        ("W2919", "germany", "infantry", 9),
        ("W2717", "portugal", "infantry", 1),
    ];
    let mut sea = Sea::new("allies", 1, 2, &channel);
    sea.act(&sail("W3119", "commonwealth", "surface-b", 1, "W2617"));
    assert_eq!(sea.asked(), None, "nothing stops them on the way past so many zones");
    assert_eq!(sea.count("W2617", "commonwealth", "surface-b"), 1);
    for (unit, number) in [("submarine", 1), ("amphibious", 1), ("merchant", 3)] {
        let units = [("W2617", "commonwealth", unit, 1), ("W2717", "portugal", "infantry", 3)];
        let sea = Sea::new("allies", number, 2, &units);
        assert!(sea.may(&sail("W2617", "commonwealth", unit, 1, "W2717")), "{unit} off Lisbon");
        assert_eq!(
            sea.forbids(&sail("W2617", "commonwealth", unit, 1, "W2718")),
            "gw75:12.61",
            "{unit} does not go ashore"
        );
        // From Toulon to Brest the way leads round Spain: the hexside between them is land.
        let sea = Sea::new("allies", number, 2, &[("W2819", "commonwealth", unit, 1)]);
        assert!(!sea.ring("W2819", "commonwealth", unit, 1).contains(&"W2919".to_owned()));
        assert!(sea.may(&sail("W2819", "commonwealth", unit, 1, "W2919")));
    }
}

/// Any number of friendly ships lie together.
#[test]
fn no_limit_to_ships_in_one_hex() {
    let crowd: Units<'_> = &[
        ("W3119", "commonwealth", "surface-b", 40),
        ("W3119", "commonwealth", "surface-a", 40),
        ("W3119", "commonwealth", "submarine", 40),
        ("W3118", "commonwealth", "surface-b", 40),
        ("W3118", "france", "surface-b", 9),
    ];
    let mut sea = Sea::new("allies", 1, 2, crowd);
    sea.act(&sail("W3118", "commonwealth", "surface-b", 40, "W3119"));
    sea.act(&sail("W3118", "france", "surface-b", 9, "W3119"));
    assert_eq!((sea.count("W3119", "commonwealth", "surface-b"), sea.count("W3119", "france", "surface-b")), (80, 9));
}

/// Submarines are never farther than twenty hexes from a friendly port, wherever they set out.
#[test]
fn submarines_keep_within_twenty_hexes_of_a_port() {
    let table = standard();
    let start = Sea::new("axis", 1, 2, &[("W3121", "germany", "submarine", 1)]);
    let edge = start.ring("W3121", "germany", "submarine", 20);
    assert!(
        edge.iter().all(|to| start.may(&sail("W3121", "germany", "submarine", 1, to))),
        "as far as they go from port"
    );
    // From there the way on is shut, and only the way home is open.
    let sea = Sea::new("axis", 1, 2, &[(&edge[0], "germany", "submarine", 1)]);
    let beyond = start.ring("W3121", "germany", "submarine", 21);
    let next: Vec<&String> =
        beyond.iter().filter(|to| table.rules.board.link(table.space(&edge[0]), table.space(to)).is_some()).collect();
    assert!(!next.is_empty());
    for to in next {
        assert_eq!(sea.forbids(&sail(&edge[0], "germany", "submarine", 1, to)), "gw75:12.24");
    }
    assert!(sea.may(&sail(&edge[0], "germany", "submarine", 1, "W3121")));
}

/// Amphibious fleets move in every naval phase and carry a landing in the same turn; they are no merchant ships.
#[test]
fn amphibious_fleets_sail_in_the_naval_stage_and_land_afterwards() {
    let table = standard();
    let units = [("W3222", "germany", "amphibious", 2), ("W3121", "germany", "infantry", 2)];
    let mut sea = Sea::new("axis", 1, 4, &units);
    sea.act(&sail("W3222", "germany", "amphibious", 2, "W3121"));
    let landing = table.assault("W3121", "germany", "infantry", 2, "W3119");
    let march = table.at("axis", &CampaignPhase::March, 4, &[]).state.phase;
    while sea.game.state.phase < march {
        sea.done();
    }
    assert!(sea.may(&landing), "what they did at sea does not hinder them");
    let carries = |unit: &str| {
        let units = [("W3014", "commonwealth", unit, 6), ("W2909", "commonwealth", unit, 4)];
        let game = table.at("allies", &CampaignPhase::Transport, 5, &units);
        let home = table.rules.power(table.power("usa")).home.clone();
        pipeline::leads(&table.rules, &game.state, table.power("commonwealth"), &[table.space("W3119")], &home)
    };
    assert_eq!((carries("merchant"), carries("amphibious")), (Some(4), None), "no part of a pipeline");
}

/// Armies on the coast do nothing to ships: not to their attacks, and not to the chains of merchant ships.
#[test]
fn armies_on_the_coast_do_not_touch_ships_and_chains() {
    let table = standard();
    let fleets = [
        ("W3119", "commonwealth", "surface-b", 2),
        ("W3219", "germany", "surface-b", 1),
        ("W3219", "germany", "merchant", 1),
        ("W2816", "commonwealth", "merchant", 1),
    ];
    let armies =
        [("W3120", "germany", "infantry", 9), ("W3019", "germany", "infantry", 9), ("W2919", "germany", "infantry", 9)];
    let strike = |armies: Units<'_>| {
        let units: Vec<_> = fleets.iter().chain(armies).copied().collect();
        let mut sea =
            Sea::with("allies", 1, 2, &units, |game| table.hold(game, "germany", &["W3120", "W3019", "W2919"]));
        sea.act(&challenge("W3219"));
        sea.stand("axis");
        sea.act(&pledge("W3119", "commonwealth", "surface-b", 2, "W3219"));
        let power = table.power("commonwealth");
        let fed =
            pipeline::leads(&table.rules, &sea.game.state, power, &[table.space("W3119")], &[table.space("W2617")]);
        (strikes(&sea.die(1).act(&attack("W3219"))), fed)
    };
    assert_eq!(strike(&armies), strike(&[]));
    assert_eq!(strike(&armies), (vec![(8, 2, 6, 1)], Some(1)));
}
