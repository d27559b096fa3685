//! The board after compiling: spaces as nodes, links as edges with the domains they let pass. Nothing here changes in play.

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::terrain::SupplyPassage;
use chartroom_format::schema::units::Domain;

use crate::condition::Condition;
use crate::ids::{FeatureIx, LinkClassIx, OptionIx, PowerIx, RegionIx, SideTypeIx, SpaceIx, TerrainIx};

/// A set of domains, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Domains(pub u8);

impl Domains {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(0b11111);

    pub const fn bit(domain: Domain) -> u8 {
        match domain {
            Domain::Land => 1,
            Domain::Sea => 2,
            Domain::Air => 4,
            Domain::Submarine => 8,
            Domain::Fixed => 16,
        }
    }

    pub fn of(domains: &[Domain]) -> Self {
        Self(domains.iter().fold(0, |bits, domain| bits | Self::bit(*domain)))
    }

    pub const fn has(self, domain: Domain) -> bool {
        self.0 & Self::bit(domain) != 0
    }

    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// One space.
#[derive(Clone, Debug)]
pub struct SpaceInfo {
    pub id: String,
    pub name: Option<String>,
    pub surface: Surface,
    pub terrain: TerrainIx,
    pub country: Option<RegionIx>,
    /// The power that owned it before the war: its country's.
    pub owner: Option<PowerIx>,
    pub features: Vec<(FeatureIx, i64)>,
    pub value: i64,
    /// Whether a `Spaces` file lists it; hexes of open sea mostly are not.
    pub listed: bool,
}

impl SpaceInfo {
    /// What people call it: its name, else its id.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }
}

/// A way from one space to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub to: SpaceIx,
    pub class: LinkClassIx,
    /// Who may pass.
    pub passes: Domains,
    /// Who may attack across.
    pub attacks: Domains,
    /// Hexside types on it, one bit each.
    pub sides: u32,
    /// The passage whose keys decide, if any.
    pub passage: Option<u8>,
}

/// A way for land units in one number: searches over land look at thousands of them and must not fetch all that is known of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandWay(u32);

impl LandWay {
    const BARS_SUPPLY: u32 = 1 << 31;
    const ROAD: u32 = 1 << 30;

    fn of(link: &Link, marks: SideMarks) -> Self {
        let bars = if link.sides & marks.bars_supply == 0 { 0 } else { Self::BARS_SUPPLY };
        let road = if link.sides & marks.road == 0 { 0 } else { Self::ROAD };
        Self(link.to.0 & !(Self::BARS_SUPPLY | Self::ROAD) | bars | road)
    }

    pub const fn to(self) -> SpaceIx {
        SpaceIx(self.0 & !(Self::BARS_SUPPLY | Self::ROAD))
    }

    /// Whether no line of supply goes there.
    pub const fn bars_supply(self) -> bool {
        self.0 & Self::BARS_SUPPLY != 0
    }

    pub const fn has_road(self) -> bool {
        self.0 & Self::ROAD != 0
    }
}

/// A named set of spaces, sorted.
#[derive(Clone, Debug)]
pub struct RegionInfo {
    pub id: String,
    pub spaces: Vec<SpaceIx>,
}

/// A terrain type as the engine uses it.
#[derive(Clone, Debug)]
pub struct TerrainInfo {
    pub id: String,
    pub bars: Domains,
    pub supply: SupplyPassage,
    /// Movement points that a land unit pays to enter.
    pub land_cost: i64,
}

/// A hexside type as the engine uses it.
#[expect(clippy::struct_excessive_bools, reason = "independent marks of the pack")]
#[derive(Clone, Debug)]
pub struct SideTypeInfo {
    pub id: String,
    pub bars_retreat: bool,
    pub bars_supply: bool,
    pub bars_control: bool,
    /// Movement points that a land unit pays on top.
    pub land_cost: i64,
    pub crossing: bool,
    pub road: bool,
    /// Land units that cross are lost on this roll or more, with an option.
    pub hazard: Option<(i64, Option<OptionIx>)>,
}

