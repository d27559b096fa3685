//! The sea as ships find it: who lies next to whom, how far spaces are apart, and searches that go round what is shut. Whose ships
//! they are and what they carry is no business of this file.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use chartroom_format::schema::units::Domain;

use crate::board::Board;
use crate::ids::SpaceIx;
use crate::query::reach::SpaceSet;

/// Spaces near one, with the steps.
type Near = Box<[(SpaceIx, u8)]>;

/// Lanes and distances over the sea between near spaces of a board. All are counted when somebody first asks.
#[derive(Clone, Debug, Default)]
pub struct Sea {
    board: Arc<Board>,
    radius: u8,
    near: Vec<OnceLock<Near>>,
    out: OnceLock<Lanes>,
    back: OnceLock<Lanes>,
}

impl Sea {
    /// Distances up to a radius.
    pub fn new(board: &Arc<Board>, radius: u8) -> Self {
        let near = vec![OnceLock::new(); board.spaces.len()];
        Self { board: Arc::clone(board), radius, near, out: OnceLock::new(), back: OnceLock::new() }
    }

    /// Where ships get from each space.
    pub(super) fn out(&self) -> &Lanes {
        self.out.get_or_init(|| Lanes::new(&self.board, false))
    }

    /// Where ships come from to each space.
    pub(super) fn back(&self) -> &Lanes {
        self.back.get_or_init(|| Lanes::new(&self.board, true))
    }

    fn count(&self, from: SpaceIx) -> Near {
        if self.out().of(from).is_empty() {
            return Box::default();
        }
        let mut seen = SpaceSet::new(self.near.len());
        let nothing = SpaceSet::default();
        let mut wave = Wave::new(self.out(), &nothing, i64::from(self.radius));
        wave.spread(from, |space| _ = seen.add(space));
        seen.iter().map(|space| (space, wave.steps[space.index()])).collect()
    }

    /// Spaces within so many steps, however many.
    pub(crate) fn within(&self, from: SpaceIx, steps: i64) -> SpaceSet {
        let mut seen = SpaceSet::new(self.near.len());
        let nothing = SpaceSet::default();
        Wave::new(self.out(), &nothing, steps).spread(from, |space| _ = seen.add(space));
        seen
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

/// By space, the spaces one step away: links alone, because searches look at thousands of them.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    starts: Vec<u32>,
    ends: Vec<SpaceIx>,
}

impl Lanes {
    fn new(board: &Board, reversed: bool) -> Self {
        let spaces = (0..board.spaces.len()).map(SpaceIx::new);
        let by_sea = |from: SpaceIx| board.links_of(from).iter().filter(|link| link.passes.has(Domain::Sea));
        let mut steps: Vec<(SpaceIx, SpaceIx)> =
            spaces.flat_map(|from| by_sea(from).map(move |link| (from, link.to))).collect();
        if reversed {
            steps = steps.into_iter().map(|(from, to)| (to, from)).collect();
            steps.sort_unstable();
        }
        let mut starts = vec![0; board.spaces.len() + 1];
        for (from, _) in &steps {
            starts[from.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { starts, ends: steps.into_iter().map(|(_, to)| to).collect() }
    }

    pub(super) fn of(&self, space: SpaceIx) -> &[SpaceIx] {
        match (self.starts.get(space.index()), self.starts.get(space.index() + 1)) {
            (Some(&from), Some(&to)) => &self.ends[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// A search from several starts, one after the other: what an earlier start reached in as few steps no later one looks at again.
pub(super) struct Wave<'a> {
    lanes: &'a Lanes,
    /// Spaces where ways end.
    shut: &'a SpaceSet,
    most: u8,
    /// By space: steps from the nearest start.
    steps: Vec<u8>,
    queue: VecDeque<SpaceIx>,
}

impl<'a> Wave<'a> {
    /// A search along lanes for so many steps at most.
    pub(super) fn new(lanes: &'a Lanes, shut: &'a SpaceSet, most: i64) -> Self {
        let steps = vec![u8::MAX; lanes.starts.len().saturating_sub(1)];
        Self { lanes, shut, most: most.clamp(0, i64::from(u8::MAX) - 1) as u8, steps, queue: VecDeque::new() }
    }

    /// Tells of every space that is nearer to a start than to all before, the start itself included.
    pub(super) fn spread(&mut self, start: SpaceIx, mut reached: impl FnMut(SpaceIx)) {
        if self.steps.get(start.index()).is_none_or(|steps| *steps == 0) {
            return;
        }
        self.steps[start.index()] = 0;
        reached(start);
        self.queue.push_back(start);
        while let Some(at) = self.queue.pop_front() {
            let next = self.steps[at.index()] + 1;
            if next > self.most {
                self.queue.clear();
                return;
            }
            if at != start && self.shut.has(at) {
                continue;
            }
            for to in self.lanes.of(at) {
                if next < self.steps[to.index()] {
                    self.steps[to.index()] = next;
                    reached(*to);
                    self.queue.push_back(*to);
                }
            }
        }
    }
}
