//! The whole war by bots: it ends, it can be replayed, and every step keeps what must always be true.

use chartroom_engine::bots::{self, Bot, Greedy, Random};
use chartroom_engine::ids::{EventIx, PowerIx, SpaceIx, UnitIx};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::differential::{CampaignPhase, zones};
use chartroom_engine::query::stacking;
use chartroom_engine::state::rng;
use chartroom_engine::{Action, CampaignEvent, Command, Event, Game, Ruleset, State, replay};

use crate::campaign::table::Table;

fn bot(name: &str, seed: u64) -> Box<dyn Bot> {
    if name == "greedy" { Box::new(Greedy::default()) } else { Box::new(Random::new(seed)) }
}

fn count(state: &State) -> i64 {
    state.stacks.iter().map(|stack| i64::from(stack.count)).sum()
}

fn change(event: &Event) -> i64 {
    match event {
        Event::Placed { stack, .. } => i64::from(stack.count),
        Event::Removed { stack, .. } => -i64::from(stack.count),
        _ => 0,
    }
}

/// Land units stand on land they may enter; a side that has just moved is nowhere over its limit.
fn position_holds(rules: &Ruleset, state: &State, events: &[Event]) {
    for stack in state.stacks.iter().filter(|stack| zones::is_land(rules, stack)) {
        let domain = rules.unit(stack.unit).domain;
        assert!(rules.board.has_land(stack.space), "land units at sea in {}", rules.space_name(stack.space));
        assert!(!rules.board.terrain(stack.space).bars.has(domain));
    }
    for event in events {
        let Event::PhaseEnded { phase } = event else { continue };
        let phase = &rules.phases[usize::from(*phase)];
        let run = phase.run.map(|at| &rules.procedures[at.index()].run);
        if !matches!(run, Some(Procedure::Campaign(CampaignPhase::March))) {
            continue;
        }
        let Some(side) = state.side_of_player(&phase.player) else { continue };
        for space in zones::occupied(rules, state, side) {
            let load = stacking::load(rules, state, side, space);
            let limit = stacking::limit(rules, state, side, space).unwrap_or(i64::MAX);
            assert!(load <= limit, "{load} points in {}", rules.space_name(space));
        }
    }
}

fn check(table: &Table, name: &str, seed: u64) -> (u64, replay::Replay) {
    let mut state = table.start.clone();
    state.rng = seed;
    let mut units = count(&state);
    let (game, replay) = bots::play(&table.rules, &state, bot(name, seed).as_mut(), None, |game, events| {
        units += events.iter().map(change).sum::<i64>();
        assert_eq!(units, count(&game.state), "units appeared or vanished on turn {}", game.state.turn);
        assert!(game.state.stacks.is_sorted(), "stacks out of order");
        position_holds(&table.rules, &game.state, events);
    });
    let outcome = game.outcome().unwrap_or_else(|| panic!("{name} with seed {seed} does not end"));
    assert_ne!(outcome.reason, "", "a game ends for a reason");
    assert_eq!(i64::from(game.state.turn), table.rules.last_turn, "the war lasts to its last turn");
    (game.state.hash(), replay)
}

#[test]
fn the_standard_scenario_ends_and_replays_to_the_same_hashes() {
    let table = Table::new();
    for name in ["greedy", "random"] {
        let (hash, played) = check(&table, name, 1);
        let hashes = replay::hashes(&table.rules, &table.start, &played).expect("every action is legal again");
        assert_eq!(hashes.last(), Some(&hash), "replay of the {name} game");
        // Undo is replay of a shorter game.
        let shorter = replay::Replay { seed: 1, actions: played.actions[..played.actions.len() / 2].to_vec() };
        let half = replay::hashes(&table.rules, &table.start, &shorter).expect("legal");
        assert_eq!(half[..], hashes[..half.len()]);
    }
}

#[test]
fn the_war_is_fought() {
    let table = Table::new();
    let (mut battles, mut captured, mut ordered) = (0, 0, 0);
    let mut joined = Vec::new();
    bots::play(&table.rules, &table.start, &mut Greedy::default(), None, |_, events| {
        for event in events {
            match event {
                Event::Campaign(CampaignEvent::Fought { .. }) => battles += 1,
                Event::Campaign(CampaignEvent::Ordered { .. }) => ordered += 1,
                Event::Captured { .. } => captured += 1,
                Event::SideSet { power, side: Some(_) } => joined.push(*power),
                _ => {}
            }
        }
    });
    assert!(battles > 20 && captured > 50 && ordered > 100, "{battles} battles, {captured} captures, {ordered} orders");
    assert!(joined.contains(&table.power("usa")), "the United States enter by turn 10 at the latest");
    assert!(joined.contains(&table.power("italy")), "the Axis brings Italy in");
}

#[test]
fn arbitrary_actions_are_done_or_refused_but_never_break_anything() {
    let table = Table::new();
    let (mut game, _) = Game::start(&table.rules, table.start.clone());
    let mut position = 11;
    let mut next = |most: i64| {
        let (roll, at) = rng::roll(position, most);
        position = at;
        roll - 1
    };
    for _ in 0..4000 {
        let widest = if next(2) == 0 { 2720 } else { 65_000 };
        let (from, to) = (SpaceIx(next(widest) as u32), SpaceIx(next(widest) as u32));
        let (power, unit, by) = (PowerIx(next(40) as u8), UnitIx(next(20) as u8), PowerIx(next(40) as u8));
        let (count, rebuild) = (next(12) as u16, next(2) == 0);
        if next(20) == 0 {
            try_it(&mut game, &Action::Invoke { rule: EventIx(next(200) as u16) });
        }
        let command = match next(20) {
            0 => Command::March { from, power, unit, count, to },
            1 => Command::Assault { from, power, unit, count, to },
            2 => Command::Pledge { from, power, unit, count, target: to },
            3 => Command::Attack { target: to },
            4 => Command::GiveUp { from, power, unit },
            5 => Command::FallBack { from, power, unit, count, to },
            6 => Command::Follow { from, power, unit, count, to },
            7 => Command::Entrain { from, power, unit, count, to, by },
            8 => Command::Embark { from, power, unit, count, to },
            9 => Command::Transfer { from, power, unit, count, to },
            10 => Command::Raid { from, power, unit, count, target: to },
            11 => Command::Deploy { power, unit, at: to },
            12 => Command::Order { unit, count, rebuild },
            13 => Command::Give { to: power, points: count },
            14 => Command::Widen { target: from, with: to },
            15 => Command::Ferry { from, power, unit, count, bombs: count, to },
            _ => {
                let legal = game.legal();
                let action = if legal.is_empty() { Action::Done } else { legal[next(legal.len() as i64) as usize] };
                try_it(&mut game, &action);
                continue;
            }
        };
        try_it(&mut game, &Action::Campaign(command));
        if game.outcome().is_some() {
            break;
        }
    }
}

fn try_it(game: &mut Game<'_>, action: &Action) {
    let before = game.state.hash();
    if game.submit(action).is_err() {
        assert_eq!(before, game.state.hash(), "a refused action changed the game");
    }
}
