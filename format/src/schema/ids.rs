//! Names that point at things. Every kind of name is its own type, so that one generic pass can
//! collect all references of a pack (see `crate::refs`) and no check needs a list of fields.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The shape of names we give ourselves: lower case words joined by hyphens.
pub const ID_PATTERN: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
/// Printed names of spaces also carry capitals and digits (`W3119`, `Q13`, `19107`).
pub const SPACE_PATTERN: &str = "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$";
/// `index:section.number`, as in `rulebook/rules.tsv`.
pub const RULE_PATTERN: &str = "^[a-z0-9]+:[A-Za-z0-9_.-]+$";

/// The shapes of names, for a look without a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Id,
    Space,
    Rule,
}

impl Shape {
    const fn pattern(self) -> &'static str {
        match self {
            Self::Id => ID_PATTERN,
            Self::Space => SPACE_PATTERN,
            Self::Rule => RULE_PATTERN,
        }
    }

    /// Whether a text matches the pattern of the shape.
    pub fn fits(self, text: &str) -> bool {
        let small = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let words = |is_letter: &dyn Fn(u8) -> bool| {
            let mut last = b'-';
            for byte in text.bytes() {
                if !(is_letter(byte) || byte == b'-' && last != b'-') {
                    return false;
                }
                last = byte;
            }
            last != b'-'
        };
        match self {
            Self::Id => words(&small),
            Self::Space => words(&|byte| byte.is_ascii_alphanumeric()),
            Self::Rule => text.split_once(':').is_some_and(|(index, number)| {
                let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
                !index.is_empty() && index.bytes().all(small) && !number.is_empty() && number.bytes().all(part)
            }),
        }
    }
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident, $shape:ident, $text:literal;)*) => {
        impl Shape {
            /// The shape of the names of a type; none if the type is no name.
            pub fn of(kind: &str) -> Option<Self> {
                match kind { $(stringify!($name) => Some(Self::$shape),)* _ => None }
            }
        }
    $(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub String);

        impl $name {
            /// The name of this kind of name in a Rust type and in the generated schema.
            pub const KIND: &'static str = stringify!($name);

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": Shape::$shape.pattern(), "description": $text })
            }
        }
    )*};
}

names! {
    /// A pack: the name of its folder.
    PackId, Id, "The id of a pack: the name of its folder.";
    /// A hex, territory, sea zone or box.
    SpaceId, Space, "The id of a space: a hex number as printed, or the name of a zone or box.";
    /// A named set of spaces.
    RegionId, Id, "The id of a region.";
    /// A space or a region, whichever bears the name.
    PlaceId, Space, "The id of a space or of a region.";
    /// A terrain type.
    TerrainId, Id, "The id of a terrain type.";
    /// A kind of hexside or border.
    SideTypeId, Id, "The id of a hexside type.";
    /// A kind of feature.
    FeatureId, Id, "The id of a feature type.";
    /// A class of links.
    LinkClassId, Id, "The id of a link class.";
    /// A nation.
    PowerId, Id, "The id of a power.";
    /// An alliance.
    SideId, Id, "The id of a side.";
    /// A power or a side, whichever bears the name.
    ActorId, Id, "The id of a power or of a side.";
    /// A unit type.
    UnitId, Id, "The id of a unit type.";
    /// A class of unit types.
    ClassId, Id, "The id of a unit class.";
    /// A table.
    TableId, Id, "The id of a table.";
    /// A phase or stage of the sequence.
    PhaseId, Id, "The id of a phase or stage.";
    /// A configured procedure.
    ProcedureId, Id, "The id of a procedure of this pack.";
    /// A rule, objective or event.
    EventId, Id, "The id of a rule, objective or event.";
    /// A value with a name.
    ValueId, Id, "The id of a value that the pack gives a name.";
    /// A research track.
    TechId, Id, "The id of a technology or research track.";
    /// A season.
    SeasonId, Id, "The id of a season.";
    /// An optional rule.
    OptionId, Id, "The id of an optional rule.";
    /// A scenario.
    ScenarioId, Id, "The id of a scenario.";
    /// A worked example.
    ExampleId, Space, "The id of a worked example.";
    /// A rule of the rulebook's index.
    RuleRef, Rule, "A rule of the rulebook, as rulebook/rules.tsv numbers it.";
    /// A capability that a file needs or a map provides.
    Capability, Id, "A capability: something the program or the map must offer.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_say_what_their_patterns_say() {
        let words = [
            "",
            "a",
            "a-b",
            "a--b",
            "-a",
            "a-",
            "A",
            "aB-1",
            "a b",
            "ä",
            "a\n",
            "1",
            "gw:1.2",
            "gw:1.2-x_Y",
            "gw:",
            ":1",
            "Gw:1",
            "gw:1:2",
            "g-w:1",
            "gw:1 2",
            "gw:1\n",
            "_",
        ];
        for shape in [Shape::Id, Shape::Space, Shape::Rule] {
            let schema = serde_json::json!({ "type": "string", "pattern": shape.pattern() });
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            for word in words {
                assert_eq!(shape.fits(word), validator.is_valid(&word.into()), "{word:?} as {shape:?}");
            }
        }
    }
}
