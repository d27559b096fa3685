//! Which spaces hang together for a side: over land through its own spaces, and over friendly seas.

use std::collections::VecDeque;

use chartroom_format::schema::units::Domain;

use crate::board::{Link, Opening, PassageInfo};
use crate::condition::Scene;
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// A set of spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpaceSet(Vec<u64>);

impl SpaceSet {
    pub fn new(spaces: usize) -> Self {
        Self(vec![0; spaces.div_ceil(64)])
    }

    /// The spaces of which something is true.
    pub fn of(spaces: usize, is_one: impl Fn(SpaceIx) -> bool) -> Self {
        let word = |from: usize| {
            let bits = (from..spaces.min(from + 64)).map(|at| u64::from(is_one(SpaceIx::new(at))) << (at % 64));
            bits.fold(0, |word, bit| word | bit)
        };
        Self((0..spaces).step_by(64).map(word).collect())
    }

    pub fn has(&self, space: SpaceIx) -> bool {
        self.0.get(space.index() / 64).is_some_and(|word| word >> (space.index() % 64) & 1 == 1)
    }

    /// Adds a space; false if it was there.
    pub fn add(&mut self, space: SpaceIx) -> bool {
        let (word, bit) = (space.index() / 64, 1 << (space.index() % 64));
        match self.0.get_mut(word) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }

    pub fn remove(&mut self, space: SpaceIx) {
        if let Some(word) = self.0.get_mut(space.index() / 64) {
            *word &= !(1 << (space.index() % 64));
        }
    }

    /// Whether all its spaces are in another set too.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0.iter().chain(std::iter::repeat(&0))).all(|(one, other)| one & !other == 0)
    }

    /// How many spaces it has.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set of spaces that are also in another set.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    /// The set, 64 spaces at a time.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Spaces that are also in another set.
    pub fn shared<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = SpaceIx> + 's {
        self.0.iter().zip(&other.0).enumerate().flat_map(|(word, (one, other))| bits(word, one & other))
    }

    /// The spaces of this set that are not in another one, in order.
    pub fn without(&self, other: &Self) -> Vec<SpaceIx> {
        let words = self.0.iter().zip(other.0.iter().copied().chain(std::iter::repeat(0))).enumerate();
        words.flat_map(|(word, (one, other))| bits(word, one & !other)).collect()
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    pub fn iter(&self) -> impl Iterator<Item = SpaceIx> + '_ {
        self.0.iter().enumerate().flat_map(|(word, all)| bits(word, *all))
    }
}

impl Extend<SpaceIx> for SpaceSet {
    fn extend<I: IntoIterator<Item = SpaceIx>>(&mut self, spaces: I) {
        for space in spaces {
            self.add(space);
        }
    }
}

/// The spaces of one word of a set.
pub(crate) fn bits(word: usize, mut left: u64) -> impl Iterator<Item = SpaceIx> {
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (bit < 64).then(|| SpaceIx::new(word * 64 + bit as usize))
    })
}

/// The spaces of a side, for searches that ask at every step: one look by the byte that a state keeps for a holder.
#[derive(Clone, Copy, Debug)]
pub struct Own<'s> {
    holders: &'s [u8],
    is_own: [bool; 256],
}

impl<'s> Own<'s> {
    pub fn new(state: &'s State, side: SideIx) -> Self {
        let mut is_own = [false; 256];
        for power in state.powers().filter(|power| state.side_of(*power) == Some(side)) {
            is_own[usize::from(power.0.wrapping_add(1))] = true;
        }
        is_own[0] = false;
        Self { holders: &state.holders, is_own }
    }

    pub fn holds(&self, space: SpaceIx) -> bool {
        self.holders.get(space.index()).is_some_and(|holder| self.is_own[usize::from(*holder)])
    }
}

/// The spaces of a side that a search has not reached yet: by space the byte of its holder, nobody's once it was reached.
pub(super) struct Unreached {
    holders: Vec<u8>,
    is_own: [bool; 256],
}

impl Unreached {
    /// `also` are spaces that count as its own.
    pub(super) fn new(state: &State, side: SideIx, also: Option<&SpaceSet>) -> Self {
        let mut is_own = Own::new(state, side).is_own;
        let mut holders = state.holders.clone();
        if let Some(also) = also {
            let code = is_own.iter().position(|own| *own).unwrap_or(usize::from(u8::MAX));
            is_own[code] = true;
            for space in also.iter() {
                if let Some(holder) = holders.get_mut(space.index()) {
                    *holder = code as u8;
                }
            }
        }
        Self { holders, is_own }
    }

