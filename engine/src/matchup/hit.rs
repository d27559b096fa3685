//! Dice per unit against its value, in rounds.

use chartroom_format::schema::condition::{BattleKind, UnitFilter};
use chartroom_format::schema::rules::{Change, Modifier, Quantity};
use chartroom_format::schema::units::{
    Ability, CombatRole, Domain, FirstStrike, Stats, SupportKind, TargetRule, UnitType,
};

use super::scene::Scene;
use super::{Answer, Question, Row, cost, key, names, unit_type};
use crate::odds::hit::{
    self, Battle, Bonus, BonusRounds, Casualties, ClassSet, Health, Reach, Retreat, Shot, Side, Strike, StrikeRounds,
    Support, SupportDice, Targets, Unit,
};

/// The bit of units that can take a place.
const HOLDS: u8 = 31;
const FIRST_FREE: u8 = 5;

/// Bits for classes and types, given out as they are needed.
struct Bits(Vec<String>);

impl Bits {
    fn domain(domain: Domain) -> ClassSet {
        ClassSet::bit(match domain {
            Domain::Land => 0,
            Domain::Sea => 1,
            Domain::Air => 2,
            Domain::Submarine => 3,
            Domain::Fixed => 4,
        })
    }

    fn named(&mut self, name: String) -> ClassSet {
        let at = self.0.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        });
        let bit = usize::from(FIRST_FREE) + at;
        // A pack with more classes in one battle than there are bits loses the last of them.
        if bit < usize::from(HOLDS) { ClassSet::bit(bit as u8) } else { ClassSet::NONE }
    }

    fn filter(&mut self, filter: &UnitFilter) -> ClassSet {
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

pub(super) fn answer(question: &Question<'_>, die: i64, rounds: Option<i64>) -> Result<Answer, String> {
    let names = names(question);
    let content = question.content;
    let mut bits = Bits(Vec::new());
    let mut notes = Vec::new();
    let is_ship = |row: &Row| {
        content.units.get(row.unit.as_str()).is_some_and(|unit| matches!(unit.domain, Domain::Sea | Domain::Submarine))
    };
    let at_sea = question.defend.iter().any(is_ship);
    let landing = !at_sea && question.attack.iter().any(is_ship);
    if landing {
        notes.push("ships of the attacker only bombard the shore".to_owned());
    }
    let battle_kind = match (at_sea, landing) {
        (true, _) => BattleKind::Sea,
        (false, true) => BattleKind::Amphibious,
        (false, false) => BattleKind::Land,
    };
    let attacker = side(question, &names, CombatRole::Attacking, battle_kind, &mut bits)?;
    let defender = side(question, &names, CombatRole::Defending, battle_kind, &mut bits)?;
    let battle = Battle {
        die: die.clamp(1, 255) as u8,
        attacker,
        defender,
        round_limit: rounds.map(|rounds| rounds.clamp(1, 1000) as u16),
        hold: if at_sea { ClassSet::ALL } else { ClassSet::bit(HOLDS) },
        retreat_under_fire: false,
    };
    let odds = hit::odds(&battle, &question.budget).map_err(|error| error.to_string())?;
    Ok(Answer { family: "hit-rolls", odds, names, notes })
}

fn side(
    question: &Question<'_>,
    names: &[String],
    role: CombatRole,
    battle: BattleKind,
    bits: &mut Bits,
) -> Result<Side, String> {
    let attacks = role == CombatRole::Attacking;
    let (rows, power) =
        if attacks { (&question.attack, question.attacker) } else { (&question.defend, question.defender) };
    let scene = Scene::of(question, role, battle);
    let (mut units, mut support) = (Vec::new(), Vec::new());
    for row in rows {
        let unit = unit_type(question.content, &row.unit)?;
        let stats = stats(&scene, unit);
        let ship = matches!(unit.domain, Domain::Sea | Domain::Submarine);
        supports(row, unit, &stats, attacks, battle, &mut support);
        if attacks && ship && battle == BattleKind::Amphibious {
            continue;
        }
        let mut classes = Bits::domain(unit.domain).with(bits.named(format!("type:{}", row.unit)));
        for class in &unit.classes {
            classes = classes.with(bits.named(format!("class:{class}")));
        }
        if !unit.abilities.contains(&Ability::CannotCapture) && matches!(unit.domain, Domain::Land) {
            classes = classes.with(ClassSet::bit(HOLDS));
        }
        units.push(Unit {
            key: key(names, &row.unit),
            classes,
            count: row.count,
            cost: cost(question.content, &row.unit, power),
            health: health(unit, &stats, role, bits),
        });
    }
    let quantity = if attacks { Quantity::Attack } else { Quantity::Defence };
    let bonuses =
        scene.modifiers(&quantity).into_iter().filter_map(|modifier| bonus(modifier, rows, question, bits)).collect();
    Ok(Side {
        units,
        support,
        bonuses,
        casualties: Casualties::default(),
        retreat: Retreat::NEVER,
        silent_round_one: false,
    })
}

/// The numbers of a unit with the variants that hold.
fn stats(scene: &Scene<'_>, unit: &UnitType) -> Stats {
    let mut stats = unit.stats.clone();
    for variant in unit.variants.iter().filter(|variant| scene.holds(&variant.when) == Some(true)) {
        stats = merged(&stats, &variant.stats);
    }
    stats
}

/// Numbers that are left out stay as before.
fn merged(base: &Stats, over: &Stats) -> Stats {
    Stats {
        attack: over.attack.clone().or_else(|| base.attack.clone()),
        defend: over.defend.clone().or_else(|| base.defend.clone()),
        hits: over.hits.or(base.hits),
        ..base.clone()
    }
}

fn health(unit: &UnitType, stats: &Stats, role: CombatRole, bits: &mut Bits) -> Vec<Health> {
    let hits = stats.hits.unwrap_or(1).clamp(1, 20) as usize;
    let mut now = stats.clone();
    (0..hits)
        .map(|taken| {
            if let Some(damaged) = taken.checked_sub(1).and_then(|index| unit.damaged.get(index)) {
                now = merged(&now, damaged);
            }
            let dice = if role == CombatRole::Attacking { &now.attack } else { &now.defend };
            let sum = |dice: &Option<Vec<i64>>| dice.iter().flatten().sum::<i64>().clamp(0, 60_000) as u16;
            Health {
                shots: dice.iter().flatten().map(|value| shot(unit, *value, role, bits)).collect(),
                attack_worth: sum(&now.attack),
                defence_worth: sum(&now.defend),
            }
        })
        .collect()
}

fn shot(unit: &UnitType, value: i64, as_what: CombatRole, bits: &mut Bits) -> Shot {
    let rule = unit.targets.iter().find(|rule| rule.when.is_none_or(|when| when == as_what));
    let targets = rule.map_or(Targets::ANY, |rule| targets(rule, bits));
    let strike = match (&unit.first_strike, as_what) {
        (Some(FirstStrike::AttackerRoundOne), CombatRole::Attacking) => {
            Strike { rounds: StrikeRounds::RoundOne, ..Strike::default() }
        }
        (Some(FirstStrike::Attacker), CombatRole::Attacking) | (Some(FirstStrike::Always), _) => {
            Strike { rounds: StrikeRounds::EveryRound, ..Strike::default() }
        }
        (Some(FirstStrike::Unless(classes)), _) => Strike {
            rounds: StrikeRounds::EveryRound,
            cancelled_by: classes
                .iter()
                .fold(ClassSet::NONE, |all, class| all.with(bits.named(format!("class:{class}")))),
            one_for_one: false,
        },
        _ => Strike::default(),
    };
    Shot {
        picks_on: rule.and_then(|rule| rule.picks_on).unwrap_or(0).clamp(0, 255) as u8,
        strike,
        ..Shot::at(value.clamp(0, 255) as u8, targets)
    }
}

fn targets(rule: &TargetRule, bits: &mut Bits) -> Targets {
    let mut any_of = rule.domains.iter().fold(ClassSet::NONE, |all, domain| all.with(Bits::domain(*domain)));
    if rule.domains.contains(&Domain::Land) {
        any_of = any_of.with(Bits::domain(Domain::Fixed));
    }
    for class in &rule.classes {
        any_of = any_of.with(bits.named(format!("class:{class}")));
    }
    let first = rule.first.iter().fold(ClassSet::NONE, |all, class| all.with(bits.named(format!("class:{class}"))));
    Targets { any_of: if any_of == ClassSet::NONE { ClassSet::ALL } else { any_of }, none_of: ClassSet::NONE, first }
}

/// Shots from outside: ships bombard a landing, guns fire at aircraft.
fn supports(row: &Row, unit: &UnitType, stats: &Stats, attacks: bool, battle: BattleKind, found: &mut Vec<Support>) {
    for support in &unit.supports {
        let dice =
            if support.dice.is_empty() { stats.attack.clone().unwrap_or_default() } else { support.dice.clone() };
        let (fires, how) = match support.kind {
            SupportKind::ShoreBombardment => (
                attacks && battle == BattleKind::Amphibious,
                if support.per_unit.is_some() {
                    SupportDice::PerOwn(row.count, Bits::domain(Domain::Land))
                } else {
                    SupportDice::Fixed(row.count)
                },
            ),
            SupportKind::AntiAir => (!attacks, SupportDice::PerEnemy(Bits::domain(Domain::Air))),
            // A gun that stands in the battle fires with it; over a border it is not part of the question.
            SupportKind::OverBorder => (false, SupportDice::Fixed(0)),
        };
        if fires {
            let targets = match support.kind {
                SupportKind::AntiAir => Targets::only(Bits::domain(Domain::Air)),
                _ => Targets::ANY,
            };
            for value in dice {
                let shot = Shot::at(value.clamp(0, 255) as u8, targets);
                found.push(Support { shot, dice: how, every_round: support.rounds > 1 });
            }
        }
    }
}

/// A modifier of attack or defence as a bonus; others than additions are not known in this family.
fn bonus(modifier: &Modifier, rows: &[Row], question: &Question<'_>, bits: &mut Bits) -> Option<Bonus> {
    let Change::Add(add) = modifier.change else { return None };
    let units = modifier.to.as_ref().map_or(ClassSet::ALL, |to| bits.filter(to));
    let reach = match &modifier.pairs_with {
        None => Reach::All,
        Some(pair) if pair.helps == 1 => Reach::OnePer(bits.filter(&pair.units)),
        Some(pair) => {
            let partners: i64 = rows
                .iter()
                .filter(|row| {
                    question
                        .content
                        .units
                        .get(row.unit.as_str())
                        .is_some_and(|unit| Scene::takes(&pair.units, &row.unit, unit))
                })
                .map(|row| i64::from(row.count))
                .sum();
            if partners == 0 {
                return None;
            }
            Reach::UpTo((partners * pair.helps).clamp(0, 60_000) as u16)
        }
    };
    Some(Bonus {
        add: add.clamp(-100, 100) as i8,
        reach,
        needs_own: None,
        unless_enemy: ClassSet::NONE,
        rounds: BonusRounds::Every,
        units,
    })
}
