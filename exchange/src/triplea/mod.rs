//! TripleA: a game's XML with the polygons of its map, in.
//!
//! In: `source` (folder, file or archive, bounded) -> `read` (XML and text files to a `Game` and a `Drawing`) -> `outline` (pixel outlines to
//! shared borders) -> `convert` (a pack of hit-roll combat) with a report.

pub mod convert;
pub mod error;
pub mod outline;
pub mod read;
pub mod source;

pub use convert::{Imported, import};
pub use error::ImportError;
pub use source::Source;
