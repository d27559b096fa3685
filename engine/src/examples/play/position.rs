//! The position of a played example: `control` (side or power -> places), `armies` (power, place, units; all other units go),
//! `also` (units on top of what is there), `production` and `damage` (space -> points), `money` (side -> points), `levels`
//! (track -> side -> level) and `fallen` (power -> units that were destroyed and may be rebuilt); the rest in [`zone_position`].

use std::collections::BTreeMap;

use chartroom_format::schema::value::Data;

use super::zone_position;
use crate::event::{CampaignEvent, Event, GainReason, LossReason};
use crate::game::Game;
use crate::ids::{Actor, PowerIx, SpaceIx, TrackIx};
use crate::query::armies;
use crate::query::income::production_features;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::Stack;

pub(super) fn set_up(game: &mut Game<'_>, position: &Data) -> Result<(), String> {
    let rules = game.rules;
    let mut run = Run::new(rules, game.state.clone());
    for (who, places) in entries(position, "control") {
        let power = power_of(&run, who)?;
        let Data::List(places) = places else { return Err(format!("`control` of {who} is no list")) };
        for place in places {
            for space in spaces_of(rules, place.as_text().unwrap_or_default())? {
                run.emit(Event::Captured { space, from: run.state.holder(space), by: Some(power) });
            }
        }
    }
    fell(&mut run, position)?;
    zone_position::before_units(&mut run, position)?;
    if let Some(Data::List(list)) = position.get("armies") {
        for stack in run.state.stacks.clone() {
            run.emit(Event::Removed { stack, why: LossReason::Rule });
        }
        list.iter().try_for_each(|army| place(&mut run, army))?;
    }
    if let Some(Data::List(list)) = position.get("also") {
        list.iter().try_for_each(|army| place(&mut run, army))?;
    }
    for (space, points) in entries(position, "production") {
        let (space, amount) = (space_named(rules, space)?, points.as_whole().unwrap_or(0));
        for feature in production_features(rules).into_iter().take(1) {
            run.emit(Event::FeatureSet { space, feature, amount });
        }
    }
    for (space, points) in entries(position, "damage") {
        let space = space_named(rules, space)?;
        let points = points.as_whole().unwrap_or(0) - run.state.damage(space);
        run.emit(Event::Devastated { space, points });
    }
    for (who, money) in entries(position, "money") {
        let who = actor(rules, who)?;
        run.emit(Event::MoneySet { who, to: money.as_whole().unwrap_or(0) });
    }
    for (track, levels) in entries(position, "levels") {
        let at = rules.tracks.iter().position(|info| info.id == *track);
        let track = TrackIx::new(at.ok_or_else(|| format!("there is no track `{track}`"))?);
        let Data::Map(levels) = levels else { return Err("`levels` holds maps".to_owned()) };
        for (who, level) in levels {
            let who = Some(actor(rules, who)?);
            run.emit(Event::TrackSet { track, who, to: level.as_whole().unwrap_or(0) });
        }
    }
    zone_position::after_units(&mut run, position)?;
    game.state = run.state;
    Ok(())
}

/// What was destroyed earlier.
fn fell(run: &mut Run, position: &Data) -> Result<(), String> {
    for (who, units) in entries(position, "fallen") {
        let power = zone_position::power_named(run.rules, who)?;
        for (unit, count) in super::super::movement::units_in(run.rules, units) {
            run.emit(Event::Campaign(CampaignEvent::Fell { power, unit, count }));
        }
    }
    Ok(())
}

/// An army, or loose units, of one power in one space.
fn place(run: &mut Run, army: &Data) -> Result<(), String> {
    let power = power_of(run, super::text(army, "of")?)?;
    let space = space_named(run.rules, super::text(army, "at")?)?;
    let damaged = army.get("damaged").and_then(Data::as_whole).unwrap_or(0).clamp(0, 100) as u8;
    // Only armies have numbers, and only sides have armies.
    let side = run.state.side_of(power);
    let number = side.and_then(|side| armies::free_number(run.rules, &run.state, side));
    for (unit, count) in super::super::movement::units_in(run.rules, army) {
        let army = if armies::belongs(run.rules, unit) { number.ok_or("no army is free for them")? } else { 0 };
        let stack = Stack { space, army, power, unit, damaged, count };
        run.emit(Event::Placed { stack, why: GainReason::Rule });
    }
    Ok(())
}

pub(super) fn entries<'d>(position: &'d Data, key: &str) -> impl Iterator<Item = (&'d String, &'d Data)> {
    let map: Option<&BTreeMap<String, Data>> = match position.get(key) {
        Some(Data::Map(map)) => Some(map),
        _ => None,
    };
    map.into_iter().flatten()
}

pub(super) fn actor(rules: &Ruleset, name: &str) -> Result<Actor, String> {
    let power = rules.find_power(name).map(Actor::Power);
    power.or_else(|| rules.find_side(name).map(Actor::Side)).ok_or_else(|| format!("there is nobody called `{name}`"))
}

/// A power by its name, or the first of a side.
fn power_of(run: &Run, name: &str) -> Result<PowerIx, String> {
    let who = actor(run.rules, name)?;
    run.lead(who).ok_or_else(|| format!("the side `{name}` has no power"))
}

pub(super) fn space_named(rules: &Ruleset, id: &str) -> Result<SpaceIx, String> {
    // The hexes of most boards stand in the order of their numbers; others are looked for one after the other.
    let spaces = &rules.board.spaces;
    let in_order = spaces.binary_search_by(|space| space.id.as_str().cmp(id)).ok().map(SpaceIx::new);
    in_order.or_else(|| rules.board.find(id)).ok_or_else(|| format!("there is no space `{id}`"))
}

/// A space, or all spaces of a region.
pub(super) fn spaces_of(rules: &Ruleset, name: &str) -> Result<Vec<SpaceIx>, String> {
    match rules.board.regions.iter().find(|region| region.id == name) {
        Some(region) => Ok(region.spaces.iter().copied().filter(|space| rules.board.has_land(*space)).collect()),
        None => space_named(rules, name).map(|space| vec![space]),
    }
}
