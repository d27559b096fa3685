//! The canonical hash of a state: FNV-1a over everything derived from it, in a fixed order of bytes. Two states with the same hash are the
//! same game.

use std::hash::{Hash, Hasher};

use super::State;

/// FNV-1a. Numbers go in as little-endian bytes and lengths as 64 bits, so that every machine comes to the same hash.
struct Fnv(u64);

macro_rules! little_endian {
    ($($write:ident($number:ty)),* $(,)?) => {$(
        fn $write(&mut self, number: $number) {
            self.write(&number.to_le_bytes());
        }
    )*};
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    little_endian!(write_u16(u16), write_u32(u32), write_u64(u64), write_i16(i16), write_i32(i32), write_i64(i64));

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl State {
    /// The hash of everything that matters for the rest of the game, the dice to come included.
    pub fn hash(&self) -> u64 {
        let mut fnv = Fnv(0xCBF2_9CE4_8422_2325);
        Hash::hash(self, &mut fnv);
        fnv.finish()
    }
}
