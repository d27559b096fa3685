//! Dice, first strikes, support and losses: rounds of a battle laid out on the map, with dice that fall as the example says.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::{Domain, SupportKind};
use chartroom_format::schema::value::Data;

use super::super::{compare, whole};
use super::position::{Position, numbers, truths, wholes};
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::odds::hit::{self, Battle, ClassSet, Die, Health, Shot, Side, Unit};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::hit_rolls::field;
use crate::query::zones;
use crate::state::Stack;
use crate::state::operations::{BattleStep, Group, Role};

/// A die against a value, roll by roll: does the one target survive?
pub(super) fn dice(_: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let (sides, value) = (whole(example, "die")?, whole(example, "value")?);
    let rolls = numbers(example.given.get("rolls"));
    let unit = |shots: Vec<Shot>| Unit {
        key: 0,
        classes: ClassSet::NONE,
        count: 1,
        cost: 1,
        health: vec![Health { shots, attack_worth: 0, defence_worth: 0 }],
    };
    let battle = Battle {
        die: sides.clamp(1, 255) as u8,
        attacker: Side { units: vec![unit(vec![Shot::plain(value.clamp(0, 255) as u8)])], ..Side::default() },
        defender: Side { units: vec![unit(Vec::new())], ..Side::default() },
        round_limit: None,
        hold: ClassSet::ALL,
        retreat_under_fire: false,
    };
    let hits: Result<Vec<bool>, String> = rolls
        .iter()
        .map(|roll| {
            let after = hit::play_round(&battle, 0, &mut |_| (*roll).clamp(0, 255) as u8);
            after.map(|after| after.left[1][0][0] == 0).map_err(|error| error.to_string())
        })
        .collect();
    Some(hits.and_then(|hits| compare(example, &[("hit", truths(hits))])))
}

/// The field that an example speaks of: attackers and defenders of two powers at war in one space.
pub(super) struct Field {
    pub(super) position: Position,
    pub(super) space: SpaceIx,
    attacker: PowerIx,
    defender: PowerIx,
}

impl Field {
    pub(super) fn new(content: &Playable<'_>, example: &Example) -> Result<Self, String> {
        let mut position = Position::new(content, example)?;
        let (attacker, defender) = foes(&position)?;
        let named = example.given.get("space").and_then(Data::as_text).map(|id| position.space(id)).transpose()?;
        let ships = ["attack", "defend", "target"].iter().any(|key| match example.given.get(*key) {
            Some(Data::Map(force)) => force.keys().any(|unit| is_ship(&position, unit)),
            Some(Data::Text(unit)) => is_ship(&position, unit),
            _ => false,
        });
        let wanted = |space: &SpaceIx| zones::is_sea(&position.rules, *space) == ships;
        let any = (0..position.rules.board.spaces.len()).map(SpaceIx::new).find(wanted);
        let space = named.or(any).ok_or("there is no place for the battle")?;
        position.clear(space);
        position.happen(&Event::Captured { space, from: None, by: Some(defender) });
        position.begin(attacker, |run| matches!(run, Procedure::HitRolls(_)))?;
        let mut field = Self { position, space, attacker, defender };
        field.round(whole(example, "round").unwrap_or(1));
        Ok(field)
    }

    /// A field on a position as it stands, in its first round.
    pub(super) fn on(
        mut position: Position,
        space: SpaceIx,
        attacker: PowerIx,
        defender: PowerIx,
    ) -> Result<Self, String> {
        position.begin(attacker, |run| matches!(run, Procedure::HitRolls(_)))?;
        let mut field = Self { position, space, attacker, defender };
        field.round(1);
        Ok(field)
    }

    pub(super) fn round(&mut self, round: i64) {
        let round = round.clamp(0, 200) as u8;
        self.position.happen(&Event::Operation(Operation::Stepped { step: BattleStep::None, round }));
    }

    /// Moves the battle to sea.
    pub(super) fn at_sea(&mut self) -> Result<(), String> {
        let spaces = (0..self.position.rules.board.spaces.len()).map(SpaceIx::new);
        let sea = spaces.into_iter().find(|space| zones::is_sea(&self.position.rules, *space));
        self.space = sea.ok_or("there is no sea")?;
        self.position.clear(self.space);
        Ok(())
    }

