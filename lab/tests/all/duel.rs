//! Shares and Elo of duels against numbers worked out by hand.

use chartroom_lab::duel::{Pair, elo, share};

fn pairs(list: &[(f64, f64)]) -> Vec<Pair> {
    list.iter().map(|(as_side, as_rest)| Pair { as_side: *as_side, as_rest: *as_rest }).collect()
}

#[test]
fn elo_of_known_shares() {
    for (score, wanted) in [(0.5, 0.0), (0.75, 190.848), (0.25, -190.848), (10.0 / 11.0, 400.0), (0.64, 99.951)] {
        assert!((elo(score) - wanted).abs() < 0.01, "{score} gives {}", elo(score));
    }
    assert!(elo(1.0).is_finite() && elo(0.0) < -1900.0);
}

#[test]
fn equal_players_who_share_every_pair_are_told_to_be_equal() {
    let found = share(&pairs(&[(1.0, 0.0); 50])).expect("pairs");
    assert!((found.share - 0.5).abs() < 1e-9);
    assert!(found.low < 0.5 && found.high > 0.5);
}

#[test]
fn the_interval_shrinks_with_the_pairs_and_never_leaves_the_range() {
    let mut before = 1.0;
    for count in [4, 16, 64, 256] {
        let list: Vec<(f64, f64)> = (0..count).map(|at| if at % 4 == 0 { (1.0, 0.0) } else { (1.0, 1.0) }).collect();
        let found = share(&pairs(&list)).expect("pairs");
        assert!((found.share - 0.875).abs() < 1e-9);
        let width = found.high - found.low;
        assert!(width < before && found.low >= 0.0 && found.high <= 1.0, "{found:?}");
        assert!(found.low < found.share && found.share < found.high, "{found:?}");
        before = width;
    }
    let all = share(&pairs(&[(1.0, 1.0); 10])).expect("pairs");
    assert!((all.high - 1.0).abs() < 1e-9 && all.low > 0.6 && all.low < 0.8, "{all:?}");
    assert_eq!(share(&[]), None);
}
