//! Dice per unit against its value, in rounds.

use chartroom_format::lookup::Looked;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::ids::OptionId;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::rules::{Modifier, Quantity};
use chartroom_format::schema::units::{CombatRole, Domain, Stats, SupportKind, UnitType};
use chartroom_format::schema::value::{Amount, Cell};

use super::fort;
use super::profile::{Bits, drop_idle_halves, health, merged, with_dice};
use super::scene::{LeftOut, Scene};
use super::{Answer, Asked, Question, Row, key, names, unit_type};
use crate::modifier::{self, Settled};
use crate::odds::Method;
use crate::odds::hit::{
    self, Battle, Bonus, BonusRounds, Casualties, ClassSet, Reach, Retreat, Shot, Side, StrikeRounds, Support,
    SupportDice, Targets, Unit,
};

pub(super) fn answer(asked: &Asked<'_>, die: i64, rounds: Option<i64>) -> Result<Answer, String> {
    let question = asked.question;
    let sides = u8::try_from(die).ok().filter(|sides| *sides > 0);
    let sides = sides.ok_or_else(|| format!("a die of {die} sides cannot be reckoned with; it has from 1 to 255"))?;
    let names = names(question);
    let content = question.content;
    let mut bits = Bits::default();
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
    let attacker = side(asked, &names, CombatRole::Attacking, battle_kind, &mut bits)?;
    let defender = side(asked, &names, CombatRole::Defending, battle_kind, &mut bits)?;
    let mut battle = Battle {
        die: sides,
        attacker,
        defender,
        round_limit: rounds.map(|rounds| rounds.clamp(1, 1000) as u16),
        hold: if at_sea { ClassSet::ALL } else { Bits::HOLDS },
        retreat_under_fire: false,
    };
    if let Some(faces) = forts(question, &mut battle, landing, &mut bits) {
        asked.ledger.note(LeftOut::plain("the fort", faces));
    }
    if bits.ran_out {
        return Err("the battle has more classes and modifiers of units than can be told apart".to_owned());
    }
    drop_idle_halves(&mut battle);
    let odds = hit::odds(&battle, &question.budget).map_err(|error| error.to_string())?;
    if odds.method == Method::Exact && has_muted(&battle) {
        let why = "what a hit silences is reckoned as firing back after round one";
        asked.ledger.note(LeftOut::plain("silenced units", why));
    }
    let buyer = asked.scene(CombatRole::Attacking, battle_kind);
    let is_on = |option: &Option<OptionId>| buyer.option(option.as_ref());
    let mut hazards = content.side_types.values().filter_map(|side| side.hazard.as_ref());
    if !at_sea && hazards.any(|hazard| is_on(&hazard.option)) {
        asked.ledger.note(LeftOut {
            what: "dangerous borders".to_owned(),
            why: vec!["where the attack comes from".to_owned()],
            unnamed: true,
        });
    }
    let stays_out = |unit: &Unit| !battle.hold.covers(unit.classes);
    if odds.draw > 0.0 && battle.attacker.units.iter().any(stays_out) {
        let only = "nobody wins where the attacker has only units left that cannot take the place, such as aircraft";
        notes.push(only.to_owned());
    }
    Ok(Answer { family: "hit-rolls", odds, names, notes, results: Vec::new(), left_out: Vec::new() })
}

/// Mans the forts of the place; what is not known of the attack is said.
fn forts(question: &Question<'_>, battle: &mut Battle, landing: bool, bits: &mut Bits) -> Option<String> {
    let figures = question.content.procedures.values().find_map(|entry| match &entry.run {
        Procedure::HitRollCombat { forts, .. } => forts.as_ref(),
        _ => None,
    })?;
    let at = question.at?;
    let standing =
        question.content.spaces.get(at)?.features.get(&figures.feature).copied().filter(|forts| *forts > 0)?;
    let table = question.content.tables.get(&figures.facing);
    let facing = table.and_then(|table| table.look_up(&[at, "covers"]).ok());
    let faced = match facing {
        Some(Looked::Cell(Cell::Text(text))) if text == "sea" => landing,
        Some(Looked::Cell(Cell::Text(text))) if text != "any" => {
            return Some(format!("it faces attacks from {text} only"));
        }
        _ => true,
    };
    if faced {
        battle.attacker.units.iter_mut().for_each(|unit| unit.classes = unit.classes.with(Bits::FACED));
        fort::man(battle, standing.clamp(0, 60_000) as u16, figures, bits);
    }
    None
}

