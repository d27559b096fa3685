//! The sampler's own dice: SplitMix64, ten lines, seeded, the same on every machine.
//!
//! Play uses the random source of the game state; nothing here may touch it.

/// A small deterministic generator for sampled battles.
#[derive(Debug, Clone)]
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One throw of a die with `sides` faces, 1 up to `sides`. The bias of the multiply-shift is below 2^-24.
    pub(crate) fn roll(&mut self, sides: u8) -> u8 {
        let high = self.next() >> 32;
        ((high * u64::from(sides)) >> 32) as u8 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn every_face_of_a_d12_comes_up_about_equally_often() {
        let mut dice = Dice::new(7);
        let mut seen = [0_u32; 12];
        for _ in 0..120_000 {
            seen[usize::from(dice.roll(12)) - 1] += 1;
        }
        // Standard deviation per face is about 96.
        assert!(seen.iter().all(|&n| n.abs_diff(10_000) < 450), "uneven faces: {seen:?}");
    }

    #[test]
    fn the_same_seed_rolls_the_same_dice() {
        let throw = |seed| {
            let mut dice = Dice::new(seed);
            (0..50).map(|_| dice.roll(6)).collect::<Vec<_>>()
        };
        assert_eq!(throw(3), throw(3));
        assert_ne!(throw(3), throw(4));
    }
}
