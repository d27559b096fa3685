//! RON to JSON and back, for scripts and JSON Schema tooling. The JSON form names its kind in the field `kind`.
//! Comments do not survive the way through JSON; `edit` is how files are changed.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::cst;
use crate::encode::{self, EncodeError};
use crate::json;
use crate::schema::{Document, Kind};

/// Why a file could not be converted.
#[derive(Debug, Error)]
pub enum ConvertError {
    #[error("the file has syntax errors; run `chartroom check` first")]
    Syntax,
    #[error("the file does not say what kind of content it is")]
    NoKind,
    #[error("`{0}` is no kind of content")]
    UnknownKind(String),
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("cannot be written as RON: {0}")]
    Encode(#[from] EncodeError),
}

/// A content file as JSON.
pub fn to_json(text: &str) -> Result<Value, ConvertError> {
    let (root, errors) = cst::parse(text);
    let (Some(root), true) = (root, errors.is_empty()) else { return Err(ConvertError::Syntax) };
    let kind = root.name().ok_or(ConvertError::NoKind)?.text.clone();
    let mut object = Map::from_iter([("kind".to_owned(), Value::from(kind))]);
    if let Value::Object(fields) = json::document_value(&root, text) {
        object.extend(fields);
    }
    Ok(Value::Object(object))
}

/// A JSON file as RON in the house layout.
pub fn from_json(text: &str) -> Result<String, ConvertError> {
    let mut value: Value = serde_json::from_str(text)?;
    let kind = value.as_object_mut().and_then(|object| object.shift_remove("kind")).ok_or(ConvertError::NoKind)?;
    let name = kind.as_str().unwrap_or_default();
    let kind = Kind::parse(name).ok_or_else(|| ConvertError::UnknownKind(name.to_owned()))?;
    Ok(encode::document(&Document::from_json(kind, value)?)?)
}
