//! `worth`: what a unit, an option, a cell or all purchases of a power are worth, by play without them and by exact odds.

mod items;
mod odds;
mod report;

pub use items::{Item, ItemKind, units_of};
pub use odds::fair_price;
pub use report::{Line, Report, report};
