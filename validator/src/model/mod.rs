//! Views of the content that several checks share: the board, start positions, conditions that cannot vary, who is used.
//! Nothing here reports.

pub mod board;
pub mod circle;
pub mod conditions;
pub mod force;
pub mod logic;
pub mod lookups;
pub mod neighbours;
pub mod phases;
pub mod start;
pub mod usage;
