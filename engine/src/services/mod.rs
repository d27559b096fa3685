//! What procedures share and none of them owns: who is friend or enemy, ways over the board, zones of control, stacking, steps
//! and losses, marks of units, retreat. Nothing here names a procedure.

pub(crate) mod fraction;
pub mod marks;
pub(crate) mod retreat;
pub(crate) mod sides;
pub(crate) mod standing;
pub mod steps;
pub mod ways;
pub mod zones;
