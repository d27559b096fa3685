//! The start position of a scenario as far as the content alone tells it: who takes part, who holds what, who is whose friend.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::scenario::{Scenario, TotalKind};
use chartroom_format::schema::terrain::FeatureRole;

use super::board::Board;
use super::force;

/// A start position.
#[derive(Clone, Debug)]
pub struct Start<'a> {
    pub scenario: &'a Scenario,
    /// Powers that take part.
    pub powers: BTreeSet<&'a str>,
    pub side_of: BTreeMap<&'a str, &'a str>,
    /// Who holds each listed space; nobody is left out.
    pub holder: BTreeMap<&'a str, &'a str>,
}

impl<'a> Start<'a> {
    pub fn new(content: &'a Content, board: &Board, scenario: &'a Scenario) -> Self {
        let powers: BTreeSet<&str> = if scenario.powers.is_empty() {
            content.powers.keys().map(PowerId::as_str).collect()
        } else {
            scenario.powers.iter().map(PowerId::as_str).collect()
        };
        let mut side_of = BTreeMap::new();
        for (id, power) in &content.powers {
            let side = scenario.sides.get(id).or(power.side.as_ref());
            if let (Some(side), false) = (side, scenario.neutral.contains(id)) {
                side_of.insert(id.as_str(), side.as_str());
            }
        }
        let mut holder = BTreeMap::new();
        for (id, space) in &content.spaces {
            let named = space.country.iter().chain(&space.regions);
            let by = named.filter_map(|region| content.regions.get(region)).find_map(|region| region.power.as_ref());
            if let Some(by) = by {
                holder.insert(id.as_str(), by.as_str());
            }
        }
        for (actor, places) in &scenario.control {
            let is_power = content.powers.contains_key(actor.as_str());
            let by = if is_power {
                Some(actor.as_str())
            } else {
                powers.iter().copied().find(|power| side_of.get(power) == Some(&actor.as_str()))
            };
            for place in places {
                for space in board.spaces_of(place.as_str()) {
                    let Some((id, _)) = content.spaces.get_key_value(space) else { continue };
                    match by {
                        Some(by) => holder.insert(id.as_str(), by),
                        None => holder.remove(id.as_str()),
                    };
                }
            }
        }
        Self { scenario, powers, side_of, holder }
    }

    /// Whether a power or side is meant by an actor's name.
    pub fn belongs(&self, power: &str, actor: &str) -> bool {
        power == actor || self.side_of.get(power) == Some(&actor)
    }

    /// Whether two powers may share land: the same, of one side, allied, or one moves the other.
    pub fn are_friends(&self, content: &Content, a: &str, b: &str) -> bool {
        let moved = |x: &str, y: &str| {
            content.powers.get(x).and_then(|power| power.moved_by.as_ref()).is_some_and(|by| by.as_str() == y)
        };
        let same_side = self.side_of.contains_key(a) && self.side_of.get(a) == self.side_of.get(b);
        let allied = self.scenario.relations.iter().any(|(x, y, kind)| {
            matches!(kind, RelationKind::Allied | RelationKind::Leaning | RelationKind::Pact)
                && (x.as_str() == a && y.as_str() == b || x.as_str() == b && y.as_str() == a)
        });
        let shares = content
            .land_sharing
            .iter()
            .any(|group| [a, b].iter().all(|power| group.iter().any(|member| member.as_str() == *power)));
        a == b || same_side || allied || shares || moved(a, b) || moved(b, a)
    }

    pub fn held_by<'s>(&'s self, actor: &'s str) -> impl Iterator<Item = &'a str> + 's {
        self.holder.iter().filter(move |(_, by)| self.belongs(by, actor)).map(|(space, _)| *space)
    }

    /// The amount of a feature in a space at start.
    pub fn feature(&self, content: &Content, space: &str, feature: &str) -> i64 {
        let changed = self.scenario.features.get(space).and_then(|features| features.get(feature));
        let printed = || content.spaces.get(space).and_then(|space| space.features.get(feature));
        changed.or_else(printed).copied().unwrap_or(0)
    }

    /// What a printed total counts, as the content gives it.
    pub fn total(&self, content: &Content, who: &str, of: &TotalKind) -> i64 {
        let units = |counts: &dyn Fn(&str) -> bool| -> i64 {
            let set_up = self
                .scenario
                .set_up
                .iter()
                .filter(|(power, _)| self.belongs(power.as_str(), who))
                .flat_map(|(_, placements)| force::flatten(placements))
                .flat_map(|placed| placed.force.iter());
            let pools =
                self.scenario.pools.iter().filter(|(power, _)| self.belongs(power.as_str(), who)).flat_map(|(_, f)| f);
            set_up
                .chain(pools)
                .filter(|(unit, _)| counts(unit.as_str()))
                .map(|(_, count)| *count)
                .fold(0, i64::saturating_add)
        };
        match of {
            TotalKind::Production => {
                let production: Vec<&str> = content
                    .features
                    .iter()
                    .filter(|(_, feature)| feature.role == FeatureRole::Production)
                    .map(|(id, _)| id.as_str())
                    .collect();
                self.held_by(who)
                    .map(|space| {
                        let points: i64 = production
                            .iter()
                            .map(|feature| self.feature(content, space, feature))
                            .fold(0, i64::saturating_add);
                        points.saturating_sub(self.scenario.devastated.get(space).copied().unwrap_or(0)).max(0)
                    })
                    .fold(0, i64::saturating_add)
            }
            TotalKind::LandValue => self
                .held_by(who)
                .filter_map(|space| content.spaces.get(space))
                .filter_map(|space| space.value)
                .fold(0, i64::saturating_add),
            TotalKind::Units(unit) => units(&|id| id == unit.as_str()),
            TotalKind::Class(class) => {
                units(&|id| content.units.get(id).is_some_and(|unit| unit.classes.contains(class)))
            }
            TotalKind::Features(feature) => self
                .held_by(who)
                .map(|space| self.feature(content, space, feature.as_str()))
                .fold(0, i64::saturating_add),
            TotalKind::Treasury => {
                let named = self.scenario.treasury.iter();
                named
                    .filter(|(actor, _)| actor.as_str() == who || self.belongs(actor.as_str(), who))
                    .map(|(_, money)| *money)
                    .fold(0, i64::saturating_add)
            }
        }
    }
}
