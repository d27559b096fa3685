//! `Activate`: a player wakes one space, whose fresh units act in this impulse and are spent after it. Also the end of a stage that is
//! gone through again and again.

use chartroom_format::schema::refusal::Ban;

use super::Next;
use super::movement::own_powers;
use crate::action::{Action, Maneuver, Refusal};
use crate::condition::{Condition, Scene, UnitFilter};
use crate::event::{Event, ManeuverEvent};
use crate::ids::{PowerIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::services::marks::Marks;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

/// The settings of an activation.
#[derive(Clone, Debug)]
pub struct ActivateRules {
    pub units: Option<UnitFilter>,
}

/// A stage that is gone through until something ends it.
#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// Its first phase.
    pub first: u16,
    /// The last phase of each player's part, in order.
    pub ends: Vec<u16>,
    /// How often all players go through it at most.
    pub most: u16,
    pub all_pass: bool,
    /// Dice, faces, the sum that ends it, and how much that grows each time.
    pub roll: Option<(i64, i64, i64, i64)>,
    pub when: Option<Condition>,
}

impl LoopInfo {
    /// The first phase after it.
    pub fn after(&self) -> u16 {
        self.ends.last().map_or(self.first, |last| last + 1)
    }

    /// Whether a phase belongs to it.
    pub fn holds(&self, phase: u16) -> bool {
        (self.first..self.after()).contains(&phase)
    }
}

/// Whoever was active is spent now.
pub(crate) fn begin(run: &mut Run, settings: &ActivateRules) -> Next {
    let powers = own_powers(run.rules, &run.state);
    tire(run, &powers);
    if fresh(run.rules, &run.state, settings).next().is_some() { Next::Waits } else { Next::Over }
}

/// Units that were active are spent.
fn tire(run: &mut Run, powers: &[PowerIx]) {
    let active = |stack: &&Stack| powers.contains(&stack.power) && Marks::of(stack).has(Marks::ACTIVE);
    let stacks: Vec<Stack> = run.state.stacks.iter().filter(active).copied().collect();
    for stack in stacks {
        let marks = Marks::of(&stack).without(Marks::ACTIVE).with(Marks::SPENT);
        run.emit(Event::Maneuver(ManeuverEvent::Marked { stack, marks: marks.0 }));
    }
}

/// Units that an activation can wake.
pub fn fresh<'a>(rules: &'a Ruleset, state: &'a State, settings: &'a ActivateRules) -> impl Iterator<Item = &'a Stack> {
    let powers = own_powers(rules, state);
    state.stacks.iter().filter(move |stack| {
        let meant = |filter: &UnitFilter| filter.takes(rules, state, stack.unit, Some(stack.power));
        powers.contains(&stack.power)
            && !Marks::of(stack).has(Marks::SPENT)
            && settings.units.as_ref().is_none_or(meant)
    })
}

pub(crate) fn act(run: &mut Run, settings: &ActivateRules, action: &Action) -> Result<Next, Refusal> {
    let space = match action {
        Action::Done => return Ok(Next::Over),
        Action::Maneuver(Maneuver::Activate { space }) => *space,
        _ => return Err(Refusal::of(Ban::WrongTime, "a space is activated now, or the player passes")),
    };
    let stacks: Vec<Stack> =
        fresh(run.rules, &run.state, settings).filter(|stack| stack.space == space).copied().collect();
    if stacks.is_empty() {
        let place = run.rules.board.spaces.get(space.index()).map_or("nowhere", |info| info.id.as_str());
        return Err(Refusal::of(Ban::NotThere, format!("no fresh units of this player stand in {place}")));
    }
    run.emit(Event::Maneuver(ManeuverEvent::Activated { space }));
    for stack in stacks {
        let marks = Marks::of(&stack).with(Marks::ACTIVE);
        run.emit(Event::Maneuver(ManeuverEvent::Marked { stack, marks: marks.0 }));
    }
    Ok(Next::Over)
}

pub(crate) fn legal(rules: &Ruleset, state: &State, settings: &ActivateRules) -> Vec<Action> {
    let mut spaces: Vec<SpaceIx> = fresh(rules, state, settings).map(|stack| stack.space).collect();
    spaces.dedup();
    let wake = spaces.into_iter().map(|space| Action::Maneuver(Maneuver::Activate { space }));
    std::iter::once(Action::Done).chain(wake).collect()
}

/// A new turn: what the last one did to units is forgotten. Only games whose units bear marks come here.
pub(crate) fn refresh(run: &mut Run) {
    let powers: Vec<_> = run.state.powers().collect();
    super::movement::clear(run, &powers, Marks::OF_TURN);
}

/// After a phase that ends a player's part of a stage: the stage goes on with the next player, begins again, or is over.
pub(crate) fn turn_stage(run: &mut Run, ended: u16, scene: &Scene) {
    let rules = run.rules;
    let Some(stage) = rules.loops.iter().find(|stage| stage.ends.contains(&ended)) else { return };
    tire_after(run, ended);
    let rounds = run.state.battles.rounds;
    let passes = if rounds.acted { 0 } else { rounds.passes.saturating_add(1) };
    let is_last = stage.ends.last() == Some(&ended);
    let went = rounds.went.saturating_add(1);
    let impulses = u32::from(stage.most).saturating_mul(stage.ends.len() as u32);
    let over = stage.all_pass && usize::from(passes) >= stage.ends.len()
        || u32::from(went) >= impulses
        || stage.when.as_ref().is_some_and(|when| when.holds(rules, &run.state, scene))
        || stage.roll.is_some_and(|(dice, die, at_most, and_each)| {
            let what = Decision::of(Purpose::StageEnd).round(u32::from(rounds.went));
            let sum: i64 = (0..dice).map(|_| run.roll(what, die)).sum();
            sum <= at_most.saturating_add(and_each.saturating_mul(i64::from(rounds.went)))
        });
    let next = match (over, is_last) {
        (true, _) => ManeuverEvent::StageTurned { phase: stage.after(), passes: 0, went: 0 },
        (false, true) => ManeuverEvent::StageTurned { phase: stage.first, passes, went },
        (false, false) => ManeuverEvent::StageTurned { phase: ended + 1, passes, went },
    };
    run.emit(Event::Maneuver(next));
}

/// The units that were active in the impulse that ended are spent.
fn tire_after(run: &mut Run, ended: u16) {
    let player = &run.rules.phases[usize::from(ended)].player;
    let powers = crate::services::sides::commanded(&run.state, player);
    tire(run, &powers);
}

/// Somebody did something in such a stage: he has not passed.
pub(crate) fn note_act(run: &mut Run, action: &Action) {
    let phase = run.state.phase;
    let is_new = !run.state.battles.rounds.acted && *action != Action::Done;
    if is_new && run.rules.loops.iter().any(|stage| stage.holds(phase)) {
        run.emit(Event::Maneuver(ManeuverEvent::StageActed));
    }
}
