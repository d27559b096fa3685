//! What panels show, as plain data that is tested without a window.

pub mod clipboard;
pub mod grid;
pub mod inspector;
pub mod odds;
pub mod problems;
pub mod tables;
pub mod welcome;
