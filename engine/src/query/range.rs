//! How far units get: marches, voyages and flights with their ways. Pure reads.

use std::collections::VecDeque;

use chartroom_format::schema::units::{Ability, Domain};

use super::reach::{SpaceSet, is_open};
use super::zones::{
    capacity, enemies, hazard, is_armed, is_enemy_land, is_left_to, is_neutral_land, is_open_land, is_sea, movement,
    weight,
};
use crate::board::Link;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::range::{activation, bans, settings_now};
use crate::ruleset::Ruleset;
use crate::state::operations::Role;
use crate::state::{Stack, State};

/// Nowhere near.
pub const FAR: u8 = u8::MAX;

/// A way over land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct March {
    pub to: SpaceIx,
    pub spent: u8,
    pub entered_from: SpaceIx,
    /// Empty enemy land it runs through, or the last land whose doors open to it on the way.
    pub via: Option<SpaceIx>,
    /// Dangerous borders on the way.
    pub hazards: u8,
}

/// A way over sea.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voyage {
    pub to: SpaceIx,
    pub spent: u8,
    pub entered_from: SpaceIx,
    /// Zones on the way with enemies that cannot stop a fleet but fire at it.
    pub past: Vec<SpaceIx>,
}

/// Where land units get: to attack, or into friendly land.
pub fn marches(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    from: SpaceIx,
    attack: bool,
) -> Vec<March> {
    let range = super::movement::points(rules, state, power, unit, from, None).clamp(0, 250) as u8;
    let mut found: Vec<March> = Vec::new();
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    let mut queue = VecDeque::from([(from, 0_u8, 0_u8, None)]);
    seen.add(from);
    while let Some((space, spent, passed, via)) = queue.pop_front() {
        if spent >= range {
            continue;
        }
        for link in rules.board.links_of(space).iter().filter(|link| link.passes.has(Domain::Land)) {
            let hazards = passed + u8::from(hazard(rules, state, space, link.to).is_some());
            let march = March { to: link.to, spent: spent + 1, entered_from: space, via, hazards };
            if !seen.add(link.to) {
                // Of two ways of a length the safer one counts.
                let known = found.iter_mut().find(|other| other.to == link.to && other.spent == spent + 1);
                if let Some(known) = known.filter(|known| known.hazards > hazards) {
                    *known = march;
                }
                continue;
            }
            if !attack && activation::door(rules, state, power, unit, link.to).is_some() {
                // Who comes through opens the door to the next land as well.
                found.push(March { via, ..march });
                queue.push_back((link.to, spent + 1, hazards, Some(link.to)));
            } else if is_open_land(rules, state, power, link.to) {
                if !attack {
                    found.push(march);
                }
                queue.push_back((link.to, spent + 1, hazards, via));
            } else if attack && is_target(rules, state, power, link.to)
                || !attack && is_left_to(rules, state, power, link.to)
            {
                found.push(march);
            }
        }
    }
    if attack && rules.unit(unit).can(Ability::Blitz) {
        run_through(rules, state, power, range, &mut found);
    }
    found.retain(|march| bans::ban(rules, state, power, unit, (from, march.to)).is_none());
    found
}

/// Land that a land unit may be ordered to attack.
pub fn is_target(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    is_enemy_land(rules, state, power, space) || is_neutral_land(rules, state, space)
}

/// Ways that go on through empty enemy land.
fn run_through(rules: &Ruleset, state: &State, power: PowerIx, range: u8, found: &mut Vec<March>) {
    for first in found.clone() {
        let is_empty = is_enemy_land(rules, state, power, first.to) && enemies(state, power, first.to).next().is_none();
        if !is_empty || first.spent >= range {
            continue;
        }
        for link in rules.board.links_of(first.to).iter().filter(|link| link.passes.has(Domain::Land)) {
            if is_open_land(rules, state, power, link.to) || is_target(rules, state, power, link.to) {
                let hazards = first.hazards + u8::from(hazard(rules, state, first.to, link.to).is_some());
                let (spent, entered_from, via) = (first.spent + 1, first.to, Some(first.to));
                found.push(March { to: link.to, spent, entered_from, via, hazards });
            }
        }
    }
}

/// Where ships get. In an attack they may end among enemies and pass those that cannot attack.
pub fn voyages(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    from: SpaceIx,
    range: u8,
    attack: bool,
) -> Vec<Voyage> {
    let mut found = sail(rules, state, power, unit, from, range, attack, false);
    if attack {
        for voyage in sail(rules, state, power, unit, from, range, true, true) {
            if found.iter().all(|other| other.to != voyage.to) {
                found.push(voyage);
            }
        }
    }
    found
}

