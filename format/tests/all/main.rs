//! The tests of the format, one binary. A new file of tests is a module here.

mod broken;
mod codes;
mod edits;
mod frozen;
mod mutations;
mod overlay_cells;
mod overlays;
mod short_way;
