//! The tests of this crate, linked as one binary.

mod diff;
mod geojson;
mod merge;
mod svg;
mod tiled;
mod triplea;
mod workbook;
