//! The printed tables of hitlers-global-war, attacks on paper, and a die-by-die cross-check.

use super::{
    AdvanceRow, AdvanceTable, Against, Arm, Army, Attack, FirepowerTable, NextHex, Place, PointOrder, Points,
    attack_odds,
};
use crate::odds::Ending;
use crate::odds::rng::Dice;

const INFANTRY: u16 = 0;
const MECHANISED: u16 = 1;
const FORT: u16 = 2;
const PARATROOPS: u16 = 3;

fn firepower() -> FirepowerTable {
    let rows = [
        [1, 1, 1, 2, 2, 2, 3, 3, 4, 4],
        [0, 1, 1, 1, 2, 2, 2, 3, 3, 4],
        [0, 0, 1, 1, 1, 2, 2, 2, 3, 3],
        [0, 0, 0, 1, 1, 1, 2, 2, 3, 3],
        [0, 0, 0, 0, 1, 1, 1, 2, 2, 2],
        [0, 0, 0, 0, 0, 1, 1, 1, 2, 2],
        [0, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    ];
    FirepowerTable { rows: rows.iter().map(|row| row.to_vec()).collect(), clamp_high: true }
}

fn advance() -> AdvanceTable {
    let rows: [&[u8]; 11] = [
        &[4, 4],
        &[5, 4],
        &[5, 4, 1],
        &[6, 5, 2, 1],
        &[7, 6, 3, 2, 1],
        &[8, 7, 4, 3, 2, 1],
        &[9, 8, 5, 4, 3, 2, 1],
        &[9, 8, 6, 5, 4, 3, 2, 1],
        &[9, 8, 7, 6, 5, 4, 3, 2, 1],
        &[9, 8, 8, 7, 6, 5, 4, 3, 2, 1],
        &[9, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1],
    ];
    AdvanceTable {
        rows: rows.iter().map(|row| AdvanceRow { friendly: row[0], by_defence: row[1..].to_vec() }).collect(),
    }
}

fn army(infantry: u16, mechanised: u16) -> Army {
    Army {
        points: vec![Points::infantry(INFANTRY, infantry, 2), Points::mechanised(MECHANISED, mechanised, 5)],
        from: 1,
        assaults: true,
        advances: true,
    }
}

fn attack(attackers: Vec<Army>, defenders: Vec<Points>) -> Attack {
    Attack {
        die: 6,
        firepower: firepower(),
        advance: advance(),
        attackers,
        defenders,
        place: Place::Garrisoned,
        defensive_assault: true,
        assault_die: 0,
        defence_die: 0,
        advance_die: 0,
        hexes_before: 0,
        can_retreat: true,
        exploitation: Vec::new(),
        attacker_order: PointOrder::KeepAdvance,
        defender_order: PointOrder::Cheapest,
    }
}

fn near(what: &str, got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-12, "{what}: {got}, expected {expected}");
}

#[test]
fn the_printed_ranges() {
    let table = advance();
    let check = |mech: u16, against, top| {
        assert_eq!(table.top(mech, against), Ok(top), "{mech} {against:?}");
    };
    check(8, Against::Defence(6), 2);
    check(8, Against::Defence(3), 5);
    check(10, Against::Defence(10), 0);
    check(10, Against::Defence(0), 8);
    check(0, Against::Defence(1), 0);
    check(14, Against::Friendly, 9);
    assert_eq!(firepower().losses(3, 5), Ok(1));
    assert_eq!(firepower().losses(11, 10), Ok(1), "winter clamps to the last row");
    assert!(firepower().losses(1, 11).is_err());
}

#[test]
fn an_advance_without_fire() {
    let mut plain = attack(vec![Army { assaults: false, ..army(2, 8) }], vec![Points::infantry(INFANTRY, 6, 2)]);
    plain.defensive_assault = false;
    near("8 against 6", attack_odds(&plain).expect("tables").odds.win, 2.0 / 6.0);
    plain.advance_die = 2;
    near("into mountains", attack_odds(&plain).expect("tables").odds.win, 0.0);
}

