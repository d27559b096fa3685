//! The ground as lines of supply find it, and how far they reach on it. Whoever asks again and again keeps the latest answers: a
//! question holds all that its answer depends on besides the rules.

use std::collections::VecDeque;

use chartroom_format::schema::units::Domain;

use super::LineRules;
use super::fleet::errands::Errands;
use super::lines::{self, Reach};
use super::pipeline::{self, Chains};
use super::zones::{self, Powers};
use crate::ids::{PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Answers that are kept: more than the questions of one decision.
const KEPT: usize = 128;

/// The latest answers to questions of one kind.
#[derive(Clone, Debug)]
struct Latest<Q, A> {
    known: Vec<(Q, A)>,
    /// The oldest, which is the next to be forgotten.
    oldest: usize,
}

impl<Q, A> Default for Latest<Q, A> {
    fn default() -> Self {
        Self { known: Vec::new(), oldest: 0 }
    }
}

impl<Q: Clone + PartialEq, A: Clone> Latest<Q, A> {
    fn answer(&mut self, question: &Q, find: impl FnOnce(&Q) -> A) -> A {
        if let Some((_, answer)) = self.known.iter().find(|(known, _)| known == question) {
            return answer.clone();
        }
        let answer = find(question);
        let entry = (question.clone(), answer.clone());
        if self.known.len() < KEPT {
            self.known.push(entry);
        } else {
            self.known[self.oldest] = entry;
            self.oldest = (self.oldest + 1) % KEPT;
        }
        answer
    }
}

/// Lines of supply and chains of ships traced before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traced {
    lines: Latest<Ground, Reach>,
    chains: Latest<Chains, Vec<(SpaceIx, i64)>>,
    errands: Latest<Errands, Vec<SpaceIx>>,
}

impl Traced {
    /// Where lines reach on some ground.
    pub(super) fn reach(&mut self, rules: &Ruleset, ground: &Ground) -> Reach {
        self.lines.answer(ground, |ground| ground.reach(rules))
    }

    /// Ports that chains of ships lead to, with what they carry.
    pub(super) fn chains(&mut self, rules: &Ruleset, chains: &Chains) -> Vec<(SpaceIx, i64)> {
        self.chains.answer(chains, |chains| chains.reach(rules))
    }

    /// Where ships have something to do.
    pub(super) fn goals(&mut self, rules: &Ruleset, errands: &Errands) -> Vec<SpaceIx> {
        self.errands.answer(errands, |errands| errands.goals(rules))
    }
}

/// The ground as a power's lines find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    /// Where lines begin.
    pub(super) sources: Vec<SpaceIx>,
    /// Spaces with enemies on land.
    hostile: SpaceSet,
    /// Land where enemies, their zones without a friend, or neutrals stop a line.
    blocked: SpaceSet,
    /// Merchant fleets by space.
    areas: Vec<(SpaceIx, i64)>,
    /// Ports that chains of ships may use.
    ports: Vec<SpaceIx>,
}

impl Ground {
    /// The ground of lines that begin in these spaces.
    pub(super) fn new(rules: &Ruleset, state: &State, power: PowerIx, sources: Vec<SpaceIx>) -> Self {
        let hostile = pipeline::shut(rules, state, power);
        let mut blocked = foreign(rules, state, power);
        blocked.extend(hostile.iter());
        if rules.campaign.lines.zones_block {
            let mut friends = SpaceSet::new(rules.board.spaces.len());
            let is_friend = Powers::which(state, |other| zones::is_friend(state, power, other));
            for stack in state.stacks.iter().filter(|stack| is_friend.has(stack.power)) {
                if zones::is_land(rules, stack) {
                    friends.add(stack.space);
                }
            }
            blocked.extend(zones::enemy_zones(rules, state, power, None).without(&friends));
        }
        let areas = pipeline::holding_areas(rules, state, power, &hostile);
        // Without ships ports are of no use.
        let ports = if areas.is_empty() { Vec::new() } else { lines::ports(rules, state) };
        let is_open = |port: &SpaceIx| zones::is_friendly(state, power, *port) && !hostile.has(*port);
        let ports = ports.into_iter().filter(is_open).collect();
        Self { sources, hostile, blocked, areas, ports }
    }

