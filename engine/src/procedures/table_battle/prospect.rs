//! What an attack would bring, roll by roll: the same column and the same cells as in play.

use chartroom_format::schema::table_battle::BattleResult;

use super::{BattleRules, column};
use crate::action::Refusal;
use crate::ids::SpaceIx;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// An attack before the dice are thrown.
#[derive(Clone, Debug)]
pub struct Prospect<'a> {
    pub column: column::Column,
    /// The heading of the column after all shifts.
    pub label: String,
    /// Each code that can come up, with what it means and in how many of all rolls.
    pub codes: Vec<Chance<'a>>,
    /// All rolls there are.
    pub rolls: u64,
}

/// One code that can come up.
#[derive(Clone, Debug)]
pub struct Chance<'a> {
    /// Empty if nothing happens.
    pub code: &'a str,
    pub means: &'a [BattleResult],
    pub rolls: u64,
}

/// What an attack of these units on a space would bring, or why it is not allowed.
pub fn of<'a>(
    rules: &Ruleset,
    state: &State,
    settings: &'a BattleRules,
    force: &[Stack],
    target: SpaceIx,
) -> Result<Prospect<'a>, Refusal> {
    let column = column::of(rules, state, settings, force, target)?;
    let mut codes: Vec<Chance<'a>> = Vec::new();
    let mut rolls = 0;
    for (sum, count) in sums(settings.dice, settings.die) {
        rolls += count;
        let found = settings.column.code(rules, settings, sum + column.die_modifier, column.place);
        let result = found.and_then(|at| settings.results.get(usize::from(at)));
        let (code, means) = result.map_or(("", &[][..]), |(code, means)| (code.as_str(), means.as_slice()));
        match codes.iter_mut().find(|chance| chance.code == code) {
            Some(chance) => chance.rolls += count,
            None => codes.push(Chance { code, means, rolls: count }),
        }
    }
    Ok(Prospect { column, label: settings.column.label(rules, column.place), codes, rolls })
}

/// All sums of some dice, with how many rolls give each.
pub fn sums(dice: i64, die: i64) -> Vec<(i64, u64)> {
    let mut ways: Vec<(i64, u64)> = vec![(0, 1)];
    for _ in 0..dice {
        let mut next: Vec<(i64, u64)> = Vec::new();
        for (sum, count) in &ways {
            for face in 1..=die {
                match next.iter_mut().find(|(other, _)| *other == sum + face) {
                    Some((_, all)) => *all = all.saturating_add(*count),
                    None => next.push((sum + face, *count)),
                }
            }
        }
        next.sort_unstable();
        ways = next;
    }
    ways
}