#[test]
fn assault_then_advance() {
    // 10 points lose the defender 4 4 3 3 2 2; 6 - losses = 2 2 3 3 4 4; 8 mechanised advance on 6 6 5 5 4 4 of 6.
    let mut smolensk =
        attack(vec![army(2, 8)], vec![Points::infantry(INFANTRY, 5, 2), Points::mechanised(MECHANISED, 1, 5)]);
    smolensk.defensive_assault = false;
    let odds = attack_odds(&smolensk).expect("tables").odds;
    near("win", odds.win, (6.0 + 5.0 + 4.0) / 18.0);
    near("lost", odds.expected_losses.defender.by_unit[0].1, 3.0);
    near("driven off", odds.ending(Ending::DefenderRetreated), odds.win);
    // The defensive assault of 6 points takes 2 2 2 1 1 1 infantry first, so the assault fires with 8 or 9.
    smolensk.defensive_assault = true;
    let odds = attack_odds(&smolensk).expect("tables").odds;
    near("infantry lost", odds.expected_losses.attacker.by_unit[0].1, 1.5);
    near("mechanised lost", odds.expected_losses.attacker.by_unit[1].1, 0.0);
    let eight = [3, 3, 2, 2, 2, 1];
    let nine = [4, 3, 3, 3, 2, 2];
    let win = |lost: i32| f64::from(8 - (6 - lost)).min(6.0) / 6.0;
    let expected: f64 = eight.iter().chain(&nine).map(|&lost| win(lost)).sum();
    near("win", odds.win, expected / 12.0);
}

#[test]
fn exploitation_pays_one_more_for_every_hex() {
    let mut breakthrough = attack(vec![army(0, 10)], vec![]);
    breakthrough.place = Place::Empty;
    breakthrough.exploitation = vec![
        NextHex { against: Against::Defence(1), die: 0, fire: 0, fire_die: 0 },
        NextHex { against: Against::Defence(3), die: 0, fire: 5, fire_die: 0 },
    ];
    let odds = attack_odds(&breakthrough).expect("tables");
    // Automatic, automatic (die + 1 within 8), then 5 points fire 2 2 1 1 1 0 and 8, 9 or 10 points need 3, 4, 5 of 6.
    let third = (2.0 * 3.0 + 3.0 * 4.0 + 5.0) / 36.0;
    near("two hexes", odds.hexes[2], 1.0 - third);
    near("three hexes", odds.hexes[3], third);
    near("win", odds.odds.win, 1.0);
}

#[test]
fn a_garrison_dies_and_comes_back_never_in_the_phase() {
    let mut only = attack(vec![army(7, 0)], vec![]);
    only.attackers[0].advances = true;
    // 7 points always kill the garrison except where the table shows 0; row 0 enters an empty hex on 1-4.
    near("win", attack_odds(&only).expect("tables").odds.win, 4.0 / 6.0);
    only.attackers[0].assaults = false;
    near("held", attack_odds(&only).expect("tables").odds.win, 0.0);
}

#[test]
fn forts_absorb_and_die_with_the_hex() {
    let mut line = attack(vec![army(0, 10)], vec![Points::fort(FORT, 3, 5)]);
    line.defensive_assault = false;
    let odds = attack_odds(&line).expect("tables").odds;
    // 4 4 3 3 2 2 become 1 1 0 0 0 0; then 10 mechanised need 8 or 7 on one die: always.
    near("win", odds.win, 1.0);
    near("all gone", odds.ending(Ending::DefenderDestroyed), 1.0);
    line.attackers[0].advances = false;
    let odds = attack_odds(&line).expect("tables").odds;
    near("lost", odds.expected_losses.defender.by_unit[0].1, 2.0 / 6.0);
}

