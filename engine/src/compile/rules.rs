//! Modifiers, rules, objectives, victory and reinforcements.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::EventId;
use chartroom_format::schema::rules as written;
use chartroom_format::schema::scenario;

use super::Compiler;
use super::hand::Hand;
use crate::modifier::{self, Change};
use crate::ruleset::{
    ModifierInfo, ObjectiveInfo, ReinforcementInfo, RuleInfo, Ruleset, ScoreInfo, Trigger, VictoryInfo, VictoryTest,
};
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn rules(&mut self, rules: &mut Ruleset) {
        for (id, modifier) in &self.content.modifiers {
            self.at(EntryKind::Modifier, id.as_str(), &[]);
            let info = ModifierInfo {
                id: id.to_string(),
                source: modifier.source.as_ref().map(ToString::to_string),
                quantity: modifier.quantity.clone(),
                change: {
                    let (how, by) = modifier::read(&modifier.change);
                    Change { how, by: self.value(by) }
                },
                to: modifier.to.as_ref().map(|filter| self.filter(filter)),
                partner: modifier.pairs_with.as_ref().map(|pairing| self.filter(&pairing.units)),
                helps: modifier.pairs_with.as_ref().map_or(1, |pairing| pairing.helps),
                company: modifier.company.as_ref().map(|company| (self.filter(&company.units), company.at_least)),
                unless_enemy: modifier.unless_enemy.as_ref().map(|filter| self.filter(filter)),
                when: self.maybe_condition(modifier.when.as_ref()),
                option: modifier.option.as_ref().and_then(|option| self.option(option.as_str())),
            };
            // Company and enemies that spoil a bonus are looked for among dice rolled for each unit.
            if rules.has_marks && !self.rolls_per_unit() {
                for (field, is_there) in
                    [("company", info.company.is_some()), ("unless_enemy", info.unless_enemy.is_some())]
                {
                    if is_there {
                        self.at(EntryKind::Modifier, id.as_str(), &[field]);
                        let message = format!(
                            "`{field}` acts only on dice rolled for each unit, which no phase of this pack does"
                        );
                        self.fault(crate::codes::NOT_CARRIED_OUT, message);
                    }
                }
            }
            rules.modifiers.push(info);
        }
        for (at, modifier) in (0_u16..).zip(&rules.modifiers) {
            match rules.modifiers_of.iter_mut().find(|(of, _)| *of == modifier.quantity) {
                Some((_, places)) => places.push(at),
                None => rules.modifiers_of.push((modifier.quantity.clone(), vec![at])),
            }
        }
        for (id, named) in &self.content.values {
            self.at(EntryKind::Value, id.as_str(), &["is"]);
            self.value(&named.is);
        }
        let anything = std::mem::replace(&mut self.hand, Hand::NOTHING);
        for (id, rule) in &self.content.rules {
            let applies = (rule.scenarios.is_empty() || rule.scenarios.contains(&self.scenario.id))
                && !self.scenario.without.contains(id);
            if applies {
                self.at(EntryKind::Rule, id.as_str(), &[]);
                rules.rules.extend(self.rule(id, rule));
            }
        }
        for (id, rule) in &self.scenario.rules {
            self.at(EntryKind::Scenario, self.scenario.id.as_str(), &["rules", id.as_str()]);
            rules.rules.extend(self.rule(id, rule));
        }
        rules.rules_on = crate::triggers::by_kind(&rules.rules);
        for (id, objective) in &self.content.objectives {
            self.at(EntryKind::Objective, id.as_str(), &[]);
            let (Some(event), Some(power)) = (self.event(id.as_str()), self.power(objective.power.as_str())) else {
                continue;
            };
            rules.objectives.push(ObjectiveInfo {
                event,
                power,
                income: self.whole(&objective.income),
                points: objective.points.as_ref().map_or_else(|| Value::from(0), |points| self.whole(points)),
                when: self.condition(&objective.when),
                option: objective.option.as_ref().and_then(|option| self.option(option.as_str())),
            });
        }
        self.at(EntryKind::Scenario, self.scenario.id.as_str(), &["victory"]);
        rules.victory = self.scenario.victory.iter().map(|victory| self.victory(victory)).collect();
        self.hand = anything;
        self.at(EntryKind::Scenario, self.scenario.id.as_str(), &["reinforcements"]);
        for coming in self.scenario.reinforcements.iter().chain(&self.scenario.pipeline) {
            let Some(power) = self.power(coming.power.as_str()) else { continue };
            rules.reinforcements.push(ReinforcementInfo {
                turn: coming.turn,
                power,
                units: self.force(&coming.units),
                at: self.places(&coming.at),
                when: self.maybe_condition(coming.when.as_ref()),
            });
        }
    }

    fn rule(&mut self, id: &EventId, rule: &written::Rule) -> Option<RuleInfo> {
        use written::Trigger as T;
        let on = self.trigger(&rule.on)?;
        // A rule that others call has at hand what they have.
        let hand = match rule.on {
            T::Captured(_) | T::Attacked(_) | T::UnitsAttacked(_) | T::Called => Hand::PLACE,
            _ => Hand::NOTHING,
        };
        let (when, then) = self
            .with_hand(hand, |compiler| (compiler.maybe_condition(rule.when.as_ref()), compiler.effects(&rule.then)));
        Some(RuleInfo {
            event: self.event(id.as_str())?,
            title: if rule.title.is_empty() { id.to_string() } else { rule.title.clone() },
            source: rule.source.as_ref().map(ToString::to_string),
            on,
            when,
            then,
            once: rule.once,
            option: rule.option.as_ref().and_then(|option| self.option(option.as_str())),
        })
    }

    fn trigger(&mut self, trigger: &written::Trigger) -> Option<Trigger> {
        use written::Trigger as W;
        Some(match trigger {
            W::GameStart => Trigger::GameStart,
            W::TurnStart => Trigger::TurnStart,
            W::TurnEnd => Trigger::TurnEnd,
            W::PhaseStart(phase) => Trigger::PhaseStart(self.phase(phase.as_str())?),
            W::PhaseEnd(phase) => Trigger::PhaseEnd(self.phase(phase.as_str())?),
            W::PowerTurnStart(power) => Trigger::PowerTurnStart(self.power(power.as_str())?),
            W::PowerTurnEnd(power) => Trigger::PowerTurnEnd(self.power(power.as_str())?),
            W::Captured(places) => Trigger::Captured(self.places(places)),
            W::Attacked(places) => Trigger::Attacked(self.places(places)),
            W::UnitsAttacked(actor) => Trigger::UnitsAttacked(self.actor(actor)?),
            W::WarDeclared(actor) => Trigger::WarDeclared(self.actor(actor)?),
            W::PowerSurrendered(power) => Trigger::PowerSurrendered(self.power(power.as_str())?),
            W::Whenever => Trigger::Whenever,
            W::Chosen(actor) => Trigger::Chosen(self.actor(actor)?),
            W::Called => Trigger::Called,
        })
    }

    fn victory(&mut self, victory: &scenario::Victory) -> VictoryInfo {
        use scenario::VictoryTest as W;
        let test = match &victory.when {
            W::Holds(condition) => VictoryTest::Holds(self.condition(condition)),
            W::HoldsFor(condition, turns) => VictoryTest::HoldsFor(self.condition(condition), *turns),
            W::MostPoints(scores) => VictoryTest::MostPoints(
                scores
                    .iter()
                    .filter_map(|score| {
                        Some(ScoreInfo {
                            who: self.actor(&score.who)?,
                            points: score.points,
                            each: score.each.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
                            within: (!score.within.is_empty()).then(|| self.places(&score.within)),
                            once_of: self.actors(&score.once_of),
                            whoever_holds: score.whoever_holds,
                        })
                    })
                    .collect(),
            ),
            W::Otherwise => VictoryTest::Otherwise,
        };
        VictoryInfo {
            winner: victory.winner.as_ref().and_then(|winner| self.actor(winner)),
            level: victory.level.clone(),
            check: victory.check,
            test,
            source: victory.source.as_ref().map(ToString::to_string),
        }
    }
}
