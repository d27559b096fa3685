//! Connected pieces of equal label.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Label, Raster};

/// One connected piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub label: Label,
    /// Its first square in reading order.
    pub first: usize,
    pub area: usize,
}

/// The pieces in reading order of their first square, and the piece each square belongs to.
#[must_use]
pub fn pieces(raster: &Raster, same: impl Fn(Label, Label) -> bool) -> (Vec<Piece>, Vec<u32>) {
    const NONE: u32 = u32::MAX;
    let mut owner = vec![NONE; raster.cells().len()];
    let mut found = Vec::new();
    let mut stack = Vec::new();
    for first in 0..owner.len() {
        if owner[first] != NONE {
            continue;
        }
        let number = found.len() as u32;
        let label = raster.cells()[first];
        let mut area = 0;
        owner[first] = number;
        stack.push(first);
        while let Some(index) = stack.pop() {
            area += 1;
            for next in raster.beside(index) {
                if owner[next] == NONE && same(raster.cells()[next], label) {
                    owner[next] = number;
                    stack.push(next);
                }
            }
        }
        found.push(Piece { label, first, area });
    }
    (found, owner)
}

/// Gives every piece that `doomed` names to the neighbour it shares most border with, among those `fits` allows.
/// Returns the pieces given away, with their heir.
pub fn absorb(
    raster: &mut Raster,
    doomed: impl Fn(&Piece) -> bool,
    fits: impl Fn(Label, Label) -> bool,
) -> Vec<(Piece, Label)> {
    let (found, owner) = pieces(raster, |a, b| a == b);
    let mut borders: Vec<BTreeMap<Label, usize>> = vec![BTreeMap::new(); found.len()];
    let is_doomed: Vec<bool> = found.iter().map(&doomed).collect();
    for (index, &piece) in owner.iter().enumerate() {
        if !is_doomed[piece as usize] {
            continue;
        }
        for next in raster.beside(index) {
            let label = raster.cells()[next];
            let heir_stays = owner[next] != piece && !is_doomed[owner[next] as usize];
            if heir_stays && fits(found[piece as usize].label, label) {
                *borders[piece as usize].entry(label).or_default() += 1;
            }
        }
    }
    let longest = |lengths: &BTreeMap<Label, usize>| {
        lengths.iter().max_by_key(|&(label, length)| (*length, Reverse(*label))).map(|(label, _)| *label)
    };
    let heirs: Vec<Option<Label>> = borders.iter().map(longest).collect();
    for (index, &piece) in owner.iter().enumerate() {
        if let Some(heir) = heirs[piece as usize] {
            raster.cells_mut()[index] = heir;
        }
    }
    found.into_iter().zip(heirs).filter_map(|(piece, heir)| Some((piece, heir?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(rows: &[&[Label]], wraps: bool) -> Raster {
        Raster::from_cells(rows[0].len(), rows.len(), wraps, rows.concat()).expect("rectangular")
    }

    #[test]
    fn pieces_join_across_the_seam() {
        let rows: &[&[Label]] = &[&[1, 0, 1], &[0, 0, 0]];
        assert_eq!(pieces(&raster(rows, false), |a, b| a == b).0.len(), 3);
        let (closed, owner) = pieces(&raster(rows, true), |a, b| a == b);
        assert_eq!((closed.len(), closed[0].area, owner[0] == owner[2]), (2, 2, true));
    }

    #[test]
    fn specks_go_to_the_neighbour_with_the_longest_border() {
        let mut sheet = raster(&[&[1, 1, 2, 2], &[1, 9, 2, 2], &[1, 1, 2, 2]], false);
        assert_eq!(absorb(&mut sheet, |piece| piece.area < 2, |_, _| true).len(), 1);
        assert_eq!(sheet, raster(&[&[1, 1, 2, 2], &[1, 1, 2, 2], &[1, 1, 2, 2]], false));
        assert_eq!(absorb(&mut sheet, |piece| piece.area < 9, |_, heir| heir == 7).len(), 0);
    }
}