    pub(super) fn has(&self, space: SpaceIx) -> bool {
        self.holders.get(space.index()).is_some_and(|holder| self.is_own[usize::from(*holder)])
    }

    pub(super) fn take(&mut self, space: SpaceIx) {
        if let Some(holder) = self.holders.get_mut(space.index()) {
            *holder = 0;
        }
    }
}

/// Whether a canal or strait lets a side pass.
pub fn is_open(rules: &Ruleset, state: &State, side: SideIx, link: &Link) -> bool {
    let passage = link.passage.and_then(|at| rules.board.passages.get(usize::from(at)));
    passage.is_none_or(|passage| is_open_passage(rules, state, side, passage))
}

/// Whether one canal or strait lets a side pass.
pub(crate) fn is_open_passage(rules: &Ruleset, state: &State, side: SideIx, passage: &PassageInfo) -> bool {
    let friendly = |space: &SpaceIx| state.is_friendly(*space, side);
    let hostile = |space: &SpaceIx| {
        state.holder(*space).is_some_and(|power| state.actors_at_war(Actor::Side(side), Actor::Power(power)))
    };
    match &passage.opens {
        Opening::FriendlyHoldsAll => passage.keys.iter().all(friendly),
        Opening::FriendlyHoldsAny => passage.keys.iter().any(friendly),
        Opening::UnlessEnemyHolds => !passage.keys.iter().any(hostile),
        Opening::When(condition) => condition.holds(rules, state, &Scene::of_side(Some(side))),
    }
}

/// Whether ships of a side may take a link: open straits, and crossings only between friendly spaces.
pub fn sails(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx, link: &Link) -> bool {
    link.passes.has(Domain::Sea)
        && is_open(rules, state, side, link)
        && (link.sides & rules.board.marks.crossing == 0
            || state.is_friendly(from, side) && state.is_friendly(link.to, side))
}

/// Whether a space has a coast from which a route over the sea can start.
pub fn has_coast(rules: &Ruleset, space: SpaceIx) -> bool {
    rules.board.ground(space).has_coast()
}

/// Spaces a side's land points can reach from a space through its own spaces, that one included.
pub fn by_land(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx) -> SpaceSet {
    flood(rules, state, side, from, None)
}

/// Whether a side's land points can go from a space to another through its own spaces.
pub fn is_joined(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx, to: SpaceIx) -> bool {
    flood(rules, state, side, from, Some(to)).has(to)
}

/// Goes through own spaces from a space on, until one is found if one is looked for.
fn flood(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx, to: Option<SpaceIx>) -> SpaceSet {
    let mut unreached = Unreached::new(state, side, None);
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    let mut open = Vec::with_capacity(64);
    open.push(from);
    seen.add(from);
    unreached.take(from);
    while let Some(space) = open.pop() {
        for next in rules.board.land_ways_of(space).iter().map(|way| way.to()) {
            if unreached.has(next) {
                unreached.take(next);
                seen.add(next);
                if Some(next) == to {
                    return seen;
                }
                open.push(next);
            }
        }
    }
    seen
}

/// Steps between two spaces for units of a domain, whoever holds them.
pub fn distance(rules: &Ruleset, from: SpaceIx, to: SpaceIx, domain: Domain) -> Option<u32> {
    spread(rules, from, domain).find(|(space, _)| *space == to).map(|(_, steps)| steps)
}

/// All spaces that units of a domain can reach from a space, whoever holds them, with the steps it takes; the nearest first.
pub fn spread(rules: &Ruleset, from: SpaceIx, domain: Domain) -> impl Iterator<Item = (SpaceIx, u32)> {
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    let mut queue = VecDeque::from([(from, 0_u32)]);
    seen.add(from);
    std::iter::from_fn(move || {
        let (space, steps) = queue.pop_front()?;
        for link in rules.board.links_of(space) {
            if link.passes.has(domain) && seen.add(link.to) {
                queue.push_back((link.to, steps + 1));
            }
        }
        Some((space, steps))
    })
}
