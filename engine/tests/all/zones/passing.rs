//! The special addition of the naval pass-through, and fleets that meet again where they go back to.

use chartroom_engine::state::Stack;
use chartroom_engine::{Event, Game, Order};

use super::table::{
    ATTACK, QUIET, Table, dice_by_round, done, give, lost, orders, phase_is, refused, until, until_decides, withdrawals,
};

pub(super) const PASS: &[(&str, bool)] = &[("naval-pass-through", true)];

pub(super) fn pass(table: &Table, game: &mut Game<'_>, unit: &str, at: &str, to: &str, fights: bool) {
    let stack = table.there(game, "uk", unit, at);
    let order = Order::Pass { stack, to: table.space(to), fights };
    assert!(orders(game).contains(&order), "it is listed");
    give(game, order);
}

/// All of round one, and whatever the defender decides in it.
pub(super) fn round_one(game: &mut Game<'_>) -> Vec<Event> {
    let mut events = done(game);
    while game.state.operations.round <= 1 && !phase_is(game, QUIET) {
        events.extend(done(game));
    }
    events
}

/// Three destroyers clear NA-8 of one, a submarine passes it, both go on to the coast of France, where another waits.
fn fleet(table: &Table, seed: u64, clears: bool) -> Game<'_> {
    let units = [
        ("uk", "destroyer", "na-7", 3),
        ("uk", "submarine", "na-7", 1),
        ("germany", "destroyer", "na-8", 1),
        ("germany", "destroyer", "french-coast", 1),
    ];
    let mut game = table.game(seed, "uk", ATTACK, &units);
    table.go(&mut game, ("uk", "destroyer", 3), "na-7", "na-8");
    table.go(&mut game, ("uk", "submarine", 1), "na-7", "na-8");
    pass(table, &mut game, "submarine", "na-8", "french-coast", false);
    if clears {
        pass(table, &mut game, "destroyer", "na-8", "french-coast", true);
    }
    game
}

#[test]
fn a_fleet_goes_on_when_the_first_zone_is_clear_after_one_round() {
    let table = Table::with(PASS);
    let (first, second) = (table.space("na-8"), table.space("french-coast"));
    let (uk, submarine, destroyer) = (table.power("uk"), table.unit("submarine"), table.unit("destroyer"));
    let (mut passed, mut failed) = (0, 0);
    for seed in 0..40 {
        let mut game = fleet(&table, seed, true);
        let events = round_one(&mut game);
        let told = dice_by_round(&events);
        let dice = |zone| told.iter().find(|(space, round, _)| *space == zone && *round == 1).map(|(.., dice)| *dice);
        let sunk = told.len();
        match dice(first) {
            // Three dice and the answer: the way is open.
            Some(4) => {
                passed += 1;
                let here = |unit: &str, space: &str| table.count(&game, "uk", unit, space);
                assert_eq!(here("submarine", "na-8") + here("destroyer", "na-8"), 0, "seed {seed}: all went on");
                let at_second = told.iter().position(|(space, ..)| *space == second).expect("a second battle");
                assert!(at_second > 0, "after the first");
                let dice = dice(second).expect("dice");
                assert!(dice <= 2, "seed {seed}: the submarine and its target, not those who fought before: {dice}");
            }
            // The submarine had to help: it rolls at once, and nobody goes on.
            Some(5) => {
                failed += 1;
                assert_eq!(dice(second), None, "seed {seed}");
                assert_eq!(table.count(&game, "germany", "destroyer", "french-coast"), 1);
                let gone = lost(&events, uk, submarine) + lost(&events, uk, destroyer);
                let left =
                    table.count(&game, "uk", "submarine", "na-8") + table.count(&game, "uk", "destroyer", "na-8");
                assert_eq!(gone + left, 4, "seed {seed}: all stay");
            }
            other => panic!("seed {seed}: {other:?} dice, {sunk} battles"),
        }
        until(&mut game, QUIET);
    }
    assert!(passed > 10 && failed > 3, "{passed} passed, {failed} failed");
}

/// What passes is no casualty of the first zone, and those who fought there are silent in the second until round two.
#[test]
fn losses_of_the_first_zone_fall_on_those_who_fight_there() {
    let table = Table::with(PASS);
    let (uk, submarine) = (table.power("uk"), table.unit("submarine"));
    let first = table.space("na-8");
    let mut seen = 0;
    for seed in 0..60 {
        let mut game = fleet(&table, seed, false);
        let events = round_one(&mut game);
        let told = dice_by_round(&events);
        if !told.iter().any(|(space, _, dice)| *space == first && *dice == 4) {
            continue;
        }
        let cut = events
            .iter()
            .position(|event| matches!(event, Event::Operation(chartroom_engine::Operation::RoundFought { space, .. }) if *space == first));
        let before = &events[..cut.expect("a round")];
        assert_eq!(lost(before, uk, submarine), 0, "seed {seed}: it waited");
        seen += lost(before, uk, table.unit("destroyer"));
        assert_eq!(
            table.count(&game, "uk", "destroyer", "french-coast"),
            0,
            "seed {seed}: they were not declared for it"
        );
    }
    assert!(seen > 3, "{seen} destroyers lost for the passage");
}

