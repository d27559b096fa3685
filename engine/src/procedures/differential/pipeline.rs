//! Merchant ship pipelines: chains of merchant fleets from port to port. A chain carries as much as its smallest holding area.

use std::collections::{BTreeMap, BinaryHeap};

use chartroom_format::schema::units::Ability;

use super::ground::Traced;
pub use super::lanes::Sea;
use super::lanes::Wave;
use super::lines;
use super::zones::{self, Powers};
use crate::ids::{PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Holding areas that a power can use, in order: its own merchant fleets and those of its friends, where no enemy stands on land.
pub fn holding_areas(rules: &Ruleset, state: &State, power: PowerIx, shut: &SpaceSet) -> Vec<(SpaceIx, i64)> {
    let is_friend = Powers::which(state, |other| zones::is_friend(state, power, other));
    let mut areas: Vec<(SpaceIx, i64)> = Vec::new();
    for stack in &state.stacks {
        if !is_friend.has(stack.power) || !rules.unit(stack.unit).can(Ability::Pipeline) || shut.has(stack.space) {
            continue;
        }
        match areas.last_mut() {
            Some((space, fleets)) if *space == stack.space => *fleets += i64::from(stack.count),
            _ => areas.push((stack.space, i64::from(stack.count))),
        }
    }
    areas
}

/// Spaces with land units at war with a power: no chain passes through them.
pub fn shut(rules: &Ruleset, state: &State, power: PowerIx) -> SpaceSet {
    let is_enemy = Powers::which(state, |other| state.at_war(power, other));
    let mut shut = SpaceSet::new(rules.board.spaces.len());
    for stack in state.stacks.iter().filter(|stack| is_enemy.has(stack.power) && zones::is_land(rules, stack)) {
        shut.add(stack.space);
    }
    shut
}

/// All that decides where chains of ships lead, besides the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chains {
    /// Where they begin, with what is brought there.
    pub(super) from: Vec<(SpaceIx, i64)>,
    /// Where they may end.
    pub(super) ports: Vec<SpaceIx>,
    pub(super) areas: Vec<(SpaceIx, i64)>,
    pub(super) shut: SpaceSet,
    /// Steps over the sea from the first port within which they end, whatever is shut.
    pub(super) range: Option<i64>,
}

impl Chains {
    /// Chains of a power's ships.
    pub(super) fn new(
        rules: &Ruleset,
        state: &State,
        power: PowerIx,
        from: Vec<(SpaceIx, i64)>,
        ports: Vec<SpaceIx>,
    ) -> Self {
        let shut = shut(rules, state, power);
        let areas = holding_areas(rules, state, power, &shut);
        Self { from, ports, areas, shut, range: None }
    }

    pub(super) fn reach(&self, rules: &Ruleset) -> Vec<(SpaceIx, i64)> {
        let mut reached = reach(rules, &mut self.areas.clone(), &self.shut, &self.from, &self.ports);
        if let (Some(range), Some((first, _)), false) = (self.range, self.from.first(), reached.is_empty()) {
            let near = rules.campaign.pipeline.within(*first, range);
            reached.retain(|(port, _)| near.has(*port));
        }
        reached
    }
}

/// Holding areas that chains have still to come to, or could come to with more.
struct Fleets<'a> {
    areas: &'a [(SpaceIx, i64)],
    is_wanting: SpaceSet,
    wanting: usize,
}

impl<'a> Fleets<'a> {
    fn new(rules: &Ruleset, areas: &'a [(SpaceIx, i64)]) -> Self {
        let mut is_wanting = SpaceSet::new(rules.board.spaces.len());
        is_wanting.extend(areas.iter().map(|(space, _)| *space));
        Self { areas, is_wanting, wanting: areas.len() }
    }

