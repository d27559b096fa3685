//! Tables. One file per check.

pub mod axes;
pub mod cell_kind;
pub mod marks;
pub mod missing_row;
pub mod monotonic;
pub mod off_the_edge;
pub mod price_out_of_line;
pub mod range_gap;
pub mod range_overlap;
pub mod row_length;
pub mod stray_row;
pub mod sums;
pub mod too_large;
