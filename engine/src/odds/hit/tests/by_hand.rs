//! Small battles whose odds follow on paper.

use super::super::{Bonus, ClassSet, Halved, Reach, Retreat, Shot, StrikeRounds, Support, SupportDice, Targets};
use super::{
    AIR, ESCORT, GUN, LAND, SHIP, SUBMARINE, armor, assert_close, battle, battleship, bomber, destroyer, exact,
    fighter, infantry, row, submarine,
};
use crate::odds::Ending;

#[test]
fn one_infantry_against_one() {
    let odds = exact(&battle(vec![infantry(1, 2)], vec![infantry(1, 4)]));
    // Of 18 rounds: both hit in 1, only the attacker in 2, only the defender in 5, nobody in 10.
    assert_close("win", odds.win, 2.0 / 8.0);
    assert_close("draw", odds.draw, 1.0 / 8.0);
    assert_close("lose", odds.lose, 5.0 / 8.0);
    assert_close("round one", odds.rounds[1], 8.0 / 18.0);
    assert_close("round three", odds.rounds[3], 8.0 / 18.0 * 100.0 / 324.0);
    assert_close("mean rounds", odds.expected_rounds(), 18.0 / 8.0);
    assert_close("value lost", odds.expected_losses.attacker.value, 5.0 * 6.0 / 8.0);
    assert_close("survivors", odds.attacker_survivors[0].probability[1], 0.25);
}

#[test]
fn nobody_there_is_a_walk_in() {
    let odds = exact(&battle(vec![infantry(2, 2)], vec![]));
    assert_close("win", odds.win, 1.0);
    assert_close("rounds", odds.rounds[0], 1.0);
}

#[test]
fn a_round_limit_leaves_it_open() {
    let mut fight = battle(vec![infantry(1, 2)], vec![infantry(1, 4)]);
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    assert_close("win", odds.win, 2.0 / 18.0);
    assert_close("over", odds.ending(Ending::RoundsOver), 10.0 / 18.0);
}

#[test]
fn a_battleship_takes_two_hits_and_loses_a_die() {
    let mut fight = battle(vec![destroyer(2)], vec![battleship(1)]);
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    let ship = &odds.defender_survivors[0];
    assert_close("sunk", ship.probability[0], 25.0 / 144.0);
    assert_close("damaged", ship.expected_damaged, 70.0 / 144.0);
    // Round two: only the damaged ship has one die, so the first-round dice are 8 and 6.
    assert_close("no destroyer lost", odds.attacker_survivors[0].probability[2], 4.0 / 12.0 * 6.0 / 12.0);
}

#[test]
fn a_damaged_battleship_fires_one_die() {
    let mut hurt = battleship(1);
    hurt.health.remove(0);
    let odds = exact(&battle(vec![infantry(1, 0)], vec![hurt]));
    assert_close("lose", odds.lose, 1.0);
    assert_close("rounds", odds.expected_rounds(), 12.0 / 8.0);
}

#[test]
fn what_a_first_strike_hits_does_not_fire_back() {
    let odds = exact(&battle(vec![submarine(1, StrikeRounds::RoundOne, ClassSet::NONE)], vec![destroyer(1)]));
    let (a, d) = (1.0 / 3.0, 5.0 / 12.0);
    let later = 1.0 - (1.0 - a) * (1.0 - d);
    let go_on = (1.0 - a) * (1.0 - d);
    assert_close("win", odds.win, a + go_on * a * (1.0 - d) / later);
    assert_close("draw", odds.draw, go_on * a * d / later);
    assert_close("lose", odds.lose, (1.0 - a) * d + go_on * d * (1.0 - a) / later);
}

#[test]
fn an_enemy_destroyer_takes_the_first_strike_away() {
    let cancelled = exact(&battle(vec![submarine(1, StrikeRounds::EveryRound, ESCORT)], vec![destroyer(1)]));
    let (a, d) = (1.0 / 3.0, 5.0 / 12.0);
    let hit = 1.0 - (1.0 - a) * (1.0 - d);
    assert_close("win", cancelled.win, a * (1.0 - d) / hit);
    let kept = exact(&battle(vec![submarine(1, StrikeRounds::EveryRound, AIR)], vec![destroyer(1)]));
    assert_close("win", kept.win, a / hit);
    assert_close("draw", kept.draw, 0.0);
}

