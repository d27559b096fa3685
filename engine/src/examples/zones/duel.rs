//! A battle between two powers at a named place, laid out as the example says: whose dice are thrown at which value, who is found
//! and strikes first, who may leave, and what some rolls cost.
//!
//! `given`, besides a position: `attacker` and `defender`, `at`, `attack` and `defend` (units by type), `attack-from` (where from ->
//! units), `turn`, `round`, rules that `happened` this turn, `gives-up` (side -> types, first ones first), `hits` (side -> dice that
//! hit), `rolls` (of the first die, one after the other), and `then-lost` (side -> units that are gone before the next round).

use std::collections::BTreeMap;

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Data;

use super::super::{compare, list, whole};
use super::battle::{Field, as_data, dice_of_rows};
use super::position::{Position, numbers, texts, truths, wholes};
use crate::event::{Event, LossReason, Operation};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::odds::hit::{self, Die};
use crate::playable::Playable;
use crate::procedures::hit_rolls::{retreat, stealth};
use crate::query::zones;
use crate::run::Run;
use crate::state::Stack;
use crate::state::operations::{Group, Role};

const SIDES: [&str; 2] = ["attacker", "defender"];

/// Lays the battle out and compares what play makes of it.
pub(super) fn duel(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut duel = Duel::new(content, example)?;
    let (dice, order) = duel.order(example)?;
    let struck = duel.strikes(example)?;
    let mut said = vec![
        ("attack-dice", as_data(&duel.dice(0)?)),
        ("defence-dice", as_data(&duel.dice(1)?)),
        ("attack-bonus", as_data(&duel.bonus(0)?)),
        ("defence-bonus", as_data(&duel.bonus(1)?)),
        ("fort-dice", duel.fort_dice()?),
        ("fires", who(&order)),
        ("first-strikes", by_side(|side| dice.iter().filter(|die| is_of(**die, side) && die.strikes_first).count())),
        ("order", Data::List(order)),
        ("hit", truths(struck.iter().map(|lost| !lost.is_empty()))),
        ("lost", Data::List(struck.into_iter().map(|lost| duel.field.position.tell(lost.into_iter())).collect())),
        ("found", duel.found()),
        ("unseen", duel.unseen()),
        ("may-retreat", duel.leaving(|space, to| to != space)?),
        ("may-dive", duel.leaving(|space, to| to == space)?),
    ];
    duel.lose(example)?;
    said.push(("found-later", duel.found()));
    said.push(("attack-bonus-later", as_data(&duel.bonus(0)?)));
    said.push(("defence-bonus-later", as_data(&duel.bonus(1)?)));
    said.push(("fort-dice-later", duel.fort_dice()?));
    compare(example, &said)
}

fn is_of(die: Die, side: usize) -> bool {
    die.by_attacker == (side == 0)
}

/// The sides that throw dice.
fn who(order: &[Data]) -> Data {
    let fires = |side: &str| order.iter().filter_map(Data::as_text).any(|name| name.starts_with(side));
    let sides = SIDES.into_iter().filter(|side| fires(side));
    Data::List(sides.map(|side| Data::Text(side.to_owned())).collect())
}

/// A number for each side.
fn by_side(count: impl Fn(usize) -> usize) -> Data {
    let sides = SIDES.iter().enumerate();
    Data::Map(sides.map(|(side, name)| ((*name).to_owned(), Data::Whole(count(side) as i64))).collect())
}

struct Duel {
    field: Field,
    powers: [PowerIx; 2],
}

