//! A short tree of die rolls, followed branch by branch: what both sides have left, and how likely it is.

use std::collections::BTreeMap;

use super::report::{Ending, Leftover, Line, Method, Odds, assemble, side_report};

/// What a side has left: alive and damaged (depleted) per line.
type Rest = (Vec<u32>, Vec<u32>);

/// Collects the leaves of such a tree.
#[derive(Debug, Default)]
pub(crate) struct Branches {
    attacker: BTreeMap<Rest, f64>,
    defender: BTreeMap<Rest, f64>,
    endings: [f64; Ending::ALL.len()],
}

impl Branches {
    pub(crate) fn add(&mut self, ending: Ending, attacker: Rest, defender: Rest, chance: f64) {
        self.endings[ending as usize] += chance;
        *self.attacker.entry(attacker).or_insert(0.0) += chance;
        *self.defender.entry(defender).or_insert(0.0) += chance;
    }

    /// The answer; one combat counts as one round.
    pub(crate) fn odds(self, attacker: &[Line], defender: &[Line]) -> Odds {
        let report = |lines: &[Line], rests: &BTreeMap<Rest, f64>| {
            let leftovers =
                rests.iter().map(|((alive, damaged), &probability)| Leftover { alive, damaged, probability });
            side_report(lines, leftovers)
        };
        assemble(
            Method::Exact,
            self.endings,
            vec![0.0, self.endings.iter().sum()],
            report(attacker, &self.attacker),
            report(defender, &self.defender),
            0.0,
        )
    }
}