/// Whether a hit of the attacker silences some defender for good, which the exact way leaves out.
fn has_muted(battle: &Battle) -> bool {
    let shots = battle.attacker.units.iter().flat_map(|unit| &unit.health).flat_map(|health| &health.shots);
    let mutes: Vec<ClassSet> = shots.map(|shot| shot.strike.mutes).filter(|mutes| *mutes != ClassSet::NONE).collect();
    battle.defender.units.iter().any(|unit| mutes.iter().any(|mutes| mutes.covers(unit.classes)))
}

pub(super) fn side(
    asked: &Asked<'_>,
    names: &[String],
    role: CombatRole,
    battle: BattleKind,
    bits: &mut Bits,
) -> Result<Side, String> {
    let attacks = role == CombatRole::Attacking;
    let question = asked.question;
    let (rows, power) =
        if attacks { (&question.attack, question.attacker) } else { (&question.defend, question.defender) };
    let scene = asked.scene(role, battle);
    let (mut units, mut support) = (Vec::new(), Vec::new());
    for row in rows {
        let unit = unit_type(question.content, &row.unit)?;
        if unit.leads.is_some() {
            continue;
        }
        let stats = stats(&scene, &row.unit, unit);
        let ship = matches!(unit.domain, Domain::Sea | Domain::Submarine);
        supports(&scene, row, unit, &stats, &mut support);
        if attacks && ship && battle == BattleKind::Amphibious {
            continue;
        }
        units.push(Unit {
            key: key(names, &row.unit),
            classes: bits.unit(&row.unit, unit),
            count: row.count,
            cost: asked.cost(&row.unit, power)?,
            health: health(unit, &stats, role, None, early(&scene, unit), bits),
        });
    }
    let quantity = if attacks { Quantity::Attack } else { Quantity::Defence };
    let mut led = leaders(rows, question);
    let bonuses = by_round(&scene, &quantity)
        .into_iter()
        .filter_map(|(id, modifier, change, rounds)| {
            let Some(add) = change.added() else {
                let why = "battles of dice per unit reckon additions only".to_owned();
                asked.ledger.note(LeftOut::plain(id, why));
                return None;
            };
            match is_led(modifier, rows, question) {
                Some(false) => None,
                Some(true) if led == 0 => None,
                Some(true) => {
                    led -= 1;
                    let alone = Modifier { pairs_with: None, ..modifier.clone() };
                    bonus(&alone, add, rows, question, rounds, bits)
                }
                None => bonus(modifier, add, rows, question, rounds, bits),
            }
        })
        .collect();
    let losses = if attacks { &question.losses.0 } else { &question.losses.1 };
    let casualties = Casualties { order: losses.of_dice(&units, names), ..Casualties::default() };
    Ok(Side { units, support, bonuses, casualties, retreat: Retreat::NEVER, silent_round_one: false, reserve: None })
}

/// Rounds that conditions are asked about one by one; later ones are like the last of them.
const ROUNDS_TOLD_APART: i64 = 8;

/// Modifiers, and the rounds in which they hold.
fn by_round<'a>(scene: &Scene<'a>, quantity: &Quantity) -> Vec<(&'a str, &'a Modifier, Settled, BonusRounds)> {
    let mut found: Vec<(&str, &Modifier, Settled, Vec<i64>)> = Vec::new();
    for round in 1..=ROUNDS_TOLD_APART {
        for (id, modifier, change) in scene.in_round(round).modifiers(quantity) {
            match found.iter_mut().find(|(other, _, before, _)| *other == id && *before == change) {
                Some((.., rounds)) => rounds.push(round),
                None => found.push((id, modifier, change, vec![round])),
            }
        }
    }
    let rounds = |id: &str, held: &[i64]| match held {
        [1] => Some(BonusRounds::RoundOne),
        [1, ..] if held.len() as i64 == ROUNDS_TOLD_APART => Some(BonusRounds::Every),
        [2, ..] if held.len() as i64 == ROUNDS_TOLD_APART - 1 => Some(BonusRounds::AfterRoundOne),
        _ => {
            scene
                .ledger
                .note(LeftOut::plain(id, "it holds in some rounds only, and neither in the first nor in all others"));
            None
        }
    };
    found.into_iter().filter_map(|(id, modifier, by, held)| Some((id, modifier, by, rounds(id, &held)?))).collect()
}

