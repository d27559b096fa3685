//! Games that bots play of the open pack: a batch of them in the background, one of them as a film to be shown on the map, what many
//! of them add up to, and a position of one as a scenario of its own. No egui in here but colours.
//!
//! ```text
//! Snapshot ──Field──▶ rules + start ──Batch──▶ rows + heat
//!                          │            └─ replay ─┐
//!                          └── file of `play --record` ──Film──▶ Screen ──▶ the map's cells
//! ```

pub mod batch;
pub mod battle;
pub mod desk;
pub mod field;
pub mod film;
pub mod heat;
pub mod position;
pub mod screen;
#[cfg(test)]
mod tests;
pub mod trial;

pub use batch::{Batch, Plan, Row};
pub use desk::GamesDesk;
pub use field::Field;
pub use film::Film;
pub use heat::{Heat, HeatKind};
pub use screen::Screen;
