//! Rules of The War Game played through `submit`, each on a small position of the game of 1942.

mod airborne;
mod ashore;
mod battleships;
mod board;
mod building;
mod fighting;
mod hostile;
mod leaders;
mod leaving;
mod orders;
mod passing;
mod passing_on;
mod table;
mod taking;
mod whole_games;

/// The game these tests play.
const PACK: &str = "war-game-ww2";
const SCENARIO: &str = "1942";
