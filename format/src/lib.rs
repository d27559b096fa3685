//! Text to typed content and back: spans, comments, schema versions, overlays, diagnostics.

pub mod grid;
pub mod schema;
