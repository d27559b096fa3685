//! The engine as the judge: games that compile, run and end. One file per check.

pub mod compiles;
pub mod finishes;
pub mod passed_over;
