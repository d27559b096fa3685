//! Content that runs: compile, legal, submit, apply; exact odds.

pub mod odds;
