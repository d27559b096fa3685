//! The checks, grouped as their codes are. One file per check: code, documentation, snippets that are run as tests, and
//! the check itself. The table of all of them is `crate::codes`.

pub mod coverage;
pub mod example;
pub mod map;
pub mod play;
pub mod reference;
pub mod rule;
pub mod scenario;
pub mod sequence;
pub mod table;
pub mod unit;

use chartroom_format::diag::{Code, Diagnostic};

use crate::context::Context;

/// One check: what it reports and how it looks.
#[derive(Clone, Copy)]
pub struct Check {
    pub code: Code,
    pub run: fn(&Context<'_>, &mut Vec<Diagnostic>),
}
