//! Experiments over many games: pairs, sequential tests, sweeps, worth, tuning, shards. Statistics as plain data, no printing.
//!
//! ```text
//! Job (what is asked, with the hash of the pack) ──play──▶ Records, block of seeds by block ──analysis──▶ Report
//! ```
//!
//! * [`setting`]: one value of a pack changed; [`lineup`]: who plays; [`goal`]: what an author wants;
//! * [`job`]: an experiment as data, the same on every machine; [`play`]: its games, arm by arm on the same luck;
//! * [`shard`]: a part of the games in a file, and parts put together again;
//! * [`stats`]: intervals, the sequential test, luck taken out;
//! * [`compare`], [`simulate`], [`sweep`]: reports from records. They see nothing but the job and the records, so that games played on
//!   many machines give byte for byte what one machine gives.

pub mod chart;
pub mod compare;
pub mod contract;
pub mod duel;
pub mod goal;
pub mod html;
pub mod job;
pub mod lineup;
pub mod play;
pub mod setting;
pub mod setting_edit;
pub mod shard;
pub mod simulate;
pub mod stats;
pub mod sweep;
pub mod tune;
pub mod worth;