#[test]
fn a_passage_takes_two_zones_and_its_option() {
    let table = Table::with(PASS);
    let units = [
        ("uk", "destroyer", "na-10", 1),
        ("uk", "destroyer", "na-9", 1),
        ("uk", "destroyer", "na-7", 1),
        ("germany", "destroyer", "na-8", 1),
    ];
    let far = ["na-9", "na-10", "na-12", "na-11", "na-6", "na-3", "na-2"].into_iter().find(|zone| {
        let Some(from) = table.rules.board.find(zone) else { return false };
        let game = table.game(1, "uk", ATTACK, &units);
        let unit = table.unit("destroyer");
        let ways =
            chartroom_engine::query::range::voyages(&table.rules, &game.state, table.power("uk"), unit, from, 3, true);
        ways.iter().any(|way| way.to == table.space("na-8") && way.spent == 2)
    });
    let far = far.expect("a zone two spaces off");
    let mut game = table.game(1, "uk", ATTACK, &[("uk", "destroyer", far, 1), ("germany", "destroyer", "na-8", 1)]);
    table.go(&mut game, ("uk", "destroyer", 1), far, "na-8");
    let stack = table.there(&game, "uk", "destroyer", "na-8");
    let order = |stack: Stack| Order::Pass { stack, to: table.space("french-coast"), fights: true };
    assert_eq!(refused(&game, order(stack)), "twg:pass.2", "a third zone");
    for (switches, bars, legal) in
        [(PASS, "destroyer", true), (PASS, "transport", false), (&[][..], "destroyer", false)]
    {
        let table = Table::with(switches);
        let mut game = table.game(1, "uk", ATTACK, &[("uk", "destroyer", "na-7", 1), ("germany", bars, "na-8", 1)]);
        table.go(&mut game, ("uk", "destroyer", 1), "na-7", "na-8");
        let stack = table.there(&game, "uk", "destroyer", "na-8");
        let order = Order::Pass { stack, to: table.space("french-coast"), fights: true };
        if legal {
            give(&mut game, order);
            let now = table.there(&game, "uk", "destroyer", "na-8");
            let again = Order::Pass { stack: now, to: table.space("na-5"), fights: false };
            assert_eq!(refused(&game, again), "twg:pass.2", "what is declared stays");
        } else {
            assert_eq!(refused(&game, order), "twg:pass.2", "only combat ships force a passage: {bars}");
        }
    }
}

/// A ship may attack forward and come back to the zone it started in.
#[test]
fn a_carrier_passes_back() {
    let table = Table::with(PASS);
    let (mut back, mut stays) = (0, 0);
    for seed in 0..40 {
        let units = [("uk", "carrier", "na-4", 1), ("uk", "destroyer", "na-4", 3), ("germany", "destroyer", "na-8", 1)];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "carrier", 1), "na-4", "na-8");
        table.go(&mut game, ("uk", "destroyer", 3), "na-4", "na-8");
        pass(&table, &mut game, "carrier", "na-8", "na-4", true);
        let events = round_one(&mut game);
        if lost(&events, table.power("uk"), table.unit("carrier")) > 0 {
            continue;
        }
        let clear = table.count(&game, "germany", "destroyer", "na-8") == 0;
        assert_eq!(table.count(&game, "uk", "carrier", "na-4") == 1, clear, "seed {seed}");
        if clear {
            back += 1;
        } else {
            stays += 1;
        }
        until(&mut game, QUIET);
    }
    assert!(back > 10 && stays > 2, "{back} came back, {stays} stayed");
}

