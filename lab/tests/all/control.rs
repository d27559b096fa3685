//! Luck taken out: the mean stays whatever the luck does to the result, and less is left of the spread.

use chartroom_lab::stats::control::Control;
use chartroom_lab::stats::moments::Moments;
use proptest::prelude::*;

use crate::sequential::Coin;

/// Results of a share that leans on luck, block by block as games come. Returns the mean without luck and the factor.
fn played(seed: u64, share: f64, lean: &[f64], games: usize) -> (Moments, Option<f64>) {
    let mut coin = Coin::new(seed);
    let mut control = Control::new(lean.len());
    let mut seen = Moments::new(2);
    for game in 0..games {
        // Sums of six throws, balanced around 0.
        let luck: Vec<f64> = lean.iter().map(|_| (0..6).map(|_| coin.next() - 0.5).sum()).collect();
        let tilt: f64 = lean.iter().zip(&luck).map(|(lean, luck)| lean * luck).sum();
        // A die more decides: clamped evenly on both sides, so that the mean stays the share.
        let room = share.min(1.0 - share);
        let result = coin.flip(share + tilt.clamp(-room, room));
        seen.push(&[result, control.adjust(result, &luck)]);
        if game % 16 == 15 {
            control.learn();
        }
    }
    (seen, control.factor())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn the_mean_stays(seed in any::<u64>(), share in 0.1..0.9_f64, one in -1.0..1.0_f64, other in -1.0..1.0_f64) {
        let (seen, _) = played(seed, share, &[one, other, 0.0], 4000);
        let wrong = (seen.mean(1) - share) / (seen.variance(1) / seen.count()).sqrt();
        // Five standard deviations: forty cases will not see that by luck.
        prop_assert!(wrong.abs() < 5.0, "{} instead of {share}: {wrong} deviations", seen.mean(1));
    }
}

#[test]
fn less_spread_is_left_and_the_factor_says_so() {
    let (seen, factor) = played(3, 0.5, &[0.5, -0.5], 4000);
    let measured = seen.variance(0) / seen.variance(1);
    let factor = factor.expect("enough games");
    assert!(factor > 1.3, "{factor}");
    assert!((factor - measured).abs() < 0.1, "printed {factor}, measured {measured}");
    let useless = played(4, 0.5, &[0.0, 0.0], 4000).1.expect("enough games");
    assert!((0.95..1.02).contains(&useless), "luck that decides nothing takes nothing away: {useless}");
}
