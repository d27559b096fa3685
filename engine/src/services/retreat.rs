//! Ways of retreat: so many spaces, each further from where the units stood, not into enemies or their zones of control, and to
//! an end where there is room.

use std::collections::VecDeque;

use chartroom_format::schema::move_points::StackLimit;
use chartroom_format::schema::table_battle::RetreatRules;
use chartroom_format::schema::units::{Ability, Domain};

use super::{sides, standing, zones};
use crate::ids::SpaceIx;
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Whether units of a type ever leave the place they defend.
pub(crate) fn can_leave(rules: &Ruleset, stack: &Stack) -> bool {
    let info = rules.unit(stack.unit);
    info.domain != Domain::Fixed && !info.can(Ability::Immobile) && !info.can(Ability::HoldsGround)
}

/// Where units of a stack can go when they retreat so many spaces: with how far each place is. Without a way of full length and
/// with rules that let them stop sooner, the farthest they can go.
pub(crate) fn places(
    rules: &Ruleset,
    state: &State,
    stack: &Stack,
    spaces: u8,
    settings: RetreatRules,
    stacking: Option<StackLimit>,
) -> Vec<SpaceIx> {
    if !can_leave(rules, stack) {
        return Vec::new();
    }
    let domain = rules.unit(stack.unit).domain;
    let watched = zones::of_enemies(rules, state, stack.power);
    let far = distances(rules, stack.space, domain, spaces);
    let open = |to: SpaceIx| {
        let friends = state.stacks_in(to).iter().any(|other| sides::are_friends(state, stack.power, other.power));
        let zone_bars = !settings.through_zones
            && watched.has(to)
            && !(settings.friends_cancel_zones && friends && to != stack.space);
        !zone_bars
            && !sides::has_others(state, stack.power, to)
            && sides::ground(rules, state, stack.power, to) != chartroom_format::schema::move_points::GroundOf::Neutrals
    };
    let mut here = vec![stack.space];
    let barred = rules.board.marks.bars_retreat;
    for step in 1..=spaces {
        let mut next: Vec<SpaceIx> = Vec::new();
        let mut seen = SpaceSet::new(rules.board.spaces.len());
        for at in &here {
            for link in rules.board.links_of(*at) {
                let leads_on = link.passes.has(domain) && link.sides & barred == 0;
                if leads_on && far[link.to.index()] == step && open(link.to) && seen.add(link.to) {
                    next.push(link.to);
                }
            }
        }
        here = next;
    }
    here.retain(|to| standing::room(rules, state, stack.power, stack.unit, *to, stacking) > 0);
    here.sort_unstable();
    here
}

/// How many steps every space is from one, as far as that matters; 255 beyond.
fn distances(rules: &Ruleset, from: SpaceIx, domain: Domain, most: u8) -> Vec<u8> {
    let mut far = vec![u8::MAX; rules.board.spaces.len()];
    far[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        let next = far[at.index()] + 1;
        if next > most {
            break;
        }
        for link in rules.board.links_of(at).iter().filter(|link| link.passes.has(domain)) {
            if far[link.to.index()] == u8::MAX {
                far[link.to.index()] = next;
                queue.push_back(link.to);
            }
        }
    }
    far
}
