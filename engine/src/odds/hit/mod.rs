//! Odds of hit-roll battles: a die per shot against its value, rounds, casualties, retreats.
//!
//! Flow: [`Battle`] -> kinds of hits and buckets of rows -> states of a side = hits given per bucket -> rounds carried
//! forward over pairs of states. The sampler throws every die instead and shares nothing but the casualty ranking.
//!
//! Readings: narrow hits are given before wide ones; own partners count when their units fire, enemy classes when the
//! round begins; a side leaves as a whole. Not modelled: submerging; and, in the exact way only, losing a
//! unit by its own die, reserves and units that are found for good, which are sampled, and the return fire of units that a hit mutes after round one.

mod barrage;
mod battle;
mod casualties;
mod chain;
mod exact;
mod grid;
mod kinds;
mod plan;
mod salvo;
mod sampler;
mod setting;
mod signature;
mod tally;
#[cfg(test)]
mod tests;

pub use battle::{
    Battle, Bonus, BonusRounds, Casualties, ClassSet, Halved, Health, LossOrder, Reach, Reserve, Retreat, Shot, Side,
    Strike, StrikeRounds, Support, SupportDice, Targets, Unit,
};

pub use sampler::{Die, Round};

use super::{Budget, Odds, OddsError};

/// The odds of a battle: exact within the budget, sampled above it.
pub fn odds(battle: &Battle, budget: &Budget) -> Result<Odds, OddsError> {
    validate(battle)?;
    let outline = setting::Outline::new(battle)?;
    if needs_dice(battle) || outline.steps() > budget.steps {
        return sampler::play(battle, budget.games, budget.seed);
    }
    Ok(exact::solve(battle, outline))
}

/// Reserves, losses by the own die and units found for good are known to dice only.
fn needs_dice(battle: &Battle) -> bool {
    let sides = [(&battle.attacker, &battle.defender), (&battle.defender, &battle.attacker)];
    let told_by_dice = |(side, enemy): (&Side, &Side)| {
        let mut shots = side.units.iter().flat_map(|unit| &unit.health).flat_map(|health| &health.shots);
        let is_found = |shot: &Shot| {
            let hunts = |unit: &Unit| unit.count > 0 && shot.strike.cancelled_by.covers(unit.classes);
            shot.strike.for_good && enemy.units.iter().any(hunts)
        };
        shots.any(|shot| shot.lost_from > 0 || is_found(shot))
    };
    battle.attacker.reserve.is_some() || sides.into_iter().any(told_by_dice)
}

/// The same question answered with dice only, die by die.
pub fn sampled(battle: &Battle, games: u32, seed: u64) -> Result<Odds, OddsError> {
    validate(battle)?;
    sampler::play(battle, games, seed)
}

/// One round of a battle with dice that the caller throws, after `fought` rounds before it: how games on the map fight.
pub fn play_round(battle: &Battle, fought: u32, throw: &mut dyn FnMut(Die) -> u8) -> Result<Round, OddsError> {
    validate(battle)?;
    sampler::round(battle, fought, throw)
}

fn validate(battle: &Battle) -> Result<(), OddsError> {
    if battle.die == 0 {
        return Err(OddsError::NoDie);
    }
    plan::validate(&battle.attacker)?;
    plan::validate(&battle.defender)
}
