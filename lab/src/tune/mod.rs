//! `tune`: the smallest set of whole-number changes that reaches a goal.

mod search;
mod space;

pub use search::{Found, Limits, Play, search};
pub use space::{Free, Spot};
