//! What holds in every naval stage, whoever plays it and however: random play from laid-out wars.

use std::collections::BTreeMap;

use chartroom_engine::procedures::differential::CampaignPhase;
use chartroom_engine::procedures::differential::fleet::waters::is_escort;
use chartroom_engine::procedures::differential::sea_rules::{Kind, kind};
use chartroom_engine::state::rng;
use chartroom_engine::{Action, Event, Game, SeaEvent};

use crate::campaign::table::{Table, standard};

/// The standard set-up, with everybody at war.
fn world_war(table: &'static Table, turn: i16, seed: u64) -> Game<'static> {
    let mut laid = table.at("axis", &CampaignPhase::Naval, turn, &[]);
    laid.state.stacks.clone_from(&table.start.stacks);
    laid.state.rng = seed;
    table.join(&mut laid, "usa", "allies", &["japan", "germany"]);
    table.join(&mut laid, "italy", "axis", &["commonwealth", "france", "usa"]);
    table.join(&mut laid, "japan", "axis", &["commonwealth", "france"]);
    (laid.state.phase, laid.state.begun) = (0, false);
    Game::start(&table.rules, laid.state).0
}

type Census = BTreeMap<(u8, u8), i64>;

fn census(game: &Game<'_>) -> Census {
    let mut found = Census::new();
    for stack in &game.state.stacks {
        *found.entry((stack.power.0, stack.unit.0)).or_default() += i64::from(stack.count);
    }
    found
}

/// Changes the census as events say.
fn follow(census: &mut Census, events: &[Event]) {
    for event in events {
        match event {
            Event::Removed { stack, .. } => {
                *census.entry((stack.power.0, stack.unit.0)).or_default() -= i64::from(stack.count);
            }
            Event::Handed { stack, to } => {
                *census.entry((stack.power.0, stack.unit.0)).or_default() -= i64::from(stack.count);
                *census.entry((to.0, stack.unit.0)).or_default() += i64::from(stack.count);
            }
            _ => {}
        }
    }
    census.retain(|_, count| *count != 0);
}

/// Plays the naval stage of one turn at random, with all that must hold at each step.
fn play(turn: i16, seed: u64, steps: usize) -> usize {
    let table = standard();
    let mut game = world_war(table, turn, seed);
    let is_naval = |game: &Game<'_>| {
        let run = |phase: usize| table.rules.phases.get(phase).and_then(|phase| phase.run);
        game.state.turn == turn && run(usize::from(game.state.phase)) == run(0)
    };
    let mut dice = seed.wrapping_mul(77) + 1;
    let mut pick = |count: usize| {
        let (face, next) = rng::roll(dice, count as i64);
        dice = next;
        face as usize - 1
    };
    let (mut strikes, mut step) = (0, 0);
    while is_naval(&game) {
        let legal = game.legal();
        assert!(!legal.is_empty(), "somebody can act");
        for _ in 0..4 {
            let action = &legal[pick(legal.len())];
            if let Err(refusal) = game.clone().submit(action) {
                panic!("turn {turn}, seed {seed}, step {step}: {action:?} is listed and refused: {refusal}");
            }
        }
        // Fights are rarer than journeys: they go first when there are any.
        let fights: Vec<&Action> = legal.iter().filter(|action| is_fight(action)).collect();
        let action = match pick(3) {
            _ if step > steps => legal[0],
            0 | 1 if !fights.is_empty() => *fights[pick(fights.len())],
            _ => legal[pick(legal.len())],
        };
        let mut expected = census(&game);
        let done = game.submit(&action).expect("listed");
        let naval = is_naval(&game);
        strikes += done.events.iter().filter(|event| matches!(event, Event::Campaign(told) if is_strike(told))).count();
        let over = done.events.iter().position(|event| {
            matches!(event, Event::Campaign(chartroom_engine::CampaignEvent::Sea(SeaEvent::PhaseOver { stage: true })))
        });
        if naval && over.is_none() {
            follow(&mut expected, &done.events);
            assert_eq!(expected, census(&game), "turn {turn}, seed {seed}, step {step}: {action:?}");
        }
        step += 1;
    }
    judge_the_end(&game);
    strikes
}

fn is_strike(event: &chartroom_engine::CampaignEvent) -> bool {
    matches!(event, chartroom_engine::CampaignEvent::Struck { .. })
}

fn is_fight(action: &Action) -> bool {
    use chartroom_engine::Command::{Ambush, Attack, Challenge, Counter, Cover, FallBack, GiveUp, Pledge};
    let Action::Campaign(command) = action else { return false };
    matches!(
        command,
        Ambush { .. }
            | Attack { .. }
            | Challenge { .. }
            | Counter
            | Cover { .. }
            | FallBack { .. }
            | GiveUp { .. }
            | Pledge { .. }
    )
}

/// The stage is over: nothing of it is remembered, and whoever must be in port is.
fn judge_the_end(game: &Game<'_>) {
    let table = standard();
    let (rules, state) = (&table.rules, &game.state);
    let port = rules.campaign.lines.port.expect("ports");
    for stack in &state.stacks {
        let Some(kind) = kind(rules, stack) else { continue };
        assert_eq!(stack.army, 0, "{stack:?} has no number any more");
        let played = state.side_of(stack.power).or(rules.power(stack.power).leans).is_some();
        if played && matches!(kind, Kind::Carrier | Kind::Surface | Kind::Submarine) {
            let home = state.feature(rules, stack.space, port) > 0 || is_escort(rules, state, stack);
            assert!(home, "{stack:?} lies at {}", rules.space_name(stack.space));
        }
    }
    let sea = &state.campaign.sea;
    assert!(!sea.is_busy() && sea.fleets.is_empty() && sea.harbours.is_empty() && sea.announced.is_empty());
    assert!(state.campaign.pledged.is_empty());
}

#[test]
fn random_naval_stages_keep_their_books() {
    let strikes: usize = (0..12).map(|seed| play([3, 8, 14, 18][seed as usize % 4], seed, 150)).sum();
    assert!(strikes > 10, "there was some fighting: {strikes}");
}
