//! Geography: outlines of land and countries in degrees, and how degrees become places on a flat map.

pub mod fit;
pub mod inside;
pub mod landmass;
pub mod outlines;
pub mod placing;
pub mod projection;
mod solve;
mod topojson;

pub use fit::{FitError, Residual};
pub use outlines::{Country, GeographyError, Outlines};
pub use placing::Placing;
pub use projection::{Axis, Projector};
