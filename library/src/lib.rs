//! Board wargames as data: the names that programs use, gathered from the crates behind them. Nothing is decided here.
//!
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod error;
mod finding;
mod game;
mod pack;

pub use chartroom_engine::bots::{self, Bot};
pub use chartroom_engine::odds::Odds;
pub use chartroom_engine::{Action, Event, Game, Ruleset, State};
pub use chartroom_format::diag::Severity;
pub use error::Error;
pub use finding::Finding;
pub use game::{Played, Start};
pub use pack::{Battle, Pack};

pub use chartroom_engine as engine;
pub use chartroom_format as format;
pub use chartroom_validator as validator;