#[expect(clippy::too_many_arguments, reason = "one voyage has all these conditions")]
fn sail(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    unit: UnitIx,
    from: SpaceIx,
    range: u8,
    attack: bool,
    passes: bool,
) -> Vec<Voyage> {
    let Some(side) = state.side_of(power).or(rules.power(power).leans) else { return Vec::new() };
    let domain = rules.unit(unit).domain;
    let mut found: Vec<Voyage> = Vec::new();
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    let mut queue = VecDeque::from([(from, 0_u8, Vec::new())]);
    seen.add(from);
    while let Some((space, spent, past)) = queue.pop_front() {
        if spent >= range {
            continue;
        }
        for link in rules.board.links_of(space) {
            if !link.passes.has(domain) || !is_sea(rules, link.to) || !lets_through(rules, state, side, link, unit) {
                continue;
            }
            if !seen.add(link.to) {
                continue;
            }
            let has_enemy = is_hostile_zone(rules, state, power, unit, link.to);
            if has_enemy && !attack {
                continue;
            }
            found.push(Voyage { to: link.to, spent: spent + 1, entered_from: space, past: past.clone() });
            if !has_enemy {
                queue.push_back((link.to, spent + 1, past.clone()));
            } else if passes && enemies(state, power, link.to).all(|stack| !is_armed(rules, stack.unit)) {
                let mut longer = past.clone();
                longer.push(link.to);
                queue.push_back((link.to, spent + 1, longer));
            }
        }
    }
    found
}

/// Whether a canal or strait lets a unit of a side pass.
fn lets_through(rules: &Ruleset, state: &State, side: SideIx, link: &Link, unit: UnitIx) -> bool {
    let passage = link.passage.and_then(|at| rules.board.passages.get(usize::from(at)));
    let always = passage.is_some_and(|passage| passage.always.iter().any(|class| rules.unit(unit).is(Some(*class))));
    always || is_open(rules, state, side, link)
}

/// Whether enemies in a zone stop a unit that comes.
pub fn is_hostile_zone(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, zone: SpaceIx) -> bool {
    let open = settings_now(rules, state).map_or(&[][..], |settings| &settings.open_zones);
    let ignored = |stack: &Stack| {
        open.iter().any(|(movers, past)| {
            movers.takes(rules, state, unit, Some(power)) && past.takes(rules, state, stack.unit, Some(stack.power))
        })
    };
    // Cargo is as harmless as the ship that carries it.
    let counts = |stack: &&Stack| rules.unit(stack.unit).domain != Domain::Land || open.is_empty();
    enemies(state, power, zone).filter(counts).any(|stack| !ignored(stack))
}

/// Spaces by air from the nearest of some places to every space, [`FAR`] beyond a limit.
pub fn flight_map(rules: &Ruleset, sources: &[SpaceIx], limit: u8) -> Vec<u8> {
    let mut map = vec![FAR; rules.board.spaces.len()];
    let mut queue = VecDeque::new();
    for source in sources {
        if map[source.index()] == FAR {
            map[source.index()] = 0;
            queue.push_back(*source);
        }
    }
    while let Some(space) = queue.pop_front() {
        let spent = map[space.index()];
        if spent >= limit {
            continue;
        }
        for link in rules.board.links_of(space) {
            if link.passes.has(Domain::Air) && map[link.to.index()] == FAR {
                map[link.to.index()] = spent + 1;
                queue.push_back(link.to);
            }
        }
    }
    map
}

/// Places where an aircraft may plan to land after a battle: friendly land held since the turn began, and zones where carriers
/// of its own nation are or can still go, as long as there are decks for all.
pub fn planned_fields(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, from: SpaceIx) -> Vec<SpaceIx> {
    let land = (0..rules.board.spaces.len()).map(SpaceIx::new);
    let mut fields: Vec<SpaceIx> =
        land.filter(|space| is_open_land(rules, state, power, *space) && !state.operations.is_taken(*space)).collect();
    // Who starts from a deck has one to come back to.
    let own_deck = if is_sea(rules, from) { weight(rules, unit) } else { 0 };
    let decks = free_decks(rules, state, power, unit) + own_deck;
    if rules.unit(unit).can(Ability::CarrierBased) && decks >= weight(rules, unit) {
        for stack in &state.stacks {
            if stack.power == power && is_sea(rules, stack.space) && capacity(rules, stack.unit, unit) > 0 {
                fields.push(stack.space);
                if stack.army == 0 {
                    let range = movement(rules, state, stack);
                    let ways = voyages(rules, state, power, stack.unit, stack.space, range, false);
                    fields.extend(ways.into_iter().map(|way| way.to));
                }
            }
        }
    }
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// Decks of a nation that none of its aircraft at sea, or gone to battle from the sea, comes back to.
fn free_decks(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx) -> i64 {
    let own = state.stacks.iter().filter(|stack| stack.power == power);
    own.map(|stack| {
        let count = i64::from(stack.count);
        let group = state.operations.group(stack.army);
        let from_sea = group.is_some_and(|group| group.role == Role::Engaged && is_sea(rules, group.from));
        if rules.unit(stack.unit).domain == Domain::Air {
            if is_sea(rules, stack.space) || from_sea { -weight(rules, stack.unit) * count } else { 0 }
        } else {
            capacity(rules, stack.unit, unit) * count
        }
    })
    .sum()
}