/// Cargo goes along, names its shore beforehand, lands in round one, and stays aboard when the passage fails. A battleship goes along
/// to bombard.
#[test]
fn a_landing_follows_a_passage() {
    let table = Table::with(PASS);
    let (mut landed, mut halted) = (0, 0);
    for seed in 0..60 {
        let units = [
            ("uk", "destroyer", "na-5", 3),
            ("uk", "battleship", "na-5", 1),
            ("uk", "transport", "na-5", 1),
            ("uk", "infantry", "na-5", 2),
            ("uk", "fighter", "great-britain", 1),
            ("germany", "destroyer", "na-8", 1),
            ("germany", "destroyer", "french-coast", 0),
            ("germany", "infantry", "france", 3),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "destroyer", 3), "na-5", "na-8");
        table.go(&mut game, ("uk", "battleship", 1), "na-5", "na-8");
        // Cargo of an earlier turn boards its own transport anew, and sails.
        let aboard = table.stack("uk", "infantry", "na-5", 2);
        give(&mut game, Order::Load { stack: aboard, zone: table.space("na-5"), army: 0 });
        let army = game.state.operations.groups.len() as u8;
        give(&mut game, Order::Sail { army, to: table.space("na-8") });
        let ship = table.there(&game, "uk", "transport", "na-8");
        give(&mut game, Order::Pass { stack: ship, to: table.space("french-coast"), fights: false });
        let cargo = table.there(&game, "uk", "infantry", "na-8");
        assert_eq!(refused(&game, Order::Land { stack: cargo, to: table.space("norway") }), "twg:pass.2");
        give(&mut game, Order::Land { stack: cargo, to: table.space("france") });
        pass(&table, &mut game, "battleship", "na-8", "french-coast", false);
        let battleship = table.there(&game, "uk", "battleship", "na-8");
        give(&mut game, Order::Support { stack: battleship, target: table.space("france") });
        let events = round_one(&mut game);
        let dice = dice_by_round(&events);
        let at_land = dice.iter().find(|(space, ..)| *space == table.space("france"));
        let first = dice.iter().find(|(space, ..)| *space == table.space("na-8")).expect("a battle");
        if first.2 == 4 {
            landed += 1;
            assert_eq!(
                at_land.map(|(.., dice)| *dice),
                Some(2 + 2 + 3),
                "seed {seed}: ship, two who land, three who defend"
            );
        } else {
            halted += 1;
            assert!(at_land.is_none(), "seed {seed}: nobody lands");
            let afloat = table.count(&game, "uk", "transport", "na-8");
            assert_eq!(table.count(&game, "uk", "infantry", "na-8"), 2 * afloat, "seed {seed}: aboard");
        }
        until(&mut game, QUIET);
    }
    assert!(landed > 15 && halted > 3, "{landed} landed, {halted} halted");
}

/// Aircraft pass through, too: from a zone to the land beside it, and roll there from round two on.
#[test]
fn aircraft_pass_from_a_zone_to_the_land_beside_it() {
    let table = Table::with(PASS);
    let (mut joined, mut missed) = (0, 0);
    for seed in 0..40 {
        let units = [
            ("uk", "fighter", "great-britain", 2),
            ("uk", "infantry", "belgium", 3),
            ("germany", "destroyer", "french-coast", 1),
            ("germany", "infantry", "france", 6),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.hold(&mut game, "belgium", "uk");
        table.go(&mut game, ("uk", "fighter", 2), "great-britain", "french-coast");
        let stack = table.there(&game, "uk", "fighter", "french-coast");
        let far = Order::Pass { stack, to: table.space("germany"), fights: true };
        assert_eq!(refused(&game, far), "twg:pass.2", "the two places must be next to each other");
        table.go(&mut game, ("uk", "infantry", 3), "belgium", "france");
        pass(&table, &mut game, "fighter", "french-coast", "france", true);
        let events = round_one(&mut game);
        let told = dice_by_round(&events);
        let land = told.iter().find(|(space, ..)| *space == table.space("france")).expect("a battle");
        assert_eq!(land.2, 9, "seed {seed}: three and six, no aircraft in round one");
        let over = table.count(&game, "uk", "fighter", "france");
        if table.count(&game, "germany", "destroyer", "french-coast") == 0 {
            joined += over;
            assert_eq!(over + lost(&events, table.power("uk"), table.unit("fighter")), 2);
        } else {
            missed += 1;
            assert_eq!(over, 0, "seed {seed}");
        }
        until(&mut game, QUIET);
    }
    assert!(joined > 10 && missed > 3, "{joined}, {missed}");
}

/// Attackers may go back to a zone that enemies have meanwhile retreated to: they fight there, and who retreats does not roll in that
/// round.
#[test]
fn a_fleet_that_goes_back_meets_those_who_went_there() {
    let table = Table::new();
    let (mut met, mut fired) = (0, 0);
    for seed in 0..60 {
        let units = [
            ("uk", "destroyer", "na-4", 3),
            ("uk", "destroyer", "na-7", 2),
            ("germany", "destroyer", "na-8", 1),
            ("germany", "destroyer", "na-5", 4),
            ("germany", "destroyer", "iceland-sea", 0),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "destroyer", 3), "na-4", "na-5");
        table.go(&mut game, ("uk", "destroyer", 2), "na-7", "na-8");
        done(&mut game);
        assert!(until_decides(&mut game, false, 1));
        let behind = withdrawals(&game)
            .into_iter()
            .find(|(stack, to)| stack.space == table.space("na-8") && *to == table.space("na-4"));
        let (stack, to) = behind.expect("the zone is empty");
        give(&mut game, Order::Withdraw { stack, to });
        if !until_decides(&mut game, true, 2) || table.count(&game, "germany", "destroyer", "na-4") == 0 {
            continue;
        }
        let back = withdrawals(&game).into_iter().filter(|(stack, _)| stack.space == table.space("na-5"));
        let Some((stack, to)) = back.max_by_key(|(stack, _)| stack.count) else { continue };
        assert_eq!(to, table.space("na-4"), "seed {seed}: back where they came from, though enemies are there now");
        give(&mut game, Order::Withdraw { stack, to });
        let events = until(&mut game, QUIET);
        let dice = dice_by_round(&events);
        let there: Vec<_> = dice.iter().filter(|(space, ..)| *space == table.space("na-4")).collect();
        assert_eq!(
            (there[0].1, there[0].2),
            (2, 1),
            "seed {seed}: who went there before rolls, who comes now does not"
        );
        fired += 1;
        if let Some(next) = there.get(1) {
            met += 1;
            assert!(next.1 == 3 && next.2 > 1, "seed {seed}: both roll in the round after: {next:?}");
        }
    }
    assert!(fired > 5 && met > 3, "{fired}, {met}");
}

