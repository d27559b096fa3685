//! How the counters of one space lie on each other.

use super::Counter;

/// Where one counter of a fan lies: which, and how far from the place of the top one, in widths of a counter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laid {
    /// Its position in the list that was fanned.
    pub counter: usize,
    pub right: f32,
    pub down: f32,
}

/// How far each counter peeps out from under the next.
const STEP: f32 = 0.14;

/// Fans counters: at most `shown` of them, the lowest first, so that they can be drawn one after the other. The strongest lies on
/// top; equal ones keep their order. The whole fan is centred on the place.
#[must_use]
pub fn fan(counters: &[Counter], shown: usize) -> Vec<Laid> {
    let mut order: Vec<usize> = (0..counters.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(counters[at].strength));
    order.truncate(shown.max(1));
    let middle = (order.len().saturating_sub(1)) as f32 / 2.0;
    let laid = |(depth, counter): (usize, usize)| {
        let off = (depth as f32 - middle) * STEP;
        Laid { counter, right: off, down: -off }
    };
    order.into_iter().enumerate().map(laid).rev().collect()
}
