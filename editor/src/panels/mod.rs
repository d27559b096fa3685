//! Panels: each draws a view model and pushes commands. None changes the document on its own.

pub mod battle;
pub mod content;
pub mod dock;
pub mod form;
pub mod history;
pub mod icons;
pub mod inspector;
pub mod layers;
pub mod map;
pub mod palettes;
pub mod problems;
pub mod scenario;
pub mod tables;
pub mod tools;
pub mod welcome;
