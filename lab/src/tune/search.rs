//! The search: one cell after the other, by halving along each, and races in which the worse half drops out. Whatever seems
//! to reach the goal is proved on fresh seeds, so that the best of many lucky ones is not taken for a good one.

use std::collections::BTreeMap;

use super::space::{Free, Spot};
use crate::goal::Goal;
use crate::play::Record;
use crate::stats::interval::{Interval, wilson};

/// How much may be played and changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Cells changed at most.
    pub cells: usize,
    /// Games altogether.
    pub games: usize,
    /// Games that prove the answer.
    pub proof: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    pub spot: Spot,
    /// Whether the goals are reached on fresh seeds.
    pub reached: bool,
    /// By goal: the share and its interval on fresh seeds.
    pub shares: Vec<(f64, Interval)>,
    /// The games of the proof: as it was, and as proposed.
    pub proof: [Vec<Record>; 2],
    pub games: usize,
    pub tried: usize,
}

/// Games for a first look, for one that steers, for one that ranks.
const LOOKS: [usize; 3] = [48, 96, 256];
/// Candidates that are ranked, and those from which further cells are tried.
const RANKED: usize = 8;
const BEAM: usize = 3;

/// Plays games of a spot: the spot, and the numbers of the games.
pub type Play<'a> = dyn FnMut(&Spot, std::ops::Range<usize>) -> Result<Option<Vec<Record>>, String> + 'a;

struct Search<'a, 'p> {
    free: &'a [Free],
    goals: &'a [Goal],
    limits: Limits,
    play: &'a mut Play<'p>,
    seen: BTreeMap<Spot, Tally>,
    games: usize,
    /// Proofs so far: each has seeds of its own, so that the luckiest of several is not believed.
    proofs: usize,
    stopped: bool,
}

#[derive(Clone, Debug, Default)]
struct Tally {
    games: usize,
    wins: Vec<f64>,
}

/// Searches. `play` returns none when it was told to stop; then the best known so far is the answer.
pub fn search(free: &[Free], goals: &[Goal], limits: Limits, play: &mut Play<'_>) -> Result<Found, String> {
    let mut search = Search { free, goals, limits, play, seen: BTreeMap::new(), games: 0, proofs: 0, stopped: false };
    let start = Spot::start(free);
    search.look(&start, LOOKS[2])?;
    let mut beam = vec![start.clone()];
    let mut best: Option<Found> = None;
    if search.loss(&start) == 0.0 {
        let found = search.prove(&start)?;
        if found.reached {
            return Ok(found);
        }
        best = Some(found);
    }
    for _ in 0..limits.cells {
        if search.is_over() {
            break;
        }
        for from in beam.clone() {
            for (cell, at_first) in free.iter().enumerate() {
                if from.0[cell] == at_first.value {
                    search.along(&from, cell)?;
                }
            }
        }
        let ranked = search.race()?;
        for spot in ranked.iter().filter(|spot| search.loss(spot) == 0.0).cloned().collect::<Vec<_>>() {
            if search.is_over() {
                break;
            }
            let found = search.prove(&spot)?;
            if found.reached {
                return Ok(found);
            }
            if best.as_ref().is_none_or(|best| off(goals, &found) < off(goals, best)) {
                best = Some(found);
            }
        }
        beam = ranked.into_iter().filter(|spot| *spot != start).take(BEAM).collect();
        if beam.is_empty() {
            break;
        }
    }
    let nearest = search.best();
    if best.as_ref().is_none_or(|best| best.spot != nearest) {
        let found = search.prove(&nearest)?;
        if best.as_ref().is_none_or(|best| off(goals, &found) < off(goals, best)) {
            best = Some(found);
        }
    }
    best.ok_or_else(|| "no game was played".to_owned())
}

fn off(goals: &[Goal], found: &Found) -> f64 {
    goals.iter().zip(&found.shares).map(|(goal, (share, _))| goal.wanted.distance(*share)).sum()
}

impl Search<'_, '_> {
    fn is_over(&self) -> bool {
        self.stopped || self.games >= self.limits.games
    }

    /// Sees to it that a spot has so many games.
    fn look(&mut self, spot: &Spot, games: usize) -> Result<(), String> {
        let had = self.seen.get(spot).map_or(0, |tally| tally.games);
        if had >= games || (self.is_over() && had > 0) {
            return Ok(());
        }
        let Some(records) = (self.play)(spot, had..games)? else {
            self.stopped = true;
            return Ok(());
        };
        self.games += records.len();
        let tally = self.seen.entry(spot.clone()).or_default();
        tally.games += records.len();
        tally.wins.resize(self.goals.len(), 0.0);
        for (goal, wins) in self.goals.iter().zip(&mut tally.wins) {
            *wins += records.iter().map(|game| game.won(&goal.side)).sum::<f64>();
        }
        Ok(())
    }

