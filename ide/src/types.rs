//! What may stand where: the committed JSON Schemas, walked the way the text is written. A place has a schema; brackets lead
//! from it to what stands inside them.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::Shape;
use chartroom_format::schema::{CURRENT, Kind};
use chartroom_format::schemas;
use serde_json::Value;

/// The schema of one kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Types {
    pub(crate) kind: Kind,
    root: &'static Value,
}

/// What may stand at one place, and the field it belongs to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ty {
    pub(crate) schema: Option<&'static Value>,
    /// The struct or variant that has the field, and the field.
    pub(crate) owner: &'static str,
    pub(crate) field: &'static str,
}

/// What stands between two brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside {
    Struct {
        schema: &'static Value,
        owner: &'static str,
    },
    Tuple {
        items: &'static [Value],
        ty: Ty,
    },
    /// One value, as between the brackets of `All([..])`.
    One(Ty),
    List(Ty),
    Map {
        values: Ty,
        /// Its keys are names, not free text.
        named: bool,
    },
    /// Free data of examples and facts.
    Data,
    Unknown,
}

/// One form of a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    pub(crate) about: Option<&'static str>,
    /// What stands in its brackets; none for a bare word.
    pub(crate) inner: Option<&'static Value>,
}

pub(crate) fn about(schema: &'static Value) -> Option<&'static str> {
    schema.get("description").and_then(Value::as_str)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

impl Types {
    pub(crate) fn of(kind: Kind, version: u32) -> Option<Self> {
        let root = schemas::get(version, kind).or_else(|| schemas::get(CURRENT, kind))?;
        Some(Self { kind, root })
    }

    pub(crate) const fn root(self) -> &'static Value {
        self.root
    }

    /// Follows references and drops "or nothing"; gives the name of the type where it has one.
    pub(crate) fn resolve(self, mut schema: &'static Value) -> (&'static Value, Option<&'static str>) {
        let mut name = None;
        // A schema that refers to itself has no end.
        for _ in 0..16 {
            if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
                let last = reference.rsplit('/').next().unwrap_or(reference);
                let Some(found) = self.root.get("$defs").and_then(|defs| defs.get(last)) else { break };
                (schema, name) = (found, Some(last));
                continue;
            }
            let choices = schema.get("anyOf").and_then(Value::as_array);
            let mut some = choices.into_iter().flatten().filter(|choice| !is_null(choice));
            match (some.next(), some.next()) {
                (Some(only), None) => schema = only,
                _ => break,
            }
        }
        (schema, name)
    }

    /// The kind of name that stands at a place.
    pub(crate) fn name_type(self, schema: &'static Value) -> Option<&'static str> {
        let is_name = |name: &&'static str| Shape::of(name).is_some();
        // Beside a name some places take words of their own, such as `Holder`.
        let choice = || self.forms(schema).into_iter().find_map(|(_, name)| name.filter(is_name));
        self.resolve(schema).1.filter(is_name).or_else(choice)
    }

    /// All plain forms behind a schema: choices are taken apart.
    fn forms(self, schema: &'static Value) -> Vec<(&'static Value, Option<&'static str>)> {
        let (schema, name) = self.resolve(schema);
        match schema.get("anyOf").and_then(Value::as_array) {
            Some(choices) => choices.iter().map(|choice| self.resolve(choice)).collect(),
            None => vec![(schema, name)],
        }
    }

    /// The words and variants that may stand at a place, in the order of the schema.
    pub(crate) fn variants(self, schema: &'static Value) -> Vec<Variant> {
        let mut found = Vec::new();
        for (form, _) in self.forms(schema) {
            let branches = form.get("oneOf").and_then(Value::as_array);
            match branches {
                Some(branches) => branches.iter().for_each(|branch| variants_of(branch, &mut found)),
                None if form.get("enum").is_some() || form.get("const").is_some() => variants_of(form, &mut found),
                None => {}
            }
        }
        found
    }

    pub(crate) fn variant(self, schema: &'static Value, name: &str) -> Option<Variant> {
        self.variants(schema).into_iter().find(|variant| variant.name == name)
    }

    /// The fields of a struct with their schemas, and which of them are required.
    pub(crate) fn fields(self, schema: &'static Value) -> BTreeMap<&'static str, (&'static Value, bool)> {
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let fields = schema.get("properties").and_then(Value::as_object);
        fields
            .into_iter()
            .flatten()
            .map(|(name, field)| (name.as_str(), (field, required.contains(&name.as_str()))))
            .collect()
    }

    /// A field of a struct as a place.
    pub(crate) fn field(schema: &'static Value, owner: &'static str, name: &str) -> Option<Ty> {
        let (field, schema) = schema.get("properties")?.as_object()?.get_key_value(name)?;
        Some(Ty { schema: Some(schema), owner, field })
    }

    /// What stands in a bracket that is opened at a place, behind a name or not.
    pub(crate) fn inside(self, bracket: u8, ty: Ty, tag: Option<&str>) -> Inside {
        let Some(schema) = ty.schema else { return Inside::Unknown };
        if let Some(tag) = tag.filter(|_| bracket == b'(') {
            if tag == "Some" {
                return Inside::One(ty);
            }
            if let Some(variant) = self.variant(schema, tag) {
                let Some(inner) = variant.inner else { return Inside::Unknown };
                return plain(inner, variant.name).unwrap_or(Inside::One(Ty {
                    schema: Some(inner),
                    owner: variant.name,
                    field: "",
                }));
            }
        }
        for (form, name) in self.forms(schema) {
            if name == Some("Data") {
                return Inside::Data;
            }
            let found = match bracket {
                b'(' => match (plain(form, name.unwrap_or(ty.owner)), form.get("prefixItems")) {
                    (Some(Inside::Tuple { items, .. }), _) => Some(Inside::Tuple { items, ty }),
                    (found, _) => found,
                },
                b'[' => form.get("items").map(|items| Inside::List(Ty { schema: Some(items), ..ty })),
                _ => values(form).map(|values| Inside::Map {
                    values: Ty { schema: Some(values), ..ty },
                    named: form.get("patternProperties").is_some(),
                }),
            };
            if let Some(found) = found {
                return found;
            }
        }
        Inside::Unknown
    }

    /// What a person calls that which may stand here.
    pub(crate) fn in_words(self, schema: &'static Value) -> String {
        if let (_, Some(name)) = self.resolve(schema) {
            return name.to_owned();
        }
        let (schema, _) = self.resolve(schema);
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            return format!("({})", items.iter().map(|item| self.in_words(item)).collect::<Vec<_>>().join(", "));
        }
        if let Some(values) = values(schema) {
            return format!("map to {}", self.in_words(values));
        }
        let word = match schema.get("type") {
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).find(|word| *word != "null"),
            Some(Value::String(word)) => Some(word.as_str()),
            _ => None,
        };
        match word {
            Some("array") => match schema.get("items") {
                Some(items) => format!("list of {}", self.in_words(items)),
                None => "list".to_owned(),
            },
            Some("string") => "text".to_owned(),
            Some("integer") => "whole number".to_owned(),
            Some("number") => "number".to_owned(),
            Some("boolean") => "true or false".to_owned(),
            Some("object") => "fields in brackets".to_owned(),
            _ => "value".to_owned(),
        }
    }

    pub(crate) fn is_truth(self, schema: &'static Value) -> bool {
        self.forms(schema).iter().any(|(form, _)| match form.get("type") {
            Some(Value::Array(words)) => words.iter().any(|word| word == "boolean"),
            Some(word) => word == "boolean",
            None => false,
        })
    }

    /// How such a value begins: with which brackets, and what stands in them.
    pub(crate) fn opening(self, schema: &'static Value) -> Option<(&'static str, Inside)> {
        let ty = Ty { schema: Some(schema), ..Ty::default() };
        [(b'(', "()"), (b'[', "[]"), (b'{', "{}")].into_iter().find_map(|(bracket, text)| {
            match self.inside(bracket, ty, None) {
                Inside::Unknown | Inside::Data => None,
                inside => Some((text, inside)),
            }
        })
    }
}

