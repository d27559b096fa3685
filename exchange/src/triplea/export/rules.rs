//! Objectives, rules and decisions: objectives, triggers and political actions.

use chartroom_format::schema::effect::Effect;
use chartroom_format::schema::expression::Value;
use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::rules::{Objective, Rule, Trigger};
use chartroom_format::schema::scenario::Placement;

use super::super::read::Setting;
use super::super::words::{camel, capitalised};
use super::sequence::FIRST_STEP;
use super::{Export, counted, money, setting};

impl Export<'_> {
    pub(super) fn objectives_and_rules(&mut self) {
        let content = self.content;
        for (id, objective) in &content.objectives {
            match self.objective(id.as_str(), objective) {
                Ok(()) => self.report.exact("objective", None),
                Err(why) => self.report.left_out(&format!("objective: {}", objective.title), &why, None),
            }
        }
        let own = self.scenario.rules.iter();
        let of_pack = content.rules.iter().filter(|(id, rule)| {
            !self.scenario.without.contains(id)
                && (rule.scenarios.is_empty() || rule.scenarios.contains(&self.scenario.id))
        });
        let rules: Vec<(String, Rule)> = of_pack.chain(own).map(|(id, rule)| (id.to_string(), rule.clone())).collect();
        for (id, rule) in rules {
            let done = match &rule.on {
                Trigger::Chosen(_) => self.action(&id, &rule),
                _ => self.trigger(&id, &rule),
            };
            match done {
                Ok(()) => self.report.near("rule", "looked at when a turn begins or ends", None),
                Err(why) => self.report.left_out(&format!("rule: {}", rule.title), &why, None),
            }
        }
    }

    /// A name that starts as the engine wants and from which the import makes the id again, where that is possible.
    fn named(&mut self, prefix: &str, id: &str) -> String {
        let name = camel(id);
        let name = if name.starts_with(prefix) { name } else { format!("{prefix}{}", capitalised(&name)) };
        self.fresh(&name, "")
    }

    fn objective(&mut self, id: &str, objective: &Objective) -> Result<(), String> {
        if objective.points.is_some() {
            return Err("victory points are not counted".to_owned());
        }
        let player = self.names.power(objective.power.as_str()).ok_or("there is no such player")?.to_owned();
        let income = objective.income.whole().ok_or("computed values are not known there")?;
        let mut settings = vec![setting("objectiveValue", income)];
        settings.extend(self.settings(&objective.power, &objective.when, 0)?);
        if let Some(option) = &objective.option {
            return Err(format!("it comes with the option `{option}` only"));
        }
        let name = self.named("objectiveAttachment", id);
        self.attach("RulesAttachment", &name, &player, settings);
        self.property("National Objectives", true, true);
        Ok(())
    }

    fn trigger(&mut self, id: &str, rule: &Rule) -> Result<(), String> {
        if rule.option.is_some() {
            return Err("it comes with an option only".to_owned());
        }
        let (actor, then) = self.effects(rule)?;
        let power = match &rule.on {
            Trigger::PowerTurnStart(power) | Trigger::PowerTurnEnd(power) => power.clone(),
            Trigger::TurnStart | Trigger::GameStart => actor.clone(),
            other => return Err(format!("it is looked at {}", moment(other))),
        };
        let player = self.names.power(power.as_str()).ok_or("there is no such player")?.to_owned();
        if actor != power {
            return Err("it gives to another player than the one whose turn it is".to_owned());
        }
        let steps = || self.game.steps.iter().filter(|step| step.player.as_deref() == Some(player.as_str()));
        let when = match &rule.on {
            Trigger::PowerTurnStart(_) => steps().next().map(|step| format!("before:{}", step.name)),
            Trigger::PowerTurnEnd(_) => steps().next_back().map(|step| format!("after:{}", step.name)),
            Trigger::GameStart => Some(format!("before:{FIRST_STEP}")),
            _ => None,
        };
        let condition = rule.when.clone().unwrap_or(chartroom_format::schema::condition::Condition::Always);
        let mut settings = vec![setting("conditions", self.condition_attachment(&power, &condition)?)];
        settings.extend(then);
        if rule.once {
            settings.push(setting("uses", 1));
        }
        settings.extend(when.map(|when| setting("when", when)));
        let name = self.named("triggerAttachment", id);
        self.attach("TriggerAttachment", &name, &player, settings);
        self.property("Use Triggers", true, false);
        Ok(())
    }

    /// What a rule does as settings, and to whom.
    fn effects(&mut self, rule: &Rule) -> Result<(PowerId, Vec<Setting>), String> {
        let mut settings = Vec::new();
        let mut whose: Option<PowerId> = None;
        let mut of = |power: PowerId| -> Result<(), String> {
            match &whose {
                Some(known) if *known != power => Err("it does something to several players".to_owned()),
                _ => {
                    whose = Some(power);
                    Ok(())
                }
            }
        };
        for effect in &rule.then {
            match effect {
                Effect::Place(power, placements) => {
                    of(power.clone())?;
                    for placement in placements {
                        let Placement::At(space, force) = placement else {
                            return Err("it places units freely".to_owned());
                        };
                        let territory = self.names.space(space.as_str()).ok_or("it names no territory")?;
                        for (unit, count) in force {
                            let unit = self.names.unit(unit.as_str()).ok_or("it names no unit")?;
                            settings.push(counted("placement", format!("{territory}:{unit}"), *count));
                        }
                    }
                }
                Effect::Remove { then_elsewhere: false, who, units, places, outside, count } if outside.is_empty() => {
                    of(PowerId(who.to_string()))?;
                    let ([place], Some(count)) = (places.as_slice(), count.as_ref().and_then(Value::whole)) else {
                        return Err("it removes all units of several places".to_owned());
                    };
                    let territory = self.names.space(place.as_str()).ok_or("it names no territory")?;
                    for unit in &units.types {
                        let unit = self.names.unit(unit.as_str()).ok_or("it names no unit")?;
                        settings.push(counted("removeUnits", format!("{territory}:{unit}"), count));
                    }
                }
                Effect::Money(who, amount) => {
                    of(PowerId(who.to_string()))?;
                    let amount = amount.whole().ok_or("computed values are not known there")?;
                    settings.extend([setting("resource", money::MONEY), setting("resourceCount", amount)]);
                }
                Effect::SetRelation(one, other, kind) => {
                    let name = |power: &PowerId| self.names.power(power.as_str()).map(str::to_owned);
                    let (Some(first), Some(second)) = (name(one), name(other)) else {
                        return Err("it names no player".to_owned());
                    };
                    let kind = self.relationship(*kind);
                    settings.push(setting("relationshipChange", format!("{first}:{second}:any:{kind}")));
                }
                other => {
                    let written = format!("{other:?}");
                    let word = written.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
                    return Err(format!("`{word}` cannot be said"));
                }
            }
        }
        if settings.is_empty() {
            return Err("it does nothing that can be said".to_owned());
        }
        let whose = whose.or_else(|| match &rule.on {
            Trigger::PowerTurnStart(power) | Trigger::PowerTurnEnd(power) => Some(power.clone()),
            _ => self.content.powers.keys().next().cloned(),
        });
        whose.map(|whose| (whose, settings)).ok_or_else(|| "it has no player".to_owned())
    }

    /// What a player may decide in his politics: only relations change by it.
    fn action(&mut self, id: &str, rule: &Rule) -> Result<(), String> {
        let Trigger::Chosen(actor) = &rule.on else { return Err("nobody decides on it".to_owned()) };
        let power = PowerId(actor.to_string());
        let player = self.names.power(power.as_str()).ok_or("a side decides on it")?.to_owned();
        let mut settings = Vec::new();
        for effect in &rule.then {
            match effect {
                Effect::Money(who, amount) if who == actor && amount.whole().is_some_and(|amount| amount < 0) => {
                    settings.push(setting("costPU", -amount.whole().unwrap_or_default()));
                }
                Effect::SetRelation(one, other, kind) => {
                    let name = |power: &PowerId| self.names.power(power.as_str()).map(str::to_owned);
                    let (Some(one), Some(other)) = (name(one), name(other)) else {
                        return Err("it names no player".to_owned());
                    };
                    let kind = self.relationship(*kind);
                    settings.push(setting("relationshipChange", format!("{one}:{other}:{kind}")));
                }
                _ => return Err("it does more than change relations".to_owned()),
            }
        }
        if let Some(when) = &rule.when {
            settings.push(setting("conditions", self.condition_attachment(&power, when)?));
        }
        let name = self.named("politicalActionAttachment", id);
        settings.push(setting("text", name.to_uppercase()));
        self.attach("PoliticalActionAttachment", &name, &player, settings);
        Ok(())
    }
}

fn moment(trigger: &Trigger) -> &'static str {
    match trigger {
        Trigger::Captured(_) => "when a place changes hands",
        Trigger::Attacked(_) | Trigger::UnitsAttacked(_) => "when somebody attacks",
        Trigger::WarDeclared(_) | Trigger::PowerSurrendered(_) => "when a war begins or a power surrenders",
        Trigger::PhaseStart(_) | Trigger::PhaseEnd(_) => "in a phase",
        Trigger::TurnEnd => "at the end of every turn",
        Trigger::Whenever => "all the time",
        Trigger::Called => "when another rule names it",
        Trigger::Chosen(_) => "when a player wants it",
        Trigger::GameStart | Trigger::TurnStart | Trigger::PowerTurnStart(_) | Trigger::PowerTurnEnd(_) => {
            "when a turn begins or ends"
        }
    }
}
