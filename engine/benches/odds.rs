//! How fast the odds are: exact against sampled, small against large. `cargo bench -p chartroom-engine --bench odds`.

use chartroom_engine::odds::hit::{
    Battle, ClassSet, Health, Shot, Side, Strike, StrikeRounds, Targets, Unit, odds, sampled,
};
use chartroom_engine::odds::{Budget, Odds};
use divan::{Bencher, black_box};

const LAND: ClassSet = ClassSet::bit(0);
const AIR: ClassSet = ClassSet::bit(1);
const SHIP: ClassSet = ClassSet::bit(2);

fn main() {
    divan::main();
}

fn unit(key: u16, classes: ClassSet, count: u16, cost: u32, health: &[&[Shot]]) -> Unit {
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

fn side(units: Vec<Unit>) -> Side {
    Side { units, ..Side::default() }
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

/// 10 infantry and 5 armor against 10 infantry and 3 fighters of war-game-ww2, `times` over.
fn land_battle(times: u16) -> Battle {
    battle(
        vec![unit(0, LAND, 10 * times, 5, &[&[Shot::plain(2)]]), unit(1, LAND, 5 * times, 11, &[&[Shot::plain(8)]])],
        vec![unit(0, LAND, 10 * times, 5, &[&[Shot::plain(4)]]), unit(2, AIR, 3 * times, 14, &[&[Shot::plain(6)]])],
    )
}

/// The same with bombers that cannot hit aircraft: two numbers describe the defender.
fn bombed_battle() -> Battle {
    let mut fight = land_battle(1);
    let bomb = Shot::at(8, Targets::except(AIR));
    fight.attacker.units.push(unit(3, AIR, 2, 25, &[&[bomb, bomb]]));
    fight
}

/// Battleships, destroyers and first-striking submarines on both sides.
fn sea_battle() -> Battle {
    let fleet = || {
        let mut torpedo = Shot::at(4, Targets::only(SHIP));
        torpedo.strike = Strike { rounds: StrikeRounds::RoundOne, ..Strike::default() };
        vec![
            unit(4, SHIP, 2, 28, &[&[Shot::plain(8), Shot::plain(6)], &[Shot::plain(8)]]),
            unit(5, SHIP, 4, 10, &[&[Shot::plain(5)]]),
            unit(6, SHIP, 3, 8, &[&[torpedo]]),
            unit(2, AIR, 2, 14, &[&[Shot::plain(6)]]),
        ]
    };
    battle(fleet(), fleet())
}

fn solve(fight: &Battle) -> Option<Odds> {
    odds(fight, &Budget::default()).ok()
}

#[divan::bench(args = [1, 10])]
fn exact_land_battle(bencher: Bencher, times: u16) {
    let fight = land_battle(times);
    bencher.bench(|| solve(black_box(&fight)));
}

#[divan::bench]
fn exact_with_bombers(bencher: Bencher) {
    let fight = bombed_battle();
    bencher.bench(|| solve(black_box(&fight)));
}

#[divan::bench]
fn exact_sea_battle(bencher: Bencher) {
    let fight = sea_battle();
    bencher.bench(|| solve(black_box(&fight)));
}

#[divan::bench(args = [1, 10], sample_count = 10)]
fn sampled_20000_land_battles(bencher: Bencher, times: u16) {
    let fight = land_battle(times);
    bencher.bench(|| sampled(black_box(&fight), 20_000, 1).ok());
}
