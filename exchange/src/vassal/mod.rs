//! VASSAL: a pack's scenario as a module, and a reader of our own that gets every piece of it back.
//!
//! `build` (content to a `Module` and its pictures) -> `write` (buildFile.xml, moduledata) -> one archive; `read` (an archive to a `Module`).
//! VASSAL itself is not asked here: the structure follows published modules.

mod build;
mod charts;
mod ids;
pub mod module;
mod piece;
pub mod read;
mod write;

use chartroom_atlas::chart::ChartError;
use chartroom_atlas::render::RenderError;
use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use thiserror::Error;

pub use module::Module;
pub use read::{ReadError, read};

use crate::report::Report;

/// Why a pack cannot be written as a module.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    #[error("the pack has no scenario `{0}`")]
    NoScenario(String),
    #[error("the pack is not sound: {first} ({count} such findings; `chartroom check` lists them)")]
    Unsound { first: String, count: usize },
    #[error(transparent)]
    Chart(#[from] ChartError),
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// A module made from a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    pub module: Module,
    /// The files of the archive.
    pub files: Vec<(String, Vec<u8>)>,
    pub report: Report,
    /// Pieces on the board at the start.
    pub pieces: usize,
}

/// How a module is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look<'a> {
    /// Width of the board's picture in pixels.
    pub width: u32,
    /// Width of a counter in pixels.
    pub counter: u32,
    /// The text of the geography that the map was drawn from, for true coasts.
    pub geography: Option<&'a str>,
}

/// Makes a module of one scenario of a pack.
pub fn export(content: &Content, scenario: &str, look: Look<'_>) -> Result<Exported, ExportError> {
    let built = build::build(content, scenario, look)?;
    let mut files = vec![
        ("buildFile.xml".to_owned(), write::build_file(&built.module).into_bytes()),
        ("moduledata".to_owned(), write::module_data(&built.module).into_bytes()),
    ];
    files.extend(built.files);
    let pieces = built.module.stacks.iter().map(|stack| stack.slots.len()).sum();
    Ok(Exported { module: built.module, files, report: built.report, pieces })
}

fn unsound(findings: &[Diagnostic]) -> ExportError {
    let first = findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
    ExportError::Unsound { first, count: findings.len() }
}
