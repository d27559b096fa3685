//! Passages with aircraft, landings and battleships, and the attack on Thailand as printed.

use chartroom_engine::{Game, Order};

use super::passing::{PASS, pass, round_one};
use super::table::{
    ATTACK, QUIET, Table, dice_by_round, done, give, lost, phase_is, until, until_decides, withdrawals,
};

/// A sea zone next to Great Britain and to the coast of France.
fn narrow_seas(table: &Table) -> String {
    use chartroom_engine::query::zones;
    let coast = table.space("french-coast");
    let near = zones::coast(&table.rules, table.space("great-britain"));
    let zone = near.into_iter().find(|zone| *zone != coast && table.rules.board.link(*zone, coast).is_some());
    table.rules.space_name(zone.expect("such a zone")).to_owned()
}

/// Aircraft that go the way of the fleet may be part of it: they arrive only if it gets through.
#[test]
fn aircraft_of_the_fleet_arrive_with_it() {
    let table = Table::with(PASS);
    let zone = narrow_seas(&table);
    let from = table
        .rules
        .board
        .links_of(table.space(&zone))
        .iter()
        .map(|link| link.to)
        .find(|to| chartroom_engine::query::zones::is_sea(&table.rules, *to) && *to != table.space("french-coast"));
    let from = table.rules.space_name(from.expect("a zone")).to_owned();
    let (mut arrived, mut stayed) = (0, 0);
    for seed in 0..40 {
        let units = [
            ("uk", "destroyer", from.as_str(), 2),
            ("uk", "fighter", "great-britain", 1),
            ("germany", "destroyer", zone.as_str(), 1),
            ("germany", "submarine", "french-coast", 1),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "destroyer", 2), &from, &zone);
        table.go(&mut game, ("uk", "fighter", 1), "great-britain", &zone);
        pass(&table, &mut game, "fighter", &zone, "french-coast", false);
        let events = round_one(&mut game);
        let first =
            dice_by_round(&events).into_iter().find(|(space, ..)| *space == table.space(&zone)).expect("a battle");
        let over = table.count(&game, "uk", "fighter", "french-coast");
        if first.2 == 3 {
            arrived += over;
            assert_eq!(over, 1, "seed {seed}: a submarine never hits it");
        } else {
            stayed += 1;
            assert_eq!((first.2, over), (4, 0), "seed {seed}: it had to help");
        }
        until(&mut game, QUIET);
    }
    assert!(arrived > 5 && stayed > 5, "{arrived}, {stayed}");
}

