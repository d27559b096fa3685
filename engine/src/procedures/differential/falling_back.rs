//! Retreat: one space, out of enemy zones if there is a way, else onto friends; who has no way is lost.

use chartroom_format::schema::units::{Ability, Domain};

use super::{entry, march, zones};
use crate::event::CampaignEvent;
use crate::ids::SpaceIx;
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Engagement, Group};
use crate::state::{Stack, State};

/// Where beaten units may go.
pub(super) fn options(rules: &Ruleset, state: &State, stack: &Stack, engagement: &Engagement) -> Vec<SpaceIx> {
    let power = stack.power;
    let controlled = zones::enemy_zones(rules, state, power, None);
    let at_home_only = rules.unit(stack.unit).can(Ability::HomeOnly);
    let open: Vec<SpaceIx> = rules
        .board
        .links_of(engagement.target)
        .iter()
        .filter(|link| link.passes.has(Domain::Land) && !rules.board.side_is(link, |side| side.bars_retreat))
        .map(|link| link.to)
        .filter(|to| rules.board.has_land(*to) && zones::enemies_in(rules, state, power, *to).next().is_none())
        .filter(|to| {
            state
                .holder(*to)
                .is_some_and(|holder| zones::is_friend(state, power, holder) || state.at_war(power, holder))
        })
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

/// Units retreat into a space and add nothing to its defence in this phase.
pub(super) fn go(run: &mut Run, stack: Stack, to: SpaceIx) {
    let group = Group { space: stack.space, power: stack.power, unit: stack.unit, count: stack.count };
    march::relocate(run, group, to);
    run.note(CampaignEvent::FellBack { group: Group { space: to, ..group } });
    entry::occupy(run, to, stack.power);
}
