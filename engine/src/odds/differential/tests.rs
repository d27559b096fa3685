//! The printed tables of global-war-1975, its worked combats, and a die-by-die cross-check.

use super::{
    Below, DifferentialTable, Fleet, LandCombat, NavalCombat, PointOrder, Points, Raid, ResultCell, Stand, land_odds,
    naval_odds, raid_odds, strength,
};
use crate::odds::rng::Dice;
use crate::odds::{Ending, Odds, OddsError};

fn land_table() -> DifferentialTable {
    let rows = [
        [0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 4],
        [0, 0, 0, 1, 1, 3, 3, 3, 4, 4, 5],
        [0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5],
        [0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6],
        [0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6],
        [1, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7],
    ];
    DifferentialTable {
        columns: (0..=10).collect(),
        rows: rows.iter().map(|row| row.iter().map(|&n| ResultCell::lost(n)).collect()).collect(),
    }
}

/// Cells as printed: "d", "d1", "2".
fn naval_table() -> DifferentialTable {
    let rows = [
        "d d d d d d1 d1 d1 d1 d2 d2 d2 d2 d3 d3 d3 d3 d4",
        "d d d d d1 1 1 1 2 2 2 2 3 3 3 3 4 4",
        "d d d d1 1 1 1 2 2 2 2 3 3 3 3 4 4 4",
        "d d d1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4",
        "d d1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5",
        "d1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5",
    ];
    let cell = |text: &str| {
        let number = text.trim_start_matches('d');
        ResultCell {
            attacker_depleted: u16::from(text.starts_with('d')),
            ..ResultCell::lost(number.parse().unwrap_or(0))
        }
    };
    DifferentialTable {
        columns: (0..=17).collect(),
        rows: rows.iter().map(|row| row.split(' ').map(cell).collect()).collect(),
    }
}

fn points(unit: u16, points: u16, cost: u32) -> Points {
    Points { unit, points, cost, times: (1, 1), stays: false, lost_first: false }
}

fn fort(count: u16) -> Points {
    Points { stays: true, lost_first: true, ..points(9, count, 2) }
}

fn land(attack: u16, defender: Vec<Points>) -> LandCombat {
    LandCombat {
        table: land_table(),
        attacker: vec![points(0, attack, 1)],
        defender,
        column_shift: 0,
        die_shift: 0,
        below: Below::NotAllowed,
        can_retreat: true,
        fort_covers: false,
        order: PointOrder::Cheapest,
    }
}

fn fleet(unit: u16, count: u16, attack: u16, defence: u16) -> Fleet {
    Fleet { unit, count, cost: u32::from(unit), attack, defence, depletable: false, depletes: true, stand: Stand::Line }
}

const SURFACE_A: u16 = 6;
const SURFACE_B: u16 = 4;
const SUBMARINE: u16 = 2;
const MERCHANT: u16 = 1;
const ASW: u16 = 5;

fn surface_a(count: u16) -> Fleet {
    Fleet { depletable: true, ..fleet(SURFACE_A, count, 4, 2) }
}

fn surface_b(count: u16) -> Fleet {
    fleet(SURFACE_B, count, 4, 2)
}

fn submarines(count: u16, stand: Stand) -> Fleet {
    Fleet { depletes: false, stand, ..fleet(SUBMARINE, count, 1, 2) }
}

fn merchants(count: u16) -> Fleet {
    Fleet { depletes: false, ..fleet(MERCHANT, count, 0, 0) }
}

fn asw(count: u16, stand: Stand) -> Fleet {
    Fleet { depletable: true, stand, ..fleet(ASW, count, 4, 2) }
}

fn naval(attacker: Vec<Fleet>, defender: Vec<Fleet>, counter_attack: bool) -> NavalCombat {
    NavalCombat {
        table: naval_table(),
        attacker,
        defender,
        column_shift: 0,
        die_shift: 0,
        below: Below::NotAllowed,
        counter_attack,
    }
}

fn near(what: &str, got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-12, "{what}: {got}, expected {expected}");
}

fn sums_to_one(odds: &Odds) {
    near("sum", odds.win + odds.draw + odds.lose, 1.0);
    for s in odds.attacker_survivors.iter().chain(&odds.defender_survivors) {
        near("survivors", s.probability.iter().sum(), 1.0);
    }
}

#[test]
fn seven_points_against_four() {
    let odds = land_odds(&land(7, vec![points(1, 4, 1)])).expect("allowed");
    sums_to_one(&odds);
    // Column +3 loses 0 1 1 1 2 3 points: five of six rolls drive the defender out.
    near("win", odds.win, 5.0 / 6.0);
    near("draw", odds.draw, 1.0 / 6.0);
    near("one point lost", odds.defender_survivors[0].probability[3], 0.5);
    near("lost", odds.expected_losses.defender.value, 8.0 / 6.0);
}

