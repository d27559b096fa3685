//! How much stronger one player is than another, from games on the same luck: the share he scores, and Elo with its interval.

/// What one pair of games gave the first player: 0 for a game lost, 1 for one won, a half for one that nobody won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// He played the side, the other player the rest.
    pub as_side: f64,
    /// He played the rest, the other player the side.
    pub as_rest: f64,
}

impl Pair {
    /// What he scored in a game of the two.
    pub fn share(self) -> f64 {
        f64::midpoint(self.as_side, self.as_rest)
    }
}

/// A share of the points with what it may be, in 95 of 100 such duels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// Deviations of a normal distribution that 95 of 100 values lie within.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// The share of the first player over all pairs. Both games of a pair have the same luck, so the pairs are what is counted: luck
/// that helps whoever plays a side cancels out. Wilson's interval keeps it inside 0..1 when one player wins everything.
pub fn share(pairs: &[Pair]) -> Option<Share> {
    let count = pairs.len() as f64;
    if pairs.is_empty() {
        return None;
    }
    let share = pairs.iter().map(|pair| pair.share()).sum::<f64>() / count;
    let spread = pairs.iter().map(|pair| (pair.share() - share).powi(2)).sum::<f64>() / count;
    // As many single games as would leave the same doubt; pairs that all came out alike leave that of their number.
    let single = share * (1.0 - share);
    let games = if spread > 0.0 { (count * single / spread).clamp(count, 4.0 * count) } else { count };
    let square = DEVIATIONS * DEVIATIONS;
    let scale = 1.0 + square / games;
    let middle = (share + square / (2.0 * games)) / scale;
    let half = DEVIATIONS * (single / games + square / (4.0 * games * games)).sqrt() / scale;
    Some(Share { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
}

/// The difference in strength, in Elo, of a player who scores such a share; beyond 2000 nothing is told apart.
pub fn elo(share: f64) -> f64 {
    let bounded = share.clamp(1e-5, 1.0 - 1e-5);
    -400.0 * (1.0 / bounded - 1.0).log10()
}
