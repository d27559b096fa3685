//! Retreat and advance: where the beaten may go, what they may not cross, and who follows.

use chartroom_engine::procedures::differential::{CampaignPhase, zones};
use chartroom_engine::{Action, Command, Game};
use chartroom_format::schema::units::Domain;

use crate::campaign::table::{Table, Units, standard};

/// A battle lost by one point or more, up to the moment the beaten choose their way.
fn beaten<'t>(table: &'t Table, die: i64, units: Units<'_>, owned: &[&str], target: &str) -> Game<'t> {
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, units);
    table.hold(&mut game, "germany", owned);
    game.state.dice.loaded = vec![die];
    for (space, power, unit, count) in units.iter().filter(|unit| unit.1 == "germany") {
        let near = table.rules.board.link(table.space(space), table.space(target));
        if near.is_some_and(|link| link.passes.has(Domain::Land)) {
            game.submit(&table.pledge(space, power, unit, *count, target)).expect("pledged");
        }
    }
    game.submit(&table.attack(target)).expect("attacked");
    game
}

fn ways(game: &Game<'_>) -> Vec<String> {
    let mut found: Vec<String> = game
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Campaign(Command::FallBack { to, .. }) => Some(game.rules.board.space(to).id.clone()),
            _ => None,
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

const ATTACK: (&str, &str, &str, u16) = ("W3020", "germany", "infantry", 10);

/// One hex, the defender's choice, out of enemy zones as long as there is such a hex, and not across mountains.
#[test]
fn the_beaten_choose_a_free_hex_while_there_is_one() {
    let table = standard();
    let game = beaten(table, 1, &[ATTACK, ("W2920", "france", "infantry", 4)], &[], "W2920");
    assert_eq!(ways(&game), ["W2819", "W2919"], "Paris lies in a German zone, Italy beyond the mountains");
    let friends = [ATTACK, ("W2920", "france", "infantry", 4), ("W3019", "france", "infantry", 5)];
    let game = beaten(table, 1, &friends, &[], "W2920");
    assert_eq!(ways(&game), ["W2819", "W2919"], "friends in a zone are no choice while a free hex is left");
}

/// Without a free hex friends in enemy zones take them in, over the limit if need be; other units are no cover.
#[test]
fn friends_take_the_beaten_in_where_zones_leave_nothing_else() {
    let table = standard();
    // Germans in Brest and Toulon: every free hex is gone.
    let ring = [
        ATTACK,
        ("W2919", "germany", "infantry", 1),
        ("W2819", "germany", "infantry", 1),
        ("W2920", "france", "infantry", 4),
    ];
    let check = |extra: Units<'_>, expected: (u16, u16)| {
        let units: Vec<_> = ring.iter().chain(extra).copied().collect();
        let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
        table.hold(&mut game, "germany", &["W2919", "W2819"]);
        table.fight(&mut game, 1, &["germany"], &[ATTACK], "W2920");
        let there = table.count(&game, "W3019", "france", "infantry");
        assert_eq!((there, table.in_all(&game, "france", "infantry")), expected, "{extra:?}");
    };
    check(&[], (0, 0));
    check(&[("W3019", "france", "surface-b", 2), ("W3019", "france", "air-defense", 2)], (0, 0));
    check(&[("W3019", "france", "infantry", 3)], (5, 5));
    check(&[("W3019", "france", "fort", 1)], (2, 2));
    check(&[("W3019", "france", "infantry", 9)], (11, 11));
    // A friendly zone over the hex is not a friend in it.
    check(&[("W3018", "france", "infantry", 1)], (0, 1));
}

