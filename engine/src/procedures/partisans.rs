//! Partisans: for a price and a die a space of the enemy without units of his changes hands, its industry in ruins.

use chartroom_format::schema::refusal::Ban;

use super::Next;
use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::rng::{Decision, Purpose};

#[derive(Clone, Debug)]
pub struct PartisanRules {
    pub against: Actor,
    pub cost: i64,
    pub die: i64,
    /// The highest roll that takes the space.
    pub succeeds_up_to: i64,
    /// Sorted.
    pub except: Vec<SpaceIx>,
    /// Sorted: nobody rises here before the enemy has lost one of them.
    pub after_foothold: Vec<SpaceIx>,
}

/// Why nobody rises in a space.
fn closed(rules: &Ruleset, state: &State, side: SideIx, settings: &PartisanRules, space: SpaceIx) -> Option<Refusal> {
    let held = |space: SpaceIx| state.is_held_by(space, settings.against);
    if space.index() >= rules.board.spaces.len() || !rules.board.has_land(space) || !held(space) {
        return Some(Refusal::of(Ban::Target, "partisans rise only behind the enemy's lines"));
    }
    if settings.except.binary_search(&space).is_ok() {
        return Some(Refusal::of(Ban::Target, "nobody rises there"));
    }
    if state.stacks_in(space).iter().any(|stack| state.is_of(stack.power, settings.against) && stack.army != 0) {
        return Some(Refusal::of(Ban::Target, "an army stands there"));
    }
    let foothold = || settings.after_foothold.iter().any(|space| state.is_friendly(*space, side));
    if settings.after_foothold.binary_search(&space).is_ok() && !foothold() {
        return Some(Refusal::of(Ban::Target, "nobody rises there before the enemy has lost ground"));
    }
    if state.combat.expended.contains(&(side, space)) {
        return Some(Refusal::of(Ban::OneTarget, "one attempt in a turn"));
    }
    None
}

fn at_war(state: &State, side: SideIx, settings: &PartisanRules) -> bool {
    state.actors_at_war(Actor::Side(side), settings.against)
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &PartisanRules) -> Next {
    let rich = run.state.money(Actor::Side(side)) >= settings.cost;
    if rich && at_war(&run.state, side, settings) { Next::Waits } else { end(run, side) }
}

fn end(run: &mut Run, side: SideIx) -> Next {
    super::drop_rest(run, Actor::Side(side));
    if !run.state.combat.expended.is_empty() {
        run.emit(Event::ExpendedReady);
    }
    Next::Over
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &PartisanRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(end(run, side)),
        Action::Incite { space } => {
            if !at_war(&run.state, side, settings) {
                return Err(Refusal::of(Ban::Target, "there is no war with the owner"));
            }
            if let Some(refusal) = closed(run.rules, &run.state, side, settings, space) {
                return Err(refusal);
            }
            let who = Actor::Side(side);
            let left = run.state.money(who) - settings.cost;
            if left < 0 {
                return Err(Refusal::of(Ban::Money, "the budget does not reach"));
            }
            run.emit(Event::MoneySet { who, to: left });
            run.emit(Event::FleetExpended { side, space });
            if run.roll(Decision::of(Purpose::Partisans).at(space).by(who), settings.die) <= settings.succeeds_up_to {
                let working = run.production_in(space) - run.state.damage(space);
                if working > 0 {
                    run.emit(Event::Devastated { space, points: working });
                }
                let power = run.lead(who);
                run.capture(space, power);
            }
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time of partisans")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &PartisanRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    if state.money(Actor::Side(side)) >= settings.cost && at_war(state, side, settings) {
        let spaces = (0..rules.board.spaces.len()).map(SpaceIx::new);
        let open = spaces.filter(|space| {
            state.is_held_by(*space, settings.against) && closed(rules, state, side, settings, *space).is_none()
        });
        actions.extend(open.map(|space| Action::Incite { space }));
    }
    actions
}