    /// What a chain carries on from a space, if that may be news.
    fn join(&mut self, space: SpaceIx, brought: i64) -> Option<(i64, SpaceIx)> {
        if !self.is_wanting.has(space) {
            return None;
        }
        let at = self.areas.binary_search_by_key(&space, |(at, _)| *at).ok()?;
        let fleets = self.areas[at].1;
        if brought >= fleets {
            self.is_wanting.remove(space);
            self.wanting -= 1;
        }
        Some((brought.min(fleets), space))
    }
}

/// Ports that chains from these ports lead to, with what they can carry. A chain that goes on from another carries no more than
/// that one brought. Areas stand in order; those that chains pass are taken out: whatever can be reached by them is reached now.
pub fn reach(
    rules: &Ruleset,
    areas: &mut Vec<(SpaceIx, i64)>,
    shut: &SpaceSet,
    from: &[(SpaceIx, i64)],
    ports: &[SpaceIx],
) -> Vec<(SpaceIx, i64)> {
    let (settings, sea) = (&rules.campaign.lines, &rules.campaign.pipeline);
    let is_at_sea = |port: &SpaceIx| !sea.out().of(*port).is_empty();
    let mut fleets = Fleets::new(rules, areas);
    // Whatever is strongest goes first everywhere, so that the first to come to a space is the best.
    let mut from: Vec<(SpaceIx, i64)> = from.iter().copied().filter(|(port, _)| is_at_sea(port)).collect();
    from.sort_by_key(|(_, brought)| std::cmp::Reverse(*brought));
    let mut queue: BinaryHeap<(i64, SpaceIx)> = BinaryHeap::new();
    let mut setting_out = Wave::new(sea.out(), shut, settings.to_port);
    for (port, brought) in &from {
        setting_out.spread(*port, |space| queue.extend(fleets.join(space, *brought)));
    }
    let mut left = SpaceSet::new(rules.board.spaces.len());
    left.extend(ports.iter().copied().filter(is_at_sea));
    for (port, _) in &from {
        left.remove(*port);
    }
    let mut served: BTreeMap<SpaceIx, i64> = BTreeMap::new();
    let mut onward = Wave::new(sea.out(), shut, settings.between + 1);
    let mut landing = Wave::new(sea.back(), shut, settings.to_port);
    let mut passed = SpaceSet::new(rules.board.spaces.len());
    while let Some((capacity, at)) = queue.pop() {
        if !passed.add(at) {
            continue;
        }
        if fleets.wanting > 0 {
            onward.spread(at, |space| queue.extend(fleets.join(space, capacity)));
        }
        landing.spread(at, |space| {
            if left.has(space) {
                left.remove(space);
                served.insert(space, capacity);
            }
        });
    }
    areas.retain(|(space, _)| !passed.has(*space));
    ports.iter().filter_map(|port| served.get(port).map(|capacity| (*port, *capacity))).collect()
}

/// Whether a chain leads from a power's ports in some places to a port in others that no enemy holds, and what it carries.
pub fn leads(rules: &Ruleset, state: &State, power: PowerIx, from: &[SpaceIx], to: &[SpaceIx]) -> Option<i64> {
    leads_with(rules, state, power, from, to, &mut Traced::default())
}

/// The same for somebody who remembers.
pub(super) fn leads_with(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    from: &[SpaceIx],
    to: &[SpaceIx],
    traced: &mut Traced,
) -> Option<i64> {
    let ports = lines::ports(rules, state);
    let own: Vec<(SpaceIx, i64)> = ports
        .iter()
        .filter(|port| from.binary_search(port).is_ok() && zones::is_friendly(state, power, **port))
        .map(|port| (*port, i64::MAX))
        .collect();
    let open = |port: &SpaceIx| state.holder(*port).is_none_or(|holder| !state.at_war(power, holder));
    let ends: Vec<SpaceIx> =
        ports.iter().copied().filter(|port| to.binary_search(port).is_ok() && open(port)).collect();
    let chains = Chains::new(rules, state, power, own, ends);
    traced.chains(rules, &chains).into_iter().map(|(_, capacity)| capacity).max()
}
