//! Forts in a hit-roll battle: their dice, those they cover, those they face. Shared by the odds and by the battles of games.

use chartroom_format::schema::forts::FortFire;

use super::profile::Bits;
use crate::odds::hit::{Battle, Bonus, ClassSet, Reach, Shot, Support, SupportDice, Targets};

/// Mans so many forts against the attackers that are marked as faced; without any the forts are silent.
pub(crate) fn man(battle: &mut Battle, forts: u16, figures: &FortFire, bits: &mut Bits) {
    let faces = battle.attacker.units.iter().any(|unit| Bits::FACED.covers(unit.classes));
    if forts == 0 || !faces {
        return;
    }
    let add = |value: i64| value.clamp(-100, 100) as i8;
    battle.attacker.bonuses.push(Bonus::to(Bits::FACED, add(figures.attack)));
    for support in &mut battle.attacker.support {
        support.shot.value = (i64::from(support.shot.value) + figures.attack).clamp(0, 255) as u8;
    }
    let covered = Bonus::to(bits.filter(&figures.covers), add(figures.defend));
    let reach = Reach::UpTo(figures.covered.clamp(0, 60_000) as u16);
    battle.defender.bonuses.push(Bonus { reach, ..covered });
    let spared = figures.spares.iter().fold(ClassSet::NONE, |all, domain| all.with(Bits::domain(*domain)));
    let targets = Targets { none_of: spared, ..Targets::only(Bits::FACED) };
    battle.defender.support.extend(figures.dice.iter().map(|value| Support {
        shot: Shot::at((*value).clamp(0, 255) as u8, targets),
        dice: SupportDice::Fixed(forts),
        every_round: false,
    }));
}
