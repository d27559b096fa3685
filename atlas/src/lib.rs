//! Maps from geography and from pictures, and pictures of maps.
//!
//! * [`geo`]: country outlines, projections, and the least-squares fit of a projection to known places;
//! * [`hexes`]: which hexes are land, sea or coast, and whose;
//! * [`zones`]: a map cut into zones that share their borders, and who neighbours whom;
//!
//! Nothing here reads or writes files, knows rules, or decides what a pack looks like on disk. Bad input comes back as an error
//! value that says what is wrong and where on the map; the caller adds file and line.

pub mod chart;
pub mod geo;
pub mod hexes;
pub mod picture;
pub mod raster;
pub mod render;
pub mod zones;
