//! Games of the bundled packs of this kind: bots play them to the end, and every action that is listed is allowed.

use chartroom_engine::bots::{Bot, Greedy, Random, play};
use chartroom_engine::{Action, Game};

use crate::common::{load, start};

const GAMES: &[(&str, &str)] = &[("hundred-days", "june"), ("remagen-bridgehead", "march")];

/// Of so many games each side wins at least one, and nobody is left without a winner for want of a turn's end.
#[test]
fn each_side_wins_some_games() {
    for (pack, scenario) in GAMES {
        let content = load(pack);
        let mut won: std::collections::BTreeMap<String, u32> = std::collections::BTreeMap::new();
        for seed in 0..40 {
            let (rules, state) = start(&content, scenario, seed);
            let mut bot: Box<dyn Bot> =
                if seed % 2 == 0 { Box::<Greedy>::default() } else { Box::new(Random::new(seed)) };
            let (game, _) = play(&rules, &state, &mut *bot, None, |_, _| {});
            let outcome = game.outcome().unwrap_or_else(|| panic!("{pack}: game {seed} never ends"));
            let winner =
                outcome.winner.map_or_else(|| "nobody".to_owned(), |winner| rules.actor_name(winner).to_owned());
            *won.entry(winner).or_default() += 1;
        }
        for side in content.sides.keys() {
            assert!(won.contains_key(side.as_str()), "{pack}: {side:?} never wins: {won:?}");
        }
    }
}

#[test]
fn what_is_listed_is_allowed_and_changes_something() {
    for (pack, scenario) in GAMES {
        let content = load(pack);
        let mut tried = 0;
        for seed in 0..4 {
            let (rules, state) = start(&content, scenario, seed);
            let (mut game, _) = Game::start(&rules, state);
            let mut bot = Random::new(seed);
            for step in 0..160 {
                if game.outcome().is_some() {
                    break;
                }
                let legal = game.legal();
                assert!(!legal.is_empty(), "{pack}: nothing is legal");
                let before = game.state.hash();
                for action in legal.iter().step_by(1 + (step * 7) % 11) {
                    let mut trial = game.clone();
                    trial.submit(action).unwrap_or_else(|refusal| panic!("{pack}: {action:?} is listed: {refusal}"));
                    assert_ne!(trial.state.hash(), before, "{pack}: {action:?} changes nothing");
                    tried += 1;
                }
                let action = bot.choose(&game);
                game.submit(&action).or_else(|_| game.submit(&Action::Done)).expect("the bot goes on");
            }
        }
        assert!(tried > 400, "{pack}: only {tried} actions were tried");
    }
}
