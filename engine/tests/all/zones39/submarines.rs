//! Submarines: destroyers find them one for one and for good, the others strike first and may slip away.

use chartroom_engine::matchup::{self, Question, Row};
use chartroom_engine::odds::{Budget, Ending, Method};
use chartroom_engine::{Action, Game, Order};

use super::table::{ATTACK, QUIET, Table, content, dice_by_round, done, give, refused, until};

const HUNTED: &str = "sz-11";
const HOME: &str = "sz-12";

/// German submarines attack British ships and wait for the first decision of the battle.
fn hunt<'t>(table: &'t Table, seed: u64, boats: u16, ships: &[(&str, u16)]) -> Game<'t> {
    let mut units = vec![("germany", "submarine", HOME, boats)];
    units.extend(ships.iter().map(|(unit, count)| ("uk", *unit, HUNTED, *count)));
    let mut game = table.game(seed, "germany", ATTACK, &units);
    table.war(&mut game, "germany", "uk");
    table.go(&mut game, ("germany", "submarine", boats), HOME, HUNTED);
    done(&mut game);
    game
}

/// How many submarines may leave at once for a zone.
fn may_leave(table: &Table, game: &Game<'_>, to: &str) -> u16 {
    let legal = game.legal().into_iter();
    let ways = legal.filter_map(|action| match action {
        Action::Order(Order::Withdraw { stack, to: zone }) if zone == table.space(to) => Some(stack.count),
        _ => None,
    });
    ways.max().unwrap_or(0)
}

#[test]
fn only_submarines_that_are_not_found_slip_away() {
    let table = Table::new();
    let mut game = hunt(&table, 1, 5, &[("destroyer", 3), ("cruiser", 1)]);
    assert_eq!(may_leave(&table, &game, HOME), 2, "three of five are found");
    assert_eq!(may_leave(&table, &game, HUNTED), 0, "nobody dives beside destroyers");
    let all = table.there(&game, "germany", "submarine", HUNTED);
    let order =
        |count| Order::Withdraw { stack: chartroom_engine::state::Stack { count, ..all }, to: table.space(HOME) };
    assert!(!refused(&game, order(3)).is_empty());
    give(&mut game, order(2));
    assert_eq!(may_leave(&table, &game, HOME), 0, "the others stay");
    let events = until(&mut game, QUIET);
    let first = dice_by_round(&events).into_iter().find(|(.., round, _)| *round == 1);
    assert_eq!(first.map(|(.., dice)| dice), Some(7), "three submarines and four ships");
    assert_eq!(table.count(&game, "germany", "submarine", HOME), 2, "unhurt where they came from");
    let game = hunt(&table, 1, 3, &[("cruiser", 1)]);
    assert_eq!(may_leave(&table, &game, HUNTED), 3, "without destroyers they dive");
}

/// What a first strike sinks does not fire back, unless a destroyer has found the submarine.
#[test]
fn a_first_strike_takes_the_answer_away() {
    let table = Table::new();
    let dice_of_round_one = |ships: &[(&str, u16)]| {
        let mut counts: Vec<usize> = (0..40)
            .filter_map(|seed| {
                let mut game = hunt(&table, seed, 1, ships);
                let events = if game.state.operations.round > 0 { until(&mut game, QUIET) } else { Vec::new() };
                dice_by_round(&events).into_iter().find(|(.., round, _)| *round == 1).map(|(.., dice)| dice)
            })
            .collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    };
    assert_eq!(dice_of_round_one(&[("cruiser", 1)]), vec![1, 2], "a cruiser that is sunk is silent");
    // Nothing is left to decide for a submarine that was found: the battle is over before anybody is asked.
    let mut over = 0;
    for seed in 0..40 {
        let mut game = hunt(&table, seed, 1, &[("destroyer", 1)]);
        if may_leave(&table, &game, HOME) > 0 {
            // Who found it is sunk, or both missed and the attacker may break off from the second round on (gw39:II.5.gen.4).
            let is_sunk = table.count(&game, "uk", "destroyer", HUNTED) == 0;
            assert!(is_sunk || game.state.operations.round >= 2, "seed {seed}: there is nothing to decide yet");
        } else {
            over += 1;
        }
        until(&mut game, QUIET);
    }
    assert!(over > 3, "{over} battles were over at once");
}

/// The odds and the battles of games fight by the same rules.
#[test]
fn odds_of_submarines_are_those_of_play() {
    let table = Table::new();
    let pack = content();
    for (boats, ships) in [(3, vec![("destroyer", 1), ("cruiser", 1)]), (2, vec![("cruiser", 1)])] {
        let games = 400;
        let won = (0..games).filter(|seed| {
            let mut game = hunt(&table, seed * 7919 + 5, boats, &ships);
            until(&mut game, QUIET);
            ships.iter().all(|(unit, _)| table.count(&game, "uk", unit, HUNTED) == 0)
        });
        let won = won.count() as f64 / games as f64;
        let row = |unit: &str, count| Row { unit: unit.to_owned(), count };
        let question = Question {
            content: &pack,
            attack: vec![row("submarine", boats)],
            defend: ships.iter().map(|(unit, count)| row(unit, *count)).collect(),
            attacker: Some("germany"),
            defender: Some("uk"),
            at: None,
            position: None,
            losses: Default::default(),
            budget: Budget::default(),
        };
        let answer = matchup::answer(&question).expect("odds");
        let found = ships.iter().any(|(unit, _)| *unit == "destroyer");
        assert_eq!(matches!(answer.odds.method, Method::Sampled { .. }), found, "who is found for good is sampled");
        let wins: f64 = [Ending::DefenderDestroyed, Ending::BothDestroyed]
            .into_iter()
            .map(|ending| answer.odds.ending(ending))
            .sum();
        assert!((wins - won).abs() < 0.1, "{boats} submarines: {wins} by the odds, {won} in play");
    }
}
