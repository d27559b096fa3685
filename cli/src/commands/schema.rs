//! `chartroom schema [KIND]`: the JSON Schema of a kind of file, of this or an older version.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::names::nearest;
use chartroom_format::schema::{CURRENT, Kind};
use chartroom_format::schemas;
use serde_json::{Value, json};

use crate::output;

pub(crate) fn run(kind: Option<&str>, version: Option<u32>) -> Result<ExitCode, String> {
    let version = version.unwrap_or(CURRENT);
    let Some(name) = kind else {
        let mut out = format!("schema version {CURRENT}\n");
        for kind in Kind::ALL {
            let _ = writeln!(out, "  {:<10} {:<18} {}", kind.name(), kind.usual_file(), kind.about());
        }
        output::print(&out)?;
        return Ok(ExitCode::SUCCESS);
    };
    let kind = Kind::ALL.iter().find(|kind| kind.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
        let close = nearest(name, Kind::ALL.iter().map(|kind| kind.name()));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        format!("there is no kind of file `{name}`{hint}")
    })?;
    let schema =
        schemas::get(version, *kind).ok_or_else(|| format!("version {version} has no schema for {}", kind.name()))?;
    let mut schema = schema.clone();
    // `convert` names the kind in the file, which a .ron file does before its bracket.
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let described =
            json!({ "const": kind.name(), "description": "The kind of content, as `chartroom convert` writes it." });
        fields.shift_insert(0, "kind".to_owned(), described);
    }
    output::print_json(&schema)?;
    Ok(ExitCode::SUCCESS)
}
