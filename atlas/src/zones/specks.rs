//! Land too small to matter, looked for around some squares only: whoever asks about seeds need not know the whole world.

use std::collections::BTreeSet;

use crate::raster::{Label, Raster};

/// Small pieces of land around some squares.
#[derive(Default)]
pub(super) struct Specks {
    pieces: Vec<Vec<usize>>,
}

/// Squares by number, as bits: a map has millions of them, and few are looked at.
struct Squares(Vec<u64>);

impl Squares {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn has(&self, square: usize) -> bool {
        self.0.get(square / 64).is_some_and(|word| word >> (square % 64) & 1 == 1)
    }

    fn add(&mut self, square: usize) {
        if let Some(word) = self.0.get_mut(square / 64) {
            *word |= 1 << (square % 64);
        }
    }
}

impl Specks {
    /// Pieces of fewer than `smallest` squares that lie within `reach` of any of the places.
    pub(super) fn around(land: &Raster, sea: Label, places: &[usize], reach: i64, smallest: usize) -> Self {
        let mut specks = Self::default();
        let count = land.cells().len();
        let (mut small, mut large) = (Squares::new(count), Squares::new(count));
        for &place in places {
            let (x, y) = land.at(place);
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let Some(square) = land.index(x as i64 + dx, y as i64 + dy) else { continue };
                    if land.cells()[square] == sea || small.has(square) || large.has(square) {
                        continue;
                    }
                    match piece(land, sea, square, smallest, &large) {
                        Ok(squares) => {
                            for &square in &squares {
                                small.add(square);
                            }
                            specks.pieces.push(squares);
                        }
                        Err(squares) => squares.iter().for_each(|&square| large.add(square)),
                    }
                }
            }
        }
        specks
    }

    /// The squares of all pieces that none of these stand on.
    pub(super) fn without(self, kept: &[usize]) -> impl Iterator<Item = usize> {
        let kept: BTreeSet<usize> = kept.iter().copied().collect();
        let pieces = self.pieces.into_iter();
        pieces.filter(move |squares| !squares.iter().any(|square| kept.contains(square))).flatten()
    }
}

/// The squares of the piece of land around a square; as an error those seen until it was large, or met one that is.
fn piece(land: &Raster, sea: Label, first: usize, smallest: usize, large: &Squares) -> Result<Vec<usize>, Vec<usize>> {
    let mut squares = vec![first];
    let mut at = 0;
    while at < squares.len() {
        if squares.len() >= smallest {
            return Err(squares);
        }
        for next in land.beside(squares[at]) {
            if large.has(next) {
                return Err(squares);
            }
            if land.cells()[next] != sea && !squares.contains(&next) {
                squares.push(next);
            }
        }
        at += 1;
    }
    if squares.len() < smallest { Ok(squares) } else { Err(squares) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Land drawn with letters, sea with dots.
    fn land(rows: &[&str]) -> Raster {
        let mut raster = Raster::new(rows[0].len(), rows.len(), false, 0);
        for (cell, letter) in raster.cells_mut().iter_mut().zip(rows.concat().bytes()) {
            *cell = if letter == b'.' { 0 } else { Label::from(letter) };
        }
        raster
    }

    #[test]
    fn small_pieces_near_the_places_and_no_others() {
        let raster = land(&["a..bbb", "...bbb", "......", "cc...d"]);
        let check = |places: &[usize], reach, kept: &[usize], wanted: &[usize]| {
            let mut found: Vec<usize> = Specks::around(&raster, 0, places, reach, 4).without(kept).collect();
            found.sort_unstable();
            assert_eq!(found, wanted, "{places:?} {reach} {kept:?}");
        };
        check(&[1], 1, &[], &[0]);
        check(&[1], 1, &[0], &[]);
        check(&[9], 3, &[], &[0, 18, 19, 23]);
        check(&[9], 3, &[18], &[0, 23]);
        check(&[4], 1, &[], &[]);
    }
}
