//! The tests of this crate, linked as one binary.

mod diff;
mod geojson;
mod merge;
mod print;
mod svg;
mod tiled;
mod triplea;
mod vassal;
mod workbook;
