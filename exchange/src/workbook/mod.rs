//! A pack's tables, units, set-ups and treasuries as one workbook, and back: what was changed there becomes minimal edits here.
//!
//! Out: `model` (sheets as plain data, each line with an id) -> `write` (xlsx: ids locked, text cells, sources and reconstructed values marked,
//! every value as it was then on a hidden sheet). In: `read` (xlsx, ods, csv, bounded, to plain cells) -> `compare` (cell by cell against
//! what was written and what the pack says now) -> `edits` (one changed cell is one changed line).

pub mod compare;
pub mod csv;
pub mod edits;
pub mod model;
pub mod read;
pub mod write;

pub use compare::{CellChange, Fault, Import, Stale, compare};
pub use edits::{FileEdits, edits};
pub use read::{Book, read};
pub use write::write;
