//! When rules are looked at, and which then happen.

use chartroom_format::schema::refusal::Ban;

use crate::action::Refusal;
use crate::condition::Scene;
use crate::effect;
use crate::event::Event;
use crate::ids::{Actor, EventIx, PhaseIx, PowerIx, SideIx, SpaceIx};
use crate::ruleset::{Player, RuleInfo, Ruleset, Trigger};
use crate::run::Run;
use crate::state::State;

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
    UnitsAttacked(PowerIx),
    WarDeclared(Actor),
    PowerSurrendered(PowerIx),
    Whenever,
}

/// Kinds of triggers: rules are looked at after every action, and most are about another kind of moment.
#[derive(Clone, Copy)]
enum Kind {
    GameStart,
    TurnStart,
    TurnEnd,
    PhaseStart,
    PhaseEnd,
    PowerTurnStart,
    PowerTurnEnd,
    Captured,
    Attacked,
    UnitsAttacked,
    WarDeclared,
    PowerSurrendered,
    Whenever,
    Chosen,
    Called,
}

const KINDS: usize = Kind::Called as usize + 1;

const fn kind(trigger: &Trigger) -> Kind {
    match trigger {
        Trigger::GameStart => Kind::GameStart,
        Trigger::TurnStart => Kind::TurnStart,
        Trigger::TurnEnd => Kind::TurnEnd,
        Trigger::PhaseStart(_) => Kind::PhaseStart,
        Trigger::PhaseEnd(_) => Kind::PhaseEnd,
        Trigger::PowerTurnStart(_) => Kind::PowerTurnStart,
        Trigger::PowerTurnEnd(_) => Kind::PowerTurnEnd,
        Trigger::Captured(_) => Kind::Captured,
        Trigger::Attacked(_) => Kind::Attacked,
        Trigger::UnitsAttacked(_) => Kind::UnitsAttacked,
        Trigger::WarDeclared(_) => Kind::WarDeclared,
        Trigger::PowerSurrendered(_) => Kind::PowerSurrendered,
        Trigger::Whenever => Kind::Whenever,
        Trigger::Chosen(_) => Kind::Chosen,
        Trigger::Called => Kind::Called,
    }
}

const fn kind_of(moment: &Moment) -> Kind {
    match moment {
        Moment::GameStart => Kind::GameStart,
        Moment::TurnStart => Kind::TurnStart,
        Moment::TurnEnd => Kind::TurnEnd,
        Moment::PhaseStart(_) => Kind::PhaseStart,
        Moment::PhaseEnd(_) => Kind::PhaseEnd,
        Moment::PowerTurnStart(_) => Kind::PowerTurnStart,
        Moment::PowerTurnEnd(_) => Kind::PowerTurnEnd,
        Moment::Captured(_) => Kind::Captured,
        Moment::Attacked(_) => Kind::Attacked,
        Moment::UnitsAttacked(_) => Kind::UnitsAttacked,
        Moment::WarDeclared(_) => Kind::WarDeclared,
        Moment::PowerSurrendered(_) => Kind::PowerSurrendered,
        Moment::Whenever => Kind::Whenever,
    }
}

/// The places of rules by the kind of their trigger, each list in order.
pub(crate) fn by_kind(rules: &[RuleInfo]) -> Vec<Vec<u16>> {
    let mut places = vec![Vec::new(); KINDS];
    for (at, rule) in (0_u16..).zip(rules) {
        places[kind(&rule.on) as usize].push(at);
    }
    places
}

/// The rules with a kind of trigger, in the order the pack lists them.
fn of_kind(rules: &Ruleset, kind: Kind) -> impl Iterator<Item = &RuleInfo> {
    rules.rules_on.get(kind as usize).into_iter().flatten().map(|at| &rules.rules[usize::from(*at)])
}

