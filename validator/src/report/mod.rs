//! Findings as text for people and machines: one small file per format.

pub mod github;
pub mod json;
pub mod junit;
mod position;
pub mod sarif;
pub mod selection;
pub mod text;
