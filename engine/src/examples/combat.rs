//! Assaults and advances.

use chartroom_format::content::Content;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::{compare, firepower, game, list, whole};
use crate::event::{Event, GainReason};
use crate::procedures::firepower::advance::{self, Against};
use crate::procedures::firepower::fire;
use crate::run::Run;
use crate::state::Stack;

pub(super) fn advance(content: &Content, example: &Example) -> Option<Result<(), String>> {
    let (points, defence) = (whole(example, "mechanized")?, whole(example, "defence")?);
    let advanced = whole(example, "advanced").unwrap_or(0);
    Some((|| {
        let (rules, _) = game(content, example)?;
        let settings = firepower(&rules)?;
        let succeeds = |die: i64| {
            advance::succeeds(&rules, &settings, points, Against::Defence(defence), die + advanced * settings.per_space)
        };
        let dice: Vec<i64> = match whole(example, "die") {
            Some(die) => vec![die],
            None => list(example, "dice").iter().filter_map(Data::as_whole).collect(),
        };
        let range =
            advance::needed(&rules, &settings, points, Against::Defence(defence)).and_then(crate::table::Value::top);
        let on = |wanted: bool| Data::List((1..=6).filter(|die| succeeds(*die) == wanted).map(Data::Whole).collect());
        compare(
            example,
            &[
                ("success", Data::Truth(!dice.is_empty() && dice.iter().all(|die| succeeds(*die)))),
                ("range", range.map_or(Data::Text("-".to_owned()), |top| Data::Text(format!("1-{top}")))),
                ("succeeds-on", on(true)),
                ("fails-on", on(false)),
            ],
        )
    })())
}

pub(super) fn fort_losses(_: &Content, example: &Example) -> Option<Result<(), String>> {
    let (losses, fort) = (whole(example, "losses")?, whole(example, "fort")?);
    Some(compare(example, &[("removed", Data::Whole(fire::after_forts(losses, fort)))]))
}

/// Losses fall on a hex: on its garrison, or on the points that stand there until none is left.
pub(super) fn assault(content: &Content, example: &Example) -> Option<Result<(), String>> {
    match (whole(example, "losses"), list(example, "losses")) {
        (Some(losses), _) => Some(on_garrison(content, example, losses)),
        (None, losses) if !losses.is_empty() => Some(on_army(content, example, losses)),
        _ => None,
    }
}

fn on_garrison(content: &Content, example: &Example, losses: i64) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let settings = firepower(&rules)?;
    let empty = (0..rules.board.spaces.len()).map(crate::ids::SpaceIx::new).find(|space| {
        state.holding_side(*space).is_some() && state.stacks_in(*space).is_empty() && rules.board.has_land(*space)
    });
    let target = empty.ok_or("no empty hex to fire at")?;
    let mut run = Run::new(&rules, state);
    let before = advance::garrison(&rules, &run.state, &settings, target);
    fire::strike(&mut run, &settings, target, losses);
    let removed = before - advance::garrison(&rules, &run.state, &settings, target);
    compare(example, &[("removed", Data::Whole(removed)), ("ignored", Data::Whole(losses - removed))])
}

/// The armies of one side empty a hex, and an advance makes it theirs.
fn on_army(content: &Content, example: &Example, losses: &[Data]) -> Result<(), String> {
    let (rules, state) = game(content, example)?;
    let settings = firepower(&rules)?;
    let target = example
        .given
        .get("target")
        .and_then(Data::as_text)
        .and_then(|id| rules.board.find(id))
        .ok_or("no such target")?;
    let defence = whole(example, "defence").ok_or("`given` lacks `defence`")?;
    let infantry = rules.find_unit("infantry").ok_or("the pack has no infantry")?;
    let (attacker, defender) = (rules.find_side("soviet").ok_or("no side")?, rules.find_side("axis").ok_or("no side")?);
    let mut run = Run::new(&rules, state);
    let holder = run.lead(crate::ids::Actor::Side(defender)).ok_or("no power")?;
    let enemy = run.lead(crate::ids::Actor::Side(attacker)).ok_or("no power")?;
    for stack in run.state.stacks_in(target).to_vec() {
        run.emit(Event::Removed { stack, why: crate::event::LossReason::Rule });
    }
    run.emit(Event::Captured { space: target, from: None, by: Some(holder) });
    let army = run.army_for(holder, infantry, target);
    let stack = Stack { space: target, army, power: holder, unit: infantry, damaged: 0, count: defence as u16 };
    run.emit(Event::Placed { stack, why: GainReason::Rule });
    for loss in losses {
        fire::strike(&mut run, &settings, target, loss.as_whole().unwrap_or(0));
        crate::procedures::firepower::settle_losses(&mut run);
    }
    let left: i64 = run.state.stacks_in(target).iter().map(|stack| i64::from(stack.count)).sum();
    // Any army next door that rolls a 1 advances into an emptied hex.
    let empty = advance::defence(&rules, &run.state, &settings, attacker, target);
    if left == 0 && advance::succeeds(&rules, &settings, 10, empty, 1) {
        run.capture(target, Some(enemy));
    }
    let owner = run.state.holding_side(target).map_or(String::new(), |side| rules.sides[side.index()].clone());
    compare(example, &[("left", Data::Whole(left)), ("owner", Data::Text(owner))])
}
