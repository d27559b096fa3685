//! Examples that are played: a scenario is brought to a phase, a position is set up, orders are given with dice that fall as
//! told, and what came of it is compared. Everything between set-up and comparison is the game's own [`Game::submit`].
//!
//! `given`: `scenario`, `options` (option -> whether it is on), `at` (where in the turn: `phase`, `side`, `power`, `turn`), `position` (see
//! [`position`] and [`zone_position`]), `orders` (see [`orders`], [`maneuvers`] and [`zone_orders`]); or `stages`, a list of such. `expect`: see
//! [`outcome`] and [`zone_outcome`].

mod commands;
mod maneuvers;
mod orders;
mod outcome;
mod position;
mod told;
mod zone_orders;
mod zone_outcome;
mod zone_position;

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError};

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::game;
use crate::action::Action;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{PowerIx, SideIx};
use crate::playable::Playable;
use crate::procedures;
use crate::query::memory::Memory;
use crate::query::zones;
use crate::ruleset::{Phase, Ruleset};
use crate::state::State;

/// Decisions that may pass before a phase must have come.
const MOST_STEPS: usize = 4_000;

/// What happened while an example was played.
struct Played {
    events: Vec<Event>,
    /// The rule that refused the last order.
    refused: Option<String>,
    /// The rules of all refused orders.
    refusals: Vec<String>,
    /// What need not be worked out again for the next order.
    memory: Memory,
}

/// Plays an example.
pub(super) fn play(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let switches = switches(example);
    let (rules, state) =
        if switches.is_empty() { game(content, example)? } else { switched(content, example, &switches)? };
    let stages = stages(example);
    let first = stages.first().and_then(|stage| stage.at);
    let line = format!("{}{switches:?}", rules.scenario);
    let (state, events) = begin(content, &line, &rules, state, first)?;
    let mut game = Game { rules: &rules, state };
    let mut played = Played { events, refused: None, refusals: Vec::new(), memory: Memory::default() };
    let tried = outcome::is_tried(example);
    let mut last: Option<&Data> = None;
    for (number, stage) in stages.into_iter().enumerate() {
        if let Some(before) = last.take() {
            give(&mut game, before, &mut played)?;
        }
        if let Some(at) = stage.at.filter(|_| number > 0) {
            reach(&mut game, at, &mut played)?;
        }
        if let Some(position) = stage.position {
            position::set_up(&mut game, position)?;
            played.events.clear();
        }
        // The very last order may be tried with all faces of the die: it waits until another one follows.
        for order in stage.orders {
            if let Some(before) = last.replace(order) {
                give(&mut game, before, &mut played)?;
            }
        }
    }
    if let Some(order) = last.take_if(|_| !tried) {
        give(&mut game, order, &mut played)?;
    }
    outcome::compare(example, &game, &played, last)
}

/// The options that an example switches.
fn switches(example: &Example) -> Vec<(&str, bool)> {
    let Some(Data::Map(options)) = example.given.get("options") else { return Vec::new() };
    options.iter().map(|(option, on)| (option.as_str(), *on == Data::Truth(true))).collect()
}

/// The scenario of an example with some options switched.
fn switched(
    content: &Playable<'_>,
    example: &Example,
    switches: &[(&str, bool)],
) -> Result<(Arc<Ruleset>, State), String> {
    let scenario = example.given.get("scenario").and_then(Data::as_text).ok_or("`options` need a `scenario`")?;
    let compiled =
        content.switched(scenario, switches).ok_or_else(|| format!("the pack has no scenario `{scenario}`"))?;
    compiled.map_err(|findings| findings.first().map_or_else(String::new, |finding| finding.message.clone()))
}

/// The position where an example begins, with what led to it: the start, or the first fitting one along the line of play that
/// all examples of a scenario with the same options share.
fn begin(
    content: &Playable<'_>,
    line: &str,
    rules: &Ruleset,
    state: State,
    at: Option<&Data>,
) -> Result<(State, Vec<Event>), String> {
    let place = at.map(|at| Place::read(rules, at)).transpose()?;
    let line = content.line(line);
    let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
    if line.positions.is_empty() {
        let (game, step) = Game::start(rules, state);
        line.positions.push((game.state, step.events.len()));
        line.events = step.events;
    }
    let mut memory = Memory::default();
    for number in 0..MOST_STEPS {
        let (position, events) = &line.positions[number];
        if place.as_ref().is_none_or(|place| place.is_reached(rules, position)) {
            return Ok((position.clone(), line.events[..*events].to_vec()));
        }
        if number + 1 < line.positions.len() {
            continue;
        }
        if let Some(reason) = &line.end {
            return Err(reason.clone());
        }
        let mut game = Game { rules, state: position.clone() };
        match go_on(&mut game, &mut memory) {
            Ok(events) => {
                line.events.extend(events);
                let count = line.events.len();
                line.positions.push((game.state, count));
            }
            Err(reason) => {
                line.end = Some(reason.clone());
                return Err(reason);
            }
        }
    }
    Err(NEVER.to_owned())
}

/// One stage of an example.
struct Stage<'e> {
    at: Option<&'e Data>,
    position: Option<&'e Data>,
    orders: &'e [Data],
}