#[test]
fn dropped_paratroops_count_double_and_die_in_a_failure() {
    let drop = Points { advances: (2, 1), risked: true, ..Points::infantry(PARATROOPS, 3, 6) };
    let mut market = attack(
        vec![Army { points: vec![Points::mechanised(MECHANISED, 2, 5), drop], assaults: false, ..army(0, 0) }],
        vec![Points::infantry(INFANTRY, 3, 2)],
    );
    market.defensive_assault = false;
    let odds = attack_odds(&market).expect("tables").odds;
    near("win", odds.win, 5.0 / 6.0);
    near("dropped in vain", odds.attacker_survivors[1].probability[0], 1.0 / 6.0);
}

#[test]
fn fire_beyond_ten_is_thrown_in_groups_of_ten() {
    let ships = Points { arm: Arm::Sea, advances: (0, 1), ..Points::infantry(7, 12, 9) };
    let mut shelling = attack(
        vec![Army { points: vec![ships], advances: false, ..army(0, 0) }],
        vec![Points::infantry(INFANTRY, 10, 2)],
    );
    shelling.defensive_assault = false;
    let odds = attack_odds(&shelling).expect("tables").odds;
    // A die for ten (mean 18/6) and one for two (mean 2/6).
    near("lost", odds.expected_losses.defender.by_unit[0].1, 20.0 / 6.0);
}

#[test]
fn tactical_air_fights_air_before_the_assault() {
    let mut raid = attack(
        vec![Army { points: vec![Points::tac_air(8, 3, 4)], advances: false, ..army(0, 0) }],
        vec![Points::infantry(INFANTRY, 5, 2), Points::tac_air(8, 1, 4)],
    );
    raid.defensive_assault = false;
    let odds = attack_odds(&raid).expect("tables").odds;
    // One point fires at the one enemy (a hit on a 1), the other two at the ground (1 on a 1 or 2).
    near("air lost", odds.expected_losses.defender.by_unit[1].1, 1.0 / 6.0);
    near("ground lost", odds.expected_losses.defender.by_unit[0].1, 2.0 / 6.0);
}

#[test]
fn surplus_air_harries_the_retreat() {
    let mut pursuit = attack(
        vec![Army {
            points: vec![Points::mechanised(MECHANISED, 10, 5), Points::tac_air(8, 3, 4)],
            assaults: false,
            ..army(0, 0)
        }],
        vec![Points::infantry(INFANTRY, 2, 2), Points::tac_air(8, 2, 4)],
    );
    pursuit.defensive_assault = false;
    let odds = attack_odds(&pursuit).expect("tables").odds;
    near("win", odds.win, 1.0);
    near("ground left", odds.defender_survivors[0].expected, 1.0);
    near("air left", odds.defender_survivors[1].expected, 2.0);
}

