//! Dense ids: what names become when content is compiled. Small, `Copy`, and never mixed up.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
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
    )*};
}

ids! {
    /// A space of the board.
    SpaceIx(u32);
    /// A power.
    PowerIx(u8);
    /// A side.
    SideIx(u8);
    /// A unit type.
    UnitIx(u8);
    /// A unit class.
    ClassIx(u16);
    /// A terrain type.
    TerrainIx(u8);
    /// A feature type.
    FeatureIx(u8);
    /// A hexside type; also its bit in a link's side mask.
    SideTypeIx(u8);
    /// A link class.
    LinkClassIx(u8);
    /// A named set of spaces.
    RegionIx(u16);
    /// A table.
    TableIx(u16);
    /// A rule, objective or event.
    EventIx(u16);
    /// A track.
    TrackIx(u8);
    /// A season.
    SeasonIx(u8);
    /// An optional rule.
    OptionIx(u8);
    /// The name of a phase or stage.
    PhaseIx(u16);
    /// A configured procedure.
    ProcedureIx(u16);
}

/// A power or a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    Power(PowerIx),
    Side(SideIx),
}
