//! National objectives, triggers and politics as rules, where they can be said.

use chartroom_format::schema::condition::{Condition, UnitFilter};
use chartroom_format::schema::effect::Effect;
use chartroom_format::schema::ids::{ActorId, PlaceId, SideId};
use chartroom_format::schema::rules::{Objective, Rule, Trigger};
use chartroom_format::schema::scenario::{Force, Placement, Victory};

use super::super::read::{Attachment, Setting};
use super::Import;
use super::names::{side_of, title};
use super::units::is_feature;
use super::victory::win;

/// Settings of a trigger that say when it acts, not what it does.
const WHEN: [&str; 9] =
    ["conditions", "conditionType", "invert", "when", "uses", "players", "chance", "notification", "resourceCount"];

impl Import<'_> {
    /// Triggers that name a winner.
    pub(super) fn triggered_victories(&mut self) -> Vec<Victory> {
        let game = self.game;
        let mut victories = Vec::new();
        for trigger in game.of_class("TriggerAttachment").filter(|trigger| trigger.get("victory").is_some()) {
            let winner = trigger.get("players").and_then(|setting| setting.parts().next()).unwrap_or(&trigger.to);
            match (self.trigger_condition(trigger), self.side(winner)) {
                (Ok(when), Some(side)) => {
                    victories.push(win(&side, when));
                    self.report.exact("trigger: victory", Some(trigger.line));
                }
                (Err(why), _) => self.report.left_out("trigger: victory", &why, Some(trigger.line)),
                (_, None) => self.report.left_out("trigger: victory", "nobody wins by it", Some(trigger.line)),
            }
        }
        victories
    }

    fn side(&self, player: &str) -> Option<SideId> {
        self.game.players.iter().find(|known| known.name == player).map(|known| self.names.side(side_of(known)))
    }

    /// Objectives, triggers, politics; then everything that nothing has taken over.
    pub(super) fn rest(&mut self) {
        let game = self.game;
        for attachment in game.of_class("RulesAttachment") {
            if attachment.get("objectiveValue").is_some() {
                self.objective(attachment);
            }
        }
        for trigger in game.of_class("TriggerAttachment").filter(|trigger| trigger.get("victory").is_none()) {
            if let Err(why) = self.trigger(trigger) {
                self.report.left_out(&format!("trigger: {}", trigger.name), &why, Some(trigger.line));
            }
        }
        for action in game.of_class("PoliticalActionAttachment") {
            if let Err(why) = self.politics(action) {
                self.report.left_out(&format!("political action: {}", action.name), &why, Some(action.line));
            }
        }
        self.unsaid();
    }

    fn objective(&mut self, attachment: &Attachment) {
        let income = attachment.number("objectiveValue").unwrap_or(0).clamp(-100_000, 100_000);
        match (self.condition(attachment, 0), self.names.power(&attachment.to)) {
            (Ok(when), Some(power)) => {
                let objective = Objective {
                    source: None,
                    title: title(attachment.name.trim_start_matches("objectiveAttachment")),
                    power,
                    income: income.into(),
                    points: None,
                    when,
                    option: None,
                    note: String::new(),
                };
                let id = self.names.event(&attachment.name);
                self.rules.objectives.insert(id, objective);
                self.report.exact("national objective", Some(attachment.line));
            }
            (Err(why), _) => self.report.left_out(
                "national objective",
                &format!("{}: {why}", attachment.name),
                Some(attachment.line),
            ),
            (_, None) => {}
        }
    }

    fn trigger_condition(&mut self, trigger: &Attachment) -> Result<Condition, String> {
        if trigger.text("chance").is_some_and(|chance| chance != "1:1") {
            return Err("a chance is not rolled for".to_owned());
        }
        let mut parts = Vec::new();
        for setting in trigger.all("conditions") {
            parts.push(self.named_conditions(trigger, setting, 0)?);
        }
        let whole = match parts.len() {
            0 => return Err("it has no condition".to_owned()),
            1 => parts.remove(0),
            _ => Condition::All(parts),
        };
        Ok(if trigger.is("invert") { Condition::Not(Box::new(whole)) } else { whole })
    }

    fn trigger(&mut self, trigger: &Attachment) -> Result<(), String> {
        let mut then = Vec::new();
        for setting in &trigger.settings {
            match setting.name.as_str() {
                "placement" => then.push(self.placement(trigger, setting)?),
                "removeUnits" => then.push(self.removal(trigger, setting)?),
                "resource" if setting.value == self.money() => {
                    let amount = trigger.number("resourceCount").unwrap_or(0);
                    let power = self.names.power(&trigger.to).ok_or("there is no such player")?;
                    then.push(Effect::Money(ActorId(power.0), amount.clamp(-100_000, 100_000).into()));
                }
                "relationshipChange" => {
                    let parts: Vec<&str> = setting.parts().collect();
                    let [one, other, .., to] = parts.as_slice() else {
                        return Err("a change of relations names two players".to_owned());
                    };
                    let (Some(first), Some(second)) = (self.names.power(one), self.names.power(other)) else {
                        return Err("a change of relations names two players".to_owned());
                    };
                    then.push(Effect::SetRelation(first, second, self.relation(to)));
                }
                name if WHEN.contains(&name) => {}
                other => return Err(format!("`{other}` cannot be said")),
            }
        }
        if then.is_empty() {
            return Err("it does nothing that can be said".to_owned());
        }
        let when = self.trigger_condition(trigger)?;
        let once = trigger.number("uses").is_some_and(|uses| uses == 1);
        if let Some(setting) = trigger.get("uses").filter(|setting| setting.number().is_some_and(|uses| uses > 1)) {
            return Err(format!("it happens {} times", setting.value));
        }
        let on = self.moment(trigger);
        let rule = Rule {
            source: None,
            title: title(trigger.name.trim_start_matches("triggerAttachment").trim_start_matches('_')),
            on,
            when: Some(when),
            then,
            once,
            option: None,
            scenarios: Vec::new(),
            reconstructed: None,
            note: String::new(),
        };
        let id = self.names.event(&trigger.name);
        self.rules.rules.insert(id, rule);
        self.report.near(
            "trigger",
            "looked at when its player's turn starts or ends, or once before the first turn",
            Some(trigger.line),
        );
        Ok(())
    }

    /// When a trigger is looked at: the moment nearest to what it says.
    fn moment(&self, trigger: &Attachment) -> Trigger {
        let when = trigger.text("when").unwrap_or_default();
        let (early, step) = when.split_once(':').unwrap_or(("before", ""));
        let step = self.game.steps.iter().find(|known| known.name == step);
        let Some(step) = step else { return Trigger::TurnStart };
        if step.at_most.is_some() && step.player.is_none() {
            return Trigger::GameStart;
        }
        let player = step.player.as_deref().unwrap_or(&trigger.to);
        match self.names.power(player) {
            Some(power) if early == "after" => Trigger::PowerTurnEnd(power),
            Some(power) => Trigger::PowerTurnStart(power),
            None => Trigger::TurnStart,
        }
    }

    /// `Place:unit:unit` or `Place:unit`, with a number.
    fn placement(&self, trigger: &Attachment, setting: &Setting) -> Result<Effect, String> {
        let power = self.names.power(&trigger.to).ok_or("there is no such player")?;
        let (place, force) = self.force(setting)?;
        Ok(Effect::Place(power, vec![Placement::At(place, force)]))
    }

    fn removal(&self, trigger: &Attachment, setting: &Setting) -> Result<Effect, String> {
        let power = self.names.power(&trigger.to).ok_or("there is no such player")?;
        let (place, force) = self.force(setting)?;
        let count = force.values().copied().next();
        Ok(Effect::Remove {
            then_elsewhere: false,
            who: ActorId(power.0),
            units: UnitFilter { types: force.into_keys().collect(), ..UnitFilter::default() },
            places: vec![PlaceId(place.0)],
            outside: Vec::new(),
            count: count.map(Into::into),
        })
    }

    fn force(&self, setting: &Setting) -> Result<(chartroom_format::schema::ids::SpaceId, Force), String> {
        let mut parts = setting.parts();
        let place = parts.next().and_then(|name| self.names.known_space(name)).ok_or("it names no territory")?;
        let count = setting.count_number().unwrap_or(1).clamp(1, 100_000);
        let mut force = Force::new();
        for name in parts {
            let unit = self
                .names
                .unit(name)
                .filter(|_| !is_feature(self.game, name))
                .ok_or_else(|| format!("`{name}` is no unit that moves"))?;
            *force.entry(unit).or_insert(0) += count;
        }
        if force.is_empty() { Err("it names no unit".to_owned()) } else { Ok((place, force)) }
    }

    fn politics(&mut self, action: &Attachment) -> Result<(), String> {
        let actor = self.names.power(&action.to).ok_or("there is no such player")?;
        if action.text("actionAccept").is_some() {
            return Err("it needs the consent of others".to_owned());
        }
        let mut then = Vec::new();
        if let Some(cost) = action.number("costPU").filter(|cost| *cost > 0) {
            then.push(Effect::Money(ActorId(actor.0.clone()), (-cost.min(100_000)).into()));
        }
        for setting in action.all("relationshipChange") {
            let parts: Vec<&str> = setting.parts().collect();
            let [one, other, .., to] = parts.as_slice() else { return Err("it names no two players".to_owned()) };
            let (Some(one), Some(other)) = (self.names.power(one), self.names.power(other)) else {
                return Err("it names no two players".to_owned());
            };
            then.push(Effect::SetRelation(one, other, self.relation(to)));
        }
        let mut parts = Vec::new();
        for setting in action.all("conditions") {
            parts.push(self.named_conditions(action, setting, 0)?);
        }
        let rule = Rule {
            source: None,
            title: title(action.name.trim_start_matches("politicalActionAttachment").trim_start_matches('_')),
            on: Trigger::Chosen(ActorId(actor.0)),
            when: if parts.is_empty() { None } else { Some(Condition::All(parts)) },
            then,
            once: true,
            option: None,
            scenarios: Vec::new(),
            reconstructed: None,
            note: String::new(),
        };
        let id = self.names.event(&action.name);
        self.rules.rules.insert(id, rule);
        self.report.near("political action", "open to its player once, without a die", Some(action.line));
        Ok(())
    }
}