impl Duel {
    fn new(content: &Playable<'_>, example: &Example) -> Result<Self, String> {
        let mut position = Position::new(content, example)?;
        let text = |key: &str| example.given.get(key).and_then(Data::as_text).ok_or(format!("`given` lacks `{key}`"));
        let powers = [position.power(text("attacker")?)?, position.power(text("defender")?)?];
        let space = position.space(text("at")?)?;
        position.happen(&Event::RelationSet { one: powers[0], other: powers[1], kind: RelationKind::War });
        position.clear(space);
        if !zones::is_sea(&position.rules, space) {
            position.happen(&Event::Captured { space, from: None, by: Some(powers[1]) });
        }
        let mut field = Field::on(position, space, powers[0], powers[1])?;
        field.round(whole(example, "round").unwrap_or(1));
        let mut duel = Self { field, powers };
        if let Some(force) = example.given.get("attack") {
            let from = duel.elsewhere();
            duel.attack(force, from)?;
        }
        if let Some(Data::Map(places)) = example.given.get("attack-from") {
            for (place, force) in places {
                let from = duel.field.position.space(place)?;
                duel.attack(force, from)?;
            }
        }
        if let Some(force) = example.given.get("defend") {
            for (unit, count) in duel.field.position.force(force)? {
                duel.field.defend(unit, count, 0);
            }
        }
        duel.look();
        for (side, name) in SIDES.iter().enumerate() {
            for unit in texts(example.given.get("gives-up").and_then(|lists| lists.get(name))) {
                let (unit, power) = (duel.field.position.unit(unit)?, powers[side]);
                duel.field.position.happen(&Event::Operation(Operation::Offered { space, power, unit }));
            }
        }
        Ok(duel)
    }

    /// A place next to the battle, of the same element, without enemies: where attackers come from if nothing is said.
    fn elsewhere(&self) -> SpaceIx {
        let (rules, state) = (&self.field.position.rules, &self.field.position.state);
        let links = rules.board.links_of(self.field.space).iter().map(|link| link.to);
        let mut near = links.filter(|to| zones::is_sea(rules, *to) == zones::is_sea(rules, self.field.space));
        near.find(|to| zones::enemies(state, self.powers[0], *to).next().is_none()).unwrap_or(self.field.space)
    }

    fn attack(&mut self, force: &Data, from: SpaceIx) -> Result<(), String> {
        let lands = zones::is_sea(&self.field.position.rules, from)
            && !zones::is_sea(&self.field.position.rules, self.field.space);
        let role = if lands { Role::Landed } else { Role::Engaged };
        for (unit, count) in self.field.position.force(force)? {
            let army =
                self.field.position.group(Group { role, from, spent: 1, target: None, silent_in: 0, then: None })?;
            let stack = Stack { space: self.field.space, army, power: self.powers[0], unit, damaged: 0, count };
            self.field.position.put(stack);
        }
        Ok(())
    }

    /// Hunters look for those who hide, as before every round.
    fn look(&mut self) {
        let position = &mut self.field.position;
        let mut run = Run::new(&position.rules, position.state.clone());
        stealth::look(&mut run, self.field.space);
        position.state = run.state;
    }

    fn dice(&self, side: usize) -> Result<BTreeMap<String, Vec<i64>>, String> {
        dice_of_rows(&self.field, side)
    }

    /// What dice differ from the values on the card of a fresh unit.
    fn bonus(&self, side: usize) -> Result<BTreeMap<String, Vec<i64>>, String> {
        let role = if side == 0 { CombatRole::Attacking } else { CombatRole::Defending };
        let rules = &self.field.position.rules;
        let mut found = self.dice(side)?;
        for (id, dice) in &mut found {
            let card = rules.find_unit(id).map_or(&[][..], |unit| zones::dice(rules, unit, role));
            let values = card.iter().cycle();
            dice.iter_mut().zip(values).for_each(|(die, value)| *die -= value);
        }
        Ok(found)
    }

    /// Dice of the defender that no unit throws.
    fn fort_dice(&self) -> Result<Data, String> {
        let support = self.field.battle()?.battle.defender.support;
        let first = self.field.fought() == 0;
        let dice =
            support.iter().filter(|support| first || support.every_round).flat_map(|support| match support.dice {
                hit::SupportDice::Fixed(count) => vec![i64::from(support.shot.value); usize::from(count)],
                _ => Vec::new(),
            });
        Ok(wholes(dice))
    }

    /// Fights the round; all dice in the order they fall, and who throws them.
    fn order(&self, example: &Example) -> Result<(Vec<Die>, Vec<Data>), String> {
        let hits = |side: &str| {
            example.given.get("hits").and_then(|hits| hits.get(side)).and_then(Data::as_whole).unwrap_or(0)
        };
        let mut left = [hits("attacker"), hits("defender")];
        let field = self.field.battle()?;
        let mut thrown = Vec::new();
        let mut throw = |die: Die| {
            thrown.push(die);
            let left = &mut left[usize::from(!die.by_attacker)];
            *left -= 1;
            if *left >= 0 { 1 } else { die.sides }
        };
        hit::play_round(&field.battle, self.field.fought(), &mut throw).map_err(|error| error.to_string())?;
        let names = thrown.iter().map(|die| {
            let unit = die.unit.map_or("support", |key| self.field.position.rules.unit(UnitIx(key as u8)).id.as_str());
            Data::Text(format!("{} {unit}", SIDES[usize::from(!die.by_attacker)]))
        });
        let names = names.collect();
        Ok((thrown, names))
    }

