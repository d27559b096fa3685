//! The special additions of Generals, Admirals and Air Commanders.

use chartroom_engine::state::leaders::Stance;
use chartroom_engine::{Event, Game, Operation, Order};

use super::table::{
    ATTACK, BUILD, QUIET, Table, done, give, lost, orders, phase_is, refused, until, until_decides, withdrawals,
};

const GENERALS: &[(&str, bool)] = &[("generals", true)];
const ADMIRALS: &[(&str, bool)] = &[("generals", true), ("admirals", true)];

fn leader(table: &Table, game: &Game<'_>, power: &str) -> u8 {
    let power = table.power(power);
    let at = game.state.operations.leaders.iter().position(|leader| leader.power == power);
    at.expect("he is there") as u8
}

fn is_alive(table: &Table, game: &Game<'_>, power: &str) -> bool {
    game.state.operations.leaders.iter().any(|leader| leader.power == table.power(power))
}

/// Puts the leader of a power somewhere.
fn put(table: &Table, game: &mut Game<'_>, power: &str, space: &str) {
    let at = usize::from(leader(table, game, power));
    let place = table.space(space);
    game.state.operations.leaders[at].space = place;
    game.state.operations.leaders[at].from = place;
}

/// Germans and Italians attack Egypt from Libya.
fn egypt(table: &Table, seed: u64, german: u16, italian: u16, british: u16) -> Game<'_> {
    let units = [
        ("germany", "infantry", "libya", german),
        ("italy", "infantry", "libya", italian),
        ("uk", "infantry", "egypt", british),
        ("uk", "infantry", "jordan", 0),
    ];
    let mut game = table.game(seed, "germany", ATTACK, &units);
    for (power, count) in [("germany", german), ("italy", italian)].into_iter().filter(|(_, count)| *count > 0) {
        table.go(&mut game, (power, "infantry", count), "libya", "egypt");
    }
    game
}

fn lead(table: &Table, game: &mut Game<'_>, power: &str, to: &str) {
    let order = Order::Lead { leader: leader(table, game, power), to: table.space(to), command: 0 };
    assert!(orders(game).contains(&order), "it is listed");
    give(game, order);
}

/// Rolls and losses of the round at hand.
fn fight(game: &mut Game<'_>) -> (Vec<i64>, Vec<Event>) {
    let mut events = Vec::new();
    while !events.iter().any(|event| matches!(event, Event::Operation(Operation::RoundFought { .. }))) {
        events.extend(done(game));
    }
    let until = events.iter().position(|event| matches!(event, Event::Operation(Operation::RoundFought { .. })));
    events.truncate(until.expect("a round"));
    let rolls =
        events.iter().filter_map(|event| if let Event::Rolled { roll, .. } = event { Some(*roll) } else { None });
    (rolls.collect(), events)
}

fn hits(rolls: &[i64], value: i64) -> u16 {
    rolls.iter().filter(|roll| **roll <= value).count() as u16
}

/// One more for the land units of his own nation, in attack and in defence, and for nobody else.
#[test]
fn a_general_helps_land_units_of_his_own_nation() {
    let table = Table::with(GENERALS);
    assert_eq!(table.start.operations.leaders.len(), 8, "one for every nation");
    assert!(Table::new().start.operations.leaders.is_empty(), "and none without the option");
    let (uk, infantry) = (table.power("uk"), table.unit("infantry"));
    let mut helped = 0;
    for seed in 0..20 {
        for (attacks, defends) in [(false, false), (true, false), (false, true)] {
            let mut game = egypt(&table, seed, 5, 5, 10);
            put(&table, &mut game, "uk", if defends { "egypt" } else { "great-britain" });
            if attacks {
                lead(&table, &mut game, "germany", "egypt");
            }
            let (rolls, events) = fight(&mut game);
            assert_eq!(rolls.len(), 20);
            let ours = hits(&rolls[..5], if attacks { 3 } else { 2 }) + hits(&rolls[5..10], 2);
            assert_eq!(lost(&events, uk, infantry), ours, "seed {seed}: the Italians get nothing");
            let theirs = hits(&rolls[10..], if defends { 5 } else { 4 });
            let gone = lost(&events, table.power("germany"), infantry) + lost(&events, table.power("italy"), infantry);
            assert_eq!(gone, theirs, "seed {seed}");
            helped += hits(&rolls[..5], 3) - hits(&rolls[..5], 2);
        }
    }
    assert!(helped > 3, "{helped} hits by his word alone");
}