    fn share(&self, spot: &Spot, goal: usize) -> Option<f64> {
        self.seen.get(spot).filter(|tally| tally.games > 0).map(|tally| tally.wins[goal] / tally.games as f64)
    }

    /// How far a spot is from all goals; 0 when it seems to reach them.
    fn loss(&self, spot: &Spot) -> f64 {
        self.goals
            .iter()
            .enumerate()
            .map(|(at, goal)| self.share(spot, at).map_or(1.0, |share| goal.wanted.distance(share)))
            .sum()
    }

    /// Tries one cell: the better end first, then by halving towards where the first goal's share is right.
    fn along(&mut self, from: &Spot, cell: usize) -> Result<(), String> {
        let Free { from: least, to: most, .. } = self.free[cell];
        let now = from.0[cell];
        let goal = (0..self.goals.len()).max_by(|one, other| {
            let far = |at: usize| self.share(from, at).map_or(0.0, |share| self.goals[at].wanted.distance(share));
            far(*one).total_cmp(&far(*other))
        });
        let Some(goal) = goal else { return Ok(()) };
        let middle = f64::midpoint(self.goals[goal].wanted.from, self.goals[goal].wanted.to);
        let Some(start) = self.share(from, goal) else { return Ok(()) };
        let (mut end, mut reach) = (now, start);
        for value in [least, most].into_iter().filter(|value| *value != now) {
            let spot = from.with(cell, value);
            self.look(&spot, LOOKS[0])?;
            let Some(share) = self.share(&spot, goal) else { return Ok(()) };
            // Whichever end goes further towards the goal.
            if (share - start) * (middle - start).signum() > (reach - start) * (middle - start).signum() {
                (end, reach) = (value, share);
            }
        }
        if end == now {
            return Ok(());
        }
        let (mut near, mut far) = (now, end);
        while (far - near).abs() > 1 && !self.is_over() {
            let value = i64::midpoint(near, far);
            let spot = from.with(cell, value);
            self.look(&spot, LOOKS[1])?;
            let Some(share) = self.share(&spot, goal) else { return Ok(()) };
            if (share - middle) * (start - middle) > 0.0 {
                near = value;
            } else {
                far = value;
            }
        }
        for value in [near, far].into_iter().filter(|value| *value != now) {
            self.look(&from.with(cell, value), LOOKS[1])?;
        }
        Ok(())
    }

    /// The most promising spots, after more games for each; small changes before large ones where both seem to do.
    fn race(&mut self) -> Result<Vec<Spot>, String> {
        for (keep, games) in [(2 * RANKED, LOOKS[1]), (RANKED, LOOKS[2])] {
            for spot in self.ranked().into_iter().take(keep) {
                self.look(&spot, games)?;
            }
        }
        let mut ranked = self.ranked();
        ranked.truncate(RANKED);
        Ok(ranked)
    }

    fn ranked(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = self.seen.keys().cloned().collect();
        spots.sort_by(|one, other| {
            let size = |spot: &Spot| spot.size(self.free);
            let (a, b) = (size(one), size(other));
            self.loss(one)
                .total_cmp(&self.loss(other))
                .then(a.0.cmp(&b.0))
                .then(a.1.total_cmp(&b.1))
                .then(one.cmp(other))
        });
        spots
    }

    fn best(&self) -> Spot {
        self.ranked().into_iter().next().unwrap_or_else(|| Spot::start(self.free))
    }

    /// Plays a spot, and what it was, on seeds that the search has not seen.
    fn prove(&mut self, spot: &Spot) -> Result<Found, String> {
        self.proofs += 1;
        let first = self.proofs * 1_000_000;
        let fresh = first..first + self.limits.proof;
        let mut games: [Vec<Record>; 2] = [Vec::new(), Vec::new()];
        for (at, played) in [Spot::start(self.free), spot.clone()].into_iter().enumerate() {
            if let Some(records) = (self.play)(&played, fresh.clone())? {
                self.games += records.len();
                games[at] = records;
            } else {
                self.stopped = true;
            }
        }
        let shares: Vec<(f64, Interval)> = self
            .goals
            .iter()
            .map(|goal| {
                let wins: f64 = games[1].iter().map(|game| game.won(&goal.side)).sum();
                let count = games[1].len() as f64;
                (wins / count.max(1.0), wilson(wins, count, 0.95))
            })
            .collect();
        let inside = self.goals.iter().zip(&shares).all(|(goal, (share, _))| goal.wanted.distance(*share) == 0.0);
        let reached = inside && games[1].len() >= self.limits.proof;
        Ok(Found { spot: spot.clone(), reached, shares, proof: games, games: self.games, tried: self.seen.len() })
    }
}
