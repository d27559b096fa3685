//! Worked examples. One file per check.

pub mod fails;
pub mod unknown;
