//! Conditions, compiled: names are ids. Each group of kinds is evaluated in its own file; here is only the fan-out.

mod battle;
mod holding;
mod politics;
mod time;

use chartroom_format::schema::condition::{BattleKind, RelationKind, SupplyState};
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::{CombatRole, Domain};

use crate::board::Domains;
use crate::ids::{
    Actor, ClassIx, EventIx, FeatureIx, OptionIx, PhaseIx, PowerIx, SeasonIx, SideIx, SpaceIx, TerrainIx, TrackIx,
    UnitIx,
};
use crate::ruleset::Ruleset;
use crate::state::State;

/// Something that holds or does not hold. Lists of spaces are sorted.
#[derive(Clone, Debug)]
pub enum Condition {
    Always(bool),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Turn {
        from: Option<i64>,
        to: Option<i64>,
    },
    Season(Vec<SeasonIx>),
    Year(i64, i64),
    Option(OptionIx),
    Controls(Actor, Vec<SpaceIx>),
    ControlsSome {
        who: Actor,
        at_least: i64,
        of: Vec<SpaceIx>,
    },
    ControlsNone(Actor, Vec<SpaceIx>),
    ControlsFeatures {
        who: Actor,
        feature: FeatureIx,
        at_least: i64,
        within: Option<Vec<SpaceIx>>,
    },
    UnitsIn {
        who: Actor,
        places: Vec<SpaceIx>,
        units: UnitFilter,
        at_least: i64,
    },
    UnitsOnGround {
        who: Actor,
        of: Actor,
        places: Option<Vec<SpaceIx>>,
    },
    AtWar(Actor, Actor),
    Relation(PowerIx, PowerIx, RelationKind),
    Member(PowerIx, SideIx),
    Surrendered(PowerIx),
    Neutral(PowerIx),
    Happened(EventIx),
    TurnsSince {
        event: EventIx,
        at_least: i64,
        at_most: Option<i64>,
    },
    Track {
        track: TrackIx,
        who: Option<Actor>,
        at_least: Option<i64>,
        at_most: Option<i64>,
    },
    Income {
        who: Actor,
        at_least: Option<i64>,
        at_most: Option<i64>,
    },
    PointsLead {
        who: Actor,
        over: Actor,
        by: i64,
    },
    IncomeLead {
        who: Actor,
        over: Actor,
        by: i64,
    },
    By(Vec<Actor>),
    Unit(UnitFilter),
    Role(CombatRole),
    In(Vec<SpaceIx>),
    OnTerrain(Vec<TerrainIx>),
    OnSurface(Vec<Surface>),
    HasFeature(FeatureIx),
    FromTerrain(Vec<TerrainIx>),
    /// Hexside types as a mask.
    Across(u32),
    OnlyAcross(u32),
    Round(Vec<i64>),
    Battle(BattleKind),
    Supply(SupplyState),
    Damaged,
    NthSeasonSince {
        season: SeasonIx,
        event: EventIx,
        nth: i64,
    },
    Undefended,
    During(Vec<PhaseIx>),
}

/// Which units are meant; what is empty does not matter.
#[derive(Clone, Debug, Default)]
pub struct UnitFilter {
    pub types: Vec<UnitIx>,
    pub classes: Vec<ClassIx>,
    pub domains: Domains,
    pub by: Vec<Actor>,
}

impl UnitFilter {
    pub fn takes(&self, rules: &Ruleset, state: &State, unit: UnitIx, power: Option<PowerIx>) -> bool {
        let info = rules.unit(unit);
        (self.types.is_empty() || self.types.contains(&unit))
            && (self.classes.is_empty() || self.classes.iter().any(|class| info.is(Some(*class))))
            && (self.domains == Domains::NONE || self.domains.has(info.domain))
            && (self.by.is_empty() || power.is_some_and(|power| self.by.iter().any(|who| state.is_of(power, *who))))
    }

    /// Whether the filter speaks of types, classes or domains at all.
    pub fn is_about_units(&self) -> bool {
        !(self.types.is_empty() && self.classes.is_empty() && self.domains == Domains::NONE)
    }
}

/// What is at hand while a condition is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene {
    pub side: Option<SideIx>,
    pub power: Option<PowerIx>,
    pub unit: Option<UnitIx>,
    pub role: Option<CombatRole>,
    /// The place attacked or entered.
    pub at: Option<SpaceIx>,
    /// The place the one who rolls stands in.
    pub from: Option<SpaceIx>,
    /// Hexside types crossed.
    pub across: u32,
    /// Hexside types that every attack crosses.
    pub only_across: u32,
    pub round: i64,
    pub battle: Option<BattleKind>,
    pub supply: Option<SupplyState>,
    pub damaged: bool,
    pub undefended: bool,
}

impl Scene {
    /// The scene of a player's own phase.
    pub fn of_side(side: Option<SideIx>) -> Self {
        Self { side, ..Self::default() }
    }
}

impl Condition {
    pub fn holds(&self, rules: &Ruleset, state: &State, scene: &Scene) -> bool {
        match self {
            Self::Always(always) => *always,
            Self::All(all) => all.iter().all(|one| one.holds(rules, state, scene)),
            Self::Any(any) => any.iter().any(|one| one.holds(rules, state, scene)),
            Self::Not(not) => !not.holds(rules, state, scene),
            Self::Option(option) => state.option(*option),
            Self::Turn { .. }
            | Self::Season(_)
            | Self::Year(..)
            | Self::During(_)
            | Self::Happened(_)
            | Self::TurnsSince { .. }
            | Self::NthSeasonSince { .. } => time::holds(self, rules, state),
            Self::Controls(..)
            | Self::ControlsSome { .. }
            | Self::ControlsNone(..)
            | Self::ControlsFeatures { .. }
            | Self::UnitsIn { .. }
            | Self::UnitsOnGround { .. }
            | Self::Income { .. }
            | Self::IncomeLead { .. }
            | Self::PointsLead { .. } => holding::holds(self, rules, state),
            Self::AtWar(..)
            | Self::Relation(..)
            | Self::Member(..)
            | Self::Surrendered(_)
            | Self::Neutral(_)
            | Self::Track { .. } => politics::holds(self, state),
            _ => battle::holds(self, rules, state, scene),
        }
    }

    /// Whether it depends on the place, the side and the powers of the side only, and on no time or event.
    pub fn is_of_place(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_of_place),
            Self::Not(part) => part.is_of_place(),
            Self::Always(_)
            | Self::Option(_)
            | Self::By(_)
            | Self::In(_)
            | Self::OnTerrain(_)
            | Self::OnSurface(_)
            | Self::HasFeature(_) => true,
            _ => false,
        }
    }
}

/// Whether a number lies between two ends that may be open.
pub(crate) fn between(value: i64, at_least: Option<i64>, at_most: Option<i64>) -> bool {
    at_least.is_none_or(|low| value >= low) && at_most.is_none_or(|high| value <= high)
}

/// The domains that a filter written as a list means.
pub(crate) fn domains(list: &[Domain]) -> Domains {
    Domains::of(list)
}
