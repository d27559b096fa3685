//! What a played example can expect. Of the position: `units` (space -> units), `damaged` (space -> units), `holder` (space -> side), `money`,
//! `production` and `working` (space -> points), `supplied` (space -> truth), `supply` (space -> full, defence or none), `garrison` (space ->
//! points), `marker` (space -> truth), `armies` (side -> how many it has), `levels` (track -> who -> level),
//! `total` (who -> unit -> points on the board), `produces` (who -> production, damaged or not), `prices` (side/unit -> price), `ratio` (side -> its production against the others'), `season`, `turn`, `winner`, `level`, `decides`. Of what
//! happened: `results` ([column, roll, code] of each battle by table), `fired` ([strength, die, losses] of each fire), `advanced` (truth for each attempt), `lost` (units removed), `imported` (points),
//! `refused` (the rule that refused the last order), `refusals` (the rules of all refused orders), `happened` (rules of the pack), `phase`
//! and `step` (where the game is); what [`told`](super::told) knows. Of the last order tried with each face of the die: `succeeds-on` (faces on which it advances) and
//! `losses-by-die` (losses it does on 1 to 6), `captured-on` (faces on which a place changes hands).

use std::collections::{BTreeMap, VecDeque};

use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::{Amount, Data};

use super::position::{actor, space_named};
use super::{Played, orders, procedures, told, zone_outcome};
use crate::event::{Event, FleetEvent, ManeuverEvent};
use crate::game::Game;
use crate::ids::{Actor, SideIx, TrackIx};
use crate::procedures::Procedure;
use crate::procedures::firepower::advance;
use crate::query::income::{self, production_features};
use crate::query::memory::Memory;
use crate::query::supply;

const TRIED: [&str; 3] = ["succeeds-on", "losses-by-die", "captured-on"];

/// Whether the last order is tried with each face of the die.
pub(super) fn is_tried(example: &Example) -> bool {
    TRIED.iter().any(|key| example.expect.contains_key(*key))
}

pub(super) fn compare(example: &Example, game: &Game<'_>, played: &Played, last: Option<&Data>) -> Result<(), String> {
    for (key, wanted) in &example.expect {
        let found = match (key.as_str(), wanted, last) {
            ("succeeds-on" | "losses-by-die" | "captured-on", _, Some(order)) => tried(game, order, key)?,
            (_, Data::Map(wanted), _) => Data::Map(
                wanted
                    .iter()
                    .map(|(name, value)| of_place(game, key, name, value).map(|found| (name.clone(), found)))
                    .collect::<Result<BTreeMap<String, Data>, String>>()?,
            ),
            _ => of_game(game, played, key)?,
        };
        if found != *wanted {
            return Err(format!("`{key}` should be {} but is {}", wanted.in_words(), found.in_words()));
        }
    }
    Ok(())
}

fn whole(value: impl Into<i64>) -> Data {
    Data::Whole(value.into())
}

/// What holds in a place, or for somebody.
fn of_place(game: &Game<'_>, key: &str, name: &str, wanted: &Data) -> Result<Data, String> {
    if let Some(found) = zone_outcome::of_place(game, key, name, wanted) {
        return found;
    }
    let rules = game.rules;
    if let Some(found) = told::of_powers(game, key, name) {
        return found;
    }
    match key {
        "money" => return Ok(whole(game.state.money(actor(rules, name)?))),
        "levels" => return levels(game, name, wanted),
        "prices" => return price(game, name),
        "armies" => return Ok(whole(game.state.armies(super::side_named(rules, name)?).len() as i64)),
        "ratio" => return ratio(game, name),
        "total" => return total(game, name, wanted),
        "produces" => return Ok(whole(income::all_production_of(rules, &game.state, actor(rules, name)?))),
        _ => {}
    }
    let space = space_named(rules, name)?;
    let production = |amount: fn(&Game<'_>, crate::ids::SpaceIx, crate::ids::FeatureIx) -> i64| -> Data {
        whole(production_features(rules).into_iter().map(|feature| amount(game, space, feature)).sum::<i64>())
    };
    Ok(match key {
        "units" => {
            let Data::Map(wanted) = wanted else { return Err(format!("`units` of {name} is no map")) };
            let mut units: BTreeMap<String, Data> = wanted.keys().map(|unit| (unit.clone(), whole(0))).collect();
            for stack in game.state.stacks_in(space) {
                let count = units.entry(rules.unit(stack.unit).id.clone()).or_insert(whole(0));
                *count = whole(count.as_whole().unwrap_or(0) + i64::from(stack.count));
            }
            Data::Map(units)
        }
        "damaged" => {
            let Data::Map(wanted) = wanted else { return Err(format!("`damaged` of {name} is no map")) };
            let mut units: BTreeMap<String, Data> = wanted.keys().map(|unit| (unit.clone(), whole(0))).collect();
            for stack in game.state.stacks_in(space).iter().filter(|stack| stack.damaged > 0) {
                let count = units.entry(rules.unit(stack.unit).id.clone()).or_insert(whole(0));
                *count = whole(count.as_whole().unwrap_or(0) + i64::from(stack.count));
            }
            Data::Map(units)
        }
        "holder" => {
            let side = game.state.holding_side(space);
            side.map_or(Data::Nothing, |side| Data::Text(rules.sides[side.index()].clone()))
        }
        "garrison" => whole(advance::garrison(rules, &game.state, &super::super::firepower(rules)?, space)),
        "production" => production(|game, space, feature| game.state.feature(game.rules, space, feature)),
        "working" => production(|game, space, feature| game.state.working(game.rules, space, feature)),
        "marker" => Data::Truth(game.state.is_marked(space)),
        "supplied" | "supply" => {
            let side = game.state.holding_side(space).ok_or_else(|| format!("nobody holds {name}"))?;
            let settings = procedures::supply_rules(rules);
            let grade = supply::trace(rules, &game.state, side, settings, None).of(space);
            let named = match grade {
                SupplyState::Full => "full",
                SupplyState::Defence => "defence",
                SupplyState::Unsupplied => "none",
            };
            if key == "supplied" { Data::Truth(grade != SupplyState::Unsupplied) } else { Data::Text(named.to_owned()) }
        }
        _ => return Err(format!("{} what `{key}` of a place is", super::super::NOT_SAID)),
    })
}

