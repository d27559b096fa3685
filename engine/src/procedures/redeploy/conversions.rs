//! Points of one army that a rule of the pack lets become another type, once in a game.

use chartroom_format::schema::refusal::Ban;

use crate::action::Refusal;
use crate::condition::{Condition, Scene};
use crate::event::Event;
use crate::ids::{EventIx, PowerIx, UnitIx};
use crate::run::Run;
use crate::state::Stack;
use crate::triggers;

#[derive(Clone, Debug)]
pub struct ConversionRule {
    pub by: PowerIx,
    pub unit: UnitIx,
    pub into: UnitIx,
    pub most: i64,
    pub rule: EventIx,
    pub when: Option<Condition>,
    pub source: Option<String>,
}

/// Points become another type, if a rule lets them now.
pub(super) fn convert(run: &mut Run, rules: &[ConversionRule], stack: Stack) -> Result<(), Refusal> {
    let of_unit = |rule: &&ConversionRule| rule.by == stack.power && rule.unit == stack.unit;
    let Some(rule) = rules.iter().find(of_unit) else {
        return Err(Refusal::of(Ban::NeverChanges, "points of this type never change"));
    };
    let scene = Scene { power: Some(stack.power), side: run.state.side_of(stack.power), ..Scene::default() };
    let source = rule.source.as_deref();
    if run.state.happened_on(rule.rule).is_some()
        || rule.when.as_ref().is_some_and(|when| !when.holds(run.rules, &run.state, &scene))
    {
        return Err(Refusal::by(source, Ban::NeverChanges, "these points do not change now"));
    }
    if i64::from(stack.count) > rule.most {
        return Err(Refusal::by(source, Ban::NeverChanges, format!("no more than {} points change", rule.most)));
    }
    run.emit(Event::Converted { stack, into: rule.into });
    triggers::by_name(run, rule.rule, &scene);
    Ok(())
}
