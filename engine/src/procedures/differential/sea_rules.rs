//! Who may strike whom at sea, whose zone of control covers a space, and from how far ships can be struck. The strike itself is
//! in `naval`, whoever moves and fights in `fleet`.

use std::collections::VecDeque;

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::{Ability, Domain};

use super::naval::{self, Strike};
use super::zones;
use crate::ids::SpaceIx;
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::sea::Fed;
use crate::state::{Stack, State};
use crate::table::Value;

/// What a naval unit is to these rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Surface fleets with a zone of control: carriers.
    Carrier,
    Surface,
    Submarine,
    /// Naval units that never put to sea.
    LandBased,
    /// Merchant and amphibious fleets.
    Shipping,
}

/// None for whatever is not a naval unit.
pub fn kind(rules: &Ruleset, stack: &Stack) -> Option<Kind> {
    let info = rules.unit(stack.unit);
    match info.domain {
        Domain::Submarine => Some(Kind::Submarine),
        Domain::Sea if info.can(Ability::Pipeline) || info.can(Ability::Amphibious) => Some(Kind::Shipping),
        Domain::Sea if info.zone.is_some() => Some(Kind::Carrier),
        Domain::Sea => Some(Kind::Surface),
        Domain::Air if info.can(Ability::Depletes) => Some(Kind::LandBased),
        _ => None,
    }
}

/// Whether a unit may take part in a strike on another. Merchant ships suffer transit attacks only while they carry points.
pub fn may_strike(rules: &Ruleset, strike: Strike, shooter: &Stack, target: &Stack, carrying: bool) -> bool {
    let (Some(by), Some(at)) = (kind(rules, shooter), kind(rules, target)) else { return false };
    if naval::attack_strength(rules, shooter) == 0 {
        return false;
    }
    let against_base = match by {
        Kind::LandBased => true,
        Kind::Carrier | Kind::Surface => rules.board.space(target.space).surface != Surface::Land,
        Kind::Submarine | Kind::Shipping => false,
    };
    match (strike, at) {
        (Strike::Normal, Kind::Submarine) | (Strike::Transit, Kind::LandBased) => false,
        (Strike::Normal | Strike::Counter, Kind::LandBased) => against_base,
        (Strike::Transit, Kind::Submarine) => matches!(by, Kind::Carrier | Kind::LandBased),
        (Strike::Transit, Kind::Shipping) if rules.unit(target.unit).can(Ability::Pipeline) => carrying && has_zone(by),
        (Strike::Transit, _) => has_zone(by),
        (Strike::Normal | Strike::Counter, _) => true,
    }
}

const fn has_zone(kind: Kind) -> bool {
    matches!(kind, Kind::Carrier | Kind::Submarine | Kind::LandBased)
}

/// How far the zone of control of a unit reaches; none without one. Depletion ends it, and want of supply.
pub fn zone(rules: &Ruleset, state: &State, stack: &Stack) -> Option<i64> {
    let fed = state.campaign.sea.fleet(stack.army).fed == Fed::Full;
    let kind = kind(rules, stack).filter(|kind| has_zone(*kind) && stack.damaged == 0 && fed)?;
    match kind {
        Kind::Submarine => Some(0),
        Kind::LandBased => {
            let table = rules.campaign.naval.as_ref()?.zones.map(|table| rules.table(table))?;
            let side = state.side_of(stack.power).and_then(|side| rules.sides.get(side.index()))?;
            table.cell(table.at(0, i64::from(state.turn)), table.word(1, side)).and_then(Value::number)
        }
        _ => rules.unit(stack.unit).zone,
    }
}

/// Whether a unit's zone covers a space: through every hexside, over coasts and seas, not over land alone or neutral countries.
pub fn controls(rules: &Ruleset, state: &State, stack: &Stack, space: SpaceIx) -> bool {
    let Some(radius) = zone(rules, state, stack) else { return false };
    match radius {
        _ if rules.board.space(space).surface == Surface::Land => false,
        0 => stack.space == space,
        1 => stack.space == space || rules.board.link(stack.space, space).is_some(),
        _ => {
            let mut covered = SpaceSet::new(rules.board.spaces.len());
            cover_zone(rules, state, stack, &mut covered);
            covered.has(space)
        }
    }
}

/// Adds the spaces that a unit's zone covers.
pub fn cover_zone(rules: &Ruleset, state: &State, stack: &Stack, covered: &mut SpaceSet) {
    cover(rules, state, stack, covered, false);
}

/// Adds the spaces within the radius of a unit's zone, those over land alone only if asked: there is no zone, but land-based units
/// attack each other there. The zone ends at the land of neutral countries; their coasts it passes.
pub fn cover(rules: &Ruleset, state: &State, stack: &Stack, covered: &mut SpaceSet, over_land: bool) {
    let Some(radius) = zone(rules, state, stack) else { return };
    let mut seen: Vec<SpaceIx> = vec![stack.space];
    let mut queue = VecDeque::from([(stack.space, 0_i64)]);
    while let Some((at, steps)) = queue.pop_front() {
        let inland = rules.board.space(at).surface == Surface::Land;
        if over_land || !inland {
            covered.add(at);
        }
        if steps >= radius || inland && at != stack.space && zones::is_neutral(rules, state, at) {
            continue;
        }
        for link in rules.board.links_of(at) {
            if !seen.contains(&link.to) {
                seen.push(link.to);
                queue.push_back((link.to, steps + 1));
            }
        }
    }
}

/// From how far merchant and amphibious fleets are struck.
pub const CONVOY_RANGE: u8 = 5;

/// Whether a target lies where a unit can attack it: adjacent, in its own space for submarines, within five spaces for convoys,
/// anywhere in the zone of land-based units.
pub fn in_reach(rules: &Ruleset, state: &State, shooter: &Stack, target: &Stack) -> bool {
    let by = kind(rules, shooter);
    if by == Some(Kind::LandBased) {
        let mut covered = SpaceSet::new(rules.board.spaces.len());
        cover(rules, state, shooter, &mut covered, kind(rules, target) == Some(Kind::LandBased));
        return covered.has(target.space);
    }
    if kind(rules, target) == Some(Kind::Shipping) {
        let steps = rules.campaign.pipeline.distance(shooter.space, target.space);
        return steps.is_some_and(|steps| steps <= CONVOY_RANGE);
    }
    if shooter.space == target.space {
        return by == Some(Kind::Submarine);
    }
    // Carriers reach across every kind of hexside; others only where ships attack across.
    let open = |link: &crate::board::Link| by == Some(Kind::Carrier) || link.passes.has(Domain::Sea);
    rules.board.link(shooter.space, target.space).is_some_and(open)
}

/// Those whose zones let them strike a unit that leaves a space.
pub fn transit_attackers(rules: &Ruleset, state: &State, leaver: &Stack, carrying: bool) -> Vec<Stack> {
    let foes = state.stacks.iter().filter(|stack| state.at_war(stack.power, leaver.power));
    let able = foes.filter(|stack| may_strike(rules, Strike::Transit, stack, leaver, carrying));
    able.filter(|stack| controls(rules, state, stack, leaver.space)).copied().collect()
}

/// Whether a unit may leave before combat: all but merchant ships, land-based units, and submarines, which nobody attacks.
pub fn may_leave(rules: &Ruleset, stack: &Stack) -> bool {
    matches!(kind(rules, stack), Some(Kind::Carrier | Kind::Surface))
        || kind(rules, stack) == Some(Kind::Shipping) && !rules.unit(stack.unit).can(Ability::Pipeline)
}
