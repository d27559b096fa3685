//! Land too small to matter, looked for around some squares only: whoever asks about seeds need not know the whole world.

use std::collections::{BTreeMap, BTreeSet};

use crate::raster::{Label, Raster};

/// Small pieces of land around some squares.
#[derive(Default)]
pub(super) struct Specks {
    pieces: Vec<Vec<usize>>,
    piece_of: BTreeMap<usize, usize>,
}

impl Specks {
    /// Pieces of fewer than `smallest` squares that lie within `reach` of any of the places.
    pub(super) fn around(land: &Raster, sea: Label, places: &[usize], reach: i64, smallest: usize) -> Self {
        let mut specks = Self::default();
        let mut large: BTreeSet<usize> = BTreeSet::new();
        for &place in places {
            let (x, y) = land.at(place);
            for dy in -reach..=reach {
                for dx in -reach..=reach {
                    let Some(square) = land.index(x as i64 + dx, y as i64 + dy) else { continue };
                    let known = large.contains(&square) || specks.piece_of.contains_key(&square);
                    if land.cells()[square] == sea || known {
                        continue;
                    }
                    match piece(land, sea, square, smallest, &large) {
                        Some(squares) => specks.add(squares),
                        None => drop(large.insert(square)),
                    }
                }
            }
        }
        specks
    }

    fn add(&mut self, squares: Vec<usize>) {
        self.piece_of.extend(squares.iter().map(|&square| (square, self.pieces.len())));
        self.pieces.push(squares);
    }

    /// The squares of all pieces that none of these stand on.
    pub(super) fn without(self, kept: &[usize]) -> impl Iterator<Item = usize> {
        let kept: BTreeSet<usize> = kept.iter().filter_map(|square| self.piece_of.get(square).copied()).collect();
        let pieces = self.pieces.into_iter().enumerate();
        pieces.filter(move |(number, _)| !kept.contains(number)).flat_map(|(_, squares)| squares)
    }
}

/// The squares of the piece of land around a square; nothing once it is large, or meets one that is known to be.
fn piece(land: &Raster, sea: Label, first: usize, smallest: usize, large: &BTreeSet<usize>) -> Option<Vec<usize>> {
    let mut squares = vec![first];
    let mut at = 0;
    while at < squares.len() {
        if squares.len() >= smallest {
            return None;
        }
        for next in land.beside(squares[at]) {
            if large.contains(&next) {
                return None;
            }
            if land.cells()[next] != sea && !squares.contains(&next) {
                squares.push(next);
            }
        }
        at += 1;
    }
    (squares.len() < smallest).then_some(squares)
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
