//! Games that begin with a free set-up, by bots and by nobody in particular: they end, replay, keep every point, and never break.

use chartroom_engine::bots::{self, Bot, Greedy, Random};
use chartroom_engine::state::rng;
use chartroom_engine::{Action, Game, State, replay};

use super::table::{SETTING_UP, Table};
use crate::common::{ARBITRARY_KINDS, Numbers, arbitrary};

fn all_points(state: &State) -> u32 {
    state.stacks.iter().map(|stack| u32::from(stack.count)).sum()
}

#[test]
fn bots_finish_games_with_a_free_set_up() {
    let table = Table::free_set_up();
    let mut moved = 0;
    for seed in 1..=4 {
        let mut begin = table.start.clone();
        begin.rng = seed;
        let mut players: [Box<dyn Bot>; 2] = [Box::new(Random::new(seed)), Box::new(Greedy::default())];
        for player in &mut players {
            let (game, played) = bots::play(&table.rules, &begin, &mut **player, None, |_, _| {});
            assert!(game.outcome().is_some(), "seed {seed}");
            let hashes = replay::hashes(&table.rules, &begin, &played).expect("every action is legal again");
            assert_eq!(hashes.last().copied(), Some(game.state.hash()));
            moved += usize::from(matches!(played.actions[0], Action::Redeploy { .. }));
        }
    }
    assert!(moved > 0, "somebody used the set-up");
}

#[test]
fn the_list_of_placements_is_bounded_and_every_one_of_them_is_accepted() {
    let table = Table::free_set_up();
    for side in ["axis", "soviet", "allies"] {
        let game = table.at(side, SETTING_UP);
        let of = table.side(side);
        let own = game.state.stacks.iter().filter(|stack| game.state.side_of(stack.power) == Some(of)).count();
        let land = table.rules.board.land.iter().filter(|space| game.state.is_friendly(**space, of)).count();
        let legal = game.legal();
        assert!(legal.len() > land && legal.len() <= 1 + 2 * own * land, "{side}: {} placements", legal.len());
        for action in legal.iter().step_by(97) {
            let mut trial = game.clone();
            trial.submit(action).expect("listed, so legal");
            assert_eq!(all_points(&trial.state), all_points(&game.state));
        }
    }
}

#[test]
fn arbitrary_actions_never_break_a_set_up() {
    let table = Table::free_set_up();
    let (mut game, _) = Game::start(&table.rules, table.start.clone());
    let mut position = 7;
    let mut next = |most: i64| {
        let (roll, at) = rng::roll(position, most);
        position = at;
        roll - 1
    };
    let mut placed = 0;
    for _ in 0..4000 {
        // Mostly placements, of stacks that may or may not be there.
        let kind = if next(2) == 0 { 1 + next(2) } else { 1 + next(i64::from(ARBITRARY_KINDS) - 1) } as u8;
        let stack = game.state.stacks[next(game.state.stacks.len() as i64) as usize];
        let wild = next(3) == 0;
        let pick = |there: i64, any: i64| if wild { any } else { there };
        let numbers = Numbers {
            kind,
            one: pick(i64::from(stack.space.0), next(7000)) as u32,
            other: next(7000) as u32,
            army: pick(i64::from(stack.army), next(14)) as u8,
            power: pick(i64::from(stack.power.0), next(60)) as u8,
            unit: pick(i64::from(stack.unit.0), next(40)) as u8,
            count: next(6) as u16,
        };
        let before = game.state.clone();
        match game.submit(&arbitrary(numbers)) {
            Ok(_) => placed += 1,
            Err(_) => assert_eq!(before, game.state, "a refusal changes nothing"),
        }
        assert_eq!(all_points(&game.state), all_points(&table.start), "no point is won or lost");
    }
    assert!(placed > 0 && table.is_at(&game, SETTING_UP), "the set-up goes on until it is ended");
}
