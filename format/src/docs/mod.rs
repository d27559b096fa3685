//! Reference pages generated from the types and the codes, so that they cannot drift: `docs/format.md`, `docs/checks.md`,
//! `docs/rules/*.md`.

mod codes;
mod rules;

pub use codes::codes_reference;
pub use rules::{Page, RuleText, rule_pages};

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::schema::{CURRENT, Kind};
use crate::schemas;

/// The reference of the content format: every kind of file, every field, every variant.
pub fn format_reference() -> String {
    let mut out = format!(
        "# The content format, schema version {CURRENT}\n\nGenerated from the types in `format/src/schema`; do not edit. A file is one RON value named by \
         its kind. Inside, structs are written `(field: value)`, variants carry their name, ids are plain strings, optional values are \
         written bare, and what is left out takes its default. `chartroom schema KIND` prints the JSON Schema.\n\n| kind | usual file | what it is for |\n|---|---|---|\n"
    );
    let mut shared: BTreeMap<String, Value> = BTreeMap::new();
    for kind in Kind::ALL {
        let _ = writeln!(
            out,
            "| [{0}](#{1}) | `{2}` | {3} |",
            kind.name(),
            kind.name().to_lowercase(),
            kind.usual_file(),
            kind.about()
        );
        if let Some(definitions) =
            schemas::get(CURRENT, *kind).and_then(|schema| schema.get("$defs")).and_then(Value::as_object)
        {
            shared.extend(definitions.iter().map(|(name, schema)| (name.clone(), schema.clone())));
        }
    }
    for kind in Kind::ALL {
        if let Some(schema) = schemas::get(CURRENT, *kind) {
            let _ = writeln!(out, "\n## {}\n", kind.name());
            section(&mut out, schema);
        }
    }
    out.push_str("\n# Types used by several kinds\n");
    for (name, schema) in &shared {
        let _ = writeln!(out, "\n## {name}\n");
        section(&mut out, schema);
    }
    out
}

fn section(out: &mut String, schema: &Value) {
    if let Some(about) = schema.get("description").and_then(Value::as_str) {
        let _ = writeln!(out, "{}\n", line(about));
    }
    if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        out.push_str("| field | value | |\n|---|---|---|\n");
        for (name, field) in fields {
            let need = if required.contains(&name.as_str()) { " (required)" } else { "" };
            let about = field.get("description").and_then(Value::as_str).map(line).unwrap_or_default();
            let _ = writeln!(out, "| `{name}`{need} | {} | {about} |", type_of(field));
        }
    }
    let variants = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array);
    for variant in variants.into_iter().flatten() {
        variant_line(out, variant);
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let _ = writeln!(out, "- `{}`", words.join("`, `"));
    }
}

fn variant_line(out: &mut String, variant: &Value) {
    let about =
        variant.get("description").and_then(Value::as_str).map(|text| format!(": {}", line(text))).unwrap_or_default();
    if let Some(word) = variant.get("const").and_then(Value::as_str) {
        let _ = writeln!(out, "- `{word}`{about}");
    } else if let Some(words) = variant.get("enum").and_then(Value::as_array) {
        for word in words.iter().filter_map(Value::as_str) {
            let _ = writeln!(out, "- `{word}`{about}");
        }
    } else if let Some((name, inner)) =
        variant.get("properties").and_then(Value::as_object).and_then(|fields| fields.iter().next())
    {
        let _ = writeln!(out, "- `{name}({})`{about}", inside(inner));
    } else {
        let _ = writeln!(out, "- {}{about}", type_of(variant));
    }
}

/// What stands between the brackets of a variant.
fn inside(schema: &Value) -> String {
    if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
        return fields
            .iter()
            .map(|(name, field)| format!("{name}: {}", type_of(field).replace('`', "")))
            .collect::<Vec<_>>()
            .join(", ");
    }
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        return items.iter().map(|item| type_of(item).replace('`', "")).collect::<Vec<_>>().join(", ");
    }
    type_of(schema).replace('`', "")
}

/// A short name for what a schema allows.
fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    let choices = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
    if let Some(choices) = choices {
        let names: Vec<String> = choices.iter().map(type_of).filter(|name| name != "nothing").collect();
        return names.join(" or ");
    }
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        return format!("({})", items.iter().map(type_of).collect::<Vec<_>>().join(", "));
    }
    let words = match schema.get("type") {
        Some(Value::String(word)) => vec![word.as_str()],
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let named = words.iter().filter(|word| **word != "null" || words.len() == 1).map(|word| match *word {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "number" => "number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "null" => "nothing".to_owned(),
        "array" => format!("list of {}", schema.get("items").map_or_else(|| "anything".to_owned(), type_of)),
        "object" => {
            let values = schema.get("additionalProperties").filter(|values| values.is_object());
            let by_pattern = schema
                .get("patternProperties")
                .and_then(Value::as_object)
                .and_then(|patterns| patterns.values().next());
            values.or(by_pattern).map_or_else(|| "fields".to_owned(), |values| format!("map to {}", type_of(values)))
        }
        other => other.to_owned(),
    });
    let text = named.collect::<Vec<_>>().join(" or ");
    if text.is_empty() { "anything".to_owned() } else { text }
}

/// One line, safe inside a table.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
