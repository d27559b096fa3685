//! Scenarios of the packs, played: they end, they can be replayed, and nothing appears or vanishes without an event.

use crate::common::{ARBITRARY_KINDS, Numbers, PLAYABLE, arbitrary, load, start};
use chartroom_engine::bots::{self, Bot, Greedy, Random};
use chartroom_engine::procedures::Procedure;
use chartroom_engine::query::stacking;
use chartroom_engine::state::rng;
use chartroom_engine::{Event, Game, Options, Ruleset, State, compile, replay};

fn bot(name: &str, seed: u64) -> Box<dyn Bot> {
    if name == "greedy" { Box::new(Greedy::default()) } else { Box::new(Random::new(seed)) }
}

/// Plays a whole game and holds every step to what must always be true.
fn check(rules: &Ruleset, start: &State, name: &str, seed: u64) -> (u64, replay::Replay) {
    let mut state = start.clone();
    state.rng = seed;
    let mut units = count(&state);
    let (game, replay) = bots::play(rules, &state, bot(name, seed).as_mut(), None, |game, events| {
        for event in events {
            units += change(event);
        }
        assert_eq!(units, count(&game.state), "units appeared or vanished on turn {}", game.state.turn);
        if events.iter().any(|event| ends_redeployment(rules, event)) {
            stacking_holds(rules, &game.state);
        }
    });
    assert!(game.outcome().is_some(), "{} with seed {seed} does not end", rules.scenario);
    (game.state.hash(), replay)
}

fn count(state: &State) -> i64 {
    state.stacks.iter().map(|stack| i64::from(stack.count)).sum()
}

fn change(event: &Event) -> i64 {
    match event {
        Event::Placed { stack, .. } => i64::from(stack.count),
        Event::Removed { stack, .. } => -i64::from(stack.count),
        Event::Arrived { arrival, .. } => i64::from(arrival.count),
        _ => 0,
    }
}

fn ends_redeployment(rules: &Ruleset, event: &Event) -> bool {
    let Event::PhaseEnded { phase } = event else { return false };
    let run = rules.phases.get(usize::from(*phase)).and_then(|phase| phase.run);
    run.is_some_and(|at| matches!(rules.procedures[at.index()].run, Procedure::Redeploy(_)))
}

/// The side that just moved stands nowhere with too many points, and only where land units can be.
fn stacking_holds(rules: &Ruleset, state: &State) {
    let Some(side) = state.side_of_player(&rules.phases[usize::from(state.phase)].player) else { return };
    for (_, space) in state.armies(side) {
        let load = stacking::load(rules, state, side, space);
        let limit = stacking::limit(rules, state, side, space).unwrap_or(i64::MAX);
        assert!(load <= limit, "{load} points in {}", rules.space_name(space));
        assert!(rules.board.has_land(space), "an army stands at sea in {}", rules.space_name(space));
    }
}

#[test]
fn barbarossa_ends_and_replays_to_the_same_hashes() {
    let content = load("hitlers-global-war");
    let (rules, state) = start(&content, "barbarossa", 1);
    for name in ["greedy", "random"] {
        let (hash, played) = check(&rules, &state, name, 1);
        let (again, _) = check(&rules, &state, name, 1);
        assert_eq!(hash, again, "the same seed must give the same game");
        let hashes = replay::hashes(&rules, &state, &played).expect("every action is legal again");
        assert_eq!(hashes.last(), Some(&hash));
        // Undo is replay of a shorter game.
        let shorter = replay::Replay { seed: 1, actions: played.actions[..played.actions.len() / 2].to_vec() };
        let half = replay::hashes(&rules, &state, &shorter).expect("legal");
        assert_eq!(half[..], hashes[..half.len()]);
    }
}

#[test]
fn the_fall_of_germany_ends() {
    let content = load("hitlers-global-war");
    let (rules, state) = start(&content, "fall-of-germany", 1);
    check(&rules, &state, "greedy", 3);
    check(&rules, &state, "random", 3);
}

