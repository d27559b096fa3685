//! The dice of a game: SplitMix64, so that a seed gives the same rolls on every machine.

/// One throw of a die with `sides` faces: the roll, 1 up to `sides`, and the next position of the generator.
pub fn roll(position: u64, sides: i64) -> (i64, u64) {
    let next = position.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = next;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    let faces = sides.max(1) as u64;
    ((((mixed >> 32) * faces) >> 32) as i64 + 1, next)
}
