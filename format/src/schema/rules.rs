//! `rules/*.ron`: procedure settings, modifiers, politics, events, objectives.

use super::expression::NamedValue;
use super::prelude::*;

/// Rules of a pack; split over as many files as is handy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    /// Procedures with their settings; phases of the sequence name them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub procedures: IndexMap<ProcedureId, ProcedureEntry>,
    /// Rules that forbid what the engine refuses; a later one counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Citation>,
    /// Changes to a quantity under a condition.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub modifiers: IndexMap<EventId, Modifier>,
    /// Trigger, condition, effects.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub rules: IndexMap<EventId, Rule>,
    /// Income or points while a condition holds.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub objectives: IndexMap<EventId, Objective>,
    /// Tracks: morale, research, tension.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub tracks: IndexMap<TechId, Track>,
    /// Seasons in the order of the year.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub seasons: IndexMap<SeasonId, Season>,
    /// Values with a name, for conditions, effects, modifiers and victory to speak of.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub values: IndexMap<ValueId, NamedValue>,
    /// Notes: figures with a rule behind them that no table holds. Nothing in play reads them; a rule that rests on a fact alone is held.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub facts: IndexMap<EventId, Fact>,
}

/// A procedure with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcedureEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// What is done.
    #[serde(rename = "do")]
    pub run: Procedure,
    /// The rules that stand behind its refusals where they are not those of the pack, by the key of the reason.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub cites: IndexMap<String, RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A change to a quantity under a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// What changes.
    pub quantity: Quantity,
    /// How it changes.
    pub change: Change,
    /// Which units it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<UnitFilter>,
    /// Needs a partner in the stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs_with: Option<Pairing>,
    /// Needs so many own units in the battle, those it concerns among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
    /// Not while the enemy has such units in the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless_enemy: Option<UnitFilter>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Only with this optional rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A quantity that modifiers change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Quantity {
    /// The die of a kind of battle.
    Die(BattleKind),
    /// The column of a differential or strength table.
    Column(BattleKind),
    /// The strength or to-hit value of a unit that attacks.
    Attack,
    /// The strength or to-hit value of a unit that defends.
    Defence,
    /// Movement points or spaces of a unit.
    Movement,
    /// How far a unit strikes or patrols.
    Range,
    /// The price of a unit.
    Cost,
    /// What an actor collects.
    Income,
    /// Turns until a unit that was ordered arrives.
    BuildDelay,
    /// How many units of a type may be built where they are, with those that stand there.
    BuildLimit,
    /// Strength points or units that a space may hold.
    Stacking,
    /// Points that a line of supply feeds.
    Supply,
    /// Hits that a unit takes before it is lost.
    Hits,
    /// Dice that a unit throws.
    Dice,
    /// A roll for research.
    Research,
    /// Where national morale stands.
    Morale,
    /// The price of a repair.
    RepairCost,
    /// Victory points.
    Points,
}

/// How a quantity changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Change {
    /// This much more, or less.
    Add(Value),
    /// Times this; halves round as the procedure says.
    Times(Value),
    /// This, whatever it was.
    Set(Value),
    /// No less than this.
    AtLeast(Value),
    /// No more than this.
    AtMost(Value),
}

/// A partner in the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    pub units: UnitFilter,
    /// How many units one partner helps.
    pub helps: i64,
}

/// Own units in the same battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub units: UnitFilter,
    pub at_least: i64,
}

/// Trigger, condition, effects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// When the engine looks.
    pub on: Trigger,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    pub then: Vec<Effect>,
    /// Happens at most once in a game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub once: bool,
    /// Only with this optional rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    /// Only in these scenarios.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<ScenarioId>,
    /// Not in the rulebook: why it is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstructed: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// When a rule is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Trigger {
    /// Once, before the first turn.
    GameStart,
    /// At the start of every turn.
    TurnStart,
    /// At the end of every turn.
    TurnEnd,
    /// At the start of the given phase.
    PhaseStart(PhaseId),
    /// At the end of the given phase.
    PhaseEnd(PhaseId),
    /// When the turn of this power starts.
    PowerTurnStart(PowerId),
    /// When the turn of this power ends.
    PowerTurnEnd(PowerId),
    /// When a place changes hands.
    Captured(Vec<PlaceId>),
    /// When a place is attacked or entered by an enemy.
    Attacked(Vec<PlaceId>),
    /// When units of someone outside the war are attacked, wherever they are.
    UnitsAttacked(ActorId),
    /// When someone goes to war.
    WarDeclared(ActorId),
    /// When a power surrenders.
    PowerSurrendered(PowerId),
    /// As soon as the condition holds.
    Whenever,
    /// When its owner wants it.
    Chosen(ActorId),
    /// Only when another rule names it.
    Called,
}

/// Income or points while a condition holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    pub power: PowerId,
    /// Money per turn.
    #[serde(default)]
    pub income: Value,
    /// Victory points at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Value>,
    pub when: Condition,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A track on which a marker moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Track {
    pub title: String,
    pub kind: TrackKind,
    /// One marker for each power, for each side, or one for the whole game.
    pub each: TrackOwner,
    pub from: i64,
    pub to: i64,
    #[serde(default)]
    pub start: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TrackKind {
    Morale,
    Technology,
    Tension,
    Production,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TrackOwner {
    Power,
    Side,
    Game,
}

/// A season of the year.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Season {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
}

/// A plain fact or limit with a rule behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// What it says, in our own words.
    pub says: String,
    /// Its figures, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub values: IndexMap<String, Data>,
    /// Only with this optional rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<OptionId>,
    /// Not in the rulebook: why it is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstructed: Option<String>,
}
