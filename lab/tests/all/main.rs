//! The tests of this crate, linked as one binary.

mod control;
mod duel;
mod fairness;
mod games;
mod intervals;
mod sequential;
mod settings;
mod shards;