    /// What the defender loses for each roll of the attacker's first die, all others missing.
    fn strikes(&self, example: &Example) -> Result<Vec<Vec<Stack>>, String> {
        let field = self.field.battle()?;
        let mut found = Vec::new();
        for roll in numbers(example.given.get("rolls")) {
            let mut first = Some(roll.clamp(1, 255) as u8);
            let mut throw = |die: Die| if die.by_attacker { first.take().unwrap_or(die.sides) } else { die.sides };
            let after = hit::play_round(&field.battle, self.field.fought(), &mut throw);
            let after = after.map_err(|error| error.to_string())?;
            let rows = field.lines[1].rows.iter().zip(&after.left[1]);
            let lost = rows.filter_map(|(stacks, left)| {
                let before: u16 = stacks.iter().map(|stack| stack.count).sum();
                let lost = before.saturating_sub(left.iter().sum());
                stacks.first().filter(|_| lost > 0).map(|stack| Stack { count: lost, ..*stack })
            });
            found.push(lost.collect());
        }
        Ok(found)
    }

    fn found(&self) -> Data {
        let found = &self.field.position.state.operations.found;
        by_side(|side| {
            let own = found.iter().filter(|(_, power, ..)| *power == self.powers[side]);
            own.map(|(.., count)| usize::from(*count)).sum()
        })
    }

    fn hiders(&self, side: usize) -> Vec<Stack> {
        let position = &self.field.position;
        let here = position.state.stacks_in(self.field.space).iter().copied();
        here.filter(|stack| stack.power == self.powers[side] && stealth::can_hide(&position.rules, stack.unit))
            .collect()
    }

    fn unseen(&self) -> Data {
        let position = &self.field.position;
        by_side(|side| {
            let first = self.hiders(side).into_iter().next();
            first.map_or(0, |stack| usize::from(stealth::unseen(&position.rules, &position.state, stack, side == 0)))
        })
    }

    /// Units that hide and may leave for a kind of place, by side.
    fn leaving(&self, wanted: fn(SpaceIx, SpaceIx) -> bool) -> Result<Data, String> {
        let (position, space) = (&self.field.position, self.field.space);
        let settings = position.hit_rules()?;
        Ok(by_side(|side| {
            let own = self.hiders(side).into_iter().map(|stack| {
                let exits = retreat::exits(&position.rules, &position.state, &settings, stack, side == 0);
                let most = retreat::most_leaving(&position.rules, &position.state, &settings, stack, side == 0);
                if exits.into_iter().any(|to| wanted(space, to)) { usize::from(most) } else { 0 }
            });
            own.sum()
        }))
    }

    /// Units go, and the next round begins.
    fn lose(&mut self, example: &Example) -> Result<(), String> {
        for (side, name) in SIDES.iter().enumerate() {
            let force = example.given.get("then-lost").and_then(|lists| lists.get(name));
            for (unit, mut left) in force.map_or(Ok(Vec::new()), |force| self.field.position.force(force))? {
                for stack in self.field.position.state.stacks_in(self.field.space).to_vec() {
                    let count = left.min(stack.count);
                    if (stack.power, stack.unit) == (self.powers[side], unit) && count > 0 {
                        left -= count;
                        let stack = Stack { count, ..stack };
                        self.field.position.happen(&Event::Removed { stack, why: LossReason::Fire });
                    }
                }
            }
        }
        self.field.round(whole(example, "round").unwrap_or(1) + 1);
        self.look();
        Ok(())
    }
}

/// Whether an example lays a battle out this way.
pub(super) fn is_one(example: &Example) -> bool {
    ["attacker", "defender", "at"].iter().all(|key| example.given.contains_key(*key))
        && list(example, "orders").is_empty()
}
