//! Exact against sampled: random battles with every rule there is, within 4.5 standard deviations.

use super::super::{
    Battle, Bonus, BonusRounds, ClassSet, Halved, LossOrder, Reach, Shot, Side, Strike, StrikeRounds, Support,
    SupportDice, Targets, Unit, sampled,
};
use super::{AIR, ESCORT, GUN, LAND, SHIP, SUBMARINE, exact, row};
use crate::odds::rng::Dice;
use crate::odds::{Ending, Odds, Survivors};

const GAMES: u32 = 4_000;
const SIGMAS: f64 = 4.5;

/// Draws one of several things.
struct Draw(Dice);

impl Draw {
    fn below(&mut self, n: u8) -> u8 {
        self.0.roll(n) - 1
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.0.roll(100) <= percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::from(self.below(from.len() as u8))]
    }
}

fn random_class(draw: &mut Draw) -> ClassSet {
    draw.pick(&[LAND, AIR, SHIP, LAND.with(GUN), SHIP.with(ESCORT), SHIP.with(SUBMARINE)])
}

fn random_shot(draw: &mut Draw, plain: bool) -> Shot {
    let value = draw.below(10) + 1;
    if plain {
        return Shot::plain(value);
    }
    let targets = match draw.below(6) {
        0 => Targets::only(SHIP),
        1 => Targets::except(AIR),
        2 => Targets::first(AIR),
        3 => Targets::only(LAND.with(AIR)),
        _ => Targets::ANY,
    };
    let mut shot = Shot::at(value, targets);
    if draw.chance(20) {
        shot.halved = Some(Halved { against: SUBMARINE, unless_with: ESCORT });
    }
    if draw.chance(15) {
        shot.picks_on = draw.below(5);
    }
    if draw.chance(25) {
        shot.strike = Strike {
            rounds: draw.pick(&[StrikeRounds::RoundOne, StrikeRounds::EveryRound]),
            cancelled_by: draw.pick(&[ClassSet::NONE, ESCORT]),
            one_for_one: draw.chance(50),
            ..Strike::default()
        };
    }
    shot
}

fn random_unit(draw: &mut Draw, key: u16, plain: bool) -> Unit {
    let classes = random_class(draw);
    let first: Vec<Shot> = (0..=draw.below(2)).map(|_| random_shot(draw, plain)).collect();
    let mut health: Vec<&[Shot]> = vec![&first];
    // First strikers held back one for one are told apart by row only, so they have one health state.
    let striker = first.iter().any(|shot| shot.strike.one_for_one);
    if draw.chance(25) && !striker {
        health.push(&first[..first.len() - 1]);
    }
    let count = u16::from(draw.below(4)) + 1;
    row(key, classes, count, u32::from(draw.below(30)) + 1, &health)
}

fn random_bonus(draw: &mut Draw) -> Bonus {
    let mut bonus = Bonus::to(random_class(draw), draw.pick(&[-2, -1, 1, 2]));
    bonus.reach = match draw.below(3) {
        0 => Reach::OnePer(draw.pick(&[GUN, ESCORT, AIR])),
        1 => Reach::UpTo(2),
        _ => Reach::All,
    };
    bonus.rounds = draw.pick(&[BonusRounds::Every, BonusRounds::RoundOne, BonusRounds::AfterRoundOne]);
    if draw.chance(30) {
        bonus.unless_enemy = AIR;
    }
    if draw.chance(30) {
        bonus.needs_own = Some((LAND, 2));
    }
    bonus
}

fn random_support(draw: &mut Draw) -> Support {
    let mut shot = random_shot(draw, false);
    shot.strike.one_for_one = false;
    Support {
        shot,
        dice: match draw.below(3) {
            0 => SupportDice::PerEnemy(AIR),
            1 => SupportDice::PerOwn(2, LAND),
            _ => SupportDice::Fixed(2),
        },
        every_round: draw.chance(30),
    }
}

fn random_side(draw: &mut Draw, plain: bool) -> Side {
    let mut side = Side {
        units: (0..=u16::from(draw.below(3))).map(|key| random_unit(draw, key, plain)).collect(),
        ..Side::default()
    };
    if !plain {
        if draw.chance(40) {
            side.bonuses = vec![random_bonus(draw), random_bonus(draw)];
        }
        if draw.chance(40) {
            side.support = vec![random_support(draw)];
        }
        side.silent_round_one = draw.chance(10);
    }
    side.casualties.order = match draw.below(4) {
        0 => LossOrder::Cheapest,
        1 => LossOrder::KeepAttack,
        2 => LossOrder::KeepDefence,
        _ => LossOrder::Given((0..side.units.len() as u16).rev().collect()),
    };
    if draw.chance(25) {
        side.casualties.keep_one = LAND;
    }
    if draw.chance(20) {
        side.retreat.below_units = Some(2);
    }
    if draw.chance(10) {
        side.retreat.after_rounds = Some(2);
    }
    if draw.chance(10) {
        side.retreat.outnumbered = Some(2);
    }
    side
}

fn random_battle(seed: u64, plain: bool) -> Battle {
    let mut draw = Draw(Dice::new(seed));
    Battle {
        die: draw.pick(&[6, 12]),
        attacker: random_side(&mut draw, plain),
        defender: random_side(&mut draw, plain),
        round_limit: draw.chance(15).then_some(3),
        hold: draw.pick(&[ClassSet::ALL, LAND]),
        retreat_under_fire: draw.chance(50),
    }
}

fn compare(what: &str, seed: u64, exact: f64, variance: f64, sampled: f64) {
    let games = f64::from(GAMES);
    let allowed = SIGMAS * (variance.max(0.0) / games).sqrt() + 4.0 / games;
    assert!(
        (exact - sampled).abs() <= allowed,
        "seed {seed}, {what}: exact {exact}, sampled {sampled}, allowed {allowed}"
    );
}

fn compare_survivors(seed: u64, exact: &[Survivors], sampled: &[Survivors]) {
    for (e, s) in exact.iter().zip(sampled) {
        for (n, (&p, &q)) in e.probability.iter().zip(&s.probability).enumerate() {
            compare(&format!("unit {} left {n}", e.unit), seed, p, p * (1.0 - p), q);
        }
        let damage_spread = f64::from(e.start * e.start);
        compare("damaged", seed, e.expected_damaged, damage_spread, s.expected_damaged);
    }
}

fn compare_all(seed: u64, exact: &Odds, dice: &Odds) {
    for ending in Ending::ALL {
        let p = exact.ending(ending);
        compare(&format!("{ending:?}"), seed, p, p * (1.0 - p), dice.ending(ending));
    }
    for rounds in 0..exact.rounds.len().max(dice.rounds.len()) {
        let p = exact.rounds.get(rounds).copied().unwrap_or(0.0);
        let q = dice.rounds.get(rounds).copied().unwrap_or(0.0);
        compare(&format!("{rounds} rounds"), seed, p, p * (1.0 - p), q);
    }
    compare_survivors(seed, &exact.attacker_survivors, &dice.attacker_survivors);
    compare_survivors(seed, &exact.defender_survivors, &dice.defender_survivors);
}

fn check(seeds: std::ops::Range<u64>, plain: bool) {
    for seed in seeds {
        let fight = random_battle(seed, plain);
        let dice = sampled(&fight, GAMES, seed).expect("a valid battle");
        compare_all(seed, &exact(&fight), &dice);
    }
}

#[test]
fn plain_battles_agree_with_the_dice() {
    check(0..60, true);
}

#[test]
fn battles_with_every_rule_agree_with_the_dice() {
    check(1_000..1_140, false);
}
