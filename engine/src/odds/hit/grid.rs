//! The fast way through the later rounds: each side is its number of hits, so a round is a pair of hit distributions.

use super::battle::Retreat;
use super::exact::{MOST_ROUNDS, NEARLY_OVER};
use super::salvo::{Moment, Phase, Salvo, salvo};
use super::setting::Setting;
use super::tally::Tally;
use crate::odds::Ending;
use crate::odds::pmf::{Pmf, Volley};

/// A pair of states less likely than this is dropped.
const TOO_UNLIKELY: f64 = 1e-18;

/// Fights on from round two. `now` holds the mass by pair of states, attacker major; `next` is empty.
pub(super) fn finish(setting: &Setting, tally: &mut Tally, now: Vec<f64>, next: Vec<f64>) {
    let volleys = [volleys(setting, true), volleys(setting, false)];
    let watchful = setting.battle.attacker.retreat != Retreat::NEVER
        || setting.battle.defender.retreat != Retreat::NEVER
        || setting.battle.round_limit.is_some();
    let mut grid = Grid {
        setting,
        by_attacker: &volleys[0],
        by_defender: &volleys[1],
        width: setting.defender.plan.states,
        height: setting.attacker.plan.states,
        watchful,
        now,
        next,
    };
    for rounds in 1..MOST_ROUNDS {
        let live = grid.round(rounds, tally);
        if live < NEARLY_OVER {
            return;
        }
    }
    grid.give_up(tally);
}

/// The hits of one side by its own state.
fn volleys(setting: &Setting, by_attacker: bool) -> Vec<Volley> {
    let (camp, other) =
        if by_attacker { (&setting.attacker, &setting.defender) } else { (&setting.defender, &setting.attacker) };
    let now = Moment {
        battle: setting.battle,
        round_one: false,
        phase: Phase::Main,
        enemy: other.side,
        enemy_plan: &other.plan,
        enemy_state: 0,
    };
    (0..camp.plan.states)
        .map(|state| match salvo(camp.side, &camp.plan, &camp.reaches, state, &now) {
            Salvo::Independent(mut parts) => Volley::new(parts.pop().map_or_else(Pmf::nothing, |(_, pmf)| pmf)),
            Salvo::Joint { .. } => Volley::new(Pmf::nothing()),
        })
        .collect()
}

struct Grid<'a> {
    setting: &'a Setting<'a>,
    by_attacker: &'a [Volley],
    by_defender: &'a [Volley],
    width: usize,
    height: usize,
    /// Somebody may leave, or the rounds are limited: look at every pair before it fights.
    watchful: bool,
    now: Vec<f64>,
    next: Vec<f64>,
}

impl Grid<'_> {
    /// Settles what is over after `rounds` rounds and fights one more; returns the mass that fought.
    fn round(&mut self, rounds: u32, tally: &mut Tally) -> f64 {
        let mut live = 0.0;
        for a in 0..self.height {
            for d in 0..self.width {
                let mass = std::mem::take(&mut self.now[a * self.width + d]);
                if mass < TOO_UNLIKELY {
                    continue;
                }
                let over = a + 1 == self.height || d + 1 == self.width;
                if (over || self.watchful) && self.settle(rounds, a, d, mass, tally) {
                    continue;
                }
                if self.by_attacker[a].pmf.is_nothing() && self.by_defender[d].pmf.is_nothing() {
                    tally.add(Ending::Stalemate, rounds, a, d, mass);
                    continue;
                }
                live += mass;
                self.spread(a, d, mass);
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
        live
    }

    fn settle(&mut self, rounds: u32, a: usize, d: usize, mass: f64, tally: &mut Tally) -> bool {
        if let Some(ending) = self.setting.ending(rounds, a, d) {
            tally.add(ending, rounds, a, d, mass);
            return true;
        }
        if !self.setting.defender_leaves(rounds, a, d) {
            return false;
        }
        let retreated = self.setting.taken(a, Ending::DefenderRetreated);
        if !self.setting.battle.retreat_under_fire {
            tally.add(retreated, rounds, a, d, mass);
            return true;
        }
        let destroyed = self.setting.taken(a, Ending::DefenderDestroyed);
        let pmf = &self.by_attacker[a].pmf;
        let dead = self.width - 1;
        for (i, &p) in pmf.p.iter().enumerate() {
            let after = (d + pmf.low + i).min(dead);
            let ending = if after == dead { destroyed } else { retreated };
            tally.add(ending, rounds + 1, a, after, mass * p);
        }
        true
    }

    /// The outer product of both sides' hits, laid down from one pair of states.
    fn spread(&mut self, a: usize, d: usize, mass: f64) {
        let hits = &self.by_attacker[a];
        let losses = &self.by_defender[d];
        let room_a = self.height - 1 - a;
        let room_d = self.width - 1 - d;
        let (first, end) = losses.window(mass);
        for i in first..end {
            let lost = losses.pmf.low + i;
            // Everything beyond the last unit falls on the same state.
            let (left, weight, all) = if lost >= room_a {
                (self.height - 1, mass * losses.tail[i], true)
            } else {
                (a + lost, mass * losses.pmf.p[i], false)
            };
            self.lay(left, d, room_d, hits, weight);
            if all {
                break;
            }
        }
    }

    fn lay(&mut self, a2: usize, d: usize, room: usize, hits: &Volley, weight: f64) {
        let row = &mut self.next[a2 * self.width..(a2 + 1) * self.width];
        let (first, end) = hits.window(weight);
        // Entries that kill everything left are summed up beforehand in the tail.
        let fatal = room.saturating_sub(hits.pmf.low);
        let inner_end = end.min(fatal);
        if first < inner_end {
            let from = d + hits.pmf.low + first;
            let target = &mut row[from..from + (inner_end - first)];
            for (cell, p) in target.iter_mut().zip(&hits.pmf.p[first..inner_end]) {
                *cell += weight * p;
            }
        }
        if fatal < hits.tail.len() {
            row[self.width - 1] += weight * hits.tail[fatal];
        }
    }

    /// So many rounds and still no end: whoever is left stands where he stands.
    fn give_up(&mut self, tally: &mut Tally) {
        for a in 0..self.height {
            for d in 0..self.width {
                let mass = self.now[a * self.width + d];
                if mass > 0.0 {
                    tally.add(Ending::Stalemate, MOST_ROUNDS, a, d, mass);
                }
            }
        }
    }
}
