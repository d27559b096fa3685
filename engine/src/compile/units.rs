//! Powers, units, features, tables and tracks.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::OptionId;
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Airlift;
use chartroom_format::schema::value::Amount;

use super::Compiler;
use crate::ids::{OptionIx, SpaceIx};
use crate::ruleset::{
    BuildInfo, FeatureInfo, LeadInfo, LiftInfo, PowerInfo, Profile, Ruleset, TrackInfo, TrainInfo, UnitInfo,
};
use crate::table::TableInfo;

impl Compiler<'_> {
    pub(super) fn things(&mut self, rules: &mut Ruleset) {
        for (id, power) in &self.content.powers {
            self.at(EntryKind::Power, id.as_str(), &[]);
            let mut home: Vec<SpaceIx> = Vec::new();
            for region in &power.home {
                if let Some(region) = self.region(region.as_str()) {
                    home.extend(&self.names.members[region.index()]);
                }
            }
            home.sort_unstable();
            home.dedup();
            rules.powers.push(PowerInfo {
                adjective: power.adjective.clone(),
                id: id.to_string(),
                title: power.title.clone(),
                home,
                capitals: power.capitals.iter().filter_map(|space| self.space(space.as_str())).collect(),
                minor: power.minor,
                dormant: power.dormant,
                leans: power.leans.as_ref().and_then(|side| self.side(side.as_str())),
                plays: self.scenario.powers.is_empty() || self.scenario.powers.contains(id),
            });
        }
        for group in &self.content.land_sharing {
            let group = group.iter().filter_map(|power| self.power(power.as_str())).collect();
            rules.land_sharing.push(group);
        }
        for (id, feature) in &self.content.features {
            rules.features.push(FeatureInfo {
                id: id.to_string(),
                production: feature.role == FeatureRole::Production,
                lost_production: feature.role == FeatureRole::LostProduction,
                capital: feature.role == FeatureRole::Capital,
                port: matches!(feature.role, FeatureRole::Port | FeatureRole::NavalBase),
                idle_from: feature.idle_from,
                most_damage: feature.damage,
                serves_coast: feature.serves_coast,
                captured_as: match &feature.captured_as {
                    _ if feature.lost_on_capture => None,
                    Some(other) => self.feature(other.as_str()),
                    None => self.feature(id.as_str()),
                },
            });
        }
        for (id, unit) in &self.content.units {
            self.at(EntryKind::Unit, id.as_str(), &[]);
            let mut classes: Vec<_> = unit.classes.iter().filter_map(|class| self.class(class.as_str())).collect();
            classes.sort_unstable();
            let builds = unit.build.as_ref().map_or_else(BuildInfo::default, |build| BuildInfo {
                never: build.never,
                by: build.by.iter().filter_map(|power| self.power(power.as_str())).collect(),
                at: build.at.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
                delay: build.delay.unwrap_or(0),
                when: self.maybe_condition(build.when.as_ref()),
                from_turn: build.from_turn,
                sites: build.sites,
                in_play: build.in_play,
                onto: build.onto.as_ref().and_then(|track| self.track(track.as_str())),
                priced_as: build.priced_as.as_ref().and_then(|unit| self.unit(unit.as_str())),
                per_turn: None,
            });
            let variants = unit.variants.iter().map(|variant| (self.condition(&variant.when), variant.stats.clone()));
            rules.profiles.push(Profile { variants: variants.collect(), kind: unit.clone() });
            rules.units.push(UnitInfo {
                id: id.to_string(),
                title: unit.title.clone(),
                domain: unit.domain,
                classes,
                attack: unit.stats.attack_strength.unwrap_or(Amount::ZERO),
                defence: unit.stats.defence_strength.unwrap_or(Amount::ZERO),
                stacking: unit.stats.stacking.unwrap_or(Amount::ONE),
                zone: unit.stats.zone,
                worn: unit
                    .damaged
                    .iter()
                    .map(|stats| {
                        let or_none = |amount: Option<Amount>| amount.unwrap_or(Amount::ZERO);
                        [or_none(stats.attack_strength), or_none(stats.defence_strength), or_none(stats.stacking)]
                    })
                    .collect(),
                abilities: unit.abilities.clone(),
                builds,
                upgrades_to: unit.upgrades_to.as_ref().and_then(|other| self.unit(other.as_str())),
                option: self.maybe_option(unit.option.as_ref()),
                early: unit
                    .early_dice
                    .as_ref()
                    .map(|early| (early.dice.clamp(0, 20) as usize, self.maybe_option(early.option.as_ref()))),
                airlift: unit.airlift.as_ref().map(|lift| self.lift(lift)),
                drops: unit.drops.as_ref().map(|lift| self.lift(lift)),
                trained: unit.trained.as_ref().and_then(|training| {
                    let at = training.at.iter().filter_map(|feature| self.feature(feature.as_str())).collect();
                    self.unit(training.from.as_str()).map(|from| TrainInfo { from, price: training.price, at })
                }),
                leads: unit.leads.as_ref().map(|leads| LeadInfo {
                    commands: leads
                        .commands
                        .iter()
                        .map(|command| (command.domains.clone(), self.maybe_option(command.option.as_ref())))
                        .collect(),
                    figures: leads
                        .figures
                        .as_ref()
                        .and_then(|(option, count)| self.option(option.as_str()).map(|option| (option, *count))),
                }),
            });
        }
        rules.tables = self.content.tables.values().map(TableInfo::new).collect();
        rules.tracks = self
            .content
            .tracks
            .iter()
            .map(|(id, track)| TrackInfo { id: id.to_string(), each: track.each, from: track.from, to: track.to })
            .collect();
        if let Some(army) = self.content.formations.values().find(|formation| formation.required) {
            rules.most_armies = army.per_side;
            rules.army_class = army.holds.first().and_then(|class| self.class(class.as_str()));
        }
    }

    fn maybe_option(&mut self, option: Option<&OptionId>) -> Option<OptionIx> {
        option.and_then(|option| self.option(option.as_str()))
    }

    fn lift(&mut self, lift: &Airlift) -> LiftInfo {
        LiftInfo {
            units: lift.units.iter().filter_map(|unit| self.unit(unit.as_str())).collect(),
            capacity: lift.capacity,
            from: lift.from.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
            option: self.maybe_option(lift.option.as_ref()),
        }
    }
}
