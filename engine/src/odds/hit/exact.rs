//! The exact way: the distribution over pairs of states, carried forward round by round.
//!
//! Any rule of the battle is handled here; when a side is fully described by its number of hits and nobody strikes
//! first, all rounds after the first run on the much faster [`super::grid`].

use super::battle::Battle;
use super::grid;
use super::plan::Plan;
use super::salvo::{Moment, Phase, Salvo, salvo};
use super::setting::{Camp, Outline, Setting};
use super::tally::Tally;
use crate::odds::{Ending, Odds};

/// A pair of states less likely than this is dropped.
const TOO_UNLIKELY: f64 = 1e-18;
/// When less than this is still fighting, the rest is dropped too.
pub(super) const NEARLY_OVER: f64 = 1e-13;
/// Battles still undecided after so many rounds are a stalemate to all purposes.
pub(super) const MOST_ROUNDS: u32 = 20_000;

/// Computes the whole distribution.
pub(super) fn solve(battle: &Battle, outline: Outline) -> Odds {
    let single = outline.is_grid();
    let setting = Setting::new(battle, outline);
    let simple = setting.later_rounds_are_simple(single);
    let tally = Walk::new(&setting).run(simple);
    tally.odds(battle, &setting.attacker.plan, &setting.defender.plan)
}

/// Mass over the states of one side, sparse.
type Spread = Vec<(u32, f64)>;

/// The rounds, carried forward.
struct Walk<'a> {
    setting: &'a Setting<'a>,
    tally: Tally,
    salvos: [SalvoCache; 2],
    scratch: [Vec<f64>; 2],
}

impl<'a> Walk<'a> {
    fn new(setting: &'a Setting<'a>) -> Self {
        let cache = |camp: &Camp| SalvoCache::new(camp.plan.states, camp.signatures.count());
        Self {
            setting,
            tally: Tally::new(&setting.attacker.plan, &setting.defender.plan),
            salvos: [cache(&setting.attacker), cache(&setting.defender)],
            scratch: [vec![0.0; setting.attacker.plan.states], vec![0.0; setting.defender.plan.states]],
        }
    }

    fn run(mut self, simple: bool) -> Tally {
        let width = self.setting.defender.plan.states;
        let pairs = self.setting.attacker.plan.states * width;
        let mut now = vec![0.0; pairs];
        let mut next = vec![0.0; pairs];
        now[0] = 1.0;
        let mut fighting = vec![0_u32];
        let mut rounds = 0;
        while !fighting.is_empty() && rounds < MOST_ROUNDS {
            if simple && rounds == 1 {
                grid::finish(self.setting, &mut self.tally, now, next);
                return self.tally;
            }
            let mut touched = Vec::new();
            let mut live = 0.0;
            for &pair in &fighting {
                let mass = std::mem::take(&mut now[pair as usize]);
                let (a, d) = (pair as usize / width, pair as usize % width);
                live += self.step(rounds, a, d, mass, &mut next, &mut touched);
            }
            if live < NEARLY_OVER {
                break;
            }
            rounds += 1;
            std::mem::swap(&mut now, &mut next);
            // What is dropped must be wiped: a cell counts as untouched only when it is zero.
            touched.retain(|&pair| {
                let cell = &mut now[pair as usize];
                if *cell < TOO_UNLIKELY {
                    *cell = 0.0;
                }
                *cell > 0.0
            });
            touched.sort_unstable();
            fighting = touched;
        }
        for &pair in &fighting {
            let mass = now[pair as usize];
            let (a, d) = (pair as usize / width, pair as usize % width);
            if mass > 0.0 {
                self.tally.add(Ending::Stalemate, rounds, a, d, mass);
            }
        }
        self.tally
    }

    /// Fights one round from one pair of states; returns the mass that fought.
    fn step(&mut self, rounds: u32, a: usize, d: usize, mass: f64, next: &mut [f64], touched: &mut Vec<u32>) -> f64 {
        if let Some(ending) = self.setting.ending(rounds, a, d) {
            self.tally.add(ending, rounds, a, d, mass);
            return 0.0;
        }
        if self.setting.defender_leaves(rounds, a, d) {
            self.pursue(rounds, a, d, mass);
            return 0.0;
        }
        let width = self.setting.defender.plan.states;
        let start = (a, d);
        let mut stuck = rounds > 0;
        let first_strike = self.exchange(rounds == 0, Phase::Strike, start, start);
        let outcomes = match first_strike {
            Some((on_a, on_d)) => {
                stuck = false;
                product(&on_a, &on_d)
            }
            None => vec![(a as u32, d as u32, 1.0)],
        };
        for (a1, d1, chance) in outcomes {
            let after = (a1 as usize, d1 as usize);
            match self.exchange(rounds == 0, Phase::Main, after, start) {
                Some((on_a, on_d)) => {
                    stuck = false;
                    for &(a2, pa) in &on_a {
                        let weight = mass * chance * pa;
                        let row = &mut next[a2 as usize * width..][..width];
                        for &(d2, pd) in &on_d {
                            let cell = &mut row[d2 as usize];
                            if *cell == 0.0 {
                                touched.push(a2 * width as u32 + d2);
                            }
                            *cell += weight * pd;
                        }
                    }
                }
                None if stuck => {
                    self.tally.add(Ending::Stalemate, rounds, a, d, mass);
                    return 0.0;
                }
                None => {
                    let cell = &mut next[after.0 * width + after.1];
                    if *cell == 0.0 {
                        touched.push((after.0 * width + after.1) as u32);
                    }
                    *cell += mass * chance;
                }
            }
        }
        mass
    }

