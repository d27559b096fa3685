//! The special addition of beefed-up battleships: the die at 8 comes before all others in round one.

use chartroom_engine::matchup::{Question, Row, answer};
use chartroom_engine::odds::{Budget, Method};
use chartroom_engine::state::Stack;
use chartroom_engine::{Event, Game, Order};

use super::table::{ATTACK, QUIET, Table, content, dice_by_round, done, give, lost, orders, refused, until};

const BEEFED: &[(&str, bool)] = &[("beefed-up-battleships", true)];

fn rolls(events: &[Event]) -> Vec<i64> {
    events.iter().filter_map(|event| if let Event::Rolled { roll, .. } = event { Some(*roll) } else { None }).collect()
}

/// German ships in NA-8 go for British ones in NA-5; the events of the first round, with the early shot or without.
fn first_round(table: &Table, seed: u64, ours: (&str, u16), theirs: (&str, u16), waive: bool) -> Vec<Event> {
    let units = [("germany", ours.0, "na-8", ours.1), ("uk", theirs.0, "na-5", theirs.1)];
    let mut game = table.game(seed, "germany", ATTACK, &units);
    table.go(&mut game, ("germany", ours.0, ours.1), "na-8", "na-5");
    let mut events = done(&mut game);
    if waive {
        let order = Order::Aim {
            space: table.space("na-5"),
            power: table.power("germany"),
            unit: table.unit(ours.0),
            other: true,
        };
        assert!(orders(&game).contains(&order), "the owner may waive it");
        give(&mut game, order);
    }
    while dice_by_round(&events).is_empty() {
        events.extend(done(&mut game));
    }
    events
}

/// Both battleships throw their 8 whatever happens; the 6 only if the early die of the other missed.
#[test]
fn a_battleship_hit_early_loses_its_six_and_never_its_eight() {
    let (on, off) = (Table::with(BEEFED), Table::new());
    let mut seen = [0; 5];
    for seed in 0..40 {
        let plain = first_round(&off, seed, ("battleship", 1), ("battleship", 1), false);
        assert_eq!(rolls(&plain).len(), 4, "seed {seed}: two dice each without the option");
        let events = first_round(&on, seed, ("battleship", 1), ("battleship", 1), false);
        let thrown = rolls(&events);
        let wanted = 2 + usize::from(thrown[0] > 8) + usize::from(thrown[1] > 8);
        assert_eq!(thrown.len(), wanted, "seed {seed}: {thrown:?}");
        seen[wanted] += 1;
    }
    assert!(seen[2] > 3 && seen[3] > 3 && seen[4] > 0, "{seen:?}");
}

/// What an early die sinks does not fire; thrown with the others, it does.
#[test]
fn who_is_sunk_early_does_not_fire_unless_the_shot_is_waived() {
    let table = Table::with(BEEFED);
    let (mut early, mut late) = (0, 0);
    for seed in 0..40 {
        let events = first_round(&table, seed, ("battleship", 1), ("destroyer", 1), false);
        let thrown = rolls(&events);
        let sunk = thrown[0] <= 8;
        assert_eq!(
            thrown.len(),
            if sunk { 2 } else { 3 },
            "seed {seed}: the 8, the 6, and the destroyer if it is left"
        );
        early += u16::from(sunk);
        let waived = first_round(&table, seed, ("battleship", 1), ("destroyer", 1), true);
        assert_eq!(rolls(&waived).len(), 3, "seed {seed}: the destroyer fires");
        late += lost(&waived, table.power("uk"), table.unit("destroyer"));
    }
    assert!(early > 15 && late > 15, "{early}, {late}");
    let off = Table::new();
    let units = [("germany", "battleship", "na-8", 1), ("uk", "destroyer", "na-5", 1)];
    let mut game = off.game(1, "germany", ATTACK, &units);
    off.go(&mut game, ("germany", "battleship", 1), "na-8", "na-5");
    done(&mut game);
    let order =
        Order::Aim { space: off.space("na-5"), power: off.power("germany"), unit: off.unit("battleship"), other: true };
    assert_eq!(refused(&game, order), "twg:bomber.6", "there is nothing to waive without the option");
}

/// Over the shore the 8 comes first too: a defender it kills does not fire.
#[test]
fn a_bombarding_eight_kills_before_the_defenders_fire() {
    for (switches, silent) in [(BEEFED, true), (&[][..], false)] {
        let table = Table::with(switches);
        let (mut hits, mut fired) = (0, 0);
        for seed in 0..30 {
            let units = [
                ("uk", "transport", "french-coast", 1),
                ("uk", "battleship", "french-coast", 1),
                ("uk", "infantry", "great-britain", 1),
                ("germany", "infantry", "france", 1),
            ];
            let mut game = table.game(seed, "uk", ATTACK, &units);
            table.ship(&mut game, ("uk", "infantry", 1), ["great-britain", "french-coast", "french-coast", "france"]);
            let stack: Stack = table.stack("uk", "battleship", "french-coast", 1);
            give(&mut game, Order::Support { stack, target: table.space("france") });
            let mut events = done(&mut game);
            events.extend(until(&mut game, QUIET));
            let first: usize = dice_by_round(&events)[0].2;
            let thrown = rolls(&events);
            if silent && thrown[0] <= 8 {
                hits += 1;
                assert_eq!(first, 3, "seed {seed}: the 8, the 6 and the infantry that lands, no answer");
            } else {
                fired += 1;
                assert_eq!(first, 4, "seed {seed}");
            }
        }
        assert!(if silent { hits > 10 && fired > 3 } else { fired == 30 }, "{hits}, {fired}");
    }
}

/// The exact odds know the option, and games come out as they say.
#[test]
fn the_odds_of_early_dice_are_exact_and_played() {
    let mut win = Vec::new();
    for (switches, on) in [(BEEFED, true), (&[][..], false)] {
        let mut content = content();
        content.options.get_mut("beefed-up-battleships").expect("option").on = on;
        let row = |unit: &str, count: u16| Row { unit: unit.to_owned(), count };
        let question = Question {
            content: &content,
            attack: vec![row("battleship", 1)],
            defend: vec![row("destroyer", 2)],
            attacker: Some("germany"),
            defender: Some("uk"),
            at: None,
            position: None,
            losses: Default::default(),
            budget: Budget::default(),
        };
        let odds = answer(&question).expect("odds").odds;
        assert_eq!(odds.method, Method::Exact);
        let table = Table::with(switches);
        let games = 500;
        let fight = |seed: u64| {
            let units = [("germany", "battleship", "na-8", 1), ("uk", "destroyer", "na-5", 2)];
            let mut game: Game<'_> = table.game(seed * 7919 + 5, "germany", ATTACK, &units);
            table.go(&mut game, ("germany", "battleship", 1), "na-8", "na-5");
            done(&mut game);
            until(&mut game, QUIET);
            table.count(&game, "germany", "battleship", "na-5") == 1
        };
        let played = (0..games).filter(|seed| fight(*seed)).count() as f64 / games as f64;
        assert!((played - odds.win).abs() < 0.09, "{played} played, {} exact", odds.win);
        win.push(odds.win);
    }
    assert!(win[0] > win[1] + 0.03, "early dice help: {win:?}");
}
