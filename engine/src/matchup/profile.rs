//! A unit type of a pack as a row of a hit-roll battle: its dice, whom they hit, what it takes to kill it. Shared by the odds
//! and by the battles of games, so that both fight by the same rules.

use chartroom_format::schema::condition::UnitFilter;
use chartroom_format::schema::units::{
    Ability, CombatRole, Domain, FirstStrike, HalfAgainst, OtherFire, Stats, TargetRule, UnitType,
};

use crate::odds::hit::{Battle, ClassSet, Halved, Health, Shot, Side, Strike, StrikeRounds, Targets};

/// The bit of units that can take a place.
const HOLDS: u8 = 127;
/// The bit of units that are leaving the battle.
const LEAVES: u8 = 126;
/// The bit of attackers that wait, and of enemies that call them in.
const WAITS: u8 = 125;
const STOPS: u8 = 124;
/// The bit of aircraft that only drop others.
const DROPS: u8 = 123;
/// The bit of units that only submarines can hit.
const HIDDEN: u8 = 122;
/// The bit of attackers that a fort faces.
const FACED: u8 = 121;
const FIRST_FREE: u8 = 5;

/// Bits for classes and types, given out as they are needed.
#[derive(Default)]
pub(crate) struct Bits {
    names: Vec<String>,
    /// More were asked for than there are.
    pub(crate) ran_out: bool,
}

impl Bits {
    /// Units that can take a place.
    pub(crate) const HOLDS: ClassSet = ClassSet::bit(HOLDS);
    /// Units that are leaving the battle.
    pub(crate) const LEAVES: ClassSet = ClassSet::bit(LEAVES);

    /// Attackers that wait to see whether the way is open.
    pub(crate) const WAITS: ClassSet = ClassSet::bit(WAITS);
    /// Enemies that bar it.
    pub(crate) const STOPS: ClassSet = ClassSet::bit(STOPS);
    /// Aircraft that only drop others.
    pub(crate) const DROPS: ClassSet = ClassSet::bit(DROPS);
    /// Units that only submarines can hit.
    pub(crate) const HIDDEN: ClassSet = ClassSet::bit(HIDDEN);
    /// Attackers that a fort faces.
    pub(crate) const FACED: ClassSet = ClassSet::bit(FACED);

    /// All bits of a unit type.
    pub(crate) fn unit(&mut self, id: &str, unit: &UnitType) -> ClassSet {
        let mut classes = Self::domain(unit.domain).with(self.named(format!("type:{id}")));
        for class in &unit.classes {
            classes = classes.with(self.named(format!("class:{class}")));
        }
        if !unit.abilities.contains(&Ability::CannotCapture) && unit.domain == Domain::Land {
            classes = classes.with(Self::HOLDS);
        }
        classes
    }

    fn classes<'c>(
        &mut self,
        classes: impl IntoIterator<Item = &'c chartroom_format::schema::ids::ClassId>,
    ) -> ClassSet {
        classes.into_iter().fold(ClassSet::NONE, |all, class| all.with(self.named(format!("class:{class}"))))
    }

    pub(crate) fn domain(domain: Domain) -> ClassSet {
        ClassSet::bit(match domain {
            Domain::Land => 0,
            Domain::Sea => 1,
            Domain::Air => 2,
            Domain::Submarine => 3,
            Domain::Fixed => 4,
        })
    }

    pub(crate) fn named(&mut self, name: String) -> ClassSet {
        let at = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        let bit = usize::from(FIRST_FREE) + at;
        self.ran_out |= bit >= usize::from(FACED);
        if bit < usize::from(FACED) { ClassSet::bit(bit as u8) } else { ClassSet::NONE }
    }

    pub(crate) fn filter(&mut self, filter: &UnitFilter) -> ClassSet {
        let types = filter.types.iter().map(|id| format!("type:{id}")).collect::<Vec<_>>();
        let classes = filter.classes.iter().map(|id| format!("class:{id}")).collect::<Vec<_>>();
        let named = types.into_iter().chain(classes).fold(ClassSet::NONE, |all, name| all.with(self.named(name)));
        let all = filter.domains.iter().fold(named, |all, domain| all.with(Self::domain(*domain)));
        if filter.types.is_empty() && filter.classes.is_empty() && filter.domains.is_empty() {
            ClassSet::ALL
        } else {
            all
        }
    }
}

/// Numbers that are left out stay as before.
pub(crate) fn merged(base: &Stats, over: &Stats) -> Stats {
    Stats {
        attack: over.attack.clone().or_else(|| base.attack.clone()),
        defend: over.defend.clone().or_else(|| base.defend.clone()),
        hits: over.hits.or(base.hits),
        ..base.clone()
    }
}

/// As many dice as a modifier of dice says; those that are added are like the last one.
pub(crate) fn with_dice(stats: &Stats, count: impl Fn(i64) -> i64) -> Stats {
    let thrown = |dice: &Option<Vec<i64>>| {
        dice.as_ref().map(|dice| match dice.last() {
            Some(last) => {
                let mut dice = dice.clone();
                dice.resize(count(dice.len() as i64).clamp(0, MOST_DICE) as usize, *last);
                dice
            }
            None => Vec::new(),
        })
    };
    Stats { attack: thrown(&stats.attack), defend: thrown(&stats.defend), ..stats.clone() }
}

/// No unit throws more dice.
const MOST_DICE: i64 = 20;

/// Before all others in round one.
pub(crate) const EARLY: Strike = Strike {
    rounds: StrikeRounds::RoundOne,
    cancelled_by: ClassSet::NONE,
    one_for_one: false,
    for_good: false,
    mutes: ClassSet::NONE,
};

