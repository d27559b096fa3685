//! Lend-lease: production points go to an ally through depots that he still holds.

use super::{LendRules, Next};
use chartroom_format::schema::refusal::Ban;

use crate::action::{Action, Refusal};
use crate::condition::Scene;
use crate::event::Event;
use crate::ids::{Actor, SideIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::table::{Place, Value};

/// The most that may be lent now.
pub(crate) fn most(rules: &Ruleset, state: &State, side: SideIx, settings: &LendRules) -> i64 {
    if settings.when.as_ref().is_some_and(|when| !when.holds(rules, state, &Scene::of_side(Some(side)))) {
        return 0;
    }
    let table = rules.table(settings.depots);
    let held = table.keys(0).iter().enumerate().filter(|(_, name)| {
        rules.board.find(name).is_some_and(|space| state.holding_side(space) == state.side_of(settings.to))
    });
    let depots: i64 =
        held.filter_map(|(row, _)| table.cell(Place::At(row), Place::At(0)).and_then(Value::number)).sum();
    let already = state.money(Actor::Power(settings.to)).max(0);
    (depots.min(settings.most) - already).min(state.money(Actor::Side(side))).max(0)
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &LendRules) -> Next {
    // What was lent before and not spent is gone.
    let to = Actor::Power(settings.to);
    if run.state.money(to) != 0 {
        run.emit(Event::MoneySet { who: to, to: 0 });
    }
    if most(run.rules, &run.state, side, settings) > 0 { Next::Waits } else { Next::Over }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &LendRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(Next::Over),
        Action::Lend { points } => {
            let points = i64::from(points);
            if points == 0 || points > most(run.rules, &run.state, side, settings) {
                return Err(Refusal::of(Ban::LendLimit, "more than the depots and the budget allow"));
            }
            let (giver, taker) = (Actor::Side(side), Actor::Power(settings.to));
            let (rest, gift) = (run.state.money(giver) - points, run.state.money(taker) + points);
            run.emit(Event::MoneySet { who: giver, to: rest });
            run.emit(Event::MoneySet { who: taker, to: gift });
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::LendLimit, "this is the time for lend-lease")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &LendRules) -> Vec<Action> {
    let most = most(rules, state, side, settings).min(i64::from(u16::MAX)) as u16;
    std::iter::once(Action::Done).chain((1..=most).map(|points| Action::Lend { points })).collect()
}
