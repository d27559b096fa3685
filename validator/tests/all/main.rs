//! The tests of the validator, one binary. A new file of tests is a module here.

mod checks;
mod content;
mod coverage;
mod engine_codes;
mod exemptions;
mod fixing;
mod hostile;
mod mistakes;
mod mutations;
mod reports;
mod support;
mod suppression;
