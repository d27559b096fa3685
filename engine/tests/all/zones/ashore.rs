//! Landings: cargo that waits, lands, is called off or comes too late; ships that bombard.

use chartroom_engine::Order;
use chartroom_engine::state::Stack;
use chartroom_engine::state::operations::Role;

use super::table::{
    ATTACK, QUIET, Table, dice_by_round, done, give, orders, phase_is, refused, until, until_decides, withdrawals,
};

const WAY: [&str; 4] = ["great-britain", "eire-sea", "french-coast", "france"];

/// Two infantry for France with some destroyers against some others, and perhaps a battleship that bombards.
fn landing(table: &Table, seed: u64, hunters: u16, guards: u16, bombards: bool) -> chartroom_engine::Game<'_> {
    let units = [
        ("uk", "transport", "eire-sea", 1),
        ("uk", "destroyer", "eire-sea", hunters),
        ("uk", "battleship", "eire-sea", u16::from(bombards)),
        ("uk", "infantry", "great-britain", 2),
        ("germany", "destroyer", "french-coast", guards),
        ("germany", "infantry", "france", 2),
    ];
    let mut game = table.game(seed, "uk", ATTACK, &units);
    table.ship(&mut game, ("uk", "infantry", 2), WAY);
    if hunters > 0 {
        table.go(&mut game, ("uk", "destroyer", hunters), "eire-sea", "french-coast");
    }
    if bombards {
        table.go(&mut game, ("uk", "battleship", 1), "eire-sea", "french-coast");
        let stack = table.there(&game, "uk", "battleship", "french-coast");
        give(&mut game, Order::Support { stack, target: table.space("france") });
    }
    game
}

/// Others clear the zone in round one: the battleship bombards with both dice. Otherwise it fights at sea and never bombards,
/// and those who land lose their dice in the round they land.
#[test]
fn a_battleship_bombards_only_when_others_clear_the_zone_at_once() {
    let table = Table::new();
    let (zone, land) = (table.space("french-coast"), table.space("france"));
    let (mut bombarded, mut helped, mut late) = (0, 0, 0);
    for seed in 0..60 {
        let mut game = landing(&table, seed, 3, 1, true);
        let mut events = done(&mut game);
        let mut landed_in = None;
        while !phase_is(&game, QUIET) {
            let fleet = table.there(&game, "uk", "battleship", "french-coast");
            events.extend(done(&mut game));
            let ashore = game
                .state
                .stacks_in(land)
                .iter()
                .find(|stack| game.state.operations.role(stack.army) == Some(Role::Landed));
            if let (Some(stack), None) = (ashore, landed_in) {
                let group = *game.state.operations.group(stack.army).expect("orders");
                landed_in = Some((group.silent_in, game.state.operations.role(fleet.army)));
            }
            if game.outcome().is_some() {
                break;
            }
        }
        let rounds = dice_by_round(&events);
        let at_sea: Vec<_> = rounds.iter().filter(|(space, ..)| *space == zone).collect();
        let Some((_, round, dice)) = rounds.iter().find(|(space, ..)| *space == land) else { continue };
        match (at_sea.len(), at_sea[0].2) {
            // Three destroyers and one: four dice at sea, then two ships' dice, two landing units and two defenders.
            (1, 4) => {
                bombarded += 1;
                assert_eq!((*round, *dice), (1, 2 + 2 + 2), "seed {seed}");
            }
            // The battleship had to help in round one: the landing units throw no dice when they land.
            (1, more) => {
                helped += 1;
                assert_eq!(more, 6, "seed {seed}: both its dice at sea");
                assert_eq!((*round, *dice), (1, 2), "seed {seed}: the defenders alone");
            }
            _ => {
                late += 1;
                assert_eq!(*dice, 2, "seed {seed}: no bombardment later, and no dice for who lands late");
            }
        }
    }
    assert!(bombarded > 10 && helped + late > 5, "{bombarded} bombardments, {helped} helped at once, {late} late");
    assert!(helped > 3, "{helped}");
}

/// A transport that leaves a sea battle keeps its cargo, and may not put it ashore that turn.
#[test]
fn a_transport_that_retreats_keeps_its_cargo_aboard() {
    let table = Table::new();
    let mut seen = 0;
    for seed in 0..60 {
        let mut game = landing(&table, seed, 1, 1, false);
        done(&mut game);
        if !until_decides(&mut game, true, 2) || table.count(&game, "uk", "transport", "french-coast") == 0 {
            continue;
        }
        let ship = withdrawals(&game).into_iter().find(|(stack, _)| stack.unit == table.unit("transport"));
        let Some((stack, to)) = ship else { continue };
        assert_eq!(to, table.space("eire-sea"), "where it came from");
        give(&mut game, Order::Withdraw { stack, to });
        until(&mut game, QUIET);
        if table.count(&game, "uk", "transport", "eire-sea") == 0 {
            continue;
        }
        seen += 1;
        let aboard = table.there(&game, "uk", "infantry", "eire-sea");
        assert_eq!(aboard.count, 2, "seed {seed}");
        let home = Order::Land { stack: aboard, to: table.space("great-britain") };
        assert_eq!(refused(&game, home), "twg:conquest.1", "seed {seed}: not this turn");
    }
    assert!(seen > 5, "{seen}");
}

