//! Merchant ship pipelines: chains of merchant fleets from port to port. A chain carries as much as its smallest holding area.

use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use chartroom_format::schema::units::{Ability, Domain};

use super::{lines, zones};
use crate::board::Board;
use crate::ids::{PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Distances over the sea between near spaces, counted once for the board.
#[derive(Clone, Debug, Default)]
pub struct Sea {
    starts: Vec<u32>,
    near: Vec<(SpaceIx, u8)>,
}

impl Sea {
    /// Distances up to a radius.
    pub fn new(board: &Board, radius: u8) -> Self {
        let count = board.spaces.len();
        let mut sea = Self { starts: vec![0; count + 1], near: Vec::new() };
        let mut queue: VecDeque<(SpaceIx, u8)> = VecDeque::new();
        let mut seen = SpaceSet::new(count);
        for index in 0..count {
            let from = SpaceIx::new(index);
            let first = sea.near.len();
            if board.links_of(from).iter().any(|link| link.passes.has(Domain::Sea)) {
                seen.clear();
                seen.add(from);
                queue.push_back((from, 0));
                while let Some((space, steps)) = queue.pop_front() {
                    sea.near.push((space, steps));
                    if steps < radius {
                        for link in board.links_of(space) {
                            if link.passes.has(Domain::Sea) && seen.add(link.to) {
                                queue.push_back((link.to, steps + 1));
                            }
                        }
                    }
                }
                sea.near[first..].sort_unstable();
            }
            sea.starts[index + 1] = sea.near.len() as u32;
        }
        sea
    }

    /// Spaces within the radius, the space itself included, in order.
    pub fn near(&self, from: SpaceIx) -> impl Iterator<Item = (SpaceIx, u8)> + '_ {
        self.slice(from).iter().copied()
    }

    fn slice(&self, from: SpaceIx) -> &[(SpaceIx, u8)] {
        match (self.starts.get(from.index()), self.starts.get(from.index() + 1)) {
            (Some(&start), Some(&end)) => &self.near[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Steps over the sea, if they are few enough to be counted.
    pub fn distance(&self, from: SpaceIx, to: SpaceIx) -> Option<u8> {
        let near = self.slice(from);
        near.binary_search_by_key(&to, |(space, _)| *space).ok().map(|at| near[at].1)
    }
}

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

/// Ports that chains from these ports lead to, with what they can carry.
pub fn reach(
    rules: &Ruleset,
    areas: &BTreeMap<SpaceIx, i64>,
    from: &[SpaceIx],
    ports: &[SpaceIx],
) -> Vec<(SpaceIx, i64)> {
    let settings = &rules.campaign.lines;
    let sea = &rules.campaign.pipeline;
    let within =
        |from: SpaceIx, to: SpaceIx, most: i64| sea.distance(from, to).is_some_and(|steps| i64::from(steps) <= most);
    let areas: Vec<(SpaceIx, i64)> = areas.iter().map(|(space, fleets)| (*space, *fleets)).collect();
    // By area: the most that a chain carries there.
    let mut best: Vec<Option<i64>> = vec![None; areas.len()];
    let mut queue: BinaryHeap<(i64, usize)> = BinaryHeap::new();
    for (at, (space, fleets)) in areas.iter().enumerate() {
        if from.iter().any(|port| within(*port, *space, settings.to_port)) {
            queue.push((*fleets, at));
        }
    }
    while let Some((capacity, at)) = queue.pop() {
        if best[at].is_some_and(|known| known >= capacity) {
            continue;
        }
        best[at] = Some(capacity);
        for (next, (space, fleets)) in areas.iter().enumerate() {
            let carried = capacity.min(*fleets);
            if best[next].is_none_or(|known| known < carried) && within(areas[at].0, *space, settings.between + 1) {
                queue.push((carried, next));
            }
        }
    }
    let ends = ports.iter().filter(|port| !from.contains(port)).filter_map(|port| {
        let reached = areas.iter().zip(&best).filter_map(|((space, _), best)| best.map(|best| (*space, best)));
        let near = reached.filter(|(space, _)| within(*port, *space, settings.to_port));
        near.map(|(_, capacity)| capacity).max().map(|capacity| (*port, capacity))
    });
    ends.collect()
}

/// Whether a chain leads from a power's home ports to a port in these places that no enemy holds, and what it carries.
pub fn leads_to(rules: &Ruleset, state: &State, power: PowerIx, places: &[SpaceIx]) -> Option<i64> {
    let ports = lines::ports(rules, state);
    let home = &rules.power(power).home;
    let own: Vec<SpaceIx> = ports
        .iter()
        .copied()
        .filter(|port| home.binary_search(port).is_ok() && zones::is_friendly(state, power, *port))
        .collect();
    let open = |port: &SpaceIx| state.holder(*port).is_none_or(|holder| !state.at_war(power, holder));
    let ends: Vec<SpaceIx> =
        ports.iter().copied().filter(|port| places.binary_search(port).is_ok() && open(port)).collect();
    let areas = holding_areas(rules, state, power);
    reach(rules, &areas, &own, &ends).into_iter().map(|(_, capacity)| capacity).max()
}
