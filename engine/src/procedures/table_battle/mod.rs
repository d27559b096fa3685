//! `Battle`: units attack a neighbouring space by a combat results table. Orders are here; who takes part and how strong in
//! [`forces`], the column and the roll in [`mod@column`], what a code does in [`results`], and who falls, goes back and follows in
//! [`losses`] and [`afterwards`]. [`prospect`] tells what every roll would bring, for odds and bots.

mod afterwards;
pub mod column;
pub mod forces;
mod losses;
pub mod prospect;
mod results;

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::move_points::{StackLimit, UnitMark};
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::table_battle::{BattleResult, LossChooser, MustAttack, RetreatRules};
use chartroom_format::schema::units::CombatRole;

use crate::action::{Action, Maneuver, Refusal};
use crate::condition::{Condition, UnitFilter};
use crate::event::{Event, ManeuverEvent};
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::Next;
use crate::procedures::movement::{clear, own_powers, present};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::services::marks::Marks;
use crate::state::rng::{Decision, Purpose};
use crate::state::table_battle::Clash;
use crate::state::{Stack, State};
use column::ColumnRule;

/// The settings of a combat phase.
#[derive(Clone, Debug)]
pub struct BattleRules {
    pub column: ColumnRule,
    pub die: i64,
    pub dice: i64,
    /// Codes of the table and what they mean, in the pack's order.
    pub results: Vec<(String, Vec<BattleResult>)>,
    pub shifts: Vec<ShiftRule>,
    pub kind: BattleKind,
    pub units: Option<UnitFilter>,
    pub only: Option<UnitMark>,
    pub must_attack: MustAttack,
    pub losses: LossChooser,
    pub retreat: RetreatRules,
    pub stacking: Option<StackLimit>,
}

/// A shift of the column.
#[derive(Clone, Debug)]
pub struct ShiftRule {
    pub by: i64,
    pub of: CombatRole,
    pub with: Option<UnitFilter>,
    pub when: Option<Condition>,
}

pub(crate) fn begin(run: &mut Run, settings: &BattleRules) -> Next {
    let powers = own_powers(run.rules, &run.state);
    clear(run, &powers, Marks::FOUGHT);
    forget(run);
    if is_idle(run.rules, &run.state, settings) { Next::Over } else { Next::Waits }
}

/// Nobody can attack.
fn is_idle(rules: &Ruleset, state: &State, settings: &BattleRules) -> bool {
    forces::able(rules, state, settings).all(|stack| forces::targets(rules, state, &stack).is_empty())
}

fn forget(run: &mut Run) {
    let battles = &run.state.battles;
    if !battles.pledged.is_empty() || !battles.attacked.is_empty() || battles.clash.is_some() {
        run.emit(Event::Maneuver(ManeuverEvent::BattlesCleared));
    }
}

pub(crate) fn act(run: &mut Run, settings: &BattleRules, action: &Action) -> Result<Next, Refusal> {
    if let Some(clash) = run.state.battles.clash {
        results::decide(run, settings, &clash, action)?;
        results::go_on(run, settings);
        return Ok(Next::Waits);
    }
    match action {
        Action::Done => {
            if let Some(refusal) = unfought(run.rules, &run.state, settings) {
                return Err(refusal);
            }
            forget(run);
            return Ok(Next::Over);
        }
        Action::Maneuver(Maneuver::Pledge { stack, target }) => pledge(run, settings, *stack, *target)?,
        Action::Maneuver(Maneuver::Attack { target }) => attack(run, settings, *target)?,
        _ => return Err(Refusal::of(Ban::WrongTime, "this is a combat phase: units attack, or it ends")),
    }
    Ok(Next::Waits)
}

/// Who has to decide about a result.
pub(crate) fn deciding(state: &State) -> Option<SideIx> {
    state.battles.clash.and_then(|clash| clash.duty).map(|duty| duty.by)
}

pub(crate) fn legal(rules: &Ruleset, state: &State, settings: &BattleRules) -> Vec<Action> {
    if let Some(clash) = &state.battles.clash {
        return results::ways(rules, state, settings, clash);
    }
    let mut found = Vec::new();
    if unfought(rules, state, settings).is_none() {
        found.push(Action::Done);
    }
    for stack in forces::able(rules, state, settings) {
        for target in forces::targets(rules, state, &stack) {
            found.push(Action::Maneuver(Maneuver::Pledge { stack, target }));
            if stack.count > 1 {
                found.push(Action::Maneuver(Maneuver::Pledge { stack: Stack { count: 1, ..stack }, target }));
            }
        }
    }
    let mut targets: Vec<SpaceIx> = state.battles.pledged.iter().map(|(target, _)| *target).collect();
    targets.dedup();
    let allowed = targets.into_iter().filter(|target| {
        let force: Vec<Stack> = state.battles.pledged_to(*target).copied().collect();
        column::of(rules, state, settings, &force, *target).is_ok()
    });
    found.extend(allowed.map(|target| Action::Maneuver(Maneuver::Attack { target })));
    found
}