/// Packs whose board is there: every scenario compiles, sets up and goes through its phases to the end.
#[test]
fn every_scenario_runs_all_its_phases() {
    let mut ran = 0;
    for pack in ["hitlers-global-war", "hitlers-war-cg3", "global-war-1975", "war-game-ww2", "global-war-1939"] {
        let content = load(pack);
        let drawn = content.map.is_some() && !content.spaces.is_empty();
        let zones =
            content.map.as_ref().is_some_and(|map| matches!(map.grid, chartroom_format::schema::map::Grid::Zones(_)));
        if !drawn || zones && content.shapes.is_none() {
            continue;
        }
        for scenario in content.scenarios.keys() {
            let (rules, state) = start(&content, scenario.as_str(), 7);
            let mut begun = vec![false; rules.phases.len()];
            let (game, _) = bots::play(&rules, &state, &mut Greedy::default(), Some(3), |_, events| {
                for event in events {
                    match event {
                        Event::PhaseBegan { phase } => begun[usize::from(*phase)] = true,
                        Event::PhasePassedOver { why, .. } => assert!(!why.is_empty(), "passed over without a reason"),
                        _ => {}
                    }
                }
            });
            let over = game.outcome().is_some();
            assert!(game.state.turn > rules.first_turn as i16 || over, "{pack} {scenario} stands still");
            let missed = begun.iter().position(|begun| !begun).filter(|_| !over);
            assert!(
                missed.is_none(),
                "{pack} {scenario} never came to {:?}",
                missed.map(|at| rules.phase_name(rules.phases[at].name))
            );
            ran += 1;
        }
    }
    assert!(ran >= 6, "only {ran} scenarios ran");
}

#[test]
fn arbitrary_actions_are_done_or_refused_but_never_break_anything() {
    let content = load("hitlers-global-war");
    let (rules, state) = start(&content, "barbarossa", 5);
    let (mut game, _) = Game::start(&rules, state);
    let mut position = 99;
    let mut next = |most: i64| {
        let (roll, at) = rng::roll(position, most);
        position = at;
        roll - 1
    };
    for _ in 0..3000 {
        let widest = if next(2) == 0 { 6000 } else { 65_000 };
        let numbers = Numbers {
            kind: next(i64::from(ARBITRARY_KINDS)) as u8,
            one: next(widest) as u32,
            other: next(widest) as u32,
            army: next(14) as u8,
            power: next(60) as u8,
            unit: next(40) as u8,
            count: next(12) as u16,
        };
        let legal = game.legal();
        // Now and then something that is legal, so that the game goes on.
        let action = match next(14) {
            0 if !legal.is_empty() => legal[next(legal.len() as i64) as usize],
            _ => arbitrary(numbers),
        };
        let before = game.state.hash();
        if game.submit(&action).is_err() {
            assert_eq!(before, game.state.hash(), "a refused action changed the game");
        }
        if game.outcome().is_some() {
            break;
        }
    }
}

#[test]
fn a_scenario_that_is_not_there_is_a_finding() {
    let content = load("hitlers-global-war");
    let findings = compile(&content, "barbarosa", Options::default()).expect_err("no such scenario");
    assert_eq!(findings[0].code.as_str(), "E106");
    assert!(findings[0].help.contains("barbarossa"), "{}", findings[0].help);
}

/// A game that is called played has no phase that the engine leaves to the players.
#[test]
fn no_phase_of_a_played_game_is_passed_over() {
    // Campaign Game III still leaves its fleets to the players.
    for (pack, scenario) in PLAYABLE.iter().filter(|(_, scenario)| *scenario != "campaign-game-3") {
        let (rules, state) = start(&load(pack), scenario, 11);
        let mut passed = Vec::new();
        let _ = bots::play(&rules, &state, &mut Random::new(11), Some(3), |_, events| {
            passed.extend(events.iter().filter(|event| matches!(event, Event::PhasePassedOver { .. })).cloned());
        });
        assert!(passed.is_empty(), "{scenario}: {passed:?}");
    }
}