    /// Where lines reach, over land and along merchant ships.
    fn reach(&self, rules: &Ruleset) -> Reach {
        let as_good = as_good(&rules.campaign.lines);
        let mut reach = Reach { land: self.spread(rules, &as_good, &self.sources), ..Reach::default() };
        if self.areas.is_empty() {
            return reach;
        }
        let mut areas = self.areas.clone();
        let mut served = SpaceSet::new(rules.board.spaces.len());
        // A chain may lead on from ports that another chain has reached; each round adds ports, so it ends.
        let by_land = self.ports.iter().copied().filter(|port| reach.land.has(*port));
        let mut begin: Vec<(SpaceIx, i64)> = by_land.map(|port| (port, i64::MAX)).collect();
        while !begin.is_empty() && !areas.is_empty() {
            let open: Vec<SpaceIx> =
                self.ports.iter().copied().filter(|port| !reach.land.has(*port) && !served.has(*port)).collect();
            for (port, capacity) in pipeline::reach(rules, &mut areas, &self.hostile, &begin, &open) {
                if served.has(port) {
                    continue;
                }
                reach.ports.push((port, capacity));
                for space in self.spread(rules, &as_good, &[port]).iter() {
                    if !reach.land.has(space) && served.add(space) {
                        reach.by_sea.push((space, port));
                    }
                }
            }
            // Ports that the new lines reach over land pass on what came through the first.
            let reached = open.into_iter().filter_map(|port| {
                let (_, first) = reach.by_sea.iter().find(|(at, _)| *at == port)?;
                reach.ports.iter().find(|(at, _)| at == first).map(|(_, capacity)| (port, *capacity))
            });
            begin = reached.collect();
        }
        reach.by_sea.sort_unstable();
        reach
    }

    /// Spaces that lines from these spaces reach over land.
    fn spread(&self, rules: &Ruleset, as_good: &[u64; 64], sources: &[SpaceIx]) -> SpaceSet {
        let board = &rules.board;
        let settings = &rules.campaign.lines;
        let (water, mountain) = (board.side_mask(|side| side.bars_supply), board.side_mask(|side| side.land_cost > 0));
        let mut found = SpaceSet::new(board.spaces.len());
        let mut is_source = SpaceSet::new(board.spaces.len());
        let mut seen: Vec<u64> = vec![0; board.spaces.len()];
        let mut queue: VecDeque<(SpaceIx, [i64; 3])> = VecDeque::new();
        for source in sources {
            found.add(*source);
            is_source.add(*source);
            seen[source.index()] |= 1;
            queue.push_back((*source, [0; 3]));
        }
        while let Some((at, [outside, counted, mountains])) = queue.pop_front() {
            let is_counted = board.ground(at).is_counted() && !is_source.has(at);
            let counted = counted + i64::from(is_counted);
            if counted > settings.counted {
                continue;
            }
            for link in board.links_of(at) {
                if !link.passes.has(Domain::Land) || !board.has_land(link.to) || link.sides & water != 0 {
                    continue;
                }
                let mountains = mountains + i64::from(link.sides & mountain != 0);
                let outside = if settings.free_within.has(link.to) { 0 } else { outside + 1 };
                if mountains > settings.mountains || outside > settings.length || self.blocked.has(link.to) {
                    continue;
                }
                let bit = ((outside * (settings.counted + 1) + counted) * (settings.mountains + 1) + mountains).min(63);
                if seen[link.to.index()] & as_good[bit as usize] == 0 {
                    seen[link.to.index()] |= 1 << bit;
                    found.add(link.to);
                    queue.push_back((link.to, [outside, counted, mountains]));
                }
            }
        }
        found
    }
}

/// By the way that a line has gone, which is a bit: all ways that are as good or better, whatever lies ahead.
fn as_good(settings: &LineRules) -> [u64; 64] {
    let mut as_good: [u64; 64] = std::array::from_fn(|bit| 1 << bit);
    let counts = |bit: i64| {
        let (mountains, rest) = (bit % (settings.mountains + 1), bit / (settings.mountains + 1));
        [rest / (settings.counted + 1), rest % (settings.counted + 1), mountains]
    };
    let all = (settings.length + 1) * (settings.counted + 1) * (settings.mountains + 1);
    // With more ways than bits the last bit is a mixture.
    if (1..64).contains(&all) {
        for bit in 0..all {
            let is_as_good = |other: &i64| counts(*other).iter().zip(counts(bit)).all(|(one, other)| *one <= other);
            as_good[bit as usize] = (0..=bit).filter(is_as_good).fold(0, |bits, other| bits | 1 << other);
        }
    }
    as_good
}

/// Spaces whose holder is neither a friend nor an enemy of a power, or that nobody holds.
fn foreign(rules: &Ruleset, state: &State, power: PowerIx) -> SpaceSet {
    let is_neither =
        Powers::which(state, |other| !zones::is_friend(state, power, other) && !state.at_war(power, other));
    SpaceSet::of(rules.board.spaces.len(), |space| state.holder(space).is_none_or(|holder| is_neither.has(holder)))
}