    pub(super) fn defend(&mut self, unit: UnitIx, count: u16, damaged: u8) {
        self.position.put(Stack { space: self.space, army: 0, power: self.defender, unit, damaged, count });
    }

    /// Attackers in the battle; `silent` ones throw no dice this round.
    pub(super) fn attack(&mut self, unit: UnitIx, count: u16, damaged: u8, silent: bool) -> Result<(), String> {
        let silent_in = if silent { self.position.state.operations.round } else { 0 };
        let group = Group { role: Role::Engaged, from: self.space, spent: 0, target: None, silent_in, then: None };
        let army = self.position.group(group)?;
        self.position.put(Stack { space: self.space, army, power: self.attacker, unit, damaged, count });
        Ok(())
    }

    fn force(&mut self, example: &Example, key: &str) -> Result<Vec<(UnitIx, u16)>, String> {
        example.given.get(key).map_or_else(|| Ok(Vec::new()), |data| self.position.force(data))
    }

    /// The battle of the round as play builds it.
    pub(super) fn battle(&self) -> Result<field::Field, String> {
        let settings = self.position.hit_rules()?;
        Ok(field::field(&self.position.rules, &self.position.state, &settings, self.space))
    }

    pub(super) fn fought(&self) -> u32 {
        u32::from(self.position.state.operations.round.saturating_sub(1))
    }

    /// Fights the round with so many hits of each side; returns what is left and the dice of the defender.
    pub(super) fn fight(&self, hits: i64, return_hits: i64) -> Result<(field::Field, hit::Round, Vec<Die>), String> {
        let field = self.battle()?;
        let (mut ours, mut theirs) = (hits, return_hits);
        let mut thrown = Vec::new();
        let mut throw = |die: Die| {
            let left = if die.by_attacker { &mut ours } else { &mut theirs };
            if !die.by_attacker {
                thrown.push(die);
            }
            *left -= 1;
            if *left >= 0 { 1 } else { die.sides }
        };
        let after = hit::play_round(&field.battle, self.fought(), &mut throw).map_err(|error| error.to_string())?;
        Ok((field, after, thrown))
    }

    /// What is left of a side, by type.
    pub(super) fn left(&self, field: &field::Field, after: &hit::Round, side: usize) -> Data {
        let rows = field.lines[side].rows.iter().zip(&after.left[side]);
        let stacks = rows.filter_map(|(stacks, left)| {
            let count: u16 = left.iter().sum();
            stacks.first().filter(|_| count > 0).map(|stack| Stack { count, ..*stack })
        });
        self.position.tell(stacks)
    }
}

fn is_ship(position: &Position, unit: &str) -> bool {
    position.rules.find_unit(unit).is_some_and(|unit| zones::is_ship(&position.rules, unit))
}

/// Two powers at war.
fn foes(position: &Position) -> Result<(PowerIx, PowerIx), String> {
    let state = &position.state;
    let pairs = state.powers().flat_map(|one| state.powers().map(move |other| (one, other)));
    pairs.into_iter().find(|(one, other)| state.at_war(*one, *other)).ok_or_else(|| "nobody is at war".to_owned())
}

pub(super) fn combat(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if super::duel::is_one(example) {
        return Some(super::duel::duel(content, example));
    }
    if example.given.contains_key("rounds") || example.given.contains_key("orders") {
        return super::turn::turn(content, example);
    }
    if example.expect.contains_key("attack-dice") || example.expect.contains_key("defence-dice") {
        return Some(all_dice(content, example));
    }
    if example.given.contains_key("battleship-hit-before") {
        return Some(super::options::early(content, example));
    }
    if example.given.contains_key("general") {
        return Some(super::options::led(content, example));
    }
    if example.expect.contains_key("return-dice") {
        return Some(return_dice(content, example));
    }
    if example.expect.contains_key("fires-back") {
        return Some(fires_back(content, example));
    }
    (example.given.contains_key("hits") || example.given.contains_key("defender-hits"))
        .then(|| losses(content, example))
}

