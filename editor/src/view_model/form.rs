//! Forms that the schema draws: what may stand at a place, what a new value starts as, and which names can be chosen. Any
//! value of any file can be edited this way, and only what the schema allows is offered.

use chartroom_format::content::Content;
use chartroom_format::cst::{Node, NodeKind};
use chartroom_format::entries::EntryKind;
use chartroom_format::refs;
use serde_json::Value;

use crate::document::ops::text::quoted;

/// How deep a new value may nest before the rest is left out.
const DEEPEST: usize = 4;

/// One of several named forms of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant<'a> {
    pub name: &'a str,
    pub about: &'a str,
    /// What it carries; nothing for a bare name.
    pub inner: Option<&'a Value>,
}

/// One field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOf<'a> {
    pub name: &'a str,
    pub about: &'a str,
    pub required: bool,
    pub schema: &'a Value,
}

/// What a schema lets a value be.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    Truth,
    Whole,
    Text,
    /// A whole number or a fraction such as "1/3".
    Amount,
    /// The name of an entry of one of these kinds.
    Name(&'static [EntryKind]),
    Variants(Vec<Variant<'a>>),
    List(&'a Value),
    Tuple(Vec<&'a Value>),
    Map(&'a Value),
    Struct(Vec<FieldOf<'a>>),
    /// Something the form leaves to the text.
    Other,
}

/// A schema with the definitions it refers to.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    pub root: &'a Value,
}

impl<'a> Book<'a> {
    /// The schema behind a reference, and the name it was referred to by.
    fn followed(self, schema: &'a Value) -> (&'a Value, Option<&'a str>) {
        let mut here = schema;
        let mut name = None;
        while let Some(target) = here.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"))
        {
            name = Some(target);
            match self.root.get("$defs").and_then(|defs| defs.get(target)) {
                Some(next) => here = next,
                None => break,
            }
        }
        (here, name)
    }

    /// What a value of this schema may be.
    pub fn shape(self, schema: &'a Value) -> Shape<'a> {
        let (schema, name) = self.followed(schema);
        if let Some(kinds) = name.map(refs::targets).filter(|kinds| !kinds.is_empty()) {
            return Shape::Name(kinds);
        }
        if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
            let real: Vec<&Value> =
                choices.iter().filter(|choice| choice.get("type") != Some(&Value::from("null"))).collect();
            return match real.as_slice() {
                [only] => self.shape(only),
                [a, b] if is_type(a, "integer") && is_type(b, "string") => Shape::Amount,
                _ => Shape::Other,
            };
        }
        if let Some(choices) = schema.get("oneOf").and_then(Value::as_array) {
            return Shape::Variants(choices.iter().flat_map(variants).collect());
        }
        if schema.get("enum").is_some() {
            return Shape::Variants(variants(schema));
        }
        if is_type(schema, "boolean") {
            Shape::Truth
        } else if is_type(schema, "integer") {
            Shape::Whole
        } else if is_type(schema, "string") {
            Shape::Text
        } else if is_type(schema, "array") {
            match (schema.get("prefixItems").and_then(Value::as_array), schema.get("items")) {
                (Some(parts), _) => Shape::Tuple(parts.iter().collect()),
                (None, Some(items)) => Shape::List(items),
                (None, None) => Shape::Other,
            }
        } else if let Some(values) = map_values(schema) {
            Shape::Map(values)
        } else if is_type(schema, "object") {
            Shape::Struct(fields(schema))
        } else {
            Shape::Other
        }
    }

    /// The schema of a field of the file itself.
    pub fn field(self, name: &str) -> Option<&'a Value> {
        self.root.get("properties")?.get(name)
    }

    /// A new value, as small as the schema allows.
    pub fn new_value(self, schema: &'a Value, content: &Content) -> String {
        self.new_at(schema, content, 0)
    }

    fn new_at(self, schema: &'a Value, content: &Content, depth: usize) -> String {
        match self.shape(schema) {
            Shape::Truth => "true".to_owned(),
            Shape::Whole | Shape::Amount => "1".to_owned(),
            // Where a number will do, nothing is simpler.
            Shape::Other if self.may_be_number(schema) => "1".to_owned(),
            Shape::Text | Shape::Other => "\"\"".to_owned(),
            Shape::Name(kinds) => {
                let first = names(content, kinds).into_iter().next();
                quoted(first.as_ref().map_or("", |(id, _)| id.as_str()))
            }
            Shape::Variants(variants) => {
                // A bare name if there is one: it needs nothing else.
                let plain = variants.iter().find(|variant| variant.inner.is_none()).or(variants.first());
                plain.map_or_else(String::new, |variant| self.variant_at(variant, content, depth))
            }
            Shape::List(_) => "[]".to_owned(),
            Shape::Map(_) => "{}".to_owned(),
            Shape::Tuple(parts) if depth < DEEPEST => {
                let parts: Vec<String> = parts.iter().map(|part| self.new_at(part, content, depth + 1)).collect();
                format!("({})", parts.join(", "))
            }
            Shape::Struct(fields) if depth < DEEPEST => {
                let fields: Vec<String> = fields
                    .iter()
                    .filter(|field| field.required)
                    .map(|field| format!("{}: {}", field.name, self.new_at(field.schema, content, depth + 1)))
                    .collect();
                format!("({})", fields.join(", "))
            }
            Shape::Tuple(_) | Shape::Struct(_) => "()".to_owned(),
        }
    }

    fn may_be_number(self, schema: &'a Value) -> bool {
        let choices = self.followed(schema).0.get("anyOf").and_then(Value::as_array);
        choices.is_some_and(|all| all.iter().any(|one| matches!(self.shape(one), Shape::Whole | Shape::Amount)))
    }

    /// A new value of one variant.
    pub fn new_variant(self, variant: &Variant<'a>, content: &Content) -> String {
        self.variant_at(variant, content, 0)
    }

    fn variant_at(self, variant: &Variant<'a>, content: &Content, depth: usize) -> String {
        let Some(inner) = variant.inner else { return variant.name.to_owned() };
        let value = self.new_at(inner, content, depth + 1);
        match self.shape(inner) {
            // `Turn(from: 1)` and `At("x", {})` have the brackets of their own value; anything else gets some.
            Shape::Tuple(_) => format!("{}{value}", variant.name),
            Shape::Struct(_) if !is_referred(inner) => format!("{}{value}", variant.name),
            _ => format!("{}({value})", variant.name),
        }
    }
}

/// Whether a variant carries a struct of its own name, in brackets inside its brackets.
fn is_referred(schema: &Value) -> bool {
    schema.get("$ref").is_some()
}

fn is_type(schema: &Value, wanted: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == wanted,
        Some(Value::Array(names)) => names.iter().any(|name| name.as_str() == Some(wanted)),
        _ => false,
    }
}

fn about(schema: &Value) -> &str {
    schema.get("description").and_then(Value::as_str).unwrap_or_default()
}

fn variants(choice: &Value) -> Vec<Variant<'_>> {
    let bare = |name| Variant { name, about: about(choice), inner: None };
    if let Some(name) = choice.get("const").and_then(Value::as_str) {
        return vec![bare(name)];
    }
    if let Some(all) = choice.get("enum").and_then(Value::as_array) {
        return all.iter().filter_map(Value::as_str).map(bare).collect();
    }
    let properties = choice.get("properties").and_then(Value::as_object);
    let tagged = properties.into_iter().flatten();
    tagged.map(|(name, inner)| Variant { name, about: about(choice), inner: Some(inner) }).collect()
}

fn map_values(schema: &Value) -> Option<&Value> {
    let by_pattern = schema.get("patternProperties").and_then(Value::as_object).and_then(|all| all.values().next());
    by_pattern.or_else(|| schema.get("additionalProperties").filter(|values| values.is_object()))
}

fn fields(schema: &Value) -> Vec<FieldOf<'_>> {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema.get("properties").and_then(Value::as_object);
    let all = properties.into_iter().flatten();
    all.map(|(name, schema)| FieldOf {
        name,
        about: about(schema),
        required: required.contains(&name.as_str()),
        schema,
    })
    .collect()
}

