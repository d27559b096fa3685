//! The loop of a game: what is legal, what an action does, phase after phase until somebody has won.

use std::collections::VecDeque;

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::scenario::VictoryCheck;

use crate::action::{Action, Refusal};
use crate::codes;
use crate::condition::Scene;
use crate::effect;
use crate::event::{Event, GainReason};
use crate::ids::{Actor, EventIx, SideIx, SpaceIx};
use crate::procedures::{self, Next, victory};
use crate::query::memory::Memory;
use crate::ruleset::{Player, Ruleset};
use crate::run::Run;
use crate::state::campaign::{Arrival, Pending};
use crate::state::{Outcome, State, relation_code};
use crate::triggers::{self, Moment};

/// Phases that may pass by without anybody deciding anything; more means that the scenario never comes to a decision.
const QUIET_PHASES: u32 = 20_000;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    pub rules: &'r Ruleset,
    pub state: State,
}

/// What a step of a game brought about.
#[derive(Clone, Debug, Default)]
pub struct Step {
    pub events: Vec<Event>,
    /// The rule that triggered itself without end and was stopped.
    pub looping: Option<EventIx>,
}

impl<'r> Game<'r> {
    /// Starts a game and goes on to its first decision.
    pub fn start(rules: &'r Ruleset, state: State) -> (Self, Step) {
        let mut run = Run::new(rules, state);
        triggers::fire(&mut run, &Moment::GameStart, &Scene::default());
        start_turn(&mut run);
        go_on(&mut run);
        let step = Step { events: run.events, looping: run.looping };
        (Self { rules, state: run.state }, step)
    }

    /// Who has to decide; nobody when the game is over.
    pub fn to_act(&self) -> Option<SideIx> {
        procedures::to_act(self.rules, &self.state)
    }

    /// What he may do. Redeployments are listed by one point and by whole stacks; other numbers are legal too.
    pub fn legal(&self) -> Vec<Action> {
        procedures::legal(self.rules, &self.state, &mut Memory::default())
    }

    /// One of the legal actions: `choose` gets their number and says which, counted as `legal` lists them.
    pub fn pick(&self, choose: impl FnMut(usize) -> usize) -> Option<Action> {
        self.pick_with(&mut Memory::default(), choose)
    }

    /// The same for somebody who asks again and again and keeps a memory; the answer does not depend on it.
    pub fn pick_with(&self, memory: &mut Memory, mut choose: impl FnMut(usize) -> usize) -> Option<Action> {
        procedures::pick(self.rules, &self.state, memory, &mut choose)
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.outcome.as_ref()
    }

    /// Does an action and everything that follows until the next decision, or refuses it and changes nothing.
    pub fn submit(&mut self, action: &Action) -> Result<Step, Refusal> {
        self.submit_with(&mut Memory::default(), action)
    }

    /// The same for somebody who acts again and again and keeps a memory; what happens does not depend on it.
    pub fn submit_with(&mut self, memory: &mut Memory, action: &Action) -> Result<Step, Refusal> {
        let copy = match memory.spare.take() {
            Some(mut spare) => {
                State::clone_from(&mut spare, &self.state);
                spare
            }
            None => Box::new(self.state.clone()),
        };
        let mut run = Run::with(self.rules, *copy, std::mem::take(memory));
        let mut resolved = resolve(&mut run, action).map_err(|refusal| refusal.cited(self.rules, &self.state));
        if let (Ok(()), Some(rule)) = (&resolved, run.looping) {
            resolved = Err(endless(self.rules, rule));
        }
        if resolved.is_ok() {
            std::mem::swap(&mut self.state, &mut run.state);
        }
        *memory = run.memory;
        memory.spare = Some(Box::new(run.state));
        resolved.map(|()| Step { events: run.events, looping: None })
    }

