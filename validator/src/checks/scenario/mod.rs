//! Start positions and their ends. One file per check.

pub mod base_capacity;
pub mod build_limit;
pub mod capital;
pub mod capital_lost;
pub mod capital_mark;
pub mod counts;
pub mod devastated;
pub mod double_control;
pub mod factory_capacity;
pub mod loose_power;
pub mod needless_contradiction;
pub mod no_end;
pub mod no_room;
pub mod not_own;
pub mod option_clash;
pub mod out_of_supply;
pub mod outsider;
pub mod stacking;
pub mod surface;
pub mod totals;
pub mod track_start;
pub mod treasury;
pub mod turns;
pub mod unreachable_victory;
pub mod war_with_friends;
pub mod won_at_start;
