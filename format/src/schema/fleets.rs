//! The war at sea space by space: fleets change bases and go on patrol, the enemy goes out against them, and routes that carry production,
//! lend-lease or supply over the sea are attacked and escorted.

use super::prelude::*;

/// What fleets may do in a phase, and how they fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FleetOperations {
    /// What is done in this phase, in this order.
    pub stages: Vec<FleetStage>,
    /// Losses by die and strength.
    pub firepower: TableId,
    /// Points that fire with one die.
    pub group: i64,
    /// Which ships do what.
    pub classes: FleetClasses,
    /// How many times they count ships in battle with other ships.
    pub battle: i64,
    /// The strength against submarines that all fleets of a side with a ship of the line share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<TechId>,
    /// That strength fires on submarines that attack a route though no fleet escorts it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub level_everywhere: bool,
    /// How fleets go out against others.
    pub interception: Interception,
    /// Where ships lie; ships elsewhere are at sea.
    pub harbours: Vec<Harbour>,
    /// Harbours that hold fewer ships than others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<HarbourLimit>,
    /// Harbours of countries outside the war that take the ships of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub havens: Vec<Haven>,
    /// Powers whose ships lie in some harbours only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nations: Vec<NationHarbours>,
    /// Powers whose surface ships change their base to some harbours only, and come to others from the sea.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detours: Vec<NationHarbours>,
    /// How far from their harbour surface ships patrol, and submarines.
    pub patrol: i64,
    pub submarine_patrol: i64,
    /// Places that count half a space.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub half: Vec<PlaceId>,
    /// Changes of base that tire a fleet: beyond so many spaces so much is added to its interception dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub long_moves: Vec<LongMove>,
    /// Voyages that nobody can intercept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub safe: Vec<SafeVoyage>,
    /// Routes over the sea, by name.
    pub routes: IndexMap<String, SeaRoute>,
    /// How attacks on them go.
    pub attacks: RouteAttacks,
    /// Enemies must be spotted before they can be intercepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SeaSearch>,
}

/// A part of a naval phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum FleetStage {
    /// Ships at sea go back to harbour.
    Return,
    /// Ships go from harbour to harbour, each once.
    Bases,
    /// Ships go to sea, and attack or escort routes.
    Patrol,
    /// Ships where they are attack routes.
    Attack,
}

/// The classes of ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FleetClasses {
    /// All surface ships that make up fleets.
    pub surface: ClassId,
    pub submarines: ClassId,
    /// Ships of the line, which fire guns.
    pub line: ClassId,
    /// Ships against submarines, with half their strength against others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunters: Option<ClassId>,
    /// Carriers, whose aircraft strike before the guns with so many times their strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carriers: Option<FleetCarriers>,
}

/// Carriers in battles at sea.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FleetCarriers {
    pub class: ClassId,
    /// How many times its strength a carrier strikes.
    pub multiple: i64,
}

/// The roll by which a fleet meets an enemy under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interception {
    /// Spaces away by die: that roll or less meets the enemy.
    pub table: TableId,
    /// Rows of the table: surface ships in harbour, submarines in harbour, and either at sea.
    pub surface: Key,
    pub submarine: Key,
    pub at_sea: Key,
}

/// A kind of harbour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harbour {
    pub feature: FeatureId,
    /// Ships of each class that it berths; any number of a class that is not named.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub berths: IndexMap<ClassId, i64>,
    /// Only with this option; the best of several that fit a place counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
}

/// Harbours that hold so many ships and no more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HarbourLimit {
    pub at: Vec<PlaceId>,
    pub most: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Harbours of others that take some ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Haven {
    pub by: ActorId,
    pub at: Vec<PlaceId>,
    pub classes: Vec<ClassId>,
    /// Ships that lie there make no attack.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idle: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// The harbours of a power's ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NationHarbours {
    pub power: PowerId,
    pub at: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A long change of base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LongMove {
    pub over: i64,
    pub add: i64,
}

/// A voyage from some harbours to others that nobody intercepts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SafeVoyage {
    pub by: ActorId,
    pub to: Vec<PlaceId>,
    /// Where it starts; anywhere if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A route that carries something over the sea.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeaRoute {
    pub title: String,
    pub by: SideId,
    /// Where it starts and where it ends: the shortest way between two of these that are not the enemy's.
    pub from: Vec<PlaceId>,
    pub to: Vec<PlaceId>,
    pub carries: Cargo,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a route carries, and so what an attack on it can sink.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Cargo {
    /// Production of some places, at most so much; what is sunk comes off the next income of the side.
    Production { of: Vec<PlaceId>, most: i64 },
    /// Points that were lent to a power and not spent yet.
    Lent(PowerId),
    /// Supply of the armies and fleets in some places: what is sunk comes off the next income, at most one for each of them.
    /// When all of it is sunk they have no line over the sea until the side has collected again.
    Supply(Vec<PlaceId>),
}

/// Attacks on routes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RouteAttacks {
    /// How many times submarines count against a route.
    pub submarines: i64,
    /// Spaces from a route at which ships at sea attack it without a roll.
    pub reach: i64,
    /// Submarines in harbour attack every route without a roll.
    #[serde(default, skip_serializing_if = "is_false")]
    pub from_harbour: bool,
    /// How many times surface ships count that attack a route without escort; once if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raiders: Option<Raiders>,
    /// National morale that surface ships win by an attack that sinks something, and that each of them costs which is sunk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub morale: Option<RaidMorale>,
}

/// Surface raiders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Raiders {
    pub multiple: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
}

/// What surface raids do to the morale of nations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaidMorale {
    pub nations: super::morale::Nations,
    /// What the nation of the raiders gains by a successful raid, and the other loses.
    pub raid: i64,
    /// What the other gains by each raider sunk.
    pub sunk: i64,
}

/// Looking for the enemy at sea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeaSearch {
    pub option: OptionId,
    /// The highest roll that spots, by who looks and how many spaces away.
    pub table: TableId,
    /// What is added to the roll, by circumstance.
    pub modifiers: TableId,
}
