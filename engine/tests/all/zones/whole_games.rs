//! Whole games with the special additions switched on: bots play them to the end, nothing breaks, and they replay.

use chartroom_engine::bots::{self, Bot, Greedy, Random};
use chartroom_engine::query::zones;
use chartroom_engine::{Event, Operation, replay};
use chartroom_format::schema::units::Domain;

use super::table::Table;

const ADDITIONS: [&str; 8] = [
    "generals",
    "admirals",
    "hostile-borders",
    "bombers-as-transports",
    "paratroopers",
    "naval-pass-through",
    "beefed-up-battleships",
    "additional-unit-types",
];

fn play(switches: &[(&str, bool)], name: &str, seed: u64) -> Vec<Event> {
    let table = Table::with(switches);
    let mut state = table.start.clone();
    state.rng = seed;
    let mut bot: Box<dyn Bot> =
        if name == "greedy" { Box::new(Greedy::default()) } else { Box::new(Random::new(seed)) };
    let mut all = Vec::new();
    let (game, played) = bots::play(&table.rules, &state, bot.as_mut(), None, |game, events| {
        all.extend(events.iter().cloned());
        for stack in &game.state.stacks {
            let unit = table.rules.unit(stack.unit);
            let at_sea = zones::is_sea(&table.rules, stack.space);
            let place = table.rules.space_name(stack.space);
            assert!(
                !matches!(unit.domain, Domain::Sea | Domain::Submarine) || at_sea,
                "{} on land in {place}",
                unit.id
            );
            if unit.domain == Domain::Land && at_sea {
                let room = zones::room_aboard(&table.rules, &game.state, stack.power, stack.space, stack.unit, None);
                assert!(room >= 0, "{} swims in {place}", unit.id);
            }
        }
        for leader in &game.state.operations.leaders {
            let enemy = game.state.holder(leader.space).is_some_and(|holder| game.state.at_war(holder, leader.power));
            let fights = game.state.operations.is_fighting(leader.space)
                || game.state.operations.step != chartroom_engine::state::operations::BattleStep::None;
            let leads = leader.stance == chartroom_engine::state::leaders::Stance::Leads;
            assert!(
                !enemy || fights || leads,
                "a leader stands alone among enemies in {}",
                table.rules.space_name(leader.space)
            );
        }
    });
    let outcome = game.outcome().unwrap_or_else(|| {
        panic!("{name}, {seed}, {switches:?}: turn {}, {} actions", game.state.turn, played.actions.len())
    });
    assert!(outcome.winner.is_some() && !outcome.reason.is_empty(), "{name}, {seed}: {outcome:?}");
    let hashes = replay::hashes(&table.rules, &state, &played).expect("every action is legal again");
    assert_eq!(hashes.last(), Some(&game.state.hash()), "{name}, {seed}");
    all
}

#[test]
fn games_with_every_special_addition_end_and_replay() {
    let all: Vec<(&str, bool)> = ADDITIONS.iter().map(|option| (*option, true)).collect();
    let mut lost = 0;
    for (name, seed) in [("greedy", 1), ("random", 3)] {
        let events = play(&all, name, seed);
        lost += events.iter().filter(|event| matches!(event, Event::Operation(Operation::LeaderLost { .. }))).count();
    }
    assert!(lost > 0, "leaders die in war");
}

#[test]
fn games_with_one_special_addition_each_end_and_replay() {
    for (at, option) in ADDITIONS.iter().enumerate().filter(|(_, option)| **option != "admirals") {
        let name = if at % 2 == 0 { "random" } else { "greedy" };
        let _ = play(&[(*option, true)], name, at as u64 + 5);
    }
}
