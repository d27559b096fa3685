//! The commander in games whose units move by range and fight in rounds.

mod attack;
mod buy;
mod fight;
mod fleet;
mod force;
mod landing;
mod moves;
mod raids;
mod survey;

use super::Mind;
use crate::action::Action;
use crate::game::Game;
use crate::ids::Actor;
use crate::order::Order;

use survey::Survey;

pub(in crate::bots::greedy) use fight::decide;

/// What the commander keeps in mind while he buys.
#[derive(Default)]
pub(super) struct Purchase(Option<((i16, u16), buy::Needs)>);

impl std::fmt::Debug for Purchase {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Purchase").field(&self.0.as_ref().map(|(phase, _)| phase)).finish()
    }
}

impl Clone for Purchase {
    /// A copy begins its purchase anew.
    fn clone(&self) -> Self {
        Self(None)
    }
}

/// All moves of a phase, first one last.
pub(super) fn plan(game: &Game<'_>, mind: &mut Mind, attack: bool) -> Vec<Action> {
    let style = mind.style(game);
    let Some(survey) = Survey::new(game, mind.goals(game), style) else { return Vec::new() };
    let mut said = Vec::new();
    let say = |line: String| said.push(line);
    let plan = if attack { attack::plan(game, &survey, say) } else { moves::plan(game, &survey, say) };
    said.into_iter().for_each(|line| mind.say(game, &line));
    plan
}

/// The next purchase.
pub(super) fn buy(game: &Game<'_>, mind: &mut Mind, purchase: &mut Purchase) -> Action {
    let phase = (game.state.turn, game.state.phase);
    if purchase.0.as_ref().is_none_or(|(known, _)| *known != phase) {
        let style = mind.style(game);
        let Some(survey) = Survey::new(game, mind.goals(game), style) else { return Action::Done };
        purchase.0 = Some((phase, buy::Needs::new(game, survey)));
    }
    let Some((_, needs)) = &mut purchase.0 else { return Action::Done };
    let mut said = Vec::new();
    let action = needs.choose(game, |line| said.push(line));
    said.into_iter().for_each(|line| mind.say(game, &line));
    action
}

/// Everything that may be lent goes to the ally with least money.
pub(super) fn lend(game: &Game<'_>) -> Action {
    let gifts = game.legal().into_iter().filter_map(|action| match action {
        Action::Order(Order::Give { to, points, .. }) => Some((game.state.money(Actor::Power(to)), points, action)),
        _ => None,
    });
    gifts
        .min_by_key(|(money, points, _)| (*money, std::cmp::Reverse(*points)))
        .map_or(Action::Done, |(.., action)| action)
}
