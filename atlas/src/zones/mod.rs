//! Zones: drawn from seeds, stored as shared borders, read back as polygons with neighbours.
//!
//! `recipe -> labels on a sheet (draw, grow) -> borders (trace) -> Shapes on disk -> polygons (areas)`; neighbours come
//! from `chartroom_format::grid::zones`

pub mod areas;
pub mod crossing;
pub mod draw;
pub mod drawn;
mod grow;
pub mod middle;
pub mod shapes;
mod specks;
pub mod tiling;
pub mod write;

pub use areas::{Area, Areas, ShapeProblem};
pub use draw::draw;
pub use drawn::{DrawnZone, DrawnZones, Note, ZoneProblem};
pub use middle::middle;
pub use shapes::shapes_from_raster;
pub use tiling::{Untidy, untidy};
pub use write::shapes_text;
