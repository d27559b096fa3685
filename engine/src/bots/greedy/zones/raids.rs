//! Raids of aircraft that no attack needs: each goes where it may be expected to cost the enemy most, less what it may cost itself.

use crate::action::Action;
use crate::game::Game;
use crate::ids::SpaceIx;
use crate::order::Order;
use crate::procedures::facility_raids;
use crate::state::Stack;

/// Raids that pay, the best of each stack.
pub(super) fn plan(game: &Game<'_>, say: &mut impl FnMut(String)) -> Vec<Order> {
    let (rules, state) = (game.rules, &game.state);
    let mut best: Vec<(Stack, SpaceIx, i64)> = Vec::new();
    for action in game.legal() {
        let Action::Order(Order::Raid { stack, to }) = action else { continue };
        let one = Stack { count: 1, ..stack };
        let Some(promise) = facility_raids::promise(rules, state, &one, to).filter(|promise| *promise > 0) else {
            continue;
        };
        match best.iter_mut().find(|(known, ..)| *known == one) {
            Some(found) if found.2 < promise => (found.1, found.2) = (to, promise),
            Some(_) => {}
            None => best.push((one, to, promise)),
        }
    }
    for (stack, to, promise) in &best {
        let (unit, place) = (&rules.unit(stack.unit).title, rules.board.space(*to).name());
        say(format!("raids {place} with {unit}: {} tenths to gain", promise));
    }
    best.into_iter().map(|(stack, to, _)| Order::Raid { stack, to }).collect()
}
