//! An experiment as data: all that decides its result, so that two machines can tell whether they play the same one.

use chartroom_format::load::Loaded;
use serde::{Deserialize, Serialize};

use crate::goal::Goal;
use crate::lineup::Lineup;
use crate::stats::sequential::Promise;

/// Games with neighbouring seeds that are played and judged together: stop rules look between blocks, shards are made of
/// whole blocks.
pub const BLOCK: usize = 16;

/// A pack, and the values changed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    pub pack: String,
    /// Of all its files and those of the packs it extends.
    pub hash: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Optional rules switched in this arm alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// What becomes of the records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    Simulate,
    Compare { goals: Vec<Goal>, promise: Promise },
    Sweep { axes: Vec<crate::sweep::Axis>, goals: Vec<Goal> },
}

/// An experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    pub program: String,
    pub scenario: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Rule sets that play the same luck side by side.
    pub arms: Vec<Arm>,
    /// Who plays: game `n` is played by line-up `n mod` their number, in every arm.
    pub lineups: Vec<Lineup>,
    pub seed: u64,
    /// Games of each arm, at most.
    pub games: usize,
    pub sides: Vec<String>,
    pub question: Question,
}

impl Job {
    /// Blocks of seeds that are played at most.
    pub fn blocks(&self) -> usize {
        self.games.div_ceil(BLOCK)
    }

    /// The numbers of the games of a block.
    pub fn block(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.games)
    }

    pub fn lineup(&self, number: usize) -> usize {
        number % self.lineups.len().max(1)
    }

    /// The dice of a game, the same in every arm and on every machine.
    pub fn seed_of(&self, number: usize) -> u64 {
        let mixed =
            (self.seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ (mixed >> 29)
    }
}

/// A hash of a pack with the packs it extends: names and bytes of all files, whatever folder they lie in.
pub fn hash(loaded: &Loaded) -> String {
    let mut files: Vec<_> = loaded.files.iter().map(|file| (file.pack.as_str(), &file.relative, &file.text)).collect();
    files.sort();
    let mut all = Fnv::default();
    for (pack, name, text) in files {
        for part in [pack, name.as_str(), text] {
            all.push(part.as_bytes());
            all.push(&(part.len() as u64).to_le_bytes());
        }
    }
    format!("{:032x}", all.0)
}

/// FNV-1a with 128 bits.
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
