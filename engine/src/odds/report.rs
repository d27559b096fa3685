//! What every calculator answers with: who wins, who is left, what it cost, how long it took.

use std::collections::BTreeMap;

/// The caller's own number for a unit type; it comes back unchanged in the answer.
pub type UnitKey = u16;

/// How the numbers were found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// The whole distribution was computed.
    Exact,
    /// The battle was beyond the budget: so many games were played with dice.
    Sampled {
        games: u32,
        /// Holds the true chance to win in 95 of 100 cases.
        interval: Interval,
    },
}

/// A range of probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Wilson's 95 % interval, which stays inside 0..1 also for 0 or all of `games`.
    pub fn wilson(wins: f64, games: f64) -> Self {
        if games <= 0.0 {
            return Self { low: 0.0, high: 1.0 };
        }
        let z = 1.959_963_984_540_054;
        let share = wins / games;
        let scale = 1.0 + z * z / games;
        let middle = (share + z * z / (2.0 * games)) / scale;
        let half = z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt() / scale;
        Self { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

/// Why a battle was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    DefenderDestroyed,
    DefenderRetreated,
    /// The defender is gone, but nothing is left that could take the place.
    NobodyToHold,
    BothDestroyed,
    /// The last round allowed was fought and both sides are still there.
    RoundsOver,
    /// One combat was resolved: the defender keeps the place and the attacker lives on.
    Held,
    /// Neither side can hit the other any more.
    Stalemate,
    AttackerRetreated,
    AttackerDestroyed,
}

impl Ending {
    pub const ALL: [Self; 9] = [
        Self::DefenderDestroyed,
        Self::DefenderRetreated,
        Self::NobodyToHold,
        Self::BothDestroyed,
        Self::RoundsOver,
        Self::Held,
        Self::Stalemate,
        Self::AttackerRetreated,
        Self::AttackerDestroyed,
    ];

    /// How the attacker sees it.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::DefenderDestroyed | Self::DefenderRetreated => Verdict::Win,
            Self::NobodyToHold | Self::BothDestroyed | Self::RoundsOver | Self::Held | Self::Stalemate => Verdict::Draw,
            Self::AttackerRetreated | Self::AttackerDestroyed => Verdict::Lose,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Win,
    Draw,
    Lose,
}

/// How many units of one type are left.
#[derive(Debug, Clone, PartialEq)]
pub struct Survivors {
    pub unit: UnitKey,
    pub start: u32,
    /// `probability[n]`: chance that exactly `n` are left, damaged ones included.
    pub probability: Vec<f64>,
    pub expected: f64,
    /// Expected number of those left that are damaged.
    pub expected_damaged: f64,
}

/// What a battle costs one side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SideLosses {
    /// Expected number lost, in the order of the survivors.
    pub by_unit: Vec<(UnitKey, f64)>,
    /// Expected cost of everything lost.
    pub value: f64,
    /// Cost lost and its probability, ascending.
    pub value_distribution: Vec<(u32, f64)>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Losses {
    pub attacker: SideLosses,
    pub defender: SideLosses,
}

/// The distribution of one battle, seen from the attacker.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    pub method: Method,
    pub win: f64,
    pub draw: f64,
    pub lose: f64,
    /// Every ending that can happen, with its probability.
    pub endings: Vec<(Ending, f64)>,
    pub attacker_survivors: Vec<Survivors>,
    pub defender_survivors: Vec<Survivors>,
    pub expected_losses: Losses,
    /// `rounds[n]`: chance that exactly `n` rounds were fought; the last entry also holds everything longer.
    pub rounds: Vec<f64>,
    /// Mass left out as too small to matter (already divided out of everything above).
    pub pruned: f64,
}

impl Odds {
    pub fn expected_rounds(&self) -> f64 {
        self.rounds.iter().enumerate().map(|(n, p)| n as f64 * p).sum()
    }

    pub fn ending(&self, which: Ending) -> f64 {
        self.endings.iter().find(|(ending, _)| *ending == which).map_or(0.0, |&(_, p)| p)
    }
}

