//! Global War 1975, played: the whole war by bots, and rules shown on positions of it.

mod air_rules;
mod board_rules;
mod combat_rules;
mod control_zones;
mod economy;
mod fighting;
mod fleets;
mod landings;
mod marching;
mod movement_rules;
mod nations;
mod neutral_rules;
mod odds;
mod overruns;
mod pipelines;
mod politics;
mod production_rules;
mod refusals;
mod retreats;
mod sea_fights;
mod several_hexes;
mod stacking_rules;
mod strategic;
mod supply_rules;
mod table;
mod whole_war;