/// One attack played by hand: points are single entries, dice are thrown one by one.
fn play(attack: &Attack, dice: &mut Dice) -> (usize, usize, usize) {
    type Point = (usize, Points);
    let fire = |points: &[Point], modifier: i32, dice: &mut Dice| -> usize {
        let strength = points.iter().filter(|p| p.1.fires.0 > 0).count().min(10);
        if strength == 0 {
            return 0;
        }
        let shown = (i32::from(dice.roll(6)) + modifier).clamp(1, 7);
        usize::from(attack.firepower.rows[shown as usize - 1][strength - 1])
    };
    let give_up = |points: &mut Vec<Point>, mut lost: usize, mobile_last: bool| {
        while lost > 0 && !points.is_empty() {
            let index = (0..points.len())
                .min_by_key(|&i| {
                    let point = &points[i].1;
                    (mobile_last && point.advances.0 > 0, point.cost, points[i].0)
                })
                .unwrap_or(0);
            points.remove(index);
            lost -= 1;
        }
    };
    let expand = |rows: &[Points], army: usize| -> Vec<Point> {
        rows.iter().flat_map(|row| std::iter::repeat_n((army, *row), usize::from(row.count))).collect()
    };
    let mut attackers: Vec<Point> =
        attack.attackers.iter().enumerate().flat_map(|(army, a)| expand(&a.points, army)).collect();
    let mut defenders = expand(&attack.defenders, 0);
    let forts = defenders.iter().filter(|p| p.1.arm == Arm::Fort).count();
    let lost = fire(&defenders, attack.defence_die, dice);
    give_up(&mut attackers, lost, true);
    let mut inflicted = 0;
    for army in 0..attack.attackers.len() {
        // Every army of these tests stands in a hex of its own.
        let firing: Vec<Point> = attackers.iter().filter(|p| p.0 == army).copied().collect();
        inflicted += fire(&firing, attack.assault_die, dice);
    }
    give_up(&mut defenders, inflicted.saturating_sub(forts), false);
    let mut hexes = 0;
    for army in 0..attack.attackers.len() {
        let own = |attackers: &[Point]| attackers.iter().filter(|p| p.0 == army).count();
        let push = |attackers: &[Point]| attackers.iter().filter(|p| p.0 == army && p.1.advances.0 > 0).count() as u16;
        if hexes > 0 || own(&attackers) == 0 {
            continue;
        }
        let mut goes_on = |attackers: &[Point], against, modifier: i32| {
            let top = attack.advance.top(push(attackers), against).unwrap_or(0);
            let shown = i32::from(dice.roll(6)) + modifier;
            top > 0 && shown <= i32::from(top)
        };
        let defence = Against::Defence(defenders.len() as u16);
        if !goes_on(&attackers, defence, attack.advance_die) {
            continue;
        }
        hexes = 1;
        defenders.retain(|p| p.1.arm != Arm::Fort);
        for next in &attack.exploitation {
            if !goes_on(&attackers, next.against, next.die + hexes as i32) {
                break;
            }
            hexes += 1;
        }
    }
    (attackers.len(), defenders.len(), hexes)
}

#[test]
fn random_attacks_agree_with_the_dice() {
    const GAMES: u32 = 5_000;
    for seed in 0..80 {
        let mut dice = Dice::new(seed);
        let mut draw = |n: u8| u16::from(dice.roll(n)) - 1;
        let mut fight = attack(
            vec![army(draw(6), draw(9) + 1), army(draw(6), draw(6))],
            vec![
                Points::infantry(INFANTRY, draw(6) + 1, 2),
                Points::mechanised(MECHANISED, draw(3), 5),
                Points::fort(FORT, draw(2), 4),
            ],
        );
        fight.attackers[1].from = 2;
        fight.assault_die = i32::from(draw(5)) - 1;
        fight.defence_die = i32::from(draw(3)) - 1;
        fight.advance_die = i32::from(draw(4)) - 1;
        fight.exploitation = (0..draw(3))
            .map(|_| NextHex { against: Against::Defence(draw(3)), die: 0, fire: 0, fire_die: 0 })
            .collect();
        let answer = attack_odds(&fight).expect("tables");
        near("hexes", answer.hexes.iter().sum(), 1.0);
        near("sum", answer.odds.win + answer.odds.draw + answer.odds.lose, 1.0);
        let mut left = (0, 0);
        let mut hexes = [0_u32; 5];
        for _ in 0..GAMES {
            let (a, d, h) = play(&fight, &mut dice);
            left = (left.0 + a, left.1 + d);
            hexes[h] += 1;
        }
        let games = f64::from(GAMES);
        for (n, &seen) in hexes.iter().enumerate() {
            let p = answer.hexes.get(n).copied().unwrap_or(0.0);
            let allowed = 4.5 * (p * (1.0 - p)).max(0.0).sqrt() / games.sqrt() + 2.0 / games;
            let played = f64::from(seen) / games;
            assert!((p - played).abs() < allowed, "seed {seed}, {n} hexes: exact {p}, played {played}");
        }
        for (side, total) in [(&answer.odds.attacker_survivors, left.0), (&answer.odds.defender_survivors, left.1)] {
            let expected: f64 = side.iter().map(|s| s.expected).sum();
            let played = total as f64 / games;
            assert!(
                (expected - played).abs() < 4.5 * 2.5 / games.sqrt(),
                "seed {seed}: exact {expected}, played {played}"
            );
        }
    }
}
