//! Names: unused, alike, circular. One file per check.

pub mod near_names;
pub mod region_circle;
pub mod same_title;
pub mod unused;
