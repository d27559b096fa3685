//! A sequential test with three answers: fairer, less fair, no difference worth so much. Two of Wald's tests run side by side
//! on pairs of games: "the gain is 0" against "the gain is `worth`", and the same for a loss. Each is a likelihood ratio of
//! the best points of either hypothesis, as chess engines' testers use it, so the bounds hold for many pairs; looking after
//! every block costs nothing, because the bounds are those of a test that looks at every pair.

use serde::{Deserialize, Serialize};

use super::fairness::Wanted;
use super::moments::Moments;

/// What a test promises.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Promise {
    /// The chance to call a change fairer or less fair that changes nothing.
    pub alpha: f64,
    /// The chance to overlook a gain or a loss of `worth`.
    pub beta: f64,
    /// The smallest difference of shares that matters.
    pub worth: f64,
    /// Pairs before any answer: the bounds suppose that means are nearly normal.
    pub least: usize,
}

impl Promise {
    /// Above this log likelihood ratio the difference is real. Either direction has half of alpha.
    pub fn upper(self) -> f64 {
        ((1.0 - self.beta) / (self.alpha / 2.0)).ln()
    }

    /// Below this there is none worth talking of.
    pub fn lower(self) -> f64 {
        (self.beta / (1.0 - self.alpha / 2.0)).ln()
    }
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Fairer,
    LessFair,
    NoDifference,
    Undecided,
}

/// One test on pairs of results: base, change.
#[derive(Clone, Debug)]
pub struct Test {
    promise: Promise,
    wanted: Wanted,
    pairs: Moments,
    /// What crossed a bound first stays.
    fairer: Option<bool>,
    less_fair: Option<bool>,
}

impl Test {
    pub fn new(promise: Promise, wanted: Wanted) -> Self {
        Self { promise, wanted, pairs: Moments::new(2), fairer: None, less_fair: None }
    }

    pub fn push(&mut self, base: f64, change: f64) {
        self.pairs.push(&[base, change]);
    }

    pub fn pairs(&self) -> &Moments {
        &self.pairs
    }

    /// Looks at the bounds, and says what is known.
    pub fn look(&mut self) -> Answer {
        if self.pairs.count() >= self.promise.least as f64 {
            let (upper, lower) = (self.promise.upper(), self.promise.lower());
            let crossed = |ratio: f64| (ratio >= upper).then_some(true).or((ratio <= lower).then_some(false));
            let ratios = self.ratios();
            self.fairer = self.fairer.or_else(|| crossed(ratios.0));
            self.less_fair = self.less_fair.or_else(|| crossed(ratios.1));
        }
        self.answer()
    }

    pub fn answer(&self) -> Answer {
        match (self.fairer, self.less_fair) {
            (Some(true), _) => Answer::Fairer,
            (_, Some(true)) => Answer::LessFair,
            (Some(false), Some(false)) => Answer::NoDifference,
            _ => Answer::Undecided,
        }
    }

    /// Log likelihood ratios: of a gain of `worth` against none, of a loss of `worth` against none.
    pub fn ratios(&self) -> (f64, f64) {
        let pairs = self.pairs.count();
        if pairs < 2.0 {
            return (0.0, 0.0);
        }
        let mean = (self.pairs.mean(0), self.pairs.mean(1));
        let weight = self.weight();
        let far = |gain: f64| self.wanted.nearest(mean, weight, gain);
        let none = far(0.0);
        (pairs / 2.0 * (none - far(self.promise.worth)), pairs / 2.0 * (none - far(-self.promise.worth)))
    }

    /// The inverse of the covariance. A little is added to each variance, so that a hundred games with one winner do not
    /// prove that nobody else can ever win.
    fn weight(&self) -> [f64; 3] {
        let pairs = self.pairs.count();
        let floor = 1.0 / (pairs + 2.0);
        let (xx, yy) = (self.pairs.variance(0) + floor, self.pairs.variance(1) + floor);
        let xy = self.pairs.covariance(0, 1);
        let whole = xx * yy - xy * xy;
        [yy / whole, -xy / whole, xx / whole]
    }
}
