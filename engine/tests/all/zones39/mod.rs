//! Rules of Global War 1939 played through `submit`, each on a small position of the game of 1939.

mod building;
mod consequences;
mod fighting;
mod forts;
mod moving;
mod politics;
mod submarines;
#[expect(clippy::duplicate_mod, reason = "the same table for another pack: it asks its parent which one")]
#[path = "../zones/table.rs"]
mod table;

/// The game these tests play.
const PACK: &str = "global-war-1939";
const SCENARIO: &str = "1939";