#[test]
fn a_general_jumps_to_one_battle_of_his_nation() {
    let table = Table::with(GENERALS);
    let mut game = egypt(&table, 1, 5, 0, 5);
    let italian = Order::Lead { leader: leader(&table, &game, "italy"), to: table.space("egypt"), command: 0 };
    assert_eq!(refused(&game, italian), "twg:general.3", "no Italian fights there");
    let german = leader(&table, &game, "germany");
    let nowhere = Order::Lead { leader: german, to: table.space("great-britain"), command: 0 };
    assert_eq!(refused(&game, nowhere), "twg:general.3");
    let british = Order::Lead { leader: leader(&table, &game, "uk"), to: table.space("egypt"), command: 0 };
    assert_eq!(refused(&game, british), "twg:general.3", "not his turn");
    let at_sea = Order::Lead { leader: german, to: table.space("egypt"), command: 1 };
    assert_eq!(refused(&game, at_sea), "twg:general.3", "he commands land units only");
    lead(&table, &mut game, "germany", "egypt");
    let again = Order::Lead { leader: german, to: table.space("egypt"), command: 0 };
    assert_eq!(refused(&game, again), "twg:general.3", "one attack");
}

/// From round two he may leave, without a bonus in that round, and then goes anywhere friendly.
#[test]
fn a_general_leaves_from_round_two_and_goes_anywhere() {
    let table = Table::with(GENERALS);
    let mut seen = 0;
    for seed in 0..20 {
        let mut game = egypt(&table, seed, 9, 0, 5);
        lead(&table, &mut game, "germany", "egypt");
        done(&mut game);
        let german = leader(&table, &game, "germany");
        let recall = Order::Recall { leader: german, to: table.space("germany") };
        assert_eq!(refused(&game, recall), "twg:general.4", "not in round one");
        if !until_decides(&mut game, true, 2) {
            continue;
        }
        give(&mut game, recall);
        let before = table.count(&game, "germany", "infantry", "egypt");
        let standing = table.count(&game, "uk", "infantry", "egypt");
        let (rolls, events) = fight(&mut game);
        let wanted = hits(&rolls[..usize::from(before)], 2).min(standing);
        assert_eq!(lost(&events, table.power("uk"), table.unit("infantry")), wanted, "seed {seed}: no bonus any more");
        until(&mut game, QUIET);
        if !is_alive(&table, &game, "germany") {
            assert_eq!(table.count(&game, "germany", "infantry", "egypt"), 0, "seed {seed}: he died with the last");
            continue;
        }
        seen += 1;
        let order = Order::Lead { leader: leader(&table, &game, "germany"), to: table.space("norway"), command: 0 };
        give(&mut game, order);
        assert_eq!(game.state.operations.leaders[usize::from(german)].space, table.space("norway"));
    }
    assert!(seen > 5, "{seen}");
}

/// Who is there when a land is taken stays there.
#[test]
fn a_general_stays_in_the_land_he_took() {
    let table = Table::with(GENERALS);
    let mut seen = 0;
    for seed in 0..10 {
        let mut game = egypt(&table, seed, 9, 0, 1);
        lead(&table, &mut game, "germany", "egypt");
        done(&mut game);
        until(&mut game, QUIET);
        if table.holder(&game, "egypt") != "germany" {
            continue;
        }
        seen += 1;
        let german = leader(&table, &game, "germany");
        assert_eq!(game.state.operations.leaders[usize::from(german)].space, table.space("egypt"));
        let away = Order::Lead { leader: german, to: table.space("germany"), command: 0 };
        assert_eq!(refused(&game, away), "twg:general.5");
    }
    assert!(seen > 5, "{seen}");
}

/// A defending General may go to any friendly land of the world; else he dies when all who defend with him are dead and the land
/// is taken, and not when some get away.
#[test]
fn a_defending_general_gets_away_or_dies_with_the_last() {
    let table = Table::with(GENERALS);
    let (mut dead, mut fled, mut held) = (0, 0, 0);
    for seed in 0..30 {
        for way in ["recall", "retreat", "stay"] {
            let mut game = egypt(&table, seed, 12, 0, 2);
            put(&table, &mut game, "uk", "egypt");
            done(&mut game);
            assert!(until_decides(&mut game, false, 1));
            let british = leader(&table, &game, "uk");
            if way == "recall" {
                let far = Order::Recall { leader: british, to: table.space("new-south-wales") };
                give(&mut game, far);
            }
            if way == "retreat" {
                let (stack, to) = withdrawals(&game).into_iter().find(|(stack, _)| stack.count == 1).expect("a way");
                give(&mut game, Order::Withdraw { stack, to });
            }
            until(&mut game, QUIET);
            let taken = table.holder(&game, "egypt") == "germany";
            let alive = is_alive(&table, &game, "uk");
            match way {
                "recall" => {
                    let now = game.state.operations.leaders[usize::from(leader(&table, &game, "uk"))];
                    assert_eq!(now.space, table.space("new-south-wales"), "seed {seed}");
                }
                "stay" => {
                    assert_eq!(alive, !taken, "seed {seed}");
                    if taken { dead += 1 } else { held += 1 }
                }
                _ => {
                    let away =
                        table.count(&game, "uk", "infantry", "jordan") + table.count(&game, "uk", "infantry", "sudan");
                    if taken && away > 0 {
                        fled += 1;
                        assert!(alive, "seed {seed}: not all who defended with him are dead");
                    }
                }
            }
        }
    }
    assert!(dead > 5 && fled > 5, "{dead} dead, {fled} fled, {held} held");
}

