//! What taking land, joining a war and lying at a base bring.

use chartroom_engine::ids::{SpaceIx, TrackIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::query::{range, zones};
use chartroom_engine::{Action, Game, Order};
use chartroom_format::schema::units::Domain;

use super::table::{ATTACK, QUIET, Table, Wanted, done, give, until};

const DECLARE: Wanted = |run| matches!(run, Procedure::Diplomacy(_));

/// A land that a taker's infantry can walk from into a place.
fn beside(table: &Table, place: &str) -> String {
    let links = table.rules.board.links_of(table.space(place));
    let land = links.iter().find(|link| link.passes.has(Domain::Land)).expect("a land neighbour");
    table.rules.board.space(land.to).id.to_string()
}

/// Three infantry of a power take an empty place from another.
fn takes<'t>(table: &'t Table, taker: &str, place: &str, from: &str, more: impl Fn(&mut Game<'_>)) -> Game<'t> {
    let base = beside(table, place);
    let mut game = table.game(1, taker, ATTACK, &[(taker, "infantry", &base, 3), (from, "infantry", place, 0)]);
    table.hold(&mut game, &base, taker);
    table.hold(&mut game, place, from);
    table.war(&mut game, taker, from);
    more(&mut game);
    table.go(&mut game, (taker, "infantry", 3), &base, place);
    done(&mut game);
    // A taken capital asks its fallen power for decisions: the first that is offered will do.
    while !game.state.choices.is_empty() {
        let choice = *game.legal().first().expect("a choice");
        game.submit(&choice).expect("legal");
    }
    until(&mut game, QUIET);
    game
}

/// A friend's land goes back to him; while his capital is lost the taker keeps it, and with the capital he gets everything back.
#[test]
fn land_of_a_friend_is_liberated() {
    let table = Table::new();
    let lands = takes(&table, "uk", "reims", "germany", |_| {});
    assert_eq!(table.holder(&lands, "reims"), "france");
    let lost = takes(&table, "uk", "reims", "germany", |game| table.hold(game, "paris", "germany"));
    assert_eq!(table.holder(&lost, "reims"), "uk");
    let freed = takes(&table, "uk", "paris", "germany", |game| table.hold(game, "brittany", "uk"));
    assert_eq!((table.holder(&freed, "paris"), table.holder(&freed, "brittany")), ("france".into(), "france".into()));
}

/// With its land a fort is gone, a major complex is a minor one with no more damage than that takes, and guns are lost.
#[test]
fn works_and_guns_fall_with_their_land() {
    let table = Table::new();
    let feature = |game: &Game<'_>, place: &str, id: &str| {
        let feature = table.rules.find_feature(id).expect("feature");
        game.state.feature(&table.rules, table.space(place), feature)
    };
    let fort = takes(&table, "germany", "leningrad", "ussr", |_| {});
    assert_eq!((table.holder(&fort, "leningrad"), feature(&fort, "leningrad", "fortification")), ("germany".into(), 0));
    let paris = takes(&table, "germany", "paris", "france", |game| {
        game.state.damage = vec![(table.space("paris"), 14)];
        game.state.stacks.push(table.stack("france", "anti-aircraft", "paris", 1));
        game.state.stacks.sort_unstable();
    });
    assert_eq!((feature(&paris, "paris", "major-complex"), feature(&paris, "paris", "minor-complex")), (0, 1));
    assert_eq!(paris.state.damage(table.space("paris")), 6);
    assert_eq!(table.count(&paris, "france", "anti-aircraft", "paris"), 0);
}

/// One more space for aircraft that start at an air base and ships at a naval base that works.
#[test]
fn bases_lengthen_moves() {
    let table = Table::new();
    let with = |feature: &str| {
        let feature = table.rules.find_feature(feature).expect("feature");
        let places = (0..table.rules.board.spaces.len()).map(SpaceIx::new);
        let found = places.into_iter().find(|at| {
            table.start.feature(&table.rules, *at, feature) > 0
                && table.start.holder(*at) == Some(table.power("germany"))
        });
        (found.expect("a German base"), feature)
    };
    let mut game = table.game(1, "germany", ATTACK, &[]);
    let (field, air) = with("air-base");
    let fighter =
        |at: SpaceIx| chartroom_engine::state::Stack { space: at, ..table.stack("germany", "fighter", "berlin", 1) };
    let plain = (0..table.rules.board.spaces.len())
        .map(SpaceIx::new)
        .find(|at| table.rules.board.has_land(*at) && table.start.feature(&table.rules, *at, air) == 0);
    let reach = |game: &Game<'_>, stack| zones::movement(&table.rules, &game.state, &stack);
    assert_eq!(reach(&game, fighter(field)), reach(&game, fighter(plain.expect("a bare land"))) + 1);
    let (port, naval) = with("naval-base");
    let zone = zones::coast(&table.rules, port).next().expect("a coast");
    let ship = chartroom_engine::state::Stack { space: zone, ..table.stack("germany", "destroyer", "sz-16", 1) };
    let served = reach(&game, ship);
    for land in zones::coast(&table.rules, zone).collect::<Vec<_>>() {
        game.state.operations.wrecks.push((land, naval, 3));
    }
    assert_eq!(served, reach(&game, ship) + 1, "a base with three points of damage is out of work");
}

/// Submarines slip past Gibraltar; cruisers do not while an enemy holds it.
#[test]
fn submarines_pass_the_straits() {
    let table = Table::new();
    let mut game =
        table.game(1, "germany", ATTACK, &[("uk", "infantry", "gibraltar", 1), ("uk", "cruiser", "sz-36", 0)]);
    table.war(&mut game, "germany", "uk");
    for (unit, passes) in [("submarine", true), ("cruiser", false)] {
        let from = table.space("sz-35");
        let ways = range::voyages(&table.rules, &game.state, table.power("germany"), table.unit(unit), from, 1, true);
        assert_eq!(ways.iter().any(|way| way.to == table.space("sz-36")), passes, "{unit}");
    }
}

/// Submarines and transports leave a zone open; a destroyer does not, and stops submarines too.
#[test]
fn who_makes_a_zone_hostile() {
    let table = Table::new();
    for (mover, there, open) in [
        ("cruiser", "submarine", true),
        ("cruiser", "transport", true),
        ("cruiser", "destroyer", false),
        ("submarine", "cruiser", true),
        ("submarine", "destroyer", false),
    ] {
        let mut game = table.game(1, "germany", QUIET, &[("uk", there, "sz-36", 1), ("germany", mover, "sz-38", 0)]);
        table.war(&mut game, "germany", "uk");
        let hostile = range::is_hostile_zone(
            &table.rules,
            &game.state,
            table.power("germany"),
            table.unit(mover),
            table.space("sz-36"),
        );
        assert_eq!(!hostile, open, "{mover} against {there}");
    }
}

fn level(table: &Table, game: &Game<'_>, track: &str) -> i64 {
    let at = table.rules.tracks.iter().position(|known| known.id == track).expect("track");
    game.state.track(TrackIx::new(at), None)
}

/// America takes notice of a Japanese declaration of war on Britain, not of a British one.
#[test]
fn america_asks_who_declared_war() {
    let table = Table::new();
    let mut game = table.game(1, "japan", DECLARE, &[]);
    give(&mut game, Order::Declare { by: table.power("japan"), on: table.power("uk") });
    assert_eq!(level(&table, &game, "american-production"), 25);
    let mut game = table.game(1, "uk", DECLARE, &[]);
    game.state.turn = 3;
    let rule = table.rules.find_event("britain-may-fight-japan").expect("rule");
    game.submit(&Action::Invoke { rule }).expect("from turn 3 on");
    assert!(game.state.at_war(table.power("uk"), table.power("japan")));
    assert_eq!(level(&table, &game, "american-production"), 0);
}

/// In the first turn Russia collects what it rolls; sleeping minors and the Dutch collect nothing.
#[test]
fn the_first_income() {
    let table = Table::new();
    let (mut game, _) = Game::start(&table.rules, table.start.clone());
    while game.state.turn < 2 {
        done(&mut game);
    }
    let rolled = level(&table, &game, "russian-production");
    assert!((2..=24).contains(&rolled));
    assert_eq!(i64::from(table.money(&game, "ussr")), rolled);
    for sleeper in ["romania", "finland", "siam", "dutch", "argentina"] {
        assert_eq!(table.money(&game, sleeper), 0, "{sleeper}");
    }
}

/// Two strategic bombers over London: the fighters rise and one round is fought, what comes through does damage that cuts the complex,
/// raids take part in no battle and fly home.
#[test]
fn bombers_raid_a_complex() {
    let table = Table::new();
    let units = [
        ("germany", "strategic-bomber", "western-germany", 6),
        ("germany", "fighter", "western-germany", 2),
        ("uk", "fighter", "liverpool", 1),
    ];
    let mut game = table.game(1, "germany", ATTACK, &units);
    table.war(&mut game, "germany", "uk");
    let site = table.space("liverpool");
    for (unit, count) in [("strategic-bomber", 6), ("fighter", 2)] {
        let stack = table.stack("germany", unit, "western-germany", count);
        give(&mut game, Order::Raid { stack, to: site });
    }
    let infantry = table.count(&game, "uk", "fighter", "liverpool");
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(table.holder(&game, "liverpool"), "uk");
    let damage = game.state.damage(site);
    assert!((1..=20).contains(&damage), "{damage} points");
    assert!(table.count(&game, "uk", "fighter", "liverpool") <= infantry);
    let left = table.count(&game, "germany", "strategic-bomber", "liverpool");
    assert!(left > 0, "most come through");
    let home = game.legal().into_iter().any(|action| {
        matches!(action, Action::Order(Order::Move { stack, to, .. })
            if stack.space == site && table.rules.board.has_land(to))
    });
    assert!(home, "and fly home");
}
