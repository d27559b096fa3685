//! Intervals against independent computations: tables of the normal distribution, Wilson's interval as the inversion of its
//! test, and what the intervals that always hold promise, counted.

use chartroom_lab::stats::interval::{always, of_mean, unpaired_games, wilson};
use chartroom_lab::stats::moments::{Moments, solve};
use chartroom_lab::stats::normal::{cdf, quantile};

use crate::sequential::Coin;

#[test]
fn the_normal_distribution_agrees_with_printed_tables() {
    for (x, area) in [
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013),
        (1.0, 0.841_344_746_068_543),
        (1.96, 0.975_002_104_851_780),
        (2.999, 0.998_645_663_466_273),
        (3.001, 0.998_654_527_174_915),
        (5.0, 0.999_999_713_348_428),
        (-2.0, 0.022_750_131_948_179),
    ] {
        assert!((cdf(x) - area).abs() < 1e-12, "{x}: {} instead of {area}", cdf(x));
    }
    for (chance, x) in
        [(0.975, 1.959_963_984_540_054), (0.95, 1.644_853_626_951_473), (0.5, 0.0), (0.001, -3.090_232_306_167_813)]
    {
        assert!((quantile(chance) - x).abs() < 1e-9, "{chance}: {}", quantile(chance));
    }
}

/// Wilson's interval is made of the shares that a score test does not reject; here its ends are found by halving.
#[test]
fn wilson_is_the_inversion_of_the_score_test() {
    for (wins, games) in [(0.0, 10.0), (1.0, 10.0), (7.0, 16.0), (50.0, 100.0), (399.0, 400.0), (400.0, 400.0)] {
        for confidence in [0.9, 0.95, 0.99] {
            let z = quantile(0.5 + confidence / 2.0);
            let seen = wins / games;
            let rejected = |share: f64| (seen - share).abs() > z * (share * (1.0 - share) / games).sqrt();
            let end = |mut inside: f64, mut outside: f64| {
                for _ in 0..100 {
                    let middle = f64::midpoint(inside, outside);
                    if rejected(middle) { outside = middle } else { inside = middle }
                }
                inside
            };
            let found = wilson(wins, games, confidence);
            assert!((found.low - end(seen, 0.0)).abs() < 1e-9, "{wins} of {games}: {found:?}");
            assert!((found.high - end(seen, 1.0)).abs() < 1e-9, "{wins} of {games}: {found:?}");
        }
    }
}

#[test]
fn an_interval_that_always_holds_is_wrong_anywhere_on_the_way_in_five_of_a_hundred_runs_at_most() {
    for share in [0.5, 0.2] {
        let (mut wrong_always, mut wrong_fixed) = (0, 0);
        for run in 0..600 {
            let mut coin = Coin::new(run);
            let mut seen = Moments::new(1);
            let (mut always_missed, mut fixed_missed) = (false, false);
            for game in 1..=1500 {
                seen.push(&[coin.flip(share)]);
                if game >= 64 && game % 16 == 0 {
                    let (mean, variance) = (seen.mean(0), seen.variance(0) + 1.0 / (seen.count() + 2.0));
                    always_missed |= !always(mean, variance, seen.count(), 0.95).contains(share);
                    fixed_missed |= !of_mean(mean, variance, seen.count(), 0.95).contains(share);
                }
            }
            wrong_always += usize::from(always_missed);
            wrong_fixed += usize::from(fixed_missed);
        }
        // 30 expected at most; four standard deviations above are 51.
        assert!(wrong_always <= 51, "{wrong_always} of 600 runs at {share}");
        // The same look at an interval for a fixed number of games is what the promise is needed for.
        assert!(wrong_fixed > 90, "peeking at a fixed interval fools {wrong_fixed} of 600 runs");
    }
}

#[test]
fn the_games_of_a_fixed_test_are_those_of_the_textbook() {
    // Two-sided 5 %, power 95 %, 50 against 53 %: 2 * (1.95996 + 1.64485)^2 * (0.25 + 0.2491) / 2 / 0.03^2.
    let games = unpaired_games(0.5, 0.53, 0.05, 0.05);
    assert!((games - 7206.3).abs() < 1.0, "{games}");
    assert!(unpaired_games(0.5, 0.5, 0.05, 0.05).is_infinite());
}

#[test]
fn moments_and_weights_agree_with_sums_over_all_rows() {
    let mut coin = Coin::new(9);
    let rows: Vec<[f64; 3]> = (0..200).map(|_| [coin.next(), coin.next() * 4.0, coin.next() - 9.0]).collect();
    let mut seen = Moments::new(3);
    rows.iter().for_each(|row| seen.push(row));
    let mean = |at: usize| rows.iter().map(|row| row[at]).sum::<f64>() / 200.0;
    for one in 0..3 {
        assert!((seen.mean(one) - mean(one)).abs() < 1e-12);
        for other in 0..3 {
            let sum: f64 = rows.iter().map(|row| (row[one] - mean(one)) * (row[other] - mean(other))).sum();
            assert!((seen.covariance(one, other) - sum / 199.0).abs() < 1e-10);
        }
    }
    let found = solve(&[4.0, 1.0, 1.0, 3.0], &[1.0, 2.0], 0.0);
    assert!((found[0] - 1.0 / 11.0).abs() < 1e-12 && (found[1] - 7.0 / 11.0).abs() < 1e-12, "{found:?}");
    assert_eq!(solve(&[0.0, 0.0, 0.0, 2.0], &[1.0, 4.0], 0.0), [0.0, 2.0], "a column that says nothing weighs nothing");
}
