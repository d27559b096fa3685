//! Unit types. One file per check.

pub mod build_limits;
pub mod carries_nothing;
pub mod damage;
pub mod dominated;
pub mod no_price;
pub mod to_hit;
pub mod unused;
pub mod unused_stat;
pub mod upgrade_circle;
