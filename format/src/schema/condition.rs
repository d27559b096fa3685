//! Conditions as data: what must hold for a rule, modifier, variant or passage. The engine evaluates
//! each kind in its own file; here is only how they are written.

use super::move_points::UnitMark;
use super::prelude::*;

/// Something that holds or does not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// Always holds.
    Always,
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
    /// The turn lies between these, both included.
    Turn {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<i64>,
    },
    /// The season is one of these.
    Season(Vec<SeasonId>),
    /// The year lies between these, both included.
    Year(i64, i64),
    /// An optional rule is on.
    Option(OptionId),
    /// The scenario is one of these.
    Scenario(Vec<ScenarioId>),
    /// Someone controls all of these places.
    Controls(ActorId, Vec<PlaceId>),
    /// Someone controls at least so many of these places.
    ControlsSome { who: ActorId, at_least: i64, of: Vec<PlaceId> },
    /// Nobody of this actor controls any of these places.
    ControlsNone(ActorId, Vec<PlaceId>),
    /// Someone controls at least so many spaces with this feature.
    ControlsFeatures {
        who: ActorId,
        feature: FeatureId,
        at_least: i64,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        within: Vec<PlaceId>,
    },
    /// Units of someone stand in one of these places.
    UnitsIn {
        who: ActorId,
        places: Vec<PlaceId>,
        #[serde(default)]
        units: UnitFilter,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<i64>,
    },
    /// Units of someone stand on ground that someone else holds.
    UnitsOnGround {
        who: ActorId,
        /// Who holds the ground.
        of: ActorId,
        /// Anywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<PlaceId>,
    },
    /// Two actors are at war.
    AtWar(ActorId, ActorId),
    /// Two powers stand to each other like this.
    Relation(PowerId, PowerId, RelationKind),
    /// A power belongs to a side.
    Member(PowerId, SideId),
    /// A power has surrendered.
    Surrendered(PowerId),
    /// A power is neutral.
    Neutral(PowerId),
    /// A rule, objective or event has happened before.
    Happened(EventId),
    /// A rule or event happened so many turns ago, or more.
    TurnsSince {
        event: EventId,
        at_least: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<i64>,
    },
    /// A track (morale, tension, research) stands between these.
    Track {
        track: TechId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<ActorId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_most: Option<i64>,
    },
    /// The first value is at least the second.
    AtLeast(Value, Value),
    /// The first value is at most the second.
    AtMost(Value, Value),
    /// The first value is more than the second.
    MoreThan(Value, Value),
    /// The first value is less than the second.
    LessThan(Value, Value),
    /// The two values are the same.
    Equal(Value, Value),
    /// There is one of these.
    Exists(Among),
    /// For each of these the condition holds; so it does if there are none.
    Every(Among, Box<Condition>),
    /// One of these holds the place at hand.
    HeldBy(Vec<Who>),
    /// The unit, stack or battle at hand belongs to one of these.
    By(Vec<ActorId>),
    /// The unit at hand is one of these.
    Unit(UnitFilter),
    /// The unit at hand attacks or defends.
    Role(CombatRole),
    /// The place at hand lies in one of these.
    In(Vec<PlaceId>),
    /// The place at hand has one of these terrains.
    OnTerrain(Vec<TerrainId>),
    /// The place at hand has this surface.
    OnSurface(Vec<Surface>),
    /// The place at hand has this feature.
    HasFeature(FeatureId),
    /// The move or attack at hand starts from one of these terrains.
    FromTerrain(Vec<TerrainId>),
    /// The move or attack at hand crosses such a hexside.
    Across(Vec<SideTypeId>),
    /// Every attack on the place at hand comes across such a hexside.
    OnlyAcross(Vec<SideTypeId>),
    /// The combat round is one of these.
    Round(Vec<i64>),
    /// The battle is of this kind.
    Battle(BattleKind),
    /// The unit at hand is in this state of supply.
    Supply(SupplyState),
    /// The unit at hand is damaged or depleted.
    Damaged,
    /// The unit at hand has this mark.
    Marked(UnitMark),
    /// The hex at hand is empty of defenders and garrison.
    Undefended,
    /// The phase at hand is one of these.
    During(Vec<PhaseId>),
}

/// What holds between two powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum RelationKind {
    War,
    Allied,
    Neutral,
    Leaning,
    Pact,
    Surrendered,
}

/// Kinds of battle that rules tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BattleKind {
    Land,
    Sea,
    Amphibious,
    Air,
    Raid,
    Assault,
    DefensiveAssault,
    Advance,
    Overrun,
    Transit,
}

/// The states of supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum SupplyState {
    /// May attack, move and defend.
    Full,
    /// May only defend.
    Defence,
    /// Cut off.
    Unsupplied,
}

/// Which units a rule speaks of; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitFilter {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<UnitId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<ClassId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<Domain>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<ActorId>,
}
