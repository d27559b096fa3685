//! The battle played with dice: every unit's every die is thrown and every hit taken off by hand.
//!
//! Written straight from the rules and sharing only the casualty ranking with the exact way, so that agreement of the
//! two means something. It also answers when a battle is beyond the state budget.

mod dice;
mod game;
mod sight;

use std::collections::BTreeMap;

use super::battle::{Battle, Side};
use super::tally::{LONGEST, lines};
use crate::odds::report::{Leftover, assemble, side_report};
use crate::odds::rng::Dice;
use crate::odds::{Ending, Interval, Method, Odds, OddsError, SideLosses, Survivors};
use dice::Borrowed;
pub use dice::Die;
use game::Game;
use sight::Table;

/// Plays `games` battles.
pub(super) fn play(battle: &Battle, games: u32, seed: u64) -> Result<Odds, OddsError> {
    let games = games.max(1);
    let tables = [Table::new(&battle.attacker, &battle.defender)?, Table::new(&battle.defender, &battle.attacker)?];
    let mut dice = Dice::new(seed);
    let mut endings = [0.0; Ending::ALL.len()];
    let mut rounds = Vec::new();
    let mut leftovers: [BTreeMap<Vec<u16>, u32>; 2] = [BTreeMap::new(), BTreeMap::new()];
    let share = 1.0 / f64::from(games);
    for _ in 0..games {
        let mut game = Game::new(battle, &tables, &mut dice);
        let ending = game.fight();
        endings[ending as usize] += share;
        let length = (game.rounds as usize).min(LONGEST);
        if rounds.len() <= length {
            rounds.resize(length + 1, 0.0);
        }
        rounds[length] += share;
        for (seen, army) in leftovers.iter_mut().zip(game.armies) {
            *seen.entry(army).or_insert(0) += 1;
        }
    }
    let wins = endings[Ending::DefenderDestroyed as usize] + endings[Ending::DefenderRetreated as usize];
    let method = Method::Sampled { games, interval: Interval::wilson(wins * f64::from(games), f64::from(games)) };
    Ok(assemble(
        method,
        endings,
        rounds,
        summary(&battle.attacker, &leftovers[0], share),
        summary(&battle.defender, &leftovers[1], share),
        0.0,
    ))
}

/// What one round leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Units by row and health state, attacker and defender.
    pub left: [Vec<Vec<u16>>; 2],
    /// No die had a chance: more rounds change nothing.
    pub is_idle: bool,
    /// The reserve of the attacker had to fight.
    pub called: bool,
}

/// Plays one round with dice that the caller throws, after `fought` rounds before it.
pub(super) fn round(battle: &Battle, fought: u32, throw: &mut dyn FnMut(Die) -> u8) -> Result<Round, OddsError> {
    let tables = [Table::new(&battle.attacker, &battle.defender)?, Table::new(&battle.defender, &battle.attacker)?];
    let mut dice = Borrowed(throw);
    let mut game = Game::new(battle, &tables, &mut dice);
    game.rounds = fought;
    game.round();
    let by_row = |who: usize| -> Vec<Vec<u16>> {
        tables[who].cells.windows(2).map(|ends| game.armies[who][ends[0]..ends[1]].to_vec()).collect()
    };
    Ok(Round { left: [by_row(0), by_row(1)], is_idle: !game.could_hit, called: game.called })
}

fn summary(side: &Side, seen: &BTreeMap<Vec<u16>, u32>, share: f64) -> (Vec<Survivors>, SideLosses) {
    let mut counted: Vec<(Vec<u32>, Vec<u32>, f64)> = Vec::new();
    for (army, &games) in seen {
        let mut cells = army.iter().map(|&n| u32::from(n));
        let mut alive = Vec::new();
        let mut damaged = Vec::new();
        for unit in &side.units {
            let fresh = cells.next().unwrap_or(0);
            let hurt: u32 = cells.by_ref().take(unit.health.len() - 1).sum();
            alive.push(fresh + hurt);
            damaged.push(hurt);
        }
        counted.push((alive, damaged, f64::from(games) * share));
    }
    let leftovers =
        counted.iter().map(|(alive, damaged, probability)| Leftover { alive, damaged, probability: *probability });
    side_report(&lines(side), leftovers)
}
