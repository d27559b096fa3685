//! Experiments over many games: pairs, sequential tests, sweeps, worth, tuning, shards. Statistics as plain data, no printing.

pub mod duel;
