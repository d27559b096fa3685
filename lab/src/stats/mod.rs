//! Statistics as plain data: intervals, sequential tests on pairs, luck taken out. No games in here, and no printing.

pub mod control;
pub mod fairness;
pub mod interval;
pub mod moments;
pub mod normal;
pub mod sequential;
