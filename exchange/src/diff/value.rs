//! Any two values, field by field: names of fields become words, lists are aligned, and what is equal is silent.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Detail;

/// The JSON form of a value of content.
pub(super) fn json(value: &impl Serialize) -> Value {
    // Content serializes: it has no bytes and no keys that are not text.
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// Compares two values of content; fields named in `apart` are left to others.
pub(super) fn fields(before: &impl Serialize, after: &impl Serialize, apart: &[&str]) -> Vec<Detail> {
    let (mut before, mut after) = (json(before), json(after));
    for value in [&mut before, &mut after] {
        if let Value::Object(fields) = value {
            fields.retain(|name, _| !apart.contains(&name.as_str()) && name != "schema");
        }
    }
    let mut out = Vec::new();
    compare("", &before, &after, &mut out);
    out
}

/// A value in words: text bare, lists by commas, fields as "name value".
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(fields) if fields.is_empty() => "none".to_owned(),
        Value::Object(fields) => {
            let one = |(name, value): (&String, &Value)| match value {
                Value::Bool(true) => named(name),
                value => format!("{} {}", named(name), bracketed(value)),
            };
            fields.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn bracketed(value: &Value) -> String {
    let several = |count: usize| count > 1;
    match value {
        Value::Array(items) if several(items.len()) => format!("({})", words(value)),
        Value::Object(fields) if !fields.is_empty() => format!("({})", words(value)),
        _ => words(value),
    }
}

/// The name of a field as people say it.
fn named(field: &str) -> String {
    if field == "do" { "procedure".to_owned() } else { field.replace('_', " ") }
}

fn join(path: &str, step: &str) -> String {
    // The numbers of a unit are what it is; "stats" says nothing to a reader.
    match (path, step) {
        ("", step) => named(step),
        ("stats", step) => named(step),
        (path, step) => format!("{path} {}", named(step)),
    }
}

/// Adds what differs below a path.
pub(super) fn compare(path: &str, before: &Value, after: &Value, out: &mut Vec<Detail>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Value::Object(one), Value::Object(other)) if tag(one).is_none() || tag(one) == tag(other) => {
            objects(path, one, other, out);
        }
        (Value::Array(one), Value::Array(other)) => lists(path, one, other, out),
        _ => out.push(leaf(path, Some(before), Some(after))),
    }
}

fn leaf(path: &str, before: Option<&Value>, after: Option<&Value>) -> Detail {
    let said = |value: Option<&Value>| value.filter(|value| !value.is_null()).map(words);
    Detail::new(path, said(before), said(after))
}

/// The name of a variant, such as `Turn` in `{"Turn": ..}`.
fn tag(fields: &Map<String, Value>) -> Option<&str> {
    let mut names = fields.keys();
    match (names.next(), names.next()) {
        (Some(name), None) if name.starts_with(|letter: char| letter.is_ascii_uppercase()) => Some(name),
        _ => None,
    }
}

fn objects(path: &str, before: &Map<String, Value>, after: &Map<String, Value>, out: &mut Vec<Detail>) {
    for (name, new) in after {
        let path = join(path, name);
        match before.get(name) {
            Some(old) => compare(&path, old, new, out),
            None => out.push(leaf(&path, None, Some(new))),
        }
    }
    let gone = before.iter().filter(|(name, _)| !after.contains_key(*name));
    out.extend(gone.map(|(name, old)| leaf(&join(path, name), Some(old), None)));
}

fn lists(path: &str, before: &[Value], after: &[Value], out: &mut Vec<Detail>) {
    let all = |test: fn(&Value) -> bool| before.iter().chain(after).all(test);
    if all(Value::is_string) && !(before.is_empty() && after.is_empty()) {
        return names(path, before, after, out);
    }
    if all(|item| !item.is_object() && !item.is_array()) {
        out.push(leaf(path, Some(&Value::from(before)), Some(&Value::from(after))));
        return;
    }
    if let (Some(one), Some(other)) = (keyed(before), keyed(after)) {
        objects(path, &one, &other, out);
        let order = |items: &Map<String, Value>, others: &Map<String, Value>| {
            let common = items.keys().filter(|key| others.contains_key(*key));
            common.cloned().collect::<Vec<_>>()
        };
        let (one, other) = (order(&one, &other), order(&other, &one));
        if one != other {
            out.push(Detail::new(join(path, "order"), Some(one.join(", ")), Some(other.join(", "))));
        }
        return;
    }
    aligned(path, before, after, out);
}

/// A list of names: which came and which went, or that their order is another.
fn names(path: &str, before: &[Value], after: &[Value], out: &mut Vec<Detail>) {
    let lacking = |items: &[Value], others: &[Value]| -> Vec<Value> {
        items.iter().filter(|item| !others.contains(item)).cloned().collect()
    };
    let (gone, new) = (lacking(before, after), lacking(after, before));
    let said = |items: &[Value]| (!items.is_empty()).then(|| words(&Value::from(items)));
    let detail = if gone.is_empty() && new.is_empty() {
        Detail::new(join(path, "order"), said(before), said(after))
    } else if gone.len() == before.len() || new.len() == after.len() {
        Detail::new(path, said(before), said(after))
    } else {
        Detail::new(path, said(&gone), said(&new))
    };
    out.push(detail);
}

