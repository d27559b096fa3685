//! Conditions: names become ids, and what cannot change in this scenario becomes a constant.

use chartroom_format::schema::condition as written;

use super::Compiler;
use crate::board::side_bit;
use crate::condition::{Condition, UnitFilter, domains};

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
            W::Turn { from, to } => Condition::Turn { from: *from, to: *to },
            W::Season(seasons) => {
                Condition::Season(seasons.iter().filter_map(|season| self.season(season.as_str())).collect())
            }
            W::Year(from, to) => Condition::Year(*from, *to),
            W::Option(option) => Condition::Option(self.option(option.as_str())?),
            W::Scenario(scenarios) => Condition::Always(scenarios.contains(&self.scenario.id)),
            W::Controls(who, places) => Condition::Controls(self.actor(who)?, self.places(places)),
            W::ControlsSome { who, at_least, of } => {
                Condition::ControlsSome { who: self.actor(who)?, at_least: *at_least, of: self.places(of) }
            }
            W::ControlsNone(who, places) => Condition::ControlsNone(self.actor(who)?, self.places(places)),
            W::ControlsFeatures { who, feature, at_least, within } => Condition::ControlsFeatures {
                who: self.actor(who)?,
                feature: self.feature(feature.as_str())?,
                at_least: *at_least,
                within: (!within.is_empty()).then(|| self.places(within)),
            },
            W::UnitsIn { who, places, units, at_least } => Condition::UnitsIn {
                who: self.actor(who)?,
                places: self.places(places),
                units: self.filter(units),
                at_least: at_least.unwrap_or(1),
            },
            W::UnitsOnGround { who, of, places } => Condition::UnitsOnGround {
                who: self.actor(who)?,
                of: self.actor(of)?,
                places: (!places.is_empty()).then(|| self.places(places)),
            },
            W::AtWar(one, other) => Condition::AtWar(self.actor(one)?, self.actor(other)?),
            W::Relation(one, other, kind) => {
                Condition::Relation(self.power(one.as_str())?, self.power(other.as_str())?, *kind)
            }
            W::Member(power, side) => Condition::Member(self.power(power.as_str())?, self.side(side.as_str())?),
            W::Surrendered(power) => Condition::Surrendered(self.power(power.as_str())?),
            W::Neutral(power) => Condition::Neutral(self.power(power.as_str())?),
            W::Happened(event) => Condition::Happened(self.event(event.as_str())?),
            W::TurnsSince { event, at_least, at_most } => {
                Condition::TurnsSince { event: self.event(event.as_str())?, at_least: *at_least, at_most: *at_most }
            }
            W::Track { track, who, at_least, at_most } => Condition::Track {
                track: self.track(track.as_str())?,
                who: who.as_ref().and_then(|who| self.actor(who)),
                at_least: *at_least,
                at_most: *at_most,
            },
            W::Income { who, at_least, at_most } => {
                Condition::Income { who: self.actor(who)?, at_least: *at_least, at_most: *at_most }
            }
            W::IncomeLead { who, over, by } => {
                Condition::IncomeLead { who: self.actor(who)?, over: self.actor(over)?, by: *by }
            }
            W::PointsLead { who, over, by } => {
                Condition::PointsLead { who: self.actor(who)?, over: self.actor(over)?, by: *by }
            }
            W::By(actors) => Condition::By(self.actors(actors)),
            W::Unit(filter) => Condition::Unit(self.filter(filter)),
            W::Role(role) => Condition::Role(*role),
            W::In(places) => Condition::In(self.places(places)),
            W::OnTerrain(terrains) => Condition::OnTerrain(self.terrain_list(terrains)),
            W::OnSurface(surfaces) => Condition::OnSurface(surfaces.clone()),
            W::HasFeature(feature) => Condition::HasFeature(self.feature(feature.as_str())?),
            W::FromTerrain(terrains) => Condition::FromTerrain(self.terrain_list(terrains)),
            W::Across(sides) => Condition::Across(self.side_mask(sides)),
            W::OnlyAcross(sides) => Condition::OnlyAcross(self.side_mask(sides)),
            W::Round(rounds) => Condition::Round(rounds.clone()),
            W::Battle(kind) => Condition::Battle(*kind),
            W::Supply(state) => Condition::Supply(*state),
            W::Damaged => Condition::Damaged,
            W::NthSeasonSince { season, event, nth } => Condition::NthSeasonSince {
                season: self.season(season.as_str())?,
                event: self.event(event.as_str())?,
                nth: *nth,
            },
            W::Undefended => Condition::Undefended,
            W::During(phases) => {
                Condition::During(phases.iter().filter_map(|phase| self.phase(phase.as_str())).collect())
            }
        })
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