    /// The same with dice that show these faces first: those thrown are taken off the front, refused actions throw none.
    pub(crate) fn submit_loaded(
        &mut self,
        memory: &mut Memory,
        dice: &mut VecDeque<i64>,
        action: &Action,
    ) -> Result<Step, Refusal> {
        self.state.dice.loaded = dice.iter().copied().collect();
        let done = self.submit_with(memory, action);
        *dice = std::mem::take(&mut self.state.dice.loaded).into();
        done
    }
}

/// What an action brings about.
fn resolve(run: &mut Run, action: &Action) -> Result<(), Refusal> {
    if run.state.outcome.is_some() {
        return Err(Refusal::of(Ban::WrongTime, "the game is over"));
    }
    let next = match (run.state.choices.is_empty(), action) {
        (false, Action::Choose { option }) => effect::decide(run, *option).map(|()| Next::Waits)?,
        (false, _) => return Err(Refusal::of(Ban::WrongTime, "a decision is due first")),
        (true, Action::Invoke { rule }) => {
            let Some(side) = procedures::to_act(run.rules, &run.state) else {
                return Err(Refusal::of(Ban::WrongTime, "nobody can act now"));
            };
            triggers::invoke(run, side, *rule).map(|()| Next::Waits)?
        }
        (true, _) => procedures::act(run, action)?,
    };
    let here = scene(run);
    triggers::whenever(run, &here);
    if run.state.outcome.is_none() {
        victory::check(run, VictoryCheck::AtOnce);
    }
    if run.state.outcome.is_none() && nobody_fights(run) {
        victory::decide(run);
    }
    if next == Next::Over && run.state.outcome.is_none() {
        end_phase(run);
    }
    if !run.state.begun {
        go_on(run);
    }
    Ok(())
}

/// A rule that triggers itself for ever is no game: what was asked for is refused.
fn endless(rules: &Ruleset, event: EventIx) -> Refusal {
    let rule = rules.rules.iter().find(|rule| rule.event == event).and_then(|rule| rule.source.clone());
    let name = rules.events.get(event.index()).map_or("", String::as_str);
    Refusal::new(&rule.unwrap_or_default(), format!("{}: the rule `{name}` triggers itself for ever", codes::RULE_LOOP))
}

/// The scene of the phase at hand.
fn scene(run: &Run) -> Scene {
    let player = run.rules.phases.get(usize::from(run.state.phase)).map(|phase| &phase.player);
    let side = player.and_then(|player| run.state.side_of_player(player));
    let power = match player {
        Some(Player::Power(power)) => Some(*power),
        Some(Player::Slot(powers)) => powers.first().copied(),
        _ => None,
    };
    Scene { side, power, ..Scene::default() }
}

/// Runs phases until one waits for its player or the game is over.
fn go_on(run: &mut Run) {
    for _ in 0..QUIET_PHASES {
        if run.state.outcome.is_some() || !run.state.choices.is_empty() || run.looping.is_some() {
            return;
        }
        let at = usize::from(run.state.phase);
        if at >= run.rules.phases.len() {
            end_turn(run);
            continue;
        }
        if begin_phase(run) == Next::Waits && run.state.outcome.is_none() {
            return;
        }
        end_phase(run);
    }
    let outcome = Outcome {
        winner: None,
        level: None,
        victory: usize::MAX,
        reason: "the sequence never comes to a decision or an end".to_owned(),
    };
    run.emit(Event::GameEnded { outcome });
}

fn begin_phase(run: &mut Run) -> Next {
    let rules = run.rules;
    let at = run.state.phase;
    let phase = &rules.phases[usize::from(at)];
    let here = scene(run);
    run.emit(Event::PhaseBegan { phase: at });
    if let Some(player) = &phase.starts_turn_of {
        for power in members(run, player) {
            triggers::fire(run, &Moment::PowerTurnStart(power), &here);
        }
    }
    for name in phase.opens.iter().chain([&phase.name]) {
        triggers::fire(run, &Moment::PhaseStart(*name), &here);
    }
    let applies = run.state.option_or_none(phase.option)
        && phase.when.iter().all(|when| when.holds(rules, &run.state, &here))
        && plays(run, &phase.player);
    if applies { procedures::begin(run) } else { Next::Over }
}

