//! Why the engine refuses an action, and which rule of the rulebook stands behind it.

use super::prelude::*;

/// A reason for which the engine refuses an action. The words players see are the engine's; the rule is the pack's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Ban {
    /// Another phase, step or decision comes first.
    WrongTime,
    /// The units, or the place, are not there.
    NotThere,
    /// The units are somebody else's.
    NotYours,
    /// Units of this type do not move like this.
    Immobile,
    /// Units of this type never become another type.
    NeverChanges,
    /// The units are out of supply.
    CutOff,
    /// The place is not friendly, or no way through friendly places leads there.
    NoWay,
    /// The seas carry no more this turn.
    SeaLimit,
    /// More units than a place may hold.
    Stacking,
    /// The side may have no more armies, or the army named is not there.
    Armies,
    /// The target is out of reach or may not be attacked.
    Target,
    /// The target belongs to somebody who may not be attacked at all.
    Neutral,
    /// A unit or army attacks one place at a time.
    OneTarget,
    /// Only those who announced an attack may carry it out.
    NotAnnounced,
    /// Only those who advanced may go on.
    NotAdvanced,
    /// The units have fired already, or have nothing to fire with.
    HasFired,
    /// There is no enemy to fire at.
    NothingToFireAt,
    /// The army is no landing force, or does not stand in a port.
    NoLanding,
    /// Losses come from those who were fired at, by the rules for whom they may hit.
    Losses,
    /// Where a beaten army may go.
    Retreat,
    /// The unit cannot be built now.
    CannotBuild,
    /// New units may not appear there.
    BuildPlace,
    /// The money does not reach.
    Money,
    /// There is nothing to repair, or it is out of supply.
    Repair,
    /// More than may be lent.
    LendLimit,
    /// More than an item of research may get.
    ResearchLimit,
    /// More than an item may get that nobody else has as cheap.
    ResearchAhead,
}

/// The rule behind a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    pub of: Ban,
    pub rule: RuleRef,
}