/// What holds for the game as a whole, or happened in it.
fn of_game(game: &Game<'_>, played: &Played, key: &str) -> Result<Data, String> {
    let rules = game.rules;
    if let Some(found) = told::of_events(rules, played, key) {
        return Ok(found);
    }
    let events = played.events.iter();
    Ok(match key {
        "fired" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::Fired { strength, die, losses, .. } => {
                        Some(Data::List(vec![whole(*strength), whole(*die), whole(*losses)]))
                    }
                    _ => None,
                })
                .collect(),
        ),
        "results" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::Maneuver(ManeuverEvent::Fought { column, roll, code, .. }) => {
                        let code = Data::Text(code.clone());
                        Some(Data::List(vec![Data::Text(column.clone()), whole(*roll), code]))
                    }
                    _ => None,
                })
                .collect(),
        ),
        "advanced" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::AdvanceTried { success, .. } => Some(Data::Truth(*success)),
                    _ => None,
                })
                .collect(),
        ),
        "lost" => whole(
            events
                .map(|event| match event {
                    Event::Removed { stack, .. } => i64::from(stack.count),
                    _ => 0,
                })
                .sum::<i64>(),
        ),
        "advance-dice" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::AdvanceTried { die, .. } => Some(whole(*die)),
                    _ => None,
                })
                .collect(),
        ),
        "sea-battle" => {
            let winner = events.rev().find_map(|event| match event {
                Event::SeaBattleEnded { winner } => Some(rules.sides[winner.index()].clone()),
                _ => None,
            });
            winner.map_or(Data::Nothing, Data::Text)
        }
        "expended" => Data::List(
            game.state.combat.expended.iter().map(|(side, _)| Data::Text(rules.sides[side.index()].clone())).collect(),
        ),
        "refusals" => Data::List(played.refusals.iter().cloned().map(Data::Text).collect()),
        "happened" => Data::List(
            game.state.happened.iter().map(|(event, ..)| Data::Text(rules.events[event.index()].clone())).collect(),
        ),
        "phase" => {
            let phase = rules.phases.get(usize::from(game.state.phase));
            phase.map_or(Data::Nothing, |phase| Data::Text(rules.phase_name(phase.name).to_owned()))
        }
        "step" => Data::Text(format!("{:?}", game.state.combat.step).to_lowercase()),
        "thrown" => zone_outcome::thrown(played),
        "refused" => played.refused.clone().map_or(Data::Nothing, Data::Text),
        "imported" => whole(
            events
                .map(|event| match event {
                    Event::Imported { points, .. } => *points,
                    _ => 0,
                })
                .sum::<i64>(),
        ),
        // What each attack on a route has sunk, in order.
        "sunk" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::Fleets(FleetEvent::RouteHit { points, .. }) => Some(whole(i64::from(*points))),
                    _ => None,
                })
                .collect(),
        ),
        // Whether each fleet that went out met what it looked for.
        "met" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::Fleets(FleetEvent::WentOut { met, .. }) => Some(Data::Truth(*met)),
                    _ => None,
                })
                .collect(),
        ),
        "spotted" => Data::List(
            events
                .filter_map(|event| match event {
                    Event::Fleets(FleetEvent::Searched { found, .. }) => Some(Data::Truth(found.is_some())),
                    _ => None,
                })
                .collect(),
        ),
        "level" => {
            let level = game.outcome().and_then(|outcome| outcome.level.clone());
            level.map_or(Data::Nothing, Data::Text)
        }
        "turn" => whole(i64::from(game.state.turn)),
        "season" => {
            let (season, year) = rules.calendar(i64::from(game.state.turn));
            let season = season.and_then(|season| rules.seasons.get(season.index())).map_or("", String::as_str);
            Data::Text(format!("{season}-{year}"))
        }
        "winner" => {
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            winner.map_or(Data::Nothing, |winner| Data::Text(rules.actor_name(winner).to_owned()))
        }
        "decides" => {
            let side = game.to_act();
            side.map_or(Data::Nothing, |side| Data::Text(rules.sides[side.index()].clone()))
        }
        _ => return Err(format!("{} what `{key}` is", super::super::NOT_SAID)),
    })
}

