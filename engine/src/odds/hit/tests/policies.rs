//! What must follow from more units, better dice and another casualty order.

use super::super::{ClassSet, LossOrder};
use super::{LAND, armor, assert_sums_to_one, battle, battleship, bomber, destroyer, exact, fighter, infantry};
use crate::odds::hit::{odds, sampled};
use crate::odds::{Budget, Method};

#[test]
fn more_units_never_hurt() {
    let mut last = 0.0;
    for count in 1..12 {
        let odds = exact(&battle(vec![infantry(count, 2), armor(2, 8)], vec![infantry(5, 4), fighter(1)]));
        assert!(odds.win > last, "{count} infantry: {} after {last}", odds.win);
        last = odds.win;
    }
}

#[test]
fn a_better_value_never_hurts() {
    let mut last = 0.0;
    for value in 1..=12 {
        let odds = exact(&battle(vec![infantry(6, value)], vec![infantry(6, 4)]));
        assert!(odds.win > last);
        last = odds.win;
    }
}

#[test]
fn losing_the_best_first_is_the_worst_plan() {
    let mut fight = battle(vec![infantry(6, 2), armor(4, 8)], vec![infantry(6, 4), fighter(2)]);
    let cheapest = exact(&fight).win;
    fight.attacker.casualties.order = LossOrder::KeepAttack;
    let kept = exact(&fight).win;
    fight.attacker.casualties.order = LossOrder::Given(vec![1, 0]);
    let wasted = exact(&fight).win;
    assert!((cheapest - kept).abs() < 1e-12, "infantry goes first either way");
    assert!(wasted < kept - 0.05, "{wasted} against {kept}");
}

#[test]
fn damage_is_taken_before_a_ship_is_lost() {
    let mut fight = battle(vec![destroyer(4)], vec![destroyer(1), battleship(1)]);
    fight.round_limit = Some(1);
    let soaked = exact(&fight);
    fight.defender.casualties.order = LossOrder::Given(vec![0, 1]);
    let given = exact(&fight);
    let one_hit = 4.0 * 5.0 / 12.0 * (7.0_f64 / 12.0).powi(3);
    let kept = |odds: &crate::odds::Odds| odds.defender_survivors[0].probability[1];
    assert!((kept(&soaked) - kept(&given) - one_hit).abs() < 1e-12);
}

#[test]
fn the_last_land_unit_can_be_kept() {
    let mut fight = battle(vec![infantry(3, 2), fighter(4)], vec![infantry(5, 4), fighter(1)]);
    fight.hold = LAND;
    let careless = exact(&fight);
    fight.attacker.casualties.keep_one = LAND;
    let careful = exact(&fight);
    assert!(careful.win > careless.win + 0.02);
    fight.attacker.casualties.keep_one = ClassSet::NONE;
    assert_eq!(exact(&fight), careless);
}

#[test]
fn beyond_the_budget_dice_are_thrown_and_it_says_so() {
    let fight = battle(vec![infantry(10, 2), armor(5, 8)], vec![infantry(10, 4)]);
    let tight = Budget { steps: 10, games: 4_000, seed: 5 };
    let answer = odds(&fight, &tight).expect("a valid battle");
    let Method::Sampled { games, interval } = answer.method else {
        panic!("{:?}", answer.method);
    };
    assert_eq!(games, 4_000);
    assert_sums_to_one(&answer);
    let truth = exact(&fight).win;
    assert!(interval.low < truth && truth < interval.high);
    assert_eq!(answer, sampled(&fight, 4_000, 5).expect("same seed"));
}

#[test]
fn a_large_battle_with_target_classes_loses_no_mass() {
    // Dropped states once kept later mass from being followed; only many states in many rounds show it.
    let odds = exact(&battle(vec![infantry(24, 2), armor(12, 8), bomber(4)], vec![infantry(30, 4), fighter(8)]));
    assert!(odds.pruned < 1e-11);
}

#[test]
fn nonsense_is_refused() {
    let mut fight = battle(vec![infantry(1, 2)], vec![infantry(1, 2)]);
    fight.die = 0;
    assert!(odds(&fight, &Budget::default()).is_err());
    let mut empty = battle(vec![infantry(1, 2)], vec![infantry(1, 2)]);
    empty.defender.units[0].health.clear();
    assert!(odds(&empty, &Budget::default()).is_err());
    let huge = battle(vec![infantry(60_001, 2)], vec![infantry(1, 2)]);
    assert!(odds(&huge, &Budget::default()).is_err());
}
