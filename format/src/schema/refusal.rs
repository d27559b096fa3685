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
    /// The target belongs to a side that is not at war with the attacker.
    Partner,
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
    /// The units have had their orders, or fought, this turn.
    HasActed,
    /// So many units that have not moved are not there.
    HasMoved,
    /// Cargo cannot get aboard, or ashore, like this.
    Aboard,
    /// More than the carriers, or the railways, take.
    Capacity,
    /// It is too far.
    Range,
    /// The movement points do not reach.
    Reach,
    /// There is no place to land for aircraft.
    Field,
    /// The target is not next to those who attack it.
    Adjacent,
    /// The gun cannot support this attack.
    Gun,
    /// The ship cannot bombard there.
    Bombard,
    /// The ship cannot be repaired like this.
    Refit,
    /// The place builds no more units this turn.
    BuildLimit,
    /// The land bears no such factory.
    Factory,
    /// The land was taken this turn.
    JustTaken,
    /// Allied units stand in the place.
    Guests,
    /// The land is not the builder's own.
    NotOwnLand,
    /// Nothing is lent to or by this power.
    LendPartner,
    /// More than the share that may be lent.
    LendShare,
    /// There is nothing left to burn, or it was done this round.
    Scorch,
    /// There is no way out of the battle there.
    Exit,
    /// The unit aims at something else.
    Aim,
    /// The attack is weaker than the least that is allowed.
    Minimum,
    /// Nobody may follow there after the battle.
    Follow,
    /// The defender is too strong to be run over.
    Overrun,
    /// No fleet carries the landing.
    Carriers,
    /// The place lies outside the communications area.
    Communications,
    /// The capacity of the turn is used up.
    PointsLeft,
    /// Units move either in one way or in the other.
    BothWays,
    /// No pipeline leads there.
    Pipeline,
    /// The place is no base for such units.
    Base,
    /// These units are not due.
    NotDue,
    /// More of a type than the turn before allows.
    GrowthLimit,
    /// No such unit was lost that could be rebuilt.
    Rebuild,
    /// The unit has no price here.
    Price,
    /// The place is no hostile coast.
    LandingPlace,
    /// Enemies lie off the coast.
    LandingBarred,
    /// The season forbids a landing.
    LandingSeason,
    /// The coast is too far from the port.
    LandingRange,
    /// The power must be at war first.
    NeedsWar,
    /// The power never builds such units.
    Builder,
    /// Nothing worn is there to be restored.
    Restores,
    /// The battle cannot wait for others.
    BattleOrder,
    /// The nation cannot have the land.
    Claim,
    /// The leader cannot be there.
    Leader,
    /// Aircraft cannot carry these units there.
    Airlift,
    /// These units cannot be dropped there.
    Drop,
    /// These units cannot stay aboard aircraft that drop others.
    Keep,
    /// The fleet cannot go on like this.
    Pass,
    /// The border is too dangerous for that.
    Hazard,
    /// The ships do not put to sea now.
    Moored,
    /// The ships would be too far from a port.
    PortReach,
    /// The ships could not be back in port in time.
    WayHome,
    /// The attack was not announced when the first ship came near, or was given up then.
    Unannounced,
    /// Ships that escort others do not attack.
    Escort,
    /// The ships are out of the reach of this attack.
    Shelter,
    /// The pipelines of a power outside the war must be kept up.
    KeepsPipelines,
    /// Nobody lends such ships.
    Loan,
    /// No marker is left there.
    LeavesMarker,
    /// There is no marker of the player's own to take up.
    TakesMarker,
    /// No more morale can be bought.
    Morale,
}

