//! The turn as a tree of stages becomes one list of phases.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::ActorId;
use chartroom_format::schema::sequence::{EndRoll, StageEnd, Step, Turns};

use super::Compiler;
use crate::codes;
use crate::condition::Condition;
use crate::ids::{Actor, PhaseIx, ProcedureIx};
use crate::procedures::Procedure;
use crate::procedures::impulse::LoopInfo;
use crate::ruleset::{Phase, Player, Ruleset};

/// How often a stage is gone through that nothing else has ended.
const MOST_ROUNDS: i64 = 200;

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
        self.flatten(rules, steps, &around, &mut phases);
        rules.phases = phases;
    }

    fn player(&mut self, actor: &ActorId) -> Player {
        match self.actor(actor) {
            Some(Actor::Side(side)) => Player::Side(side),
            Some(Actor::Power(power)) => Player::Power(power),
            None => Player::All,
        }
    }

    fn flatten(&mut self, rules: &mut Ruleset, steps: &[Step], around: &Around, phases: &mut Vec<Phase>) {
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
                    if player == Player::All {
                        self.needs_player(rules, run);
                    }
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
                Step::Stage { id, repeat, until, each, when, steps, .. } => {
                    self.at(EntryKind::Phase, id.as_str(), &[]);
                    let players = match each {
                        None => vec![None],
                        Some(Turns::Of(actors)) => actors.iter().map(|actor| Some(self.player(actor))).collect(),
                        Some(Turns::Slots) => self.slots(),
                    };
                    let own = self.maybe_condition(when.as_ref());
                    let Some(name) = self.phase(id.as_str()) else { continue };
                    let goes = if until.is_some() { 1 } else { repeat.unwrap_or(1).clamp(1, 50) };
                    let (first, mut ends) = (phases.len(), Vec::new());
                    for _ in 0..goes {
                        for player in &players {
                            let mut inner = around.clone();
                            inner.when.extend(own.clone());
                            inner.within.push(name);
                            if let Some(player) = player {
                                inner.player = player.clone();
                            }
                            let from = phases.len();
                            self.flatten(rules, steps, &inner, phases);
                            if phases.len() > from {
                                let last = phases.len() - 1;
                                ends.push(last as u16);
                                phases[from].opens.insert(0, name);
                                phases[last].closes.push(name);
                                if player.is_some() {
                                    phases[from].starts_turn_of.clone_from(player);
                                    phases[last].ends_turn_of.clone_from(player);
                                }
                            }
                        }
                    }
                    if let (Some(until), false) = (until, ends.is_empty()) {
                        self.at(EntryKind::Phase, id.as_str(), &["until"]);
                        let stage = self.stage_end(until, *repeat, first as u16, ends);
                        rules.loops.extend(stage);
                    }
                }
            }
        }
    }

    /// A phase in which somebody acts needs somebody.
    fn needs_player(&mut self, rules: &Ruleset, run: Option<ProcedureIx>) {
        let acts = run.and_then(|at| rules.procedures.get(at.index())).is_some_and(|entry| {
            matches!(entry.run, Procedure::Move(_) | Procedure::Battle(_) | Procedure::Activate(_))
        });
        if acts {
            let message = "nobody acts in this phase: write `by:`, or `each:` in the stage around it".to_owned();
            self.fault(codes::NO_PLAYER, message);
        }
    }

    /// What ends a stage that is gone through again and again.
    fn stage_end(&mut self, until: &StageEnd, repeat: Option<i64>, first: u16, ends: Vec<u16>) -> Option<LoopInfo> {
        let StageEnd { all_pass, roll, when } = until;
        let roll = match roll {
            Some(EndRoll { dice, die, at_most, and_each }) => {
                if !(1..=20).contains(dice) || !(1..=1_000).contains(die) {
                    let message = format!("{dice} dice of {die} faces cannot be thrown: 1 to 20 dice of 1 to 1000");
                    self.fault(codes::NOT_CARRIED_OUT, message);
                    return None;
                }
                Some((*dice, *die, *at_most, *and_each))
            }
            None => None,
        };
        if !all_pass && roll.is_none() && when.is_none() && repeat.is_none() {
            let message = "nothing ends this stage: write `all_pass: true`, a `roll` or a condition".to_owned();
            self.fault(codes::NOT_CARRIED_OUT, message);
            return None;
        }
        let most = repeat.unwrap_or(MOST_ROUNDS).clamp(1, MOST_ROUNDS) as u16;
        Some(LoopInfo { first, ends, most, all_pass: *all_pass, roll, when: self.maybe_condition(when.as_ref()) })
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
