//! Luck taken out of results. The chances of every die are known, so the sum of what dice showed above their mean has mean 0
//! whatever the rules are. Weights learnt from *earlier* games alone are taken off with it: each result keeps its mean, and a
//! test that looks again and again keeps its errors.

use super::moments::{Moments, solve};

/// Games from which weights are learnt before any are used.
const LEARN: f64 = 48.0;
/// Ridge on the weights: luck that few games have shown weighs little.
const RAISE: f64 = 0.02;

/// Takes luck out of one kind of result.
#[derive(Clone, Debug)]
pub struct Control {
    /// The result first, then the luck.
    seen: Moments,
    weights: Vec<f64>,
    /// The result as it was and without luck, from the games in which weights were used.
    judged: Moments,
}

impl Control {
    pub fn new(luck: usize) -> Self {
        Self { seen: Moments::new(luck + 1), weights: vec![0.0; luck], judged: Moments::new(2) }
    }

    /// The result without the luck that the weights know; neither changes what they know.
    pub fn adjust(&mut self, result: f64, luck: &[f64]) -> f64 {
        let lucky: f64 = self.weights.iter().zip(luck).map(|(weight, luck)| weight * luck).sum();
        let row: Vec<f64> = std::iter::once(result).chain(luck.iter().copied()).collect();
        self.seen.push(&row);
        if self.weights.iter().any(|weight| *weight != 0.0) {
            self.judged.push(&[result, result - lucky]);
        }
        result - lucky
    }

    /// Learns weights for the games that follow, from all before; called between blocks of games.
    pub fn learn(&mut self) {
        let size = self.weights.len();
        if size == 0 || self.seen.count() < LEARN.max(6.0 * size as f64) {
            return;
        }
        let matrix: Vec<f64> = (0..size * size).map(|at| self.seen.covariance(1 + at / size, 1 + at % size)).collect();
        let right: Vec<f64> = (0..size).map(|at| self.seen.covariance(1 + at, 0)).collect();
        self.weights = solve(&matrix, &right, RAISE);
    }

    /// How many times more games would be needed without: the variance before over the variance after.
    pub fn factor(&self) -> Option<f64> {
        (self.judged.count() >= LEARN && self.judged.variance(1) > 0.0)
            .then(|| self.judged.variance(0) / self.judged.variance(1))
    }
}
