//! Text to typed content and back: spans, comments, schema versions, overlays, diagnostics. Knows RON; knows no rules.
//!
//! `text -> cst (tree with spans) -> json (the form schemas see) -> validate (the schema of its version) -> migrate
//! -> schema (typed content) -> content (a pack, overlays applied)`. `edit` is the only way an existing file changes.

pub mod codes;
pub mod content;
pub mod convert;
pub mod cst;
pub mod diag;
pub mod docs;
pub mod document;
pub mod edit;
pub mod encode;
pub mod entries;
pub mod fmt;
pub mod fs;
pub mod grid;
pub mod json;
pub mod load;
pub mod lookup;
pub mod migrate;
pub mod names;
pub mod places;
pub mod prices;
pub mod reference;
pub mod refs;
pub mod retired;
pub mod schema;
pub mod schemas;
pub mod source;
pub mod splice;
pub mod starter;
pub mod tree;
pub mod validate;