/// The health states of a unit in a role, the state of a fresh one first. `other` fires instead of its dice; its first `early` ones
/// are thrown before all others.
pub(crate) fn health(
    unit: &UnitType,
    stats: &Stats,
    role: CombatRole,
    other: Option<&OtherFire>,
    early: usize,
    bits: &mut Bits,
) -> Vec<Health> {
    let hits = stats.hits.unwrap_or(1).clamp(1, 20) as usize;
    let mut now = stats.clone();
    (0..hits)
        .map(|taken| {
            if let Some(damaged) = taken.checked_sub(1).and_then(|index| unit.damaged.get(index)) {
                now = merged(&now, damaged);
            }
            let dice: &Option<Vec<i64>> = if role == CombatRole::Attacking { &now.attack } else { &now.defend };
            let sum = |dice: &Option<Vec<i64>>| dice.iter().flatten().sum::<i64>().clamp(0, 60_000) as u16;
            let dice = match other {
                Some(other) if !other.dice.is_empty() => &other.dice,
                _ => dice.as_deref().unwrap_or(&[]),
            };
            Health {
                shots: dice
                    .iter()
                    .enumerate()
                    .map(|(at, value)| Shot {
                        strike: if at < early { EARLY } else { shot(unit, *value, role, other, bits).strike },
                        ..shot(unit, *value, role, other, bits)
                    })
                    .collect(),
                attack_worth: sum(&now.attack),
                defence_worth: sum(&now.defend),
            }
        })
        .collect()
}

fn shot(unit: &UnitType, value: i64, as_what: CombatRole, other: Option<&OtherFire>, bits: &mut Bits) -> Shot {
    let mut known = unit.targets.iter().filter(|rule| rule.when.is_none_or(|when| when == as_what));
    let rule = known.next();
    let half = rule.and_then(|rule| rule.half_against.as_ref()).map(|half| halved(half, bits));
    let picks_from = rule.map_or(ClassSet::ALL, |rule| targets(rule, bits).any_of);
    let targets = match (other, rule) {
        (Some(other), _) => targets(&as_rule(other), bits),
        // Rules that follow say what else it can hit.
        (None, Some(rule)) => known.fold(targets(rule, bits), |all, rule| Targets {
            any_of: all.any_of.with(targets(rule, bits).any_of),
            ..all
        }),
        (None, None) => Targets::ANY,
    };
    let mutes = if as_what == CombatRole::Attacking { bits.classes(&unit.silences) } else { ClassSet::NONE };
    let strike = match (&unit.first_strike, as_what) {
        (Some(FirstStrike::AttackerRoundOne), CombatRole::Attacking) => {
            Strike { rounds: StrikeRounds::RoundOne, ..Strike::default() }
        }
        (Some(FirstStrike::Attacker), CombatRole::Attacking) | (Some(FirstStrike::Always), _) => {
            Strike { rounds: StrikeRounds::EveryRound, ..Strike::default() }
        }
        (Some(FirstStrike::Unless(classes)), _) => {
            Strike { rounds: StrikeRounds::EveryRound, cancelled_by: bits.classes(classes), ..Strike::default() }
        }
        (Some(FirstStrike::UnlessFound(classes)), _) => Strike {
            rounds: StrikeRounds::EveryRound,
            cancelled_by: bits.classes(classes),
            for_good: true,
            ..Strike::default()
        },
        _ => Strike::default(),
    };
    Shot {
        picks_on: rule.and_then(|rule| rule.picks_on).unwrap_or(0).clamp(0, 255) as u8,
        picks_from,
        strike: Strike { mutes, ..strike },
        halved: half,
        ..Shot::at(value.clamp(0, 255) as u8, targets)
    }
}

fn targets(rule: &TargetRule, bits: &mut Bits) -> Targets {
    let mut any_of = rule.domains.iter().fold(ClassSet::NONE, |all, domain| all.with(Bits::domain(*domain)));
    if rule.domains.contains(&Domain::Land) {
        any_of = any_of.with(Bits::domain(Domain::Fixed));
    }
    any_of = any_of.with(bits.classes(&rule.classes));
    let first = bits.classes(&rule.first);
    Targets { any_of: if any_of == ClassSet::NONE { ClassSet::ALL } else { any_of }, none_of: ClassSet::NONE, first }
}

fn halved(half: &HalfAgainst, bits: &mut Bits) -> Halved {
    Halved { against: bits.classes(&half.classes), unless_with: bits.classes(&half.unless_with) }
}

/// A chosen way to fire, as a rule of targets.
fn as_rule(other: &OtherFire) -> TargetRule {
    TargetRule {
        when: Some(other.when),
        domains: other.domains.clone(),
        classes: Vec::new(),
        first: other.first.clone(),
        picks_on: None,
        half_against: None,
        source: None,
    }
}

/// Takes half values away that no enemy row is subject to: dice of one band are much cheaper to reckon with.
pub(crate) fn drop_idle_halves(battle: &mut Battle) {
    let classes = |side: &Side| side.units.iter().fold(ClassSet::NONE, |all, unit| all.with(unit.classes));
    let (attackers, defenders) = (classes(&battle.attacker), classes(&battle.defender));
    for (side, enemy) in [(&mut battle.attacker, defenders), (&mut battle.defender, attackers)] {
        for shot in side.units.iter_mut().flat_map(|unit| &mut unit.health).flat_map(|health| &mut health.shots) {
            if shot.halved.is_some_and(|half| !half.against.covers(enemy)) {
                shot.halved = None;
            }
        }
    }
}
