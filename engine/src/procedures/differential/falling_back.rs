//! Retreat: one space, out of enemy zones if there is a way, else onto friends; who has no way is lost.

use chartroom_format::schema::units::{Ability, Domain};

use super::{entry, lines, march, zones};
use crate::event::{CampaignEvent, LossReason};
use crate::ids::{PowerIx, SpaceIx};
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::{Stack, State};

/// Where beaten units may go; spaces that are lost with theirs are none.
pub(super) fn options(rules: &Ruleset, state: &State, stack: &Stack, lost: &[SpaceIx]) -> Vec<SpaceIx> {
    let power = stack.power;
    let controlled = zones::enemy_zones(rules, state, power, None);
    let at_home_only = rules.unit(stack.unit).can(Ability::HomeOnly) || lines::is_homebound(rules, power);
    let occupied = |space: SpaceIx| {
        let mut stacks = state.stacks_in(space).iter();
        stacks.any(|other| zones::is_land(rules, other) && !zones::is_friend(state, power, other.power))
    };
    let open: Vec<SpaceIx> = rules
        .board
        .links_of(stack.space)
        .iter()
        .filter(|link| link.passes.has(Domain::Land) && !rules.board.side_is(link, |side| side.bars_retreat))
        .map(|link| link.to)
        .filter(|to| rules.board.has_land(*to) && !occupied(*to) && !lost.contains(to))
        .filter(|to| !violates(state, power, *to) || entry::provokes(rules, state, power, *to))
        .filter(|to| !at_home_only || rules.power(power).home.binary_search(to).is_ok())
        .collect();
    let free = |to: &&SpaceIx| !controlled.has(**to);
    let roomy = |to: &&SpaceIx| stacking::room(rules, state, power, stack.unit, **to) >= i64::from(stack.count);
    let best: Vec<SpaceIx> = open.iter().filter(free).filter(roomy).copied().collect();
    if !best.is_empty() {
        return best;
    }
    let covered = |to: &&SpaceIx| zones::friends_in(rules, state, power, **to).next().is_some();
    let any: Vec<SpaceIx> = open.iter().filter(|to| free(to) || covered(to)).copied().collect();
    any
}

/// Whether a retreat into a space is an invasion of a country that is not in the war.
pub(super) fn violates(state: &State, power: PowerIx, to: SpaceIx) -> bool {
    !state.holder(to).is_some_and(|holder| zones::is_friend(state, power, holder) || state.at_war(power, holder))
}

/// Units retreat into a space and add nothing to its defence in this phase.
pub(super) fn go(run: &mut Run, stack: Stack, to: SpaceIx) {
    if violates(&run.state, stack.power, to) && entry::provoke(run, stack.power, to).is_err() {
        return run.destroy(stack, LossReason::NoRetreat);
    }
    let group = Group { space: stack.space, power: stack.power, unit: stack.unit, count: stack.count };
    march::relocate(run, group, to);
    run.note(CampaignEvent::FellBack { group: Group { space: to, ..group } });
    entry::occupy(run, to, stack.power);
}
