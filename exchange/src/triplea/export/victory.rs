//! How the game is won: counts of victory cities and money as properties, capitals by themselves, the rest as triggers.

use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::expression::{Expression, Value, Who};
use chartroom_format::schema::ids::{ActorId, OptionId};
use chartroom_format::schema::scenario::{Victory, VictoryCheck, VictoryTest};
use chartroom_format::schema::terrain::FeatureRole;

use super::super::convert::CITY_COUNTS;
use super::super::words::id_of;
use super::{Export, setting};

const ECONOMIC: &str = "Economic Victory";

impl Export<'_> {
    pub(super) fn victory(&mut self) {
        let victories = &self.scenario.victory;
        for victory in victories {
            let VictoryTest::Holds(when) = &victory.when else {
                if !matches!(victory.when, VictoryTest::Otherwise) {
                    self.report.left_out("victory by points, ratio or time", "", None);
                }
                continue;
            };
            let Some(winner) = &victory.winner else {
                self.report.left_out("draw under a condition", "", None);
                continue;
            };
            let done = self.by_count(winner, when) || self.by_capitals(winner, when);
            if !done && let Err(why) = self.by_trigger(winner, victory, when) {
                self.report.left_out("victory", &why, None);
            }
        }
        self.report.near("end of the game", "TripleA plays on until somebody wins or gives up", None);
    }

    /// Victory cities or income of a side, switched by an option.
    fn by_count(&mut self, winner: &ActorId, when: &Condition) -> bool {
        let (option, test) = match when {
            Condition::All(parts) => match parts.as_slice() {
                [Condition::Option(option), test] => (Some(option), test),
                _ => return false,
            },
            test => (None, test),
        };
        let Some(side) = self.names.side(winner.as_str()).map(str::to_owned) else { return false };
        let (switches, least): (Vec<(&str, &str)>, i64) = match test {
            Condition::ControlsFeatures { who, feature, at_least, within } if who == winner && within.is_empty() => {
                let is_city =
                    self.content.features.get(feature).is_some_and(|kind| kind.role == FeatureRole::VictoryCity);
                if !is_city {
                    return false;
                }
                (CITY_COUNTS.to_vec(), *at_least)
            }
            Condition::AtLeast(income, least)
                if *income == Value::from(Expression::Income(Who::Named(winner.clone()))) =>
            {
                let Some(least) = least.whole() else { return false };
                (vec![(ECONOMIC, ECONOMIC)], least)
            }
            _ => return false,
        };
        let named = |option: &OptionId| switches.iter().rev().find(|(switch, _)| id_of(switch) == option.as_str());
        let Some((switch, count)) = option.map_or(switches.last(), named).copied() else { return false };
        let property = format!("{side} {count}");
        if self.game.property(&property).is_some() {
            return false;
        }
        let on = option.and_then(|option| self.is_on(option)).unwrap_or(true);
        self.property(switch, on, true);
        self.property(&property, least, true);
        self.report.exact("victory by cities or income", None);
        true
    }

    /// Whether an option is on at the start.
    pub(super) fn is_on(&self, option: &OptionId) -> Option<bool> {
        let known = self.content.options.get(option)?;
        Some(self.scenario.options.get(option).copied().unwrap_or(known.on))
    }

    /// All capitals: what players of TripleA agree on themselves.
    fn by_capitals(&mut self, winner: &ActorId, when: &Condition) -> bool {
        let Condition::Controls(who, places) = when else { return false };
        let capitals: Vec<&str> =
            self.content.powers.values().flat_map(|power| &power.capitals).map(|capital| capital.as_str()).collect();
        let all = capitals.iter().all(|capital| places.iter().any(|place| place.as_str() == *capital));
        let same = who == winner && all && places.iter().all(|place| capitals.contains(&place.as_str()));
        if same {
            self.report.near("victory by all capitals", "the players agree on it", None);
        }
        same
    }

    fn by_trigger(&mut self, winner: &ActorId, victory: &Victory, when: &Condition) -> Result<(), String> {
        if victory.check == VictoryCheck::GameEnd {
            return Err("it is looked at on the last turn, and TripleA has none".to_owned());
        }
        let player = self
            .content
            .powers
            .iter()
            .find(|(id, power)| {
                id.as_str() == winner.as_str()
                    || power.side.as_ref().is_some_and(|side| side.as_str() == winner.as_str())
            })
            .map(|(id, _)| id.clone())
            .ok_or("nobody wins by it")?;
        let condition = self.condition_attachment(&player, when)?;
        let Some(name) = self.names.power(player.as_str()).map(str::to_owned) else {
            return Err("nobody wins by it".to_owned());
        };
        let attachment = self.fresh("triggerAttachmentVictory", "");
        let settings = vec![
            setting("conditions", condition),
            setting("victory", format!("{name} have won")),
            setting("players", &name),
            setting("when", "after:endRoundStep"),
        ];
        self.attach("TriggerAttachment", &attachment, &name, settings);
        self.property("Use Triggers", true, false);
        self.property("Triggered Victory", true, true);
        self.report.exact("victory by a trigger", None);
        Ok(())
    }
}
