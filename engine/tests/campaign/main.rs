//! Global War 1975, played: the whole war by bots, and rules shown on positions of it.

mod control_zones;
mod economy;
mod fighting;
mod marching;
mod movement_rules;
mod odds;
mod politics;
mod refusals;
mod retreats;
mod stacking_rules;
mod supply_rules;
mod table;
mod whole_war;