#[test]
fn doublings_shifts_and_the_least_differential() {
    let mut defender = points(1, 3, 1);
    defender.times = (3, 2);
    assert_eq!(strength(&[defender]), 5);
    assert_eq!(strength(&[defender, defender]), 9, "round once, at the end");
    let mut combat = land(8, vec![defender]);
    combat.column_shift = -2;
    assert_eq!(combat.differential(), 1);
    combat.column_shift = -4;
    assert_eq!(land_odds(&combat), Err(OddsError::BelowMinimum { differential: -1, least: 0 }));
    assert_eq!(land(40, vec![points(1, 1, 1)]).table.column(39, Below::NotAllowed), Ok(Some(10)));
}

#[test]
fn a_landing_against_a_coastal_fort() {
    // 10 against 3 infantry and 2 fort points: +5, losses 1 3 3 3 4 4, forts first.
    let odds = land_odds(&land(10, vec![points(1, 3, 1), fort(2)])).expect("allowed");
    near("driven out", odds.win, 5.0 / 6.0);
    near("one fort point holds", odds.defender_survivors[1].probability[1], 1.0 / 6.0);
    near("two infantry left", odds.defender_survivors[0].probability[2], 3.0 / 6.0);
    let mut trapped = land(10, vec![points(1, 3, 1), fort(2)]);
    trapped.can_retreat = false;
    let odds = land_odds(&trapped).expect("allowed");
    near("all lost", odds.ending(Ending::DefenderDestroyed), 5.0 / 6.0);
}

#[test]
fn the_printed_naval_combats() {
    // Example 4: 9 against 4, submarines of the defender stand apart; +5.
    let combat = naval(
        vec![surface_a(1), surface_b(1), submarines(1, Stand::Line)],
        vec![surface_a(1), surface_b(1), submarines(2, Stand::Apart)],
        false,
    );
    assert_eq!(combat.differential(), 5);
    // Example 3: depleted fleets do not attack, and the land-based unit joins: 20 against 14.
    let depleted = Fleet { attack: 0, depletable: false, ..surface_a(1) };
    let combat =
        naval(vec![asw(1, Stand::Cover), surface_a(2), surface_b(2), depleted], vec![surface_a(5), surface_b(2)], true);
    assert_eq!(combat.differential(), 6);
    let odds = naval_odds(&combat).expect("allowed");
    sums_to_one(&odds);
    // Die 5 and 6 lose two fleets, 2 to 4 one or two, 1 depletes an attacker.
    let left = &odds.defender_survivors;
    near("both surface B lost", left[1].probability[0], 3.0 / 6.0);
}

#[test]
fn a_weak_counter_attack_depletes_for_sure() {
    // Every cell of the +0 column holds a d.
    let combat = naval(vec![surface_a(2), surface_b(1), submarines(1, Stand::Line)], vec![surface_a(1)], true);
    let odds = naval_odds(&combat).expect("allowed");
    let ship = &odds.defender_survivors[0];
    near("survivor depleted", ship.expected_damaged, ship.expected);
    assert!(ship.expected < 1.0);
}

#[test]
fn merchants_and_submarines_deplete_nobody() {
    let odds = naval_odds(&naval(vec![surface_a(2)], vec![merchants(2)], true)).expect("allowed");
    near("depleted", odds.attacker_survivors[0].expected_damaged, 0.0);
    // +8 loses 1 2 2 2 2 3: both merchants except on a 1.
    near("win", odds.win, 5.0 / 6.0);
}

#[test]
fn a_submarine_far_from_port_may_roll_below_one() {
    let mut combat = naval(vec![submarines(4, Stand::Line)], vec![merchants(2)], false);
    combat.die_shift = -1;
    let odds = naval_odds(&combat).expect("allowed");
    // +4 by die 0..5: nothing, d, d1, 1, 1, 1.
    near("nothing sunk", odds.defender_survivors[0].probability[2], 2.0 / 6.0);
    near("one sunk", odds.defender_survivors[0].probability[1], 4.0 / 6.0);
}

#[test]
fn the_printed_air_raid() {
    let cell = |fleets: u16, downed: u16, aborted: u16| ResultCell {
        attacker_lost: fleets,
        defender_lost: downed,
        defender_aborted: aborted,
        attacker_depleted: 0,
    };
    let columns = [
        [(1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1)],
        [(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1), (0, 0, 1)],
    ];
    let damage =
        [[0, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6], [2, 4, 6, 7, 9, 11], [3, 6, 8, 11, 14, 16], [4, 7, 11, 15, 16, 16]];
    let raid = Raid {
        defence_table: DifferentialTable {
            columns: vec![0, 4],
            rows: (0..6)
                .map(|die| columns.iter().map(|column| cell(column[die].0, column[die].1, column[die].2)).collect())
                .collect(),
        },
        bombing_table: DifferentialTable {
            columns: vec![0, 2, 4, 6, 8],
            rows: (0..6).map(|die| damage.iter().map(|c| ResultCell::lost(c[die])).collect()).collect(),
        },
        defence_fleets: 5,
        defence_strength: 4,
        bombers: 4,
        bomber_defence: 4,
        bomber_attack: 2,
    };
    let odds = raid_odds(&raid).expect("complete tables");
    near("one fleet lost", odds.defence_lost[1], 4.0 / 6.0);
    near("one aborted", odds.bombers_aborted[1], 0.5);
    // Three bombers on +6 or four on +8, each on half of the dice; 8 comes up on +6 die 3 only.
    near("eight points", odds.damage[8], 1.0 / 12.0);
}

