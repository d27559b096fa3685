//! `scenarios/*.ron`: start and end, who holds what, set-ups, pools, treasuries, victory.

use super::prelude::*;

/// Units by type with their numbers: {"infantry": 26, "mechanized": 12}.
pub type Force = IndexMap<UnitId, i64>;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program or the map must offer before this scenario can be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    pub id: ScenarioId,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// First and last turn.
    pub turns: TurnRange,
    /// An option with which the game goes on after the last turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_on: Option<PlayOn>,
    /// The season of the first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<SeasonId>,
    /// The year of the first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i64>,
    /// Another sequence than the pack's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<PhaseId>,
    /// Powers that take part; all of the pack if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<PowerId>,
    /// The side of a power where it differs from the pack's.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sides: IndexMap<PowerId, SideId>,
    /// Powers that start neutral.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub neutral: Vec<PowerId>,
    /// Wars at start: those on the left against those on the right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wars: Vec<(Vec<ActorId>, Vec<ActorId>)>,
    /// Other relations at start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<(PowerId, PowerId, RelationKind)>,
    /// Optional rules switched on or off.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub options: IndexMap<OptionId, bool>,
    /// Who holds what at start, where it differs from the map's countries.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub control: IndexMap<ActorId, Vec<PlaceId>>,
    /// Units at start, by power.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub set_up: IndexMap<PowerId, Vec<Placement>>,
    /// Units that wait off the map, by power. A note: nothing in play brings them in.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub pools: IndexMap<PowerId, Force>,
    /// Money at start.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub treasury: IndexMap<ActorId, i64>,
    /// Markers on tracks at start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<TrackStart>,
    /// Damage to production at start, by space.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub devastated: IndexMap<SpaceId, i64>,
    /// Features that differ from the map at start, by space.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub features: IndexMap<SpaceId, IndexMap<FeatureId, i64>>,
    /// Units that arrive later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinforcements: Vec<Reinforcement>,
    /// Production already under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pipeline: Vec<Reinforcement>,
    /// How the game is won; the first that holds decides.
    pub victory: Vec<Victory>,
    /// Totals that the rulebook prints and the set-up must give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<Total>,
    /// Rules of this scenario alone.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub rules: IndexMap<EventId, Rule>,
    /// Rules of the pack that do not apply here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<EventId>,
    /// What is reconstructed and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The turns a scenario lasts, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnRange {
    pub first: i64,
    pub last: i64,
}

/// A game that goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOn {
    pub option: OptionId,
    /// The last turn then.
    pub last: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// Why this turn, where the rulebook names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstructed: Option<String>,
}

/// Where units go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Placement {
    /// In exactly this space.
    At(SpaceId, Force),
    /// Damaged or depleted units in this space.
    Damaged(SpaceId, Force),
    /// Units aboard a carrier or transport in this space.
    Aboard(SpaceId, UnitId, Force),
    /// A named army or fleet with its contents.
    Formation(String, SpaceId, Force),
    /// Anywhere in these places.
    Within(Vec<PlaceId>, Force),
    /// In any own space of the first region that borders one of the others.
    OnBorder(RegionId, Vec<RegionId>, Force),
    /// In any own space with this feature.
    AtAny(FeatureId, Force),
    /// Anywhere the owner likes that the rules allow.
    Anywhere(Force),
    /// The placements inside are not in the rulebook; the reason.
    Reconstructed(String, Vec<Placement>),
    /// The placements inside come from this rule.
    From(RuleRef, Vec<Placement>),
}

/// A marker on a track at start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackStart {
    pub track: TechId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<ActorId>,
    pub at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstructed: Option<String>,
}

/// Units that arrive on a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reinforcement {
    pub turn: i64,
    pub power: PowerId,
    pub units: Force,
    /// Where; where the rules of production allow if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstructed: Option<String>,
}

/// One way to win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Who wins; a draw if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<ActorId>,
    /// How well: "marginal", "decisive".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// When it is looked at.
    pub check: VictoryCheck,
    /// What must hold.
    pub when: VictoryTest,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum VictoryCheck {
    /// At any moment.
    AtOnce,
    /// At the end of each turn.
    TurnEnd,
    /// At the end of the last turn.
    GameEnd,
}

/// What victory asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum VictoryTest {
    /// This holds.
    Holds(Condition),
    /// This has held at the end of so many turns in a row.
    HoldsFor(Condition, i64),
    /// The most points, counted by these scores.
    MostPoints(Vec<Score>),
    /// Nobody else has won.
    Otherwise,
}

/// Points for holding things at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    pub who: ActorId,
    pub points: i64,
    /// For each space with one of these features.
    pub each: Vec<FeatureId>,
    /// That lies in one of these places; anywhere if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<PlaceId>,
    /// That originally belonged to one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub once_of: Vec<ActorId>,
    /// Whoever holds it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whoever_holds: bool,
}

/// A printed total.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Total {
    pub who: ActorId,
    pub of: TotalKind,
    pub is: i64,
    pub source: RuleRef,
    /// The set-up does not give it: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradicted: Option<String>,
}

/// What a printed total counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum TotalKind {
    /// Undamaged production points held.
    Production,
    /// Value of land held.
    LandValue,
    /// Units of a type.
    Units(UnitId),
    /// Units of a class.
    Class(ClassId),
    /// Features held.
    Features(FeatureId),
    /// Money at start.
    Treasury,
}
