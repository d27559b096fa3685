//! Effects: names become ids.

use chartroom_format::schema::effect as written;

use super::Compiler;
use crate::effect::{Economy, Effect, Politics, Units};
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
            W::Join(power, side) => Politics::Join(self.power(power.as_str())?, self.side(side.as_str())?).into(),
            W::TakeSide(power, side) => {
                Politics::TakeSide(self.power(power.as_str())?, self.side(side.as_str())?).into()
            }
            W::DeclareWar(one, other) => Politics::DeclareWar(self.actor(one)?, self.actor(other)?).into(),
            W::SetRelation(one, other, kind) => {
                Politics::SetRelation(self.power(one.as_str())?, self.power(other.as_str())?, *kind).into()
            }
            W::BecomeNeutral(power) => Politics::BecomeNeutral(self.power(power.as_str())?).into(),
            W::Surrender { power, to, units_to } => Politics::Surrender {
                power: self.power(power.as_str())?,
                to: to.as_ref().and_then(|to| self.actor(to)),
                units_to: units_to.as_ref().and_then(|heir| self.power(heir.as_str())),
            }
            .into(),
            W::Control(who, places) => Politics::Control(self.actor(who)?, self.places(places)).into(),
            W::Place(power, placements) => {
                let power = self.power(power.as_str())?;
                let groups = placements.iter().flat_map(|placement| self.placed(power, placement)).collect();
                Units::Place(power, groups).into()
            }
            W::Remove { who, units, places, outside, count, then_elsewhere } => Units::Remove {
                then_elsewhere: *then_elsewhere,
                who: self.actor(who)?,
                units: self.filter(units),
                places: (!places.is_empty()).then(|| self.places(places)),
                outside: self.places(outside),
                count: count.as_ref().map(|count| self.whole(count)),
            }
            .into(),
            W::Muster { power, unit, at, most } => Units::Muster {
                power: self.power(power.as_str())?,
                unit: self.unit(unit.as_str())?,
                at: self.feature(at.as_str())?,
                most: self.whole(most),
            }
            .into(),
            W::Withdraw { who, to, units, outside } => Units::Withdraw {
                who: self.actor(who)?,
                to: self.places(to),
                units: self.filter(units),
                outside: self.places(outside),
            }
            .into(),
            W::Mark { who, mark, units, places, off } => {
                self.marks_needed("the effect `Mark`");
                Units::Mark {
                    who: self.actor(who)?,
                    mark: *mark,
                    units: self.filter(units),
                    places: (!places.is_empty()).then(|| self.places(places)),
                    on: !off,
                }
                .into()
            }
            W::Convert { who, units, places, into } => Units::Convert {
                who: self.actor(who)?,
                units: self.filter(units),
                places: (!places.is_empty()).then(|| self.places(places)),
                into: self.unit(into.as_str())?,
            }
            .into(),
            W::HandOver { who, units, places, to } => Units::HandOver {
                who: self.actor(who)?,
                units: self.filter(units),
                places: (!places.is_empty()).then(|| self.places(places)),
                to: self.power(to.as_str())?,
            }
            .into(),
            W::NearestTurns { who, units, to, chosen_by } => {
                let turning =
                    Turning { who: self.actor(who)?, units: self.filter(units), to: self.power(to.as_str())? };
                let asked = Some(self.actor(chosen_by)?);
                self.choices.push(ChoiceInfo { asked, options: Vec::new(), turning: Some(turning) });
                Effect::NearestTurns((self.choices.len() - 1) as u16)
            }
            W::Money(who, by) => Economy::Money(self.actor(who)?, self.whole(by)).into(),
            W::Transfer(from, to, amount) => {
                Economy::Transfer(self.power(from.as_str())?, self.power(to.as_str())?, self.whole(amount)).into()
            }
            W::Income(who, by) => Economy::Income(self.actor(who)?, self.whole(by)).into(),
            W::SetFeature(space, feature, amount) => {
                Economy::SetFeature(self.space(space.as_str())?, self.feature(feature.as_str())?, self.whole(amount))
                    .into()
            }
            W::ChangeFeature(space, feature, by) => {
                Economy::ChangeFeature(self.space(space.as_str())?, self.feature(feature.as_str())?, self.whole(by))
                    .into()
            }
            W::Devastate(places, points) => Economy::Devastate(self.places(places), self.whole(points)).into(),
            W::Track { track, who, add } => Economy::Track {
                track: self.track(track.as_str())?,
                who: who.as_ref().and_then(|who| self.actor(who)),
                add: self.whole(add),
            }
            .into(),
            W::SetTrack { track, who, to } => Economy::SetTrack {
                track: self.track(track.as_str())?,
                who: who.as_ref().and_then(|who| self.actor(who)),
                to: self.whole(to),
            }
            .into(),
            W::Points(who, by) => Economy::Points(self.actor(who)?, self.whole(by)).into(),
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
                Politics::MoveCapital(self.power(power.as_str())?, self.space(space.as_str())?).into()
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