/// Hexside types by what they do, one bit each: lines of supply look at every link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideMarks {
    pub bars_retreat: u32,
    pub bars_supply: u32,
    pub crossing: u32,
    pub road: u32,
}

impl SideMarks {
    pub fn of(types: &[SideTypeInfo]) -> Self {
        let mask = |wanted: fn(&SideTypeInfo) -> bool| {
            (0..types.len()).filter(|at| wanted(&types[*at])).fold(0, |bits, at| bits | 1 << at)
        };
        Self {
            bars_retreat: mask(|side| side.bars_retreat),
            bars_supply: mask(|side| side.bars_supply),
            crossing: mask(|side| side.crossing),
            road: mask(|side| side.road),
        }
    }
}

/// When a canal or strait is open.
#[derive(Clone, Debug)]
pub enum Opening {
    FriendlyHoldsAll,
    FriendlyHoldsAny,
    UnlessEnemyHolds,
    When(Condition),
}

/// A canal or strait.
#[derive(Clone, Debug)]
pub struct PassageInfo {
    pub id: String,
    pub keys: Vec<SpaceIx>,
    pub opens: Opening,
    /// The rule behind it.
    pub source: String,
}

/// What searches ask of a space, in one byte: they look at thousands of spaces and must not fetch all that is known of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground(u8);

impl Ground {
    const LAND: u8 = 1;
    const COAST: u8 = 2;
    const PASSES_SUPPLY: u8 = 4;
    const NEEDS_MARKER: u8 = 8;
    const COUNTED: u8 = 16;

    fn of(surface: Surface, supply: SupplyPassage) -> Self {
        let shore = match surface {
            Surface::Land => Self::LAND,
            Surface::Coast | Surface::Island | Surface::Box => Self::LAND | Self::COAST,
            Surface::Sea | Surface::Lake | Surface::Impassable => 0,
        };
        let lines = match supply {
            SupplyPassage::Free => Self::PASSES_SUPPLY,
            SupplyPassage::Counted => Self::PASSES_SUPPLY | Self::COUNTED,
            SupplyPassage::NeedsMarkerOrRoad => Self::NEEDS_MARKER,
            SupplyPassage::EndsUnlessRoad | SupplyPassage::Blocked => 0,
        };
        Self(shore | lines)
    }

    /// Whether armies can stand there.
    pub const fn has_land(self) -> bool {
        self.0 & Self::LAND != 0
    }

    /// Whether a route over the sea can start there.
    pub const fn has_coast(self) -> bool {
        self.0 & Self::COAST != 0
    }

    /// Whether lines of supply go on through it by any way.
    pub const fn passes_supply(self) -> bool {
        self.0 & Self::PASSES_SUPPLY != 0
    }

    /// Whether they do so only with a marker of their side.
    pub const fn needs_marker(self) -> bool {
        self.0 & Self::NEEDS_MARKER != 0
    }

    /// Whether lines count such spaces.
    pub const fn is_counted(self) -> bool {
        self.0 & Self::COUNTED != 0
    }
}

/// All spaces and the ways between them.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub spaces: Vec<SpaceInfo>,
    pub regions: Vec<RegionInfo>,
    pub terrains: Vec<TerrainInfo>,
    pub side_types: Vec<SideTypeInfo>,
    pub link_classes: Vec<String>,
    pub passages: Vec<PassageInfo>,
    /// Hexside types by what they do, one bit each.
    pub marks: SideMarks,
    /// By feature: the spaces that have it printed, in order.
    pub with_feature: Vec<Vec<SpaceIx>>,
    /// Links of space n are `links[starts[n]..starts[n + 1]]`, by target.
    pub starts: Vec<u32>,
    pub links: Vec<Link>,
    /// By space: what searches ask of it.
    pub ground: Vec<Ground>,
    /// Spaces with land that armies can stand on, in order.
    pub land: Vec<SpaceIx>,
    /// The ways over land from space n are `land_ways[land_starts[n]..land_starts[n + 1]]`.
    pub(crate) land_starts: Vec<u32>,
    pub(crate) land_ways: Vec<LandWay>,
    /// Whether every way over land also leads back.
    pub(crate) land_ways_back: bool,
}

