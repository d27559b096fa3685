//! A table of 256 colours for a picture, where that many are enough: plain areas come out exactly, blends nearly.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::stretches::Stretches;

/// Up to 256 colours that stand for all of a picture.
pub(super) struct ColourTable {
    colours: Vec<[u8; 3]>,
    /// Every colour of the picture to its place in the table, by [`slot`].
    nearest: Vec<u8>,
    /// Places of the table in order of their slots, and where those of each slot begin.
    exact: Vec<u8>,
    exact_from: Vec<u16>,
}

/// Colours are told apart by 5 bits of red and blue and 6 of green; the table holds the commonest exact colour of each slot.
const SLOTS: usize = 1 << 16;

fn slot(red: u8, green: u8, blue: u8) -> usize {
    usize::from(red >> 3) << 11 | usize::from(green >> 2) << 5 | usize::from(blue >> 3)
}

impl ColourTable {
    /// `None` when a table would show: when many pixels lie far from every colour in it.
    pub(super) fn of(bands: &[Stretches]) -> Option<Self> {
        let counted = bands.par_iter().fold(Colours::new, Colours::and).reduce_with(Colours::joined)?;
        let weights = &counted.weights;
        let plain = counted.plain();
        let mut colours: Vec<[u8; 3]> = plain.iter().take(160).map(|&(colour, _)| colour).collect();
        let used: Vec<usize> = (0..SLOTS).filter(|&at| weights[at] > 0).collect();
        let mut found: Vec<(u8, i32)> = used.par_iter().map(|&at| closest(&colours, middle(at))).collect();
        // Then always what the table lacks most: the slot with the most pixels that lie the farthest from all in it.
        while colours.len() < 256 {
            let lack = |(at, (_, away)): (&usize, &(u8, i32))| u64::from(weights[*at]) * *away as u64;
            let lacks = used.iter().zip(&found).map(lack).zip(&used);
            let Some((1.., at)) = lacks.max_by_key(|&(lack, at)| (lack, Reverse(at))) else { break };
            let (place, colour) = (colours.len() as u8, middle(*at));
            colours.push(colour);
            for (at, nearest) in used.iter().zip(&mut found) {
                let away = distance(colour, middle(*at));
                if away < nearest.1 {
                    *nearest = (place, away);
                }
            }
        }
        let mut nearest = vec![0; SLOTS];
        let (mut far, mut all) = (0_u64, 0_u64);
        for (&at, (position, away)) in used.iter().zip(found) {
            nearest[at] = position;
            all += u64::from(weights[at]);
            if away > 900 {
                far += u64::from(weights[at]);
            }
        }
        let slots: Vec<usize> = colours.iter().map(|colour| slot(colour[0], colour[1], colour[2])).collect();
        let mut exact: Vec<u8> = (0..colours.len()).map(|place| place as u8).collect();
        exact.sort_by_key(|&place| (slots[usize::from(place)], place));
        let mut exact_from = vec![0_u16; SLOTS + 1];
        for at in slots {
            exact_from[at + 1] += 1;
        }
        for at in 0..SLOTS {
            exact_from[at + 1] += exact_from[at];
        }
        (far * 200 <= all).then_some(Self { colours, nearest, exact, exact_from })
    }

    pub(super) fn palette(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// Where a colour stands in the table: exactly if it is there and fills more than a pixel, or what comes nearest.
    fn place(&self, colour: [u8; 3], length: u32) -> u8 {
        let at = slot(colour[0], colour[1], colour[2]);
        let known = &self.exact[usize::from(self.exact_from[at])..usize::from(self.exact_from[at + 1])];
        match known.iter().find(|&&place| length >= 2 && self.colours[usize::from(place)] == colour) {
            Some(&place) => place,
            None => self.nearest[at],
        }
    }

    /// The rows of a band as places in the table, each after the byte that says it is plain.
    pub(super) fn indices(&self, band: &Stretches) -> Vec<u8> {
        let length = band.rows * (band.wide + 1);
        let mut indices = vec![0; length + SHORT];
        let (mut at, mut column) = (0, 0);
        for &(colour, length) in &band.runs {
            let length = length as usize;
            at += usize::from(column == 0);
            let index = self.place(colour, length as u32);
            // Short stretches are written in one go; what is too much of them is written over by the next.
            if length <= SHORT {
                indices[at..at + SHORT].copy_from_slice(&[index; SHORT]);
            } else {
                indices[at..at + length].fill(index);
            }
            (at, column) = (at + length, (column + length) % band.wide);
            if column == 0 {
                indices[at] = 0;
            }
        }
        indices.truncate(length);
        indices
    }
}

/// Stretches that are short.
const SHORT: usize = 16;

/// How often colours occur.
struct Colours {
    /// By [`slot`].
    weights: Vec<u32>,
    /// The first exact colour of a plain area found in each slot, and how much of it there is.
    first: Vec<([u8; 3], u32)>,
    /// Exact colours of other plain areas.
    others: BTreeMap<[u8; 3], u32>,
}

impl Colours {
    fn new() -> Self {
        Self { weights: vec![0; SLOTS], first: vec![([0; 3], 0); SLOTS], others: BTreeMap::new() }
    }

    fn and(mut self, band: &Stretches) -> Self {
        for &(colour, length) in &band.runs {
            let slot = slot(colour[0], colour[1], colour[2]);
            self.weights[slot] += length;
            // Long runs are plain areas, whose colour must come out exactly.
            if length >= 12 {
                self.add_plain(slot, colour, length);
            }
        }
        self
    }

    fn add_plain(&mut self, slot: usize, colour: [u8; 3], weight: u32) {
        let first = &mut self.first[slot];
        if first.1 == 0 || first.0 == colour {
            *first = (colour, first.1 + weight);
        } else {
            *self.others.entry(colour).or_default() += weight;
        }
    }

    fn joined(mut self, other: Self) -> Self {
        for (weight, more) in self.weights.iter_mut().zip(&other.weights) {
            *weight += more;
        }
        for (slot, (colour, weight)) in other.first.into_iter().enumerate().filter(|(_, (_, weight))| *weight > 0) {
            self.add_plain(slot, colour, weight);
        }
        for (colour, weight) in other.others {
            self.add_plain(slot(colour[0], colour[1], colour[2]), colour, weight);
        }
        self
    }

    /// Colours of plain areas, the commonest first.
    fn plain(&self) -> Vec<([u8; 3], u32)> {
        let mut plain: Vec<([u8; 3], u32)> = self.first.iter().copied().filter(|(_, weight)| *weight > 0).collect();
        plain.extend(self.others.iter().map(|(colour, weight)| (*colour, *weight)));
        plain.sort_by_key(|&(colour, weight)| (Reverse(weight), colour));
        plain
    }
}

/// The colour in the middle of a slot.
const fn middle(at: usize) -> [u8; 3] {
    [((at >> 11) << 3 | 4) as u8, ((at >> 5 & 63) << 2 | 2) as u8, ((at & 31) << 3 | 4) as u8]
}

/// How different two colours look.
fn distance(one: [u8; 3], other: [u8; 3]) -> i32 {
    let square = |channel: usize| (i32::from(other[channel]) - i32::from(one[channel])).pow(2);
    2 * square(0) + 4 * square(1) + 3 * square(2)
}

/// The place of the colour that looks most like another, and how different it looks.
fn closest(colours: &[[u8; 3]], colour: [u8; 3]) -> (u8, i32) {
    let away = colours.iter().map(|other| distance(*other, colour));
    let best = away.enumerate().min_by_key(|&(position, away)| (away, position));
    best.map_or((0, i32::MAX), |(position, away)| (position as u8, away))
}
