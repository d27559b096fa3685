//! Free set-up: before the game begins a side places units of its own where it likes, in friendly land and within the rules for stacking
//! and armies. What the scenario set up is where a player starts from, and what he keeps if he has done at once. No ways are looked for:
//! that is redeployment.

use chartroom_format::schema::refusal::Ban;

use super::Next;
use super::redeploy::{joined_army, standing};
use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::ids::{SideIx, SpaceIx, UnitIx};
use crate::query::stacking::Rooms;
use crate::query::{armies, stacking};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

#[derive(Clone, Debug)]
pub struct DeployRules {
    pub forces: Vec<FreeForceRule>,
}

/// What a side places freely.
#[derive(Clone, Debug)]
pub struct FreeForceRule {
    pub by: SideIx,
    pub units: Vec<UnitIx>,
    pub source: Option<String>,
}

impl DeployRules {
    fn of(&self, side: SideIx) -> Option<&FreeForceRule> {
        self.forces.iter().find(|force| force.by == side)
    }
}

/// Whoever has nothing to place is not asked.
pub(super) fn begin(run: &Run, side: SideIx, settings: &DeployRules) -> Next {
    if free_stacks(&run.state, side, settings).next().is_some() { Next::Waits } else { Next::Over }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &DeployRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(Next::Over),
        Action::Redeploy { from, army, power, unit, count, to, into } => {
            let wanted = Stack { space: from, army, power, unit, damaged: 0, count };
            let stack = standing(&run.state, side, wanted)?;
            may_place(run.rules, &run.state, side, settings, stack.unit, to)?;
            if from != to && stacking::room(run.rules, &run.state, power, unit, to) < i64::from(count) {
                return Err(Refusal::of(Ban::Stacking, "more points than the space may hold"));
            }
            let army = joined_army(run, side, stack, to, into)?;
            run.emit(Event::Moved { stack, to, army });
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time to set up")),
    }
}

/// Whether units of a type are placed freely by a side, and whether a place is open to it.
fn may_place(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &DeployRules,
    unit: UnitIx,
    to: SpaceIx,
) -> Result<(), Refusal> {
    let force = settings.of(side);
    let source = force.and_then(|force| force.source.as_deref());
    let refuse = |reason: &str| Refusal::by(source, Ban::Immobile, reason);
    if !force.is_some_and(|force| force.units.contains(&unit)) {
        return Err(refuse("units of this type stay where the scenario puts them"));
    }
    if to.index() >= rules.board.spaces.len() || !is_open(rules, state, side, to) {
        return Err(refuse("units are set up in friendly land"));
    }
    Ok(())
}

fn is_open(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> bool {
    state.is_friendly(space, side) && rules.board.has_land(space)
}

/// The stacks a side places freely.
fn free_stacks<'s>(state: &'s State, side: SideIx, settings: &'s DeployRules) -> impl Iterator<Item = &'s Stack> {
    let units = settings.of(side).map_or(&[][..], |force| &force.units);
    let own = state.stacks.iter().filter(move |stack| state.side_of(stack.power) == Some(side));
    own.filter(move |stack| stack.damaged == 0 && units.contains(&stack.unit))
}

/// To be done, or for each stack and each other place with room one point and as many as go: never more than twice as many as there are
/// stacks times friendly places. Other numbers are legal too, and so is splitting an army where it stands.
pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &DeployRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    let land = rules.board.land.iter().copied().filter(|space| is_open(rules, state, side, *space));
    let places: Vec<(SpaceIx, bool)> =
        land.map(|space| (space, armies::in_space(state, side, space).is_some())).collect();
    let may_found = armies::free_number(rules, state, side).is_some();
    let mut rooms = Rooms::new(rules, state, side);
    for stack in free_stacks(state, side, settings) {
        let army: u32 = state.army(side, stack.army).map(|other| u32::from(other.count)).sum();
        let needs_army = armies::belongs(rules, stack.unit);
        for (to, has_army) in places.iter().copied().filter(|(to, _)| *to != stack.space) {
            let most = rooms.room(stack.power, stack.unit, to).min(i64::from(stack.count)) as u16;
            // A whole army takes its number along.
            let joins = |count: u16| !needs_army || has_army || may_found || u32::from(count) == army;
            let counts = [1, most].into_iter().take(if most > 1 { 2 } else { usize::from(most) });
            actions.extend(counts.filter(|count| joins(*count)).map(|count| order(stack, to, count)));
        }
    }
    actions
}

const fn order(stack: &Stack, to: SpaceIx, count: u16) -> Action {
    let Stack { space: from, army, power, unit, .. } = *stack;
    Action::Redeploy { from, army, power, unit, count, to, into: None }
}
