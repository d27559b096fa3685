//! A round on the grid with few multiplications.
//!
//! From a pair of states (a, d) the attacker loses as many as the dice of d say, the defender as many as the dice of a
//! say: laid down pair by pair, each pair costs the product of both spreads. But state a throws the dice of state a + 1 and
//! a few more. So everything that ends in attacker state `to` is gathered from the lowest a upwards, and the hits on
//! the defender of only those few dice are thrown on the way from a to a + 1; what the rest of the dice do is
//! thrown once at the end for the whole sum.

use super::barrage::Barrage;
use crate::odds::pmf::{Pmf, Volley, Windows};

/// Mass that is not worth carrying on at the ends of a sum: 2^-60.
const TOO_LITTLE: f64 = 1.0 / (1_u64 << 60) as f64;

/// The tables and buffers of all rounds.
pub(super) struct Chain {
    width: usize,
    height: usize,
    /// `exactly[losses * width + d]`: chance that the defender in state d hits so often.
    exactly: Vec<f64>,
    /// The greatest chance of so many losses among the states of the round.
    peaks: Vec<f64>,
    sum: Sum,
}

impl Chain {
    pub(super) fn new(height: usize, width: usize, by_defender: &Barrage) -> Self {
        let mut exactly = vec![0.0; height * width];
        for (d, volley) in by_defender.volleys.iter().enumerate() {
            for (losses, p) in (volley.pmf.low..height).zip(&volley.pmf.p) {
                exactly[losses * width + d] = *p;
            }
        }
        Self { width, height, exactly, peaks: vec![0.0; height], sum: Sum::new(width) }
    }

    /// Fights one round from `now`, whose rows have their mass in these windows, and adds what follows to `next`.
    pub(super) fn round(
        &mut self,
        now: &[f64],
        windows: &[Windows],
        by_attacker: &[Volley],
        silenced: &[Pmf],
        by_defender: &[Volley],
        next: &mut [f64],
    ) {
        let all: Vec<(usize, usize)> = windows.iter().map(|windows| windows.at(1.0)).collect();
        let Some(first) = all.iter().position(|(from, end)| from < end) else { return };
        let last = all.iter().rposition(|(from, end)| from < end).unwrap_or(first);
        let from = all.iter().filter(|(from, end)| from < end).map(|(from, _)| *from).min().unwrap_or(0);
        let end = all.iter().map(|(_, end)| *end).max().unwrap_or(0);
        let (width, dead) = (self.width, self.height - 1);
        for (losses, peak) in self.peaks.iter_mut().enumerate() {
            *peak =
                self.exactly[losses * width..][from..end].iter().fold(0.0, |most, p| if *p > most { *p } else { most });
        }
        for to in first..dead {
            self.sum.clear();
            for a in first..=last.min(to) {
                let losses = to - a;
                let peak = self.peaks[losses];
                let (from, end) = windows[a].at(peak);
                if from < end && peak > 0.0 {
                    let chances = &self.exactly[losses * width..][from..end];
                    self.sum.gather(a, silenced, from, &now[a * width..][from..end], chances);
                }
            }
            self.sum.lay(by_attacker, &mut next[to * width..(to + 1) * width]);
        }
        // Whatever is more than enough to kill everybody ends in the last state.
        self.sum.clear();
        let mut enough = Vec::new();
        for a in first..=last.min(dead) {
            let (from, end) = all[a];
            enough.clear();
            enough.extend(by_defender[from..end].iter().map(|volley| {
                let needed = (dead - a).saturating_sub(volley.pmf.low);
                volley.tail.get(needed).copied().unwrap_or(0.0)
            }));
            if from < end {
                self.sum.gather(a, silenced, from, &now[a * width..][from..end], &enough);
            }
        }
        self.sum.lay(by_attacker, &mut next[dead * width..]);
    }
}

/// Mass by state of the defender, to which dice are added one after the other.
struct Sum {
    width: usize,
    /// The attacker's state whose dice are still to be thrown for all that is in the sum.
    state: usize,
    from: usize,
    end: usize,
    /// Entry n stands at n + 1; outside `from..end` there is rubbish.
    mass: Vec<f64>,
    spare: Vec<f64>,
}

impl Sum {
    fn new(width: usize) -> Self {
        Self { width, state: 0, from: 0, end: 0, mass: vec![0.0; width + 1], spare: vec![0.0; width + 1] }
    }

    fn clear(&mut self) {
        (self.from, self.end) = (0, 0);
    }

