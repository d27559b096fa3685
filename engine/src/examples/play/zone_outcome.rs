//! What a played example can expect of a game of zones: `held-by` (space -> power), `of` (power -> space -> units), `waits` (power -> units
//! that are bought and not placed), `features` (space -> feature -> how many), `wrecks` (space -> facility -> damage), `tracks` (track of
//! the whole game -> level), `between` (power -> power -> war, allied, neutral, leaning, pact or surrendered), `side-of` (power ->
//! side); `thrown`: every die that fell, in order.

use std::collections::BTreeMap;

use chartroom_format::schema::value::Data;

use super::Played;
use super::position::space_named;
use super::zone_position::{feature_named, power_named, word_of};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{Actor, TrackIx};
use crate::procedures::recruit::{self, facility};

fn whole(value: impl Into<i64>) -> Data {
    Data::Whole(value.into())
}

/// What holds in a place, or for somebody, if it is something of such games.
pub(super) fn of_place(game: &Game<'_>, key: &str, name: &str, wanted: &Data) -> Option<Result<Data, String>> {
    Some(match key {
        "held-by" => space_named(game.rules, name).map(|space| {
            let holder = game.state.holder(space).map_or("nobody", |power| game.rules.power(power).id.as_str());
            Data::Text(holder.to_owned())
        }),
        "of" => units_of(game, name, wanted),
        "waits" => waiting(game, name, wanted),
        "features" => facilities(game, name, wanted, false),
        "wrecks" => facilities(game, name, wanted, true),
        "tracks" => track(game, name),
        "between" => between(game, name, wanted),
        "side-of" => power_named(game.rules, name).map(|power| {
            let side = game.state.side_of(power);
            Data::Text(side.map_or("none", |side| game.rules.sides[side.index()].as_str()).to_owned())
        }),
        _ => return None,
    })
}

/// Every die that fell.
pub(super) fn thrown(played: &Played) -> Data {
    let dice = played.events.iter().filter_map(|event| match event {
        Event::Rolled { roll, .. } => Some(whole(*roll)),
        _ => None,
    });
    Data::List(dice.collect())
}

/// Units of one power in the places the example names.
fn units_of(game: &Game<'_>, power: &str, wanted: &Data) -> Result<Data, String> {
    let (power, Data::Map(places)) = (power_named(game.rules, power)?, wanted) else {
        return Err("`of` names places by power".to_owned());
    };
    let mut found = BTreeMap::new();
    for (place, units) in places {
        let space = space_named(game.rules, place)?;
        let own = game.state.stacks_in(space).iter().filter(|stack| stack.power == power);
        found.insert(place.clone(), counted(units, own.map(|stack| (&game.rules.unit(stack.unit).id, stack.count))));
    }
    Ok(Data::Map(found))
}

/// Numbers by type: those the example names, and whatever else is there.
fn counted<'n>(wanted: &Data, units: impl Iterator<Item = (&'n String, u16)>) -> Data {
    let mut found: BTreeMap<String, i64> = match wanted {
        Data::Map(wanted) => wanted.keys().map(|unit| (unit.clone(), 0)).collect(),
        _ => BTreeMap::new(),
    };
    for (unit, count) in units {
        *found.entry(unit.clone()).or_insert(0) += i64::from(count);
    }
    Data::Map(found.into_iter().map(|(unit, count)| (unit, Data::Whole(count))).collect())
}

fn waiting(game: &Game<'_>, power: &str, wanted: &Data) -> Result<Data, String> {
    let power = power_named(game.rules, power)?;
    let queue = game.state.operations.queue.iter().filter(|queued| queued.power == power);
    Ok(counted(wanted, queue.map(|queued| (&game.rules.unit(queued.unit).id, queued.count))))
}

/// Facilities of a place that the example names: how many stand, or how damaged they are.
fn facilities(game: &Game<'_>, place: &str, wanted: &Data, damage: bool) -> Result<Data, String> {
    let (space, Data::Map(wanted)) = (space_named(game.rules, place)?, wanted) else {
        return Err("facilities are named by place".to_owned());
    };
    let building = recruit::settings(game.rules).filter(|_| damage);
    let found = wanted.keys().map(|id| {
        let feature = feature_named(game.rules, id)?;
        let amount = match building {
            Some(building) => facility::damage(&game.state, building, space, feature),
            None => game.state.feature(game.rules, space, feature),
        };
        Ok((id.clone(), whole(amount)))
    });
    found.collect::<Result<BTreeMap<String, Data>, String>>().map(Data::Map)
}

fn track(game: &Game<'_>, id: &str) -> Result<Data, String> {
    let found = game.rules.tracks.iter().position(|track| track.id == id).map(TrackIx::new);
    let track = found.ok_or_else(|| format!("there is no track `{id}`"))?;
    Ok(whole(game.state.track(track, None::<Actor>)))
}

fn between(game: &Game<'_>, power: &str, wanted: &Data) -> Result<Data, String> {
    let (one, Data::Map(others)) = (power_named(game.rules, power)?, wanted) else {
        return Err("`between` names powers by power".to_owned());
    };
    let found = others.keys().map(|id| {
        let other = power_named(game.rules, id)?;
        Ok((id.clone(), Data::Text(word_of(game.state.relation(one, other)).to_owned())))
    });
    found.collect::<Result<BTreeMap<String, Data>, String>>().map(Data::Map)
}