/// An attacking General dies with the last unit, also when he has left before; once dead he is gone.
#[test]
fn an_attacking_general_dies_with_the_last_unit() {
    let table = Table::with(GENERALS);
    let (mut dead, mut left_and_dead, mut saved) = (0, 0, 0);
    for seed in 0..60 {
        for way in ["stay", "leave", "retreat"] {
            let mut game = egypt(&table, seed, 4, 0, 8);
            lead(&table, &mut game, "germany", "egypt");
            done(&mut game);
            let second = until_decides(&mut game, true, 2);
            if way != "stay" && !second {
                continue;
            }
            if way == "leave" {
                let order = Order::Recall { leader: leader(&table, &game, "germany"), to: table.space("germany") };
                give(&mut game, order);
            }
            if way == "retreat" {
                let all = withdrawals(&game).into_iter().max_by_key(|(stack, _)| stack.count).expect("a way back");
                give(&mut game, Order::Withdraw { stack: all.0, to: all.1 });
            }
            until(&mut game, QUIET);
            let here = table.count(&game, "germany", "infantry", "egypt");
            let alive = is_alive(&table, &game, "germany");
            if way == "retreat" {
                saved += 1;
                assert!(alive, "seed {seed}: he goes back with them");
                continue;
            }
            assert_eq!(alive, here > 0, "seed {seed}, {way}");
            if !alive && way == "stay" {
                dead += 1;
                let leaders = game.state.operations.leaders.len();
                until(&mut game, BUILD);
                let unit = table.unit("general");
                let home = table.space("germany");
                table.purse(&mut game, "germany", 100);
                assert_eq!(refused(&game, Order::Buy { unit, count: 1, site: home, to: home }), "twg:build.5");
                done(&mut game);
                assert_eq!(game.state.operations.leaders.len(), leaders, "gone for good");
            }
            left_and_dead += u16::from(!alive && way == "leave");
        }
    }
    assert!(dead > 5 && left_and_dead > 5 && saved > 5, "{dead}, {left_and_dead}, {saved}");
}

/// Taken together, land goes to the nation whose General took part.
#[test]
fn land_taken_together_goes_to_the_nation_of_the_general() {
    let table = Table::with(GENERALS);
    let mut seen = 0;
    for seed in 0..10 {
        let mut game = egypt(&table, seed, 7, 4, 1);
        lead(&table, &mut game, "italy", "egypt");
        done(&mut game);
        let claim = Order::Claim { space: table.space("egypt"), power: table.power("germany") };
        assert_eq!(refused(&game, claim), "twg:conquest.3", "the Italian General is there");
        until(&mut game, QUIET);
        if table.count(&game, "italy", "infantry", "egypt") > 0 && table.count(&game, "uk", "infantry", "egypt") == 0 {
            seen += 1;
            assert_eq!(table.holder(&game, "egypt"), "italy", "seed {seed}");
        }
        let mut both = egypt(&table, seed, 7, 4, 1);
        lead(&table, &mut both, "italy", "egypt");
        lead(&table, &mut both, "germany", "egypt");
        done(&mut both);
        give(&mut both, claim);
    }
    assert!(seen > 3, "{seen}");
}

