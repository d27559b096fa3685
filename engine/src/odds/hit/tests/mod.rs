//! Tests of the hit-roll odds: by hand, against the dice, and sanity of the policies.

mod against_dice;
mod by_hand;
mod policies;

use super::{Battle, Casualties, ClassSet, Health, Retreat, Shot, Side, Strike, StrikeRounds, Targets, Unit};
use crate::odds::{Budget, Method, Odds};

const LAND: ClassSet = ClassSet::bit(0);
const AIR: ClassSet = ClassSet::bit(1);
const SHIP: ClassSet = ClassSet::bit(2);
const ESCORT: ClassSet = ClassSet::bit(3);
const SUBMARINE: ClassSet = ClassSet::bit(4);
const GUN: ClassSet = ClassSet::bit(5);

const INFANTRY: u16 = 0;
const ARMOR: u16 = 1;
const FIGHTER: u16 = 2;
const DESTROYER: u16 = 3;
const BATTLESHIP: u16 = 4;
const SUB: u16 = 5;
const BOMBER: u16 = 6;

fn row(key: u16, classes: ClassSet, count: u16, cost: u32, health: &[&[Shot]]) -> Unit {
    let worth = |shots: &[Shot]| shots.iter().map(|shot| u16::from(shot.value)).sum();
    Unit {
        key,
        classes,
        count,
        cost,
        health: health
            .iter()
            .map(|shots| Health { shots: shots.to_vec(), attack_worth: worth(shots), defence_worth: worth(shots) })
            .collect(),
    }
}

fn infantry(count: u16, value: u8) -> Unit {
    row(INFANTRY, LAND, count, 5, &[&[Shot::plain(value)]])
}

fn armor(count: u16, value: u8) -> Unit {
    row(ARMOR, LAND, count, 11, &[&[Shot::plain(value)]])
}

fn fighter(count: u16) -> Unit {
    row(FIGHTER, AIR, count, 14, &[&[Shot::plain(6)]])
}

fn destroyer(count: u16) -> Unit {
    row(DESTROYER, SHIP.with(ESCORT), count, 10, &[&[Shot::plain(5)]])
}

fn battleship(count: u16) -> Unit {
    row(BATTLESHIP, SHIP, count, 28, &[&[Shot::plain(8), Shot::plain(6)], &[Shot::plain(8)]])
}

fn submarine(count: u16, rounds: StrikeRounds, cancelled_by: ClassSet) -> Unit {
    let mut shot = Shot::at(4, Targets::only(SHIP));
    shot.strike = Strike { rounds, cancelled_by, one_for_one: true, ..Strike::default() };
    row(SUB, SHIP.with(SUBMARINE), count, 8, &[&[shot]])
}

/// Bombs: two dice, never at aircraft.
fn bomber(count: u16) -> Unit {
    let bomb = Shot::at(8, Targets::except(AIR));
    row(BOMBER, AIR, count, 25, &[&[bomb, bomb]])
}

fn side(units: Vec<Unit>) -> Side {
    Side { units, casualties: Casualties::default(), retreat: Retreat::NEVER, ..Side::default() }
}

fn battle(attacker: Vec<Unit>, defender: Vec<Unit>) -> Battle {
    Battle {
        die: 12,
        attacker: side(attacker),
        defender: side(defender),
        round_limit: None,
        hold: ClassSet::ALL,
        retreat_under_fire: true,
    }
}

fn exact(battle: &Battle) -> Odds {
    let odds = super::odds(battle, &Budget::default()).expect("a valid battle");
    assert_eq!(odds.method, Method::Exact);
    assert_sums_to_one(&odds);
    odds
}

fn assert_sums_to_one(odds: &Odds) {
    let near = |sum: f64, what: &str| assert!((sum - 1.0).abs() < 1e-9, "{what} sums to {sum}");
    near(odds.win + odds.draw + odds.lose, "win, draw, lose");
    near(odds.endings.iter().map(|(_, p)| p).sum(), "endings");
    near(odds.rounds.iter().sum(), "rounds");
    for survivors in odds.attacker_survivors.iter().chain(&odds.defender_survivors) {
        near(survivors.probability.iter().sum(), "survivors");
    }
    for side in [&odds.expected_losses.attacker, &odds.expected_losses.defender] {
        near(side.value_distribution.iter().map(|(_, p)| p).sum(), "losses");
    }
    assert!(odds.pruned < 1e-9, "too much pruned: {}", odds.pruned);
}

fn assert_close(what: &str, got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-11, "{what}: got {got}, expected {expected}");
}
