//! The scenario: who holds what, the set-up, wars, and the turns.

use std::collections::BTreeMap;

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::ids::{ActorId, PlaceId, PowerId, SpaceId};
use chartroom_format::schema::scenario::{Force, Placement, Scenario, TurnRange};
use indexmap::IndexMap;

use super::Import;
use super::names::side_of;
use super::units::is_feature;

/// Who is at war with whom when a game begins.
type War = (Vec<ActorId>, Vec<ActorId>);
/// What else holds between two powers then.
type Stance = (PowerId, PowerId, RelationKind);

/// Games of TripleA go on until somebody gives up; here they end.
const LAST_TURN: i64 = 30;

impl Import<'_> {
    pub(super) fn scenario(&mut self) -> Scenario {
        self.report.near("end of the game", &format!("after {LAST_TURN} turns, a draw"), None);
        let (wars, relations) = self.stances();
        Scenario {
            schema: CURRENT,
            requires: Vec::new(),
            id: "start".into(),
            title: self.game.title.clone(),
            about: String::new(),
            source: None,
            turns: TurnRange { first: 1, last: LAST_TURN },
            play_on: None,
            season: None,
            year: None,
            sequence: None,
            powers: Vec::new(),
            sides: IndexMap::new(),
            neutral: Vec::new(),
            wars,
            relations,
            options: IndexMap::new(),
            control: self.control(),
            set_up: self.set_up(),
            pools: IndexMap::new(),
            treasury: self.treasury(),
            tracks: Vec::new(),
            devastated: IndexMap::new(),
            features: IndexMap::new(),
            reinforcements: Vec::new(),
            pipeline: Vec::new(),
            victory: self.victory(),
            totals: Vec::new(),
            rules: IndexMap::new(),
            without: Vec::new(),
            reconstructed: Vec::new(),
            note: String::new(),
        }
    }

    /// Land that its first owner does not hold.
    fn control(&mut self) -> IndexMap<ActorId, Vec<PlaceId>> {
        let mut control: IndexMap<ActorId, Vec<PlaceId>> = IndexMap::new();
        let owners = &self.game.owners;
        for (place, owner) in owners.iter().enumerate() {
            let is_water =
                self.game.territories.iter().any(|territory| territory.name == owner.territory && territory.water);
            if is_water {
                self.report.left_out("holder of a sea zone", "sea zones have no holder", Some(owner.line));
                continue;
            }
            // The last statement counts; the first tells whose the land was.
            if owners[place + 1..].iter().any(|later| later.territory == owner.territory) {
                continue;
            }
            let first = owners.iter().find(|first| first.territory == owner.territory).unwrap_or(owner);
            let original = self
                .game
                .attached("TerritoryAttachment", &owner.territory)
                .filter_map(|attachment| attachment.text("originalOwner"))
                .last()
                .unwrap_or(&first.player);
            if let (Some(power), true) = (self.names.power(&owner.player), original != owner.player) {
                control.entry(ActorId(power.0)).or_default().push(PlaceId(self.names.space(&owner.territory).0));
            }
        }
        self.report.exact("owners and original owners", self.game.owners.first().map(|owner| owner.line));
        control
    }

    fn set_up(&mut self) -> IndexMap<PowerId, Vec<Placement>> {
        let game = self.game;
        let mut forces: BTreeMap<&str, IndexMap<SpaceId, Force>> = BTreeMap::new();
        for placement in &game.placements {
            if placement.amount == 0 || is_feature(game, &placement.unit) {
                continue;
            }
            let owner = placement.owner.as_deref().filter(|owner| self.names.power(owner).is_some());
            let (Some(owner), Some(unit)) = (owner, self.names.unit(&placement.unit)) else {
                self.report.left_out("units of neutral land", "nobody's units are not set up", Some(placement.line));
                continue;
            };
            let place = self.names.space(&placement.territory);
            *forces.entry(owner).or_default().entry(place).or_default().entry(unit).or_insert(0) += placement.amount;
        }
        self.report.exact("set-up (unitInitialize)", game.placements.first().map(|placement| placement.line));
        let mut set_up = IndexMap::new();
        for player in &game.players {
            if let (Some(places), Some(power)) = (forces.remove(player.name.as_str()), self.names.power(&player.name)) {
                set_up.insert(power, places.into_iter().map(|(place, force)| Placement::At(place, force)).collect());
            }
        }
        set_up
    }

    /// Wars and other relations at the start: as the file says, or side against side.
    fn stances(&mut self) -> (Vec<War>, Vec<Stance>) {
        let game = self.game;
        if game.relations.is_empty() {
            let sides: Vec<ActorId> = self.names.sides().map(|(_, id)| ActorId(id.0)).collect();
            let pairs = sides
                .iter()
                .enumerate()
                .flat_map(|(place, one)| sides[place + 1..].iter().map(move |other| (one, other)));
            return (pairs.map(|(one, other)| (vec![one.clone()], vec![other.clone()])).collect(), Vec::new());
        }
        let (mut wars, mut relations) = (Vec::new(), Vec::new());
        for relation in &game.relations {
            let (Some(one), Some(other)) = (self.names.power(&relation.one), self.names.power(&relation.other)) else {
                continue;
            };
            let same_side = game.players.iter().find(|player| player.name == relation.one).map(side_of)
                == game.players.iter().find(|player| player.name == relation.other).map(side_of);
            match self.relation(&relation.kind) {
                RelationKind::War => wars.push((vec![ActorId(one.0)], vec![ActorId(other.0)])),
                RelationKind::Allied if same_side => {}
                kind => relations.push((one, other, kind)),
            }
            self.report.exact("relations at the start", Some(relation.line));
        }
        (wars, relations)
    }

    /// What a type of relationship is, by its archetype.
    pub(super) fn relation(&self, kind: &str) -> RelationKind {
        let attached = self.game.attached("RelationshipTypeAttachment", kind).last();
        let archetype =
            attached.and_then(|attachment| attachment.text("archeType")).unwrap_or(kind).to_ascii_lowercase();
        if archetype.contains("war") {
            RelationKind::War
        } else if archetype.contains("allied") {
            RelationKind::Allied
        } else {
            RelationKind::Neutral
        }
    }
}
