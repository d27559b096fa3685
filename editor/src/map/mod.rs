//! The map on the screen: a scene of plain data made from the content, a camera, and one file per layer that draws.

pub mod camera;
pub mod counter_sheets;
pub mod cursor;
pub mod draw;
pub mod goto;
pub mod layers;
pub mod minimap;
pub mod overview;
pub mod ownership;
pub mod scene;
pub mod stacks;
pub mod supply;
pub mod zones;

pub use camera::Camera;
pub use scene::{CellView, Geometry, Scene};
