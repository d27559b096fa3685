//! Content that runs. Data flows one way:
//!
//! ```text
//! format::Content --compile--> Ruleset + State
//!        Action --procedures--> Events --apply--> State
//! ```
//!
//! * [`compile()`]: every name becomes a dense id, every hex, zone and box a node of one graph; mistakes are diagnostics;
//! * [`Game`]: what is legal, what an action does, phase after phase, until somebody has won;
//! * [`replay`]: seed + actions give the same hashes again; [`bots`]: players good enough to finish games;
//! * [`odds`]: exact odds of one battle, on plain inputs.
//!
//! No files, no clock, no threads, no hash order, and floats only in `odds`. Only `apply` changes a [`State`].

mod action;
mod apply;
mod apply_operation;
mod event;
mod feature;
mod game;
mod order;
mod ruleset;
mod run;
pub mod services;
pub mod table;
mod triggers;

pub mod board;
pub mod bots;
pub mod codes;
pub mod compile;
pub mod condition;
pub mod effect;
pub mod examples;
pub mod ids;
pub mod matchup;
pub mod modifier;
pub mod odds;
mod playable;
pub mod procedures;
pub mod query;
pub mod replay;
pub mod state;
pub mod truth;
pub mod value;

pub use action::{Action, Aim, Command, FleetOrder, Maneuver, Refusal};
pub use compile::{Options, compile};
pub use event::{CampaignEvent, Event, FleetEvent, GainReason, LossReason, ManeuverEvent, Operation, SeaEvent};
pub use game::{Game, Step};
pub use order::Order;
pub use playable::{Compiled, Playable};
pub use ruleset::{Phase, Player, Ruleset};
pub use state::{Outcome, State};

/// What README.md shows must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