#[test]
fn one_destroyer_stops_one_of_two_submarines() {
    let mut fight = battle(vec![submarine(2, StrikeRounds::EveryRound, ESCORT)], vec![destroyer(1)]);
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    // The free one hits: no return fire. Else the other and the destroyer fire together.
    assert_close("win", odds.win, 1.0 / 3.0 + 2.0 / 3.0 / 3.0);
    assert_close("a submarine lost", odds.attacker_survivors[0].probability[1], 2.0 / 3.0 * 5.0 / 12.0);
}

#[test]
fn a_preemptive_die_leaves_the_ship_its_others() {
    let mut eight = Shot::plain(8);
    eight.strike.rounds = StrikeRounds::RoundOne;
    let dreadnought = row(9, SHIP, 1, 30, &[&[eight, Shot::plain(6)], &[eight]]);
    let mut fight = battle(vec![dreadnought], vec![destroyer(1)]);
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    assert_close("win", odds.win, 8.0 / 12.0 + 4.0 / 12.0 * 6.0 / 12.0);
    assert_close("damaged", odds.attacker_survivors[0].expected_damaged, 4.0 / 12.0 * 5.0 / 12.0);
}

#[test]
fn bombs_do_not_hit_aircraft() {
    let stuck = exact(&battle(vec![bomber(2)], vec![row(9, AIR, 1, 9, &[&[]])]));
    assert_close("stalemate", stuck.ending(Ending::Stalemate), 1.0);
    let mut fight = battle(vec![bomber(1)], vec![infantry(1, 0), fighter(1)]);
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    assert_close("infantry lost", odds.defender_survivors[0].probability[0], 1.0 - 1.0 / 9.0);
    assert_close("fighter kept", odds.defender_survivors[1].probability[1], 1.0);
}

#[test]
fn defending_guns_hit_aircraft_first() {
    let guns = row(8, LAND, 2, 9, &[&[Shot::at(5, Targets::first(AIR))]]);
    let mut fight = battle(vec![infantry(1, 0), fighter(1)], vec![guns]);
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    assert_close("fighter lost", odds.attacker_survivors[1].probability[0], 1.0 - 49.0 / 144.0);
    assert_close("infantry lost", odds.attacker_survivors[0].probability[0], 25.0 / 144.0);
}

#[test]
fn narrow_hits_are_given_before_wide_ones() {
    // A bomb (no aircraft) and a free die both hit: infantry to the bomb, fighter to the other.
    let sure = row(9, LAND, 1, 9, &[&[Shot::plain(12), Shot::at(12, Targets::except(AIR))]]);
    let plane = row(2, AIR, 1, 14, &[&[]]);
    let mut fight = battle(vec![sure], vec![infantry(1, 0), plane]);
    fight.round_limit = Some(1);
    assert_close("win", exact(&fight).win, 1.0);
}

#[test]
fn aircraft_need_a_ship_against_submarines() {
    let mut guns = Shot::plain(6);
    guns.halved = Some(Halved { against: SUBMARINE, unless_with: ESCORT });
    let plane = || row(2, AIR, 1, 14, &[&[guns]]);
    let target = || submarine(1, StrikeRounds::Never, ClassSet::NONE);
    let mut alone = battle(vec![plane()], vec![target()]);
    alone.round_limit = Some(1);
    assert_close("alone", exact(&alone).win, 3.0 / 12.0);
    let mut helped = battle(vec![plane(), destroyer(1)], vec![target()]);
    helped.round_limit = Some(1);
    let win = exact(&helped).win;
    assert_close("with a destroyer", win, 1.0 - 6.0 / 12.0 * 7.0 / 12.0);
    // Half value for the submarine, the upper half of the die still sinks the transport beside it.
    let transport = row(7, SHIP, 1, 9, &[&[]]);
    let mut both = battle(vec![plane()], vec![target(), transport]);
    both.round_limit = Some(1);
    let odds = exact(&both);
    assert_close("submarine", odds.defender_survivors[0].probability[0], 3.0 / 12.0);
    assert_close("transport", odds.defender_survivors[1].probability[0], 3.0 / 12.0);
}

