//! Distributions of a number of hits: binomials, their convolution, and where their mass lies.

/// Entries below this are dropped at both ends; a distribution has far fewer than 10^4 of them.
const NEGLIGIBLE: f64 = 1e-22;

/// Probability below which a single contribution is not worth adding: 2^-60.
const WORTH_ADDING_LOG2: i32 = -60;

/// How many window sizes are kept per distribution, each for tails 2^4 times thinner.
const WINDOWS: usize = 17;

/// Probabilities of `low`, `low + 1`, ... hits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pmf {
    pub(crate) low: usize,
    pub(crate) p: Vec<f64>,
}

impl Pmf {
    /// No die, no hit.
    pub(crate) fn nothing() -> Self {
        Self { low: 0, p: vec![1.0] }
    }

    /// Hits of `dice` dice of which each hits on `faces` of `sides` faces.
    pub(crate) fn binomial(dice: u32, faces: u32, sides: u32) -> Self {
        if dice == 0 || faces == 0 {
            return Self::nothing();
        }
        if faces >= sides {
            return Self { low: dice as usize, p: vec![1.0] };
        }
        let n = dice as usize;
        let odds = f64::from(faces) / f64::from(sides - faces);
        // From the most likely value outwards, so that nothing underflows however many dice there are.
        let mode = (n + 1) * faces as usize / sides as usize;
        let mut p = vec![0.0; n + 1];
        p[mode] = 1.0;
        for k in mode..n {
            p[k + 1] = p[k] * odds * (n - k) as f64 / (k + 1) as f64;
        }
        for k in (0..mode).rev() {
            p[k] = p[k + 1] * (k + 1) as f64 / ((n - k) as f64 * odds);
        }
        let total: f64 = p.iter().sum();
        for x in &mut p {
            *x /= total;
        }
        Self { low: 0, p }.trimmed()
    }

    /// The sum of two independent numbers of hits.
    pub(crate) fn and(&self, other: &Self) -> Self {
        if other.is_nothing() {
            return self.clone();
        }
        if self.is_nothing() {
            return other.clone();
        }
        let mut p = vec![0.0; self.p.len() + other.p.len() - 1];
        for (i, &x) in self.p.iter().enumerate() {
            for (slot, &y) in p[i..].iter_mut().zip(&other.p) {
                *slot += x * y;
            }
        }
        Self { low: self.low + other.low, p }.trimmed()
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.low == 0 && self.p.len() == 1
    }

    pub(crate) fn highest(&self) -> usize {
        self.low + self.p.len() - 1
    }

    fn trimmed(mut self) -> Self {
        while self.p.last().is_some_and(|&x| x < NEGLIGIBLE) {
            self.p.pop();
        }
        let front = self.p.iter().take_while(|&&x| x < NEGLIGIBLE).count();
        self.p.drain(..front);
        self.low += front;
        self
    }
}

/// A distribution with its suffix sums and nested windows, ready for the inner loop of the grid.
#[derive(Debug, Clone)]
pub(crate) struct Volley {
    pub(crate) pmf: Pmf,
    /// `tail[i]`: probability of at least `low + i` hits; one entry more than the distribution has.
    pub(crate) tail: Vec<f64>,
    windows: Windows,
}

impl Volley {
    pub(crate) fn new(pmf: Pmf) -> Self {
        let mut tail = vec![0.0; pmf.p.len() + 1];
        for i in (0..pmf.p.len()).rev() {
            tail[i] = tail[i + 1] + pmf.p[i];
        }
        let windows = Windows::of(&pmf.p);
        Self { pmf, tail, windows }
    }

    /// Index range of the entries that still matter when they are multiplied by `weight`.
    pub(crate) fn window(&self, weight: f64) -> (usize, usize) {
        self.windows.at(weight)
    }
}

/// Where the entries of a list lie that are at least 1, 1/16, 1/256, ...: ranges inside each other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Windows([(u32, u32); WINDOWS]);

impl Windows {
    pub(crate) const EMPTY: Self = Self([(0, 0); WINDOWS]);

