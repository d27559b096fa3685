//! GeoJSON: zones with their borders and properties out, for QGIS and for web pages, and in, as a new pack.
//!
//! Out: `write` (every zone a polygon, links as lines). In: `read` (areas and properties, bounded) -> `crate::zoning` (shared borders) -> a pack.
//! Places are degrees: map units times a scale, from the middle of the map, which the file states so that reading it back is exact.

mod read;
mod write;

pub use read::{Read, ReadError, read};
pub use write::{WriteError, write};

/// The member of the file that says how places on the map became degrees.
const MEMBER: &str = "chartroom";
