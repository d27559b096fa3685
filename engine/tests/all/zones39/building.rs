//! Units are bought first and placed last, as many as their powers may have.

use chartroom_engine::procedures::Procedure;
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Game, Order};

use super::table::{BUILD, Table, Wanted, done, give, refused, until};

const PLACE: Wanted = |run| matches!(run, Procedure::PlaceBought(_));

fn buy(table: &Table, power: &str, unit: &str, count: u16) -> Order {
    Order::Purchase { power: table.power(power), unit: table.unit(unit), count }
}

fn place(table: &Table, power: &str, unit: &str, count: u16, site: &str) -> Order {
    let (power, unit, site) = (table.power(power), table.unit(unit), table.space(site));
    Order::Place { power, unit, count, site, to: site }
}

fn in_turn<'t>(table: &'t Table, power: &str, turn: i16, money: i32) -> Game<'t> {
    let mut game = table.game(1, power, BUILD, &[]);
    game.state.turn = turn;
    table.purse(&mut game, power, money);
    game
}

/// What is bought stands nowhere until its power's phase of placement; what finds no room there is paid back.
#[test]
fn bought_units_wait_for_the_end_of_the_turn() {
    let table = Table::new();
    let mut game = in_turn(&table, "germany", 1, 60);
    let before = table.count(&game, "germany", "infantry", "silesia");
    give(&mut game, buy(&table, "germany", "infantry", 5));
    assert_eq!((table.count(&game, "germany", "infantry", "silesia"), table.money(&game, "germany")), (before, 45));
    done(&mut game);
    until(&mut game, PLACE);
    assert_eq!(refused(&game, place(&table, "germany", "infantry", 4, "silesia")), "gw39:II.7.a", "a minor complex");
    let there = table.count(&game, "germany", "infantry", "silesia");
    give(&mut game, place(&table, "germany", "infantry", 3, "silesia"));
    assert_eq!(table.count(&game, "germany", "infantry", "silesia"), there + 3);
    let money = table.money(&game, "germany");
    done(&mut game);
    assert!(table.money(&game, "germany") >= money + 6, "two infantry are paid back");
    assert!(game.state.operations.queue.is_empty());
}

/// Special units come from their turn on, and so many a turn, to each power its own number.
#[test]
fn limits_of_special_units_hold() {
    let table = Table::new();
    assert!(in_turn(&table, "germany", 2, 90).submit(&Action::Order(buy(&table, "germany", "tiger-tank", 1))).is_err());
    for (power, unit, turn, most) in [
        ("germany", "tiger-tank", 3, 1),
        ("germany", "ss-panzer", 2, 2),
        ("ussr", "kv-2", 3, 2),
        ("uk", "commando", 1, 2),
        ("anzac", "commando", 1, 1),
    ] {
        let mut game = in_turn(&table, power, turn, 90);
        assert!(game.clone().submit(&Action::Order(buy(&table, power, unit, most + 1))).is_err(), "{power}: {unit}");
        give(&mut game, buy(&table, power, unit, most));
        assert!(game.submit(&Action::Order(buy(&table, power, unit, 1))).is_err(), "{power}: one more {unit}");
    }
}

/// China builds in its own land without a factory, six in each; South Africa starts with infantry; Holland builds two.
#[test]
fn powers_with_rules_of_their_own_build_by_them() {
    let table = Table::new();
    let mut game = in_turn(&table, "nationalist-china", 1, 60);
    give(&mut game, buy(&table, "nationalist-china", "infantry", 8));
    done(&mut game);
    until(&mut game, PLACE);
    assert!(
        game.clone().submit(&Action::Order(place(&table, "nationalist-china", "infantry", 7, "chungking"))).is_err()
    );
    give(&mut game, place(&table, "nationalist-china", "infantry", 6, "chungking"));
    let mut africa = in_turn(&table, "south-africa", 1, 60);
    assert!(africa.clone().submit(&Action::Order(buy(&table, "south-africa", "artillery", 1))).is_err());
    give(&mut africa, buy(&table, "south-africa", "infantry", 1));
    give(&mut africa, buy(&table, "south-africa", "artillery", 1));
}

/// British units appear at Commonwealth factories, on top of what those build.
#[test]
fn britain_builds_in_the_dominions() {
    let table = Table::new();
    let mut game = in_turn(&table, "uk", 1, 60);
    give(&mut game, buy(&table, "uk", "infantry", 3));
    done(&mut game);
    until(&mut game, PLACE);
    assert!(game.clone().submit(&Action::Order(place(&table, "uk", "infantry", 3, "ottawa"))).is_err());
    give(&mut game, place(&table, "uk", "infantry", 2, "ottawa"));
    assert_eq!(table.count(&game, "uk", "infantry", "ottawa"), 2);
}

/// A raised complex works from the next turn on; nobody tears his own down.
#[test]
fn complexes_are_built_and_raised_for_money() {
    let table = Table::new();
    let mut game = in_turn(&table, "germany", 1, 60);
    let site = table.space("silesia");
    assert!(game.clone().submit(&Action::Order(Order::Raze { space: site })).is_err(), "not in this game");
    let major = table.rules.find_feature("major-complex").expect("feature");
    give(&mut game, Order::Found { feature: major, space: site });
    assert_eq!(table.money(&game, "germany"), 40);
    give(&mut game, buy(&table, "germany", "infantry", 4));
    done(&mut game);
    until(&mut game, PLACE);
    assert!(game.clone().submit(&Action::Order(place(&table, "germany", "infantry", 4, "silesia"))).is_err());
    done(&mut game);
    assert_eq!(game.state.feature(&table.rules, site, major), 1);
}

/// A damaged battleship beside a working naval base is whole for the throw of a die.
#[test]
fn capital_ships_are_repaired_by_the_die() {
    let table = Table::new();
    let hurt = Stack { damaged: 1, ..table.stack("germany", "battleship", "sz-16", 1) };
    let mut game = table.game(3, "germany", BUILD, &[("germany", "destroyer", "sz-16", 1)]);
    game.state.stacks.push(hurt);
    game.state.stacks.sort_unstable();
    table.purse(&mut game, "germany", 5);
    assert!(game.clone().submit(&Action::Order(Order::Overhaul { stack: hurt })).is_err(), "six might be asked");
    table.purse(&mut game, "germany", 6);
    let hamburg = table.space("hamburg");
    let base = table.rules.find_feature("naval-base").expect("feature");
    let mut bombed = game.clone();
    bombed.state.operations.wrecks.push((hamburg, base, 3));
    let beside = table
        .rules
        .board
        .links_of(table.space("sz-16"))
        .iter()
        .filter(|link| bombed.state.feature(&table.rules, link.to, base) > 0);
    if beside.count() == 1 {
        assert!(bombed.submit(&Action::Order(Order::Overhaul { stack: hurt })).is_err(), "the base is out of work");
    }
    give(&mut game, Order::Overhaul { stack: hurt });
    assert!(table.money(&game, "germany") < 6);
    assert_eq!(table.there(&game, "germany", "battleship", "sz-16").damaged, 0);
}
