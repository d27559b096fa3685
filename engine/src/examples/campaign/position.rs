//! Positions for examples: an empty board, units put on it, a die that falls as the example says.

use std::collections::BTreeMap;
use std::sync::Arc;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Data;

use super::super::start_of;
use crate::event::{Event, GainReason, LossReason};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::differential::CampaignPhase;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

/// The game an example speaks of: its scenario, or the one that begins first.
pub(super) fn game(content: &Playable<'_>, example: &Example) -> Result<(Arc<Ruleset>, State), String> {
    let named = example.given.get("scenario").and_then(Data::as_text);
    let first =
        content.scenarios.values().min_by_key(|scenario| scenario.turns.first).map(|scenario| scenario.id.as_str());
    let scenario = named.or(first).ok_or("the pack has no scenario")?;
    start_of(content, scenario)
}

/// Two powers at war with each other, of two sides.
pub(super) fn foes(rules: &Ruleset, state: &State) -> Result<(PowerIx, PowerIx), String> {
    let pairs = state.powers().flat_map(|one| state.powers().map(move |other| (one, other)));
    let mut at_war = pairs.filter(|(one, other)| state.at_war(*one, *other) && !rules.power(*one).minor);
    at_war.find(|(_, other)| !rules.power(*other).minor).ok_or_else(|| "nobody is at war".to_owned())
}

pub(super) fn unit(rules: &Ruleset, id: &str) -> Result<UnitIx, String> {
    rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))
}

/// The unit type of a kind, by domain and ability.
pub(super) fn kind(rules: &Ruleset, domain: Domain, ability: Ability) -> Result<UnitIx, String> {
    let found = rules.units.iter().position(|unit| unit.domain == domain && unit.can(ability));
    found.map(UnitIx::new).ok_or_else(|| format!("there is no unit of {domain:?} with {ability:?}"))
}

pub(super) fn space(rules: &Ruleset, id: &str) -> Result<SpaceIx, String> {
    rules.board.find(id).ok_or_else(|| format!("there is no space `{id}`"))
}

/// Units of a map of counts.
pub(super) fn units(rules: &Ruleset, data: Option<&Data>) -> Result<Vec<(UnitIx, u16)>, String> {
    let Some(Data::Map(map)) = data else { return Ok(Vec::new()) };
    map.iter().map(|(id, count)| Ok((unit(rules, id)?, count.as_whole().unwrap_or(0) as u16))).collect()
}

pub(super) fn field<'d>(data: Option<&'d Data>, key: &str) -> Option<&'d Data> {
    match data {
        Some(Data::Map(map)) => map.get(key),
        _ => None,
    }
}

pub(super) fn clear(run: &mut Run) {
    for stack in run.state.stacks.clone() {
        run.emit(Event::Removed { stack, why: LossReason::Rule });
    }
}

pub(super) fn put(run: &mut Run, space: SpaceIx, power: PowerIx, unit: UnitIx, count: u16) -> Stack {
    let stack = Stack { space, army: 0, power, unit, damaged: 0, count };
    run.emit(Event::Placed { stack, why: GainReason::Rule });
    stack
}

pub(super) fn hold(run: &mut Run, space: SpaceIx, power: PowerIx) {
    let from = run.state.holder(space);
    run.emit(Event::Captured { space, from, by: Some(power) });
}

/// The phase of a side that runs this part of the game, begun.
pub(super) fn enter(
    rules: &Ruleset,
    state: &mut State,
    side: Option<SideIx>,
    wanted: &CampaignPhase,
) -> Result<(), String> {
    let found = rules.phases.iter().position(|phase| {
        let runs = phase.run.map(|at| &rules.procedures[at.index()].run);
        let is = matches!(runs, Some(Procedure::Campaign(kind)) if kind == wanted);
        is && (side.is_none() || state.side_of_player(&phase.player) == side)
    });
    let at = found.ok_or_else(|| "the scenario has no such phase".to_owned())?;
    (state.phase, state.begun) = (at as u16, true);
    Ok(())
}

/// Two neighbouring land spaces of plain terrain without any hexside between them, neither of them a coast.
pub(super) fn plain_pair(rules: &Ruleset) -> Result<(SpaceIx, SpaceIx), String> {
    let plain = |space: SpaceIx| {
        let info = rules.board.space(space);
        info.surface == chartroom_format::schema::map::Surface::Land
            && rules.board.terrain(space).land_cost == 1
            && !rules.campaign.marches.iter().any(|(_, march)| march.weather_area.has(space))
            && rules.campaign.lines.free_within.has(space)
    };
    let spaces = (0..rules.board.spaces.len()).map(SpaceIx::new).filter(|space| plain(*space));
    let mut pairs = spaces.flat_map(|space| rules.board.links_of(space).iter().map(move |link| (space, link)));
    let found = pairs.find(|(_, link)| link.sides == 0 && link.passes.has(Domain::Land) && plain(link.to));
    found.map(|(space, link)| (space, link.to)).ok_or_else(|| "the board has no two plain neighbours".to_owned())
}

/// Counts as data: what is there, and a zero for what is expected but is not.
pub(super) fn tally(rules: &Ruleset, expected: Option<&Data>, counts: &BTreeMap<UnitIx, i64>) -> Data {
    let mut map: BTreeMap<String, Data> = counts
        .iter()
        .filter(|(_, count)| **count != 0)
        .map(|(unit, count)| (rules.unit(*unit).id.clone(), Data::Whole(*count)))
        .collect();
    if let Some(Data::Map(wanted)) = expected {
        for key in wanted.keys() {
            map.entry(key.clone()).or_insert(Data::Whole(0));
        }
    }
    Data::Map(map)
}

/// Units that left the board, and units that were worn down, in a list of events.
pub(super) fn losses(events: &[Event]) -> (BTreeMap<UnitIx, i64>, BTreeMap<UnitIx, i64>) {
    let (mut lost, mut worn) = (BTreeMap::new(), BTreeMap::new());
    for event in events {
        match event {
            Event::Removed { stack, .. } => *lost.entry(stack.unit).or_insert(0) += i64::from(stack.count),
            Event::Campaign(crate::event::CampaignEvent::Worn { stack }) => *worn.entry(stack.unit).or_insert(0) += 1,
            _ => {}
        }
    }
    (lost, worn)
}
