//! Conditions as rules attachments of a player; what the game cannot say is refused with its reason.

use chartroom_format::schema::condition::{Condition, UnitFilter};
use chartroom_format::schema::ids::{ActorId, PlaceId, PowerId};

use super::super::read::Setting;
use super::super::words::capitalised;
use super::{Export, counted, setting};

/// Conditions that hold conditions, in which only the format's own bounds limit the author.
const DEEPEST: usize = 32;

impl Export<'_> {
    /// Writes the condition as an attachment of its own and returns its name.
    pub(super) fn condition_attachment(&mut self, power: &PowerId, when: &Condition) -> Result<String, String> {
        self.nested(power, when, 0)
    }

    fn nested(&mut self, power: &PowerId, when: &Condition, depth: usize) -> Result<String, String> {
        let mut settings = self.settings(power, when, depth)?;
        if settings.is_empty() {
            // It holds always; an attachment must say something.
            settings.push(setting("switch", true));
        }
        let player = self.names.power(power.as_str()).ok_or("there is no such player")?.to_owned();
        let name = self.fresh(&format!("conditionAttachment{}", capitalised(&player)), "");
        self.attach("RulesAttachment", &name, &player, settings);
        Ok(name)
    }

    /// The condition as settings of an attachment of this player. No setting comes twice, because the last one would count.
    pub(super) fn settings(&mut self, power: &PowerId, when: &Condition, depth: usize) -> Result<Vec<Setting>, String> {
        if depth > DEEPEST {
            return Err("it is nested too deep".to_owned());
        }
        match when {
            Condition::Always => Ok(Vec::new()),
            Condition::All(parts) => self.all(power, parts, depth),
            Condition::Any(parts) => self.any(power, parts, depth),
            Condition::Not(inner) => match self.flat(power, std::slice::from_ref(when))? {
                Some(found) => Ok(found),
                None if matches!(inner.as_ref(), Condition::Not(_)) => {
                    let name = self.nested(power, inner, depth + 1)?;
                    Ok(vec![setting("conditions", name), setting("invert", true)])
                }
                None => {
                    let mut settings = self.settings(power, inner, depth + 1)?;
                    if settings.is_empty() {
                        settings.push(setting("switch", true));
                    }
                    settings.push(setting("invert", true));
                    Ok(settings)
                }
            },
            leaf => self.leaf(power, leaf).map(|found| vec![found]),
        }
    }

    fn all(&mut self, power: &PowerId, parts: &[Condition], depth: usize) -> Result<Vec<Setting>, String> {
        if let Some(flat) = self.flat(power, parts)? {
            return Ok(flat);
        }
        let names = self.each(power, parts, depth)?;
        Ok(vec![setting("conditions", names), setting("conditionType", "AND")])
    }

    /// All parts as settings of one attachment, where each has one of its own.
    fn flat(&mut self, power: &PowerId, parts: &[Condition]) -> Result<Option<Vec<Setting>>, String> {
        let free = self.free_of_enemies(power, parts)?;
        let (gone, mut flat) = free.map_or((Vec::new(), Vec::new()), |(gone, setting)| (gone, vec![setting]));
        for (place, part) in parts.iter().enumerate() {
            let found = match part {
                _ if gone.contains(&place) => continue,
                Condition::Not(inner) => self.excluded(power, inner)?,
                Condition::All(_) | Condition::Any(_) | Condition::Always => None,
                leaf => Some(self.leaf(power, leaf)?),
            };
            let Some(found) = found.filter(|found| flat.iter().all(|known: &Setting| known.name != found.name)) else {
                return Ok(None);
            };
            flat.push(found);
        }
        Ok(Some(flat).filter(|flat| !flat.is_empty()))
    }

    /// The parts that say that no enemy is in some places: one for each other side, with the same places.
    fn free_of_enemies(&self, power: &PowerId, parts: &[Condition]) -> Result<Option<(Vec<usize>, Setting)>, String> {
        let own = self.side_of(power);
        let others: Vec<&str> =
            self.content.sides.keys().map(|side| side.as_str()).filter(|side| Some(*side) != own).collect();
        let free = |part: &Condition| match part {
            Condition::Not(inner) => match inner.as_ref() {
                Condition::UnitsIn { who, places, units, at_least: None }
                    if *units == UnitFilter::default() && others.contains(&who.as_str()) =>
                {
                    Some((who.clone(), places.clone()))
                }
                _ => None,
            },
            _ => None,
        };
        let Some((_, places)) = parts.iter().find_map(free) else { return Ok(None) };
        let found: Vec<(usize, ActorId)> = parts
            .iter()
            .enumerate()
            .filter_map(|(place, part)| free(part).filter(|(_, those)| *those == places).map(|(who, _)| (place, who)))
            .collect();
        if !others.iter().all(|other| found.iter().any(|(_, who)| who.as_str() == *other)) {
            return Ok(None);
        }
        let named = setting("enemyExclusionTerritories", self.territories_of(&places)?.join(":"));
        Ok(Some((found.into_iter().map(|(place, _)| place).collect(), named)))
    }

    fn side_of(&self, power: &PowerId) -> Option<&str> {
        let side = self.scenario.sides.get(power).or_else(|| self.content.powers.get(power)?.side.as_ref());
        side.map(|side| side.as_str())
    }

    fn any(&mut self, power: &PowerId, parts: &[Condition], depth: usize) -> Result<Vec<Setting>, String> {
        if parts.is_empty() {
            return Err("it never holds".to_owned());
        }
        let rounds: Vec<Option<String>> = parts.iter().map(rounds).collect();
        if rounds.iter().all(Option::is_some) {
            let rounds: Vec<String> = rounds.into_iter().flatten().collect();
            return Ok(vec![setting("rounds", rounds.join(":"))]);
        }
        let names = self.each(power, parts, depth)?;
        Ok(vec![setting("conditions", names), setting("conditionType", "OR")])
    }

    fn each(&mut self, power: &PowerId, parts: &[Condition], depth: usize) -> Result<String, String> {
        let names: Vec<String> =
            parts.iter().map(|part| self.nested(power, part, depth + 1)).collect::<Result<_, String>>()?;
        if names.is_empty() {
            return Err("it has no parts".to_owned());
        }
        Ok(names.join(":"))
    }

    fn leaf(&mut self, power: &PowerId, leaf: &Condition) -> Result<Setting, String> {
        match leaf {
            Condition::Controls(who, places) => {
                let name = self.whose(power, who, "directOwnershipTerritories", "alliedOwnershipTerritories")?;
                Ok(setting(name, self.territories_of(places)?.join(":")))
            }
            Condition::ControlsSome { who, at_least, of } => {
                let name = self.whose(power, who, "directOwnershipTerritories", "alliedOwnershipTerritories")?;
                Ok(counted(name, self.territories_of(of)?.join(":"), *at_least))
            }
            Condition::UnitsIn { who, places, units, at_least: None } if *units == UnitFilter::default() => {
                let name = self.whose(power, who, "directPresenceTerritories", "alliedPresenceTerritories")?;
                Ok(counted(name, self.territories_of(places)?.join(":"), 1))
            }
            Condition::AtWar(one, other) => {
                let enemy = if one.as_str() == power.as_str() { other } else { one };
                if one.as_str() != power.as_str() && other.as_str() != power.as_str() {
                    return Err("a war between others".to_owned());
                }
                let enemy = self.names.power(enemy.as_str()).ok_or("a war with a side")?;
                Ok(counted("atWarPlayers", enemy, 1))
            }
            Condition::Option(option) => {
                let known = self.content.options.get(option).ok_or("an option that is not there")?;
                let (title, on) = (known.title.clone(), self.is_on(option).unwrap_or(known.on));
                let name = if super::super::words::id_of(&title) == option.as_str() {
                    title
                } else {
                    option.as_str().replace('-', " ")
                };
                self.property(&name, on, true);
                Ok(setting("gameProperty", name))
            }
            Condition::Turn { .. } => Ok(setting("rounds", rounds(leaf).unwrap_or_default())),
            other => Err(format!("`{}` cannot be said", word(other))),
        }
    }

    /// `Not(UnitsIn)`: nobody of the player, or of his friends, is there.
    fn excluded(&mut self, power: &PowerId, inner: &Condition) -> Result<Option<Setting>, String> {
        let Condition::UnitsIn { who, places, units, at_least: None } = inner else { return Ok(None) };
        let whose = self.whose(power, who, "directExclusionTerritories", "alliedExclusionTerritories");
        match whose {
            Ok(name) if *units == UnitFilter::default() => {
                Ok(Some(setting(name, self.territories_of(places)?.join(":"))))
            }
            _ => Ok(None),
        }
    }

    /// The setting for the player himself or for his side.
    fn whose(
        &self,
        power: &PowerId,
        who: &ActorId,
        own: &'static str,
        side: &'static str,
    ) -> Result<&'static str, String> {
        if who.as_str() == power.as_str() {
            return Ok(own);
        }
        if self.side_of(power) == Some(who.as_str()) {
            return Ok(side);
        }
        Err(format!("it speaks of {who}, and the game knows only a player, his friends and his enemies"))
    }

    /// Territories of places; those of a region all.
    fn territories_of(&self, places: &[PlaceId]) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        for place in places {
            if let Some(name) = self.names.space(place.as_str()) {
                found.push(name.to_owned());
                continue;
            }
            let region = self.rules.board.regions.iter().find(|region| region.id == place.as_str());
            let region = region.ok_or_else(|| format!("`{place}` is no territory"))?;
            let spaces = region.spaces.iter().map(|&at| self.rules.board.space(at).id.as_str());
            found.extend(spaces.filter_map(|space| self.names.space(space)).map(str::to_owned));
        }
        if found.is_empty() { Err("it names no territory".to_owned()) } else { Ok(found) }
    }
}

/// `2-5` or `3-+`.
fn rounds(condition: &Condition) -> Option<String> {
    let Condition::Turn { from, to } = condition else { return None };
    let to = to.map_or_else(|| "+".to_owned(), |to| to.to_string());
    Some(format!("{}-{to}", from.unwrap_or(1)))
}

/// The name of a kind of condition, as authors write it.
fn word(condition: &Condition) -> String {
    let written = format!("{condition:?}");
    written.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
}
