//! Findings as text for people and machines: one small file per format.

pub mod json;
pub mod text;
