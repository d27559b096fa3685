//! War and peace in games of zones: who may declare war on whom, whose doors open to whom, and moves that are barred.

use super::prelude::*;

/// A right to declare war: in the phase that has it, each of its powers whose turn it is may go to war with each of the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarRight {
    /// Who may declare war.
    pub by: Vec<PowerId>,
    /// On whom: powers, or all powers of a side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<ActorId>,
    /// Also on every power on no side that does not lean to the side of whoever declares.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unaligned: bool,
    /// Not on these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<PowerId>,
    /// Only while this holds. Who declares is the one at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// A power on no side that war is declared on takes this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joins: Option<SideId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Countries on no side that let the land units of a side they lean to come in without a fight. Whoever enters such a land gets it, and
/// with the capital all the country still has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// Who may enter.
    pub by: Vec<ActorId>,
    /// Which countries, while they lean to the side of whoever enters; every country that does if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<PowerId>,
    /// The country's units go over to the power that enters. Otherwise the country takes its side and keeps them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub absorbs: bool,
    /// Units that cannot do it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_by: Vec<ClassId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A move that some units may not make. With `to` they may not end it there; with `within` or `at_home` they may end it nowhere else; with
/// neither they may not move at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveBan {
    pub by: Vec<ActorId>,
    #[serde(default)]
    pub units: UnitFilter,
    /// Only moves that start in these places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<PlaceId>,
    /// Of these places some are free after all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<PlaceId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<PlaceId>,
    /// The home of the power counts as `within`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub at_home: bool,
    /// Sea zones next to what counts as `within` do so too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub offshore: bool,
    /// Only while this holds. The unit, its owner and the place it goes to are at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Enemies that some units need not stop for: they do not make a sea zone hostile to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenZone {
    /// Who comes; all ships if left out.
    #[serde(default)]
    pub movers: UnitFilter,
    /// Whom they need not stop for. Without a fight they may also end their move beside them.
    pub past: UnitFilter,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}
