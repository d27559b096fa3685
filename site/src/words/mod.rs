//! Conditions, effects, placements and settings as sentences, with links. Works on their JSON form, by the phrases of `phrases`; what
//! has no phrase of its own is still told, field by field, so that a new kind of condition never falls silent.

mod phrases;

use chartroom_format::entries::EntryKind;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::book::Book;
use crate::html::{escaped, link, listed, plain, spaced};

/// Kinds of entries that a bare name may be, the likeliest first.
const KINDS: &[EntryKind] = &[
    EntryKind::Power,
    EntryKind::Alliance,
    EntryKind::Space,
    EntryKind::Region,
    EntryKind::Unit,
    EntryKind::Class,
    EntryKind::Feature,
    EntryKind::Table,
    EntryKind::Track,
    EntryKind::Season,
    EntryKind::Option,
    EntryKind::Terrain,
    EntryKind::Side,
    EntryKind::Rule,
    EntryKind::Objective,
    EntryKind::Scenario,
    EntryKind::Phase,
    EntryKind::Procedure,
    EntryKind::Modifier,
    EntryKind::Passage,
    EntryKind::Link,
    EntryKind::Fact,
];

impl Book<'_> {
    /// Anything a pack is made of, in words; markup that may be shown as it is.
    pub(crate) fn words(&self, value: &impl Serialize) -> String {
        serde_json::to_value(value).map_or_else(|_| String::new(), |value| self.tell(&value))
    }

    fn tell(&self, value: &Value) -> String {
        match value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => self.named(text),
            Value::Array(items) => self.list(items, "and"),
            Value::Object(fields) => match fields.iter().next() {
                Some((name, inner)) if fields.len() == 1 && is_variant(name) => self.variant(name, inner),
                _ => self.fields(fields),
            },
        }
    }

    /// A name under its title, a variant as words, and any other text as it is.
    fn named(&self, text: &str) -> String {
        if is_variant(text) && !self.content.spaces.contains_key(text) {
            let phrase = phrases::of(text).find(|phrase| !phrase.contains('{'));
            return escaped(&phrase.map_or_else(|| spaced(text), ToOwned::to_owned));
        }
        if let Some(href) = self.links.rule(text) {
            return link(Some(href), text);
        }
        KINDS
            .iter()
            .find_map(|kind| self.links.to(*kind, text).map(|href| link(Some(href), &self.name(*kind, text))))
            .unwrap_or_else(|| escaped(text))
    }

    fn list(&self, items: &[Value], last: &str) -> String {
        let parts: Vec<String> = items.iter().map(|item| self.part(item)).collect();
        listed(&parts, last)
    }

    /// One of several: what is itself joined of several stands in brackets.
    fn part(&self, value: &Value) -> String {
        let joins = |name: &str| matches!(name, "All" | "Any");
        let is_joined = value.as_object().is_some_and(|fields| {
            fields.iter().any(|(name, inner)| joins(name) && inner.as_array().is_some_and(|items| items.len() > 1))
        });
        if is_joined { format!("({})", self.tell(value)) } else { self.tell(value) }
    }

    fn variant(&self, name: &str, inner: &Value) -> String {
        match (name, inner) {
            ("All", Value::Array(items)) => return self.list(items, "and"),
            ("Any", Value::Array(items)) => return self.list(items, "or"),
            ("Not", inner) => return format!("not ({})", self.tell(inner)),
            _ => {}
        }
        phrases::of(name)
            .find_map(|phrase| self.fill(phrase, inner))
            .unwrap_or_else(|| format!("{} {}", spaced(name), self.part(inner)))
    }

    /// A phrase with its places filled; none if the value has not what it asks for.
    fn fill(&self, phrase: &str, inner: &Value) -> Option<String> {
        let mut out = String::new();
        let mut rest = phrase;
        while let Some(at) = rest.find(['{', '[']) {
            out.push_str(&escaped(&rest[..at]));
            let opening = &rest[at..=at];
            let closing = if opening == "{" { '}' } else { ']' };
            let end = at + rest[at..].find(closing)?;
            let inside = &rest[at + 1..end];
            if opening == "{" {
                out.push_str(&self.place_of(inside, inner)?);
            } else if let Some(words) = self.fill(inside, inner) {
                out.push_str(&words);
            }
            rest = &rest[end + 1..];
        }
        out.push_str(&escaped(rest));
        Some(out)
    }

    /// `` is the whole value, `0` an item of it, `name` a field.
    fn place_of(&self, place: &str, inner: &Value) -> Option<String> {
        let found = match (place, place.parse::<usize>()) {
            ("", _) => inner,
            (_, Ok(number)) => inner.as_array()?.get(number)?,
            (name, Err(_)) => inner.as_object()?.get(name)?,
        };
        let words = self.tell(found);
        (!words.is_empty()).then_some(words)
    }

    fn fields(&self, fields: &Map<String, Value>) -> String {
        let filter = ["types", "classes", "domains", "by"];
        if !fields.is_empty() && fields.keys().all(|name| filter.contains(&name.as_str())) {
            return self.filter(fields);
        }
        if !fields.is_empty() && fields.values().all(Value::is_number) && fields.keys().all(|id| self.is_unit(id)) {
            let parts: Vec<String> =
                fields.iter().map(|(id, count)| format!("{count} {}", self.link(EntryKind::Unit, id))).collect();
            return listed(&parts, "and");
        }
        if let Some(told) = self.way(fields).or_else(|| self.outcome(fields)) {
            return told;
        }
        let told = |(name, value): (&String, &Value)| {
            if name == "source" {
                return format!("[{}]", self.part(value));
            }
            let name = if self.is_unit(name) { self.named(name) } else { escaped(&plain(name)) };
            match value {
                Value::Bool(true) => name,
                value => format!("{name}: {}", self.part(value)),
            }
        };
        fields.iter().map(told).collect::<Vec<_>>().join("; ")
    }

    /// A way to decide: its title, when it is open, what it leads to.
    fn way(&self, fields: &Map<String, Value>) -> Option<String> {
        let title = escaped(fields.get("title")?.as_str()?);
        let then = self.tell(fields.get("then")?);
        let when = fields.get("when").map(|when| format!(" (if {})", self.tell(when))).unwrap_or_default();
        Some(format!("“{title}”{when}: {then}"))
    }

    /// What a roll leads to.
    fn outcome(&self, fields: &Map<String, Value>) -> Option<String> {
        let (from, to) = (fields.get("from")?.as_i64()?, fields.get("to")?.as_i64()?);
        let then = self.tell(fields.get("then")?);
        let roll = if from == to { from.to_string() } else { format!("{from} to {to}") };
        Some(format!("on {roll}, {}", if then.is_empty() { "nothing" } else { &then }))
    }

    /// Which units are meant: "infantry and tanks of Germany".
    fn filter(&self, fields: &Map<String, Value>) -> String {
        let items = |name: &str| fields.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let units: Vec<String> =
            ["types", "classes"].iter().flat_map(|name| items(name)).map(|id| self.tell(id)).collect();
        let domains: Vec<String> =
            items("domains").iter().map(|domain| format!("{} units", self.tell(domain))).collect();
        let mut out = listed(&[units, domains].concat(), "and");
        if out.is_empty() {
            out.push_str("units");
        }
        if !items("by").is_empty() {
            out.push_str(" of ");
            out.push_str(&self.list(items("by"), "and"));
        }
        out
    }

    fn is_unit(&self, id: &str) -> bool {
        self.content.units.contains_key(id)
    }
}

/// Names of variants are written in capitals and small letters without hyphens.
fn is_variant(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_uppercase())
        && text.len() > 1
        && bytes.all(|byte| byte.is_ascii_alphabetic())
        && text.bytes().any(|byte| byte.is_ascii_lowercase())
}
