//! Panels: each draws a view model and pushes commands. None changes the document on its own.

pub mod balance;
mod bars;
mod battle;
pub mod content;
pub mod dock;
pub mod form;
pub mod games;
pub mod history;
pub mod icons;
pub mod inspector;
pub mod layers;
pub mod map;
mod map_keys;
pub mod palettes;
pub mod problems;
pub mod replay;
pub mod scenario;
pub mod tables;
pub mod tools;
pub mod welcome;
