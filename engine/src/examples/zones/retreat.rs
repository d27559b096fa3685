//! Ways out of a battle, and who is hit while leaving.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::compare;
use super::battle::Field;
use super::position::{Position, numbers, texts, truths};
use crate::event::{Event, Operation};
use crate::ids::{PowerIx, SpaceIx};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::hit_rolls::retreat as ways;
use crate::query::zones;
use crate::state::Stack;
use crate::state::operations::{BattleGround, BattleRecord, BattleStep, Group, Role};

pub(super) fn retreat(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if example.given.contains_key("retreating") {
        return Some(under_fire(content, example));
    }
    example.given.contains_key("leaves").then(|| exits(content, example))
}

/// Hits fall on those who stay first.
fn under_fire(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let hits = numbers(example.given.get("hits"));
    let (mut survives, mut rolls) = (Vec::new(), false);
    for hits in hits {
        let mut field = Field::new(content, example)?;
        let engaged = field.position.force(example.given.get("engaged").ok_or("`given` lacks `engaged`")?)?;
        let leaving = field.position.force(example.given.get("retreating").ok_or("`given` lacks `retreating`")?)?;
        for (unit, count) in &engaged {
            field.defend(*unit, *count, 0);
        }
        let space = field.space;
        let neighbour = field.position.rules.board.links_of(space).first().map(|link| link.to).ok_or("no way out")?;
        let group =
            Group { role: Role::Withdrawing, from: space, spent: 0, target: Some(neighbour), silent_in: 0, then: None };
        let army = field.position.group(group)?;
        let sample = engaged.first().ok_or("nobody stays")?.0;
        for (unit, count) in &leaving {
            let stack = field.position.state.stacks_in(space).iter().find(|stack| stack.unit == sample).copied();
            let power = stack.ok_or("nobody stays")?.power;
            field.position.put(Stack { space, army, power, unit: *unit, damaged: 0, count: *count });
        }
        field.attack(sample, 12, 0, false)?;
        let staying: i64 = engaged.iter().map(|(_, count)| i64::from(*count)).sum();
        let (rows, after, thrown) = field.fight(hits, 0)?;
        rolls |= thrown.len() as i64 > staying;
        let left = field.left(&rows, &after, 1);
        survives.push(leaving.iter().all(|(unit, count)| {
            left.get(&field.position.rules.unit(*unit).id).and_then(Data::as_whole) == Some(i64::from(*count))
        }));
    }
    compare(example, &[("survives", truths(survives)), ("rolls", Data::Truth(rolls))])
}

/// Lays the battle out: who leaves, where attackers came from, where else is fought.
struct Scene {
    position: Position,
    space: SpaceIx,
    leaver: Stack,
}

impl Scene {
    fn new(content: &Playable<'_>, example: &Example) -> Result<Self, String> {
        let mut position = Position::new(content, example)?;
        let by = example.given.get("by").and_then(Data::as_text).ok_or("`given` lacks `by`")?;
        let by = position.power(by)?;
        position.begin(by, |run| matches!(run, Procedure::HitRolls(_)))?;
        let named = texts(example.given.get("leaves"));
        let [power, unit, space] = named[..] else { return Err("`leaves` names power, unit, space".to_owned()) };
        let (power, unit, space) = (position.power(power)?, position.unit(unit)?, position.space(space)?);
        let mut battles = vec![battle(&position, space)];
        for other in texts(example.given.get("attacked-too")) {
            battles.push(battle(&position, position.space(other)?));
        }
        position.happen(&Event::Operation(Operation::BattlesDeclared { battles }));
        let step = BattleStep::DefenderDecides(position.state.side_of(power).ok_or("the leaver has no side")?);
        position.happen(&Event::Operation(Operation::Stepped { step, round: 1 }));
        if let Some(Data::Map(entries)) = example.given.get("entered-from") {
            for (zone, unit) in entries {
                let (zone, unit) = (position.space(zone)?, unit.as_text().unwrap_or_default());
                enter(&mut position, by, unit, zone, space)?;
            }
        }
        let there = position.state.stacks_in(space).iter().find(|stack| stack.power == power && stack.unit == unit);
        let leaver = *there.ok_or("the one who leaves is not there")?;
        Ok(Self { position, space, leaver })
    }

