//! Retreats: who may leave, where to, and what it costs.

use chartroom_engine::query::range::flight_map;
use chartroom_engine::state::operations::{BattleStep, Role};
use chartroom_engine::{Event, Order};

use super::table::{
    ATTACK, QUIET, Table, done, give, lost, orders, phase_is, refused, until, until_decides, withdrawals,
};

fn attack_on_egypt(table: &Table, seed: u64, ours: u16, theirs: u16) -> chartroom_engine::Game<'_> {
    let units =
        [("germany", "infantry", "libya", ours), ("uk", "infantry", "egypt", theirs), ("uk", "infantry", "jordan", 0)];
    let mut game = table.game(seed, "germany", ATTACK, &units);
    table.hold(&mut game, "libya", "germany");
    table.go(&mut game, ("germany", "infantry", ours), "libya", "egypt");
    done(&mut game);
    game
}

/// An attack that is broken off as a whole costs nobody anything; the attacker declares it from round two on.
#[test]
fn a_whole_attack_breaks_off_without_losses() {
    let table = Table::new();
    let mut seen = 0;
    for seed in 0..12 {
        let mut game = attack_on_egypt(&table, seed, 8, 8);
        if !until_decides(&mut game, true, 2) {
            continue;
        }
        seen += 1;
        let before =
            (table.count(&game, "germany", "infantry", "egypt"), table.count(&game, "uk", "infantry", "egypt"));
        let all = withdrawals(&game).into_iter().max_by_key(|(stack, _)| stack.count).expect("a way back");
        let mut told = give(&mut game, Order::Withdraw { stack: all.0, to: all.1 });
        told.extend(until(&mut game, QUIET));
        let after = (table.count(&game, "germany", "infantry", "libya"), table.count(&game, "uk", "infantry", "egypt"));
        assert_eq!(before, after, "seed {seed}");
        assert!(!told.iter().any(|event| matches!(event, Event::Rolled { .. })), "seed {seed}: no die is thrown");
        let back = table.there(&game, "germany", "infantry", "libya");
        let order = Order::Move { stack: back, via: None, to: table.space("algeria") };
        assert_eq!(refused(&game, order), "twg:conquest.1", "they stay out for the rest of the turn");
    }
    assert!(seen > 8, "{seen}");
}

/// Those who retreat go where they said, roll no more and are not followed.
#[test]
fn retreated_units_are_out_and_not_pursued() {
    let table = Table::new();
    let (mut seen, mut hurt) = (0, 0);
    for seed in 0..20 {
        let mut game = attack_on_egypt(&table, seed, 4, 3);
        assert!(matches!(game.state.operations.step, BattleStep::DefenderDecides(_)));
        let jordan = table.space("jordan");
        let (stack, to) =
            withdrawals(&game).into_iter().find(|(stack, to)| *to == jordan && stack.count == 3).expect("a way");
        give(&mut game, Order::Withdraw { stack, to });
        let events = done(&mut game);
        let away = table.count(&game, "uk", "infantry", "jordan");
        assert_eq!(away + lost(&events, table.power("uk"), table.unit("infantry")), 3, "who leaves can be hit");
        assert_eq!(lost(&events, table.power("germany"), table.unit("infantry")), 0, "and does not fire");
        hurt += 3 - away;
        until(&mut game, QUIET);
        assert_eq!(table.holder(&game, "egypt"), "germany", "taken by retreat");
        if away > 0 {
            seen += 1;
            assert_eq!(table.count(&game, "uk", "infantry", "jordan"), away, "nobody goes after them");
            let order = table.order_to_go(&game, ("germany", "infantry", 1), "egypt", "jordan");
            assert_eq!(refused(&game, order), "twg:conquest.1", "the conquerors stay");
        }
    }
    assert!(seen > 10 && hurt > 3, "{seen} got away, {hurt} were hit");
}

/// Where units that cannot leave stay behind, the others leave under fire.
#[test]
fn beside_landed_units_a_withdrawal_is_partial() {
    let table = Table::new();
    let (mut seen, mut hurt) = (0, 0);
    for seed in 0..60 {
        let units = [
            ("uk", "transport", "eire-sea", 1),
            ("uk", "infantry", "great-britain", 1),
            ("uk", "infantry", "belgium", 6),
            ("germany", "destroyer", "french-coast", 0),
            ("germany", "infantry", "france", 4),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.hold(&mut game, "belgium", "uk");
        table.ship(&mut game, ("uk", "infantry", 1), ["great-britain", "eire-sea", "french-coast", "france"]);
        table.go(&mut game, ("uk", "infantry", 6), "belgium", "france");
        done(&mut game);
        if !until_decides(&mut game, true, 2) {
            continue;
        }
        let landed = |game: &chartroom_engine::Game<'_>| -> u16 {
            let here = game.state.stacks_in(table.space("france")).iter();
            here.filter(|stack| game.state.operations.role(stack.army) == Some(Role::Landed))
                .map(|stack| stack.count)
                .sum()
        };
        let leaving = withdrawals(&game).into_iter().max_by_key(|(stack, _)| stack.count);
        let (Some((stack, to)), true) = (leaving, landed(&game) > 0) else { continue };
        give(&mut game, Order::Withdraw { stack, to });
        while game.state.operations.round == 2 && !phase_is(&game, QUIET) {
            done(&mut game);
        }
        seen += 1;
        let back = table.count(&game, "uk", "infantry", "belgium");
        assert!(back == stack.count || landed(&game) == 0, "seed {seed}: those who stay are hit first");
        hurt += stack.count - back;
    }
    assert!(seen > 3 && hurt > 0, "{seen} withdrawals, {hurt} lost on the way");
}

