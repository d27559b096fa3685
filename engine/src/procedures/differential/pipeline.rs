//! Merchant ship pipelines: chains of merchant fleets from port to port. A chain carries as much as its smallest holding area.

use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::{Arc, OnceLock};

use chartroom_format::schema::units::{Ability, Domain};

use super::{lines, zones};
use crate::board::Board;
use crate::ids::{PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Distances over the sea between near spaces of a board. Those from one space are counted when somebody first asks.
#[derive(Clone, Debug, Default)]
pub struct Sea {
    board: Arc<Board>,
    radius: u8,
    near: Vec<OnceLock<Box<[(SpaceIx, u8)]>>>,
}

impl Sea {
    /// Distances up to a radius.
    pub fn new(board: &Arc<Board>, radius: u8) -> Self {
        Self { board: Arc::clone(board), radius, near: vec![OnceLock::new(); board.spaces.len()] }
    }

    fn count(&self, from: SpaceIx) -> Box<[(SpaceIx, u8)]> {
        let by_sea = |space: SpaceIx| self.board.links_of(space).iter().filter(|link| link.passes.has(Domain::Sea));
        if by_sea(from).next().is_none() {
            return Box::default();
        }
        let mut steps = vec![0_u8; self.near.len()];
        let mut seen = SpaceSet::new(self.near.len());
        seen.add(from);
        let mut queue = VecDeque::from([from]);
        while let Some(space) = queue.pop_front() {
            let next = steps[space.index()] + 1;
            if next > self.radius {
                break;
            }
            for link in by_sea(space) {
                if seen.add(link.to) {
                    steps[link.to.index()] = next;
                    queue.push_back(link.to);
                }
            }
        }
        seen.iter().map(|space| (space, steps[space.index()])).collect()
    }

    /// Spaces within the radius, the space itself included, in order.
    pub fn near(&self, from: SpaceIx) -> impl Iterator<Item = (SpaceIx, u8)> + '_ {
        self.slice(from).iter().copied()
    }

    fn slice(&self, from: SpaceIx) -> &[(SpaceIx, u8)] {
        self.near.get(from.index()).map_or(&[], |near| near.get_or_init(|| self.count(from)))
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

/// The sea as chains of one power find it.
struct Waters<'a> {
    rules: &'a Ruleset,
    shut: &'a SpaceSet,
    /// The shut spaces that ships could otherwise pass.
    straits: Vec<SpaceIx>,
}

impl<'a> Waters<'a> {
    fn new(rules: &'a Ruleset, shut: &'a SpaceSet) -> Self {
        let passable = |space: &SpaceIx| rules.campaign.pipeline.slice(*space).len() > 1;
        Self { rules, shut, straits: shut.iter().filter(passable).collect() }
    }

    /// Whether ships get from one space to another in so many steps, past shut spaces.
    fn within(&self, from: SpaceIx, to: SpaceIx, most: i64) -> bool {
        let sea = &self.rules.campaign.pipeline;
        let Some(steps) = sea.distance(from, to).filter(|steps| i64::from(*steps) <= most) else { return false };
        let on_the_way = |space: &SpaceIx| {
            let (before, after) = (sea.distance(from, *space), sea.distance(*space, to));
            before.zip(after).is_some_and(|(before, after)| i64::from(before) + i64::from(after) <= most)
        };
        !self.straits.iter().any(on_the_way) || self.straight(from, to, steps) || self.around(from, to, most)
    }

    /// A shortest way that is open.
    fn straight(&self, at: SpaceIx, to: SpaceIx, steps: u8) -> bool {
        let sea = &self.rules.campaign.pipeline;
        let nearer = |next: SpaceIx| sea.distance(next, to) == steps.checked_sub(1);
        let mut links = self.rules.board.links_of(at).iter().filter(|link| link.passes.has(Domain::Sea));
        steps <= 1
            || links.any(|link| nearer(link.to) && !self.shut.has(link.to) && self.straight(link.to, to, steps - 1))
    }

    /// Any open way of at most so many steps.
    fn around(&self, from: SpaceIx, to: SpaceIx, most: i64) -> bool {
        let mut seen = SpaceSet::new(self.rules.board.spaces.len());
        let mut queue: VecDeque<(SpaceIx, i64)> = VecDeque::from([(from, 0)]);
        seen.add(from);
        while let Some((at, steps)) = queue.pop_front() {
            if at == to {
                return true;
            }
            for link in self.rules.board.links_of(at) {
                let open = link.passes.has(Domain::Sea) && (link.to == to || !self.shut.has(link.to));
                if steps < most && open && seen.add(link.to) {
                    queue.push_back((link.to, steps + 1));
                }
            }
        }
        false
    }
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
    let settings = &rules.campaign.lines;
    let waters = Waters::new(rules, shut);
    let areas: Vec<(SpaceIx, i64)> = areas.iter().map(|(space, fleets)| (*space, *fleets)).collect();
    // By area: the most that a chain carries there.
    let mut best: Vec<Option<i64>> = vec![None; areas.len()];
    let mut queue: BinaryHeap<(i64, usize)> = BinaryHeap::new();
    for (at, (space, fleets)) in areas.iter().enumerate() {
        let near = from.iter().filter(|(port, _)| waters.within(*port, *space, settings.to_port));
        if let Some(brought) = near.map(|(_, brought)| *brought).max() {
            queue.push((brought.min(*fleets), at));
        }
    }
    while let Some((capacity, at)) = queue.pop() {
        if best[at].is_some_and(|known| known >= capacity) {
            continue;
        }
        best[at] = Some(capacity);
        for (next, (space, fleets)) in areas.iter().enumerate() {
            let carried = capacity.min(*fleets);
            if best[next].is_none_or(|known| known < carried)
                && waters.within(areas[at].0, *space, settings.between + 1)
            {
                queue.push((carried, next));
            }
        }
    }
    let begins = |port: &SpaceIx| from.iter().any(|(begin, _)| begin == port);
    let ends = ports.iter().filter(|port| !begins(port)).filter_map(|port| {
        let reached = areas.iter().zip(&best).filter_map(|((space, _), best)| best.map(|best| (*space, best)));
        let near = reached.filter(|(space, _)| waters.within(*port, *space, settings.to_port));
        near.map(|(_, capacity)| capacity).max().map(|capacity| (*port, capacity))
    });
    ends.collect()
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
