//! The sequential test: its bounds, and what it promises, counted over many runs.

use chartroom_lab::stats::fairness::Wanted;
use chartroom_lab::stats::interval::unpaired_games;
use chartroom_lab::stats::sequential::{Answer, Promise, Test};

/// Dice of the tests' own, so that nothing is judged by the dice it throws (xorshift*).
pub(crate) struct Coin(u64);

impl Coin {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1)
    }

    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn flip(&mut self, share: f64) -> f64 {
        f64::from(u8::from(self.next() < share))
    }
}

const PROMISE: Promise = Promise { alpha: 0.05, beta: 0.05, worth: 0.05, least: 64 };

#[test]
fn the_bounds_are_walds() {
    // ln(0.95 / 0.025) and ln(0.05 / 0.975).
    assert!((PROMISE.upper() - 3.637_586_159_726_386).abs() < 1e-12);
    assert!((PROMISE.lower() + 2.970_414_465_569_701).abs() < 1e-12);
}

/// One run: pairs whose luck is shared in some of the games.
fn run(seed: u64, wanted: Wanted, base: f64, change: f64, shared: f64, most: usize) -> (Answer, usize) {
    let mut coin = Coin::new(seed);
    let mut test = Test::new(PROMISE, wanted);
    for pair in 1..=most {
        let luck = coin.next();
        let own = if coin.next() < shared { luck } else { coin.next() };
        test.push(f64::from(u8::from(luck < base)), f64::from(u8::from(own < change)));
        if pair % 16 == 0 {
            let answer = test.look();
            if answer != Answer::Undecided {
                return (answer, pair);
            }
        }
    }
    (test.answer(), most)
}

fn count(wanted: Wanted, base: f64, change: f64, shared: f64, answer: Answer) -> (usize, f64) {
    let runs: Vec<(Answer, usize)> = (0..400).map(|seed| run(seed, wanted, base, change, shared, 6000)).collect();
    let pairs = runs.iter().map(|run| run.1).sum::<usize>() as f64 / 400.0;
    (runs.iter().filter(|run| run.0 == answer).count(), pairs)
}

#[test]
fn nothing_is_called_something_in_five_of_a_hundred_runs_at_most() {
    let point = Wanted { from: 0.5, to: 0.5 };
    let broad = Wanted { from: 0.45, to: 0.55 };
    for (wanted, share, shared) in
        [(point, 0.4, 0.0), (point, 0.4, 0.7), (point, 0.5, 0.3), (broad, 0.3, 0.5), (broad, 0.45, 0.5)]
    {
        let calm = count(wanted, share, share, shared, Answer::NoDifference).0;
        // 20 of 400 may be wrong; four standard deviations above are 37.
        assert!(calm >= 363, "{wanted:?} at {share}, shared {shared}: {calm} of 400 runs say no difference");
    }
}

#[test]
fn a_planted_difference_is_found_with_less_than_half_the_games_of_a_fixed_test() {
    let wanted = Wanted { from: 0.5, to: 0.5 };
    for (base, change, answer) in
        [(0.40, 0.45, Answer::Fairer), (0.45, 0.40, Answer::LessFair), (0.60, 0.55, Answer::Fairer)]
    {
        let fixed = unpaired_games(base, change, PROMISE.alpha, PROMISE.beta);
        let (found, pairs) = count(wanted, base, change, 0.5, answer);
        assert!(found >= 363, "{base} -> {change}: {found} of 400 runs find it");
        assert!(pairs < fixed / 2.0, "{base} -> {change}: {pairs} pairs on average, fixed {fixed}");
    }
}

#[test]
fn a_change_within_the_goal_or_across_it_is_no_gain() {
    let broad = Wanted { from: 0.4, to: 0.6 };
    assert!(count(broad, 0.45, 0.55, 0.5, Answer::NoDifference).0 >= 363, "both are as wanted");
    let point = Wanted { from: 0.5, to: 0.5 };
    assert!(count(point, 0.42, 0.58, 0.5, Answer::NoDifference).0 >= 340, "as far on the other side is no gain");
}

#[test]
fn too_few_pairs_and_one_winner_say_nothing() {
    let mut test = Test::new(PROMISE, Wanted { from: 0.5, to: 0.5 });
    for _ in 0..48 {
        test.push(0.0, 1.0);
        assert_eq!(test.look(), Answer::Undecided, "fewer pairs than promised");
    }
    assert_eq!(Test::new(PROMISE, Wanted { from: 0.5, to: 0.5 }).ratios(), (0.0, 0.0));
}
