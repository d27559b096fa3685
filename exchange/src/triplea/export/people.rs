//! Players, alliances, and what holds between them at the start.

use chartroom_engine::ids::PowerIx;
use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::ids::SideId;

use super::super::read::{Named, Player, Relation};
use super::{Export, setting};

/// The kinds of relation the game knows, with our words for them.
const KINDS: [(RelationKind, &str, &str); 3] = [
    (RelationKind::War, "relationWar", "war"),
    (RelationKind::Allied, "relationAllied", "allied"),
    (RelationKind::Neutral, "relationNeutral", "neutral"),
];

impl Export<'_> {
    pub(super) fn people(&mut self) {
        for (id, power) in &self.content.powers {
            let Some(name) = self.names.power(id.as_str()) else { continue };
            let side = self.scenario.sides.get(id).or(power.side.as_ref());
            let alliances =
                side.and_then(|side| self.names.side(side.as_str())).map(str::to_owned).into_iter().collect();
            self.game.players.push(Player { name: name.to_owned(), alliances, line: 0 });
            let colour = power.colour.trim_start_matches('#').to_ascii_uppercase();
            self.drawing.properties.insert(format!("color.{name}"), colour);
        }
        self.report.exact("players, alliances and capitals", None);
        self.relations();
    }

    /// The alliances say who fights whom; anything else is stated pair by pair.
    fn relations(&mut self) {
        let powers: Vec<PowerIx> = (0..self.rules.powers.len()).map(PowerIx::new).collect();
        let mut stated = Vec::new();
        let mut usual = true;
        for (place, &one) in powers.iter().enumerate() {
            for &other in &powers[place + 1..] {
                let kind = self.state.relation(one, other);
                let same = self.alliance(one) == self.alliance(other);
                usual &= kind == if same { RelationKind::Allied } else { RelationKind::War };
                stated.push((one, other, kind));
            }
        }
        if usual {
            self.report.exact("wars at the start", None);
            return;
        }
        self.relationship_types();
        for (one, other, kind) in stated {
            let known = KINDS.iter().any(|(known, ..)| *known == kind);
            if !known {
                self.report.near("relation between two powers", &format!("{kind:?} becomes neutrality"), None);
            }
            let kind = self.relationship(kind);
            let name = |power: PowerIx| self.names.power(&self.rules.power(power).id).map(str::to_owned);
            if let (Some(one), Some(other)) = (name(one), name(other)) {
                self.game.relations.push(Relation { one, other, kind, line: 0 });
            }
        }
        self.report.exact("relations at the start", None);
    }

    fn alliance(&self, power: PowerIx) -> Option<&SideId> {
        let id = self.rules.power(power).id.as_str();
        self.scenario.sides.get(id).or_else(|| self.content.powers.get(id)?.side.as_ref())
    }

    /// The types are written once, when the first relation needs one.
    fn relationship_types(&mut self) {
        if !self.game.relationship_types.is_empty() {
            return;
        }
        for (_, name, archetype) in KINDS {
            self.game.relationship_types.push(Named { name: name.to_owned(), line: 0 });
            self.taken.insert(name.to_owned());
            self.attach(
                "RelationshipTypeAttachment",
                "relationshipTypeAttachment",
                name,
                vec![setting("archeType", archetype)],
            );
        }
    }

    /// The name of a kind of relation in the game.
    pub(super) fn relationship(&mut self, kind: RelationKind) -> String {
        self.relationship_types();
        let found = KINDS.iter().find(|(known, ..)| *known == kind).unwrap_or(&KINDS[2]);
        found.1.to_owned()
    }
}
