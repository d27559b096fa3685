//! Lend-lease by share: a power lends part of its money to others; above a threshold the gift does not buy everything.

pub(crate) mod intervention;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::value::Amount;

use super::Next;
use crate::action::{Action, Refusal};
use crate::event::{Event, Operation};
use crate::ids::{Actor, PowerIx};
use crate::order::Order;
use crate::run::Run;
use crate::state::State;
use intervention::Intervention;

/// The settings of such a phase.
#[derive(Clone, Debug)]
pub struct GiveRules {
    pub from: PowerIx,
    pub to: Vec<PowerIx>,
    /// Of all the money of the giver, rounded up.
    pub share: Amount,
    /// What a power receives above this in a turn is bound.
    pub free_up_to: Option<i64>,
    /// What the enemy may do about it.
    pub intervention: Option<Intervention>,
    /// One gift to each power in a turn.
    pub once_each: bool,
    /// Powers that get nothing before they are in the war.
    pub only_at_war: Vec<PowerIx>,
}

/// Whether a power may be given something now.
fn may_get(state: &State, settings: &GiveRules, to: PowerIx) -> bool {
    let at_war = || state.powers().any(|other| state.at_war(to, other));
    settings.to.contains(&to)
        && (!settings.once_each || state.operations.given_to(to) == 0)
        && (!settings.only_at_war.contains(&to) || at_war())
}

/// The most a power with so much money may give away in a turn.
pub(crate) fn most_of(share: Amount, money: i64) -> i64 {
    -(-money * share.numerator).div_euclid(share.denominator.max(1))
}

/// What may still be given: the share counts money already given in this phase.
pub(crate) fn left(state: &State, settings: &GiveRules) -> i64 {
    let money = state.money(Actor::Power(settings.from));
    let lent = state.operations.lent_by(settings.from);
    (most_of(settings.share, money + lent) - lent).min(money).max(0)
}

pub(super) fn begin(run: &mut Run, settings: &GiveRules) -> Next {
    run.emit(Event::Operation(Operation::LendingBegan));
    if left(&run.state, settings) > 0 { Next::Waits } else { Next::Over }
}

pub(super) fn act(run: &mut Run, settings: &GiveRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(Next::Over),
        Action::Order(Order::Give { by, to, points }) => {
            if by != settings.from || !may_get(&run.state, settings, to) {
                return Err(Refusal::of(Ban::LendPartner, "this power does not lend to that one"));
            }
            if points == 0 || i64::from(points) > left(&run.state, settings) {
                return Err(Refusal::of(Ban::LendShare, "more than the share that may be lent"));
            }
            give(run, settings, to, i64::from(points));
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time for lend-lease")),
    }
}

/// Money changes hands. Gifts to one power in one phase come in one go, so that the threshold is the power's.
fn give(run: &mut Run, settings: &GiveRules, to: PowerIx, points: i64) {
    let giver = Actor::Power(settings.from);
    let rest = run.state.money(giver) - points;
    run.emit(Event::MoneySet { who: giver, to: rest });
    let sent = points;
    let (points, captured) = match &settings.intervention {
        Some(intervention) => intervention::fate(run, intervention, to, points),
        None => (points, 0),
    };
    if let Some(captor) = intervention::captor(&run.state, to).filter(|_| captured > 0) {
        let total = run.state.money(captor) + captured;
        run.emit(Event::MoneySet { who: captor, to: total });
    }
    let total = run.state.money(Actor::Power(to)) + points;
    run.emit(Event::MoneySet { who: Actor::Power(to), to: total });
    let before = run.state.operations.given_to(to);
    let bound = |sum: i64| settings.free_up_to.map_or(0, |free| (sum - free).max(0));
    let more = bound(before + points) - bound(before);
    if more > 0 {
        let now = run.state.operations.bound(to) + more;
        run.emit(Event::Operation(Operation::BoundSet { power: to, to: now }));
    }
    run.emit(Event::Operation(Operation::Lent { by: settings.from, to, points: sent }));
}

pub(super) fn legal(state: &State, settings: &GiveRules) -> Vec<Action> {
    let left = left(state, settings).min(i64::from(u16::MAX)) as u16;
    let mut actions = vec![Action::Done];
    for to in settings.to.iter().filter(|to| may_get(state, settings, **to)) {
        for points in [1, 5, 15, left].into_iter().filter(|points| *points <= left && *points > 0) {
            let action = Action::Order(Order::Give { by: settings.from, to: *to, points });
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
    }
    actions
}
