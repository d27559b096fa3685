//! Supply of units that move step by step: lines from the sources, over any ground that no enemy stands on or controls, so long as
//! the phase says. Units without supply bear that as a mark, and are lost when they have gone without it for too long.

use chartroom_format::schema::units::Domain;

use super::Next;
use super::movement::own_powers;
use crate::event::{Event, LossReason, ManeuverEvent};
use crate::ids::{FeatureIx, PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::services::marks::Marks;
use crate::services::{sides, zones};
use crate::state::{Stack, State};

/// The settings of such supply.
#[derive(Clone, Debug)]
pub struct TraceRules {
    pub sources: Vec<FeatureIx>,
    /// Only sources in the own home count.
    pub at_home: bool,
    /// Spaces that a line may go; any number if left out.
    pub length: Option<i64>,
    pub zones_block: bool,
    /// Units are lost when they are found without supply so many times more than once.
    pub lost_after: Option<i64>,
}

/// Supply of the player's units is looked at, or of everybody's if all play at once.
pub(crate) fn run(run: &mut Run, settings: &TraceRules) -> Next {
    let powers = own_powers(run.rules, &run.state);
    let mut reach: Vec<(PowerIx, SpaceSet)> = Vec::new();
    let stacks: Vec<Stack> = run.state.stacks.iter().filter(|stack| powers.contains(&stack.power)).copied().collect();
    let mut starved = Vec::new();
    for stack in stacks {
        if run.rules.unit(stack.unit).domain == Domain::Fixed {
            continue;
        }
        if !reach.iter().any(|(power, _)| *power == stack.power) {
            reach.push((stack.power, reached(run.rules, &run.state, stack.power, settings)));
        }
        let fed = reach.iter().any(|(power, spaces)| *power == stack.power && spaces.has(stack.space));
        let before = Marks::of(&stack);
        let marks = if fed { before.with_hunger(0) } else { before.with_hunger(before.hunger() + 1) };
        if settings.lost_after.is_some_and(|after| i64::from(marks.hunger()) > after) {
            starved.push(stack);
        } else if marks != before {
            run.emit(Event::Maneuver(ManeuverEvent::Marked { stack, marks: marks.0 }));
        }
    }
    for stack in starved {
        run.emit(Event::Removed { stack, why: LossReason::Unsupplied });
    }
    Next::Over
}

/// Spaces that lines of supply of a power and its friends reach.
pub fn reached(rules: &Ruleset, state: &State, power: PowerIx, settings: &TraceRules) -> SpaceSet {
    let board = &rules.board;
    let mut found = SpaceSet::new(board.spaces.len());
    let watched = if settings.zones_block { zones::of_enemies(rules, state, power) } else { SpaceSet::default() };
    let has_friends =
        |space: SpaceIx| state.stacks_in(space).iter().any(|stack| sides::are_friends(state, power, stack.power));
    let is_open = |space: SpaceIx| {
        sides::enemies_in(state, power, space).next().is_none() && (!watched.has(space) || has_friends(space))
    };
    let mut edge: Vec<SpaceIx> = sources(rules, state, power, settings);
    edge.retain(|space| is_open(*space) && found.add(*space));
    let sources = edge.clone();
    let mut steps = 0;
    while !edge.is_empty() && settings.length.is_none_or(|length| steps < length) {
        let mut next = Vec::new();
        for space in edge {
            let passes = board.ground(space).passes_supply() || sources.contains(&space);
            for way in board.land_ways_of(space).iter().filter(|way| !way.bars_supply() && (passes || way.has_road())) {
                if is_open(way.to()) && found.add(way.to()) {
                    next.push(way.to());
                }
            }
        }
        edge = next;
        steps += 1;
    }
    found
}

/// The sources in friendly hands.
fn sources(rules: &Ruleset, state: &State, power: PowerIx, settings: &TraceRules) -> Vec<SpaceIx> {
    let mut places = places_with(rules, state, &settings.sources);
    places.retain(|space| {
        let there = settings.sources.iter().any(|feature| state.working(rules, *space, *feature) > 0);
        let holder = state.holder(*space);
        let friendly = holder.is_some_and(|holder| sides::are_friends(state, power, holder));
        // A source feeds the army whose country it stands in, not whoever takes it, if the phase says so.
        let owner = rules.board.space(*space).owner;
        let home = owner.is_some_and(|owner| sides::are_friends(state, power, owner));
        there && friendly && (home || !settings.at_home)
    });
    places
}