/// The entries of some kinds: id and title.
pub fn names(content: &Content, kinds: &[EntryKind]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for kind in kinds {
        match kind {
            EntryKind::Space => {
                found.extend(
                    content.spaces.iter().map(|(id, space)| (id.0.clone(), space.name.clone().unwrap_or_default())),
                );
            }
            EntryKind::Region => found.extend(content.regions.iter().map(|(id, it)| (id.0.clone(), it.title.clone()))),
            EntryKind::Power => found.extend(content.powers.iter().map(|(id, it)| (id.0.clone(), it.title.clone()))),
            EntryKind::Alliance => found.extend(content.sides.iter().map(|(id, it)| (id.0.clone(), it.title.clone()))),
            EntryKind::Unit => found.extend(content.units.iter().map(|(id, it)| (id.0.clone(), it.title.clone()))),
            EntryKind::Feature => {
                found.extend(content.features.iter().map(|(id, it)| (id.0.clone(), it.title.clone())));
            }
            EntryKind::Terrain => {
                found.extend(content.terrains.iter().map(|(id, it)| (id.0.clone(), it.title.clone())));
            }
            EntryKind::Table => found.extend(content.tables.iter().map(|(id, it)| (id.0.clone(), it.title.clone()))),
            EntryKind::Scenario => {
                found.extend(content.scenarios.iter().map(|(id, it)| (id.0.clone(), it.title.clone())));
            }
            other => found.extend(content.ids(*other).map(|id| (id.to_owned(), String::new()))),
        }
    }
    found
}

