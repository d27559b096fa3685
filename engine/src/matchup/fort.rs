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

#[cfg(test)]
mod tests {
    use chartroom_format::schema::condition::UnitFilter;
    use chartroom_format::schema::forts::FortFire;
    use chartroom_format::schema::units::Domain;

    use super::super::profile::Bits;
    use super::man;
    use crate::odds::hit::{self, Battle, ClassSet, Health, Side, Unit};

    fn row(classes: ClassSet) -> Unit {
        let health = vec![Health { shots: Vec::new(), attack_worth: 0, defence_worth: 0 }];
        Unit { key: 0, classes, count: 2, cost: 1, health }
    }

    /// Both dice of a fort hit, and only those on the ground that it faces pay for it.
    #[test]
    fn a_fort_hits_whom_it_faces_and_no_aircraft() {
        let land = Bits::domain(Domain::Land);
        let ranks = [Bits::domain(Domain::Air).with(Bits::FACED), land, land.with(Bits::FACED)];
        let mut battle = Battle {
            die: 12,
            attacker: Side { units: ranks.into_iter().map(row).collect(), ..Side::default() },
            defender: Side { units: vec![row(land)], ..Side::default() },
            round_limit: None,
            hold: ClassSet::ALL,
            retreat_under_fire: false,
        };
        let figures = FortFire {
            feature: "fort".into(),
            dice: vec![5, 5],
            spares: vec![Domain::Air],
            covers: UnitFilter::default(),
            covered: 10,
            defend: 1,
            attack: -1,
            facing: "facing".into(),
            bypassed: std::iter::empty().collect(),
            staged: None,
        };
        man(&mut battle, 1, &figures, &mut Bits::default());
        let after = hit::play_round(&battle, 0, &mut |_| 5).expect("a round");
        assert_eq!(after.left[0], vec![vec![2], vec![2], vec![0]]);
        let later = hit::play_round(&battle, 1, &mut |_| 5).expect("a round");
        assert_eq!(later.left[0], vec![vec![2], vec![2], vec![2]], "in the first round only");
    }
}
