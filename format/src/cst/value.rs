//! The short way for sound files: text straight to its JSON form, without a tree of places. Whatever is doubtful
//! (a fault, a name twice, a value with no JSON form) gives `None`, and the caller takes the long way to say what and where.

use ron2::ast::{self, Expr, NumberKind, StructBody};
use serde_json::{Map, Value};

use crate::json;

/// The kind and the JSON form of a sound document.
pub fn parse(text: &str) -> Option<(String, Value)> {
    if super::too_deep(text).is_some() {
        return None;
    }
    let document = ast::parse_document(text).ok()?;
    let Some(Expr::Struct(root)) = document.value else { return None };
    let kind = root.name.name.into_owned();
    match root.body {
        Some(StructBody::Fields(body)) => Some((kind, object(body.fields)?)),
        _ => None,
    }
}

fn value(expr: Expr<'_>) -> Option<Value> {
    Some(match expr {
        Expr::Unit(_) => Value::Null,
        Expr::Bool(truth) => Value::Bool(truth.value),
        Expr::Number(number) if number.kind != NumberKind::SpecialFloat => json::number(&number.raw),
        Expr::String(string) => Value::String(string.value),
        Expr::Option(option) => match option.value {
            Some(inner) => value(inner.expr)?,
            None => Value::Null,
        },
        Expr::Seq(seq) => Value::Array(seq.items.into_iter().map(|item| value(item.expr)).collect::<Option<_>>()?),
        Expr::Tuple(tuple) => array(tuple.elements)?,
        Expr::AnonStruct(anonymous) => object(anonymous.fields)?,
        Expr::Map(map) => {
            let mut entries = Map::with_capacity(map.entries.len());
            for entry in map.entries {
                let key = match entry.key {
                    Expr::String(string) => string.value,
                    Expr::Number(number) => number.raw.into_owned(),
                    Expr::Struct(name) if name.body.is_none() => name.name.name.into_owned(),
                    _ => return None,
                };
                if entries.insert(key, value(entry.value)?).is_some() {
                    return None;
                }
            }
            Value::Object(entries)
        }
        Expr::Struct(named) => {
            let name = named.name.name.into_owned();
            let inner = match named.body {
                None => return Some(Value::String(name)),
                Some(StructBody::Fields(body)) => object(body.fields)?,
                Some(StructBody::Tuple(mut body)) => match body.elements.len() {
                    0 => Value::Object(Map::new()),
                    1 => value(body.elements.remove(0).expr)?,
                    _ => array(body.elements)?,
                },
            };
            Value::Object(Map::from_iter([(name, inner)]))
        }
        Expr::Number(_) | Expr::Char(_) | Expr::Byte(_) | Expr::Bytes(_) | Expr::Error(_) => return None,
    })
}

fn array(elements: Vec<ast::TupleElement<'_>>) -> Option<Value> {
    elements.into_iter().map(|element| value(element.expr)).collect::<Option<Vec<_>>>().map(Value::Array)
}

fn object(fields: Vec<ast::StructField<'_>>) -> Option<Value> {
    let mut object = Map::with_capacity(fields.len());
    for field in fields {
        if object.insert(field.name.name.into_owned(), value(field.value)?).is_some() {
            return None;
        }
    }
    Some(Value::Object(object))
}