/// Why the phase cannot end: somebody who must attack has not.
fn unfought(rules: &Ruleset, state: &State, settings: &BattleRules) -> Option<Refusal> {
    if settings.must_attack == MustAttack::Nobody {
        return None;
    }
    // Units pledged to an attack that was not made are bound to make it as well.
    let free = forces::able(rules, state, settings);
    let pledged = state.battles.pledged.iter().map(|(_, stack)| *stack);
    free.chain(pledged).find_map(|stack| {
        let zones = crate::services::zones::of_enemies(rules, state, stack.power);
        if !zones.has(stack.space) {
            return None;
        }
        let one = Stack { count: 1, ..stack };
        let targets = forces::targets(rules, state, &stack).into_iter();
        let target = targets.into_iter().find(|target| column::of(rules, state, settings, &[one], *target).is_ok())?;
        let (title, here, there) =
            (&rules.unit(stack.unit).title, rules.space_name(stack.space), rules.space_name(target));
        let text = format!("{title} in {here} stands in an enemy zone of control and must attack, for example {there}");
        Some(Refusal::of(Ban::WrongTime, text))
    })
}

/// Units are named for an attack.
fn pledge(run: &mut Run, settings: &BattleRules, stack: Stack, target: SpaceIx) -> Result<(), Refusal> {
    let (rules, state) = (run.rules, &run.state);
    present(rules, state, stack)?;
    let title = &rules.unit(stack.unit).title;
    if !own_powers(rules, state).contains(&stack.power) {
        return Err(Refusal::of(Ban::NotYours, format!("{title}: this is not the turn of their owner")));
    }
    if Marks::of(&stack).has(Marks::FOUGHT) {
        return Err(Refusal::of(Ban::HasActed, format!("{title} has attacked in this phase, and a unit attacks once")));
    }
    if !forces::may_attack(rules, state, settings, &stack) {
        return Err(Refusal::of(Ban::Target, format!("{title} does not attack in this phase")));
    }
    let free = stack_of(state, &stack).saturating_sub(state.battles.pledged_of(&stack));
    if free < stack.count {
        return Err(Refusal::of(Ban::HasActed, format!("only {free} of {title} are not named for an attack yet")));
    }
    if target.index() >= rules.board.spaces.len() {
        return Err(Refusal::of(Ban::NotThere, "there is no such space"));
    }
    forces::may_be_attacked(rules, state, &stack, target)?;
    run.emit(Event::Maneuver(ManeuverEvent::Pledged { target, stack }));
    Ok(())
}

/// How many units of exactly this kind are there.
fn stack_of(state: &State, wanted: &Stack) -> u16 {
    let same = |stack: &&Stack| Stack { count: 0, ..**stack } == Stack { count: 0, ..*wanted };
    state.stacks_in(wanted.space).iter().find(same).map_or(0, |stack| stack.count)
}

/// The dice are thrown.
fn attack(run: &mut Run, settings: &BattleRules, target: SpaceIx) -> Result<(), Refusal> {
    let force: Vec<Stack> = run.state.battles.pledged_to(target).copied().collect();
    let (Some(first), true) = (force.first().copied(), target.index() < run.rules.board.spaces.len()) else {
        return Err(Refusal::of(Ban::NotAnnounced, "nobody is named for this attack: units are pledged to it first"));
    };
    let column = column::of(run.rules, &run.state, settings, &force, target)?;
    let defender = forces::defenders(&run.state, first.power, target).next().copied();
    let sides = run.state.side_of(first.power).zip(defender.and_then(|stack| run.state.side_of(stack.power)));
    let Some((attacker, defender)) = sides else {
        return Err(Refusal::of(Ban::Target, "nobody who is on a side defends the space"));
    };
    let what = Decision::of(Purpose::Battle).at(target).by(attacker);
    let rolled: i64 = (0..settings.dice).map(|_| run.roll(what, settings.die)).sum();
    let roll = rolled + column.die_modifier;
    let result = settings.column.code(run.rules, settings, roll, column.place);
    let code = result.map_or_else(String::new, |at| settings.results[usize::from(at)].0.clone());
    let clash = Clash { target, attacker, defender, lead: first.power, result, begun: 0, duty: None };
    let label = settings.column.label(run.rules, column.place);
    run.emit(Event::Maneuver(ManeuverEvent::Fought {
        clash,
        attack: column.attack,
        defence: column.defence,
        column: label,
        roll,
        code,
    }));
    let defending: Vec<Stack> = forces::defenders(&run.state, first.power, target).copied().collect();
    for stack in force {
        mark(run, stack, Marks::of(&stack).with(Marks::FOUGHT).with(Marks::ENGAGED));
    }
    for stack in defending {
        mark(run, stack, Marks::of(&stack).with(Marks::ENGAGED));
    }
    results::go_on(run, settings);
    Ok(())
}

/// Gives units other marks.
fn mark(run: &mut Run, stack: Stack, marks: Marks) {
    run.emit(Event::Maneuver(ManeuverEvent::Marked { stack, marks: marks.0 }));
}
