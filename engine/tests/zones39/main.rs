//! Rules of Global War 1939 played through `submit`, each on a small position of the game of 1939.

mod fighting;
mod moving;
mod table;
