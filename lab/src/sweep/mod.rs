//! `sweep`: one or two values over a range, all on the same luck; curves, a map of heat, and the value nearest to a goal.

mod axis;
mod output;
mod report;

pub use axis::{Axis, MOST_ARMS, grid};
pub use output::{csv, jsonl};
pub use report::{Point, Report, report};