impl Board {
    /// Notes what searches ask of each space; to be called when spaces and terrains are known.
    pub(crate) fn survey(&mut self) {
        let ground = |space: &SpaceInfo| {
            let supply = self.terrains.get(space.terrain.index()).map_or(SupplyPassage::Free, |info| info.supply);
            Ground::of(space.surface, supply)
        };
        self.ground = self.spaces.iter().map(ground).collect();
        self.land = (0..self.spaces.len()).map(SpaceIx::new).filter(|space| self.has_land(*space)).collect();
    }

    /// Notes the ways over land; to be called when the links are known.
    pub(crate) fn survey_ways(&mut self) {
        let (mut starts, mut ways) = (Vec::with_capacity(self.spaces.len() + 1), Vec::new());
        starts.push(0);
        for space in (0..self.spaces.len()).map(SpaceIx::new) {
            let over_land = self.links_of(space).iter().filter(|link| link.passes.has(Domain::Land));
            ways.extend(over_land.map(|link| LandWay::of(link, self.marks)));
            starts.push(ways.len() as u32);
        }
        (self.land_starts, self.land_ways) = (starts, ways);
        let leads_back = |from: SpaceIx| {
            self.land_ways_of(from).iter().all(|way| self.land_ways_of(way.to()).iter().any(|back| back.to() == from))
        };
        self.land_ways_back = (0..self.spaces.len()).map(SpaceIx::new).all(leads_back);
    }

    /// The ways over land from a space.
    pub fn land_ways_of(&self, space: SpaceIx) -> &[LandWay] {
        let at = space.index();
        match (self.land_starts.get(at), self.land_starts.get(at + 1)) {
            (Some(&from), Some(&to)) => &self.land_ways[from as usize..to as usize],
            _ => &[],
        }
    }

    pub fn ground(&self, space: SpaceIx) -> Ground {
        self.ground.get(space.index()).copied().unwrap_or_default()
    }

    pub fn links_of(&self, space: SpaceIx) -> &[Link] {
        let at = space.index();
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) => &self.links[from as usize..to as usize],
            _ => &[],
        }
    }

    pub fn link(&self, from: SpaceIx, to: SpaceIx) -> Option<&Link> {
        self.links_of(from).iter().find(|link| link.to == to)
    }

    pub fn space(&self, space: SpaceIx) -> &SpaceInfo {
        &self.spaces[space.index()]
    }

    pub fn terrain(&self, space: SpaceIx) -> &TerrainInfo {
        &self.terrains[self.space(space).terrain.index()]
    }

    /// Whether a space holds land that armies can stand on.
    pub fn has_land(&self, space: SpaceIx) -> bool {
        self.ground(space).has_land()
    }

    pub fn in_region(&self, region: RegionIx, space: SpaceIx) -> bool {
        self.regions[region.index()].spaces.binary_search(&space).is_ok()
    }

    pub fn find(&self, id: &str) -> Option<SpaceIx> {
        self.spaces.iter().position(|space| space.id == id).map(SpaceIx::new)
    }

    /// Whether a link carries a hexside type for which `wanted` holds.
    pub fn side_is(&self, link: &Link, wanted: impl Fn(&SideTypeInfo) -> bool) -> bool {
        (0..self.side_types.len()).any(|index| link.sides & (1 << index) != 0 && wanted(&self.side_types[index]))
    }

    /// The bits of all hexside types for which `wanted` holds.
    pub fn side_mask(&self, wanted: impl Fn(&SideTypeInfo) -> bool) -> u32 {
        let types = self.side_types.iter().enumerate().filter(|(_, side)| wanted(side));
        types.fold(0, |mask, (index, _)| mask | side_bit(SideTypeIx::new(index)))
    }

    /// The hexside types of a link, by name.
    pub fn side_names(&self, link: &Link) -> Vec<&str> {
        (0..self.side_types.len())
            .filter(|index| link.sides & (1 << index) != 0)
            .map(|index| self.side_types[index].id.as_str())
            .collect()
    }
}

/// The bit of a hexside type.
pub const fn side_bit(side: SideTypeIx) -> u32 {
    1 << (side.0 & 31)
}
