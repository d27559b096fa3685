//! TripleA: a game's XML with the polygons of its map, in and out.
//!
//! In: `source` (folder, file or archive, bounded) -> `read` (XML and text files to a `Game` and a `Drawing`) -> `outline` (pixel outlines to
//! shared borders) -> `convert` (a pack of hit-roll combat) with a report.
//! Out: `export` (a pack of zones and hit rolls to a `Game` and a `Drawing`, with a report) -> `write` (the files of a map).

pub mod convert;
pub mod error;
pub mod export;
pub mod outline;
pub mod read;
pub mod source;
mod words;
pub mod write;

pub use convert::{Imported, import};
pub use error::ImportError;
pub use export::{ExportError, Exported, export};
pub use source::Source;
