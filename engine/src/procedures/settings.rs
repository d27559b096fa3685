//! Settings of the older procedures, compiled: names are ids. Newer procedures keep theirs beside their code.

use super::{DominionRule, firepower, income, produce, redeploy};
use crate::condition::Condition;
use crate::ids::{ClassIx, FeatureIx, PowerIx, SideIx, SpaceIx, TableIx, TerrainIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::table::Place;

#[derive(Clone, Debug)]
pub struct RedeployRules {
    pub by_sea: bool,
    pub frozen: Vec<FrozenRule>,
    pub bounds: Vec<redeploy::BoundRule>,
    pub conversions: Vec<redeploy::ConversionRule>,
    pub ferries: Vec<FerryRule>,
    /// Markers may be left behind and taken up.
    pub markers: bool,
}

/// A way on which aircraft fly without ships. Lists of spaces are sorted.
#[derive(Clone, Debug)]
pub struct FerryRule {
    pub units: Vec<UnitIx>,
    pub from: Vec<SpaceIx>,
    pub to: Vec<SpaceIx>,
    pub stops: Vec<SpaceIx>,
    pub unless_friendly: Vec<SpaceIx>,
    pub risk: Option<FerryRiskRule>,
}

/// So many dice with so many faces: from this sum on so many units are lost.
#[derive(Clone, Copy, Debug)]
pub struct FerryRiskRule {
    pub dice: (i64, i64),
    pub from: i64,
    pub lost: i64,
}

/// Spaces whose units may not move before a turn.
#[derive(Clone, Debug)]
pub struct FrozenRule {
    pub spaces: Vec<SpaceIx>,
    pub until_turn: i64,
    pub source: Option<String>,
}

#[derive(Clone, Debug)]
pub struct FirepowerRules {
    pub firepower: TableIx,
    pub advance: TableIx,
    pub group: i64,
    pub per_space: i64,
    pub garrison: i64,
    pub no_garrison: Vec<SpaceIx>,
    pub no_garrison_on: Vec<TerrainIx>,
    /// The column of the advance table for friendly spaces.
    pub friendly: Place,
    pub assault: ClassIx,
    pub defensive_assault: ClassIx,
    pub advances: ClassIx,
    pub holds: ClassIx,
    /// Fight in the air first.
    pub air: Option<ClassIx>,
    pub landings: Option<LandingRules>,
    pub violations: Option<ViolationRules>,
    /// Features whose defenders cannot retreat, and sorted spaces where they can all the same.
    pub last_stands: (Vec<FeatureIx>, Vec<SpaceIx>),
    pub attack_limits: Vec<firepower::quota::AttackLimitRule>,
    pub open_ground: Option<firepower::open_ground::OpenGroundRule>,
}

impl FirepowerRules {
    /// Whether a space has no garrison of its own.
    pub fn is_bare(&self, rules: &Ruleset, space: SpaceIx) -> bool {
        self.no_garrison.binary_search(&space).is_ok()
            || self.no_garrison_on.contains(&rules.board.space(space).terrain)
    }
}

/// Who may be attacked without a war.
#[derive(Clone, Debug)]
pub struct ViolationRules {
    /// Sorted: spaces of countries that nobody may attack.
    pub never: Vec<SpaceIx>,
    /// Who may attack whom although both are on sides.
    pub sides: Vec<(SideIx, SideIx)>,
}

/// Invasions by sea.
#[derive(Clone, Debug)]
pub struct LandingRules {
    pub range: i64,
    pub per_spent_point: i64,
    /// Spaces that count half for the range.
    pub half: Vec<SpaceIx>,
    /// Fire of coastal air on an invasion.
    pub coastal_air: i64,
    pub force: ClassIx,
    pub assault: ClassIx,
    pub advances: ClassIx,
    pub ships: ClassIx,
    pub from: Vec<FeatureIx>,
    pub escorted_from: Vec<FeatureIx>,
    pub ships_count: i64,
    /// Ships that a place holds which is only good to start from.
    pub berths: Option<i64>,
    pub bases: Vec<BaseRule>,
    pub air_cover: Vec<AirCoverRule>,
    /// What gives bare coasts coastal air: features, and units.
    pub bare_coasts: Option<(Vec<FeatureIx>, Vec<UnitIx>)>,
    pub tolls: Vec<TollRule>,
    pub only_over: Vec<OnlyOverRule>,
}

/// Units that land only by a route over some spaces of the sea, sorted.
#[derive(Clone, Debug)]
pub struct OnlyOverRule {
    pub unit: UnitIx,
    pub seas: Vec<SpaceIx>,
    pub source: Option<String>,
}

/// Ships that a side loses when it sinks invaders who come from a shore next to their target. Lists are sorted.
#[derive(Clone, Debug)]
pub struct TollRule {
    pub by: SideIx,
    pub at: Vec<SpaceIx>,
    pub each: i64,
    pub when: Option<Condition>,
}

/// Bases whose ships intercept only some invasions. Lists are sorted.
#[derive(Clone, Debug)]
pub struct BaseRule {
    pub at: Vec<SpaceIx>,
    pub against: Vec<SpaceIx>,
    pub through: Vec<SpaceIx>,
}

/// Coastal air against the invasions of a side in places with a feature.
#[derive(Clone, Copy, Debug)]
pub struct AirCoverRule {
    pub at: FeatureIx,
    pub against: SideIx,
    pub strength: i64,
}

#[derive(Clone, Debug, Default)]
pub struct SupplyRules {
    pub full: Vec<FeatureIx>,
    pub defence: Vec<FeatureIx>,
    pub full_from_home: bool,
    /// Cut off units are lost after so many own turns; never if left out.
    pub lost_after: Option<i64>,
    pub captured_within: Option<i64>,
    /// Sorted: spaces that lines pass only with a marker.
    pub dry: Vec<SpaceIx>,
    /// Capitals of smaller countries feed their own hexes and home forces.
    pub own_capitals: bool,
}

#[derive(Clone, Debug)]
pub struct IncomeRules {
    /// Production points; values of spaces if left out.
    pub feature: Option<FeatureIx>,
    pub no_saving: bool,
    pub imports: Vec<ImportRule>,
    pub terms: income::Terms,
}

/// Production that comes in through ports: most points by season and port.
#[derive(Clone, Debug)]
pub struct ImportRule {
    pub to: PowerIx,
    pub from: SpaceIx,
    pub feature: FeatureIx,
    pub ports: TableIx,
    /// Ships that carry it where the port is not neutral; none are needed if left out.
    pub ships: Option<ClassIx>,
}

#[derive(Clone, Debug)]
pub struct ProduceRules {
    pub costs: TableIx,
    /// Rows are tech levels and columns units.
    pub by_level: bool,
    pub repair: Option<i64>,
    pub only_in: Vec<OnlyInRule>,
    pub dominions: Vec<DominionRule>,
    pub instalments: Option<produce::InstalmentRules>,
}

/// Where the new units of a side appear; sorted.
#[derive(Clone, Debug)]
pub struct OnlyInRule {
    pub by: SideIx,
    pub places: Vec<SpaceIx>,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

#[derive(Clone, Debug)]
pub struct LendRules {
    pub to: PowerIx,
    pub most: i64,
    /// Points each depot can take, by space.
    pub depots: TableIx,
    pub when: Option<Condition>,
}
