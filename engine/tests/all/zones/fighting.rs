//! Rounds of battles: who rolls, who is hit, who says so.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::state::operations::BattleStep;
use chartroom_engine::{Event, Operation, Order};

use super::table::{
    ATTACK, QUIET, Table, dice_by_round, done, give, lost, orders, refused, until, until_decides, withdrawals,
};

/// Germans in Libya against Britons in Egypt, ordered to attack.
fn egypt<'t>(
    table: &'t Table,
    seed: u64,
    attack: &[(&str, u16)],
    defend: &[(&str, u16)],
) -> chartroom_engine::Game<'t> {
    let ours = attack.iter().map(|(unit, count)| ("germany", *unit, "libya", *count));
    let theirs = defend.iter().map(|(unit, count)| ("uk", *unit, "egypt", *count));
    let units: Vec<_> = ours.chain(theirs).collect();
    let mut game = table.game(seed, "germany", ATTACK, &units);
    table.hold(&mut game, "libya", "germany");
    for (unit, count) in attack {
        table.go(&mut game, ("germany", unit, *count), "libya", "egypt");
    }
    game
}

#[test]
fn every_battle_is_fought_for_a_round_and_ends_in_one_of_three_ways() {
    let table = Table::new();
    let egypt_at = table.space("egypt");
    let (mut conquests, mut defeats, mut retreats) = (0, 0, 0);
    for seed in 0..60 {
        let mut game = egypt(&table, seed, &[("infantry", 5)], &[("infantry", 3)]);
        let mut events = done(&mut game);
        assert!(matches!(game.state.operations.step, BattleStep::DefenderDecides(_)), "no way back in round one");
        let stack = table.there(&game, "germany", "infantry", "egypt");
        assert_eq!(refused(&game, Order::Withdraw { stack, to: table.space("libya") }), "twg:combat.1");
        let goes_back = seed % 4 == 0 && {
            let there = until_decides(&mut game, true, 2);
            for (stack, to) in withdrawals(&game).into_iter().filter(|(stack, _)| there && stack.count > 1).take(1) {
                give(&mut game, Order::Withdraw { stack, to });
            }
            there && table.count(&game, "germany", "infantry", "egypt") > 1
        };
        events.extend(until(&mut game, QUIET));
        let rounds = if seed % 4 == 0 { 1 } else { dice_by_round(&events).len() };
        assert!(rounds > 0, "seed {seed}: at least one round");
        let here = |power: &str| table.count(&game, power, "infantry", "egypt");
        match (here("germany") > 0, here("uk") > 0) {
            (true, false) => {
                conquests += 1;
                assert_eq!(game.state.holder(egypt_at), Some(table.power("germany")));
            }
            (false, _) => {
                assert_eq!(game.state.holder(egypt_at), Some(table.power("uk")));
                if goes_back { retreats += 1 } else { defeats += 1 }
            }
            (true, true) => panic!("seed {seed}: the battle is not over"),
        }
    }
    assert!(
        conquests > 3 && defeats > 3 && retreats > 3,
        "{conquests} conquests, {defeats} defeats, {retreats} retreats"
    );
}

/// Retreats are asked for before any die of a round.
#[test]
fn nobody_rolls_before_both_sides_have_said_who_leaves() {
    let table = Table::new();
    let mut game = egypt(&table, 2, &[("infantry", 9)], &[("infantry", 9)]);
    for round in 1..4 {
        let mut asked = Vec::new();
        while !matches!(game.state.operations.step, BattleStep::DefenderDecides(_)) {
            let thrown = game.state.dice.thrown.clone();
            let step = game.state.operations.step;
            done(&mut game);
            asked.push((step, thrown == game.state.dice.thrown));
        }
        assert!(asked.iter().all(|(_, quiet)| *quiet), "round {round}: the attacker decides before the dice");
        assert!(!withdrawals(&game).is_empty(), "round {round}: the defender is asked");
        let thrown = game.state.dice.thrown.clone();
        done(&mut game);
        assert_ne!(thrown, game.state.dice.thrown, "round {round}: then dice are thrown");
        if super::table::phase_is(&game, QUIET) {
            break;
        }
    }
}