/// Every die of a round, by type of unit.
fn all_dice(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut field = Field::new(content, example)?;
    let damaged = u8::from(example.given.get("damaged") == Some(&Data::Truth(true)));
    let (attack, defend) = (field.force(example, "attack")?, field.force(example, "defend")?);
    for (unit, count) in &attack {
        field.attack(*unit, *count, damaged, false)?;
    }
    for (unit, count) in &defend {
        field.defend(*unit, *count, 0);
    }
    if defend.is_empty() {
        // Somebody must be there to be shot at.
        let target = attack.first().ok_or("nobody attacks")?.0;
        field.defend(target, 1, 0);
    }
    let ours = dice_of_rows(&field, 0)?;
    let theirs = dice_of_rows(&field, 1)?;
    let (support, rounds) = support_dice(&mut field, example)?;
    let mut attack_dice = ours;
    attack_dice.extend(support);
    compare(
        example,
        &[
            ("attack-dice", as_data(&attack_dice)),
            ("defence-dice", as_data(&theirs)),
            ("ships-leave-after-round", Data::Whole(rounds)),
        ],
    )
}

pub(super) fn as_data(dice: &BTreeMap<String, Vec<i64>>) -> Data {
    Data::Map(dice.iter().map(|(unit, dice)| (unit.clone(), wholes(dice.iter().copied()))).collect())
}

/// Dice by type: each row throws while the others hold their fire.
pub(super) fn dice_of_rows(field: &Field, side: usize) -> Result<BTreeMap<String, Vec<i64>>, String> {
    let whole = field.battle()?;
    let mut found: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (row, stacks) in whole.lines[side].rows.iter().enumerate() {
        let mut battle = whole.battle.clone();
        for (index, units) in [&mut battle.attacker.units, &mut battle.defender.units].into_iter().enumerate() {
            for (other, unit) in units.iter_mut().enumerate() {
                if index != side || other != row {
                    unit.health.iter_mut().for_each(|health| health.shots.clear());
                }
            }
        }
        battle.attacker.support.clear();
        battle.defender.support.clear();
        let Some(stack) = stacks.first() else { continue };
        let dice = found.entry(field.position.rules.unit(stack.unit).id.clone()).or_default();
        let mut throw = |die: Die| {
            dice.push(i64::from(die.value));
            die.sides
        };
        hit::play_round(&battle, field.fought(), &mut throw).map_err(|error| error.to_string())?;
    }
    Ok(found)
}

/// Dice of ships that bombard, by type, and the number of rounds in which they do.
fn support_dice(field: &mut Field, example: &Example) -> Result<(BTreeMap<String, Vec<i64>>, i64), String> {
    let mut found = BTreeMap::new();
    let ships = field.force(example, "bombard")?;
    let rounds = [1, 2, 3];
    let mut fired_in = 0;
    for (unit, count) in ships {
        if !zones::support_of(&field.position.rules, unit, SupportKind::ShoreBombardment) {
            return Err("a ship that cannot bombard".to_owned());
        }
        let zone = zones::coast(&field.position.rules, field.space).next().ok_or("the land has no coast")?;
        let group =
            Group { role: Role::Bombards, from: zone, spent: 0, target: Some(field.space), silent_in: 0, then: None };
        let army = field.position.group(group)?;
        let stack = Stack { space: zone, army, power: field.attacker, unit, damaged: 0, count };
        field.position.put(stack);
        for round in rounds {
            field.round(round);
            let shots = field.battle()?.battle.attacker.support;
            if !shots.is_empty() {
                fired_in = fired_in.max(round);
                let values = shots.iter().map(|support| i64::from(support.shot.value)).collect();
                found.insert(field.position.rules.unit(unit).id.clone(), values);
            }
        }
        field.round(1);
        field.position.happen(&Event::Removed { stack, why: crate::event::LossReason::Rule });
    }
    Ok((found, fired_in))
}

