//! Rules of The War Game played through `submit`, each on a small position of the game of 1942.

mod ashore;
mod board;
mod building;
mod fighting;
mod leaving;
mod orders;
mod table;
mod taking;
