//! Conditions, effects, options. One file per check.

pub mod always_true;
pub mod contradiction;
pub mod never_true;
pub mod no_effect;
pub mod roll;
pub mod self_trigger;
pub mod twin;
pub mod unapplied;
pub mod unused_option;
