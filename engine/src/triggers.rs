//! When rules are looked at, and which then happen.

use crate::condition::Scene;
use crate::effect;
use crate::event::Event;
use crate::ids::{Actor, EventIx, PhaseIx, PowerIx, SpaceIx};
use crate::ruleset::{RuleInfo, Trigger};
use crate::run::Run;

/// A moment at which rules are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    GameStart,
    TurnStart,
    TurnEnd,
    PhaseStart(PhaseIx),
    PhaseEnd(PhaseIx),
    PowerTurnStart(PowerIx),
    PowerTurnEnd(PowerIx),
    Captured(SpaceIx),
    Attacked(SpaceIx),
    WarDeclared(Actor),
    PowerSurrendered(PowerIx),
    Whenever,
}

fn fits(trigger: &Trigger, moment: &Moment) -> bool {
    match (trigger, moment) {
        (Trigger::GameStart, Moment::GameStart)
        | (Trigger::TurnStart, Moment::TurnStart)
        | (Trigger::TurnEnd, Moment::TurnEnd)
        | (Trigger::Whenever, Moment::Whenever) => true,
        (Trigger::PhaseStart(one), Moment::PhaseStart(other)) | (Trigger::PhaseEnd(one), Moment::PhaseEnd(other)) => {
            one == other
        }
        (Trigger::PowerTurnStart(one), Moment::PowerTurnStart(other))
        | (Trigger::PowerTurnEnd(one), Moment::PowerTurnEnd(other))
        | (Trigger::PowerSurrendered(one), Moment::PowerSurrendered(other)) => one == other,
        (Trigger::Captured(spaces), Moment::Captured(space)) | (Trigger::Attacked(spaces), Moment::Attacked(space)) => {
            spaces.binary_search(space).is_ok()
        }
        (Trigger::WarDeclared(one), Moment::WarDeclared(other)) => one == other,
        _ => false,
    }
}

/// Lets the rules of a moment happen, in the order the pack lists them.
pub(crate) fn fire(run: &mut Run, moment: &Moment, scene: &Scene) {
    let rules = run.rules;
    for rule in &rules.rules {
        if run.state.outcome.is_some() {
            return;
        }
        if fits(&rule.on, moment) {
            try_rule(run, rule, scene);
        }
    }
}

/// Rules that happen as soon as their condition holds; one may bring about another.
pub(crate) fn whenever(run: &mut Run, scene: &Scene) {
    loop {
        let before = run.events.len();
        fire(run, &Moment::Whenever, scene);
        let happened = run.events[before..].iter().any(|event| matches!(event, Event::RuleHappened { .. }));
        if !happened || run.looped || run.state.outcome.is_some() {
            return;
        }
    }
}

/// A rule that another one names.
pub(crate) fn by_name(run: &mut Run, event: EventIx, scene: &Scene) {
    let rules = run.rules;
    if let Some(rule) = rules.rules.iter().find(|rule| rule.event == event) {
        try_rule(run, rule, scene);
    }
}

fn try_rule(run: &mut Run, rule: &RuleInfo, scene: &Scene) {
    if rule.once && run.state.happened_on(rule.event).is_some() || !run.state.option_or_none(rule.option) {
        return;
    }
    if rule.when.as_ref().is_some_and(|when| !when.holds(run.rules, &run.state, scene)) || !run.step() {
        return;
    }
    // A rule without end that changes nothing would be looked at for ever.
    if rule.on == Trigger::Whenever && run.state.last_happened_on(rule.event) == Some(run.state.turn) {
        return;
    }
    run.emit(Event::RuleHappened { event: rule.event });
    effect::happen(run, &rule.then, scene);
}
