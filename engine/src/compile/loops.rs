//! Rules that call each other in a circle and never stop: found before anybody plays.

use chartroom_format::entries::EntryKind;

use super::Compiler;
use crate::codes;
use crate::effect::Effect;
use crate::ids::EventIx;
use crate::ruleset::{RuleInfo, Ruleset};

impl Compiler<'_> {
    /// A circle of rules without condition or `once` is a fault at each of them.
    pub(super) fn check_loops(&mut self, rules: &Ruleset) {
        for rule in rules.rules.iter().filter(|rule| is_free(rule)) {
            if !reaches(rules, rule, rule.event) {
                continue;
            }
            let id = rules.events[rule.event.index()].clone();
            let scenario = self.scenario.id.to_string();
            if self.content.rules.contains_key(id.as_str()) {
                self.at(EntryKind::Rule, &id, &["then"]);
            } else {
                self.at(EntryKind::Scenario, &scenario, &["rules", &id, "then"]);
            }
            self.fault(codes::RULE_LOOP, format!("the rule `{id}` triggers itself for ever"));
        }
    }
}

/// Whether nothing keeps a rule from happening again and again.
fn is_free(rule: &RuleInfo) -> bool {
    !rule.once && rule.when.is_none() && rule.option.is_none()
}

/// Whether a rule leads back to an event through rules that nothing holds back.
fn reaches(rules: &Ruleset, from: &RuleInfo, wanted: EventIx) -> bool {
    let mut seen: Vec<EventIx> = Vec::new();
    let mut open: Vec<EventIx> = called(&from.then);
    while let Some(event) = open.pop() {
        if event == wanted {
            return true;
        }
        if seen.contains(&event) {
            continue;
        }
        seen.push(event);
        let free = rules.rules.iter().filter(|rule| rule.event == event && is_free(rule));
        open.extend(free.flat_map(|rule| called(&rule.then)));
    }
    false
}

/// Rules that effects call whatever the dice or a player decide.
fn called(effects: &[Effect]) -> Vec<EventIx> {
    let mut found = Vec::new();
    for effect in effects {
        match effect {
            Effect::Trigger(event) => found.push(*event),
            Effect::Roll { outcomes, .. } => {
                let mut ways = outcomes.iter().map(|(_, _, then)| called(then));
                let always = ways.next().unwrap_or_default();
                let rest: Vec<Vec<EventIx>> = ways.collect();
                found.extend(always.into_iter().filter(|event| rest.iter().all(|way| way.contains(event))));
            }
            _ => {}
        }
    }
    found
}
