//! Why a map of TripleA cannot be taken over, with its place.

use thiserror::Error;

/// What stands in the way of an import.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    #[error("{0}")]
    Source(String),
    #[error("{file}:{line}:{column}: {message}")]
    Text { file: String, line: u32, column: u32, message: String },
    #[error("{0}")]
    Game(String),
}

impl ImportError {
    pub(crate) fn at(file: &str, line: u32, column: u32, message: impl Into<String>) -> Self {
        Self::Text { file: file.to_owned(), line, column, message: message.into() }
    }
}
