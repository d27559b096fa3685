//! Naval units on land, and the choice of submarines: bases change, cover is sent, boats go slowly.

use std::collections::VecDeque;

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::refusal::Ban;

use super::super::sea_rules::{self, Kind};
use super::super::{air_supply, decides_for, zones};
use super::roster::{self, enlist, tell};
use super::{attack, settings};
use crate::action::{Command, Refusal};
use crate::event::{Event, SeaEvent};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::sea::Challenge;
use crate::state::{Stack, State};

/// How far a land-based unit goes to another base: a multiple of its zone. Depletion does not hinder it.
pub fn transfer_range(rules: &Ruleset, state: &State, stack: &Stack) -> i64 {
    let radius = sea_rules::zone(rules, state, &Stack { damaged: 0, army: 0, ..*stack }).unwrap_or(0);
    settings(rules).map_or(0, |settings| radius * settings.transfer)
}

/// Spaces to which a land-based unit can fly: friendly ground in reach, past the land of neutral countries.
fn bases(rules: &Ruleset, state: &State, stack: &Stack) -> Vec<SpaceIx> {
    let range = transfer_range(rules, state, stack);
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    seen.add(stack.space);
    let mut queue = VecDeque::from([(stack.space, 0_i64)]);
    let mut found = Vec::new();
    while let Some((at, steps)) = queue.pop_front() {
        let ground = rules.board.has_land(at) && rules.board.space(at).surface != Surface::Impassable;
        if at != stack.space && ground && zones::is_friendly(state, stack.power, at) {
            found.push(at);
        }
        let over_neutrals = |space: SpaceIx| {
            rules.board.space(space).surface == Surface::Land && zones::is_neutral(rules, state, space)
        };
        let links = rules.board.links_of(at).iter().filter(|_| steps < range);
        for link in links.filter(|link| !over_neutrals(link.to)) {
            if seen.add(link.to) {
                queue.push_back((link.to, steps + 1));
            }
        }
    }
    found
}

fn idle(state: &State, stack: &Stack) -> bool {
    let fleet = state.campaign.sea.fleet(stack.army);
    fleet.left.is_none() && fleet.struck.is_none() && fleet.covers.is_none()
}

/// Land-based units go to another base.
pub(super) fn transfer(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let Group { space, power, unit, count } = group;
    let there = run.state.stacks_in(space).iter().filter(|stack| (stack.power, stack.unit) == (power, unit));
    let based =
        there.filter(|stack| sea_rules::kind(run.rules, stack) == Some(Kind::LandBased) && idle(&run.state, stack));
    let Some(ships) = roster::portion(based.copied(), count) else {
        return Err(Refusal::of(Ban::HasMoved, "so many land-based units that have done nothing yet are not there"));
    };
    if !decides_for(run.rules, &run.state, side, power) || run.state.side_of(power).is_none() {
        return Err(Refusal::of(Ban::NotYours, "the units belong to nobody of this side"));
    }
    if !bases(run.rules, &run.state, &ships[0]).contains(&to) {
        return Err(Refusal::of(Ban::Range, "no friendly base lies there within their reach"));
    }
    let supply = air_supply::of(run.rules, &run.state, power);
    if !supply.any.has(to) && !supply.full.has(to) {
        return Err(Refusal::of(Ban::Base, "nothing feeds them there"));
    }
    for stack in ships {
        let number = enlist(run, &[stack], |fleet| fleet.left = Some(0))?;
        for stack in roster::ships(&run.state, number) {
            run.emit(Event::Moved { stack, to, army: number });
        }
    }
    Ok(())
}

/// Submarines of a power go slowly in this phase: to be said before one of them moves.
pub(super) fn snort(run: &mut Run, side: SideIx, power: PowerIx) -> Result<(), Refusal> {
    if may_snort(run.rules, &run.state, side, power) {
        tell(run, SeaEvent::Snorted { power });
        return Ok(());
    }
    let source =
        settings(run.rules).and_then(|settings| settings.snort.as_ref()).map_or("", |snort| snort.source.as_str());
    Err(Refusal::new(source, "these submarines cannot choose to go slowly now"))
}

fn may_snort(rules: &Ruleset, state: &State, side: SideIx, power: PowerIx) -> bool {
    let Some(snort) = settings(rules).and_then(|settings| settings.snort.as_ref()) else { return false };
    let moved = |stack: &Stack| {
        stack.power == power
            && sea_rules::kind(rules, stack) == Some(Kind::Submarine)
            && state.campaign.sea.fleet(stack.army).left.is_some()
    };
    snort.power == power
        && i64::from(state.turn) >= snort.from_turn
        && decides_for(rules, state, side, power)
        && !state.campaign.sea.snorting.contains(&power)
        && !state.stacks.iter().any(moved)
}

/// Land-based units that may cover a space that is attacked: it lies in their zone, and they have covered none in this phase.
fn cover_at<'s>(rules: &'s Ruleset, state: &'s State, challenge: Challenge) -> impl Iterator<Item = &'s Stack> {
    let target = challenge.target;
    let there = state
        .stacks_in(target)
        .iter()
        .any(|stack| state.side_of(stack.power) == Some(challenge.defender) && attack::is_prey(rules, stack));
    let defends = there || !super::challenge::slipping(state).is_empty();
    state.stacks.iter().filter(move |stack| {
        defends
            && stack.space != target
            && state.side_of(stack.power) == Some(challenge.defender)
            && sea_rules::kind(rules, stack) == Some(Kind::LandBased)
            && state.campaign.sea.fleet(stack.army).covers.is_none()
            && sea_rules::controls(rules, state, stack, target)
    })
}

pub(super) fn covers(rules: &Ruleset, state: &State, challenge: Challenge) -> Vec<Command> {
    let found = cover_at(rules, state, challenge).map(|stack| {
        let Stack { space: from, power, unit, count, .. } = *stack;
        Command::Cover { from, power, unit, count }
    });
    found.collect()
}

/// Land-based units lend their defence to the space attacked.
pub(super) fn cover(run: &mut Run, challenge: Challenge, group: Group) -> Result<(), Refusal> {
    let Group { space, power, unit, count } = group;
    let able = cover_at(run.rules, &run.state, challenge);
    let own = able.filter(|stack| (stack.space, stack.power, stack.unit) == (space, power, unit));
    let Some(ships) = roster::portion(own.copied(), count) else {
        return Err(Refusal::of(Ban::HasActed, "so many units that cover nothing yet do not reach the space"));
    };
    for stack in ships {
        enlist(run, &[stack], |fleet| fleet.covers = Some(challenge.target))?;
    }
    Ok(())
}

/// Changes of base to ports with merchant ships or enemies near, and the choice of submarines.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Command> {
    let mut found = Vec::new();
    if let Some(snort) = settings(rules).and_then(|settings| settings.snort.as_ref())
        && may_snort(rules, state, side, snort.power)
    {
        found.push(Command::Snort { power: snort.power });
    }
    let own = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side) && idle(state, stack));
    for stack in own.filter(|stack| sea_rules::kind(rules, stack) == Some(Kind::LandBased)) {
        let Stack { space: from, power, unit, count, .. } = *stack;
        let fed = |space: &SpaceIx| state.campaign.sea.is_harbour(power, *space);
        let bases = bases(rules, state, stack).into_iter().filter(fed);
        found.extend(bases.map(|to| Command::Transfer { from, power, unit, count, to }));
    }
    found
}
