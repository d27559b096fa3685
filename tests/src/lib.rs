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

/// Those of them that follow a published rulebook; the others are games of our own.
pub fn rulebook_packs() -> Vec<PathBuf> {
    packs().into_iter().filter(|folder| folder.join("rulebook").is_dir()).collect()
}