/// The second zone must be cleared for a landing: by the ships declared for that; those that were to bombard help if they must, and
/// then those who land lose their dice. When the passage itself fails, cargo may go ashore on friendly land of that zone after combat.
#[test]
fn a_landing_waits_for_the_second_zone() {
    let table = Table::with(PASS);
    let zone = narrow_seas(&table);
    let from = table
        .rules
        .board
        .links_of(table.space(&zone))
        .iter()
        .map(|link| link.to)
        .find(|to| chartroom_engine::query::zones::is_sea(&table.rules, *to) && *to != table.space("french-coast"));
    let from = table.rules.space_name(from.expect("a zone")).to_owned();
    let (mut fired, mut helped, mut ashore) = (0, 0, 0);
    for seed in 0..150 {
        let units = [
            ("uk", "destroyer", from.as_str(), 4),
            ("uk", "submarine", from.as_str(), 1),
            ("uk", "battleship", from.as_str(), 1),
            ("uk", "transport", from.as_str(), 1),
            ("uk", "infantry", from.as_str(), 2),
            ("germany", "destroyer", zone.as_str(), 1),
            ("germany", "transport", "french-coast", 1),
            ("germany", "infantry", "france", 3),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        for (unit, count) in [("destroyer", 4), ("submarine", 1), ("battleship", 1)] {
            table.go(&mut game, ("uk", unit, count), &from, &zone);
        }
        give(
            &mut game,
            Order::Load { stack: table.stack("uk", "infantry", &from, 2), zone: table.space(&from), army: 0 },
        );
        let army = game.state.operations.groups.len() as u8;
        give(&mut game, Order::Sail { army, to: table.space(&zone) });
        let ship = table.there(&game, "uk", "transport", &zone);
        give(&mut game, Order::Pass { stack: ship, to: table.space("french-coast"), fights: false });
        let cargo = table.there(&game, "uk", "infantry", &zone);
        give(&mut game, Order::Land { stack: cargo, to: table.space("france") });
        pass(&table, &mut game, "submarine", &zone, "french-coast", false);
        pass(&table, &mut game, "battleship", &zone, "french-coast", false);
        let battleship = table.there(&game, "uk", "battleship", &zone);
        give(&mut game, Order::Support { stack: battleship, target: table.space("france") });
        let mut events = round_one(&mut game);
        let told = dice_by_round(&events);
        let dice = |space: &str| told.iter().find(|(at, ..)| *at == table.space(space)).map(|(.., dice)| *dice);
        if dice(&zone) != Some(5) {
            // The passage failed.
            assert_eq!((dice("french-coast"), dice("france")), (None, None), "seed {seed}");
            events.extend(until(&mut game, QUIET));
            let here = table.count(&game, "uk", "infantry", &zone);
            if here == 2 && table.count(&game, "germany", "destroyer", &zone) == 0 {
                ashore += 1;
                let stack = table.there(&game, "uk", "infantry", &zone);
                give(&mut game, Order::Land { stack, to: table.space("great-britain") });
            }
            continue;
        }
        match (dice("french-coast"), dice("france")) {
            // The submarine sinks the transport, which never fires back: the battleship bombards.
            (Some(1), Some(count)) => {
                fired += 1;
                assert_eq!(count, 2 + 2 + 3, "seed {seed}");
            }
            // The battleship had to help, and those who land throw no dice.
            (Some(more), Some(count)) => {
                helped += 1;
                assert!(more >= 3, "seed {seed}: {more}");
                assert_eq!(count, 3, "seed {seed}: the defenders alone");
            }
            (Some(_), None) => assert!(game.state.operations.round > 1, "seed {seed}"),
            (None, _) => panic!("seed {seed}: no second battle"),
        }
        until(&mut game, QUIET);
    }
    assert!(fired > 10 && helped > 10 && ashore > 0, "{fired}, {helped}, {ashore}");
}

/// A ship that passes back may find enemies where it started: both miss that round, and in the next the attacker stays or goes.
#[test]
fn a_ship_that_passes_back_meets_those_who_retreated_there() {
    let table = Table::with(PASS);
    let mut seen = 0;
    for seed in 0..60 {
        let units = [
            ("uk", "carrier", "na-4", 1),
            ("uk", "destroyer", "na-7", 3),
            ("uk", "destroyer", "eire-sea", 2),
            ("germany", "destroyer", "na-8", 1),
            ("germany", "destroyer", "na-5", 1),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "carrier", 1), "na-4", "na-8");
        table.go(&mut game, ("uk", "destroyer", 3), "na-7", "na-8");
        table.go(&mut game, ("uk", "destroyer", 2), "eire-sea", "na-5");
        pass(&table, &mut game, "carrier", "na-8", "na-4", true);
        done(&mut game);
        assert!(until_decides(&mut game, false, 1));
        let way = withdrawals(&game)
            .into_iter()
            .find(|(stack, to)| stack.space == table.space("na-5") && *to == table.space("na-4"));
        let (stack, to) = way.expect("the carrier has left it");
        give(&mut game, Order::Withdraw { stack, to });
        let mut events = Vec::new();
        while game.state.operations.round <= 1 && !phase_is(&game, QUIET) {
            events.extend(done(&mut game));
        }
        let here = |power: &str, unit: &str| table.count(&game, power, unit, "na-4");
        if here("uk", "carrier") == 0 || here("germany", "destroyer") == 0 {
            continue;
        }
        seen += 1;
        let dice = dice_by_round(&events);
        assert!(dice.iter().all(|(space, ..)| *space != table.space("na-4")), "seed {seed}: nobody rolls there");
        assert!(game.state.operations.is_fighting(table.space("na-4")), "seed {seed}");
        let back = withdrawals(&game).into_iter().find(|(stack, _)| stack.space == table.space("na-4"));
        let (stack, to) = back.expect("it may go back");
        assert_eq!(to, table.space("na-8"), "seed {seed}");
        let mut leaves = game.clone();
        give(&mut leaves, Order::Withdraw { stack, to });
        until(&mut leaves, QUIET);
        assert_eq!(table.count(&leaves, "uk", "carrier", "na-8"), 1, "seed {seed}");
        let fight = until(&mut game, QUIET);
        assert!(
            dice_by_round(&fight).iter().any(|(space, ..)| *space == table.space("na-4")),
            "seed {seed}: or it attacks"
        );
    }
    assert!(seen > 5, "{seen}");
}

/// A battleship that meant to pass and had to stay fires its 8 with the others.
#[test]
fn a_battleship_stopped_on_its_way_fires_without_preemption() {
    let table = Table::with(&[("naval-pass-through", true), ("beefed-up-battleships", true)]);
    let (mut stopped, mut sunk) = (0, 0);
    for seed in 0..40 {
        let units = [
            ("uk", "destroyer", "na-7", 1),
            ("uk", "battleship", "na-7", 1),
            ("germany", "destroyer", "na-8", 1),
            ("germany", "destroyer", "french-coast", 0),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "destroyer", 1), "na-7", "na-8");
        table.go(&mut game, ("uk", "battleship", 1), "na-7", "na-8");
        pass(&table, &mut game, "battleship", "na-8", "french-coast", false);
        let events = round_one(&mut game);
        let dice = dice_by_round(&events)[0].2;
        if dice == 2 {
            assert_eq!(table.count(&game, "uk", "battleship", "french-coast"), 1, "seed {seed}: it went on");
        } else {
            stopped += 1;
            assert_eq!(dice, 4, "seed {seed}: whoever its 8 hits still fires");
            sunk += lost(&events, table.power("germany"), table.unit("destroyer"));
            assert_eq!(table.count(&game, "uk", "battleship", "french-coast"), 0);
        }
        until(&mut game, QUIET);
    }
    assert!(stopped > 10 && sunk > 5, "{stopped}, {sunk}");
}

