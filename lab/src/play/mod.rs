//! The games of an experiment: each arm a compiled rule set, each game a record.

mod batch;
mod game;
mod record;

pub use batch::{Flow, games, run};
pub use game::{Arena, Watch};
pub use record::Record;