/// Up to three in one battle, one for each kind of units; ships and aircraft gain by theirs, also ships that bombard.
#[test]
fn admirals_and_air_commanders_lead_their_own_kind() {
    let table = Table::with(ADMIRALS);
    assert_eq!(table.start.operations.leaders.len(), 24, "three figures for every nation");
    let units = [
        ("germany", "destroyer", "baltic-sea", 6),
        ("germany", "fighter", "germany", 2),
        ("uk", "destroyer", "north-sea", 9),
    ];
    let german: Vec<u8> =
        (0..24).filter(|at| table.start.operations.leaders[usize::from(*at)].power == table.power("germany")).collect();
    let (mut admiral, mut commander) = (0, 0);
    for seed in 0..20 {
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.go(&mut game, ("germany", "destroyer", 6), "baltic-sea", "north-sea");
        table.go(&mut game, ("germany", "fighter", 2), "germany", "north-sea");
        let zone = table.space("north-sea");
        let take = |at: usize, command: u8| Order::Lead { leader: german[at], to: zone, command };
        assert_eq!(refused(&game, take(0, 0)), "twg:general.3", "no land units fight there");
        give(&mut game, take(0, 1));
        assert_eq!(refused(&game, take(1, 1)), "twg:general.3", "one for each kind");
        give(&mut game, take(1, 2));
        let (rolls, events) = fight(&mut game);
        // Destroyers at six instead of five, fighters at seven instead of six: which row throws first does not matter for the sum
        // of both orders.
        let gone = lost(&events, table.power("uk"), table.unit("destroyer"));
        let ways = [hits(&rolls[..6], 6) + hits(&rolls[6..8], 7), hits(&rolls[..2], 7) + hits(&rolls[2..8], 6)];
        assert!(ways.contains(&gone), "seed {seed}: {gone} of {ways:?}");
        admiral += hits(&rolls[..6], 6) - hits(&rolls[..6], 5);
        commander += 1;
        // Their commands last until the owner's next turn.
        let held = game.state.operations.leaders.iter().filter(|leader| leader.space == zone);
        assert!(held.clone().all(|leader| leader.stance == Stance::Leads || leader.stance == Stance::Stays));
        assert_eq!(held.map(|leader| leader.command).collect::<Vec<_>>(), [1, 2]);
    }
    assert!(admiral > 3 && commander == 20, "{admiral}");
}

#[test]
fn an_admiral_keeps_his_command_and_helps_ships_that_bombard() {
    let table = Table::with(ADMIRALS);
    let uk: Vec<u8> =
        (0..24).filter(|at| table.start.operations.leaders[usize::from(*at)].power == table.power("uk")).collect();
    let (mut helped, mut kept) = (0, 0);
    for seed in 0..30 {
        let units = [
            ("uk", "transport", "french-coast", 1),
            ("uk", "destroyer", "french-coast", 1),
            ("uk", "infantry", "great-britain", 1),
            ("germany", "infantry", "france", 5),
            ("germany", "submarine", "na-8", 3),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.ship(&mut game, ("uk", "infantry", 1), ["great-britain", "french-coast", "french-coast", "france"]);
        let stack = table.stack("uk", "destroyer", "french-coast", 1);
        give(&mut game, Order::Support { stack, target: table.space("france") });
        give(&mut game, Order::Lead { leader: uk[0], to: table.space("french-coast"), command: 1 });
        let (rolls, events) = fight(&mut game);
        let gone = lost(&events, table.power("germany"), table.unit("infantry"));
        assert_eq!(gone, hits(&rolls[..1], 2) + hits(&rolls[1..2], 6), "seed {seed}: the destroyer at six: {rolls:?}");
        helped += 1;
        until(&mut game, QUIET);
        let at = game.state.operations.leaders[usize::from(uk[0])];
        assert_eq!(at.command, 1, "until his owner's next turn");
        // Germany attacks the zone in its next turn; the destroyer defends at six.
        for _ in 0..300 {
            if phase_is(&game, ATTACK)
                && chartroom_engine::query::zones::powers_of(&table.rules, &game.state)
                    .contains(&table.power("germany"))
            {
                break;
            }
            done(&mut game);
        }
        if table.count(&game, "uk", "destroyer", "french-coast") != 1 || game.outcome().is_some() {
            continue;
        }
        let here = game
            .state
            .operations
            .leaders
            .iter()
            .any(|leader| leader.space == table.space("french-coast") && leader.command == 1);
        assert!(here, "seed {seed}: he is with his ship");
        kept += 1;
    }
    assert!(helped == 30 && kept > 10, "{helped}, {kept}");
}

/// Aircraft alone take no land: who led them has nothing to stay in, and goes back.
#[test]
fn an_air_commander_does_not_stay_over_land_that_nobody_took() {
    let table = Table::with(ADMIRALS);
    let mut seen = 0;
    for seed in 0..20 {
        let units = [("germany", "fighter", "libya", 4), ("uk", "infantry", "egypt", 1)];
        let mut game = table.game(seed, "germany", ATTACK, &units);
        table.hold(&mut game, "libya", "germany");
        put(&table, &mut game, "germany", "germany");
        table.go(&mut game, ("germany", "fighter", 4), "libya", "egypt");
        let order = Order::Lead { leader: leader(&table, &game, "germany"), to: table.space("egypt"), command: 2 };
        give(&mut game, order);
        until(&mut game, QUIET);
        assert_eq!(table.holder(&game, "egypt"), "uk", "seed {seed}");
        let led = game.state.operations.leaders[usize::from(leader(&table, &game, "germany"))];
        assert_eq!(led.space, table.space("germany"), "seed {seed}");
        seen += u16::from(table.count(&game, "uk", "infantry", "egypt") == 0);
    }
    assert!(seen > 10, "{seen}");
}