/// The rules that look at attacks on a space.
pub(crate) fn on_attack(rules: &Ruleset, space: SpaceIx) -> impl Iterator<Item = &RuleInfo> {
    of_kind(rules, Kind::Attacked)
        .filter(move |rule| matches!(&rule.on, Trigger::Attacked(spaces) if spaces.binary_search(&space).is_ok()))
}

/// The rules that look at attacks on units of a power.
pub(crate) fn on_attack_of_units(rules: &Ruleset, power: PowerIx) -> impl Iterator<Item = &RuleInfo> {
    of_kind(rules, Kind::UnitsAttacked)
        .filter(move |rule| matches!(&rule.on, Trigger::UnitsAttacked(who) if *who == Actor::Power(power)))
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
        (Trigger::UnitsAttacked(one), Moment::UnitsAttacked(other)) => *one == Actor::Power(*other),
        (Trigger::WarDeclared(one), Moment::WarDeclared(other)) => one == other,
        _ => false,
    }
}

/// Lets the rules of a moment happen, in the order the pack lists them.
pub(crate) fn fire(run: &mut Run, moment: &Moment, scene: &Scene) {
    let rules = run.rules;
    for rule in of_kind(rules, kind_of(moment)) {
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
        if !happened || run.looping.is_some() || run.state.outcome.is_some() {
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

/// Whether a rule may happen now.
fn may_happen(rules: &Ruleset, state: &State, rule: &RuleInfo, scene: &Scene) -> bool {
    let again = match rule.on {
        _ if rule.once => state.happened_on(rule.event).is_none(),
        // What changes nothing would be looked at for ever; what is free to choose would be chosen for ever.
        Trigger::Whenever | Trigger::Chosen(_) => state.last_happened_on(rule.event) != Some(state.turn),
        _ => true,
    };
    again && state.option_or_none(rule.option) && rule.when.as_ref().is_none_or(|when| when.holds(rules, state, scene))
}

fn try_rule(run: &mut Run, rule: &RuleInfo, scene: &Scene) {
    if may_happen(run.rules, &run.state, rule, scene) {
        run.within(rule.event, |run| {
            run.emit(Event::RuleHappened { event: rule.event });
            effect::happen(run, &rule.then, scene);
        });
    }
}

/// Rules that a side may let happen when it wants.
pub(crate) fn invocable(rules: &Ruleset, state: &State, side: SideIx) -> Vec<EventIx> {
    let scene = Scene::of_side(Some(side));
    let open = |rule: &&RuleInfo| match rule.on {
        Trigger::Chosen(Actor::Side(of)) => of == side && may_happen(rules, state, rule, &scene),
        Trigger::Chosen(Actor::Power(of)) => {
            // Where powers have turns of their own a rule is chosen in the turn of its power. There, and in games of strength points,
            // a side decides for countries that only lean to it.
            let slot = rules.phases.get(usize::from(state.phase)).and_then(|phase| match &phase.player {
                Player::Slot(powers) => Some(powers.contains(&of)),
                _ => None,
            });
            let leans = rules.power(of).leans.filter(|_| slot.is_some() || rules.campaign.battle.is_some());
            state.side_of(of).or(leans) == Some(side)
                && slot != Some(false)
                && may_happen(rules, state, rule, &Scene { power: Some(of), ..scene })
        }
        _ => false,
    };
    of_kind(rules, Kind::Chosen).filter(open).map(|rule| rule.event).collect()
}

/// A side lets one of its rules happen.
pub(crate) fn invoke(run: &mut Run, side: SideIx, event: EventIx) -> Result<(), Refusal> {
    if !invocable(run.rules, &run.state, side).contains(&event) {
        return Err(Refusal::of(Ban::WrongTime, "that rule cannot be used now"));
    }
    let rules = run.rules;
    if let Some(rule) = rules.rules.iter().find(|rule| rule.event == event) {
        let power = match rule.on {
            Trigger::Chosen(Actor::Power(power)) => Some(power),
            _ => None,
        };
        try_rule(run, rule, &Scene { power, ..Scene::of_side(Some(side)) });
    }
    Ok(())
}
