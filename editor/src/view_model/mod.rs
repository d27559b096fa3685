//! What panels show, as plain data that is tested without a window.

pub mod battle;
pub mod clipboard;
pub mod form;
pub mod grid;
pub mod inspector;
pub mod odds;
pub mod parsed;
pub mod problems;
pub mod rulebook;
pub mod search;
pub mod tables;
pub mod welcome;
