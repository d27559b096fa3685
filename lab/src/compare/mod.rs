//! `compare`: is a change fairer? Base and change play the same luck in pairs until a sequential test knows.

mod analysis;
mod html;
mod report;
mod text;

pub use analysis::Compare;
pub use report::Report;