    /// Both sides fire at once; `None` when nothing can change.
    fn exchange(
        &mut self,
        round_one: bool,
        phase: Phase,
        from: (usize, usize),
        start: (usize, usize),
    ) -> Option<(Spread, Spread)> {
        let on_defender = self.fire(0, round_one, phase, from.0, start.1, from.1);
        let on_attacker = self.fire(1, round_one, phase, from.1, start.0, from.0);
        if on_defender.is_none() && on_attacker.is_none() {
            return None;
        }
        Some((
            on_attacker.unwrap_or_else(|| vec![(from.0 as u32, 1.0)]),
            on_defender.unwrap_or_else(|| vec![(from.1 as u32, 1.0)]),
        ))
    }

    /// One side's hits laid on the other; `None` when they change nothing.
    fn fire(
        &mut self,
        shooter: usize,
        round_one: bool,
        phase: Phase,
        own: usize,
        enemy_at_start: usize,
        target: usize,
    ) -> Option<Spread> {
        let setting = self.setting;
        let (camp, other) =
            if shooter == 0 { (&setting.attacker, &setting.defender) } else { (&setting.defender, &setting.attacker) };
        let signature = camp.signatures.of(enemy_at_start);
        let salvo = self.salvos[shooter].get(round_one, phase, own, signature, || {
            let now = Moment {
                battle: setting.battle,
                round_one,
                phase,
                enemy: other.side,
                enemy_plan: &other.plan,
                enemy_state: enemy_at_start,
            };
            salvo(camp.side, &camp.plan, &camp.reaches, own, &now)
        });
        if salvo.is_empty() {
            return None;
        }
        let spread = land(salvo, &other.plan, target, &mut self.scratch[1 - shooter]);
        (spread.len() > 1 || spread.first().is_some_and(|&(s, _)| s as usize != target)).then_some(spread)
    }

    /// The defender leaves: perhaps under fire, never firing back.
    fn pursue(&mut self, rounds: u32, a: usize, d: usize, mass: f64) {
        let retreated = self.setting.taken(a, Ending::DefenderRetreated);
        let hits = if self.setting.battle.retreat_under_fire {
            self.fire(0, rounds == 0, Phase::Pursuit, a, d, d)
        } else {
            None
        };
        let Some(hits) = hits else {
            self.tally.add(retreated, rounds, a, d, mass);
            return;
        };
        for (after, p) in hits {
            let escaped = self.setting.defender.plan.units_left[after as usize] > 0;
            let ending = if escaped { retreated } else { self.setting.taken(a, Ending::DefenderDestroyed) };
            self.tally.add(ending, rounds + 1, a, after as usize, mass * p);
        }
    }
}

fn product(on_a: &[(u32, f64)], on_d: &[(u32, f64)]) -> Vec<(u32, u32, f64)> {
    on_a.iter()
        .flat_map(|&(a, pa)| on_d.iter().map(move |&(d, pd)| (a, d, pa * pd)))
        .filter(|&(_, _, p)| p > TOO_UNLIKELY)
        .collect()
}

/// Lays the hits of a salvo on a state.
fn land(salvo: &Salvo, plan: &Plan, target: usize, scratch: &mut [f64]) -> Spread {
    match salvo {
        Salvo::Independent(parts) => {
            let mut spread: Spread = vec![(target as u32, 1.0)];
            for (kind, pmf) in parts {
                let next = &plan.next[usize::from(*kind)];
                let mut touched = Vec::new();
                for &(state, mass) in &spread {
                    let mut at = state;
                    for hits in 0..=pmf.highest() {
                        if hits >= pmf.low {
                            drop_on(scratch, &mut touched, at, mass * pmf.p[hits - pmf.low]);
                        }
                        at = next[at as usize];
                    }
                }
                spread = collect(scratch, touched);
            }
            spread
        }
        Salvo::Joint { kinds, sizes, p } => {
            let mut touched = Vec::new();
            for (index, &mass) in p.iter().enumerate() {
                if mass < TOO_UNLIKELY {
                    continue;
                }
                let mut rest = index;
                let mut at = target as u32;
                for (kind, size) in kinds.iter().zip(sizes) {
                    for _ in 0..rest % size {
                        at = plan.next[usize::from(*kind)][at as usize];
                    }
                    rest /= size;
                }
                drop_on(scratch, &mut touched, at, mass);
            }
            collect(scratch, touched)
        }
    }
}

fn drop_on(scratch: &mut [f64], touched: &mut Vec<u32>, state: u32, mass: f64) {
    let cell = &mut scratch[state as usize];
    if *cell == 0.0 {
        touched.push(state);
    }
    *cell += mass;
}

fn collect(scratch: &mut [f64], mut touched: Vec<u32>) -> Spread {
    touched.sort_unstable();
    touched.dedup();
    touched
        .into_iter()
        .map(|state| (state, std::mem::take(&mut scratch[state as usize])))
        .filter(|&(_, mass)| mass > TOO_UNLIKELY)
        .collect()
}

/// Salvos already worked out, by round, phase, own state and what matters of the enemy.
struct SalvoCache {
    states: usize,
    signatures: usize,
    tables: [Vec<Option<Salvo>>; 6],
}

impl SalvoCache {
    fn new(states: usize, signatures: usize) -> Self {
        Self { states, signatures, tables: std::array::from_fn(|_| Vec::new()) }
    }

    fn get(
        &mut self,
        round_one: bool,
        phase: Phase,
        own: usize,
        signature: usize,
        make: impl FnOnce() -> Salvo,
    ) -> &Salvo {
        let table = &mut self.tables[usize::from(round_one) * 3 + phase as usize];
        if table.is_empty() {
            table.resize(self.states * self.signatures, None);
        }
        table[own * self.signatures + signature].get_or_insert_with(make)
    }
}
