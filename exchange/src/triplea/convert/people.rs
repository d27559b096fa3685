//! Powers, sides, colours, and the order of play.

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::ids::SideId;
use chartroom_format::schema::powers::{Power, Powers, Side, Slot};
use indexmap::IndexMap;

use super::super::read::{Game, Player};
use super::Import;
use super::names::{side_of, title};

const COLOURS: [&str; 12] = [
    "#8b5e34", "#5b5b5b", "#cdb38b", "#dfc13a", "#5c9a4d", "#4a78bd", "#bd3b2f", "#7d5ba6", "#3f8f8a", "#c97fb0",
    "#a0a83c", "#6b7f99",
];

impl Import<'_> {
    /// The colour of a player: that of the map, or one of ours.
    pub(super) fn colour(&self, player: &str) -> String {
        let place = self.game.players.iter().position(|known| known.name == player).unwrap_or(0);
        self.drawing.colour(player).unwrap_or_else(|| COLOURS[place % COLOURS.len()].to_owned())
    }

    pub(super) fn powers(&mut self) -> Powers {
        let game = self.game;
        let mut sides: IndexMap<SideId, Side> = IndexMap::new();
        let mut powers = IndexMap::new();
        for player in &game.players {
            let side = self.names.side(side_of(player));
            let colour = self.colour(&player.name);
            let entry = Side { title: title(side_of(player)), colour: colour.clone(), source: None };
            sides.entry(side.clone()).or_insert(entry);
            if player.alliances.len() > 1 {
                self.report.near("a player of several alliances", "the first one is its side", Some(player.line));
            }
            let of_this = |attachment: &&super::super::read::Attachment| {
                attachment.get("capital").is_some_and(|setting| setting.parts().any(|part| part == player.name))
            };
            let capitals = game
                .of_class("TerritoryAttachment")
                .filter(of_this)
                .filter_map(|attachment| self.names.known_space(&attachment.to));
            let power = Power {
                title: title(&player.name),
                adjective: None,
                side: Some(side),
                leans: None,
                colour,
                capitals: capitals.collect(),
                home: self.names.region(&player.name).filter(|_| has_home(game, &player.name)).into_iter().collect(),
                moved_by: None,
                minor: !acts(game, &player.name),
                source: None,
                note: String::new(),
            };
            if let Some(id) = self.names.power(&player.name) {
                powers.insert(id, power);
            }
        }
        self.report.exact("players, alliances and capitals", game.players.first().map(|player| player.line));
        let order = self.order().into_iter().filter_map(|player| {
            let power = self.names.power(player)?;
            Some(Slot { title: title(player), powers: vec![power], source: None })
        });
        let order = order.collect();
        let mut land_sharing = Vec::new();
        for (alliance, _) in self.names.sides() {
            let members = game.players.iter().filter(|player| side_of(player) == alliance.as_str());
            let members: Vec<_> = members.filter_map(|player| self.names.power(&player.name)).collect();
            if members.len() > 1 {
                land_sharing.push(members);
            }
        }
        Powers { schema: CURRENT, requires: Vec::new(), sides, powers, order, land_sharing }
    }

    /// Players in the order of their first steps; those without steps come last.
    pub(super) fn order(&self) -> Vec<&str> {
        let mut order: Vec<&str> = Vec::new();
        let lasting = self.game.steps.iter().filter(|step| step.at_most.is_none());
        let acting = lasting.filter_map(|step| step.player.as_deref());
        for player in acting.chain(self.game.players.iter().map(|player| player.name.as_str())) {
            if !order.contains(&player) && self.names.power(player).is_some() {
                order.push(player);
            }
        }
        order
    }
}

/// Whether a player has steps of his own in every round.
pub(super) fn acts(game: &Game, player: &str) -> bool {
    game.steps.iter().any(|step| step.at_most.is_none() && step.player.as_deref() == Some(player))
}

/// The first owner that the file states for a territory.
fn original<'a>(game: &'a Game, territory: &'a str) -> Option<&'a str> {
    game.attached("TerritoryAttachment", territory).filter_map(|attachment| attachment.text("originalOwner")).last()
}

/// Whether any land was first a player's.
fn has_home(game: &Game, player: &str) -> bool {
    let is_water = |name: &str| game.territories.iter().any(|territory| territory.name == name && territory.water);
    let owned = game.owners.iter().any(|owner| {
        original(game, &owner.territory).unwrap_or(&owner.player) == player && !is_water(&owner.territory)
    });
    owned || game.of_class("TerritoryAttachment").any(|attachment| attachment.text("originalOwner") == Some(player))
}

/// Leaves out players who never act, hold nothing and have no units: they are names for the file's own use.
pub(super) fn without_idle(game: &mut Game) -> Vec<Player> {
    let idle = |player: &Player| {
        !acts(game, &player.name)
            && !game.owners.iter().any(|owner| owner.player == player.name)
            && !game.placements.iter().any(|placement| placement.owner.as_deref() == Some(player.name.as_str()))
            && !game
                .of_class("TerritoryAttachment")
                .any(|attachment| attachment.text("originalOwner") == Some(player.name.as_str()))
    };
    let (gone, kept) = game.players.iter().cloned().partition(idle);
    game.players = kept;
    gone
}