fn variants_of(branch: &'static Value, found: &mut Vec<Variant>) {
    let about = about(branch);
    if let Some(name) = branch.get("const").and_then(Value::as_str) {
        found.push(Variant { name, about, inner: None });
    } else if let Some(words) = branch.get("enum").and_then(Value::as_array) {
        found.extend(words.iter().filter_map(Value::as_str).map(|name| Variant { name, about: None, inner: None }));
    } else if let Some((name, inner)) =
        branch.get("properties").and_then(Value::as_object).and_then(|fields| fields.iter().next())
    {
        found.push(Variant { name, about, inner: Some(inner) });
    }
}

/// Brackets that are written out where they stand; a reference or a simple value is one value inside them.
fn plain(schema: &'static Value, owner: &'static str) -> Option<Inside> {
    if schema.get("properties").is_some() {
        return Some(Inside::Struct { schema, owner });
    }
    let items = schema.get("prefixItems").and_then(Value::as_array)?;
    Some(Inside::Tuple { items, ty: Ty { schema: Some(schema), owner, field: "" } })
}

/// What a map leads to.
fn values(schema: &'static Value) -> Option<&'static Value> {
    let by_pattern = schema.get("patternProperties").and_then(Value::as_object).and_then(|map| map.values().next());
    by_pattern.or_else(|| schema.get("additionalProperties").filter(|values| values.is_object()))
}
