//! Dense ids: what names become when content is compiled. Small, `Copy`, and never mixed up. As text an id is its kind and its number,
//! `space#57`; [`crate::replay`] writes names instead.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty) = $kind:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            pub const fn new(index: usize) -> Self {
                Self(index as $inner)
            }

            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!(concat!($kind, "#{}"), self.0))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let number = text.strip_prefix(concat!($kind, "#")).and_then(|number| number.parse().ok());
                number.map(Self).ok_or_else(|| D::Error::custom(format!(concat!("`{}` is no ", $kind), text)))
            }
        }
    )*};
}

ids! {
    /// A space of the board.
    SpaceIx(u32) = "space";
    /// A power.
    PowerIx(u8) = "power";
    /// A side.
    SideIx(u8) = "side";
    /// A unit type.
    UnitIx(u8) = "unit";
    /// A unit class.
    ClassIx(u16) = "class";
    /// A terrain type.
    TerrainIx(u8) = "terrain";
    /// A feature type.
    FeatureIx(u8) = "feature";
    /// A hexside type; also its bit in a link's side mask.
    SideTypeIx(u8) = "side-type";
    /// A link class.
    LinkClassIx(u8) = "link-class";
    /// A named set of spaces.
    RegionIx(u16) = "region";
    /// A table.
    TableIx(u16) = "table";
    /// A rule, objective or event.
    EventIx(u16) = "rule";
    /// A track.
    TrackIx(u8) = "track";
    /// A season.
    SeasonIx(u8) = "season";
    /// An optional rule.
    OptionIx(u8) = "option";
    /// The name of a phase or stage.
    PhaseIx(u16) = "phase";
    /// A route over the sea.
    RouteIx(u8) = "route";
    /// A configured procedure.
    ProcedureIx(u16) = "procedure";
}

/// A power or a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    Power(PowerIx),
    Side(SideIx),
}

impl From<PowerIx> for Actor {
    fn from(power: PowerIx) -> Self {
        Self::Power(power)
    }
}

impl From<SideIx> for Actor {
    fn from(side: SideIx) -> Self {
        Self::Side(side)
    }
}