#[test]
fn infantry_pairs_with_artillery_one_to_one() {
    let gun = row(8, LAND.with(GUN), 1, 9, &[&[Shot::plain(0)]]);
    let foot = ClassSet::bit(9);
    let squad = row(0, LAND.with(foot), 2, 5, &[&[Shot::plain(2)]]);
    let mut fight = battle(vec![squad, gun], vec![infantry(1, 0)]);
    let mut bonus = Bonus::to(foot, 1);
    bonus.reach = Reach::OnePer(GUN);
    fight.attacker.bonuses = vec![bonus];
    fight.round_limit = Some(1);
    assert_close("win", exact(&fight).win, 1.0 - 9.0 / 12.0 * 10.0 / 12.0);
    fight.attacker.bonuses[0].unless_enemy = LAND;
    assert_close("spoilt", exact(&fight).win, 1.0 - 100.0 / 144.0);
    fight.attacker.bonuses[0] = Bonus::to(foot, 1);
    fight.attacker.bonuses[0].needs_own = Some((foot, 2));
    assert_close("both", exact(&fight).win, 1.0 - 81.0 / 144.0);
}

#[test]
fn bombardment_fires_once_per_landing_unit_and_is_never_lost() {
    let mut fight = battle(vec![infantry(1, 0)], vec![infantry(1, 12)]);
    fight.attacker.support =
        vec![Support { shot: Shot::plain(6), dice: SupportDice::PerOwn(3, LAND), every_round: false }];
    let odds = exact(&fight);
    assert_close("draw", odds.draw, 0.5);
    assert_close("lose", odds.lose, 0.5);
}

#[test]
fn anti_air_rolls_against_each_aircraft() {
    let mut shot = Shot::at(2, Targets::only(AIR));
    shot.strike.rounds = StrikeRounds::RoundOne;
    let mut fight = battle(vec![fighter(2), bomber(1)], vec![infantry(1, 0)]);
    fight.defender.support = vec![Support { shot, dice: SupportDice::PerEnemy(AIR), every_round: false }];
    fight.round_limit = Some(1);
    let odds = exact(&fight);
    assert_close("fighters", odds.attacker_survivors[0].probability[2], 100.0 / 144.0);
    assert_close("bomber", odds.attacker_survivors[1].probability[1], 10.0 / 12.0);
}

#[test]
fn who_leaves_under_fire_does_not_fire_back() {
    let mut fight = battle(vec![infantry(2, 6)], vec![infantry(1, 12)]);
    fight.defender.retreat = Retreat { after_rounds: Some(0), ..Retreat::NEVER };
    let odds = exact(&fight);
    assert_close("win", odds.win, 1.0);
    assert_close("escaped", odds.ending(Ending::DefenderRetreated), 0.25);
    assert_close("unhurt", odds.attacker_survivors[0].probability[2], 1.0);
    fight.retreat_under_fire = false;
    assert_close("all escaped", exact(&fight).ending(Ending::DefenderRetreated), 1.0);
}

#[test]
fn attackers_leave_from_round_two_on() {
    let mut fight = battle(vec![infantry(1, 2)], vec![infantry(1, 4)]);
    fight.attacker.retreat.after_rounds = Some(0);
    let odds = exact(&fight);
    assert_close("left", odds.ending(Ending::AttackerRetreated), 10.0 / 18.0);
    let mut few = battle(vec![armor(3, 8)], vec![infantry(3, 4)]);
    few.attacker.retreat.below_units = Some(3);
    let odds = exact(&few);
    let left = &odds.attacker_survivors[0].probability;
    assert!(left[1] > 0.0 && odds.ending(Ending::AttackerRetreated) > 0.2);
}

#[test]
fn aircraft_alone_do_not_hold_land() {
    let mut fight = battle(vec![fighter(1)], vec![infantry(1, 0)]);
    fight.hold = LAND;
    assert_close("nobody", exact(&fight).ending(Ending::NobodyToHold), 1.0);
}

#[test]
fn the_surprised_side_is_silent_in_round_one() {
    let mut fight = battle(vec![infantry(1, 6)], vec![infantry(1, 12)]);
    fight.defender.silent_round_one = true;
    let odds = exact(&fight);
    assert_close("win", odds.win, 0.5);
    assert_close("draw", odds.draw, 0.25);
}
