//! The command as scripts and people use it: one module per concern, all on the real program.

mod attack_corpus;
mod attacks;
mod bots;
mod command_line;
mod defects;
mod diff;
mod exchange;
mod lab;
mod maintainers;
mod merge_driver;
mod new_game;
mod prices;
mod repository;
mod workbooks_and_maps;
