//! One side compiled: its states (hits given per bucket), what each state has left, and where one more hit leads.

use super::battle::{ClassSet, Side};
use super::casualties::{Slot, slots};
use super::kinds::Kind;
use crate::odds::OddsError;

const MOST_ROWS: usize = 64;
const MOST_HITS: u64 = 60_000;

/// The shape of a side's states, cheap to find out before anything big is built.
#[derive(Debug)]
pub(super) struct Layout {
    slots: Vec<Slot>,
    bucket_of_row: Vec<usize>,
    /// Slot numbers per bucket, in the order they are given.
    buckets: Vec<Vec<usize>>,
}

impl Layout {
    /// `reachable`: the rows that some hit can fall on; the others never change and need no states.
    pub(super) fn new(side: &Side, bucket_of_row: Vec<usize>, reachable: u64) -> Result<Self, OddsError> {
        let slots = slots(side)?;
        let count = bucket_of_row.iter().max().map_or(0, |&b| b + 1);
        let mut buckets = vec![Vec::new(); count];
        for (number, slot) in slots.iter().enumerate() {
            if reachable >> slot.row & 1 == 1 {
                buckets[bucket_of_row[slot.row]].push(number);
            }
        }
        Ok(Self { slots, bucket_of_row, buckets })
    }

    pub(super) fn states(&self) -> u64 {
        self.buckets.iter().fold(1, |n, bucket| n.saturating_mul(bucket.len() as u64 + 1))
    }

    pub(super) fn hits(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Does the number of hits given say everything about this side?
    pub(super) fn is_single(&self) -> bool {
        self.buckets.iter().any(|bucket| bucket.len() == self.slots.len())
    }
}

/// Refuses what cannot be computed with.
pub(super) fn validate(side: &Side) -> Result<(), OddsError> {
    if side.units.len() > MOST_ROWS {
        return Err(OddsError::TooManyRows(side.units.len()));
    }
    if let Some(row) = side.units.iter().position(|unit| unit.health.is_empty()) {
        return Err(OddsError::NoHealth(row));
    }
    let hits = side.units.iter().map(|unit| u64::from(unit.count) * unit.health.len() as u64).sum();
    if hits > MOST_HITS {
        return Err(OddsError::TooManyHits(hits));
    }
    slots(side).map(|_| ())
}

/// A compiled side. State 0 is the start; the highest state has nothing left.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) states: usize,
    /// Number of (row, health state) cells.
    pub(super) cells: usize,
    /// First cell of each row, and one more for the end.
    pub(super) cell_of_row: Vec<usize>,
    /// Units per state and cell.
    left: Vec<u16>,
    /// Units per state.
    pub(super) units_left: Vec<u32>,
    /// Per kind of hit: the state after one such hit, or the state itself when there is nothing to hit.
    pub(super) next: Vec<Vec<u32>>,
}

impl Plan {
    pub(super) fn new(side: &Side, layout: &Layout, kinds: &[Kind]) -> Self {
        let states = layout.states() as usize;
        let mut cell_of_row = vec![0];
        for unit in &side.units {
            cell_of_row.push(cell_of_row[cell_of_row.len() - 1] + unit.health.len());
        }
        let cells = cell_of_row[side.units.len()];
        let mut plan = Self {
            states,
            cells,
            cell_of_row,
            left: Vec::with_capacity(states * cells),
            units_left: Vec::with_capacity(states),
            next: vec![Vec::with_capacity(states); kinds.len()],
        };
        let strides = strides(layout);
        let mut given = vec![0; layout.buckets.len()];
        for state in 0..states {
            plan.push_state(side, layout, &given);
            for (number, kind) in kinds.iter().enumerate() {
                let bucket = struck_bucket(side, layout, kind, &given);
                let after = bucket.map_or(state, |bucket| state + strides[bucket]);
                plan.next[number].push(after as u32);
            }
            for (bucket, taken) in given.iter_mut().enumerate() {
                *taken += 1;
                if *taken <= layout.buckets[bucket].len() {
                    break;
                }
                *taken = 0;
            }
        }
        plan
    }

    fn push_state(&mut self, side: &Side, layout: &Layout, given: &[usize]) {
        let base = self.left.len();
        self.left.resize(base + self.cells, 0);
        for (row, unit) in side.units.iter().enumerate() {
            self.left[base + self.cell_of_row[row]] = unit.count;
        }
        let mut lost = 0;
        for (bucket, &taken) in layout.buckets.iter().zip(given) {
            for &number in &bucket[..taken] {
                let Slot { row, level } = layout.slots[number];
                let cell = base + self.cell_of_row[row] + level;
                self.left[cell] -= 1;
                if level + 1 < side.units[row].health.len() {
                    self.left[cell + 1] += 1;
                } else {
                    lost += 1;
                }
            }
        }
        let all: u32 = side.units.iter().map(|unit| u32::from(unit.count)).sum();
        self.units_left.push(all - lost);
    }

    /// Units per cell in a state.
    pub(super) fn cells_of(&self, state: usize) -> &[u16] {
        &self.left[state * self.cells..(state + 1) * self.cells]
    }

    /// Units of a row in a state, whatever their health.
    pub(super) fn row_count(&self, state: usize, row: usize) -> u32 {
        self.cells_of(state)[self.cell_of_row[row]..self.cell_of_row[row + 1]].iter().map(|&n| u32::from(n)).sum()
    }

    /// Units of some classes in a state.
    pub(super) fn class_count(&self, side: &Side, state: usize, classes: ClassSet) -> u32 {
        (0..side.units.len())
            .filter(|&row| classes.covers(side.units[row].classes))
            .map(|row| self.row_count(state, row))
            .sum()
    }
}

fn strides(layout: &Layout) -> Vec<usize> {
    let mut stride = 1;
    layout
        .buckets
        .iter()
        .map(|bucket| {
            let here = stride;
            stride *= bucket.len() + 1;
            here
        })
        .collect()
}

/// Which bucket gives the next slot when a hit of this kind falls.
fn struck_bucket(side: &Side, layout: &Layout, kind: &Kind, given: &[usize]) -> Option<usize> {
    let open = |row: usize, mask: u64| {
        let bucket = layout.bucket_of_row[row];
        (mask >> row & 1 == 1).then(|| layout.buckets[bucket].get(given[bucket])).flatten().map(|&slot| (slot, bucket))
    };
    let rows = 0..side.units.len();
    if kind.picked {
        return rows
            .filter_map(|row| open(row, kind.mask).map(|(_, bucket)| (row, bucket)))
            .max_by_key(|&(row, _)| (side.units[row].cost, std::cmp::Reverse(row)))
            .map(|(_, bucket)| bucket);
    }
    rows.clone()
        .filter_map(|row| open(row, kind.first))
        .min()
        .or_else(|| rows.filter_map(|row| open(row, kind.mask)).min())
        .map(|(_, bucket)| bucket)
}
