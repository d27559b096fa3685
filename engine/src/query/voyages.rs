//! Which friendly land points reach over land and some seas together. Many choices of seas are looked at from one place, so
//! what holds for all of them is looked up once, and each choice only adds to what fewer seas reach.

use chartroom_format::schema::units::Domain;

use super::reach::{Own, SpaceSet, has_coast, sails};
use crate::ids::{SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// The spaces that some seas and the land between them lead to.
#[derive(Clone, Debug)]
pub(super) struct Covered {
    pub(super) on_land: SpaceSet,
    at_sea: SpaceSet,
}

/// What ships of a side may take now: the same for as long as nothing changes hands and the same seas are open.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// Links that ships may take into spaces of the seas: those of space n are `ways[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    ways: Vec<SpaceIx>,
    /// By sea: spaces that touch it, or from which ships come into one that does.
    near: Vec<SpaceSet>,
}

fn seas_of(rules: &Ruleset, space: SpaceIx) -> u32 {
    rules.seas.as_ref().and_then(|seas| seas.of.get(space.index()).copied()).unwrap_or(0)
}

impl Lanes {
    /// `seas` are the numbers of those that carry anything now.
    pub(super) fn new(rules: &Ruleset, state: &State, side: SideIx, seas: &[usize]) -> Self {
        let count = rules.board.spaces.len();
        let mut lanes = Self {
            starts: Vec::with_capacity(count + 1),
            ways: Vec::new(),
            near: vec![SpaceSet::new(count); seas.len()],
        };
        let any = seas.iter().fold(0, |bits, sea| bits | 1 << sea);
        lanes.starts.push(0);
        for space in (0..count).map(SpaceIx::new) {
            let mut touched = seas_of(rules, space);
            for link in rules.board.links_of(space) {
                let leads_to = seas_of(rules, link.to) & any;
                if leads_to != 0 && sails(rules, state, side, space, link) {
                    lanes.ways.push(link.to);
                    touched |= leads_to;
                }
            }
            lanes.starts.push(lanes.ways.len() as u32);
            for (near, sea) in lanes.near.iter_mut().zip(seas) {
                if touched >> sea & 1 == 1 {
                    near.add(space);
                }
            }
        }
        lanes
    }

    fn ways_of(&self, space: SpaceIx) -> &[SpaceIx] {
        &self.ways[self.starts[space.index()] as usize..self.starts[space.index() + 1] as usize]
    }
}

/// The seas as a side finds them now.
pub(super) struct Voyages<'a> {
    rules: &'a Ruleset,
    own: Own<'a>,
    lanes: &'a Lanes,
}

impl<'a> Voyages<'a> {
    pub(super) fn new(rules: &'a Ruleset, state: &'a State, side: SideIx, lanes: &'a Lanes) -> Self {
        Self { rules, own: Own::new(state, side), lanes }
    }

    fn seas_of(&self, space: SpaceIx) -> u32 {
        seas_of(self.rules, space)
    }

    /// What own land alone leads to.
    pub(super) fn ashore(&self, from: SpaceIx) -> Covered {
        let count = self.rules.board.spaces.len();
        let mut covered = Covered { on_land: SpaceSet::new(count), at_sea: SpaceSet::new(count) };
        covered.on_land.add(from);
        self.go_on(&mut covered, vec![(from, false)], 0);
        covered
    }

    /// What is reached with one sea more, the one at place `added` of the list; `seas` are all of them, one bit each.
    pub(super) fn further(&self, fewer: &Covered, seas: u32, added: usize) -> Covered {
        let mut covered = fewer.clone();
        let near = &self.lanes.near[added];
        let mut open: Vec<(SpaceIx, bool)> = fewer.on_land.shared(near).map(|space| (space, false)).collect();
        open.extend(fewer.at_sea.shared(near).map(|space| (space, true)));
        self.go_on(&mut covered, open, seas);
        covered
    }

    /// Goes on from places on land or at sea for as far as it leads.
    fn go_on(&self, covered: &mut Covered, mut open: Vec<(SpaceIx, bool)>, seas: u32) {
        let board = &self.rules.board;
        let friendly = |space: SpaceIx| self.own.holds(space) && board.has_land(space);
        while let Some((space, sailing)) = open.pop() {
            if !sailing {
                for link in board.links_of(space) {
                    if link.passes.has(Domain::Land) && friendly(link.to) && covered.on_land.add(link.to) {
                        open.push((link.to, false));
                    }
                }
            }
            if sailing || self.seas_of(space) & seas != 0 && has_coast(self.rules, space) {
                for to in self.lanes.ways_of(space) {
                    if self.seas_of(*to) & seas != 0 && covered.at_sea.add(*to) {
                        open.push((*to, true));
                        if friendly(*to) && covered.on_land.add(*to) {
                            open.push((*to, false));
                        }
                    }
                }
            }
        }
    }
}
