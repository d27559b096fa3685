//! Points that go over the sea or far through the air: what changes the limits of seas, ferries, and fire on what was shipped.

use super::prelude::*;

/// A column of the sea transport table that counts instead of a sea's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeaChange {
    /// The sea: a column of the table that is a region.
    pub sea: Key,
    /// The column that counts now; none for nothing at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<Key>,
    /// Where no column counts: nothing is shipped, but supply goes on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub supply_only: bool,
    /// For whom; for everybody if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<ActorId>,
    /// Only for what comes from or goes to these places, on top of the sea's own limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A way on which aircraft fly without ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ferry {
    pub units: Vec<UnitId>,
    pub from: Vec<PlaceId>,
    pub to: Vec<PlaceId>,
    /// Places that must all be friendly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<PlaceId>,
    /// One of these places must not be friendly: there is a better way then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_friendly: Vec<PlaceId>,
    /// What the flight may cost, rolled once in a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<FerryRisk>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Points of one army that may become another type in movement, once in a game: the rule happens when they do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conversion {
    pub by: PowerId,
    pub unit: UnitId,
    pub into: UnitId,
    /// So many at most, all of one army.
    pub most: i64,
    /// A rule of the pack that happens with it; once it has, nobody changes like this any more.
    pub rule: EventId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Points that redeploy only to some places while a condition holds; combat may still lead them elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    pub by: ActorId,
    /// Those that stand in one of these places; wherever they stand if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<PlaceId>,
    pub to: Vec<PlaceId>,
    /// Units of other types are free.
    #[serde(default)]
    pub units: UnitFilter,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Units lost on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FerryRisk {
    /// Such as 2d6.
    pub dice: String,
    /// The sum at which it happens, and above.
    pub from: i64,
    pub lost: i64,
}

/// How a side fires on the shipping of its enemies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShippingAttacker {
    pub by: SideId,
    /// Strength without any ship or place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub strength: i64,
    /// Whose ships fire: those at sea there, those in its ports as well, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ships: Option<ShipsFrom>,
    /// Places without which the side does not fire at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<SpaceId>,
    /// Places that add to the strength while the side holds them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub bonus: IndexMap<SpaceId, i64>,
    /// When it fires like this; the first that fits counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Where ships must be to fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ShipsFrom {
    AtSea,
    AtSeaOrInPort,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(value: &i64) -> bool {
    *value == 0
}
