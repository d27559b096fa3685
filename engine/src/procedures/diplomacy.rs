//! Declarations of war by the powers whose turn it is: each right says who may go to war with whom, and when.

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::refusal::Ban;

use super::Next;
use crate::action::{Action, Refusal};
use crate::condition::{Condition, Scene};
use crate::effect::{self, Politics};
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx};
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::triggers;

/// The settings of a phase of declarations.
#[derive(Clone, Debug)]
pub struct DiplomacyRules {
    pub wars: Vec<WarRule>,
}

/// Who may declare war on whom.
#[derive(Clone, Debug)]
pub struct WarRule {
    pub by: Vec<PowerIx>,
    pub on: Vec<Actor>,
    /// Also on whoever is on no side and does not lean to the side of the one who declares.
    pub unaligned: bool,
    pub except: Vec<PowerIx>,
    pub when: Option<Condition>,
    /// The side that a power on no side takes when war is declared on it.
    pub joins: Option<SideIx>,
    pub source: Option<String>,
}

/// The side a power belongs to or leans to.
fn leaning(rules: &Ruleset, state: &State, power: PowerIx) -> Option<SideIx> {
    state.side_of(power).or(rules.power(power).leans)
}

/// Whether a power has land or units left.
fn is_there(state: &State, power: PowerIx) -> bool {
    state.stacks.iter().any(|stack| stack.power == power)
        || (0..state.holders.len()).any(|at| state.holder(SpaceIx::new(at)) == Some(power))
}

/// The right by which a power may declare war on another now.
fn right<'r>(
    rules: &Ruleset,
    state: &State,
    settings: &'r DiplomacyRules,
    by: PowerIx,
    on: PowerIx,
) -> Option<&'r WarRule> {
    let friends = state.side_of(by).is_some() && state.side_of(by) == state.side_of(on);
    let plays = rules.power(on).plays && is_there(state, on);
    let kind = state.relation(by, on);
    let peace = !matches!(kind, RelationKind::War | RelationKind::Allied | RelationKind::Surrendered);
    if by == on || friends || !plays || !peace {
        return None;
    }
    let own = leaning(rules, state, by);
    let stands_apart = state.side_of(on).is_none() && (own.is_none() || rules.power(on).leans != own);
    let scene = Scene { power: Some(by), side: state.side_of(by), ..Scene::default() };
    settings.wars.iter().find(|war| {
        war.by.contains(&by)
            && !war.except.contains(&on)
            && (war.unaligned && stands_apart || war.on.iter().any(|who| state.is_of(on, *who)))
            && war.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
    })
}

/// All declarations that the powers whose turn it is may make.
pub(crate) fn declarations(rules: &Ruleset, state: &State, settings: &DiplomacyRules) -> Vec<Order> {
    let mut found = Vec::new();
    for by in zones::powers_of(rules, state) {
        let others = state.powers().filter(|on| right(rules, state, settings, by, *on).is_some());
        found.extend(others.map(|on| Order::Declare { by, on }));
    }
    found
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &DiplomacyRules) -> Next {
    let chooses = !triggers::invocable(run.rules, &run.state, side).is_empty();
    if chooses || !declarations(run.rules, &run.state, settings).is_empty() { Next::Waits } else { Next::Over }
}

pub(super) fn act(run: &mut Run, settings: &DiplomacyRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => Ok(Next::Over),
        Action::Order(Order::Declare { by, on }) => {
            let known = on.index() < run.rules.powers.len() && zones::powers_of(run.rules, &run.state).contains(&by);
            let right = if known { right(run.rules, &run.state, settings, by, on) } else { None };
            let Some(war) = right else {
                return Err(Refusal::of(Ban::Partner, "this power may not declare war on that one now"));
            };
            let scene = Scene { power: Some(by), side: run.state.side_of(by), ..Scene::default() };
            let joins = war.joins.filter(|_| run.state.side_of(on).is_none());
            let mut then: Vec<effect::Effect> =
                joins.map(|side| Politics::TakeSide(on, side).into()).into_iter().collect();
            then.push(Politics::DeclareWar(Actor::Power(by), Actor::Power(on)).into());
            effect::happen(run, &then, &scene);
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time to declare war")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &DiplomacyRules) -> Vec<Action> {
    let wars = declarations(rules, state, settings).into_iter().map(Action::Order);
    std::iter::once(Action::Done).chain(wars).collect()
}
