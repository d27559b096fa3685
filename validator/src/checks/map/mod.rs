//! The board. One file per check.

pub mod added_link;
pub mod amounts;
pub mod crossing;
pub mod denied_link;
pub mod empty_region;
pub mod far_link;
pub mod feature_surface;
pub mod geography;
pub mod hexside;
pub mod inland_port;
pub mod isolated;
pub mod names_alike;
pub mod no_outline;
pub mod off_grid;
pub mod one_way;
pub mod outline;
pub mod passage_keys;
pub mod passage_pairs;
pub mod recipe;
pub mod recipe_names;
pub mod recipe_other;
pub mod recipe_picture;
pub mod recipe_points;
pub mod recipe_seed;
pub mod tiling;
pub mod unusable_link;
