//! Shared harness for the tests that cross crates: where the repository is, and its packs.

pub mod entries;
pub mod facts;
mod globe;
pub mod topology;
pub mod transcription;

use std::path::{Path, PathBuf};

/// The top folder of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// The bundled packs, sorted by name.
pub fn packs() -> Vec<PathBuf> {
    chartroom_validator::run::packs_at(&repository().join("content")).unwrap_or_default()
}
