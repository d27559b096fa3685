//! Rules attachments as conditions; what cannot be said is refused with its reason.

use chartroom_format::schema::condition::{Condition, UnitFilter};
use chartroom_format::schema::ids::{ActorId, OptionId, PlaceId};
use chartroom_format::schema::options::OptionalRule;

use super::super::read::{Attachment, Setting};
use super::Import;
use super::names::{id_of, side_of};

/// Conditions that name conditions.
const DEEPEST: usize = 16;

impl Import<'_> {
    /// The condition of an attachment of a player.
    pub(super) fn condition(&mut self, attachment: &Attachment, depth: usize) -> Result<Condition, String> {
        if depth > DEEPEST {
            return Err(format!("`{}` goes in circles", attachment.name));
        }
        let player = attachment.to.clone();
        let Some(power) = self.names.power(&player) else { return Err(format!("there is no player `{player}`")) };
        let own = self
            .game
            .players
            .iter()
            .find(|known| known.name == player)
            .map_or(String::new(), |known| side_of(known).to_owned());
        let side = self.names.side(&own);
        let enemies: Vec<ActorId> =
            self.names.sides().filter(|(_, id)| *id != side).map(|(_, id)| ActorId(id.0)).collect();
        let (power, side) = (ActorId(power.0), ActorId(side.0));
        let mut all = Vec::new();
        for setting in &attachment.settings {
            match setting.name.as_str() {
                "directOwnershipTerritories" => all.push(self.held(&power, setting)?),
                "alliedOwnershipTerritories" => all.push(self.held(&side, setting)?),
                "enemyExclusionTerritories" | "enemySurfaceExclusionTerritories" => {
                    let places = self.places(setting)?;
                    let free = enemies.iter().map(|enemy| {
                        Condition::Not(Box::new(Condition::UnitsIn {
                            who: enemy.clone(),
                            places: places.clone(),
                            units: UnitFilter::default(),
                            at_least: None,
                        }))
                    });
                    all.extend(free);
                }
                "alliedExclusionTerritories" => {
                    let places = self.places(setting)?;
                    all.push(Condition::Not(Box::new(present(&side, places))));
                }
                "directExclusionTerritories" => {
                    let places = self.places(setting)?;
                    all.push(Condition::Not(Box::new(present(&power, places))));
                }
                "directPresenceTerritories" => all.push(self.presence(&power, setting)?),
                "alliedPresenceTerritories" => all.push(self.presence(&side, setting)?),
                "gameProperty" => all.push(self.property_condition(&setting.value)?),
                "rounds" => all.push(rounds(&setting.value)?),
                "atWarPlayers" => {
                    let players = setting
                        .parts()
                        .filter_map(|player| self.names.power(player))
                        .map(|other| Condition::AtWar(power.clone(), ActorId(other.0)));
                    let mut wars: Vec<Condition> = players.collect();
                    all.push(if wars.len() == 1 { wars.remove(0) } else { Condition::Any(wars) });
                }
                "conditions" => all.push(self.named_conditions(attachment, setting, depth)?),
                "conditionType" | "invert" | "objectiveValue" | "uses" | "each" | "switch" | "chance" => {}
                "movementRestrictionTerritories"
                | "movementRestrictionType"
                | "placementAnyTerritory"
                | "placementAnySeaZone"
                | "placementCapturedTerritory"
                | "unlimitedProduction"
                | "placementInCapitalRestricted"
                | "dominatingFirstRoundAttack"
                | "negateDominatingFirstRoundAttack"
                | "productionPerXTerritories"
                | "placementPerTerritory"
                | "maxPlacePerTerritory"
                | "alliesCanUse" => return Err("a rule of movement or placement, not a condition".to_owned()),
                other => return Err(format!("`{other}` cannot be said")),
            }
        }
        let whole = match all.len() {
            0 => Condition::Always,
            1 => all.remove(0),
            _ => Condition::All(all),
        };
        Ok(if attachment.is("invert") { Condition::Not(Box::new(whole)) } else { whole })
    }

    /// The conditions that an attachment names, joined as it says.
    pub(super) fn named_conditions(
        &mut self,
        attachment: &Attachment,
        setting: &Setting,
        depth: usize,
    ) -> Result<Condition, String> {
        let game = self.game;
        let mut parts = Vec::new();
        for name in setting.parts() {
            let found = game.attachments.iter().find(|other| other.name == name && other.class == "RulesAttachment");
            let found = found.ok_or_else(|| format!("there is no condition `{name}`"))?;
            parts.push(self.condition(found, depth + 1)?);
        }
        match attachment.text("conditionType").unwrap_or("AND") {
            _ if parts.is_empty() => Err("it names no condition".to_owned()),
            "AND" | "and" if parts.len() == 1 => Ok(parts.remove(0)),
            "AND" | "and" => Ok(Condition::All(parts)),
            "OR" | "or" => Ok(Condition::Any(parts)),
            other => Err(format!("conditions are not counted (`{other}`)")),
        }
    }

    fn held(&self, who: &ActorId, setting: &Setting) -> Result<Condition, String> {
        let places = self.places(setting)?;
        let least = setting.count_number().unwrap_or(places.len() as i64);
        Ok(if least >= places.len() as i64 {
            Condition::Controls(who.clone(), places)
        } else {
            Condition::ControlsSome { who: who.clone(), at_least: least.max(1), of: places }
        })
    }

    /// Units in one of several territories, or in each of them, as the count says.
    fn presence(&self, who: &ActorId, setting: &Setting) -> Result<Condition, String> {
        let places = self.places(setting)?;
        let least = setting.count_number().unwrap_or(places.len() as i64);
        if least <= 1 {
            return Ok(present(who, places));
        }
        if least < places.len() as i64 {
            return Err(format!("units in {least} of {} territories are not counted", places.len()));
        }
        Ok(Condition::All(places.into_iter().map(|place| present(who, vec![place])).collect()))
    }

    fn places(&self, setting: &Setting) -> Result<Vec<PlaceId>, String> {
        let place = |name: &str| {
            let space = self
                .names
                .known_space(name)
                .ok_or_else(|| format!("`{name}` is a set of territories that cannot be said"))?;
            let is_water = self.game.territories.iter().any(|territory| territory.name == name && territory.water);
            if is_water && setting.name.contains("Ownership") {
                return Err(format!("`{name}` is a sea zone, which nobody holds"));
            }
            Ok(PlaceId(space.0))
        };
        let places: Vec<PlaceId> = setting.parts().map(place).collect::<Result<_, String>>()?;
        if places.is_empty() { Err(format!("`{}` names no territory", setting.name)) } else { Ok(places) }
    }

    fn property_condition(&mut self, name: &str) -> Result<Condition, String> {
        let property = self.game.property(name).ok_or_else(|| format!("there is no property `{name}`"))?;
        let id = OptionId(id_of(name));
        let option = OptionalRule {
            title: property.name.clone(),
            says: String::new(),
            on: property.value.eq_ignore_ascii_case("true"),
            excludes: Vec::new(),
            needs: Vec::new(),
            source: None,
        };
        self.options.entry(id.clone()).or_insert(option);
        Ok(Condition::Option(id))
    }
}

fn present(who: &ActorId, places: Vec<PlaceId>) -> Condition {
    Condition::UnitsIn { who: who.clone(), places, units: UnitFilter::default(), at_least: None }
}

/// `2-5`, `3-+`, several parted by colons.
fn rounds(value: &str) -> Result<Condition, String> {
    let range = |part: &str| -> Option<Condition> {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let to = if to.trim() == "+" { None } else { Some(to.trim().parse().ok()?) };
        Some(Condition::Turn { from: Some(from.trim().parse().ok()?), to })
    };
    let parts = value.split(':').map(|part| range(part).ok_or_else(|| format!("`{value}` is no range of rounds")));
    let mut parts = parts.collect::<Result<Vec<_>, String>>()?;
    Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::Any(parts) })
}
