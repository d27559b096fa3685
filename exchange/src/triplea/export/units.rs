//! Units and the features that stand in places: both are units there.

use std::collections::BTreeSet;

use chartroom_format::schema::ids::ClassId;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::terrain::{FeatureRole, FeatureType};
use chartroom_format::schema::units::{Ability, Domain, FirstStrike, SupportKind, UnitType};
use chartroom_format::schema::value::Amount;

use super::super::read::{Named, Setting};
use super::{Export, setting};

/// What a unit is to others by what carriers, hunters and modifiers of the pack say of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Roles {
    /// Classes that ships carry.
    cargo: BTreeSet<ClassId>,
    deck: BTreeSet<ClassId>,
    /// Classes that find submarines.
    hunters: BTreeSet<ClassId>,
}

impl Export<'_> {
    pub(super) fn units(&mut self) {
        let content = self.content;
        let roles = self.roles();
        for (id, unit) in &content.units {
            let Some(name) = self.names.unit(id.as_str()).map(str::to_owned) else { continue };
            self.game.units.push(Named { name: name.clone(), line: 0 });
            let settings = self.unit(unit, &roles);
            self.attach("UnitAttachment", "unitAttachment", &name, settings);
        }
        self.report.exact("unit values (attack, defence, movement, hits, transport, carriers, blitz)", None);
        for (id, feature) in &content.features {
            if matches!(feature.role, FeatureRole::VictoryCity | FeatureRole::Capital)
                || content.units.contains_key(id.as_str())
            {
                continue;
            }
            let Some(name) = self.names.unit(id.as_str()).map(str::to_owned) else { continue };
            self.game.units.push(Named { name: name.clone(), line: 0 });
            let settings = self.feature(id.as_str(), feature);
            self.attach("UnitAttachment", "unitAttachment", &name, settings);
        }
    }

    fn roles(&self) -> Roles {
        let mut roles = Roles::default();
        for unit in self.content.units.values() {
            for class in unit.carries.iter().flat_map(|carrying| &carrying.classes) {
                let flies = |unit: &UnitType| unit.domain == Domain::Air && unit.classes.contains(class);
                let walks = |unit: &UnitType| unit.domain == Domain::Land && unit.classes.contains(class);
                if self.content.units.values().any(flies) {
                    roles.deck.insert(class.clone());
                }
                if self.content.units.values().any(walks) {
                    roles.cargo.insert(class.clone());
                }
            }
            if let Some(FirstStrike::Unless(classes) | FirstStrike::UnlessFound(classes)) = &unit.first_strike {
                roles.hunters.extend(classes.iter().cloned());
            }
        }
        roles
    }

    fn unit(&mut self, unit: &UnitType, roles: &Roles) -> Vec<Setting> {
        let is = |name: &str| unit.classes.iter().any(|class| class.as_str() == name);
        let has = |classes: &BTreeSet<ClassId>| unit.classes.iter().any(|class| classes.contains(class));
        let mut settings = Vec::new();
        match unit.domain {
            Domain::Air => settings.push(setting("isAir", true)),
            Domain::Sea => settings.push(setting("isSea", true)),
            Domain::Submarine => settings.extend([setting("isSea", true), setting("isSub", true)]),
            Domain::Land | Domain::Fixed => {}
        }
        let movement = unit.stats.movement.map_or(0, whole);
        settings.push(setting("movement", if unit.domain == Domain::Fixed { 0 } else { movement }));
        for (value, rolls, dice) in
            [("attack", "attackRolls", &unit.stats.attack), ("defense", "defenseRolls", &unit.stats.defend)]
        {
            self.fire(&mut settings, unit, value, rolls, dice.as_deref());
        }
        let hits = unit.stats.hits.unwrap_or(1);
        if hits > 1 {
            settings.push(setting("hitPoints", hits));
        }
        let weight = unit.stats.weight.map_or(1, whole).max(1);
        if unit.domain == Domain::Land && has(&roles.cargo) {
            settings.push(setting("transportCost", weight));
        }
        if unit.domain == Domain::Air && has(&roles.deck) {
            settings.push(setting("carrierCost", weight));
        }
        if matches!(unit.domain, Domain::Sea | Domain::Submarine) {
            for (name, classes) in [("transportCapacity", &roles.cargo), ("carrierCapacity", &roles.deck)] {
                let takes =
                    unit.carries.iter().filter(|carrying| carrying.classes.iter().any(|class| classes.contains(class)));
                if let Some(capacity) = takes.map(|carrying| carrying.capacity).max().filter(|capacity| *capacity > 0) {
                    settings.push(setting(name, capacity));
                }
            }
        } else if !unit.carries.is_empty() {
            self.left_out(unit, "carries others by land or air");
        }
        if unit.abilities.contains(&Ability::Blitz) {
            settings.push(setting("canBlitz", true));
        }
        if matches!(unit.domain, Domain::Sea) && (has(&roles.hunters) || is("destroyer")) {
            settings.push(setting("isDestroyer", true));
        }
        if is("strategic") || unit.abilities.contains(&Ability::StrategicBombing) {
            settings.push(setting("isStrategicBomber", true));
        }
        self.shots(&mut settings, unit);
        self.first_strike(unit);
        self.needs(&mut settings, unit);
        self.rest_of(unit);
        settings
    }

    fn fire(&mut self, settings: &mut Vec<Setting>, unit: &UnitType, value: &str, rolls: &str, dice: Option<&[i64]>) {
        let Some((&first, others)) = dice.and_then(<[i64]>::split_first) else { return };
        settings.push(setting(value, first));
        if !others.is_empty() {
            settings.push(setting(rolls, others.len() + 1));
        }
        if others.iter().any(|die| *die != first) {
            self.report.near(
                "unit whose dice have different values",
                &format!("`{}` throws {} dice at {first} for its {value}", unit.title, others.len() + 1),
                None,
            );
        }
    }

    fn shots(&mut self, settings: &mut Vec<Setting>, unit: &UnitType) {
        for shot in &unit.supports {
            match shot.kind {
                SupportKind::ShoreBombardment if unit.domain == Domain::Sea => {
                    settings.push(setting("canBombard", true));
                    if let Some(die) = shot.dice.first() {
                        settings.push(setting("bombard", die));
                    }
                    if shot.per_unit == Some(1) {
                        self.property("Shore Bombard Per Ground Unit Restricted", true, false);
                    }
                    self.report.exact("bombardment of shores", None);
                }
                SupportKind::AntiAir => {
                    settings.push(setting("isAA", true));
                    if let Some(die) = shot.dice.first().filter(|die| **die != 1) {
                        settings.push(setting("attackAA", die));
                    }
                    self.report.near("anti-aircraft fire", "at aircraft that fly over as well", None);
                }
                _ => self.left_out(unit, "fires into other battles"),
            }
        }
    }

    fn first_strike(&mut self, unit: &UnitType) {
        match &unit.first_strike {
            None | Some(FirstStrike::Attacker) if unit.domain == Domain::Submarine => {}
            None => {}
            Some(FirstStrike::Always | FirstStrike::Unless(_)) if unit.domain == Domain::Submarine => {
                self.property("Defending Subs Sneak Attack", true, false);
            }
            Some(_) => self.left_out(unit, "fires first in a way that only submarines do there"),
        }
        if unit.abilities.contains(&Ability::Submerges) {
            self.property("Submersible Subs", true, false);
        }
    }

    fn needs(&mut self, settings: &mut Vec<Setting>, unit: &UnitType) {
        let Some(build) = &unit.build else { return };
        let needed: Vec<&str> = build.at.iter().filter_map(|feature| self.names.unit(feature.as_str())).collect();
        if !needed.is_empty() && !build.never {
            // Each list is one way to meet the need.
            settings.extend(needed.into_iter().map(|feature| setting("requiresUnits", feature)));
        }
        let limits = build.from_turn.is_some()
            || build.per_turn.is_some()
            || build.in_play.is_some()
            || build.sites.is_some()
            || build.delay.is_some()
            || build.when.is_some();
        if limits {
            self.left_out(unit, "is built within limits of number or time");
        }
    }

    /// What the game has no word for.
    fn rest_of(&mut self, unit: &UnitType) {
        let silent = [
            Ability::Blitz,
            Ability::CannotCapture,
            Ability::CarrierBased,
            Ability::Submerges,
            Ability::StrategicBombing,
        ];
        if unit.abilities.iter().any(|ability| !silent.contains(ability) && *ability != Ability::Immobile) {
            let other: Vec<String> = unit
                .abilities
                .iter()
                .filter(|ability| !silent.contains(ability))
                .map(|ability| format!("{ability:?}"))
                .collect();
            self.left_out(unit, &format!("can {}", other.join(", ")));
        }
        for (found, what) in [
            (!unit.damaged.is_empty(), "has other numbers when it is damaged"),
            (!unit.other_fire.is_empty(), "may choose how it fires"),
            (unit.early_dice.is_some(), "throws dice before all others"),
            (!unit.silences.is_empty(), "silences whom it hits"),
            (unit.airlift.is_some() || unit.drops.is_some(), "is dropped, or drops others"),
            (unit.trained.is_some() || unit.upgrades_to.is_some(), "is trained or upgraded"),
            (unit.leads.is_some(), "leads"),
            (unit.option.is_some(), "comes with an option only"),
            (unit.stats.range.is_some(), "strikes at a distance"),
        ] {
            if found {
                self.left_out(unit, what);
            }
        }
        if !unit.variants.is_empty() && !self.is_heavy(unit) {
            self.left_out(unit, "has other numbers under a condition");
        }
        let common = |rule: &chartroom_format::schema::units::TargetRule| {
            rule.first.is_empty() && rule.picks_on.is_none() && rule.half_against.is_none() && rule.classes.is_empty()
        };
        if unit.targets.iter().any(|rule| !common(rule)) {
            self.left_out(unit, "picks its targets");
        }
    }

    pub(super) fn left_out(&mut self, unit: &UnitType, what: &str) {
        self.report.left_out(&format!("unit that {what}"), &unit.title, None);
    }

    fn feature(&mut self, id: &str, feature: &FeatureType) -> Vec<Setting> {
        let fixed = self.content.procedures.values().find_map(|entry| match &entry.run {
            Procedure::Produce { factories, .. } => factories.get(id).copied(),
            _ => None,
        });
        match (feature.role, fixed) {
            (FeatureRole::Factory, _) | (_, Some(_)) => {
                let mut settings = vec![setting("isFactory", true)];
                settings.extend(fixed.filter(|most| *most > 0).map(|most| setting("canProduceXUnits", most)));
                self.report.exact("factories", None);
                settings
            }
            (FeatureRole::AirBase, _) => vec![setting("isInfrastructure", true), setting("isAirBase", true)],
            _ => {
                let note = format!("`{}` stands in its place and does nothing", feature.title);
                self.report.near("feature without a counterpart", &note, None);
                vec![setting("isInfrastructure", true)]
            }
        }
    }
}

/// A number without its fraction.
fn whole(amount: Amount) -> i64 {
    amount.as_whole().unwrap_or_else(|| amount.to_f64().floor() as i64)
}
