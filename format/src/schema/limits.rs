//! Numbers the engine cannot hold, refused where they are read: never cut down in silence, never paid for in memory.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The engine keeps a roll in one byte.
const DIE_SIDES: i64 = 255;
/// Dice are thrown one by one for what ships count.
const SHIPS_COUNT: i64 = 100;

/// A style weighs a thing at most ten times as much as everybody does.
const WEIGHT: i64 = 1000;

pub(super) fn weight<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let asked = at_most(from, WEIGHT, "percent for a weight of a style")?;
    if asked < 0 { Err(D::Error::custom("a weight of a style is at least 0 percent")) } else { Ok(asked) }
}

pub(super) fn die_sides<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    at_most(from, DIE_SIDES, "sides of a die")
}

pub(super) fn ships_count<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    at_most(from, SHIPS_COUNT, "for what ships count")
}

fn at_most<'de, D: Deserializer<'de>>(from: D, most: i64, what: &str) -> Result<i64, D::Error> {
    let asked = i64::deserialize(from)?;
    if asked > most { Err(D::Error::custom(format!("at most {most} {what}; {asked} asked"))) } else { Ok(asked) }
}
