//! Drawings: named paths of an SVG file become zones. `matrix` knows transforms, `read` the elements; pictures of our own maps as SVG are
//! written by the renderer of atlas.

mod matrix;
mod read;

pub use read::{Read, ReadError, read};