#[test]
fn defending_aircraft_retreat_half_their_range() {
    let table = Table::new();
    for (unit, far) in [("fighter", 2_u8), ("bomber", 3)] {
        let units = [("germany", "infantry", "libya", 3), ("uk", "infantry", "egypt", 1), ("uk", unit, "egypt", 1)];
        let mut game = table.game(1, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        table.go(&mut game, ("germany", "infantry", 3), "libya", "egypt");
        done(&mut game);
        let map = flight_map(&table.rules, &[table.space("egypt")], 9);
        let ways = withdrawals(&game).into_iter().filter(|(stack, _)| stack.unit == table.unit(unit));
        let far_ones: Vec<u8> = ways.map(|(_, to)| map[to.index()]).collect();
        assert_eq!(far_ones.iter().max(), Some(&far), "{unit}: {far_ones:?}");
        let stack = table.there(&game, "uk", unit, "egypt");
        let beyond = (0..map.len())
            .map(chartroom_engine::ids::SpaceIx::new)
            .find(|to| map[to.index()] == far + 1 && game.state.holder(*to) == Some(table.power("uk")))
            .expect("British land further off");
        assert_eq!(refused(&game, Order::Withdraw { stack, to: beyond }), "twg:retreat.4");
    }
}

/// A single unit that attacks next door bars the way until the round after it is gone.
#[test]
fn a_flank_bars_the_retreat_while_it_lasts() {
    let table = Table::new();
    let jordan = table.space("jordan");
    let mut opened = 0;
    for seed in 0..40 {
        let units = [
            ("germany", "infantry", "libya", 9),
            ("germany", "infantry", "syria", 1),
            ("uk", "infantry", "egypt", 9),
            ("uk", "infantry", "jordan", 3),
        ];
        let mut game = table.game(seed, "germany", ATTACK, &units);
        for space in ["libya", "syria", "sudan"] {
            table.hold(&mut game, space, "germany");
        }
        table.go(&mut game, ("germany", "infantry", 9), "libya", "egypt");
        table.go(&mut game, ("germany", "infantry", 1), "syria", "jordan");
        done(&mut game);
        for round in 1..20 {
            if !until_decides(&mut game, false, round) {
                break;
            }
            let flanked = table.count(&game, "germany", "infantry", "jordan") > 0;
            let way = withdrawals(&game).iter().any(|(stack, to)| stack.space == table.space("egypt") && *to == jordan);
            let held = table.count(&game, "uk", "infantry", "egypt") > 0 && table.holder(&game, "jordan") == "uk";
            assert_eq!(way, !flanked && held, "seed {seed}, round {round}");
            opened += u16::from(way && round > 1);
        }
    }
    assert!(opened > 5, "the flank was destroyed and the way opened {opened} times");
}

/// Defenders may go into a zone that a fleet has just left to fight elsewhere.
#[test]
fn ships_retreat_behind_a_fleet_that_has_left() {
    let table = Table::new();
    let units = [
        ("uk", "destroyer", "na-4", 2),
        ("uk", "destroyer", "na-7", 2),
        ("germany", "submarine", "na-8", 1),
        ("germany", "submarine", "na-5", 1),
    ];
    let mut game = table.game(1, "uk", ATTACK, &units);
    table.go(&mut game, ("uk", "destroyer", 2), "na-4", "na-5");
    table.go(&mut game, ("uk", "destroyer", 2), "na-7", "na-8");
    done(&mut game);
    let ways = |from: &str| -> Vec<String> {
        let from = table.space(from);
        let mut found: Vec<String> = withdrawals(&game)
            .into_iter()
            .filter(|(stack, _)| stack.space == from)
            .map(|(_, to)| table.rules.space_name(to).to_owned())
            .collect();
        found.dedup();
        found
    };
    assert!(ways("na-8").contains(&"na-4".to_owned()), "left by those who attack NA-5: {:?}", ways("na-8"));
    assert!(!ways("na-8").contains(&"na-7".to_owned()), "its own attackers came from there");
    assert!(!ways("na-5").contains(&"na-4".to_owned()), "its own attackers came from there");
    assert!(orders(&game).len() > 1);
}
