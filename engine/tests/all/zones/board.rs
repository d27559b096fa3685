//! Spaces, set-up, income, canals: what the board itself says.

use chartroom_engine::query::range::{flight_map, voyages};
use chartroom_engine::query::zones;
use chartroom_engine::{Options, Order, compile};
use chartroom_format::schema::ids::{PowerId, SpaceId, UnitId};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::scenario::Placement;
use chartroom_format::schema::units::Domain;

use super::table::{ATTACK, BUILD, QUIET, Table, content, done, give, orders, refused, until};
use chartroom_engine::ids::SpaceIx;

#[test]
fn units_stand_on_named_land_or_at_sea_and_are_ordered_nowhere_else() {
    let table = Table::new();
    let spaces = (0..table.rules.board.spaces.len()).map(SpaceIx::new);
    for space in spaces {
        let info = table.rules.board.space(space);
        if table.rules.board.has_land(space) {
            assert!(
                info.name.as_ref().is_some_and(|name| !name.is_empty()),
                "{} has no name",
                table.rules.space_name(space)
            );
        }
    }
    for stack in &table.start.stacks {
        let surface = table.rules.board.space(stack.space).surface;
        assert!(surface == Surface::Land || surface == Surface::Sea, "{}", table.rules.space_name(stack.space));
    }
    let game = table.game(1, "germany", ATTACK, &[("germany", "infantry", "norway", 2)]);
    for to in ["north-sea", "arctic-ocean"] {
        let order = table.order_to_go(&game, ("germany", "infantry", 1), "norway", to);
        assert_eq!(refused(&game, order), "twg:orders.2", "infantry to {to}");
    }
    for order in orders(&game) {
        let Order::Move { stack, to, .. } = order else { continue };
        let at_sea = zones::is_sea(&table.rules, to);
        match table.rules.unit(stack.unit).domain {
            Domain::Land => assert!(table.rules.board.has_land(to)),
            Domain::Sea | Domain::Submarine => assert!(at_sea),
            _ => assert!(at_sea || table.rules.board.has_land(to)),
        }
    }
}

/// Income is counted when the own turn begins: what was lost before in the same game turn is gone, what was taken from
/// neutrals pays in full, and land without a number pays nothing.
#[test]
fn income_is_the_land_held_when_the_own_turn_begins() {
    let table = Table::new();
    let soviet = table.power("ussr");
    let value = |space: &str| table.rules.board.space(table.space(space)).value as i32;
    let total = |game: &chartroom_engine::Game<'_>| -> i32 {
        let all = (0..table.rules.board.spaces.len()).map(SpaceIx::new);
        all.filter(|at| game.state.holder(*at) == Some(soviet)).map(|at| table.rules.board.space(at).value as i32).sum()
    };
    let lost = (0..table.rules.board.spaces.len())
        .map(SpaceIx::new)
        .find(|at| table.start.holder(*at) == Some(soviet) && table.rules.board.space(*at).value > 1)
        .expect("Soviet land");
    let lost = table.rules.space_name(lost).to_owned();
    assert_eq!((value("kerguelen"), value("turkey") > 0), (0, true));
    for (changes, wanted) in [
        (vec![], 68),
        (vec![(lost.as_str(), "germany")], 68 - value(&lost)),
        (vec![("turkey", "ussr")], 68 + value("turkey")),
        (vec![("kerguelen", "ussr")], 68),
        (vec![(lost.as_str(), "germany"), ("turkey", "ussr")], 68 - value(&lost) + value("turkey")),
    ] {
        let mut game = table.game(1, "germany", BUILD, &[]);
        table.purse(&mut game, "ussr", 7);
        for (space, power) in &changes {
            table.hold(&mut game, space, power);
        }
        assert_eq!(total(&game), wanted, "the start, more what was gained, less what was lost: {changes:?}");
        done(&mut game);
        until(&mut game, ATTACK);
        assert_eq!(table.money(&game, "ussr"), 7 + wanted, "{changes:?}");
    }
}

#[test]
fn occupation_and_control_are_two_things() {
    let table = Table::new();
    let units = [("usa", "infantry", "egypt", 1), ("uk", "infantry", "jordan", 0)];
    let mut game = table.game(1, "usa", QUIET, &units);
    assert_eq!(table.holder(&game, "jordan"), "uk", "controlled although empty");
    table.go(&mut game, ("usa", "infantry", 1), "egypt", "jordan");
    assert_eq!(table.holder(&game, "jordan"), "uk", "occupied by an ally, still controlled");
    assert_eq!(table.count(&game, "usa", "infantry", "jordan"), 1);
    done(&mut game);
    table.purse(&mut game, "usa", 50);
    let infantry = table.unit("infantry");
    let at = table.space("jordan");
    assert_eq!(refused(&game, Order::Buy { unit: infantry, count: 1, site: at, to: at }), "twg:occupation.2");
}

