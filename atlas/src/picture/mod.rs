//! Scanned maps: loading them safely, placing them under a board, and reading their colours as terrain or as zones.

pub(crate) mod draw;
pub mod load;
pub mod palette;
pub mod place;
pub mod trace;

pub use load::{Limits, Picture, PictureError};
pub use palette::{Reading, Swatch, read_hexes};
pub use place::{Placement, PlacementError};
pub use trace::{TraceError, TraceSettings, trace_areas};
