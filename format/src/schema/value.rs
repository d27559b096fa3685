//! Small values that content is made of: amounts with fractions, table keys, table cells, free data.
//! They read from and write to one plain number or string each.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact amount: a whole number, or a fraction written `"1/3"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    pub numerator: i64,
    pub denominator: i64,
}

impl Amount {
    pub const ZERO: Self = Self::whole(0);
    pub const ONE: Self = Self::whole(1);

    pub const fn whole(value: i64) -> Self {
        Self { numerator: value, denominator: 1 }
    }

    pub fn parse(text: &str) -> Option<Self> {
        if let Some((numerator, denominator)) = text.split_once('/') {
            let amount =
                Self { numerator: numerator.trim().parse().ok()?, denominator: denominator.trim().parse().ok()? };
            (amount.denominator > 0).then_some(amount)
        } else {
            text.trim().parse().ok().map(Self::whole)
        }
    }

    pub fn as_whole(self) -> Option<i64> {
        (self.numerator % self.denominator == 0).then(|| self.numerator / self.denominator)
    }

    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl Default for Amount {
    fn default() -> Self {
        Self::ZERO
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_whole() {
            Some(whole) => write!(f, "{whole}"),
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(ScalarVisitor("a whole number or a fraction such as \"1/3\""))? {
            Scalar::Whole(value) => Ok(Self::whole(value)),
            Scalar::Text(text) => Self::parse(&text)
                .filter(|_| is_amount(&text))
                .ok_or_else(|| de::Error::custom(format!("`{text}` is not a number or a fraction such as \"1/3\""))),
        }
    }
}

/// Whether a text matches the pattern of the schema below, which takes no spaces and no signs but a minus.
pub(super) fn is_amount(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    digits(numerator.strip_prefix('-').unwrap_or(numerator)) && digits(denominator) && !denominator.starts_with('0')
}

impl JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number, or a fraction such as \"1/3\".",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$" }]
        })
    }
}

/// The key of a table's row or column: a number or a word. Ranges are words: `"1-3"`, `"8+"`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub String);

impl Key {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<i64>() {
            Ok(number) if number.to_string() == self.0 => serializer.serialize_i64(number),
            _ => serializer.serialize_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match deserializer.deserialize_any(ScalarVisitor("a number or a word"))? {
            Scalar::Whole(value) => value.to_string(),
            Scalar::Text(text) => text,
        }))
    }
}

impl JsonSchema for Key {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Key".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A number or a word; a range is written \"1-3\" or \"8+\".", "type": ["integer", "string"] })
    }
}

/// One cell of a table: a number, or text such as `"d2"`, `"1-5"`, `"1/A"`, `"2d6"`, `"1/3"`; `"-"` is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    Number(i64),
    Text(String),
}

impl Cell {
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text == "-")
    }

    pub fn as_number(&self) -> Option<i64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Text(_) => None,
        }
    }

    pub fn as_amount(&self) -> Option<Amount> {
        match self {
            Self::Number(value) => Some(Amount::whole(*value)),
            Self::Text(text) => Amount::parse(text),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(value) => serializer.serialize_i64(*value),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(ScalarVisitor("a number or a text cell"))? {
            Scalar::Whole(value) => Self::Number(value),
            Scalar::Text(text) => Self::Text(text),
        })
    }
}

impl JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or text such as \"d2\", \"1-5\", \"1/A\", \"2d6\"; \"-\" is an empty cell.",
            "type": ["integer", "string"]
        })
    }
}

/// The cells of one row: a list, or a single cell where the table has one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<Cell>);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [cell] => cell.serialize(serializer),
            cells => cells.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;
        impl<'de> Visitor<'de> for RowVisitor {
            type Value = Row;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of cells, or one cell")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Row, E> {
                Ok(Row(vec![Cell::Number(value)]))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Row, E> {
                i64::try_from(value).map(|value| Row(vec![Cell::Number(value)])).map_err(E::custom)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Row, E> {
                Ok(Row(vec![Cell::Text(text.to_owned())]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Row, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = items.next_element()? {
                    cells.push(cell);
                }
                Ok(Row(cells))
            }
        }
        deserializer.deserialize_any(RowVisitor)
    }
}

impl JsonSchema for Row {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Row".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let cell = generator.subschema_for::<Cell>();
        json_schema!({ "description": "A list of cells, or one cell.", "anyOf": [cell, { "type": "array", "items": cell }] })
    }
}

/// Free data for worked examples: what is given and what is expected, as plain nested values.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Nothing,
    Truth(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<Data>),
    Map(BTreeMap<String, Data>),
}

impl Data {
    /// The value as a person says it: yes, 3, "paris", [1, 2], {berlin: 4}.
    pub fn in_words(&self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Truth(true) => "yes".to_owned(),
            Self::Truth(false) => "no".to_owned(),
            Self::Whole(value) => value.to_string(),
            Self::Real(value) => value.to_string(),
            Self::Text(text) => format!("\"{text}\""),
            Self::List(items) => format!("[{}]", items.iter().map(Self::in_words).collect::<Vec<_>>().join(", ")),
            Self::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| format!("{key}: {}", value.in_words()));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
        }
    }

    pub fn as_whole(&self) -> Option<i64> {
        match self {
            Self::Whole(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.get(key),
            _ => None,
        }
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_unit(),
            Self::Truth(value) => serializer.serialize_bool(*value),
            Self::Whole(value) => serializer.serialize_i64(*value),
            Self::Real(value) => serializer.serialize_f64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
            Self::Map(entries) => entries.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DataVisitor;
        impl<'de> Visitor<'de> for DataVisitor {
            type Value = Data;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, text, truth value, list or map")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Data, E> {
                Ok(Data::Nothing)
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Data, E> {
                Ok(Data::Truth(value))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Data, E> {
                Ok(Data::Whole(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Data, E> {
                i64::try_from(value).map(Data::Whole).map_err(E::custom)
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Data, E> {
                Ok(Data::Real(value))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Data, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Data::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Data, A::Error> {
                let mut map = BTreeMap::new();
                while let Some((key, value)) = entries.next_entry::<Key, Data>()? {
                    map.insert(key.0, value);
                }
                Ok(Data::Map(map))
            }
        }
        deserializer.deserialize_any(DataVisitor)
    }
}

impl JsonSchema for Data {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Data".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "Any plain value: number, text, truth value, list or map with text keys." })
    }
}

enum Scalar {
    Whole(i64),
    Text(String),
}

/// Reads one whole number or one string, and says in the author's words what it wanted.
struct ScalarVisitor(&'static str);

impl Visitor<'_> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Scalar, E> {
        Ok(Scalar::Whole(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Scalar, E> {
        i64::try_from(value).map(Scalar::Whole).map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }
}
