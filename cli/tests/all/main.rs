//! The command as scripts and people use it: one module per concern, all on the real program.

mod attacks;
mod bots;
mod command_line;
mod diff;
mod exchange;
mod lab;
mod merge_driver;
mod new_game;
mod prices;
