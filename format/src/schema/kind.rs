//! The kinds of file: the name at the top of a file decides what it is, wherever it lies.

use schemars::Schema;
use serde::Serialize;

use super::balance::Balance;
use super::bots::Bots;
use super::coverage::Coverage;
use super::example::Examples;
use super::map::{Links, Map, Regions, Spaces};
use super::map_shapes::Shapes;
use super::options::Options;
use super::overlay::Overlay;
use super::pack::Pack;
use super::powers::Powers;
use super::recipe::Recipe;
use super::rules::Rules;
use super::scenario::Scenario;
use super::sequence::Sequence;
use super::table::Table;
use super::terrain::Terrain;
use super::units::Units;
use crate::cst::plain;

macro_rules! kinds {
    ($($name:ident, $file:literal, $about:literal;)*) => {
        /// A kind of file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Kind { $(#[doc = $about] $name,)* }

        impl Kind {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name at the top of the file.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// Where such a file usually lies inside its pack.
            pub const fn usual_file(self) -> &'static str {
                match self { $(Self::$name => $file,)* }
            }

            /// What such a file is for.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$name => $about,)* }
            }

            pub fn parse(name: &str) -> Option<Self> {
                match name { $(stringify!($name) => Some(Self::$name),)* _ => None }
            }

            /// The JSON Schema of the current version, generated from the Rust type.
            pub fn json_schema(self) -> Schema {
                match self { $(Self::$name => schemars::schema_for!($name),)* }
            }
        }

        /// The typed content of one file.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Document { $($name(Box<$name>),)* }

        impl Document {
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name,)* }
            }

            /// What the file requires of the program or the map.
            pub fn requires(&self) -> &[super::ids::Capability] {
                match self { $(Self::$name(content) => &content.requires,)* }
            }

            /// The schema version the file is written for.
            pub const fn version(&self) -> u32 {
                match self { $(Self::$name(content) => content.schema,)* }
            }

            /// Decodes the text of a sound file of this kind in one pass; none if that takes a closer look.
            pub fn decode_plain(kind: Kind, text: &str) -> Option<Self> {
                match kind { $(Kind::$name => plain::decode(text, stringify!($name)).map(|content| Self::$name(Box::new(content))),)* }
            }

            /// Decodes the JSON form of a file of this kind.
            pub fn from_json(kind: Kind, value: serde_json::Value) -> Result<Self, serde_json::Error> {
                match kind { $(Kind::$name => serde_json::from_value(value).map(|content| Self::$name(Box::new(content))),)* }
            }

            /// Decodes the text of a file of this kind.
            pub fn decode(kind: Kind, text: &str, options: &ron::Options) -> Result<Self, ron::error::SpannedError> {
                match kind { $(Kind::$name => options.from_str(text).map(|content| Self::$name(Box::new(content))),)* }
            }
        }
    };
}

kinds! {
    Pack, "pack.ron", "Who a pack is, what it builds on, how strictly it is checked.";
    Map, "map/map.ron", "What kind of board it is and how its hexes are numbered.";
    Spaces, "map/spaces.ron", "Hexes, territories, sea zones and boxes, one per line.";
    Links, "map/links.ron", "Hexsides, and links that geometry does not give.";
    Regions, "map/regions.ron", "Named sets of spaces: countries, seas, areas.";
    Shapes, "map/shapes.ron", "Outlines of zones, with shared borders.";
    Recipe, "map/recipe.ron", "How the map was drawn from geography.";
    Terrain, "terrain.ron", "Kinds of terrain, hexside, feature and link.";
    Powers, "powers.ron", "Nations, alliances and their order of play.";
    Units, "units.ron", "Unit types and their numbers.";
    Table, "tables/*.ron", "A result, cost, range or effect table.";
    Sequence, "sequence.ron", "The turn as a tree of phases.";
    Options, "options.ron", "Optional rules.";
    Bots, "bots.ron", "How bots play: styles, and whose style is whose.";
    Rules, "rules/*.ron", "Procedure settings, modifiers, politics, events, objectives.";
    Scenario, "scenarios/*.ron", "Start and end, set-ups, treasuries, victory.";
    Examples, "examples/*.ron", "Worked examples: given, expect.";
    Coverage, "coverage.ron", "Where each rule of the rulebook lives and what proves it.";
    Overlay, "overlay.ron", "Single cells, fields and stacks that differ from the pack below.";
    Balance, "balance.ron", "What the author wants of many games between bots.";
}
