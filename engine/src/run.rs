//! A working copy of the game while one action or phase is resolved: events are applied as they happen, so that later ones
//! see them. If the action is refused the copy is dropped and nothing has happened.

use crate::apply::apply;
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, EventIx, PowerIx, SpaceIx, UnitIx};
use crate::query::memory::Memory;
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::state::rng::{Decision, Purpose};
use crate::triggers::{self, Moment};

/// Effects and rules that may happen in answer to one action, and how deep they may call each other. No rulebook comes near
/// either; a loop does at once.
const STEP_BUDGET: u32 = 2_000;
const DEPTH_BUDGET: u8 = 24;

/// Events for which room is made at once.
const USUAL_EVENTS: usize = 12;

pub(crate) struct Run<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
    steps_left: u32,
    /// Rules within rules at the moment.
    depth: u8,
    /// The rule that went round in circles.
    pub(crate) looping: Option<EventIx>,
    /// What is known from earlier actions; nothing depends on it.
    pub(crate) memory: Memory,
    /// The rule that happens at the moment.
    rule: Option<EventIx>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(rules: &'a Ruleset, state: State) -> Self {
        Self::with(rules, state, Memory::default())
    }

    /// The same for somebody who remembers.
    pub(crate) fn with(rules: &'a Ruleset, state: State, memory: Memory) -> Self {
        Self {
            rules,
            state,
            events: Vec::with_capacity(USUAL_EVENTS),
            steps_left: STEP_BUDGET,
            depth: 0,
            looping: None,
            memory,
            rule: None,
        }
    }

    pub(crate) fn emit(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    /// Throws a die that decides this.
    pub(crate) fn roll(&mut self, what: Decision<'_>, sides: i64) -> i64 {
        let (roll, key) = what.throw(self.rules, &self.state, sides);
        let loaded = self.state.dice.loaded.first().copied();
        let roll = loaded.unwrap_or(roll);
        self.emit(Event::Rolled { sides, roll, key, loaded: loaded.is_some() });
        roll
    }

    /// Throws a die for the rule that happens at the moment.
    pub(crate) fn roll_for_rule(&mut self, scene: &Scene, sides: i64) -> i64 {
        let rules = self.rules;
        let rule = self.rule.and_then(|rule| rules.events.get(rule.index())).map_or("", String::as_str);
        let mut what = Decision::of(Purpose::Rule).named(rule);
        if let Some(who) = scene.power.map(Actor::Power).or(scene.side.map(Actor::Side)) {
            what = what.by(who);
        }
        if let Some(at) = scene.at {
            what = what.at(at);
        }
        self.roll(what, sides)
    }

    /// Counts one effect; false when there were too many or rules go in circles.
    pub(crate) fn step(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0 && self.looping.is_none()
    }

    /// Lets a rule happen, unless it was called by itself too often.
    pub(crate) fn within(&mut self, rule: EventIx, happen: impl FnOnce(&mut Self)) {
        if self.depth >= DEPTH_BUDGET || !self.step() {
            self.looping.get_or_insert(rule);
            return;
        }
        self.depth += 1;
        let outer = self.rule.replace(rule);
        happen(self);
        self.rule = outer;
        self.depth -= 1;
    }

    /// The power that stands for an actor: itself, or the first of the side that takes part.
    pub(crate) fn lead(&self, actor: Actor) -> Option<PowerIx> {
        match actor {
            Actor::Power(power) => Some(power),
            Actor::Side(_) => {
                let plays = |power: &PowerIx| self.rules.power(*power).plays;
                self.state.members(actor).find(plays).or_else(|| self.state.members(actor).next())
            }
        }
    }

    /// A space changes hands, with what the rules say about that.
    pub(crate) fn capture(&mut self, space: SpaceIx, by: Option<PowerIx>) {
        let from = self.state.holder(space);
        if from == by {
            return;
        }
        self.emit(Event::Captured { space, from, by });
        let scene = Scene {
            power: by,
            side: by.and_then(|power| self.state.side_of(power)),
            at: Some(space),
            ..Scene::default()
        };
        triggers::fire(self, &Moment::Captured(space), &scene);
    }

    /// All production printed or set in a space, before damage.
    pub(crate) fn production_in(&self, space: SpaceIx) -> i64 {
        (0..self.rules.features.len())
            .filter(|index| self.rules.features[*index].production)
            .map(|index| self.state.feature(self.rules, space, crate::ids::FeatureIx::new(index)))
            .sum()
    }

    /// The army that units join in a space: the one there, or the lowest free number; 0 for units outside armies.
    pub(crate) fn army_for(&self, power: PowerIx, unit: UnitIx, space: SpaceIx) -> u8 {
        crate::query::armies::joining(self.rules, &self.state, power, unit, space).unwrap_or(0)
    }
}