/// The stages of an example: what `stages` lists, or the example itself as the only one.
fn stages(example: &Example) -> Vec<Stage<'_>> {
    match example.given.get("stages") {
        Some(Data::List(stages)) => stages
            .iter()
            .map(|stage| Stage {
                at: stage.get("at"),
                position: stage.get("position"),
                orders: orders_of(stage.get("orders")),
            })
            .collect(),
        _ => vec![Stage {
            at: example.given.get("at"),
            position: example.given.get("position"),
            orders: super::list(example, "orders"),
        }],
    }
}

fn orders_of(data: Option<&Data>) -> &[Data] {
    match data {
        Some(Data::List(orders)) => orders,
        _ => &[],
    }
}

/// Gives one order. Refusals end the example unless it expects them.
fn give(game: &mut Game<'_>, order: &Data, played: &mut Played) -> Result<(), String> {
    let action = orders::read(game, order)?;
    let mut dice: VecDeque<i64> = match order.get("dice") {
        Some(Data::List(dice)) => dice.iter().filter_map(Data::as_whole).collect(),
        Some(die) => die.as_whole().into_iter().collect(),
        None => VecDeque::new(),
    };
    match game.submit_loaded(&mut played.memory, &mut dice, &action) {
        Ok(_) if order.get("refused") == Some(&Data::Truth(true)) => {
            Err(format!("{} should be refused, and was not", order.in_words()))
        }
        Ok(step) => {
            played.refused = None;
            played.events.extend(step.events);
            Ok(())
        }
        Err(refusal) if order.get("refused").is_some() => {
            played.refusals.push(refusal.rule.clone());
            played.refused = Some(refusal.rule);
            Ok(())
        }
        Err(refusal) => Err(format!("refused: {refusal}")),
    }
}

const NEVER: &str = "the game never comes to that phase";

/// Where in the turn a position is wanted.
struct Place {
    /// By the number of each phase of the game: whether it is the wanted one, or lies within it. Nothing where any will do.
    phases: Option<Vec<bool>>,
    side: Option<SideIx>,
    /// One of those whose turn it is, in games where powers of a side play apart.
    power: Option<PowerIx>,
    turn: Option<i64>,
}

impl Place {
    fn read(rules: &Ruleset, at: &Data) -> Result<Self, String> {
        let phases = |wanted: &str| {
            let is_wanted = |phase: &Phase| {
                let mut names = std::iter::once(&phase.name).chain(&phase.within);
                names.any(|name| rules.phase_name(*name) == wanted)
            };
            rules.phases.iter().map(is_wanted).collect()
        };
        Ok(Self {
            phases: at.get("phase").and_then(Data::as_text).map(phases),
            side: at.get("side").and_then(Data::as_text).map(|name| side_named(rules, name)).transpose()?,
            power: at
                .get("power")
                .and_then(Data::as_text)
                .map(|name| zone_position::power_named(rules, name))
                .transpose()?,
            turn: at.get("turn").and_then(Data::as_whole),
        })
    }

    /// Whether a position is there, or the game is over.
    fn is_reached(&self, rules: &Ruleset, state: &State) -> bool {
        let here = rules.phases.get(usize::from(state.phase));
        let there = here.is_some_and(|here| {
            state.begun
                && self.phases.as_ref().is_none_or(|wanted| wanted[usize::from(state.phase)])
                && self.side.is_none_or(|wanted| state.side_of_player(&here.player) == Some(wanted))
                && self.power.is_none_or(|wanted| zones::powers_of(rules, state).contains(&wanted))
                && self.turn.is_none_or(|wanted| i64::from(state.turn) == wanted)
        });
        there || state.outcome.is_some()
    }
}

/// Ends the phase, or makes the first of all decisions where that is refused.
fn go_on(game: &mut Game<'_>, memory: &mut Memory) -> Result<Vec<Event>, String> {
    let step = match game.submit_with(memory, &Action::Done) {
        Ok(step) => step,
        Err(refusal) => match game.pick_with(memory, |_| 0) {
            Some(action) => game.submit_with(memory, &action).map_err(|refusal| refusal.to_string())?,
            None => return Err(refusal.to_string()),
        },
    };
    Ok(step.events)
}

/// Goes on until a phase of a side on a turn waits.
fn reach(game: &mut Game<'_>, at: &Data, played: &mut Played) -> Result<(), String> {
    let place = Place::read(game.rules, at)?;
    for _ in 0..MOST_STEPS {
        if place.is_reached(game.rules, &game.state) {
            return Ok(());
        }
        played.events.extend(go_on(game, &mut played.memory)?);
    }
    Err(NEVER.to_owned())
}

fn side_named(rules: &Ruleset, name: &str) -> Result<SideIx, String> {
    rules.find_side(name).ok_or_else(|| format!("there is no side `{name}`"))
}

/// The side that has to decide, or whose phase it is.
fn deciding(game: &Game<'_>) -> Result<SideIx, String> {
    procedures::to_act(game.rules, &game.state).ok_or_else(|| "nobody has to decide anything".to_owned())
}

fn text<'d>(data: &'d Data, key: &str) -> Result<&'d str, String> {
    data.get(key).and_then(Data::as_text).ok_or_else(|| format!("`{key}` is missing in {data:?}"))
}
