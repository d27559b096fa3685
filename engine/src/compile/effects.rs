//! Effects: names become ids.

use chartroom_format::schema::effect as written;

use super::Compiler;
use crate::effect::Effect;
use crate::ids::Actor;
use crate::ruleset::{ChoiceInfo, ChoiceOption, Turning};

impl Compiler<'_> {
    /// What cannot be resolved is left out; the finding says why.
    pub(super) fn effects(&mut self, effects: &[written::Effect]) -> Vec<Effect> {
        effects.iter().filter_map(|effect| self.effect(effect)).collect()
    }

    fn effect(&mut self, effect: &written::Effect) -> Option<Effect> {
        use written::Effect as W;
        Some(match effect {
            W::Join(power, side) => Effect::Join(self.power(power.as_str())?, self.side(side.as_str())?),
            W::DeclareWar(one, other) => Effect::DeclareWar(self.actor(one)?, self.actor(other)?),
            W::SetRelation(one, other, kind) => {
                Effect::SetRelation(self.power(one.as_str())?, self.power(other.as_str())?, *kind)
            }
            W::BecomeNeutral(power) => Effect::BecomeNeutral(self.power(power.as_str())?),
            W::Surrender { power, to, units_to } => Effect::Surrender {
                power: self.power(power.as_str())?,
                to: to.as_ref().and_then(|to| self.actor(to)),
                units_to: units_to.as_ref().and_then(|heir| self.power(heir.as_str())),
            },
            W::Control(who, places) => Effect::Control(self.actor(who)?, self.places(places)),
            W::Place(power, placements) => {
                let power = self.power(power.as_str())?;
                let groups = placements.iter().flat_map(|placement| self.placed(power, placement)).collect();
                Effect::Place(power, groups)
            }
            W::Remove { who, units, places, outside, count } => Effect::Remove {
                who: self.actor(who)?,
                units: self.filter(units),
                places: (!places.is_empty()).then(|| self.places(places)),
                outside: self.places(outside),
                count: *count,
            },
            W::Muster { power, unit, at, most } => Effect::Muster {
                power: self.power(power.as_str())?,
                unit: self.unit(unit.as_str())?,
                at: self.feature(at.as_str())?,
                most: *most,
            },
            W::Withdraw { who, to } => Effect::Withdraw(self.actor(who)?, self.places(to)),
            W::HandOver { who, units, places, to } => Effect::HandOver {
                who: self.actor(who)?,
                units: self.filter(units),
                places: (!places.is_empty()).then(|| self.places(places)),
                to: self.power(to.as_str())?,
            },
            W::NearestTurns { who, units, to, chosen_by } => {
                let turning =
                    Turning { who: self.actor(who)?, units: self.filter(units), to: self.power(to.as_str())? };
                let asked = Some(self.actor(chosen_by)?);
                self.choices.push(ChoiceInfo { asked, options: Vec::new(), turning: Some(turning) });
                Effect::NearestTurns((self.choices.len() - 1) as u16)
            }
            W::Money(who, by) => Effect::Money(self.actor(who)?, *by),
            W::Transfer(from, to, amount) => {
                Effect::Transfer(self.power(from.as_str())?, self.power(to.as_str())?, *amount)
            }
            W::Income(who, by) => Effect::Income(self.actor(who)?, *by),
            W::SetFeature(space, feature, amount) => {
                Effect::SetFeature(self.space(space.as_str())?, self.feature(feature.as_str())?, *amount)
            }
            W::ChangeFeature(space, feature, by) => {
                Effect::ChangeFeature(self.space(space.as_str())?, self.feature(feature.as_str())?, *by)
            }
            W::Devastate(places, points) => Effect::Devastate(self.places(places), *points),
            W::Track { track, who, add } => Effect::Track {
                track: self.track(track.as_str())?,
                who: who.as_ref().and_then(|who| self.actor(who)),
                add: *add,
            },
            W::SetTrack { track, who, to } => Effect::SetTrack {
                track: self.track(track.as_str())?,
                who: who.as_ref().and_then(|who| self.actor(who)),
                to: *to,
            },
            W::Points(who, by) => Effect::Points(self.actor(who)?, *by),
            W::Switch(option, on) => Effect::Switch(self.option(option.as_str())?, *on),
            W::Roll { dice, outcomes } => {
                let Some((dice, sides)) = read_dice(dice) else {
                    self.unknown("dice such as 2d6 in", dice);
                    return None;
                };
                let outcomes =
                    outcomes.iter().map(|outcome| (outcome.from, outcome.to, self.effects(&outcome.then))).collect();
                Effect::Roll { dice, sides, outcomes }
            }
            W::MoveCapital(power, space) => {
                Effect::MoveCapital(self.power(power.as_str())?, self.space(space.as_str())?)
            }
            W::EndGame => Effect::EndGame,
            W::Trigger(event) => Effect::Trigger(self.event(event.as_str())?),
            W::Win { side, level } => Effect::Win { side: self.actor(side)?, level: level.clone() },
            W::Choose(choices) => self.choice(None, choices),
            W::Ask { who, ways } => {
                let asked = self.actor(who)?;
                self.choice(Some(asked), ways)
            }
            W::Tell(text) => Effect::Tell(text.clone()),
        })
    }

    /// A decision between written ways.
    fn choice(&mut self, asked: Option<Actor>, ways: &[written::Choice]) -> Effect {
        let ways = ways.iter().map(|choice| ChoiceOption {
            title: choice.title.clone(),
            when: self.maybe_condition(choice.when.as_ref()),
            then: self.effects(&choice.then),
        });
        let options = ways.collect();
        self.choices.push(ChoiceInfo { asked, options, turning: None });
        Effect::Choose((self.choices.len() - 1) as u16)
    }
}

/// Reads "2d6" as two dice with six faces.
pub(super) fn read_dice(text: &str) -> Option<(i64, i64)> {
    let (count, faces) = text.split_once('d')?;
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let faces = faces.parse().ok()?;
    (count > 0 && faces > 0).then_some((count, faces))
}
