//! Armies, redeployment, stacking.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Data;

use super::{compare, game, list, whole};
use crate::action::Action;
use crate::event::{Event, GainReason, LossReason};
use crate::game::Game;
use crate::ids::{Actor, SpaceIx, UnitIx};
use crate::modifier::stacking_limit;
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::query::{armies, reach};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

/// The boxes of an army: an empty one is zero, and only army points have one.
pub(super) fn army_contents(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let Some(Data::Map(boxes)) = example.given.get("boxes") else { return None };
    Some((|| {
        let (rules, _) = game(content, example)?;
        let found: Vec<(&str, Data)> = (0..rules.units.len())
            .map(UnitIx::new)
            .filter(|unit| armies::belongs(&rules, *unit))
            .map(|unit| {
                let id = rules.unit(unit).id.as_str();
                (id, boxes.get(id).cloned().unwrap_or(Data::Whole(0)))
            })
            .collect();
        compare(example, &found)
    })())
}

pub(super) fn stacking(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let points = whole(example, "points")?;
    let space = example.given.get("space").and_then(Data::as_text)?;
    Some((|| {
        let (rules, state) = game(content, example)?;
        let space = rules.board.find(space).ok_or_else(|| format!("there is no space `{space}`"))?;
        let base = rules.stacking.ok_or("the scenario has no stacking limit")?;
        let limit = stacking_limit(&rules, &state, crate::ids::SideIx(0), space, base);
        compare(example, &[("legal", Data::Truth(points <= limit))])
    })())
}

/// Steps between places, by domain; over places on the way if the example names them.
pub(super) fn distance(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let legs: Vec<(Vec<String>, Option<Domain>)> = legs(example)?;
    Some((|| {
        let (rules, _) = game(content, example)?;
        let mut found = Vec::new();
        for (stops, domain) in &legs {
            found.push(leg(&rules, stops, *domain)?.map_or(Data::Nothing, Data::Whole));
        }
        let movement = whole(example, "movement");
        let steps: Vec<Option<i64>> = found.iter().map(Data::as_whole).collect();
        let single = found.len() == 1 && !matches!(example.given.get("to"), Some(Data::List(_)));
        let left = movement.and_then(|movement| Some(movement - steps.first().copied().flatten()?));
        let mut said = vec![
            ("adjacent", Data::Truth(steps.first().copied().flatten() == Some(1))),
            ("distance", if single { found[0].clone() } else { Data::List(found) }),
        ];
        if let Some(left) = left.filter(|_| single) {
            said.push(("left", Data::Whole(left)));
            said.push(("legal", Data::Truth(left >= 0)));
            said.push(("within", Data::Truth(left >= 0)));
        } else if let Some(movement) = movement {
            let within = steps.iter().map(|steps| Data::Truth(steps.is_some_and(|steps| steps <= movement)));
            said.push(("within", Data::List(within.collect())));
        }
        compare(example, &said)
    })())
}

/// The ways an example asks about: places in order, and who goes.
fn legs(example: &Example) -> Option<Vec<(Vec<String>, Option<Domain>)>> {
    let text = |data: &Data| data.as_text().map(ToOwned::to_owned);
    if let Some(Data::List(moves)) = example.given.get("moves") {
        return moves
            .iter()
            .map(|order| {
                let Data::List(parts) = order else { return None };
                let (from, to, how) = (text(parts.first()?)?, text(parts.get(1)?)?, text(parts.get(2)?)?);
                Some(match how.strip_prefix("via ") {
                    Some(via) => (vec![from, via.to_owned(), to], None),
                    None => (vec![from, to], domain_of(&how)),
                })
            })
            .collect();
    }
    let from = text(example.given.get("from")?)?;
    let domain = example.given.get("domain").and_then(Data::as_text).and_then(domain_of);
    let via: Vec<String> = list(example, "via").iter().filter_map(text).collect();
    let ends: Vec<String> = match example.given.get("to")? {
        Data::List(ends) => ends.iter().filter_map(text).collect(),
        end => vec![text(end)?],
    };
    Some(ends.into_iter().map(|to| ([vec![from.clone()], via.clone(), vec![to]].concat(), domain)).collect())
}

fn domain_of(word: &str) -> Option<Domain> {
    match word {
        "land" => Some(Domain::Land),
        "sea" => Some(Domain::Sea),
        "air" => Some(Domain::Air),
        _ => None,
    }
}

