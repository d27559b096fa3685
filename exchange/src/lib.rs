//! Other programs' formats in and out, one folder each. Reads untrusted files within bounds; knows no window and no command line.

pub mod diff;
pub mod geojson;
pub mod merge;
pub mod report;
pub mod svg;
pub mod tiled;
pub mod triplea;
pub mod workbook;
pub mod xml;
pub mod zoning;
