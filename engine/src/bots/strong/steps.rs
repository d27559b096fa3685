//! Single decisions: the commander's own choice and what else is promising are played on with the same lucks; every round the worse half
//! goes and the rest gets twice as many lucks (sequential halving). Which actions are promising `table` says where it knows; elsewhere
//! every legal action is as good as another.

use super::super::greedy::Goals;
use super::super::{Bot, Greedy, table};
use super::worth::worth;
use crate::action::Action;
use crate::game::Game;
use crate::ids::SideIx;
use crate::query::memory::Memory;

/// Actions that are played on at most, the commander's own among them.
const MOST_OPTIONS: usize = 8;
/// Lucks of the first round.
const LUCKS: u64 = 2;

/// The action chosen.
pub(super) struct Weighed {
    pub(super) action: Action,
    pub(super) reason: String,
}

/// An action under trial, with the sum of what it led to on as many lucks as the whole field.
struct Candidate {
    action: Action,
    sum: i64,
}

/// What all trials of one decision share.
struct Trials<'a, 'r> {
    game: &'a Game<'r>,
    side: SideIx,
    commander: &'a Greedy,
    goals: &'a Goals,
    left: u32,
    memory: Memory,
}

/// The best of what is promising; nothing where there is no choice or the budget is too small to tell.
pub(super) fn choose(
    game: &Game<'_>,
    side: SideIx,
    usual: Action,
    commander: &Greedy,
    goals: &Goals,
    budget: u32,
) -> Option<Weighed> {
    let mut field = options(game, side, usual);
    let count = u32::try_from(field.len()).ok().filter(|count| *count > 1)?;
    let mut trials = Trials { game, side, commander, goals, left: budget, memory: Memory::default() };
    // A third of the budget is for the first round, in which every option must get its lucks.
    let until = trials.horizon(usual, budget / (3 * LUCKS as u32 * count))?;
    let (mut lucks, mut wanted) = (0, LUCKS);
    while lucks < wanted {
        let Some(values) = trials.round(&field, lucks + 1, until) else { break };
        field.iter_mut().zip(values).for_each(|(one, value)| one.sum += value);
        lucks += 1;
        if lucks == wanted && field.len() > 2 {
            halve(&mut field);
        }
        if lucks == wanted {
            wanted *= 2;
        }
    }
    // Nothing replaces the usual choice but what did better on the same lucks.
    let best = field.iter().rev().max_by_key(|one| one.sum)?;
    let used = budget - trials.left;
    let reason = format!(
        "{} after {used} positions on {lucks} lucks",
        if best.action == usual {
            "no other choice did better"
        } else {
            "another choice did better than the usual one"
        }
    );
    Some(Weighed { action: best.action, reason })
}

/// What is tried, the usual choice first.
fn options(game: &Game<'_>, side: SideIx, usual: Action) -> Vec<Candidate> {
    let mut field = vec![Candidate { action: usual, sum: 0 }];
    let promising = table::options(game, side, MOST_OPTIONS).unwrap_or_else(|| spread(&game.legal()));
    for action in promising {
        let is_new = field.iter().all(|one| one.action != action);
        if is_new && field.len() < MOST_OPTIONS && game.clone().submit(&action).is_ok() {
            field.push(Candidate { action, sum: 0 });
        }
    }
    field
}

/// So many actions from all over a list.
fn spread(legal: &[Action]) -> Vec<Action> {
    let step = legal.len().div_ceil(MOST_OPTIONS).max(1);
    legal.iter().step_by(step).chain(legal.last()).copied().collect()
}

/// Takes the worse half out; the usual choice stays to the end.
fn halve(field: &mut Vec<Candidate>) {
    let usual = field.remove(0);
    field.sort_by_key(|one| std::cmp::Reverse(one.sum));
    field.truncate(field.len().div_ceil(2));
    field.insert(0, usual);
}

impl Trials<'_, '_> {
    /// Plays an action on until a moment, or the end of the game.
    fn play(&mut self, action: Action, luck: u64, mut stop: impl FnMut((i16, u16), u32) -> bool) -> Option<Game<'_>> {
        let mut trial = self.game.clone();
        trial.state.rng = super::other_luck(trial.state.rng, luck);
        let mut player = self.commander.clone();
        let (mut next, mut used) = (action, 0);
        loop {
            if used >= self.left {
                self.left = 0;
                return None;
            }
            used += 1;
            if trial.submit_with(&mut self.memory, &next).is_err()
                && trial.submit_with(&mut self.memory, &Action::Done).is_err()
            {
                break;
            }
            if trial.outcome().is_some() || stop((trial.state.turn, trial.state.phase), used) {
                break;
            }
            next = player.choose(&trial);
        }
        self.left -= used;
        Some(trial)
    }

    /// The turn, at this phase, at which trials end: as far ahead as so many positions reach, a turn at least; nothing if the budget
    /// does not reach as far.
    fn horizon(&mut self, usual: Action, share: u32) -> Option<(i16, u16)> {
        let begun = (self.game.state.turn, self.game.state.phase);
        let mut last = (begun.0 + 1, begun.1);
        let ended = self.play(usual, 0, |now, used| {
            let reached = now >= last;
            if reached && used < share {
                last.0 = now.0 + 1;
            }
            reached && used >= share
        })?;
        // A game that ends within the share is played to its end.
        Some(if ended.outcome().is_some() { (i16::MAX, 0) } else { last })
    }

    /// What each action leads to on one luck; nothing when the budget is spent.
    fn round(&mut self, field: &[Candidate], luck: u64, until: (i16, u16)) -> Option<Vec<i64>> {
        let mut values = Vec::with_capacity(field.len());
        for one in field {
            let (side, goals) = (self.side, self.goals);
            let trial = self.play(one.action, luck, |now, _| now >= until)?;
            values.push(worth(trial.rules, &trial.state, side, goals));
        }
        Some(values)
    }
}
