//! The turn: phases of the pack as steps of delegates, player by player.

use chartroom_engine::{Phase, Player};
use chartroom_format::schema::procedure::{MovePurpose, Procedure};

use super::super::read::{Delegate, Step};
use super::Export;

/// Name, class and title of every delegate; the engine finds them by name.
pub(super) const DELEGATES: [(&str, &str, &str); 10] = [
    ("initDelegate", "InitializationDelegate", "Initializing"),
    ("tech", "TechnologyDelegate", "Research"),
    ("tech_activation", "TechActivationDelegate", "Activate technology"),
    ("politics", "PoliticsDelegate", "Politics"),
    ("purchase", "PurchaseDelegate", "Purchase units"),
    ("move", "MoveDelegate", "Move"),
    ("battle", "BattleDelegate", "Combat"),
    ("place", "PlaceDelegate", "Place units"),
    ("endTurn", "EndTurnDelegate", "Turn end"),
    ("endRound", "EndRoundDelegate", "Round end"),
];
pub(super) const FIRST_STEP: &str = "gameInitDelegate";

/// What a phase becomes: the delegates with the ends of the steps' names, which the engine reads.
type Acts = &'static [(&'static str, &'static str)];

impl Export<'_> {
    pub(super) fn sequence(&mut self) {
        for (name, class, title) in DELEGATES {
            let delegate =
                Delegate { name: name.to_owned(), class: class.to_owned(), title: title.to_owned(), line: 0 };
            self.game.delegates.push(delegate);
        }
        self.taken.insert(FIRST_STEP.to_owned());
        self.game.steps.push(Step { at_most: Some(1), ..step(FIRST_STEP.to_owned(), "initDelegate", None) });
        let rules = self.rules;
        for (place, phase) in rules.phases.iter().enumerate() {
            let written =
                phase.run.and_then(|run| self.content.procedures.get(rules.procedures[run.index()].id.as_str()));
            let Some(written) = written else { continue };
            let placed_later = self.is_placed_later(place, phase);
            let Some(acts) = self.acts(&written.run, phase, placed_later) else { continue };
            for player in self.players_of(phase) {
                for (delegate, end) in acts {
                    let mut letters = player.chars();
                    let start: String =
                        letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
                    let name = self.fresh(&start, end);
                    self.game.steps.push(step(name, delegate, Some(player.clone())));
                }
            }
            if !phase.when.is_empty() {
                self.report.near("phase under a condition", &format!("`{}` comes in every turn", phase.title), None);
            }
        }
        let name = self.fresh("endRound", "Step");
        self.game.steps.push(step(name, "endRound", None));
        self.report.exact("order of play", None);
        self.battles();
    }

    /// Who acts in a phase, by name.
    fn players_of(&self, phase: &Phase) -> Vec<String> {
        let powers = match &phase.player {
            Player::Power(power) => vec![*power],
            Player::Slot(powers) => powers.clone(),
            Player::Side(side) => {
                self.state.powers().filter(|power| self.state.side_of(*power) == Some(*side)).collect()
            }
            Player::All => Vec::new(),
        };
        powers
            .into_iter()
            .filter_map(|power| self.names.power(&self.rules.power(power).id).map(str::to_owned))
            .collect()
    }

    /// Whether what a phase buys is placed in a later phase of the same player.
    fn is_placed_later(&self, place: usize, phase: &Phase) -> bool {
        self.rules.phases[place + 1..].iter().any(|later| {
            later.player == phase.player
                && later.run.is_some_and(|run| {
                    let id = self.rules.procedures[run.index()].id.as_str();
                    self.content
                        .procedures
                        .get(id)
                        .is_some_and(|entry| matches!(entry.run, Procedure::PlaceUnits { .. }))
                })
        })
    }

    fn acts(&mut self, procedure: &Procedure, phase: &Phase, placed_later: bool) -> Option<Acts> {
        let acts: Acts = match procedure {
            Procedure::Research { .. } if !self.researched().is_empty() => {
                &[("tech", "Tech"), ("tech_activation", "TechActivation")]
            }
            Procedure::Politics | Procedure::Diplomacy { .. } => &[("politics", "Politics")],
            Procedure::MoveByRange { purpose: MovePurpose::Combat, .. } => &[("move", "CombatMove")],
            Procedure::MoveByRange { purpose: MovePurpose::NonCombat, .. } => &[("move", "NonCombatMove")],
            Procedure::HitRollCombat { .. } => &[("battle", "Battle")],
            Procedure::Produce { .. } if placed_later => &[("purchase", "Purchase")],
            // What stands on the board at once is placed in the next step.
            Procedure::Produce { .. } => &[("purchase", "Purchase"), ("place", "Place")],
            Procedure::PlaceUnits { .. } => &[("place", "Place")],
            Procedure::CollectIncome { .. } => &[("endTurn", "EndTurn")],
            Procedure::FacilityRaids { .. } => {
                self.report.near("raids on industry", "bombers decide on them in the game's own combat", None);
                return None;
            }
            Procedure::EndTurn => return None,
            _ => {
                self.report.left_out("phase without a counterpart", &phase.title, None);
                return None;
            }
        };
        Some(acts)
    }

    /// Settings of battles that the game has properties for.
    fn battles(&mut self) {
        let found = self.content.procedures.values().find_map(|entry| match &entry.run {
            Procedure::HitRollCombat {
                die,
                rounds,
                neutrals,
                defender_retreat_from,
                forts,
                scorched_earth,
                equipment,
                takes_over,
                ..
            } => Some((
                *die,
                *rounds,
                neutrals.is_some(),
                defender_retreat_from.is_some()
                    || forts.is_some()
                    || *scorched_earth
                    || !equipment.is_empty()
                    || !takes_over.is_empty(),
            )),
            _ => None,
        });
        let Some((die, rounds, neutrals, more)) = found else { return };
        self.game.dice_sides = die;
        if let Some(rounds) = rounds {
            self.property("Land Battle Rounds", rounds, false);
            self.property("Sea Battle Rounds", rounds, false);
        }
        if neutrals {
            self.report.near("entry into neutral land", "TripleA asks a flat charge, which is set to nought", None);
            self.property("neutralCharge", 0, false);
        } else {
            self.property("Neutrals Are Impassable", true, false);
        }
        self.report.exact("battles: a die per unit in rounds", None);
        if more {
            self.report.left_out("forts, scorched earth, equipment or retreats of the defender in battles", "", None);
        }
    }
}

fn step(name: String, delegate: &str, player: Option<String>) -> Step {
    Step { name, delegate: delegate.to_owned(), player, at_most: None, title: String::new(), line: 0 }
}
