//! Ids of pieces that stay the same from export to export: a number from what the piece is, never from where it stands in a list.

use std::collections::BTreeSet;

/// Ids stay below this, so that VASSAL has room for those of its own.
const MOST: u32 = 1_000_000_000;

/// Numbers that are given out, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    taken: BTreeSet<u32>,
}

impl Ids {
    /// The number of a piece. Two that meet are told apart by their order, which is that of the pack.
    pub(super) fn of(&mut self, key: &str) -> u32 {
        // FNV-1a: short, known, and the same on every machine.
        let hash = key.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let mut id = hash % MOST + 1;
        while !self.taken.insert(id) {
            id = id % MOST + 1;
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_its_number_whatever_comes_before_it() {
        let number = |before: &[&str]| {
            let mut ids = Ids::default();
            for key in before {
                ids.of(key);
            }
            ids.of("reds/infantry")
        };
        assert_eq!(number(&[]), number(&["reds/tank", "blues/infantry"]));
        assert_ne!(number(&[]), number(&["reds/infantry"]), "the same key twice is two pieces");
    }
}
