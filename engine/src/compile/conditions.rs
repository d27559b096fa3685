//! Conditions: names become ids, and what cannot change in this scenario becomes a constant.

use chartroom_format::schema::condition as written;
use chartroom_format::schema::expression::Value;

use super::Compiler;
use super::hand::Hand;
use crate::board::side_bit;
use crate::condition::{Battle, Condition, Holding, Politics, Time, UnitFilter, domains};
use crate::truth::Comparison;

impl Compiler<'_> {
    /// An unresolved name makes a condition that never holds; the finding says why.
    pub(super) fn condition(&mut self, condition: &written::Condition) -> Condition {
        self.try_condition(condition).unwrap_or(Condition::Always(false))
    }

    pub(super) fn maybe_condition(&mut self, condition: Option<&written::Condition>) -> Option<Condition> {
        condition.map(|condition| self.condition(condition))
    }

    fn list(&mut self, conditions: &[written::Condition]) -> Vec<Condition> {
        conditions.iter().map(|condition| self.condition(condition)).collect()
    }

    fn try_condition(&mut self, condition: &written::Condition) -> Option<Condition> {
        use written::Condition as W;
        Some(match condition {
            W::Always => Condition::Always(true),
            W::All(all) => Condition::All(self.list(all)),
            W::Any(any) => Condition::Any(self.list(any)),
            W::Not(not) => Condition::Not(Box::new(self.condition(not))),
            W::Turn { from, to } => Time::Turn { from: *from, to: *to }.into(),
            W::Season(seasons) => {
                Time::Season(seasons.iter().filter_map(|season| self.season(season.as_str())).collect()).into()
            }
            W::Year(from, to) => Time::Year(*from, *to).into(),
            W::Option(option) => Condition::Option(self.option(option.as_str())?),
            W::Scenario(scenarios) => Condition::Always(scenarios.contains(&self.scenario.id)),
            W::Controls(who, places) => Holding::Controls(self.actor(who)?, self.places(places)).into(),
            W::ControlsSome { who, at_least, of } => {
                Holding::ControlsSome { who: self.actor(who)?, at_least: *at_least, of: self.places(of) }.into()
            }
            W::ControlsNone(who, places) => Holding::ControlsNone(self.actor(who)?, self.places(places)).into(),
            W::ControlsFeatures { who, feature, at_least, within } => Holding::ControlsFeatures {
                who: self.actor(who)?,
                feature: self.feature(feature.as_str())?,
                at_least: *at_least,
                within: (!within.is_empty()).then(|| self.places(within)),
            }
            .into(),
            W::UnitsIn { who, places, units, at_least } => Holding::UnitsIn {
                who: self.actor(who)?,
                places: self.places(places),
                units: self.filter(units),
                at_least: at_least.unwrap_or(1),
            }
            .into(),
            W::UnitsOnGround { who, of, places } => Holding::UnitsOnGround {
                who: self.actor(who)?,
                of: self.actor(of)?,
                places: (!places.is_empty()).then(|| self.places(places)),
            }
            .into(),
            W::AtWar(one, other) => Politics::AtWar(self.actor(one)?, self.actor(other)?).into(),
            W::Relation(one, other, kind) => {
                Politics::Relation(self.power(one.as_str())?, self.power(other.as_str())?, *kind).into()
            }
            W::Member(power, side) => Politics::Member(self.power(power.as_str())?, self.side(side.as_str())?).into(),
            W::Surrendered(power) => Politics::Surrendered(self.power(power.as_str())?).into(),
            W::Neutral(power) => Politics::Neutral(self.power(power.as_str())?).into(),
            W::Happened(event) => Time::Happened(self.event(event.as_str())?).into(),
            W::TurnsSince { event, at_least, at_most } => {
                Time::TurnsSince { event: self.event(event.as_str())?, at_least: *at_least, at_most: *at_most }.into()
            }
            W::Track { track, who, at_least, at_most } => Politics::Track {
                track: self.track(track.as_str())?,
                who: who.as_ref().and_then(|who| self.actor(who)),
                at_least: *at_least,
                at_most: *at_most,
            }
            .into(),
            W::AtLeast(one, other) => self.compared(Comparison::AtLeast, one, other),
            W::AtMost(one, other) => self.compared(Comparison::AtMost, one, other),
            W::MoreThan(one, other) => self.compared(Comparison::MoreThan, one, other),
            W::LessThan(one, other) => self.compared(Comparison::LessThan, one, other),
            W::Equal(one, other) => self.compared(Comparison::Equal, one, other),
            W::Exists(among) => Condition::Exists(Box::new(self.among(among)?)),
            W::Every(among, condition) => {
                let hand = self.hand.of(among);
                let looked = self.among(among)?;
                let each =
                    self.look(|compiler| Some(compiler.with_hand(hand, |compiler| compiler.condition(condition))))?;
                Condition::Every(Box::new((looked, each)))
            }
            W::HeldBy(list) => {
                self.needs(Hand::PLACE, "`HeldBy`");
                Condition::HeldBy(list.iter().filter_map(|who| self.who(who)).collect())
            }
            W::By(actors) => Battle::By(self.actors(actors)).into(),
            W::Unit(filter) => Battle::Unit(self.filter(filter)).into(),
            W::Role(role) => Battle::Role(*role).into(),
            W::In(places) => Battle::In(self.places(places)).into(),
            W::OnTerrain(terrains) => Battle::OnTerrain(self.terrain_list(terrains)).into(),
            W::OnSurface(surfaces) => Battle::OnSurface(surfaces.clone()).into(),
            W::HasFeature(feature) => Battle::HasFeature(self.feature(feature.as_str())?).into(),
            W::FromTerrain(terrains) => Battle::FromTerrain(self.terrain_list(terrains)).into(),
            W::Across(sides) => Battle::Across(self.side_mask(sides)).into(),
            W::OnlyAcross(sides) => Battle::OnlyAcross(self.side_mask(sides)).into(),
            W::Round(rounds) => Battle::Round(rounds.clone()).into(),
            W::Battle(kind) => Battle::Battle(*kind).into(),
            W::Supply(state) => Battle::Supply(*state).into(),
            W::Damaged => Battle::Damaged.into(),
            W::Marked(mark) => {
                self.marks_needed("the condition `Marked`");
                Battle::Marked(*mark).into()
            }
            W::Undefended => Battle::Undefended.into(),
            W::During(phases) => {
                Time::During(phases.iter().filter_map(|phase| self.phase(phase.as_str())).collect()).into()
            }
        })
    }

    fn compared(&mut self, how: Comparison, one: &Value, other: &Value) -> Condition {
        Condition::Compare(how, Box::new([self.value(one), self.value(other)]))
    }

    fn terrain_list(&mut self, terrains: &[chartroom_format::schema::ids::TerrainId]) -> Vec<crate::ids::TerrainIx> {
        terrains.iter().filter_map(|terrain| self.terrain(terrain.as_str())).collect()
    }

    fn side_mask(&mut self, sides: &[chartroom_format::schema::ids::SideTypeId]) -> u32 {
        sides.iter().filter_map(|side| self.side_type(side.as_str())).fold(0, |mask, side| mask | side_bit(side))
    }

    pub(super) fn filter(&mut self, filter: &written::UnitFilter) -> UnitFilter {
        UnitFilter {
            types: filter.types.iter().filter_map(|unit| self.unit(unit.as_str())).collect(),
            classes: filter.classes.iter().filter_map(|class| self.class(class.as_str())).collect(),
            domains: domains(&filter.domains),
            by: self.actors(&filter.by),
        }
    }
}
