//! Other programs' formats in and out, one folder each. Reads untrusted files within bounds; knows no window and no command line.

pub mod diff;
mod element;
pub mod files;
pub mod geojson;
pub mod merge;
mod outlines;
pub mod print;
pub mod report;
pub mod svg;
pub mod tiled;
pub mod triplea;
pub mod vassal;
pub mod workbook;
pub mod xml;
pub mod zoning;
