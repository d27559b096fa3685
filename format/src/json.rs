//! The JSON form of a document: what JSON Schema sees, and what `chartroom convert` writes. A name before brackets
//! is the tag of a variant (`At("x", 1)` is `{"At": ["x", 1]}`), except at the top of a file, where it is the kind.

use serde_json::{Map, Number, Value};

use crate::cst::{Node, NodeKind};

/// The JSON form of a document's body, without its kind.
pub fn document_value(root: &Node, text: &str) -> Value {
    match &root.kind {
        NodeKind::Struct(_, _) => untagged(root, text),
        _ => value(root, text),
    }
}

/// The JSON form of any value inside a document.
pub fn value(node: &Node, text: &str) -> Value {
    match &node.kind {
        NodeKind::Tuple(Some(name), items) if name.text == "Some" && items.len() == 1 => value(&items[0], text),
        NodeKind::Tuple(Some(name), _) | NodeKind::Struct(Some(name), _) => {
            Value::Object(Map::from_iter([(name.text.clone(), untagged(node, text))]))
        }
        _ => untagged(node, text),
    }
}

fn untagged(node: &Node, text: &str) -> Value {
    match &node.kind {
        NodeKind::Unit | NodeKind::Other => Value::Null,
        NodeKind::Bool(truth) => Value::Bool(*truth),
        NodeKind::Number => number(node.span.of(text)),
        NodeKind::Text(string) => Value::String(string.clone()),
        NodeKind::Name(name) if name == "None" => Value::Null,
        NodeKind::Name(name) => Value::String(name.clone()),
        NodeKind::Tuple(Some(_), items) if items.len() == 1 => value(&items[0], text),
        // `Name()` is a variant whose fields are all left out.
        NodeKind::Tuple(Some(_), items) if items.is_empty() => Value::Object(Map::new()),
        NodeKind::List(items) | NodeKind::Tuple(_, items) => {
            Value::Array(items.iter().map(|item| value(item, text)).collect())
        }
        NodeKind::Map(entries) => {
            entries.iter().map(|entry| (entry.key.key_text(text), value(&entry.value, text))).collect()
        }
        NodeKind::Struct(_, fields) => {
            fields.iter().map(|field| (field.name.text.clone(), value(&field.value, text))).collect()
        }
    }
}

/// RON allows `1_000`, `0x1F` and `+1`; JSON does not.
pub(crate) fn number(raw: &str) -> Value {
    if let Ok(whole) = raw.parse::<i64>() {
        return Value::from(whole);
    }
    let plain: String = raw.chars().filter(|digit| *digit != '_' && *digit != '+').collect();
    let (sign, digits) = plain.strip_prefix('-').map_or((1, plain.as_str()), |rest| (-1, rest));
    let radix = match digits.get(..2) {
        Some("0x") => Some(16),
        Some("0o") => Some(8),
        Some("0b") => Some(2),
        _ => None,
    };
    if let Some(radix) = radix {
        return i64::from_str_radix(&digits[2..], radix).map_or(Value::Null, |value| Value::from(sign * value));
    }
    if let Ok(whole) = plain.parse::<i64>() {
        return Value::from(whole);
    }
    plain.parse::<f64>().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cst;

    fn check(ron: &str, json: &str) {
        let (root, errors) = cst::parse(ron);
        assert!(errors.is_empty(), "{ron}: {errors:?}");
        let expected: Value = serde_json::from_str(json).expect("expected JSON");
        assert_eq!(document_value(&root.expect("a value"), ron), expected, "{ron}");
    }

    #[test]
    fn ron_has_one_json_form() {
        for (ron, json) in [
            ("Table(id: \"a\", rows: {1: [0, -2], \"x\": \"d2\"})", r#"{"id":"a","rows":{"1":[0,-2],"x":"d2"}}"#),
            ("(a: Die(sides: 6), b: Land)", r#"{"a":{"Die":{"sides":6}},"b":"Land"}"#),
            ("(a: At(\"x\", {\"i\": 1}), b: Any([Always]))", r#"{"a":{"At":["x",{"i":1}]},"b":{"Any":["Always"]}}"#),
            ("(a: Some(1), b: None, c: (1, \"z\"), d: ())", r#"{"a":1,"b":null,"c":[1,"z"],"d":null}"#),
            ("(a: 0x1F, b: 1_000, c: 1.5, d: true, e: r#\"q\"#)", r#"{"a":31,"b":1000,"c":1.5,"d":true,"e":"q"}"#),
        ] {
            check(ron, json);
        }
    }
}