/// A list whose items have ids, by id.
fn keyed(items: &[Value]) -> Option<Map<String, Value>> {
    let mut by_id = Map::new();
    for item in items {
        let fields = item.as_object()?;
        let inner = tag(fields).and_then(|tag| fields[tag].as_object()).unwrap_or(fields);
        let id = inner.get("id")?.as_str()?;
        by_id.insert(id.to_owned(), item.clone()).is_none().then_some(())?;
    }
    Some(by_id)
}

/// A list of anything: the equal items in their order stay; what lies between them is compared in pairs, what is left over
/// came or went.
fn aligned(path: &str, before: &[Value], after: &[Value], out: &mut Vec<Detail>) {
    let mut done = (0, 0);
    for (one, other) in common(before, after).into_iter().chain([(before.len(), after.len())]) {
        let (old, new) = (&before[done.0..one], &after[done.1..other]);
        for place in 0..old.len().max(new.len()) {
            let path = join(path, &(done.1 + place + 1).to_string());
            match (old.get(place), new.get(place)) {
                (Some(old), Some(new)) => compare(&path, old, new, out),
                (old, new) => out.push(leaf(&path, old, new)),
            }
        }
        done = (one + 1, other + 1);
    }
}

/// Pairs of places at which two lists have the same, as many as can be without crossing. Ends that are equal are taken off
/// first; a middle too large for the table is compared in place.
pub(crate) fn common<T: PartialEq>(before: &[T], after: &[T]) -> Vec<(usize, usize)> {
    const MOST_CELLS: usize = 4_000_000;
    let head = before.iter().zip(after).take_while(|(old, new)| old == new).count();
    let (old, new) = (&before[head..], &after[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|at| (at, at)).collect();
    if old.len().saturating_mul(new.len()) <= MOST_CELLS {
        let width = new.len() + 1;
        let mut longest = vec![0_u32; (old.len() + 1) * width];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                longest[i * width + j] = if old[i] == new[j] {
                    longest[(i + 1) * width + j + 1] + 1
                } else {
                    longest[(i + 1) * width + j].max(longest[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < old.len() && j < new.len() {
            if old[i] == new[j] {
                pairs.push((head + i, head + j));
                (i, j) = (i + 1, j + 1);
            } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    } else {
        pairs.extend((0..old.len().min(new.len())).filter(|&at| old[at] == new[at]).map(|at| (head + at, head + at)));
    }
    pairs.extend((0..tail).map(|at| (before.len() - tail + at, after.len() - tail + at)));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(before: Value, after: Value, expected: &[&str]) {
        let mut out = Vec::new();
        compare("", &before, &after, &mut out);
        let said: Vec<String> = out
            .iter()
            .map(|detail| {
                let side = |side: &Option<String>| side.clone().unwrap_or_else(|| "-".to_owned());
                format!("{}: {} > {}", detail.what, side(&detail.before), side(&detail.after))
            })
            .collect();
        assert_eq!(said, expected, "{before} {after}");
    }

    #[test]
    fn differences_are_told_by_field() {
        check(json!({"a": 1}), json!({"a": 1}), &[]);
        check(
            json!({"stats": {"attack": [2]}}),
            json!({"stats": {"attack": [3], "hits": 2}}),
            &["attack: 2 > 3", "hits: - > 2"],
        );
        check(json!({"per_turn": 1, "b": true}), json!({"per_turn": 2}), &["per turn: 1 > 2", "b: true > -"]);
        check(
            json!({"when": {"Turn": {"from": 1}}}),
            json!({"when": {"Turn": {"from": 2}}}),
            &["when Turn from: 1 > 2"],
        );
        check(
            json!({"when": {"Turn": {"from": 1}}}),
            json!({"when": {"Always": {}}}),
            &["when: Turn (from 1) > Always none"],
        );
    }

    #[test]
    fn lists_are_aligned() {
        check(json!({"by": ["a", "b"]}), json!({"by": ["a", "c", "b"]}), &["by: - > c"]);
        check(json!({"by": ["a", "b"]}), json!({"by": ["b", "a"]}), &["by order: a, b > b, a"]);
        check(json!([{"x": 1}, {"x": 2}]), json!([{"x": 2}]), &["1: x 1 > -"]);
        check(json!([{"x": 1}, {"x": 2}, {"x": 3}]), json!([{"x": 1}, {"x": 9}, {"x": 3}]), &["2 x: 2 > 9"]);
        check(
            json!([{"Phase": {"id": "a"}}, {"Phase": {"id": "b", "do": "m"}}]),
            json!([{"Phase": {"id": "b", "do": "n"}}, {"Phase": {"id": "a"}}]),
            &["b Phase procedure: m > n", "order: a, b > b, a"],
        );
    }

    proptest::proptest! {
        #[test]
        fn alignment_pairs_equal_items_in_order(
            before in proptest::collection::vec(0..4_u8, 0..12),
            after in proptest::collection::vec(0..4_u8, 0..12),
        ) {
            let pairs = common(&before, &after);
            proptest::prop_assert!(pairs.iter().all(|&(one, other)| before[one] == after[other]));
            proptest::prop_assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            let same = common(&before, &before);
            proptest::prop_assert_eq!(same.len(), before.len());
        }
    }
}
