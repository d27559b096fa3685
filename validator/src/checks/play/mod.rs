//! The engine as the judge: games that compile, run and end. One file per check.

pub mod compiles;
pub mod finishes;
pub mod never_used;
pub mod one_sided;
pub mod passed_over;
pub mod replay;
pub mod variants;