/// The attack on Thailand from three sides: orders as printed, both passages and the land attack round by round.
#[test]
fn the_attack_on_thailand_goes_as_printed() {
    let table = Table::with(PASS);
    let (mut east, mut west) = (0, 0);
    for seed in 0..60 {
        let units = [
            ("uk", "battleship", "philippine-sea", 1),
            ("uk", "transport", "philippine-sea", 1),
            ("uk", "infantry", "philippine-sea", 2),
            ("uk", "destroyer", "north-australia-sea", 1),
            ("uk", "transport", "north-australia-sea", 1),
            ("uk", "infantry", "north-australia-sea", 2),
            ("uk", "infantry", "burma", 2),
            ("uk", "fighter", "burma", 1),
            ("uk", "fighter", "borneo", 1),
            ("japan", "infantry", "thailand", 3),
            ("japan", "destroyer", "south-china-sea", 1),
            ("japan", "destroyer", "java-sea", 1),
            ("japan", "destroyer", "andaman-sea", 0),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        for (space, power) in [("burma", "uk"), ("borneo", "uk"), ("thailand", "japan")] {
            table.hold(&mut game, space, power);
        }
        let load = |game: &mut Game<'_>, zone: &str, to: &str| {
            give(game, Order::Load { stack: table.stack("uk", "infantry", zone, 2), zone: table.space(zone), army: 0 });
            let army = game.state.operations.groups.len() as u8;
            give(game, Order::Sail { army, to: table.space(to) });
        };
        load(&mut game, "philippine-sea", "south-china-sea");
        let cargo = table.there(&game, "uk", "infantry", "south-china-sea");
        give(&mut game, Order::Land { stack: cargo, to: table.space("thailand") });
        table.go(&mut game, ("uk", "battleship", 1), "philippine-sea", "south-china-sea");
        let battleship = table.there(&game, "uk", "battleship", "south-china-sea");
        give(&mut game, Order::Support { stack: battleship, target: table.space("thailand") });
        table.go(&mut game, ("uk", "fighter", 1), "burma", "south-china-sea");
        pass(&table, &mut game, "fighter", "south-china-sea", "thailand", true);
        load(&mut game, "north-australia-sea", "java-sea");
        let ship = table.there(&game, "uk", "transport", "java-sea");
        give(&mut game, Order::Pass { stack: ship, to: table.space("andaman-sea"), fights: false });
        let cargo = table.there(&game, "uk", "infantry", "java-sea");
        give(&mut game, Order::Land { stack: cargo, to: table.space("thailand") });
        table.go(&mut game, ("uk", "destroyer", 1), "north-australia-sea", "java-sea");
        pass(&table, &mut game, "destroyer", "java-sea", "andaman-sea", true);
        table.go(&mut game, ("uk", "fighter", 1), "borneo", "java-sea");
        table.go(&mut game, ("uk", "infantry", 2), "burma", "thailand");
        let events = round_one(&mut game);
        let told = dice_by_round(&events);
        let dice = |zone: &str| told.iter().find(|(space, ..)| *space == table.space(zone)).map(|(.., dice)| *dice);
        let java = dice("java-sea").expect("a battle");
        let open = table.count(&game, "uk", "transport", "andaman-sea") == 1;
        // Destroyer and fighter against one: if both miss, nothing that could still fire goes along.
        assert_eq!(java, 3, "seed {seed}");
        let east_open = dice("south-china-sea") == Some(2);
        let land = dice("thailand").expect("two come over land in any case");
        let mut wanted = 2 + 3;
        if open {
            west += 1;
            wanted += 2;
        } else {
            let there = table.count(&game, "uk", "infantry", "java-sea");
            assert_eq!(
                there,
                2 * table.count(&game, "uk", "transport", "java-sea"),
                "seed {seed}: aboard in the Java Sea"
            );
        }
        if east_open {
            east += 1;
            wanted += 2 + 2;
        }
        assert_eq!(land, wanted, "seed {seed}: west {open}, east {east_open}: {told:?}");
        until(&mut game, QUIET);
    }
    assert!(east > 10 && west > 10, "{east}, {west}");
}
