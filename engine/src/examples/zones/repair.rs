//! A damaged ship in dock: what its repair costs, how it fights meanwhile, and what comes of it when the land falls.

use std::collections::VecDeque;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::{compare, whole};
use super::battle::{Field, dice_of_rows};
use super::position::{Position, wholes};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::order::Order;
use crate::playable::Playable;
use crate::procedures::{Procedure, refit};
use crate::query::memory::Memory;
use crate::run::Run;
use crate::state::Stack;

/// Pays for a repair whose die is given, lets the ship be attacked, and begins its owner's next turn.
pub(super) fn repair(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let text = |key: &str| example.given.get(key).and_then(Data::as_text);
    let (power, unit, zone, site) = (text("power")?, text("unit")?, text("zone")?, text("site")?);
    Some((|| {
        let mut position = Position::new(content, example)?;
        let (power, unit) = (position.power(power)?, position.unit(unit)?);
        let (zone, site) = (position.space(zone)?, position.space(site)?);
        position.clear(zone);
        position.put(Stack { space: zone, army: 0, power, unit, damaged: 1, count: 1 });
        position.begin(power, |run| matches!(run, Procedure::Recruit(_)))?;
        let before = position.state.money(Actor::Power(power));
        pay(&mut position, power, unit, (zone, site), whole(example, "die").ok_or("`given` lacks `die`")?)?;
        let after = position.state.money(Actor::Power(power));
        let mut powers = position.state.powers();
        let enemy = powers.find(|other| position.state.at_war(power, *other)).ok_or("nobody is at war")?;
        let mut fallen = Position { rules: position.rules.clone(), state: position.state.clone() };
        fallen.happen(&Event::Captured { space: site, from: None, by: Some(enemy) });
        let said = [
            ("paid", Data::Whole(before - after)),
            ("whole-next-turn", Data::Truth(is_whole_next_turn(&position, power, zone))),
            ("whole-if-the-land-falls", Data::Truth(is_whole_next_turn(&fallen, power, zone))),
            ("money-back", Data::Whole(fallen.state.money(Actor::Power(power)) - after)),
            ("defence-dice", wholes(dice_when_attacked(position, zone, (enemy, power), unit)?)),
        ];
        compare(example, &said)
    })())
}

/// The price is rolled and paid.
fn pay(position: &mut Position, power: PowerIx, unit: UnitIx, at: (SpaceIx, SpaceIx), die: i64) -> Result<(), String> {
    let stack = Stack { space: at.0, army: 0, power, unit, damaged: 1, count: 1 };
    let mut game = position.game();
    let mut dice = VecDeque::from([die]);
    for order in [Order::Survey { stack }, Order::Refit { stack, site: at.1 }] {
        let done = game.submit_loaded(&mut Memory::default(), &mut dice, &Action::Order(order));
        done.map_err(|refusal| format!("refused: {refusal}"))?;
    }
    let state = game.state;
    position.state = state;
    Ok(())
}

fn is_whole_next_turn(position: &Position, power: PowerIx, zone: SpaceIx) -> bool {
    let mut run = Run::new(&position.rules, position.state.clone());
    refit::leave_dock(&mut run);
    run.state.stacks_in(zone).iter().any(|stack| stack.power == power && stack.damaged == 0)
}

/// The dice of the ship when one like it attacks.
fn dice_when_attacked(
    position: Position,
    zone: SpaceIx,
    (attacker, defender): (PowerIx, PowerIx),
    unit: UnitIx,
) -> Result<Vec<i64>, String> {
    let mut field = Field::on(position, zone, attacker, defender)?;
    field.attack(unit, 1, 0, false)?;
    let dice = dice_of_rows(&field, 1)?;
    Ok(dice.into_values().flatten().collect())
}
