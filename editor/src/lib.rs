//! The desktop editor; the only crate that knows egui.