/// Plays a naval combat with dice, counting fleets one by one.
fn play(combat: &NavalCombat, dice: &mut Dice) -> (u32, u32) {
    type Ship = (Fleet, bool);
    let muster = |rows: &[Fleet]| -> Vec<Ship> {
        rows.iter().flat_map(|row| std::iter::repeat_n((*row, false), usize::from(row.count))).collect()
    };
    let sum =
        |ships: &[Ship], value: &dyn Fn(&Ship) -> u16| -> i32 { ships.iter().map(|ship| i32::from(value(ship))).sum() };
    let fire = |from: &mut Vec<Ship>, to: &mut Vec<Ship>, dice: &mut Dice, shift: i32, all: bool| {
        let shoots = |ship: &Ship| !ship.1 && (all || ship.0.stand != Stand::Apart);
        let attack = sum(from, &|s| if shoots(s) { s.0.attack } else { 0 });
        let defence = sum(to, &|s| {
            if s.0.stand == Stand::Apart { 0 } else { s.0.defence }
        });
        if !all && attack == 0 {
            return;
        }
        let shown = i32::from(dice.roll(6)) + shift;
        if shown < 1 {
            return;
        }
        let column = (attack - defence).clamp(0, 17) as usize;
        let cell = combat.table.rows[shown as usize - 1][column];
        let provoked = to.iter().any(|s| s.0.depletes && s.0.stand != Stand::Apart);
        for _ in 0..cell.defender_lost {
            let cover = to.iter().position(|s| s.0.stand == Stand::Cover && s.0.depletable && !s.1);
            if let Some(i) = cover {
                to[i].1 = true;
                continue;
            }
            let sunk =
                (0..to.len()).filter(|&i| to[i].0.stand == Stand::Line).min_by_key(|&i| (to[i].0.cost, !to[i].1));
            if let Some(i) = sunk {
                to.remove(i);
            }
        }
        if provoked && cell.attacker_depleted > 0 {
            let spent =
                (0..from.len()).filter(|&i| from[i].0.depletable && shoots(&from[i])).min_by_key(|&i| from[i].0.cost);
            if let Some(i) = spent {
                from[i].1 = true;
            }
        }
    };
    let mut attacker = muster(&combat.attacker);
    let mut defender = muster(&combat.defender);
    fire(&mut attacker, &mut defender, dice, combat.die_shift, true);
    if combat.counter_attack {
        fire(&mut defender, &mut attacker, dice, 0, false);
    }
    (attacker.len() as u32, defender.len() as u32)
}

#[test]
fn random_naval_combats_agree_with_the_dice() {
    const GAMES: u32 = 5_000;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut draw = |n: u8| u16::from(dice.roll(n)) - 1;
        let attacker = vec![
            surface_a(draw(3) + 1),
            surface_b(draw(4) + 1),
            submarines(draw(3), Stand::Line),
            asw(draw(3), Stand::Cover),
        ];
        let defender = vec![
            surface_a(draw(3)),
            surface_b(draw(2) + 1),
            merchants(draw(4)),
            submarines(draw(3), Stand::Apart),
            asw(draw(2), Stand::Cover),
        ];
        let mut combat = naval(attacker, defender, draw(2) == 1);
        combat.below = Below::FirstColumn;
        combat.die_shift = -i32::from(draw(2));
        let odds = naval_odds(&combat).expect("allowed");
        sums_to_one(&odds);
        let mut left = (0, 0);
        for _ in 0..GAMES {
            let (a, d) = play(&combat, &mut dice);
            left = (left.0 + a, left.1 + d);
        }
        for (what, odds_side, games_side) in
            [("attacker", &odds.attacker_survivors, left.0), ("defender", &odds.defender_survivors, left.1)]
        {
            let expected: f64 = odds_side.iter().map(|s| s.expected).sum();
            let played = f64::from(games_side) / f64::from(GAMES);
            // No result kills more than five fleets, so one game deviates by less than 2.5.
            let allowed = 4.5 * 2.5 / f64::from(GAMES).sqrt();
            assert!((expected - played).abs() < allowed, "seed {seed}, {what}: exact {expected}, played {played}");
        }
    }
}
