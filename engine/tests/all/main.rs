//! The tests of the engine, one binary. A new file of tests is a module here.

mod basic_game;
mod bots;
mod broken_and_chosen;
mod campaign;
mod common;
mod hex_rules;
mod inert_settings;
mod land_war;
mod maneuvers;
mod odds_against_play;
mod play;
mod position_hash;
mod prices;
mod properties;
mod replays;
mod technology;
mod turning_tide;
mod values;
mod worked_examples;
mod zone_rules;
mod zone_war;
mod zones;
mod zones39;