    /// Adds `mass[n] * chances[n]` of an attacker's state from an entry on, after the dice that fall silent up to that state.
    fn gather(&mut self, state: usize, silenced: &[Pmf], from: usize, mass: &[f64], chances: &[f64]) {
        if self.from == self.end {
            (self.from, self.end) = (from, from);
            self.stretch(from, from + mass.len());
            self.add(from, mass, chances);
        } else {
            let passed = &silenced[self.state..state];
            let (before, last) = passed.split_at(passed.len().saturating_sub(1));
            for dice in before {
                self.throw(dice);
            }
            match last {
                [Pmf { low: 0, p }] if p.len() == 2 => self.throw_and_add((p[0], p[1]), from, mass, chances),
                _ => {
                    for dice in last {
                        self.throw(dice);
                    }
                    self.stretch(from, from + mass.len());
                    self.add(from, mass, chances);
                }
            }
        }
        self.state = state;
        self.trim();
    }

    /// Makes room for entries, empty at first.
    fn stretch(&mut self, from: usize, end: usize) {
        if from < self.from {
            self.mass[from + 1..=self.from].fill(0.0);
            self.from = from;
        }
        if end > self.end {
            self.mass[self.end + 1..=end].fill(0.0);
            self.end = end;
        }
    }

    fn add(&mut self, from: usize, mass: &[f64], chances: &[f64]) {
        for ((sum, mass), chance) in self.mass[from + 1..].iter_mut().zip(mass).zip(chances) {
            *sum += mass * chance;
        }
    }

    /// One die more (its chances to miss and to hit), and what is added after it: in one go, because this is most of the work.
    fn throw_and_add(&mut self, die: (f64, f64), from: usize, mass: &[f64], chances: &[f64]) {
        let (width, end) = (self.width, from + mass.len());
        // The dead stay dead.
        let over = if self.end == width { self.mass[width] * die.1 } else { 0.0 };
        self.stretch(from, end.max((self.end + 1).min(width)));
        self.mass[self.from] = 0.0;
        let old = &self.mass[self.from..=self.end];
        let new = &mut self.spare[self.from + 1..=self.end];
        let (head, body, tail) = (from - self.from, end - self.from, self.end - self.from);
        blend(&mut new[..head], &old[..=head], die);
        blend_and_add(&mut new[head..body], &old[head..=body], die, mass, chances);
        blend(&mut new[body..tail], &old[body..=tail], die);
        self.spare[width] += over;
        std::mem::swap(&mut self.mass, &mut self.spare);
    }

    /// Any dice more.
    fn throw(&mut self, dice: &Pmf) {
        if dice.is_nothing() {
            return;
        }
        let dead = self.width - 1;
        let end = (self.end + dice.highest()).min(self.width);
        self.spare[self.from + 1..=end].fill(0.0);
        for at in self.from..self.end {
            let mass = self.mass[at + 1];
            for (hits, p) in (dice.low..).zip(&dice.p) {
                self.spare[(at + hits).min(dead) + 1] += mass * p;
            }
        }
        std::mem::swap(&mut self.mass, &mut self.spare);
        self.end = end;
    }

    fn trim(&mut self) {
        while self.from < self.end && self.mass[self.from + 1] < TOO_LITTLE {
            self.from += 1;
        }
        while self.from < self.end && self.mass[self.end] < TOO_LITTLE {
            self.end -= 1;
        }
    }

    /// Throws all dice of the state that the sum has come to, onto a row of the grid.
    fn lay(&mut self, volleys: &[Volley], row: &mut [f64]) {
        self.trim();
        for at in self.from..self.end {
            lay(&volleys[self.state], self.mass[at + 1], at, row);
        }
    }
}

/// `new[n] = old[n] * hit + old[n + 1] * miss`: one die thrown for every entry; `old` starts one entry earlier.
fn blend(new: &mut [f64], old: &[f64], (miss, hit): (f64, f64)) {
    let count = new.len();
    for ((new, before), here) in new.iter_mut().zip(&old[..count]).zip(&old[1..=count]) {
        *new = here * miss + before * hit;
    }
}

/// The same, and `mass[n] * chances[n]` added to it.
fn blend_and_add(new: &mut [f64], old: &[f64], (miss, hit): (f64, f64), mass: &[f64], chances: &[f64]) {
    let count = new.len();
    let added = mass[..count].iter().zip(&chances[..count]);
    for (((new, before), here), (mass, chance)) in new.iter_mut().zip(&old[..count]).zip(&old[1..=count]).zip(added) {
        *new = here * miss + before * hit + mass * chance;
    }
}

/// The hits of a volley on the defender's state `at`, with a weight.
pub(super) fn lay(hits: &Volley, weight: f64, at: usize, row: &mut [f64]) {
    let dead = row.len() - 1;
    let (first, end) = hits.window(weight);
    // Entries that kill everything left are summed up beforehand in the tail.
    let fatal = (dead - at).saturating_sub(hits.pmf.low);
    let inner_end = end.min(fatal);
    if first < inner_end {
        let from = at + hits.pmf.low + first;
        for (cell, p) in row[from..from + (inner_end - first)].iter_mut().zip(&hits.pmf.p[first..inner_end]) {
            *cell += weight * p;
        }
    }
    if fatal < hits.tail.len() {
        row[dead] += weight * hits.tail[fatal];
    }
}
