//! Settings of attachments and properties: which are taken over, which are not needed, and which are left out and told.

use super::Import;

/// Settings of units that the conversion reads, or that say what is so anyway.
const UNIT: &[&str] = &[
    "movement",
    "attack",
    "defense",
    "attackRolls",
    "defenseRolls",
    "isAir",
    "isSea",
    "isSub",
    "isDestroyer",
    "hitPoints",
    "isTwoHit",
    "transportCost",
    "transportCapacity",
    "carrierCost",
    "carrierCapacity",
    "canBlitz",
    "artillery",
    "artillerySupportable",
    "canBombard",
    "bombard",
    "isFactory",
    "canProduceUnits",
    "canProduceXUnits",
    "isInfrastructure",
    "isAA",
    "isAAforCombatOnly",
    "attackAA",
    "requiresUnits",
    "isInfantry",
    "isLandTransportable",
    "isConstruction",
    "constructionType",
    "constructionsPerTerrPerTypePerTurn",
    "maxConstructionsPerTypePerTerr",
    "canBeDamaged",
    "maxOperationalDamage",
    "maxDamage",
    "isFirstStrike",
    "canEvade",
    "isStrategicBomber",
    "isAAmovement",
    "isAirBase",
    "maxConstructionsPerTypePerTerr",
];
const TERRITORY: &[&str] = &[
    "production",
    "capital",
    "victoryCity",
    "isImpassable",
    "isImpassible",
    "originalOwner",
    "territoryEffect",
    "originalFactory",
];
/// Properties that the conversion reads, or that say how TripleA draws and asks.
const PROPERTY: &[&str] = &[
    "mapName",
    "notes",
    "neutralCharge",
    "neutral charge",
    "Neutrals Are Impassable",
    "WW2V2",
    "WW2V3",
    "Use Triggers",
    "Triggered Victory",
    "Tech Development",
    "Land Battle Rounds",
    "Submersible Subs",
    "Defending Subs Sneak Attack",
    "Shore Bombard Per Ground Unit Restricted",
    "National Objectives",
    "Two hit battleship",
    "Heavy Bomber Dice Rolls",
    "Always on AA",
    "Map Name",
    "screenshot.title.enabled",
];

impl Import<'_> {
    /// Tells of everything that nothing has taken over.
    pub(super) fn unsaid(&mut self) {
        let game = self.game;
        for attachment in &game.attachments {
            let (kind, known): (&str, &[&str]) = match attachment.class.as_str() {
                "UnitAttachment" => ("unit", UNIT),
                "TerritoryAttachment" => ("territory", TERRITORY),
                "PlayerAttachment" => ("player", &[]),
                "RulesAttachment" if attachment.name == "rulesAttachment" => ("player", &[]),
                "CanalAttachment"
                | "UnitSupportAttachment"
                | "TerritoryEffectAttachment"
                | "TechAttachment"
                | "TriggerAttachment"
                | "RulesAttachment"
                | "RelationshipTypeAttachment"
                | "PoliticalActionAttachment" => continue,
                other => {
                    self.report.left_out(&format!("attachment: {other}"), "", Some(attachment.line));
                    continue;
                }
            };
            for setting in &attachment.settings {
                // A switch that is off, or a number that is nought, changes nothing.
                let idle = ["false", "0", ""].contains(&setting.value.trim());
                if !idle && !known.contains(&setting.name.as_str()) {
                    self.report.left_out(&format!("{kind} setting: {}", setting.name), "", Some(setting.line));
                }
            }
        }
        self.report.exact(
            "unit values (attack, defense, movement, hits, transport, carriers, blitz)",
            game.of_class("UnitAttachment").next().map(|attachment| attachment.line),
        );
        self.report.exact(
            "territory values, victory cities and impassable land",
            game.of_class("TerritoryAttachment").next().map(|attachment| attachment.line),
        );
        for property in &game.properties {
            let is_bid = property.name.to_ascii_lowercase().contains("bid");
            let idle = ["false", "0", "", "-1"].contains(&property.value.trim());
            let known = PROPERTY.iter().any(|known| known.eq_ignore_ascii_case(&property.name));
            let counted = property.name.ends_with(" VCs") || property.name.ends_with("Economic Victory");
            let repairs = super::units::REPAIRS.iter().any(|known| known.eq_ignore_ascii_case(&property.name));
            let option = self.options.contains_key(super::names::id_of(&property.name).as_str());
            if !(is_bid || idle || known || counted || repairs || option) {
                self.report.left_out(
                    &format!("property: {}", property.name),
                    &format!("it is `{}` there", short(&property.value)),
                    Some(property.line),
                );
            }
        }
        for element in &game.unknown {
            self.report.left_out(&format!("element: {}", element.name), "", Some(element.line));
        }
    }
}

/// The start of a value: notes of a game fill pages.
fn short(value: &str) -> String {
    let mut start: String = value.chars().take(40).collect();
    if start.len() < value.len() {
        start.push_str(" ...");
    }
    start
}
