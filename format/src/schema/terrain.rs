//! `terrain.ron`: kinds of terrain, hexside, feature and link. What they do in combat is a modifier.

use super::prelude::*;

/// The vocabulary of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// Terrain of a space that names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<TerrainId>,
    /// Kinds of terrain.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub terrains: IndexMap<TerrainId, TerrainType>,
    /// Kinds of hexside or border.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sides: IndexMap<SideTypeId, SideType>,
    /// Kinds of feature.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub features: IndexMap<FeatureId, FeatureType>,
    /// Kinds of link.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub links: IndexMap<LinkClassId, LinkClass>,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainType {
    pub title: String,
    /// Colour on the map, as "#rrggbb".
    pub colour: String,
    /// Drawn symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// Movement points to enter, by domain; 1 if left out.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub cost: IndexMap<Domain, Amount>,
    /// Domains that may not enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<Domain>,
    /// Whether supply may pass through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyPassage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// How supply lines treat a kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SupplyPassage {
    /// Freely.
    Free,
    /// May end here but not go on, unless it leaves by a road.
    EndsUnlessRoad,
    /// Passes only where an own marker was won by advance, or by a road.
    NeedsMarkerOrRoad,
    /// Counts against the limit of such spaces on one line.
    Counted,
    /// Never.
    Blocked,
}

/// Drawn symbols of terrain and features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Symbol {
    Mountain,
    Hills,
    Forest,
    Jungle,
    Swamp,
    Desert,
    Ice,
    City,
    Capital,
    Factory,
    MinorFactory,
    Industry,
    Supply,
    Port,
    NavalBase,
    AirBase,
    Fort,
    Yard,
    Resource,
    Star,
    Convoy,
    Number,
}

/// A kind of hexside or border.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a line an author may write")]
pub struct SideType {
    pub title: String,
    /// Colour on the map, as "#rrggbb".
    pub colour: String,
    /// Movement points on top of the terrain's cost, by domain.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub cost: IndexMap<Domain, Amount>,
    /// Domains that may not cross.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<Domain>,
    /// No attack across it by these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars_attack: Vec<Domain>,
    /// No retreat across it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bars_retreat: bool,
    /// No supply across it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bars_supply: bool,
    /// Zones of control do not reach across it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bars_control: bool,
    /// Lets land units cross where there is sea.
    #[serde(default, skip_serializing_if = "is_false")]
    pub crossing: bool,
    /// Counts as a road for supply.
    #[serde(default, skip_serializing_if = "is_false")]
    pub road: bool,
    /// What land units risk that cross it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hazard: Option<Hazard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A border that kills: a land unit is lost on a high roll, once when it crosses without a fight and with every die it throws in
/// an attack across. Nobody retreats or fires over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    /// On this roll or more.
    pub lost_from: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A kind of feature: factory, port, base, industrial centre, supply centre, capital, fort.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeatureType {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// What it does for the engine.
    pub role: FeatureRole,
    /// The surfaces it may stand on; all but sea if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Surface>,
    /// How many units of a class it holds.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub holds: IndexMap<ClassId, i64>,
    /// How many units it can place in a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<i64>,
    /// How much damage it can take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<i64>,
    /// What becomes of it on capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_as: Option<FeatureId>,
    /// Lost on capture.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lost_on_capture: bool,
    /// From so much damage on it is out of work: conditions and procedures of zone games do not find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_from: Option<i64>,
    /// It stands on land and serves the sea zones next to it, for the holder of the land and his side: conditions find it there too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub serves_coast: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What a feature means to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum FeatureRole {
    /// Production points; the amount is how many.
    Production,
    /// Production lost for good: it counts only where a victory test counts all production.
    LostProduction,
    /// A factory that places units.
    Factory,
    /// A port for ships and sea supply.
    Port,
    /// A base for ships.
    NavalBase,
    /// A base for aircraft.
    AirBase,
    /// Full supply.
    Industry,
    /// Supply for defence.
    SupplyCentre,
    /// A capital.
    Capital,
    /// Counts for victory.
    VictoryCity,
    /// A fort; the amount is its strength.
    Fort,
    /// Income at sea that raiders can cut.
    Convoy,
    /// A resource a rule asks for.
    Resource,
    /// Anything else the rules name.
    Other,
}

/// A kind of link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkClass {
    pub title: String,
    /// Which domains may use it.
    pub passes: Vec<Domain>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}
