//! Merchant ship pipelines: chains of merchant fleets from port to port. A chain carries as much as its smallest holding area.

use std::collections::{BTreeMap, BinaryHeap};

use chartroom_format::schema::units::Ability;

pub use super::lanes::Sea;
use super::lanes::Wave;
use super::{lines, zones};
use crate::ids::{PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Holding areas that a power can use: its own merchant fleets and those of its friends, where no enemy stands on land.
pub fn holding_areas(rules: &Ruleset, state: &State, power: PowerIx) -> BTreeMap<SpaceIx, i64> {
    let mut areas = BTreeMap::new();
    for stack in &state.stacks {
        if rules.unit(stack.unit).can(Ability::Pipeline)
            && zones::is_friend(state, power, stack.power)
            && zones::enemies_in(rules, state, power, stack.space).next().is_none()
        {
            *areas.entry(stack.space).or_insert(0) += i64::from(stack.count);
        }
    }
    areas
}

/// Spaces with land units at war with a power: no chain passes through them.
pub fn shut(rules: &Ruleset, state: &State, power: PowerIx) -> SpaceSet {
    let mut shut = SpaceSet::new(rules.board.spaces.len());
    for stack in state.stacks.iter().filter(|stack| zones::is_land(rules, stack)) {
        if state.at_war(power, stack.power) {
            shut.add(stack.space);
        }
    }
    shut
}

/// Ports that chains from these ports lead to, with what they can carry. A chain that goes on from another carries no more than
/// that one brought.
pub fn reach(
    rules: &Ruleset,
    areas: &BTreeMap<SpaceIx, i64>,
    shut: &SpaceSet,
    from: &[(SpaceIx, i64)],
    ports: &[SpaceIx],
) -> Vec<(SpaceIx, i64)> {
    let (settings, sea) = (&rules.campaign.lines, &rules.campaign.pipeline);
    let is_at_sea = |port: &SpaceIx| !sea.out().of(*port).is_empty();
    let mut is_area = SpaceSet::new(rules.board.spaces.len());
    areas.keys().for_each(|space| _ = is_area.add(*space));
    let chain = |space: SpaceIx, brought: i64| {
        let fleets = is_area.has(space).then(|| areas.get(&space)).flatten()?;
        Some((brought.min(*fleets), space))
    };
    // Whatever is strongest goes first everywhere, so that the first to come to a space is the best.
    let mut from: Vec<(SpaceIx, i64)> = from.iter().copied().filter(|(port, _)| is_at_sea(port)).collect();
    from.sort_by_key(|(_, brought)| std::cmp::Reverse(*brought));
    let mut queue: BinaryHeap<(i64, SpaceIx)> = BinaryHeap::new();
    let mut setting_out = Wave::new(sea.out(), shut, settings.to_port);
    for (port, brought) in &from {
        setting_out.spread(*port, |space| queue.extend(chain(space, *brought)));
    }
    let mut left = SpaceSet::new(rules.board.spaces.len());
    ports.iter().filter(|port| is_at_sea(port)).for_each(|port| _ = left.add(*port));
    from.iter().for_each(|(port, _)| left.remove(*port));
    let mut served: BTreeMap<SpaceIx, i64> = BTreeMap::new();
    let mut onward = Wave::new(sea.out(), shut, settings.between + 1);
    let mut landing = Wave::new(sea.back(), shut, settings.to_port);
    while let Some((capacity, at)) = queue.pop() {
        onward.spread(at, |space| queue.extend(chain(space, capacity)));
        landing.spread(at, |space| {
            if left.has(space) {
                left.remove(space);
                served.insert(space, capacity);
            }
        });
    }
    ports.iter().filter_map(|port| served.get(port).map(|capacity| (*port, *capacity))).collect()
}

/// Whether a chain leads from a power's ports in some places to a port in others that no enemy holds, and what it carries.
pub fn leads(rules: &Ruleset, state: &State, power: PowerIx, from: &[SpaceIx], to: &[SpaceIx]) -> Option<i64> {
    let ports = lines::ports(rules, state);
    let own: Vec<(SpaceIx, i64)> = ports
        .iter()
        .filter(|port| from.binary_search(port).is_ok() && zones::is_friendly(state, power, **port))
        .map(|port| (*port, i64::MAX))
        .collect();
    let open = |port: &SpaceIx| state.holder(*port).is_none_or(|holder| !state.at_war(power, holder));
    let ends: Vec<SpaceIx> =
        ports.iter().copied().filter(|port| to.binary_search(port).is_ok() && open(port)).collect();
    let areas = holding_areas(rules, state, power);
    let shut = shut(rules, state, power);
    reach(rules, &areas, &shut, &own, &ends).into_iter().map(|(_, capacity)| capacity).max()
}
