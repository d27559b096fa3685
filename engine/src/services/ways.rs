//! The cheapest ways over the board. What a step costs, and where a unit must stop, is the caller's.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

use crate::board::{Board, Link};
use crate::ids::SpaceIx;

/// Parts of a movement point: halves, thirds, quarters, fifths and sixths come out even.
pub const PARTS: i64 = 60;

/// An amount of movement points in parts.
pub(crate) fn parts(points: Amount) -> i64 {
    let parts = i128::from(points.numerator) * i128::from(PARTS) / i128::from(points.denominator.max(1));
    parts.clamp(-1_000_000, 1_000_000) as i64
}

/// Parts of points in words.
pub(crate) fn told(parts: i64) -> String {
    let shared = (1..=PARTS).rev().find(|by| parts % by == 0 && PARTS % by == 0).unwrap_or(1);
    let amount = Amount { numerator: parts / shared, denominator: PARTS / shared };
    if amount == Amount::ONE { "1 movement point".to_owned() } else { format!("{amount} movement points") }
}

/// What terrain and hexsides make a step cost, in parts.
pub(crate) fn ground_cost(board: &Board, link: &Link, domain: Domain) -> i64 {
    let at = domain_at(domain);
    let mut cost = i64::from(board.terrain(link.to).costs[at]);
    let mut sides = link.sides;
    while sides != 0 {
        cost += i64::from(board.side_types[sides.trailing_zeros() as usize].costs[at]);
        sides &= sides - 1;
    }
    cost.max(0)
}

/// The place of a domain in lists of costs.
pub const fn domain_at(domain: Domain) -> usize {
    match domain {
        Domain::Land => 0,
        Domain::Sea => 1,
        Domain::Air => 2,
        Domain::Submarine => 3,
        Domain::Fixed => 4,
    }
}

/// A step over a link.
pub(crate) enum Step {
    /// Nobody goes there.
    Closed,
    /// It costs so much.
    Goes(i64),
    /// It costs so much, and leads no further.
    Ends(i64),
}

/// Where ways lead: what is left on arrival, and the step before.
#[derive(Clone, Debug)]
pub struct Ways {
    left: Vec<i64>,
    before: Vec<SpaceIx>,
    reached: Vec<SpaceIx>,
}

const UNREACHED: i64 = -1;

impl Ways {
    /// Spaces that were reached, the start not among them, in order.
    pub fn reached(&self) -> &[SpaceIx] {
        &self.reached
    }

    /// What is left of the allowance on arrival.
    pub fn left(&self, to: SpaceIx) -> Option<i64> {
        self.left.get(to.index()).copied().filter(|left| *left != UNREACHED)
    }

    /// The spaces entered on the way, the last one included.
    pub fn path(&self, from: SpaceIx, to: SpaceIx) -> Vec<SpaceIx> {
        let mut path = vec![to];
        let mut at = to;
        while self.before[at.index()] != from && path.len() < self.before.len() {
            at = self.before[at.index()];
            path.push(at);
        }
        path.reverse();
        path
    }
}

/// All spaces that can be reached from one with an allowance. `step` says of each link what it costs, given what is left.
pub(crate) fn search(
    board: &Board,
    from: SpaceIx,
    allowance: i64,
    mut step: impl FnMut(SpaceIx, &Link, i64) -> Step,
) -> Ways {
    let count = board.spaces.len();
    let mut ways = Ways { left: vec![UNREACHED; count], before: vec![from; count], reached: Vec::new() };
    let mut ends = vec![false; count];
    let mut queue = BinaryHeap::from([(allowance, Reverse(from))]);
    ways.left[from.index()] = allowance;
    while let Some((left, Reverse(at))) = queue.pop() {
        if left < ways.left[at.index()] || ends[at.index()] {
            continue;
        }
        for link in board.links_of(at) {
            let (cost, is_end) = match step(at, link, left) {
                Step::Closed => continue,
                Step::Goes(cost) => (cost, false),
                Step::Ends(cost) => (cost, true),
            };
            let (rest, to) = (left - cost, link.to.index());
            if rest >= 0 && rest > ways.left[to] {
                (ways.left[to], ways.before[to], ends[to]) = (rest, at, is_end);
                queue.push((rest, Reverse(link.to)));
            }
        }
    }
    let spaces = (0..count).map(SpaceIx::new);
    ways.reached = spaces.filter(|space| *space != from && ways.left[space.index()] != UNREACHED).collect();
    ways
}
