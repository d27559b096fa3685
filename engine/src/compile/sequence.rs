//! The turn as a tree of stages becomes one list of phases.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::ActorId;
use chartroom_format::schema::sequence::{Step, Turns};

use super::Compiler;
use crate::condition::Condition;
use crate::ids::{Actor, PhaseIx, ProcedureIx};
use crate::ruleset::{Phase, Player, Ruleset};

/// What a phase inherits from the stages around it.
#[derive(Clone)]
struct Around {
    player: Player,
    when: Vec<Condition>,
    within: Vec<PhaseIx>,
}

impl Compiler<'_> {
    pub(super) fn sequence(&mut self, rules: &mut Ruleset) {
        let steps = match &self.scenario.sequence {
            None => &self.content.sequence,
            Some(name) => {
                self.at(EntryKind::Scenario, self.scenario.id.as_str(), &["sequence"]);
                let Some(steps) = self.content.other_sequences.get(name) else {
                    self.unknown("sequence", name.as_str());
                    return;
                };
                steps
            }
        };
        self.entry = None;
        let around = Around { player: Player::All, when: Vec::new(), within: Vec::new() };
        let mut phases = Vec::new();
        self.flatten(steps, &around, &mut phases);
        rules.phases = phases;
    }

    fn player(&mut self, actor: &ActorId) -> Player {
        match self.actor(actor) {
            Some(Actor::Side(side)) => Player::Side(side),
            Some(Actor::Power(power)) => Player::Power(power),
            None => Player::All,
        }
    }

    fn flatten(&mut self, steps: &[Step], around: &Around, phases: &mut Vec<Phase>) {
        for step in steps {
            match step {
                Step::Phase { id, title, by, together, run, done_by, when, option, source, .. } => {
                    self.at(EntryKind::Phase, id.as_str(), &[]);
                    let player = match by {
                        Some(actor) => self.player(actor),
                        None if *together => Player::All,
                        None => around.player.clone(),
                    };
                    let run = run.as_ref().and_then(|name| {
                        let found = self.names.procedures.get(name.as_str()).map(ProcedureIx::new);
                        if found.is_none() {
                            self.unknown("procedure", name.as_str());
                        }
                        found
                    });
                    let mut conditions = around.when.clone();
                    conditions.extend(self.maybe_condition(when.as_ref()));
                    let Some(name) = self.phase(id.as_str()) else { continue };
                    phases.push(Phase {
                        done_elsewhere: done_by.is_some(),
                        name,
                        title: if title.is_empty() { id.to_string() } else { title.clone() },
                        player,
                        run,
                        when: conditions,
                        option: option.as_ref().and_then(|option| self.option(option.as_str())),
                        opens: Vec::new(),
                        closes: Vec::new(),
                        within: around.within.clone(),
                        starts_turn_of: None,
                        ends_turn_of: None,
                        source: source.as_ref().map(ToString::to_string),
                    });
                }
                Step::Stage { id, repeat, each, when, steps, .. } => {
                    self.at(EntryKind::Phase, id.as_str(), &[]);
                    let players = match each {
                        None => vec![None],
                        Some(Turns::Of(actors)) => actors.iter().map(|actor| Some(self.player(actor))).collect(),
                        Some(Turns::Slots) => self.slots(),
                    };
                    let own = self.maybe_condition(when.as_ref());
                    let Some(name) = self.phase(id.as_str()) else { continue };
                    for _ in 0..repeat.unwrap_or(1).clamp(1, 50) {
                        for player in &players {
                            let mut inner = around.clone();
                            inner.when.extend(own.clone());
                            inner.within.push(name);
                            if let Some(player) = player {
                                inner.player = player.clone();
                            }
                            let from = phases.len();
                            self.flatten(steps, &inner, phases);
                            if phases.len() > from {
                                let last = phases.len() - 1;
                                phases[from].opens.insert(0, name);
                                phases[last].closes.push(name);
                                if player.is_some() {
                                    phases[from].starts_turn_of.clone_from(player);
                                    phases[last].ends_turn_of.clone_from(player);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn slots(&mut self) -> Vec<Option<Player>> {
        let order = &self.content.order;
        order
            .iter()
            .map(|slot| {
                let powers = slot.powers.iter().filter_map(|power| self.power(power.as_str())).collect();
                Some(Player::Slot(powers))
            })
            .collect()
    }
}
