//! Victory: the tests of the scenario, in their order, each at its time.

use chartroom_format::schema::scenario::VictoryCheck;

use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, SpaceIx};
use crate::query::supply::places_with;
use crate::ruleset::{Ruleset, ScoreInfo, VictoryInfo, VictoryTest};
use crate::run::Run;
use crate::state::{Outcome, State};

/// Looks at the tests of one kind; the first that holds ends the game.
pub(crate) fn check(run: &mut Run, when: VictoryCheck) {
    let rules = run.rules;
    for (index, victory) in rules.victory.iter().enumerate() {
        if victory.check != when || run.state.outcome.is_some() {
            continue;
        }
        if let VictoryTest::HoldsFor(condition, turns) = &victory.test {
            if when == VictoryCheck::TurnEnd || when == VictoryCheck::GameEnd {
                let held = condition.holds(rules, &run.state, &Scene::default());
                let before = run.state.held_for.get(index).copied().unwrap_or(0);
                let now = if held { before.saturating_add(1) } else { 0 };
                run.emit(Event::HeldFor { victory: index, turns: now });
                if i64::from(now) >= *turns {
                    end(run, index, victory, victory.winner);
                }
            }
            continue;
        }
        if let Some(Verdict(winner)) = decides(rules, &run.state, victory) {
            end(run, index, victory, winner);
        }
    }
}

/// The game ends: victory is looked at for the last time.
pub(crate) fn decide(run: &mut Run) {
    for when in [VictoryCheck::AtOnce, VictoryCheck::GameEnd, VictoryCheck::TurnEnd] {
        if run.state.outcome.is_none() {
            check(run, when);
        }
    }
    if run.state.outcome.is_none() {
        let reason = "the game is over and no victory test holds".to_owned();
        run.emit(Event::GameEnded { outcome: Outcome { winner: None, level: None, victory: usize::MAX, reason } });
    }
}

/// Who wins; a draw without a winner.
struct Verdict(Option<Actor>);

/// The verdict if a test holds.
fn decides(rules: &Ruleset, state: &State, victory: &VictoryInfo) -> Option<Verdict> {
    match &victory.test {
        VictoryTest::Holds(condition) => {
            condition.holds(rules, state, &Scene::default()).then_some(Verdict(victory.winner))
        }
        VictoryTest::HoldsFor(..) => None,
        VictoryTest::MostPoints(scores) => most_points(rules, state, scores, victory.winner),
        VictoryTest::Otherwise => Some(Verdict(victory.winner)),
    }
}

/// Whoever has most points wins; with a winner named, only if it is he. Equal points decide nothing.
fn most_points(rules: &Ruleset, state: &State, scores: &[ScoreInfo], named: Option<Actor>) -> Option<Verdict> {
    let totals = totals(rules, state, scores);
    let best = totals.iter().map(|(_, total)| *total).max()?;
    let mut leaders = totals.iter().filter(|(_, total)| *total == best);
    let leader = leaders.next().map(|(who, _)| *who)?;
    if leaders.next().is_some() || named.is_some_and(|named| named != leader) {
        return None;
    }
    Some(Verdict(Some(leader)))
}

/// Victory points by what each holds.
pub fn totals(rules: &Ruleset, state: &State, scores: &[ScoreInfo]) -> Vec<(Actor, i64)> {
    let mut totals: Vec<(Actor, i64)> = Vec::new();
    for score in scores {
        let spaces: Vec<SpaceIx> = match &score.within {
            Some(spaces) => spaces.clone(),
            None => places_with(rules, state, &score.each),
        };
        let count = spaces
            .into_iter()
            .filter(|space| score.whoever_holds || state.is_held_by(*space, score.who))
            .filter(|space| {
                score.once_of.is_empty()
                    || rules
                        .board
                        .space(*space)
                        .owner
                        .is_some_and(|owner| score.once_of.iter().any(|who| state.is_of(owner, *who)))
            })
            .filter(|space| score.each.iter().any(|feature| state.feature(rules, *space, *feature) > 0))
            .count() as i64;
        match totals.iter_mut().find(|(who, _)| *who == score.who) {
            Some((_, total)) => *total += count * score.points,
            None => totals.push((score.who, count * score.points + state.points(score.who))),
        }
    }
    totals
}

fn end(run: &mut Run, index: usize, victory: &VictoryInfo, winner: Option<Actor>) {
    let reason = victory.source.clone().unwrap_or_else(|| format!("victory test {}", index + 1));
    let outcome = Outcome { winner, level: victory.level.clone(), victory: index, reason };
    run.emit(Event::GameEnded { outcome });
}
