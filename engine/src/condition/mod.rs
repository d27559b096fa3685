//! Conditions, compiled: names are ids. Each kind has its own file, which holds what it can say and when
//! that holds; here is how they are joined.

mod battle;
mod holding;
mod politics;
mod time;

pub use battle::Battle;
pub use holding::Holding;
pub use politics::Politics;
pub(crate) use politics::owner;
pub use time::Time;

use chartroom_format::schema::condition::{BattleKind, SupplyState};
use chartroom_format::schema::units::{CombatRole, Domain};

use crate::board::Domains;
use crate::ids::{Actor, ClassIx, OptionIx, PowerIx, SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::truth::{self, Comparison, Logic, Shape, Truth};
use crate::value::{Among, Missing, Value, View, Who};

/// Something that holds or does not hold. Lists of spaces are sorted.
#[derive(Clone, Debug)]
pub enum Condition {
    Always(bool),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Option(OptionIx),
    Compare(Comparison, Box<[Value; 2]>),
    Exists(Box<Among>),
    Every(Box<(Among, Self)>),
    /// Who holds the place at hand.
    HeldBy(Vec<Who>),
    Time(Time),
    Holding(Holding),
    Politics(Politics),
    Battle(Battle),
}

impl From<Time> for Condition {
    fn from(kind: Time) -> Self {
        Self::Time(kind)
    }
}

impl From<Holding> for Condition {
    fn from(kind: Holding) -> Self {
        Self::Holding(kind)
    }
}

impl From<Politics> for Condition {
    fn from(kind: Politics) -> Self {
        Self::Politics(kind)
    }
}

impl From<Battle> for Condition {
    fn from(kind: Battle) -> Self {
        Self::Battle(kind)
    }
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
    /// Marks of the unit at hand.
    pub marks: crate::services::marks::Marks,
}

impl Scene {
    /// The scene of a player's own phase.
    pub fn of_side(side: Option<SideIx>) -> Self {
        Self { side, ..Self::default() }
    }
}

impl Condition {
    pub fn holds(&self, rules: &Ruleset, state: &State, scene: &Scene) -> bool {
        truth::judge(&View { rules, state, scene }, self).is_certain()
    }

    /// A single fact; what is put together of others is for the evaluator.
    pub(crate) fn fact(&self, view: &View<'_>) -> Truth<Missing> {
        let (rules, state, scene) = (view.rules, view.state, view.scene);
        match self {
            Self::Option(option) => state.option(*option).into(),
            Self::Time(time) => time.holds(rules, state).into(),
            Self::Holding(holding) => holding.holds(rules, state).into(),
            Self::Politics(politics) => politics.holds(rules, state, scene).into(),
            Self::Battle(battle) => battle.holds(rules, state, scene).into(),
            Self::Exists(among) => among.exists(view),
            Self::Every(every) => every.0.every(view, &every.1),
            Self::HeldBy(list) => view.held_by(list),
            Self::Always(_) | Self::All(_) | Self::Any(_) | Self::Not(_) | Self::Compare(..) => {
                truth::judge(view, self)
            }
        }
    }

    /// Whether it depends on the place, the side and the powers of the side only, and on no time or event.
    pub fn is_of_place(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_of_place),
            Self::Not(part) => part.is_of_place(),
            Self::Always(_) | Self::Option(_) => true,
            Self::Battle(battle) => battle.is_of_place(),
            Self::Time(_)
            | Self::Holding(_)
            | Self::Politics(_)
            | Self::Compare(..)
            | Self::Exists(_)
            | Self::Every(_)
            | Self::HeldBy(_) => false,
        }
    }
}

impl Logic for Condition {
    type Value = Value;

    fn shape(&self) -> Shape<'_, Self, Value> {
        match self {
            Self::Always(always) => Shape::Always(*always),
            Self::All(parts) => Shape::All(parts),
            Self::Any(parts) => Shape::Any(parts),
            Self::Not(part) => Shape::Not(part),
            Self::Compare(how, parts) => Shape::Compare(*how, &parts[0], &parts[1]),
            Self::Option(_)
            | Self::Exists(_)
            | Self::Every(_)
            | Self::HeldBy(_)
            | Self::Time(_)
            | Self::Holding(_)
            | Self::Politics(_)
            | Self::Battle(_) => Shape::Fact,
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