/// The title of one entry, if it exists. Spaces are looked up and not listed: there are thousands.
pub fn title_of(content: &Content, kinds: &[EntryKind], id: &str) -> Option<String> {
    kinds.iter().find_map(|kind| match kind {
        EntryKind::Space => content.spaces.get(id).map(|space| space.name.clone().unwrap_or_default()),
        other => names(content, &[*other]).into_iter().find(|(known, _)| known == id).map(|(_, title)| title),
    })
}

/// The kinds of name that the keys of a map are, by the field or variant the map stands in.
pub fn key_kinds(field: &str) -> &'static [EntryKind] {
    match field {
        "treasury" | "control" => &[EntryKind::Power, EntryKind::Alliance],
        "set_up" | "pools" | "sides" => &[EntryKind::Power],
        "units" | "At" | "Damaged" | "Aboard" | "Formation" | "Within" | "OnBorder" | "AtAny" | "Anywhere" => {
            &[EntryKind::Unit]
        }
        "options" => &[EntryKind::Option],
        "features" => &[EntryKind::Feature],
        "devastated" => &[EntryKind::Space],
        _ => &[],
    }
}

/// The variant a value is, and what it carries.
pub fn variant_of(node: &Node) -> Option<(&str, Option<Carried<'_>>)> {
    match &node.kind {
        NodeKind::Name(name) => Some((name, None)),
        NodeKind::Tuple(Some(name), items) => Some((&name.text, Some(Carried::Items(items)))),
        NodeKind::Struct(Some(name), _) => Some((&name.text, Some(Carried::Own(node)))),
        _ => None,
    }
}

/// What a variant carries in the text.
#[derive(Clone, Copy, Debug)]
pub enum Carried<'n> {
    Items(&'n [Node]),
    /// Its fields are those of the value itself.
    Own(&'n Node),
}

#[cfg(test)]
mod tests {
    use super::*;
    use chartroom_format::cst;
    use chartroom_format::document::ron_options;
    use chartroom_format::schema::{CURRENT, Document as Typed, Kind};

    use crate::document::Document;
    use crate::testing::TestPack;

    #[test]
    fn every_field_of_every_kind_can_be_started_and_is_understood() {
        let pack = TestPack::new();
        let document = Document::open(&pack.root()).expect("it opens");
        let schema = chartroom_format::schemas::get(CURRENT, Kind::Scenario).expect("a schema");
        let book = Book { root: schema };
        for field in ["wars", "relations", "reinforcements", "victory", "rules", "treasury", "powers", "neutral"] {
            let item = match book.shape(book.field(field).expect("a field")) {
                Shape::List(item) | Shape::Map(item) => item,
                other => panic!("{field}: {other:?}"),
            };
            let value = book.new_value(item, document.content());
            let list = if matches!(field, "rules" | "treasury") {
                format!("{{\"red\": {value}}}")
            } else {
                format!("[{value}]")
            };
            let others = if field == "victory" { "" } else { ", victory: []" };
            let text = format!(
                "Scenario(schema: {CURRENT}, id: \"x\", title: \"X\", turns: (first: 1, last: 2){others}, {field}: {list})"
            );
            assert!(cst::parse(&text).1.is_empty(), "{text}");
            let decoded = Typed::decode(Kind::Scenario, &text, &ron_options());
            assert!(decoded.is_ok(), "{text}: {:?}", decoded.err());
        }
    }

    #[test]
    fn every_variant_of_a_condition_can_be_chosen() {
        let pack = TestPack::new();
        let document = Document::open(&pack.root()).expect("it opens");
        let schema = chartroom_format::schemas::get(CURRENT, Kind::Scenario).expect("a schema");
        let book = Book { root: schema };
        let condition = schema.get("$defs").and_then(|defs| defs.get("Condition")).expect("conditions");
        let Shape::Variants(variants) = book.shape(condition) else { panic!("conditions have variants") };
        assert!(variants.len() > 20);
        for variant in &variants {
            let value = book.new_variant(variant, document.content());
            let text = format!(
                "Scenario(schema: {CURRENT}, id: \"x\", title: \"X\", turns: (first: 1, last: 2), victory: [(check: GameEnd, when: Holds({value}))])"
            );
            let decoded = Typed::decode(Kind::Scenario, &text, &ron_options());
            assert!(decoded.is_ok(), "{text}: {:?}", decoded.err());
        }
    }
}
