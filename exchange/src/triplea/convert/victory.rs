//! How a game is won: victory cities, money, capitals, and triggers that name a winner.

use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::expression::{Expression, Who};
use chartroom_format::schema::ids::{ActorId, OptionId, PlaceId, SideId};
use chartroom_format::schema::options::OptionalRule;
use chartroom_format::schema::scenario::{Victory, VictoryCheck, VictoryTest};

use super::Import;
use super::board::CITY;
use super::names::{id_of, side_of};

/// Properties that switch a count of victory cities on, and what the counts of a side are called.
pub(in crate::triplea) const CITIES: [(&str, &str); 3] = [
    ("Projection of Power", "Projection of Power VCs"),
    ("Honorable Surrender", "Honorable Victory VCs"),
    ("Total Victory", "Total Victory VCs"),
];

impl Import<'_> {
    pub(super) fn victory(&mut self) -> Vec<Victory> {
        let mut victories = Vec::new();
        let sides: Vec<(String, SideId)> = self.names.sides().map(|(name, id)| (name.clone(), id)).collect();
        for (switch, count) in CITIES {
            let counts: Vec<(SideId, i64)> = sides
                .iter()
                .filter_map(|(name, id)| Some((id.clone(), self.game.number(&format!("{name} {count}"))?)))
                .collect();
            for (side, least) in self.switched(switch, counts) {
                let holds = Condition::ControlsFeatures {
                    who: ActorId(side.0.clone()),
                    feature: CITY.into(),
                    at_least: least,
                    within: Vec::new(),
                };
                victories.push(win(&side, Condition::All(vec![Condition::Option(OptionId(id_of(switch))), holds])));
            }
        }
        let counts: Vec<(SideId, i64)> = sides
            .iter()
            .filter_map(|(name, id)| Some((id.clone(), self.game.number(&format!("{name} Economic Victory"))?)))
            .collect();
        for (side, least) in self.switched("Economic Victory", counts) {
            let holds =
                Condition::AtLeast(Expression::Income(Who::Named(ActorId(side.0.clone()))).into(), least.into());
            victories.push(win(&side, Condition::All(vec![Condition::Option("economic-victory".into()), holds])));
        }
        victories.extend(self.triggered_victories());
        victories.extend(self.by_capitals(&sides));
        victories.push(Victory {
            winner: None,
            level: None,
            check: VictoryCheck::GameEnd,
            when: VictoryTest::Otherwise,
            source: None,
            note: "Nobody has won: a draw.".to_owned(),
        });
        victories
    }

    /// Makes an option of a property that switches a way to win; nothing where the game has no such counts.
    fn switched(&mut self, switch: &str, counts: Vec<(SideId, i64)>) -> Vec<(SideId, i64)> {
        let Some(property) = self.game.property(switch).filter(|_| !counts.is_empty()) else { return Vec::new() };
        let option = OptionalRule {
            title: property.name.clone(),
            says: "A way to win.".to_owned(),
            on: property.value.eq_ignore_ascii_case("true"),
            excludes: Vec::new(),
            needs: Vec::new(),
            source: None,
        };
        self.report.exact(&format!("property: {}", property.name), Some(property.line));
        self.options.insert(OptionId(id_of(switch)), option);
        counts
    }

    /// Every side may win by all capitals of its enemies; without capitals, by leaving them no land.
    fn by_capitals(&mut self, sides: &[(String, SideId)]) -> Vec<Victory> {
        let game = self.game;
        let capitals_of = |side: &str| -> Vec<PlaceId> {
            let members = game.players.iter().filter(|player| side_of(player) == side);
            let named = members.flat_map(|player| {
                let attachments = game.of_class("TerritoryAttachment");
                attachments.filter(|attachment| {
                    attachment.get("capital").is_some_and(|setting| setting.parts().any(|part| part == player.name))
                })
            });
            named
                .filter_map(|attachment| self.names.known_space(&attachment.to))
                .map(|space| PlaceId(space.0))
                .collect()
        };
        let mut victories = Vec::new();
        for (name, side) in sides {
            let theirs: Vec<PlaceId> =
                sides.iter().filter(|(other, _)| other != name).flat_map(|(other, _)| capitals_of(other)).collect();
            let own = capitals_of(name);
            if theirs.is_empty() {
                continue;
            }
            let all: Vec<PlaceId> = theirs.into_iter().chain(own).collect();
            victories.push(win(side, Condition::Controls(ActorId(side.0.clone()), all)));
        }
        self.report.near("conquest", "a side that holds all capitals wins; in TripleA the players agree", None);
        victories
    }
}

/// A side wins at the end of a turn.
pub(super) fn win(side: &SideId, when: Condition) -> Victory {
    Victory {
        winner: Some(ActorId(side.0.clone())),
        level: None,
        check: VictoryCheck::TurnEnd,
        when: VictoryTest::Holds(when),
        source: None,
        note: String::new(),
    }
}