/// Mountains, straits and enemies bar the way of the beaten.
#[test]
fn mountains_water_and_enemies_bar_the_retreat() {
    let table = standard();
    let retreats = |target: &str| {
        let board = &table.rules.board;
        let at = table.space(target);
        board
            .links_of(at)
            .iter()
            .filter(|link| link.passes.has(Domain::Land) && board.side_is(link, |side| side.bars_retreat))
            .map(|link| link.to)
            .collect::<Vec<_>>()
    };
    let italy = table.space("W2820");
    assert!(retreats("W2920").contains(&italy), "the Alps bar the way though units march across");
    // France holds the Italian hex, all others are taken: nobody gets away.
    let ring = [
        ATTACK,
        ("W2919", "germany", "infantry", 1),
        ("W2819", "germany", "infantry", 1),
        ("W3019", "germany", "infantry", 1),
    ];
    let units: Vec<_> = ring.iter().copied().chain([("W2920", "france", "infantry", 4)]).collect();
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.hold(&mut game, "germany", &["W2919", "W2819", "W3019"]);
    table.hold(&mut game, "france", &["W2820"]);
    table.fight(&mut game, 1, &["germany"], &[ATTACK], "W2920");
    assert_eq!(table.in_all(&game, "france", "infantry"), 0, "enemies on three sides, mountains on the fourth");
    // London is beaten with the Channel in its back.
    let units = [
        ("W3118", "germany", "infantry", 10),
        ("W3218", "germany", "infantry", 1),
        ("W3119", "commonwealth", "infantry", 3),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    table.hold(&mut game, "germany", &["W3118", "W3218", "W3318"]);
    table.fight(&mut game, 6, &["germany"], &units[..1], "W3119");
    assert_eq!(table.in_all(&game, "commonwealth", "infantry"), 0, "no retreat to France over the water");
}

/// Self-defense does not cross its border.
#[test]
fn self_defense_stays_at_home_or_is_lost() {
    let table = standard();
    let check = |unit: &str, left: u16| {
        let units = [
            ("W3021", "germany", "infantry", 10),
            ("W3022", "hungary", "infantry", 1),
            ("W3122", "poland", unit, 3),
            ("W3123", "germany", "infantry", 1),
        ];
        let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
        table.hold(&mut game, "germany", &["W3123", "W3121"]);
        // Koenigsberg is Allied for once: the only hex that is open.
        table.hold(&mut game, "commonwealth", &["W3222"]);
        game.state.stacks.push(chartroom_engine::state::Stack {
            space: table.space("W3222"),
            army: 0,
            power: table.power("commonwealth"),
            unit: table.unit("infantry"),
            damaged: 0,
            count: 1,
        });
        game.state.stacks.sort_unstable();
        table.fight(&mut game, 1, &["germany"], &units[..1], "W3122");
        assert_eq!(table.in_all(&game, "poland", unit), left, "{unit}");
    };
    check("infantry", 1);
    check("self-defense", 0);
}

/// Mechanised attackers go after the beaten through zones, fight no more, and control at once.
#[test]
fn the_advance_minds_no_zones_and_ends_the_fighting_of_those_who_follow() {
    let table = standard();
    let units = [
        ("W3020", "germany", "mechanized", 9),
        ("W2920", "france", "infantry", 3),
        ("W3019", "france", "infantry", 1),
        ("W2819", "france", "infantry", 1),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    let france = table.power("france");
    let before = zones::enemy_zones(&table.rules, &game.state, france, None);
    assert!(!before.has(table.space("W2919")));
    table.fight(&mut game, 6, &["germany"], &[("W3020", "germany", "mechanized", 8)], "W2920");
    assert_eq!(table.count(&game, "W2920", "germany", "mechanized"), 8, "from one zone into another");
    let after = zones::enemy_zones(&table.rules, &game.state, france, None);
    assert!(after.has(table.space("W2919")), "their zone is there at once");
    assert!(!table.may(&game, &table.pledge("W2920", "germany", "mechanized", 1, "W2819")), "they fight no more");
    assert!(table.may(&game, &table.pledge("W3020", "germany", "mechanized", 1, "W3019")), "the one who stayed may");
}

/// Ships in a fallen hex put to sea; where the enemy leaves no sea they go down.
#[test]
fn ships_that_cannot_put_to_sea_are_lost() {
    let table = standard();
    let board = &table.rules.board;
    let port = table.space("W3019");
    let units = [
        ("W3020", "germany", "mechanized", 8),
        ("W3019", "france", "infantry", 1),
        ("W3019", "france", "surface-b", 2),
    ];
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &units);
    // German surface fleets lie in every hex the ships could go to.
    for link in board.links_of(port).iter().filter(|link| link.passes.has(Domain::Sea)) {
        game.state.stacks.push(chartroom_engine::state::Stack {
            space: link.to,
            army: 0,
            power: table.power("germany"),
            unit: table.unit("surface-b"),
            damaged: 0,
            count: 1,
        });
    }
    game.state.stacks.sort_unstable();
    table.fight(&mut game, 6, &["germany"], &units[..1], "W3019");
    assert_eq!(game.state.holder(port), Some(table.power("germany")));
    assert_eq!(table.in_all(&game, "france", "surface-b"), 0);
}