/// The dice a ship still throws after submarines have hit it.
fn return_dice(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let target = example.given.get("target").and_then(Data::as_text).ok_or("`given` lacks `target`")?;
    let hunter = example.given.get("by").and_then(Data::as_text).ok_or("`given` lacks `by`")?;
    let damaged = u8::from(example.given.get("damaged") == Some(&Data::Truth(true)));
    let mut answers = Vec::new();
    for hits in numbers(example.given.get("hits")) {
        let mut field = Field::new(content, example)?;
        let (hunter, target) = (field.position.unit(hunter)?, field.position.unit(target)?);
        field.attack(hunter, hits.clamp(0, 100) as u16, 0, false)?;
        field.defend(target, 1, damaged);
        let (_, _, thrown) = field.fight(hits, 0)?;
        answers.push(wholes(thrown.iter().map(|die| i64::from(die.value))));
    }
    let is_list = matches!(example.given.get("hits"), Some(Data::List(_)));
    let said = if is_list { Data::List(answers) } else { answers.pop().unwrap_or(Data::Nothing) };
    compare(example, &[("return-dice", said)])
}

/// Whether ships that a submarine hit fire back.
fn fires_back(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let targets = super::position::texts(example.given.get("hits-on"));
    let mut answers = Vec::new();
    for target in targets {
        let mut field = Field::new(content, example)?;
        let hunter = example.given.get("by").and_then(Data::as_text).ok_or("`given` lacks `by`")?;
        let hunter = field.position.unit(hunter)?;
        let target = field.position.unit(target)?;
        let sea = (0..field.position.rules.board.spaces.len())
            .map(SpaceIx::new)
            .find(|space| zones::is_sea(&field.position.rules, *space));
        field.space = sea.ok_or("there is no sea")?;
        field.position.clear(field.space);
        field.attack(hunter, 1, 0, false)?;
        field.defend(target, 1, 0);
        let (_, _, thrown) = field.fight(1, 0)?;
        answers.push(!thrown.is_empty());
    }
    compare(example, &[("fires-back", truths(answers))])
}

/// What so many hits of each side leave.
fn losses(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut field = Field::new(content, example)?;
    let attack = field.force(example, "attack")?;
    let rolling = field.force(example, "attackers-rolling")?;
    for (unit, count) in &attack {
        let rolls = rolling.iter().find(|(other, _)| other == unit).map_or(*count, |(_, rolls)| *rolls);
        if rolls > 0 {
            field.attack(*unit, rolls, 0, false)?;
        }
        if *count > rolls {
            field.attack(*unit, count - rolls, 0, true)?;
        }
    }
    let defend = field.force(example, "defend")?;
    for (unit, count) in &defend {
        field.defend(*unit, *count, 0);
    }
    let hits = whole(example, "hits").unwrap_or(0);
    let return_hits = whole(example, "defender-hits").unwrap_or(0);
    if defend.is_empty() {
        // Enough defenders for the hits they score.
        let land = attack.iter().map(|(unit, _)| *unit);
        let sample = land.into_iter().find(|unit| field.position.rules.unit(*unit).domain == Domain::Land);
        field.defend(sample.ok_or("no land unit attacks")?, return_hits.clamp(1, 100) as u16, 0);
    }
    let (rows, after, _) = field.fight(hits, return_hits)?;
    let (attack_left, defend_left) = (field.left(&rows, &after, 0), field.left(&rows, &after, 1));
    let lost: BTreeMap<String, Data> = attack
        .iter()
        .filter_map(|(unit, count)| {
            let id = field.position.rules.unit(*unit).id.clone();
            let left = attack_left.get(&id).and_then(Data::as_whole).unwrap_or(0);
            (i64::from(*count) > left).then(|| (id, Data::Whole(i64::from(*count) - left)))
        })
        .collect();
    let takes = rows.lines[0].rows.iter().zip(&after.left[0]).any(|(stacks, left)| {
        left.iter().sum::<u16>() > 0
            && stacks.first().is_some_and(|stack| field::can_take(&field.position.rules, &field.position.state, *stack))
    });
    let conquered = takes && after.left[1].iter().flatten().all(|count| *count == 0);
    compare(
        example,
        &[
            ("attack-left", attack_left),
            ("defend-left", defend_left),
            ("losses", Data::Map(lost)),
            ("conquered", Data::Truth(conquered)),
        ],
    )
}
