//! Global War 1975, played: the whole war by bots, and rules shown on positions of it.

mod economy;
mod fighting;
mod marching;
mod odds;
mod politics;
mod refusals;
mod table;
mod whole_war;
