//! Money in games whose land pays its value: levels that grow to full production, zones that raiders spoil, and what one power collects
//! for another. Nothing about prices or factories lives here.

use super::prelude::*;

/// A power that collects by a level while it has not come to full production.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProductionLevel {
    pub power: PowerId,
    /// Its level; at the end of the track the power collects the values of its land like others.
    pub track: TechId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Spaces that pay nothing while enemy raiders are there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Raided {
    /// What marks such spaces.
    pub feature: FeatureId,
    pub by: ClassId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// Money that other powers' land brings in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Revenue {
    /// Whose land it is.
    pub of: Vec<PowerId>,
    /// Who collects.
    pub to: PowerId,
    /// Only land that is not originally theirs; all of it if left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub conquests: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// The enemy's die against money that is lent: `captured`, `lost`, `half-lost` or `safe`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LendIntervention {
    pub die: i64,
    /// Results by die.
    pub table: TableId,
    /// Enemies about that change the die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raiders: Option<LendRaiders>,
}

/// What raiders in marked zones do to the die against lent money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LendRaiders {
    pub units: UnitFilter,
    /// What marks the zones.
    pub zones: FeatureId,
    /// Added for each raider in a zone of another side.
    pub each: i64,
    /// Added when no raider is in any zone.
    pub none: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
}