/// The attacker says which battles go first; those next to each other go together.
#[test]
fn the_attacker_picks_the_order_of_his_battles() {
    let table = Table::new();
    let units = [
        ("germany", "infantry", "libya", 6),
        ("uk", "infantry", "egypt", 2),
        ("uk", "infantry", "sudan", 2),
        ("germany", "infantry", "belorussia", 9),
        ("ussr", "infantry", "central-russia", 2),
    ];
    let start = |seed: u64, twice: bool| {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        table.go(&mut game, ("germany", "infantry", 3), "libya", "egypt");
        if twice {
            table.go(&mut game, ("germany", "infantry", 3), "libya", "sudan");
        }
        table.go(&mut game, ("germany", "infantry", 9), "belorussia", "central-russia");
        done(&mut game);
        game
    };
    let (egypt, moscow) = (table.space("egypt"), table.space("central-russia"));
    let mut faces = Vec::new();
    for (first, second) in [(egypt, moscow), (moscow, egypt)] {
        let mut game = start(5, false);
        let mut events = Vec::new();
        assert_eq!(game.state.operations.step, BattleStep::AttackerDecides, "he has an order to pick");
        give(&mut game, Order::PutOff { space: second });
        assert_eq!(refused(&game, Order::PutOff { space: first }), "twg:retreat.10", "one goes first");
        let mut told = Vec::new();
        for _ in 0..400 {
            if super::table::phase_is(&game, QUIET) {
                break;
            }
            let again = orders(&game).contains(&Order::PutOff { space: second });
            if again && game.state.operations.is_fighting(first) {
                give(&mut game, Order::PutOff { space: second });
            }
            let step = done(&mut game);
            told.extend(dice_by_round(&step).into_iter().map(|(space, round, _)| (space, round)));
            events.extend(step);
        }
        faces.push(faces_by_battle(&events));
        let changes = told.windows(2).filter(|pair| pair[0].0 != pair[1].0).count();
        assert_eq!((told[0].0, changes), (first, 1), "one after the other: {told:?}");
        let rounds: Vec<u8> = told.iter().filter(|(space, _)| *space == second).map(|(_, round)| *round).collect();
        assert_eq!(rounds[0], 1, "its own rounds are counted");
    }
    assert_eq!(faces[0], faces[1], "a battle has its own luck, whichever was fought before");
    assert_ne!(faces[0][0].2, faces[0][1].2, "and not that of another");
    let game = start(5, true);
    assert_eq!(refused(&game, Order::PutOff { space: egypt }), "twg:retreat.10", "units may retreat between them");
}

