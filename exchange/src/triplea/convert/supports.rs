//! Support between units, and what territory effects do in combat, as modifiers.

use chartroom_format::schema::condition::{Condition, UnitFilter};
use chartroom_format::schema::ids::{ActorId, TerrainId, UnitId};
use chartroom_format::schema::rules::{Change, Modifier, Pairing, Quantity};

use super::super::read::Attachment;
use super::Import;
use super::board::terrain_id;
use super::names::class;
use super::units::{Traits, is_feature};

impl Import<'_> {
    pub(super) fn supports(&mut self) {
        self.artillery();
        let game = self.game;
        for attachment in game.of_class("UnitSupportAttachment") {
            self.support(attachment);
        }
        for attachment in game.of_class("TerritoryEffectAttachment") {
            self.effect(attachment);
        }
    }

    /// The old way: every piece of artillery helps one unit that may be helped.
    fn artillery(&mut self) {
        let game = self.game;
        let has = |setting: &str| {
            game.units.iter().find(|unit| Traits::of(game, &unit.name).is(setting) && !is_feature(game, &unit.name))
        };
        let (Some(gun), Some(_)) = (has("artillery"), has("artillerySupportable")) else { return };
        let modifier = Modifier {
            to: Some(UnitFilter { classes: vec![class("supported")], ..UnitFilter::default() }),
            pairs_with: Some(Pairing {
                units: UnitFilter { classes: vec![class("artillery")], ..UnitFilter::default() },
                helps: 1,
            }),
            ..plain(Quantity::Attack, 1)
        };
        let id = self.names.event("artillery support");
        self.rules.modifiers.insert(id, modifier);
        self.report
            .exact("artillery support", Traits::of(game, &gun.name).attachment.map(|attachment| attachment.line));
    }

    fn support(&mut self, attachment: &Attachment) {
        let line = Some(attachment.line);
        let dice = attachment.text("dice").unwrap_or_default();
        if dice != "strength" || attachment.text("faction").unwrap_or("allied") != "allied" {
            self.report.left_out("support of other kinds than strength of own units", &attachment.name, line);
            return;
        }
        let bonus = attachment.number("bonus").unwrap_or(0).clamp(-100, 100);
        let types: Vec<UnitId> = attachment
            .all("unitType")
            .flat_map(|setting| setting.parts())
            .filter(|unit| !is_feature(self.game, unit))
            .filter_map(|unit| self.names.unit(unit))
            .collect();
        let Some(giver) = self.names.unit(&attachment.to).filter(|_| !types.is_empty() && bonus != 0) else { return };
        let mut by: Vec<ActorId> = attachment
            .all("players")
            .flat_map(|setting| setting.parts())
            .filter_map(|player| self.names.power(player))
            .map(|power| ActorId(power.0))
            .collect();
        if self
            .game
            .players
            .iter()
            .all(|player| self.names.power(&player.name).is_some_and(|power| by.contains(&ActorId(power.0))))
        {
            by.clear();
        }
        let sides = attachment.text("side").unwrap_or("offence").to_owned();
        let pairing = Pairing {
            units: UnitFilter { types: vec![giver], ..UnitFilter::default() },
            helps: attachment.number("number").unwrap_or(1).clamp(1, 1000),
        };
        for (side, quantity) in [("offence", Quantity::Attack), ("defence", Quantity::Defence)] {
            if sides.split(':').any(|part| part.trim() == side) {
                let to = UnitFilter { types: types.clone(), by: by.clone(), ..UnitFilter::default() };
                let modifier = Modifier { to: Some(to), pairs_with: Some(pairing.clone()), ..plain(quantity, bonus) };
                let id = self.names.event(&format!("{} {side}", attachment.name));
                self.rules.modifiers.insert(id, modifier);
            }
        }
        self.report.near("unit support", "bonuses of one kind do not shut each other out", line);
    }

    fn effect(&mut self, attachment: &Attachment) {
        let terrain = TerrainId(terrain_id(&attachment.to));
        for (setting, quantity) in
            [("combatOffenseEffect", Quantity::Attack), ("combatDefenseEffect", Quantity::Defence)]
        {
            for found in attachment.all(setting) {
                let bonus = found.count_number().unwrap_or(0).clamp(-100, 100);
                let units = found.parts().filter(|unit| !is_feature(self.game, unit));
                let types: Vec<UnitId> = units.filter_map(|unit| self.names.unit(unit)).collect();
                if types.is_empty() || bonus == 0 {
                    continue;
                }
                let modifier = Modifier {
                    to: Some(UnitFilter { types, ..UnitFilter::default() }),
                    when: Some(Condition::OnTerrain(vec![terrain.clone()])),
                    ..plain(quantity.clone(), bonus)
                };
                let id = self.names.event(&format!("{} {setting}", attachment.to));
                self.rules.modifiers.insert(id, modifier);
                self.report.exact("territory effect in combat", Some(found.line));
            }
        }
        for setting in attachment
            .settings
            .iter()
            .filter(|setting| !["combatOffenseEffect", "combatDefenseEffect"].contains(&setting.name.as_str()))
        {
            self.report.left_out(&format!("territory effect: {}", setting.name), "", Some(setting.line));
        }
    }
}

/// A modifier that only adds.
pub(super) fn plain(quantity: Quantity, add: i64) -> Modifier {
    Modifier {
        source: None,
        quantity,
        change: Change::Add(add.into()),
        to: None,
        pairs_with: None,
        company: None,
        unless_enemy: None,
        when: None,
        option: None,
        note: String::new(),
    }
}