/// Who defends the first or the second place says before any die whether he leaves, and can still be hit by those who arrive.
#[test]
fn defenders_of_both_zones_say_first_who_leaves() {
    let table = Table::with(PASS);
    let (mut hit, mut away) = (0, 0);
    for seed in 0..60 {
        let mut game = fleet(&table, seed, true);
        let thrown = game.state.dice.thrown.clone();
        done(&mut game);
        assert!(until_decides(&mut game, false, 1));
        assert_eq!(thrown, game.state.dice.thrown, "no die was thrown");
        let ways = withdrawals(&game);
        for zone in ["na-8", "french-coast"] {
            assert!(ways.iter().any(|(stack, _)| stack.space == table.space(zone)), "{zone} is asked");
        }
        let (stack, to) =
            ways.into_iter().find(|(stack, _)| stack.space == table.space("french-coast")).expect("a way");
        let germans = |game: &Game<'_>| -> u16 {
            let here = game.state.stacks_in(to).iter().filter(|stack| stack.power == table.power("germany"));
            here.map(|stack| stack.count).sum()
        };
        let before = germans(&game);
        give(&mut game, Order::Withdraw { stack, to });
        while game.state.operations.round <= 1 && !phase_is(&game, QUIET) {
            done(&mut game);
        }
        if table.count(&game, "uk", "submarine", "french-coast") == 0 {
            continue;
        }
        let gone = germans(&game) > before;
        assert_eq!(
            table.count(&game, "germany", "destroyer", "french-coast"),
            0,
            "seed {seed}: gone, one way or the other"
        );
        if gone {
            away += 1;
        } else {
            hit += 1;
        }
        until(&mut game, QUIET);
    }
    assert!(hit > 2 && away > 5, "{hit} hit, {away} away");
}

/// Those who come to the second zone another way fight there whatever becomes of the passage.
#[test]
fn others_fight_in_the_second_zone_whatever_becomes_of_the_passage() {
    let table = Table::with(PASS);
    let (mut alone, mut joined) = (0, 0);
    for seed in 0..40 {
        let units = [
            ("uk", "destroyer", "na-7", 2),
            ("uk", "submarine", "na-7", 1),
            ("uk", "destroyer", "eire-sea", 2),
            ("germany", "destroyer", "na-8", 1),
            ("germany", "destroyer", "french-coast", 2),
        ];
        let mut game = table.game(seed, "uk", ATTACK, &units);
        table.go(&mut game, ("uk", "destroyer", 2), "na-7", "na-8");
        table.go(&mut game, ("uk", "submarine", 1), "na-7", "na-8");
        table.go(&mut game, ("uk", "destroyer", 2), "eire-sea", "french-coast");
        pass(&table, &mut game, "submarine", "na-8", "french-coast", false);
        let events = round_one(&mut game);
        let told = dice_by_round(&events);
        let dice = |zone: &str| told.iter().find(|(space, ..)| *space == table.space(zone)).map(|(.., dice)| *dice);
        match dice("na-8") {
            Some(4) => {
                alone += 1;
                assert_eq!(dice("french-coast"), Some(4), "seed {seed}: two against two");
            }
            Some(3) => {
                joined += 1;
                let count = dice("french-coast").expect("a battle");
                assert!((4..=5).contains(&count), "seed {seed}: the submarine comes along: {count}");
            }
            other => panic!("seed {seed}: {other:?}"),
        }
        until(&mut game, QUIET);
    }
    assert!(alone > 5 && joined > 5, "{alone}, {joined}");
}