    /// Looks from each end until an entry as great as the greatest is reached.
    pub(crate) fn of(list: &[f64]) -> Self {
        let mut windows = Self::EMPTY;
        let most = list.iter().fold(0.0_f64, |most, value| if *value > most { *value } else { most });
        let greatest = level(most).min(WINDOWS);
        let mut reached = WINDOWS;
        for (at, value) in list.iter().enumerate() {
            let level = level(*value);
            while reached > level {
                reached -= 1;
                windows.0[reached].0 = at as u32;
            }
            if reached == greatest {
                break;
            }
        }
        reached = WINDOWS;
        for (at, value) in list.iter().enumerate().rev() {
            let level = level(*value);
            while reached > level {
                reached -= 1;
                windows.0[reached].1 = at as u32 + 1;
            }
            if reached == greatest {
                break;
            }
        }
        windows
    }

    /// The same ranges so many places further.
    #[must_use]
    pub(crate) fn moved(self, by: usize) -> Self {
        Self(self.0.map(|(first, end)| (first + by as u32, end + by as u32)))
    }

    /// The range of the entries that still matter when they are multiplied by `weight`.
    pub(crate) fn at(&self, weight: f64) -> (usize, usize) {
        let steps = (log2(weight) - WORTH_ADDING_LOG2 + 4).max(0) as usize / 4;
        let (first, end) = self.0[steps.min(WINDOWS - 1)];
        (first as usize, end as usize)
    }
}

/// The first window that takes a value; beyond the last one for what is too small for any.
fn level(value: f64) -> usize {
    ((3 - log2(value).min(0)) / 4) as usize
}

/// The whole part of the logarithm; far below everything for 0.
fn log2(value: f64) -> i32 {
    ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

#[cfg(test)]
mod tests {
    use super::{Pmf, Volley, WORTH_ADDING_LOG2, Windows};

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-14
    }

    #[test]
    fn three_dice_at_one_third() {
        let pmf = Pmf::binomial(3, 4, 12);
        let expected = [8.0 / 27.0, 12.0 / 27.0, 6.0 / 27.0, 1.0 / 27.0];
        assert_eq!(pmf.low, 0);
        assert!(pmf.p.iter().zip(expected).all(|(&a, b)| close(a, b)));
    }

    #[test]
    fn sure_and_impossible_dice() {
        assert_eq!(Pmf::binomial(5, 0, 6), Pmf::nothing());
        assert_eq!(Pmf::binomial(5, 6, 6).low, 5);
        assert_eq!(Pmf::binomial(5, 6, 6).p, vec![1.0]);
    }

    #[test]
    fn a_thousand_dice_do_not_underflow() {
        let pmf = Pmf::binomial(1000, 11, 12).and(&Pmf::binomial(1000, 1, 12));
        let mean: f64 = pmf.p.iter().enumerate().map(|(i, &p)| (pmf.low + i) as f64 * p).sum();
        assert!((mean - 1000.0).abs() < 1e-9);
        assert!((pmf.p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn windows_grow_with_the_weight() {
        let volley = Volley::new(Pmf::binomial(100, 4, 12));
        let (light_first, light_end) = volley.window(1e-15);
        let (heavy_first, heavy_end) = volley.window(1.0);
        assert!(heavy_first < light_first && light_end < heavy_end);
        assert!(close(volley.tail[0], 1.0));
    }

    #[test]
    fn no_window_leaves_out_what_matters() {
        let list = [0.0, 1e-17, 1e-9, 0.5, 1e-12, 1.0, 0.3, 0.0, 1e-5, 1e-30];
        let windows = Windows::of(&list);
        for weight in [1.0, 0.3, 1e-3, 1e-7, 1e-12, 1e-16, 1e-19, 0.0] {
            let (first, end) = windows.at(weight);
            for (at, value) in list.iter().enumerate() {
                let inside = (first..end).contains(&at);
                assert!(inside || value * weight < 2.0_f64.powi(WORTH_ADDING_LOG2), "{value} with weight {weight}");
            }
        }
        assert_eq!(Windows::of(&[]).at(1.0), (0, 0));
    }
}