/// Puts the parts of an answer together. `endings` runs along [`Ending::ALL`].
pub(crate) fn assemble(
    method: Method,
    endings: [f64; Ending::ALL.len()],
    rounds: Vec<f64>,
    (attacker_survivors, attacker): (Vec<Survivors>, SideLosses),
    (defender_survivors, defender): (Vec<Survivors>, SideLosses),
    pruned: f64,
) -> Odds {
    let sum = |verdict: Verdict| {
        Ending::ALL.iter().filter(|ending| ending.verdict() == verdict).map(|&ending| endings[ending as usize]).sum()
    };
    Odds {
        method,
        win: sum(Verdict::Win),
        draw: sum(Verdict::Draw),
        lose: sum(Verdict::Lose),
        endings: Ending::ALL
            .iter()
            .map(|&ending| (ending, endings[ending as usize]))
            .filter(|&(_, p)| p > 0.0)
            .collect(),
        attacker_survivors,
        defender_survivors,
        expected_losses: Losses { attacker, defender },
        rounds,
        pruned,
    }
}

/// One row of a side at the start: a type, how many, and what one costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) unit: UnitKey,
    pub(crate) count: u32,
    pub(crate) cost: u32,
}

/// One way a side may come out of the battle; both slices run along the side's lines.
pub(crate) struct Leftover<'a> {
    pub(crate) alive: &'a [u32],
    pub(crate) damaged: &'a [u32],
    pub(crate) probability: f64,
}

/// Turns a distribution over what is left into survivors and losses, merging lines of the same type.
pub(crate) fn side_report<'a>(
    lines: &[Line],
    leftovers: impl Iterator<Item = Leftover<'a>>,
) -> (Vec<Survivors>, SideLosses) {
    let mut survivors: Vec<Survivors> = Vec::new();
    let mut slot_of_line = Vec::with_capacity(lines.len());
    for line in lines {
        let slot = survivors.iter().position(|s| s.unit == line.unit).unwrap_or_else(|| {
            survivors.push(Survivors {
                unit: line.unit,
                start: 0,
                probability: Vec::new(),
                expected: 0.0,
                expected_damaged: 0.0,
            });
            survivors.len() - 1
        });
        survivors[slot].start += line.count;
        slot_of_line.push(slot);
    }
    for entry in &mut survivors {
        entry.probability = vec![0.0; entry.start as usize + 1];
    }
    let mut by_value: BTreeMap<u32, f64> = BTreeMap::new();
    let mut left = vec![0_u32; survivors.len()];
    for leftover in leftovers {
        if leftover.probability <= 0.0 {
            continue;
        }
        left.fill(0);
        let mut value = 0;
        for (i, line) in lines.iter().enumerate() {
            left[slot_of_line[i]] += leftover.alive[i];
            value += line.cost * (line.count - leftover.alive[i]);
            survivors[slot_of_line[i]].expected_damaged += leftover.probability * f64::from(leftover.damaged[i]);
        }
        for (entry, &n) in survivors.iter_mut().zip(&left) {
            entry.probability[n as usize] += leftover.probability;
            entry.expected += leftover.probability * f64::from(n);
        }
        *by_value.entry(value).or_insert(0.0) += leftover.probability;
    }
    let losses = SideLosses {
        by_unit: survivors.iter().map(|s| (s.unit, f64::from(s.start) - s.expected)).collect(),
        value: by_value.iter().map(|(&v, p)| f64::from(v) * p).sum(),
        value_distribution: by_value.into_iter().collect(),
    };
    (survivors, losses)
}

#[cfg(test)]
mod tests {
    use super::{Interval, Leftover, Line, side_report};

    #[test]
    fn wilson_matches_the_printed_textbook_value() {
        let interval = Interval::wilson(10.0, 20.0);
        assert!((interval.low - 0.2993).abs() < 1e-4 && (interval.high - 0.7007).abs() < 1e-4);
        assert!(Interval::wilson(0.0, 50.0).low.abs() < 1e-12);
    }

    #[test]
    fn lines_of_one_type_are_counted_together() {
        let line = |unit, count| Line { unit, count, cost: 10 };
        let leftovers = [
            Leftover { alive: &[2, 1], damaged: &[0, 1], probability: 0.25 },
            Leftover { alive: &[0, 0], damaged: &[0, 0], probability: 0.75 },
        ];
        let (survivors, losses) = side_report(&[line(4, 2), line(4, 1)], leftovers.into_iter());
        assert_eq!(survivors.len(), 1);
        assert_eq!(survivors[0].probability, vec![0.75, 0.0, 0.0, 0.25]);
        assert!((survivors[0].expected_damaged - 0.25).abs() < 1e-12);
        assert_eq!(losses.value_distribution, vec![(0, 0.25), (30, 0.75)]);
    }
}
