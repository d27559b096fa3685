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

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident, $pattern:expr, $text:literal;)*) => {$(
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
                json_schema!({ "type": "string", "pattern": $pattern, "description": $text })
            }
        }
    )*};
}

names! {
    /// A pack: the name of its folder.
    PackId, ID_PATTERN, "The id of a pack: the name of its folder.";
    /// A hex, territory, sea zone or box.
    SpaceId, SPACE_PATTERN, "The id of a space: a hex number as printed, or the name of a zone or box.";
    /// A named set of spaces.
    RegionId, ID_PATTERN, "The id of a region.";
    /// A space or a region, whichever bears the name.
    PlaceId, SPACE_PATTERN, "The id of a space or of a region.";
    /// A terrain type.
    TerrainId, ID_PATTERN, "The id of a terrain type.";
    /// A kind of hexside or border.
    SideTypeId, ID_PATTERN, "The id of a hexside type.";
    /// A kind of feature.
    FeatureId, ID_PATTERN, "The id of a feature type.";
    /// A class of links.
    LinkClassId, ID_PATTERN, "The id of a link class.";
    /// A nation.
    PowerId, ID_PATTERN, "The id of a power.";
    /// An alliance.
    SideId, ID_PATTERN, "The id of a side.";
    /// A power or a side, whichever bears the name.
    ActorId, ID_PATTERN, "The id of a power or of a side.";
    /// A unit type.
    UnitId, ID_PATTERN, "The id of a unit type.";
    /// A class of unit types.
    ClassId, ID_PATTERN, "The id of a unit class.";
    /// A table.
    TableId, ID_PATTERN, "The id of a table.";
    /// A phase or stage of the sequence.
    PhaseId, ID_PATTERN, "The id of a phase or stage.";
    /// A configured procedure.
    ProcedureId, ID_PATTERN, "The id of a procedure of this pack.";
    /// A rule, objective or event.
    EventId, ID_PATTERN, "The id of a rule, objective or event.";
    /// A research track.
    TechId, ID_PATTERN, "The id of a technology or research track.";
    /// A season.
    SeasonId, ID_PATTERN, "The id of a season.";
    /// An optional rule.
    OptionId, ID_PATTERN, "The id of an optional rule.";
    /// A scenario.
    ScenarioId, ID_PATTERN, "The id of a scenario.";
    /// A worked example.
    ExampleId, SPACE_PATTERN, "The id of a worked example.";
    /// A rule of the rulebook's index.
    RuleRef, RULE_PATTERN, "A rule of the rulebook, as rulebook/rules.tsv numbers it.";
    /// A capability that a file needs or a map provides.
    Capability, ID_PATTERN, "A capability: something the program or the map must offer.";
}
