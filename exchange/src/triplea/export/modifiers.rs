//! Modifiers: support between units, terrain in combat, technologies. What else a modifier does is told as left out.

use chartroom_format::schema::condition::{Condition, UnitFilter};
use chartroom_format::schema::ids::{EventId, UnitId};
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::rules::{Change, Modifier, Quantity};
use chartroom_format::schema::units::UnitType;

use super::super::read::{Attachment, Setting};
use super::super::words::camel;
use super::{Export, counted, setting};

/// The technologies that both know: our track, their setting.
const TECHNOLOGIES: [(&str, &str); 4] = [
    ("jet-power", "jetPower"),
    ("super-submarines", "superSub"),
    ("heavy-bombers", "heavyBomber"),
    ("industrial-technology", "industrialTechnology"),
];

impl Export<'_> {
    pub(super) fn modifiers(&mut self) {
        let content = self.content;
        self.technologies();
        for (id, modifier) in &content.modifiers {
            let done = self.artillery(modifier)
                || self.support(id, modifier)
                || self.terrain(modifier)
                || self.technology(modifier);
            if !done {
                self.report.left_out(&format!("modifier of {:?}", modifier.quantity), id.as_str(), None);
            }
        }
        // An effect without numbers must have an attachment all the same.
        let effects: Vec<String> = self.game.territory_effects.iter().map(|effect| effect.name.clone()).collect();
        let Some(unit) = self.game.units.first().map(|unit| unit.name.clone()) else { return };
        for effect in effects {
            if !self
                .game
                .attachments
                .iter()
                .any(|other| other.class == "TerritoryEffectAttachment" && other.to == effect)
            {
                let settings = vec![counted("combatDefenseEffect", &unit, 0)];
                self.attach("TerritoryEffectAttachment", "territoryEffectAttachment", &effect, settings);
            }
        }
    }

    /// The units that a filter names, when nothing but units and players is in it.
    fn matching(&self, filter: &UnitFilter) -> Vec<UnitId> {
        let fits = |id: &UnitId, unit: &UnitType| {
            (filter.types.is_empty() || filter.types.contains(id))
                && (filter.classes.is_empty() || filter.classes.iter().any(|class| unit.classes.contains(class)))
                && (filter.domains.is_empty() || filter.domains.contains(&unit.domain))
        };
        self.content.units.iter().filter(|(id, unit)| fits(id, unit)).map(|(id, _)| id.clone()).collect()
    }

    fn names_of(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().filter_map(|unit| self.names.unit(unit.as_str())).map(str::to_owned).collect()
    }

    fn unit_setting(&mut self, unit: &str, setting: Setting) {
        let of = |attachment: &&mut Attachment| attachment.class == "UnitAttachment" && attachment.to == unit;
        if let Some(attachment) = self.game.attachments.iter_mut().find(of)
            && attachment.get(&setting.name).is_none()
        {
            attachment.settings.push(setting);
        }
    }

    /// One more for one unit beside each gun: the game has words of its own for that.
    fn artillery(&mut self, modifier: &Modifier) -> bool {
        let (Some(to), Some(pairing)) = (&modifier.to, &modifier.pairs_with) else { return false };
        let plain = modifier.when.is_none()
            && modifier.option.is_none()
            && modifier.company.is_none()
            && modifier.unless_enemy.is_none()
            && modifier.quantity == Quantity::Attack
            && modifier.change == Change::Add(1.into())
            && pairing.helps == 1
            && to.by.is_empty()
            && pairing.units.by.is_empty()
            && pairing.units.types.is_empty();
        let taken = self.game.attachments.iter().any(|attachment| attachment.is("artillery"));
        let (helped, guns) = (self.names_of(&self.matching(to)), self.names_of(&self.matching(&pairing.units)));
        if !plain || taken || helped.is_empty() || guns.is_empty() {
            return false;
        }
        for gun in guns {
            self.unit_setting(&gun, setting("artillery", true));
        }
        for unit in helped {
            self.unit_setting(&unit, setting("artillerySupportable", true));
        }
        self.report.exact("artillery support", None);
        true
    }

    fn support(&mut self, id: &EventId, modifier: &Modifier) -> bool {
        let (Some(to), Some(pairing), Change::Add(bonus)) = (&modifier.to, &modifier.pairs_with, &modifier.change)
        else {
            return false;
        };
        // The other engine knows no computed values.
        let Some(bonus) = bonus.whole() else { return false };
        let side = match modifier.quantity {
            Quantity::Attack => "offence",
            Quantity::Defence => "defence",
            _ => return false,
        };
        let (helped, givers) = (self.names_of(&self.matching(to)), self.names_of(&self.matching(&pairing.units)));
        if modifier.when.is_some()
            || modifier.option.is_some()
            || modifier.company.is_some()
            || modifier.unless_enemy.is_some()
            || helped.is_empty()
        {
            return false;
        }
        let players: Vec<String> = if to.by.is_empty() {
            self.game.players.iter().map(|player| player.name.clone()).collect()
        } else {
            to.by.iter().filter_map(|power| self.names.power(power.as_str())).map(str::to_owned).collect()
        };
        let base = id.as_str().trim_end_matches(&format!("-{side}"));
        let name = camel(base);
        let name =
            if name.starts_with("supportAttachment") { name } else { camel(&format!("support-attachment-{base}")) };
        let several = givers.len() > 1;
        for (number, giver) in givers.into_iter().enumerate() {
            let settings = vec![
                setting("unitType", helped.join(":")),
                setting("faction", "allied"),
                setting("side", side),
                setting("dice", "strength"),
                setting("bonus", bonus),
                setting("number", pairing.helps),
                setting("bonusType", format!("{name}Bonus")),
                setting("players", players.join(":")),
            ];
            let name = if several { format!("{name}{}", number + 1) } else { name.clone() };
            self.attach("UnitSupportAttachment", &name, &giver, settings);
        }
        self.report.exact("support of one unit by another", None);
        true
    }

    /// A bonus in some terrain.
    fn terrain(&mut self, modifier: &Modifier) -> bool {
        let (Some(Condition::OnTerrain(terrains)), Change::Add(bonus)) = (&modifier.when, &modifier.change) else {
            return false;
        };
        let Some(bonus) = bonus.whole() else { return false };
        let name = match modifier.quantity {
            Quantity::Attack => "combatOffenseEffect",
            Quantity::Defence => "combatDefenseEffect",
            _ => return false,
        };
        let units = self.names_of(&self.matching(&modifier.to.clone().unwrap_or_default()));
        let by_all = modifier.to.as_ref().is_none_or(|to| to.by.is_empty());
        let plain = by_all
            && modifier.option.is_none()
            && modifier.pairs_with.is_none()
            && modifier.company.is_none()
            && modifier.unless_enemy.is_none();
        let effects: Vec<String> = terrains.iter().filter_map(|terrain| self.effect_of(terrain.as_str())).collect();
        if !plain || units.is_empty() || effects.len() != terrains.len() {
            return false;
        }
        for effect in effects {
            let found = counted(name, units.join(":"), bonus);
            let of = |attachment: &&mut Attachment| {
                attachment.class == "TerritoryEffectAttachment" && attachment.to == effect
            };
            match self.game.attachments.iter_mut().find(of) {
                Some(attachment) => attachment.settings.push(found),
                None => self.attach("TerritoryEffectAttachment", "territoryEffectAttachment", &effect, vec![found]),
            }
        }
        self.report.exact("terrain in combat", None);
        true
    }

    /// Tracks of research that the game has technologies for.
    pub(super) fn researched(&self) -> Vec<&'static str> {
        let researched = self.content.procedures.values().find_map(|entry| match &entry.run {
            Procedure::Research { tracks, .. } => Some(tracks),
            _ => None,
        });
        let Some(tracks) = researched else { return Vec::new() };
        let known = |name: &&(&'static str, &'static str)| tracks.iter().any(|track| track.as_str() == name.0);
        TECHNOLOGIES.iter().filter(known).map(|(_, setting)| *setting).collect()
    }

    fn technologies(&mut self) {
        let known = self.researched();
        let others = self.content.tracks.len().saturating_sub(known.len());
        if others > 0 {
            self.report.left_out("tracks without a technology there", &format!("{others} tracks"), None);
        }
        if known.is_empty() {
            return;
        }
        let players: Vec<String> = self.game.players.iter().map(|player| player.name.clone()).collect();
        for player in players {
            let settings = known.iter().map(|name| setting(name, false)).collect();
            self.attach("TechAttachment", "techAttachment", &player, settings);
        }
        let on = self.content.options.get("tech-development").is_none_or(|option| option.on);
        self.property("Tech Development", on, true);
        let dice = self
            .content
            .units
            .values()
            .filter(|unit| self.is_heavy(unit))
            .find_map(|unit| unit.variants[0].stats.attack.as_ref());
        if let Some(dice) = dice.map(Vec::len).filter(|dice| *dice != 2) {
            self.property("Heavy Bomber Dice Rolls", dice, false);
        }
        self.report.near(
            "research",
            "dice are bought in any number there; costs and targets are those of the game",
            None,
        );
    }

    /// Whether all that changes a unit is the technology of heavy bombers.
    pub(super) fn is_heavy(&self, unit: &UnitType) -> bool {
        matches!(unit.variants.as_slice(), [only] if matches!(&only.when, Condition::Track { track, .. } if track.as_str() == "heavy-bombers"))
    }

    /// What a technology adds, if the modifier is one of a technology that the game has.
    fn technology(&mut self, modifier: &Modifier) -> bool {
        let Some(Condition::Track { track, .. }) = &modifier.when else { return false };
        let known = self.researched();
        let Some((_, name)) = TECHNOLOGIES.iter().find(|(id, name)| *id == track.as_str() && known.contains(name))
        else {
            return false;
        };
        let same = match (*name, &modifier.quantity, &modifier.change) {
            ("jetPower", Quantity::Defence, Change::Add(add)) | ("superSub", Quantity::Attack, Change::Add(add)) => {
                add.is(1)
            }
            ("industrialTechnology", Quantity::Cost, Change::Add(add)) => add.whole().is_some(),
            _ => false,
        };
        if same {
            self.report.exact(&format!("technology: {track}"), None);
        }
        same
    }

    /// Units and what industrial technology adds to their prices.
    pub(super) fn industrial(&self) -> Vec<(Vec<UnitId>, i64)> {
        if !self.researched().contains(&"industrialTechnology") {
            return Vec::new();
        }
        let of_track = |modifier: &&Modifier| matches!(&modifier.when, Some(Condition::Track { track, .. }) if track.as_str() == "industrial-technology");
        let changes = self.content.modifiers.values().filter(of_track);
        changes
            .filter_map(|modifier| match (&modifier.quantity, &modifier.change) {
                (Quantity::Cost, Change::Add(add)) => {
                    Some((self.matching(&modifier.to.clone().unwrap_or_default()), add.whole()?))
                }
                _ => None,
            })
            .collect()
    }
}
