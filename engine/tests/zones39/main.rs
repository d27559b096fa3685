//! Rules of Global War 1939 played through `submit`, each on a small position of the game of 1939.

mod fighting;
mod forts;
mod moving;
mod submarines;
mod table;