/// How many dice of a unit are thrown before all others, by the options at hand.
fn early(scene: &Scene<'_>, unit: &UnitType) -> usize {
    let on = |option: &Option<OptionId>| scene.option(option.as_ref());
    unit.early_dice.as_ref().filter(|early| on(&early.option)).map_or(0, |early| early.dice.clamp(0, 20) as usize)
}

/// The numbers of a unit with the variants that hold.
fn stats<'a>(scene: &Scene<'a>, id: &'a str, unit: &'a UnitType) -> Stats {
    let mut stats = unit.stats.clone();
    for variant in unit.variants.iter().filter(|variant| scene.varies(id, unit, &variant.when)) {
        stats = merged(&stats, &variant.stats);
    }
    let alone = Scene { unit: Some((id, unit)), rows: &[], ..*scene };
    let changes: Vec<Settled> = alone.changes(&Quantity::Dice).into_iter().map(|(_, change)| change).collect();
    if changes.is_empty() {
        return stats;
    }
    with_dice(&stats, |dice| modifier::floor(modifier::changed(Amount::whole(dice), &changes)))
}

/// Shots from outside: ships bombard a landing, guns fire at aircraft.
fn supports(scene: &Scene<'_>, row: &Row, unit: &UnitType, stats: &Stats, found: &mut Vec<Support>) {
    let attacks = scene.role == Some(CombatRole::Attacking);
    for support in &unit.supports {
        let dice =
            if support.dice.is_empty() { stats.attack.clone().unwrap_or_default() } else { support.dice.clone() };
        let (fires, how) = match support.kind {
            SupportKind::ShoreBombardment => (
                attacks && scene.battle == Some(BattleKind::Amphibious),
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
            for (at, value) in dice.into_iter().enumerate() {
                let mut shot = Shot::at(value.clamp(0, 255) as u8, targets);
                if support.before || at < early(scene, unit) {
                    shot.strike.rounds = StrikeRounds::RoundOne;
                }
                found.push(Support { shot, dice: how, every_round: support.rounds > 1 });
            }
        }
    }
}

/// Leaders of a force: each commands units of one kind, in the order of the pack's modifiers.
fn leaders(rows: &[Row], question: &Question<'_>) -> u16 {
    let leads = |row: &&Row| question.content.units.get(row.unit.as_str()).is_some_and(|unit| unit.leads.is_some());
    rows.iter().filter(leads).map(|row| row.count).sum()
}

/// Whether a modifier is what a leader gives to units of this force; nothing if it has nothing to do with leaders.
fn is_led(modifier: &Modifier, rows: &[Row], question: &Question<'_>) -> Option<bool> {
    let units = &question.content.units;
    let pair = modifier.pairs_with.as_ref()?;
    let by_leader = units.iter().any(|(id, unit)| unit.leads.is_some() && Scene::takes(&pair.units, id.as_str(), unit));
    let obeys = |row: &Row| {
        let unit = units.get(row.unit.as_str()).filter(|unit| unit.leads.is_none());
        unit.is_some_and(|unit| modifier.to.as_ref().is_none_or(|to| Scene::takes(to, &row.unit, unit)))
    };
    by_leader.then(|| rows.iter().any(obeys))
}

/// An addition to attack or defence as a bonus.
fn bonus(
    modifier: &Modifier,
    add: i64,
    rows: &[Row],
    question: &Question<'_>,
    rounds: BonusRounds,
    bits: &mut Bits,
) -> Option<Bonus> {
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
        needs_own: modifier
            .company
            .as_ref()
            .map(|company| (bits.filter(&company.units), company.at_least.clamp(0, 60_000) as u16)),
        unless_enemy: modifier.unless_enemy.as_ref().map_or(ClassSet::NONE, |enemy| bits.filter(enemy)),
        rounds,
        units,
    })
}