/// Units that somebody has on the board, as far as the example names them or they are there.
fn total(game: &Game<'_>, name: &str, wanted: &Data) -> Result<Data, String> {
    let Data::Map(wanted) = wanted else { return Err(format!("`total` of {name} is no map")) };
    let who = actor(game.rules, name)?;
    let mut units: BTreeMap<String, Data> = wanted.keys().map(|unit| (unit.clone(), whole(0))).collect();
    for stack in game.state.stacks.iter().filter(|stack| game.state.is_of(stack.power, who)) {
        let count = units.entry(game.rules.unit(stack.unit).id.clone()).or_insert(whole(0));
        *count = whole(count.as_whole().unwrap_or(0) + i64::from(stack.count));
    }
    Ok(Data::Map(units))
}

/// Where actors stand on a track.
fn levels(game: &Game<'_>, track: &str, wanted: &Data) -> Result<Data, String> {
    let Data::Map(wanted) = wanted else { return Err(format!("`levels` of {track} is no map")) };
    let at = game.rules.tracks.iter().position(|info| info.id == track);
    let at = TrackIx::new(at.ok_or_else(|| format!("there is no track `{track}`"))?);
    let found = wanted.keys().map(|who| {
        let level = game.state.track(at, Some(actor(game.rules, who)?));
        Ok((who.clone(), whole(level)))
    });
    found.collect::<Result<BTreeMap<String, Data>, String>>().map(Data::Map)
}

/// What a unit costs a side, named as `side/unit`, where units are built by level.
fn price(game: &Game<'_>, name: &str) -> Result<Data, String> {
    let (side, unit) = name.split_once('/').ok_or_else(|| format!("`{name}` is no side/unit"))?;
    let side = super::side_named(game.rules, side)?;
    let unit = game.rules.find_unit(unit).ok_or_else(|| format!("there is no unit `{unit}`"))?;
    let settings = game.rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::Produce(settings) => Some(settings.clone()),
        _ => None,
    });
    let settings = settings.ok_or("nothing is built here")?;
    let price = procedures::produce::price(game.rules, &game.state, side, &settings, unit);
    Ok(price.map_or(Data::Nothing, |price| {
        let shared = common(price.numerator, price.denominator);
        let lowest = Amount { numerator: price.numerator / shared, denominator: price.denominator / shared };
        Data::Text(lowest.to_string())
    }))
}

/// All production of a side against that of all other sides.
fn ratio(game: &Game<'_>, side: &str) -> Result<Data, String> {
    let who = Actor::Side(super::side_named(game.rules, side)?);
    let (rules, state) = (game.rules, &game.state);
    let others = (0..rules.sides.len()).map(|side| Actor::Side(SideIx::new(side))).filter(|other| *other != who);
    let others: i64 = others.map(|other| income::all_production_of(rules, state, other)).sum();
    let own = income::all_production_of(rules, state, who);
    let shared = common(own, others);
    Ok(Data::Text(Amount { numerator: own / shared, denominator: others / shared }.to_string()))
}

fn common(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { common(b, a % b) }
}

/// The last order with each face of the die: faces on which it advances, or losses it does.
fn tried(game: &Game<'_>, order: &Data, key: &str) -> Result<Data, String> {
    let action = orders::read(game, order)?;
    let mut found = Vec::new();
    for die in 1..=6 {
        let mut trial = game.clone();
        let step = trial
            .submit_loaded(&mut Memory::default(), &mut VecDeque::from([die]), &action)
            .map_err(|refusal| format!("refused: {refusal}"))?;
        for event in &step.events {
            match event {
                Event::AdvanceTried { success: true, .. } if key == "succeeds-on" => found.push(whole(die)),
                Event::Captured { .. } if key == "captured-on" => found.push(whole(die)),
                Event::Fired { losses, .. } if key == "losses-by-die" => found.push(whole(*losses)),
                _ => {}
            }
        }
    }
    Ok(Data::List(found))
}
