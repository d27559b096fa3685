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

/// A geography that comes with the program, by its name in a recipe.
#[must_use]
pub fn bundled(name: &str) -> Option<&'static str> {
    (name == BUNDLED).then_some(include_str!("../../../content/geo/countries-50m.json"))
}

/// The name of the geography that comes with the program.
pub const BUNDLED: &str = "countries-50m";
