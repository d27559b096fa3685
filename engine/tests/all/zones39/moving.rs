//! Moves to battle and moves without: how far, through what, and where aircraft come down.

use chartroom_engine::Order;
use chartroom_engine::ids::SpaceIx;
use chartroom_engine::query::range::flight_map;

use super::table::{ATTACK, QUIET, Table, give, refused};

#[test]
fn a_move_of_combat_leads_to_an_enemy_within_range() {
    let table = Table::new();
    let units =
        [("japan", "infantry", "hankow", 4), ("japan", "fighter", "hankow", 1), ("japan", "infantry", "canton", 2)];
    let mut game = table.game(1, "japan", ATTACK, &units);
    let to = |of, from, to| table.order_to_go(&game, of, from, to);
    assert_eq!(refused(&game, to(("japan", "fighter", 1), "hankow", "nanking")), "gw39:II.4.a", "nobody to fight");
    assert_eq!(refused(&game, to(("japan", "infantry", 1), "hankow", "nanking")), "gw39:II.4.b", "mere reinforcement");
    assert_eq!(refused(&game, to(("japan", "infantry", 1), "hankow", "chungking")), "gw39:II.4.b", "two spaces");
    table.go(&mut game, ("japan", "infantry", 4), "hankow", "changsha");
    table.go(&mut game, ("japan", "infantry", 2), "canton", "changsha");
    assert_eq!(table.count(&game, "japan", "infantry", "changsha"), 6, "any number, from several places");
    let stack = table.there(&game, "japan", "infantry", "changsha");
    let again = Order::Move { stack, via: None, to: table.space("kweichow") };
    assert_eq!(refused(&game, again), "gw39:II.4.g", "no second battle");
}

#[test]
fn armor_stops_at_enemies_and_runs_through_empty_land() {
    let table = Table::new();
    for (guards, runs) in [(1, false), (0, true)] {
        let units = [("japan", "armor", "hankow", 1), ("nationalist-china", "infantry", "changsha", guards)];
        let game = table.game(1, "japan", ATTACK, &units);
        for to in ["chungking", "canton"] {
            let stack = table.there(&game, "japan", "armor", "hankow");
            let order = Order::Move { stack, via: Some(table.space("changsha")), to: table.space(to) };
            if runs {
                let mut after = game.clone();
                give(&mut after, order);
                assert_eq!(table.holder(&after, "changsha"), "japan", "taken on the way to {to}");
            } else {
                assert_eq!(refused(&game, order), "gw39:II.4.b", "no way through enemies to {to}");
            }
        }
    }
}

/// An attacker in the air needs a place to land that it can still reach; a field next to the target is enough.
#[test]
fn an_attack_from_the_air_keeps_a_way_home() {
    let table = Table::new();
    let game = table.game(1, "japan", ATTACK, &[("japan", "fighter", "hankow", 1)]);
    let far = flight_map(&table.rules, &[table.space("hankow")], 4);
    let stack = table.there(&game, "japan", "fighter", "hankow");
    let mut seen = 0;
    for to in (0..far.len()).map(SpaceIx::new).filter(|to| far[to.index()] == 3) {
        let order = Order::Move { stack, via: None, to };
        let Err(refusal) = game.clone().submit(&chartroom_engine::Action::Order(order)) else { continue };
        if refusal.rule != "gw39:II.4.j" {
            continue;
        }
        let next = table.rules.board.links_of(to).iter().map(|link| link.to);
        let Some(field) = next.into_iter().find(|space| table.rules.board.has_land(*space)) else { continue };
        let mut other = game.clone();
        other.state.stacks.retain(|stack| stack.space != field);
        other.state.holders[field.index()] = table.power("japan").0 + 1;
        give(&mut other, order);
        seen += 1;
    }
    assert!(seen > 0, "some target is within range but too far to come back from");
}

#[test]
fn land_taken_this_turn_lets_troops_in_but_no_aircraft() {
    let table = Table::new();
    let units = [
        ("japan", "infantry", "hankow", 1),
        ("japan", "fighter", "hankow", 1),
        ("nationalist-china", "infantry", "changsha", 0),
    ];
    let mut game = table.game(1, "japan", QUIET, &units);
    let order = table.order_to_go(&game, ("japan", "infantry", 1), "hankow", "changsha");
    assert_eq!(refused(&game, order), "gw39:II.6.c", "hostile land");
    table.hold(&mut game, "changsha", "japan");
    game.state.operations.taken = vec![table.space("changsha")];
    let flight = table.order_to_go(&game, ("japan", "fighter", 1), "hankow", "changsha");
    assert_eq!(refused(&game, flight), "gw39:II.6.d", "friendly, but not since the turn began");
    table.go(&mut game, ("japan", "infantry", 1), "hankow", "changsha");
}