fn leg(rules: &Ruleset, stops: &[String], domain: Option<Domain>) -> Result<Option<i64>, String> {
    let mut total = 0;
    for pair in stops.windows(2) {
        let find = |id: &String| rules.board.find(id).ok_or_else(|| format!("there is no space `{id}`"));
        let (from, to) = (find(&pair[0])?, find(&pair[1])?);
        // Without a domain hexes are only counted, and aircraft pass everything that can be passed.
        match reach::distance(rules, from, to, domain.unwrap_or(Domain::Air)) {
            Some(far) => total += i64::from(far),
            None => return Ok(None),
        }
    }
    Ok(Some(total))
}

/// Sets the armies up, moves the points, and looks where they stand.
pub(super) fn redeploy(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    (!list(example, "armies").is_empty()).then(|| {
        let (rules, state) = game(content, example)?;
        let side = rules.find_side("axis").ok_or("there is no side `axis`")?;
        let mut run = Run::new(&rules, state);
        let power = run.lead(Actor::Side(side)).ok_or("the side has no power")?;
        for stack in run.state.stacks.clone() {
            run.emit(Event::Removed { stack, why: LossReason::Rule });
        }
        for army in list(example, "armies") {
            let (space, units) = read_army(&rules, army)?;
            let number = armies::free_number(&rules, &run.state, side).ok_or("too many armies")?;
            run.emit(Event::Captured { space, from: None, by: Some(power) });
            for (unit, count) in units {
                let stack = Stack { space, army: number, power, unit, damaged: 0, count };
                run.emit(Event::Placed { stack, why: GainReason::Rule });
            }
        }
        let phase = rules.phases.iter().position(|phase| {
            phase.run.is_some_and(|at| matches!(rules.procedures[at.index()].run, Procedure::Redeploy(_)))
        });
        run.emit(Event::PhaseBegan { phase: phase.ok_or("the turn has no redeployment")? as u16 });
        let mut game = Game { rules: &rules, state: run.state };
        for order in list(example, "moves") {
            let place = |key: &str| order.get(key).and_then(Data::as_text).and_then(|id| rules.board.find(id));
            let (from, to) = (place("from").ok_or("a move lacks `from`")?, place("to").ok_or("a move lacks `to`")?);
            for (unit, count) in units_in(&rules, order) {
                let army = armies::in_space(&game.state, side, from).ok_or("no army stands there")?;
                let action = Action::Redeploy { from, army, power, unit, count, to, into: None };
                game.submit(&action).map_err(|refusal| refusal.to_string())?;
            }
        }
        standing(&rules, &game.state, side, example)
    })
}

fn standing(rules: &Ruleset, state: &State, side: crate::ids::SideIx, example: &Example) -> Result<(), String> {
    let Some(Data::List(wanted)) = example.expect.get("armies") else {
        return Err("`expect` lacks `armies`".to_owned());
    };
    for army in wanted {
        let (space, units) = read_army(rules, army)?;
        let mut here: BTreeMap<UnitIx, u16> = BTreeMap::new();
        for stack in state.stacks_in(space) {
            *here.entry(stack.unit).or_default() += stack.count;
        }
        let units: BTreeMap<UnitIx, u16> = units.into_iter().filter(|(_, count)| *count > 0).collect();
        if here != units {
            return Err(format!("{} should hold {units:?} but holds {here:?}", rules.space_name(space)));
        }
    }
    let (armies, removed) = (state.armies(side).len(), list_len(example.expect.get("removed")));
    let before = list(example, "armies").len();
    let founded = before.saturating_sub(removed).max(wanted.len());
    if armies == founded { Ok(()) } else { Err(format!("{founded} armies should be left but {armies} are")) }
}

fn list_len(data: Option<&Data>) -> usize {
    match data {
        Some(Data::List(items)) => items.len(),
        _ => 0,
    }
}

pub(super) fn units_in(rules: &Ruleset, data: &Data) -> Vec<(UnitIx, u16)> {
    let Data::Map(entries) = data else { return Vec::new() };
    entries
        .iter()
        .filter_map(|(key, value)| Some((rules.find_unit(key)?, value.as_whole()?.clamp(0, 60_000) as u16)))
        .collect()
}

fn read_army(rules: &Ruleset, data: &Data) -> Result<(SpaceIx, Vec<(UnitIx, u16)>), String> {
    let at = data.get("at").and_then(Data::as_text).ok_or("an army lacks `at`")?;
    let space = rules.board.find(at).ok_or_else(|| format!("there is no space `{at}`"))?;
    Ok((space, units_in(rules, data)))
}