/// The place of a landing is named beforehand and stays; from round two it may be called off, and the cargo goes ashore on
/// friendly land of that zone after combat.
#[test]
fn a_landing_is_called_off_but_never_changed() {
    let table = Table::new();
    let mut seen = 0;
    for seed in 0..60 {
        let mut game = landing(&table, seed, 1, 1, false);
        let cargo = table.there(&game, "uk", "infantry", "french-coast");
        let elsewhere = Order::Land { stack: cargo, to: table.space("great-britain") };
        assert_eq!(refused(&game, elsewhere), "twg:orders.3", "the place is named");
        done(&mut game);
        let early = withdrawals(&game)
            .iter()
            .any(|(stack, _)| stack.unit == table.unit("infantry") && stack.space == table.space("french-coast"));
        assert!(!early, "seed {seed}: not in round one");
        if !until_decides(&mut game, true, 2) {
            continue;
        }
        let off = withdrawals(&game)
            .into_iter()
            .find(|(stack, to)| stack.unit == table.unit("infantry") && *to == stack.space && stack.count == 2);
        let Some((stack, to)) = off else { continue };
        give(&mut game, Order::Withdraw { stack, to });
        until(&mut game, QUIET);
        if table.count(&game, "uk", "transport", "french-coast") == 0
            || table.count(&game, "germany", "destroyer", "french-coast") > 0
        {
            continue;
        }
        seen += 1;
        assert_eq!(table.count(&game, "uk", "infantry", "france"), 0, "seed {seed}: nobody landed");
        let stack = table.there(&game, "uk", "infantry", "french-coast");
        give(&mut game, Order::Land { stack, to: table.space("great-britain") });
        assert_eq!(table.count(&game, "uk", "infantry", "great-britain"), 2, "seed {seed}");
    }
    assert!(seen > 3, "{seen}");
}

/// Cargo that goes aboard in the zone of the battle itself shares the fate of its transport from then on.
#[test]
fn cargo_loaded_in_the_zone_of_a_battle_is_aboard_at_once() {
    let table = Table::new();
    let (mut sunk, mut landed) = (0, 0);
    for seed in 0..60 {
        let units = [
            ("uk", "transport", "eire-sea", 1),
            ("uk", "destroyer", "eire-sea", 3),
            ("uk", "infantry", "great-britain", 2),
            ("germany", "destroyer", "french-coast", 2),
            ("germany", "infantry", "france", 1),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "transport", 1), "eire-sea", "french-coast");
        table.go(&mut game, ("uk", "destroyer", 3), "eire-sea", "french-coast");
        let ship = table.there(&game, "uk", "transport", "french-coast");
        let cargo = table.stack("uk", "infantry", "great-britain", 2);
        let load = Order::Load { stack: Stack { count: 1, ..cargo }, zone: ship.space, army: ship.army };
        assert!(orders(&game).contains(&load), "it is listed");
        give(&mut game, Order::Load { stack: cargo, zone: ship.space, army: ship.army });
        let aboard = table.there(&game, "uk", "infantry", "french-coast");
        let on = Order::Sail { army: aboard.army, to: table.space("north-sea") };
        assert_eq!(refused(&game, on), "twg:orders.2", "a laden transport goes no further from a battle");
        give(&mut game, Order::Land { stack: aboard, to: table.space("france") });
        done(&mut game);
        until(&mut game, QUIET);
        let at_sea = table.count(&game, "uk", "infantry", "french-coast");
        let ashore = table.count(&game, "uk", "infantry", "france");
        if table.count(&game, "uk", "transport", "french-coast") == 0 {
            sunk += 1;
            let left = at_sea + table.count(&game, "uk", "infantry", "great-britain");
            assert!(left == 0, "seed {seed}: lost with it, or landed: {left}, {ashore}");
        }
        landed += ashore;
    }
    assert!(sunk > 5 && landed > 5, "{sunk} sunk, {landed} landed");
}

/// A transport that came along to a battle loads and unloads in its zone once the battle is over.
#[test]
fn a_transport_loads_after_the_battle_in_its_zone() {
    let table = Table::new();
    let mut seen = 0;
    for seed in 0..20 {
        let units = [
            ("uk", "transport", "eire-sea", 1),
            ("uk", "destroyer", "eire-sea", 6),
            ("uk", "infantry", "great-britain", 1),
            ("germany", "transport", "french-coast", 1),
            ("germany", "infantry", "france", 0),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.hold(&mut game, "france", "france");
        table.go(&mut game, ("uk", "transport", 1), "eire-sea", "french-coast");
        table.go(&mut game, ("uk", "destroyer", 6), "eire-sea", "french-coast");
        done(&mut game);
        until(&mut game, QUIET);
        if table.count(&game, "uk", "transport", "french-coast") == 0 {
            continue;
        }
        seen += 1;
        let ship = table.there(&game, "uk", "transport", "french-coast");
        let stack = table.stack("uk", "infantry", "great-britain", 1);
        give(&mut game, Order::Load { stack, zone: ship.space, army: ship.army });
        let aboard = table.there(&game, "uk", "infantry", "french-coast");
        let away = Order::Sail { army: aboard.army, to: table.space("eire-sea") };
        assert_eq!(refused(&game, away), "twg:noncombat.2", "it stays where it fought");
        give(&mut game, Order::Land { stack: aboard, to: table.space("france") });
        assert_eq!(table.count(&game, "uk", "infantry", "france"), 1);
    }
    assert!(seen > 10, "{seen}");
}
