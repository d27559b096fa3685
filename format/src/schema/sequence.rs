//! `sequence.ron`: the turn as a tree of phases; each leaf names a procedure.

pub use super::impulse::{EndRoll, StageEnd};
use super::prelude::*;

/// The order of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// The schema version this file is written for.
    pub schema: u32,
    /// What the program must be able to do before it may use this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<Capability>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// What happens once each turn, in order.
    pub each_turn: Vec<Step>,
    /// Other sequences, for scenarios that name them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub others: IndexMap<PhaseId, Vec<Step>>,
}

/// One step of the turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Steps that belong together.
    Stage {
        id: PhaseId,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        title: String,
        /// How often it is gone through, at most if `until` is there; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeat: Option<i64>,
        /// It is gone through again and again, its players taking turns, until this ends it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<StageEnd>,
        /// Gone through once for each of these in turn, as its actor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        each: Option<Turns>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<RuleRef>,
        steps: Vec<Step>,
    },
    /// A phase: one procedure, done by someone.
    Phase {
        id: PhaseId,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        title: String,
        /// Who acts; the stage's actor if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<ActorId>,
        /// All act at the same time.
        #[serde(default, skip_serializing_if = "is_false")]
        together: bool,
        /// The procedure; a phase without one is played by hand.
        #[serde(default, rename = "do", skip_serializing_if = "Option::is_none")]
        run: Option<ProcedureId>,
        /// What does elsewhere what the rulebook does here: the phase has nothing left to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        done_by: Option<DoneBy>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Condition>,
        /// Only with this optional rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        option: Option<OptionId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<RuleRef>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        note: String,
    },
}

/// What takes the place of a phase of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum DoneBy {
    /// A procedure that another phase runs.
    Procedure(ProcedureId),
    /// A rule that happens by itself.
    Rule(EventId),
}

/// For whom a stage is repeated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Turns {
    /// Each slot of the order of play.
    Slots,
    /// Each of these, in this order.
    Of(Vec<ActorId>),
}
