//! The introductory zone game: bots of both kinds play it to the end, over land and sea.

use chartroom_engine::bots::{Bot, Greedy, Random, play};
use chartroom_engine::{Action, Event, Order};
use chartroom_format::schema::units::Domain;

use crate::common::{load, start};

const GAMES: u64 = 40;

/// Each side wins some of forty games, land changes hands in every one of them, ships are bought and armies cross the sea.
#[test]
fn both_sides_win_and_armies_cross_the_sea() {
    let content = load("turning-tide");
    for scenario in ["1942", "1943"] {
        let mut won: std::collections::BTreeMap<String, u32> = std::collections::BTreeMap::new();
        let (mut transports, mut landings, mut raids) = (0, 0, 0);
        for seed in 0..GAMES {
            let (rules, state) = start(&content, scenario, seed);
            let transport = rules.find_unit("transport").expect("the unit");
            let mut bot: Box<dyn Bot> =
                if seed % 2 == 0 { Box::<Greedy>::default() } else { Box::new(Random::new(seed)) };
            let mut captured = 0;
            let (game, replay) = play(&rules, &state, &mut *bot, None, |_, events| {
                captured += events.iter().filter(|event| matches!(event, Event::Captured { .. })).count();
            });
            assert!(captured > 0, "{scenario}: no land changes hands in game {seed}");
            for action in &replay.actions {
                match action {
                    Action::Order(Order::Purchase { unit, .. }) if *unit == transport => transports += 1,
                    Action::Order(Order::Land { stack, .. }) if rules.unit(stack.unit).domain == Domain::Land => {
                        landings += 1;
                    }
                    Action::Order(Order::Raid { .. }) => raids += 1,
                    _ => {}
                }
            }
            let outcome = game.outcome().unwrap_or_else(|| panic!("{scenario}: game {seed} never ends"));
            let winner = outcome.winner.map(|winner| rules.actor_name(winner).to_owned());
            *won.entry(winner.unwrap_or_else(|| "nobody".to_owned())).or_default() += 1;
        }
        assert!(transports > 40 && landings > 200 && raids > 40, "{scenario}: {transports} {landings} {raids}");
        for side in content.sides.keys() {
            assert!(won.contains_key(side.as_str()), "{scenario}: {side:?} never wins: {won:?}");
        }
    }
}