/// The words by which procedures cite their rules for a reason.
const KEYS: &[(Ban, &str)] = &[
    (Ban::WrongTime, "phase"),
    (Ban::NotThere, "not-there"),
    (Ban::NotYours, "power"),
    (Ban::Immobile, "immobile"),
    (Ban::NeverChanges, "never-changes"),
    (Ban::CutOff, "supply"),
    (Ban::NoWay, "no-way"),
    (Ban::SeaLimit, "sea-limit"),
    (Ban::Stacking, "stacking"),
    (Ban::Armies, "armies"),
    (Ban::Target, "target"),
    (Ban::Neutral, "neutral"),
    (Ban::Partner, "partner"),
    (Ban::OneTarget, "one-target"),
    (Ban::NotAnnounced, "not-announced"),
    (Ban::NotAdvanced, "not-advanced"),
    (Ban::HasFired, "has-fired"),
    (Ban::NothingToFireAt, "nothing-to-fire-at"),
    (Ban::NoLanding, "no-landing"),
    (Ban::Losses, "losses"),
    (Ban::Retreat, "retreat"),
    (Ban::CannotBuild, "cannot-build"),
    (Ban::BuildPlace, "place"),
    (Ban::Money, "budget"),
    (Ban::Repair, "repair"),
    (Ban::LendLimit, "lend-limit"),
    (Ban::ResearchLimit, "research-limit"),
    (Ban::ResearchAhead, "research-ahead"),
    (Ban::HasActed, "once"),
    (Ban::HasMoved, "moved"),
    (Ban::Aboard, "aboard"),
    (Ban::Capacity, "capacity"),
    (Ban::Range, "range"),
    (Ban::Reach, "reach"),
    (Ban::Field, "landing"),
    (Ban::Adjacent, "adjacent"),
    (Ban::Gun, "gun"),
    (Ban::Bombard, "bombard"),
    (Ban::Refit, "refit"),
    (Ban::BuildLimit, "limit"),
    (Ban::Factory, "factory"),
    (Ban::JustTaken, "held"),
    (Ban::Guests, "guests"),
    (Ban::NotOwnLand, "own"),
    (Ban::LendPartner, "partners"),
    (Ban::LendShare, "share"),
    (Ban::Scorch, "scorch"),
    (Ban::Exit, "exit"),
    (Ban::Aim, "aim"),
    (Ban::Minimum, "minimum"),
    (Ban::Follow, "advance"),
    (Ban::Overrun, "overrun"),
    (Ban::Carriers, "carriers"),
    (Ban::Communications, "communications"),
    (Ban::PointsLeft, "points-left"),
    (Ban::BothWays, "both-ways"),
    (Ban::Pipeline, "pipeline"),
    (Ban::Base, "base"),
    (Ban::NotDue, "due"),
    (Ban::GrowthLimit, "growth"),
    (Ban::Rebuild, "rebuild"),
    (Ban::Price, "price"),
    (Ban::LandingPlace, "assault"),
    (Ban::LandingBarred, "assault-barred"),
    (Ban::LandingSeason, "assault-season"),
    (Ban::LandingRange, "assault-range"),
    (Ban::NeedsWar, "war"),
    (Ban::Builder, "builder"),
    (Ban::Restores, "restores"),
    (Ban::BattleOrder, "order"),
    (Ban::Claim, "claim"),
    (Ban::Leader, "leader"),
    (Ban::Airlift, "airlift"),
    (Ban::Drop, "drop"),
    (Ban::Keep, "keep"),
    (Ban::Pass, "pass"),
    (Ban::Hazard, "hazard"),
    (Ban::Moored, "moored"),
    (Ban::PortReach, "port-reach"),
    (Ban::WayHome, "way-home"),
    (Ban::Unannounced, "unannounced"),
    (Ban::Escort, "escort"),
    (Ban::Shelter, "shelter"),
    (Ban::KeepsPipelines, "keeps-pipelines"),
    (Ban::Loan, "loan"),
    (Ban::LeavesMarker, "leaves-marker"),
    (Ban::TakesMarker, "takes-marker"),
    (Ban::Morale, "morale"),
];

impl Ban {
    /// The reason with a key in `cites` of a procedure.
    pub fn of_key(key: &str) -> Option<Self> {
        KEYS.iter().find(|(_, known)| *known == key).map(|(ban, _)| *ban)
    }

    /// All keys, in the order of the reasons.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        KEYS.iter().map(|(_, key)| *key)
    }
}

/// The rule behind a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    pub of: Ban,
    pub rule: RuleRef,
}