#[test]
fn a_set_up_puts_cargo_aboard_and_ships_to_sea() {
    let start = |placement: Placement| {
        let mut content = content();
        let scenario = content.scenarios.get_mut("1942").expect("1942");
        scenario.set_up.get_mut(&PowerId::from("germany")).expect("germany").push(placement);
        compile(&content, "1942", Options::default()).map(|(_, state)| state)
    };
    let table = Table::new();
    let fighter = table.stack("uk", "fighter", "faeroe-sea", 2);
    assert!(table.start.stacks.contains(&fighter), "on the deck of a carrier in its zone");
    assert!(table.start.stacks_in(fighter.space).iter().any(|stack| table.rules.unit(stack.unit).id == "carrier"));
    let force = |unit: &str| [(UnitId::from(unit), 1)].into_iter().collect();
    let zone = SpaceId::from("north-sea");
    let aboard = start(Placement::Aboard(zone.clone(), UnitId::from("transport"), force("infantry"))).expect("legal");
    let before = table.start.stacks.iter().map(|stack| u32::from(stack.count)).sum::<u32>();
    let infantry = table.stack("germany", "infantry", "north-sea", 1);
    assert!(aboard.stacks.contains(&infantry), "cargo stands in the zone of its transport");
    assert_eq!(aboard.stacks.iter().map(|stack| u32::from(stack.count)).sum::<u32>(), before + 1);
    let at_sea = start(Placement::At(zone, force("destroyer"))).expect("legal");
    let ships = |state: &chartroom_engine::State| -> u16 {
        let here = state.stacks_in(table.space("north-sea")).iter();
        here.filter(|stack| stack.unit == table.unit("destroyer")).map(|stack| stack.count).sum()
    };
    assert_eq!(ships(&at_sea), ships(&table.start) + 1);
    assert!(start(Placement::At(SpaceId::from("germany"), force("destroyer"))).is_err(), "no ship on land");
}

#[test]
fn nobody_flies_over_the_pole() {
    let table = Table::new();
    let pole = table.space("arctic-ocean");
    for space in (0..table.rules.board.spaces.len()).map(SpaceIx::new) {
        let over = table.rules.board.links_of(space).iter().any(|link| link.to == pole && link.passes.has(Domain::Air));
        assert!(!over, "{} leads over the pole", table.rules.space_name(space));
    }
    let soviet = table.power("ussr");
    for north in ["northwest-territory", "greenland"] {
        let near = table.rules.board.links_of(table.space(north)).iter();
        let over = near.filter(|link| table.rules.board.space(link.to).owner == Some(soviet)).count();
        assert_eq!(over, 0, "{north} does not touch Siberia");
    }
}

#[test]
fn canals_bind_ships_and_not_aircraft() {
    let table = Table::new();
    let mut game = table.game(1, "uk", QUIET, &[("uk", "destroyer", "egypt-sea", 1)]);
    let reaches = |game: &chartroom_engine::Game<'_>, from: &str, to: &str| {
        let unit = table.unit("destroyer");
        let ways = voyages(&table.rules, &game.state, table.power("uk"), unit, table.space(from), 1, false);
        ways.iter().any(|way| way.to == table.space(to))
    };
    assert!(reaches(&game, "egypt-sea", "red-sea"), "one space, both keys in friendly hands");
    assert!(reaches(&game, "caribbean-sea", "ecuador-sea"), "from the Atlantic to the Pacific in one space");
    table.hold(&mut game, "jordan", "germany");
    table.hold(&mut game, "panama", "japan");
    assert!(!reaches(&game, "egypt-sea", "red-sea") && !reaches(&game, "caribbean-sea", "ecuador-sea"));
    for (from, to) in [("egypt-sea", "red-sea"), ("caribbean-sea", "ecuador-sea"), ("aegean-sea", "black-sea")] {
        let map = flight_map(&table.rules, &[table.space(from)], 4);
        assert_eq!(map[table.space(to).index()], 1, "aircraft cross for one space: {from} to {to}");
    }
    // Panama is one land between two seas.
    let shores = |zone: &str| zones::coast(&table.rules, table.space(zone)).any(|land| land == table.space("panama"));
    assert!(shores("caribbean-sea") && shores("ecuador-sea"));
}

#[test]
fn a_canal_taken_in_combat_is_open_to_ships_that_did_not_fight() {
    let table = Table::new();
    let units = [
        ("usa", "infantry", "colombia", 2),
        ("usa", "destroyer", "caribbean-sea", 1),
        ("japan", "infantry", "panama", 0),
        ("japan", "infantry", "ecuador-sea", 0),
    ];
    let mut game = table.game(1, "usa", ATTACK, &units);
    table.hold(&mut game, "panama", "japan");
    let pass = |game: &chartroom_engine::Game<'_>| {
        table.order_to_go(game, ("usa", "destroyer", 1), "caribbean-sea", "ecuador-sea")
    };
    table.go(&mut game, ("usa", "infantry", 1), "colombia", "panama");
    assert_eq!(refused(&game, pass(&game)), "twg:orders.2", "closed while Japan has it");
    done(&mut game);
    until(&mut game, QUIET);
    assert_eq!(table.holder(&game, "panama"), "usa");
    let order = pass(&game);
    give(&mut game, order);
    assert_eq!(table.count(&game, "usa", "destroyer", "ecuador-sea"), 1);
}

#[test]
fn the_isles_of_japan_have_no_land_link() {
    let table = Table::new();
    for (from, to) in [("japan", "hokkaido"), ("hokkaido", "sakhalin"), ("japan", "sakhalin")] {
        let link = table.rules.board.link(table.space(from), table.space(to));
        assert!(link.is_none_or(|link| !link.passes.has(Domain::Land)), "{from} to {to}");
        let game = table.game(1, "japan", QUIET, &[("japan", "infantry", from, 1)]);
        let order = table.order_to_go(&game, ("japan", "infantry", 1), from, to);
        assert_eq!(refused(&game, order), "twg:noncombat.2", "{from} to {to}");
    }
}
