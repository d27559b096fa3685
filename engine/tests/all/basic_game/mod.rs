//! Rules of the basic game of Hitler's Global War as The Fall of Germany plays it, each on a small position: markers, dominions, the free
//! set-up. What needs a single position of the printed scenario is an example of the pack.

mod dominions;
mod free_set_up;
mod markers;
mod set_up_games;
mod table;
