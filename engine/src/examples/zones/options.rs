//! Special additions: early dice, leaders, borders that kill, training. The option an example speaks of is switched on.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::battle::Field;
use super::position::{Position, numbers, truths, wholes};
use crate::event::{Event, Operation};
use crate::ids::{OptionIx, UnitIx};
use crate::odds::hit::{self, Battle, ClassSet, Health, Shot, Side, Unit};
use crate::playable::Playable;
use crate::procedures::leaders;
use crate::query::zones;
use crate::state::leaders::{Leader, Stance};

/// Switches an option on.
fn switch(position: &mut Position, id: Option<OptionIx>) {
    if let Some(option) = id {
        position.happen(&Event::OptionSwitched { option, on: true });
    }
}

fn option_of(position: &Position, example: &Example) -> Option<OptionIx> {
    let id = example.given.get("option").and_then(Data::as_text)?;
    position.rules.options.iter().position(|other| other == id).map(OptionIx::new)
}

/// Rolls of units that cross a dangerous border, or attack over it.
pub(super) fn cross(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let rolls = numbers(Some(example.given.get("roll")?));
    Some((|| {
        let mut position = Position::new(content, example)?;
        let (option, from, to) = border(&position).ok_or("the map has no dangerous border")?;
        switch(&mut position, option);
        let lost_from = zones::hazard(&position.rules, &position.state, from, to).ok_or("the border is harmless")?;
        let unit = example.given.get("unit").and_then(Data::as_text).map(|unit| position.unit(unit)).transpose()?;
        let value = unit.and_then(|unit| zones::dice(&position.rules, unit, CombatRole::Attacking).first().copied());
        let die = position.hit_rules()?.die;
        let (mut hit, mut lost) = (Vec::new(), Vec::new());
        for roll in rolls {
            let after = attack(die, value.unwrap_or(0), lost_from, roll)?;
            hit.push(after.left[1][0][0] == 0);
            lost.push(after.left[0][0][0] == 0);
        }
        compare(example, &[("hit", truths(hit)), ("lost", truths(lost))])
    })())
}

/// One unit attacks another that does not fire, and rolls this.
fn attack(die: i64, value: i64, lost_from: i64, roll: i64) -> Result<hit::Round, String> {
    let byte = |number: i64| number.clamp(0, 255) as u8;
    let unit = |shots: Vec<Shot>| Unit {
        key: 0,
        classes: ClassSet::NONE,
        count: 1,
        cost: 1,
        health: vec![Health { shots, attack_worth: 0, defence_worth: 0 }],
    };
    let shot = Shot { lost_from: byte(lost_from), ..Shot::plain(byte(value)) };
    let battle = Battle {
        die: byte(die),
        attacker: Side { units: vec![unit(vec![shot])], ..Side::default() },
        defender: Side { units: vec![unit(Vec::new())], ..Side::default() },
        round_limit: None,
        hold: ClassSet::ALL,
        retreat_under_fire: false,
    };
    hit::play_round(&battle, 0, &mut |_| byte(roll)).map_err(|error| error.to_string())
}

/// A dangerous border, and the option that makes it so.
fn border(position: &Position) -> Option<(Option<OptionIx>, crate::ids::SpaceIx, crate::ids::SpaceIx)> {
    let board = &position.rules.board;
    (0..board.spaces.len()).map(crate::ids::SpaceIx::new).find_map(|from| {
        board.links_of(from).iter().find_map(|link| {
            let mut types = board.side_types.iter().enumerate();
            let (_, side) = types.find(|(at, side)| link.sides >> at & 1 == 1 && side.hazard.is_some())?;
            side.hazard.map(|(_, option)| (option, from, link.to))
        })
    })
}

/// What training costs, by number of units.
pub(super) fn train(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let (unit, counts) = example.given.iter().find(|(key, _)| key.as_str() != "scenario")?;
    let counts = numbers(Some(counts));
    Some((|| {
        let position = Position::new(content, example)?;
        let from = position.unit(unit)?;
        let trained = (0..position.rules.units.len()).map(UnitIx::new);
        let price = trained
            .filter_map(|to| position.rules.unit(to).trained.as_ref())
            .find(|training| training.from == from)
            .map(|training| training.price)
            .ok_or("nobody is trained")?;
        compare(example, &[("cost", wholes(counts.into_iter().map(|count| price * count)))])
    })())
}

/// The dice that a ship throws although an early die has hit it.
pub(super) fn early(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut field = Field::new(content, example)?;
    let option = option_of(&field.position, example);
    switch(&mut field.position, option);
    let ship = (0..field.position.rules.units.len())
        .map(UnitIx::new)
        .find(|unit| field.position.rules.unit(*unit).early.is_some())
        .ok_or("no unit has early dice")?;
    field.at_sea()?;
    field.attack(ship, 1, 0, false)?;
    field.defend(ship, 1, 0);
    let (_, _, thrown) = field.fight(1, 0)?;
    compare(example, &[("dice", wholes(thrown.iter().map(|die| i64::from(die.value))))])
}

/// Attack values of units in a battle with a leader of one nation.
pub(super) fn led(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut position = Position::new(content, example)?;
    let of = example.given.get("general").and_then(Data::as_text).ok_or("`given` lacks `general`")?;
    let power = position.power(of)?;
    let units = (0..position.rules.units.len()).map(UnitIx::new);
    let unit = units.into_iter().find(|unit| position.rules.unit(*unit).leads.is_some()).ok_or("nobody leads")?;
    let option = position.rules.unit(unit).option;
    switch(&mut position, option);
    let space = crate::ids::SpaceIx::new(0);
    let leader = Leader { power, unit, space, from: space, command: 0, stance: Stance::Leads };
    position.happen(&Event::Operation(Operation::LeadersSet { leaders: vec![leader] }));
    let mut values = Vec::new();
    for entry in list(example, "units") {
        let Data::List(parts) = entry else { return Err("a unit is named by power and type".to_owned()) };
        let text = |at: usize| parts.get(at).and_then(Data::as_text).unwrap_or_default();
        let (owner, unit) = (position.power(text(0))?, position.unit(text(1))?);
        let role = CombatRole::Attacking;
        let value = zones::dice(&position.rules, unit, role).first().copied().unwrap_or(0);
        values.push(value + leaders::bonus(&position.rules, &position.state, space, role, owner, unit));
    }
    compare(example, &[("attack", wholes(values))])
}
