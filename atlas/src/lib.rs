//! Maps from geography and from pictures, and pictures of maps.
//!
//! * [`geo`]: country outlines, projections, and the least-squares fit of a projection to known places;
//! * [`hexes`]: which hexes are land, sea or coast, whose, and what lies on them;
//! * [`zones`]: a map cut into zones that share their borders, and who neighbours whom;
//! * [`picture`]: scanned maps, read as hexes or traced as zones;
//! * [`redraw`]: the files of a pack that its recipe draws, and [`recipe_fault`], what is wrong with a recipe and where;
//! * [`truth`]: a map of hexes held against the geography it was drawn from;
//! * [`world`]: a new pack on a part of the real world;
//! * [`chart`] and [`render`]: a pack as a scene, and a scene as PNG or SVG;
//! * [`counter`]: the counters of a pack's units, for pictures, sheets and windows.
//!
//! Nothing here reads or writes files, or knows rules. Bad input comes back as a value that says what is wrong and where; the
//! caller adds file and line.

pub mod chart;
pub mod counter;
pub mod geo;
pub mod hexes;
pub mod picture;
pub mod raster;
pub mod recipe_check;
pub mod recipe_fault;
pub mod redraw;
pub mod render;
pub mod source;
pub mod truth;
pub mod world;
pub mod zones;
