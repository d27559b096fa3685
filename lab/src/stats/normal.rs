//! The normal distribution: its area and the inverse of it.

/// The chance that a standard normal value lies below `x`; wrong by less than 1e-14 (continued fraction and series).
pub fn cdf(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - cdf(-x);
    }
    if x > 38.0 {
        return 1.0;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 3.0 {
        // Series of the area from 0 to x: x + x^3/3 + x^5/15 + ...
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term > 1e-17 * sum {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 + sum * density;
    }
    // Continued fraction of the tail, from its far end.
    let tail = (1..=200).rev().fold(x, |below, step| x + f64::from(step) / below);
    1.0 - density / tail
}

/// The value below which a standard normal one lies with this chance.
pub fn quantile(chance: f64) -> f64 {
    if chance <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if chance >= 1.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if cdf(middle) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}
