//! Technologies: whoever has one fights and pays by it, and nobody else does.

use crate::common::load;
use chartroom_engine::ids::{Actor, TrackIx};
use chartroom_engine::{Action, Event, Game, Options, Ruleset, State, compile};

const SWITCHES: &[(&str, bool)] = &[("research", true)];

fn begun() -> (Ruleset, State) {
    let content = load("global-war-1939");
    compile(&content, "1939", Options { seed: 5, switches: SWITCHES, texts: None }).expect("it compiles")
}

/// Plays on, doing nothing but what `wanted` picks, until it has been picked so many times.
fn play<'r>(
    game: &mut Game<'r>,
    most: usize,
    mut wanted: impl FnMut(&Game<'r>, &[Action]) -> Option<Action>,
) -> Vec<Event> {
    let (mut seen, mut events) = (0, Vec::new());
    for _ in 0..3_000 {
        let legal = game.legal();
        let picked = wanted(game, &legal);
        seen += usize::from(picked.is_some());
        let Some(action) =
            picked.or_else(|| legal.iter().find(|action| **action == Action::Done).copied()).or(legal.first().copied())
        else {
            break;
        };
        events.extend(game.submit(&action).expect("what is legal is accepted").events);
        if seen == most {
            break;
        }
    }
    events
}

#[test]
fn a_try_costs_money_and_a_high_die_brings_the_technology() {
    let (rules, state) = begun();
    let (mut game, _) = Game::start(&rules, state);
    let events =
        play(&mut game, 40, |_, legal| legal.iter().find(|action| matches!(action, Action::Try { .. })).copied());
    let rolls = events.iter().filter(|event| matches!(event, Event::Rolled { .. })).count();
    assert!(rolls >= 40, "{rolls} dice for forty tries");
    let gained = rules.tracks.iter().enumerate().filter(|(_, track)| !track.id.contains(':')).filter(|(at, _)| {
        game.state.powers().any(|power| game.state.track(TrackIx::new(*at), Some(Actor::Power(power))) > 0)
    });
    let gained = gained.count();
    assert!((3..30).contains(&gained), "about one try in four succeeds: {gained} of 40");
    assert!(game.state.money.iter().all(|money| *money >= 0), "nobody owes anything");
}

/// Factories of one power make its land units cheaper by one, and those of no other.
#[test]
fn what_one_power_knows_helps_no_other() {
    let (rules, state) = begun();
    let factories =
        TrackIx::new(rules.tracks.iter().position(|track| track.id == "improved-factories").expect("a track"));
    let price = |power: &str, knows: Option<&str>| {
        let (mut game, _) = Game::start(&rules, state.clone());
        if let Some(id) = knows {
            let who = Some(Actor::Power(rules.find_power(id).expect("a power")));
            game.state.tracks.retain(|(track, owner, _)| (*track, *owner) != (factories, who));
            game.state.tracks.push((factories, who, 1));
            game.state.tracks.sort_unstable();
        }
        let (buyer, infantry) =
            (rules.find_power(power).expect("a power"), rules.find_unit("infantry").expect("a unit"));
        let who = Actor::Power(buyer);
        let mut paid = None;
        play(&mut game, 1, |game, legal| {
            let buys = |action: &&Action| {
                **action == Action::Order(chartroom_engine::Order::Purchase { power: buyer, unit: infantry, count: 1 })
            };
            let action = legal.iter().find(buys).copied()?;
            let mut after = game.clone();
            after.submit(&action).ok()?;
            paid = Some(game.state.money(who) - after.state.money(who));
            Some(action)
        });
        paid.expect("infantry can be bought")
    };
    let plain = price("germany", None);
    assert_eq!(price("germany", Some("germany")), plain - 1);
    assert_eq!(price("germany", Some("japan")), plain);
    assert_eq!(price("japan", Some("japan")), price("japan", None) - 1);
}