    fn exits(&self) -> Result<Vec<SpaceIx>, String> {
        let settings = self.position.hit_rules()?;
        let stacks = self.position.state.stacks_in(self.space).iter();
        let now = stacks
            .copied()
            .find(|stack| stack.power == self.leaver.power && stack.unit == self.leaver.unit)
            .ok_or("the one who leaves is gone")?;
        Ok(ways::exits(&self.position.rules, &self.position.state, &settings, now, false))
    }
}

fn battle(position: &Position, space: SpaceIx) -> BattleRecord {
    let at_sea = zones::is_sea(&position.rules, space);
    let ground = if at_sea { BattleGround::Sea } else { BattleGround::Land };
    BattleRecord { space, ground, is_over: false, is_fought: true, cleared_in: 0, scorches: false, late: 0 }
}

fn enter(position: &mut Position, power: PowerIx, unit: &str, from: SpaceIx, space: SpaceIx) -> Result<(), String> {
    let unit = position.unit(unit)?;
    let army = position.group(Group { role: Role::Engaged, from, spent: 1, target: None, silent_in: 0, then: None })?;
    position.put(Stack { space, army, power, unit, damaged: 0, count: 1 });
    Ok(())
}

/// Where somebody may go: now, when the other battle is over, after he has retreated once, in the next player's turn.
fn exits(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut scene = Scene::new(content, example)?;
    let open = scene.exits()?;
    let mut said = vec![("exits", scene.position.names(open.clone()))];
    let links = scene.position.rules.board.links_of(scene.space);
    let domain = scene.position.rules.unit(scene.leaver.unit).domain;
    let asked: Vec<SpaceIx> = match example.given.get("entered-from") {
        Some(Data::Map(entries)) => entries.keys().filter_map(|id| scene.position.rules.board.find(id)).collect(),
        _ => links.iter().filter(|link| link.passes.has(domain)).map(|link| link.to).collect(),
    };
    said.push(("closed", scene.position.names(asked.into_iter().filter(|space| !open.contains(space)))));
    // The other battles end.
    let over = scene
        .position
        .state
        .operations
        .battles
        .iter()
        .map(|battle| BattleRecord { is_over: battle.space != scene.space, ..*battle });
    let over: Vec<BattleRecord> = over.collect();
    scene.position.happen(&Event::Operation(Operation::BattlesDeclared { battles: over }));
    let later = scene.exits()?;
    said.push(("exits-when-that-is-over", scene.position.names(later)));
    if let Some(Data::Map(entries)) = example.given.get("attacker-goes-back") {
        for (unit, zone) in entries {
            let (unit, to) = (scene.position.unit(unit)?, scene.position.space(zone.as_text().unwrap_or_default())?);
            let stacks = scene.position.state.stacks_in(scene.space).to_vec();
            let back = stacks.into_iter().find(|stack| stack.unit == unit).ok_or("no such attacker")?;
            scene.position.happen(&Event::Moved { stack: back, to, army: back.army });
            said.push(("closed-then", Data::Truth(!scene.exits()?.contains(&to))));
            let gone = Stack { space: to, ..back };
            scene.position.happen(&Event::Removed { stack: gone, why: crate::event::LossReason::Fire });
            said.push(("open-if-it-was-sunk", Data::Truth(scene.exits()?.contains(&to))));
        }
    }
    // Once in a player turn.
    let group = Group { role: Role::Retreated, from: scene.space, spent: 0, target: None, silent_in: 0, then: None };
    let army = scene.position.group(group)?;
    scene.position.happen(&Event::Moved { stack: scene.leaver, to: scene.space, army });
    said.push(("may-leave-twice", Data::Truth(!scene.exits()?.is_empty())));
    scene.position.happen(&Event::Operation(Operation::Began));
    let side = scene.position.state.side_of(scene.leaver.power).ok_or("the leaver has no side")?;
    let step = BattleStep::DefenderDecides(side);
    scene.position.happen(&Event::Operation(Operation::Stepped { step, round: 1 }));
    said.push(("may-leave-in-the-next-turn", Data::Truth(!scene.exits()?.is_empty())));
    compare(example, &said)
}