/// Whether anybody of a player takes part in the scenario.
fn plays(run: &Run, player: &Player) -> bool {
    *player == Player::All || members(run, player).iter().any(|power| run.rules.power(*power).plays)
}

fn members(run: &Run, player: &Player) -> Vec<crate::ids::PowerIx> {
    match player {
        Player::Side(side) => run.state.members(Actor::Side(*side)).collect(),
        Player::Power(power) => vec![*power],
        Player::Slot(powers) => powers.clone(),
        Player::All => run.state.powers().collect(),
    }
}

fn end_phase(run: &mut Run) {
    if run.state.outcome.is_some() {
        return;
    }
    let rules = run.rules;
    let at = run.state.phase;
    let phase = &rules.phases[usize::from(at)];
    let here = scene(run);
    for name in std::iter::once(&phase.name).chain(&phase.closes) {
        triggers::fire(run, &Moment::PhaseEnd(*name), &here);
    }
    if let Some(player) = &phase.ends_turn_of {
        for power in members(run, player) {
            triggers::fire(run, &Moment::PowerTurnEnd(power), &here);
        }
    }
    triggers::whenever(run, &here);
    if run.state.outcome.is_none() {
        victory::check(run, VictoryCheck::AtOnce);
    }
    if run.state.outcome.is_none() {
        run.emit(Event::PhaseEnded { phase: at });
    }
}

fn start_turn(run: &mut Run) {
    triggers::fire(run, &Moment::TurnStart, &Scene::default());
    triggers::whenever(run, &Scene::default());
    let rules = run.rules;
    for coming in &rules.reinforcements {
        let due = coming.turn == i64::from(run.state.turn)
            && coming.when.as_ref().is_none_or(|when| when.holds(rules, &run.state, &Scene::default()));
        if due {
            let spaces: Vec<SpaceIx> = if coming.at.is_empty() {
                let home = &rules.power(coming.power).home;
                home.iter().copied().filter(|space| run.state.holder(*space) == Some(coming.power)).collect()
            } else {
                coming.at.clone()
            };
            for (unit, count) in &coming.units {
                if rules.campaign.reinforce.has_phase {
                    let (turn, count) = (run.state.turn, (*count).clamp(0, 60_000) as u16);
                    let pending = Pending { turn, power: coming.power, unit: *unit, count, place: Arrival::Anywhere };
                    run.note(crate::event::CampaignEvent::Due { pending });
                    continue;
                }
                run.place(coming.power, *unit, *count, &spaces, GainReason::Reinforcement);
            }
        }
    }
}

fn end_turn(run: &mut Run) {
    triggers::fire(run, &Moment::TurnEnd, &Scene::default());
    if !run.state.repairs.is_empty() {
        run.emit(Event::RepairsDone);
    }
    if run.state.outcome.is_none() {
        victory::check(run, VictoryCheck::TurnEnd);
    }
    if run.state.outcome.is_some() {
        return;
    }
    if i64::from(run.state.turn) >= run.rules.last_turn || nobody_fights(run) {
        victory::decide(run);
        return;
    }
    let turn = run.state.turn + 1;
    run.emit(Event::TurnBegan { turn });
    start_turn(run);
}

/// No two powers that take part are at war any more, though there was a war.
fn nobody_fights(run: &mut Run) -> bool {
    // Asked after every action, and nearly always answered here.
    if run.memory.unbroken == run.state.relations && !run.memory.unbroken.is_empty() {
        return false;
    }
    if !run.state.relations.contains(&relation_code(RelationKind::Surrendered)) {
        run.memory.unbroken.clone_from(&run.state.relations);
        return false;
    }
    let surrendered = run.state.powers().any(|power| run.rules.power(power).plays && run.state.has_surrendered(power));
    surrendered
        && !run.state.powers().any(|one| {
            run.rules.power(one).plays
                && run.state.powers().any(|other| run.rules.power(other).plays && run.state.at_war(one, other))
        })
}
