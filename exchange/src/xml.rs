//! XML of strangers: guarded, parsed, and told with line and column.

use roxmltree::{Document, Node, ParsingOptions};
use thiserror::Error;

use crate::triplea::read::guard;

/// What is wrong with the text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {message}")]
pub struct XmlError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

/// Parses a text: entities of its own, elements nested beyond reason and very many of them are refused.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, XmlError> {
    guard::check("", text).map_err(|error| match error {
        crate::triplea::ImportError::Text { line, column, message, .. } => XmlError { line, column, message },
        other => XmlError { line: 1, column: 1, message: other.to_string() },
    })?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: guard::MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| XmlError {
        line: error.pos().row,
        column: error.pos().col,
        message: error.to_string(),
    })
}

/// The line an element begins on.
pub(crate) fn line(node: Node<'_, '_>) -> u32 {
    node.document().text_pos_at(node.range().start).row
}