/// The faces of every round of every battle, in the order of places and rounds.
fn faces_by_battle(events: &[Event]) -> Vec<(SpaceIx, u8, Vec<i64>)> {
    let (mut found, mut faces) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::Rolled { roll, .. } => faces.push(*roll),
            Event::Operation(Operation::RoundFought { space, round }) => {
                found.push((*space, *round, std::mem::take(&mut faces)));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// The owner of the side that is hit says who goes first, over all nations that fight for him.
#[test]
fn the_owner_names_his_losses_from_any_nation() {
    let table = Table::new();
    let units = [
        ("germany", "infantry", "libya", 3),
        ("germany", "armor", "libya", 3),
        ("italy", "infantry", "libya", 3),
        ("uk", "infantry", "egypt", 8),
    ];
    let (germany, italy) = (table.power("germany"), table.power("italy"));
    let (infantry, armor) = (table.unit("infantry"), table.unit("armor"));
    let egypt = table.space("egypt");
    let mut seen = [0, 0, 0];
    for seed in 0..20 {
        for (case, named) in [None, Some((germany, armor)), Some((italy, infantry))].into_iter().enumerate() {
            let mut game = table.game(seed, "germany", ATTACK, &units);
            for (power, unit) in [("germany", "infantry"), ("germany", "armor"), ("italy", "infantry")] {
                table.go(&mut game, (power, unit, 3), "libya", "egypt");
            }
            done(&mut game);
            if let Some((power, unit)) = named {
                give(&mut game, Order::Offer { space: egypt, power, unit });
                assert_eq!(refused(&game, Order::Offer { space: egypt, power, unit }), "twg:combat.7", "named once");
                let foe = Order::Offer { space: egypt, power: table.power("uk"), unit: infantry };
                assert_eq!(refused(&game, foe), "twg:combat.7", "not the enemy's");
            }
            done(&mut game);
            let events = done(&mut game);
            let gone =
                [lost(&events, germany, infantry), lost(&events, germany, armor), lost(&events, italy, infantry)];
            let all: u16 = gone.iter().sum();
            match case {
                0 => assert!(all > 6 || gone[1] == 0, "the dearest last: {gone:?}"),
                1 => assert_eq!(gone[1], all.min(3), "armor first: {gone:?}"),
                _ => assert_eq!(gone[2], all.min(3), "Italians first: {gone:?}"),
            }
            seen[case] += u16::from(all > 0);
        }
    }
    assert!(seen.iter().all(|seen| *seen > 10), "{seen:?}");
}

/// Guns fire over the border once and are no target; what moved with the attack rolls in every round.
#[test]
fn a_supporting_gun_fires_in_round_one_and_cannot_be_hit() {
    let table = Table::new();
    let mut later = 0;
    for seed in 0..20 {
        let units =
            [("germany", "infantry", "libya", 6), ("germany", "artillery", "libya", 1), ("uk", "infantry", "egypt", 6)];
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        table.go(&mut game, ("germany", "infantry", 6), "libya", "egypt");
        let gun = table.stack("germany", "artillery", "libya", 1);
        give(&mut game, Order::Support { stack: gun, target: table.space("egypt") });
        let mut events = done(&mut game);
        let named = table.power("germany");
        let offer = Order::Offer { space: table.space("egypt"), power: named, unit: table.unit("artillery") };
        assert_eq!(refused(&game, offer), "twg:combat.7", "who only supports is no casualty");
        events.extend(until(&mut game, QUIET));
        let dice = dice_by_round(&events);
        assert_eq!(dice[0].2, 13, "six, a gun, six: {dice:?}");
        let gone = lost(&events, named, table.unit("artillery"));
        assert_eq!((gone, table.count(&game, "germany", "artillery", "libya")), (0, 1), "seed {seed}");
        if dice.len() > 1 {
            later += 1;
            assert!(dice[1].2 <= 12, "no gun in round two: {dice:?}");
        }
    }
    assert!(later > 5, "{later} second rounds");
}

/// Defending guns hit aircraft first, or land units if their owner says so at the start of a round.
#[test]
fn a_defender_turns_his_guns_to_the_ground() {
    let table = Table::new();
    let (germany, uk) = (table.power("germany"), table.power("uk"));
    let mut seen = [0, 0];
    for seed in 0..20 {
        for (case, turned) in [false, true].into_iter().enumerate() {
            let mut game = egypt(&table, seed, &[("infantry", 8), ("fighter", 2)], &[("artillery", 4)]);
            done(&mut game);
            while !matches!(game.state.operations.step, BattleStep::DefenderDecides(_)) {
                done(&mut game);
            }
            if turned {
                let unit = table.unit("artillery");
                give(&mut game, Order::Aim { space: table.space("egypt"), power: uk, unit, other: true });
            }
            let events = done(&mut game);
            let (air, land) =
                (lost(&events, germany, table.unit("fighter")), lost(&events, germany, table.unit("infantry")));
            if turned {
                assert_eq!(air, 0, "seed {seed}: infantry is cheaper than fighters");
            } else {
                assert!(land == 0 || air == 2, "seed {seed}: aircraft first, {air} and {land}");
            }
            seen[case] += air + land;
        }
    }
    assert!(seen[0] > 10 && seen[1] > 10, "{seen:?}");
}

/// Bombs never hit aircraft; one gun die for each bomber may, and never both in one round.
#[test]
fn bombers_swap_their_bombs_for_a_gun() {
    let table = Table::new();
    let (mut with, mut without) = (0, 0);
    for seed in 0..30 {
        for guns in [false, true] {
            let mut game = egypt(&table, seed, &[("infantry", 1), ("bomber", 3)], &[("fighter", 1)]);
            let mut events = done(&mut game);
            if guns {
                let order = Order::Aim {
                    space: table.space("egypt"),
                    power: table.power("germany"),
                    unit: table.unit("bomber"),
                    other: true,
                };
                give(&mut game, order);
            }
            while game.state.operations.round == 1 && dice_by_round(&events).is_empty() {
                events.extend(done(&mut game));
            }
            let dice = dice_by_round(&events)[0].2;
            assert_eq!(dice, if guns { 1 + 3 + 1 } else { 1 + 6 + 1 }, "dice of infantry, bombers and the fighter");
            let hits = lost(&events, table.power("uk"), table.unit("fighter"));
            if guns { with += hits } else { without += hits }
        }
    }
    assert!(with > without, "{with} by guns and infantry, {without} by infantry alone");
}

/// Land units aboard take no part in a fight at sea, in attack or in defence.
#[test]
fn cargo_never_fires_at_ships_or_from_them() {
    let table = Table::new();
    for (unit, count) in [("infantry", 2), ("artillery", 1), ("armor", 1)] {
        for seed in 0..8 {
            let units = [
                ("uk", "transport", "eire-sea", 1),
                ("uk", unit, "great-britain", count),
                ("germany", "transport", "french-coast", 1),
            ];
            let mut game = table.game(seed, "uk", ATTACK, &units);
            table.ship(&mut game, ("uk", unit, count), ["great-britain", "eire-sea", "french-coast", "france"]);
            done(&mut game);
            until(&mut game, QUIET);
            assert_eq!(table.count(&game, "germany", "transport", "french-coast"), 1, "{unit}: nobody fired at it");
            // In defence the dice are those of the transport alone.
            let fleet = |aboard: u16| {
                let units = [
                    ("uk", "transport", "eire-sea", 1),
                    ("uk", unit, "eire-sea", aboard),
                    ("germany", "fighter", "france", 2),
                ];
                let mut game = table.game(seed, "germany", ATTACK, &units);
                table.go(&mut game, ("germany", "fighter", 2), "france", "eire-sea");
                let mut events = done(&mut game);
                events.extend(until(&mut game, QUIET));
                dice_by_round(&events)
            };
            assert_eq!(fleet(count), fleet(0), "{unit} aboard throws no dice");
        }
    }
}
