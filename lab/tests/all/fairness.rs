//! The nearest point of a gain against a search over the whole plane.

use chartroom_lab::stats::fairness::Wanted;
use proptest::prelude::*;

#[test]
fn distance_and_gain_are_those_of_the_words() {
    let wanted = Wanted { from: 0.45, to: 0.55 };
    for (share, off) in [(0.5, 0.0), (0.45, 0.0), (0.4, 0.05), (0.7, 0.15)] {
        assert!((wanted.distance(share) - off).abs() < 1e-12, "{share}");
    }
    assert!((wanted.gain(0.4, 0.5) - 0.05).abs() < 1e-12);
    assert!((wanted.gain(0.44, 0.58) + 0.02).abs() < 1e-12, "beyond the other end is worse");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn nearest_is_the_least_over_the_plane(
        base in 0.05..0.95_f64, change in 0.05..0.95_f64, from in 0.2..0.6_f64, wide in 0.0..0.3_f64,
        gain in -0.1..0.1_f64, tilt in -0.8..0.8_f64, flat in any::<bool>(),
    ) {
        let wanted = Wanted { from, to: from + wide };
        let gain = if flat { 0.0 } else { gain };
        let weight = [1.3, tilt, 0.9];
        let found = wanted.nearest((base, change), weight, gain);
        // Every base share, and the changed shares that give the gain: to the left, to the right, and inside the goal.
        let mut least = f64::INFINITY;
        // The two base shares that lie a gain off: with them every changed share inside the goal is on the line.
        let just = [wanted.from - gain, wanted.to + gain];
        for x in (-2000..=4000).map(|step| f64::from(step) / 2000.0).chain(just) {
            let off = wanted.distance(x) - gain;
            if off < -1e-9 {
                continue;
            }
            let mut ends = vec![wanted.from - off.max(0.0), wanted.to + off.max(0.0)];
            if off.abs() < 1e-9 {
                ends.extend((0..=500).map(|part| wanted.from + wide * f64::from(part) / 500.0));
                ends.push(change.clamp(wanted.from, wanted.to));
            }
            for y in ends {
                let (u, v) = (base - x, change - y);
                least = least.min(weight[0] * u * u + 2.0 * weight[1] * u * v + weight[2] * v * v);
            }
        }
        prop_assert!(found <= least + 1e-6, "found {found}, the plane has {least}");
        prop_assert!(found >= least - 2e-3, "found {found}, the plane has only {least}");
    }
}
