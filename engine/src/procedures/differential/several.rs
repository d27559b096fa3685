//! One attack on several spaces: all who attack must be beside all who defend. Here the spaces are put together; the sum of
//! strengths is in [`super::strengths`], what the defender loses and who advances in [`super::settle`].
//!
//! An attack goes by the name of one of its spaces. Pledges name that one, whichever of them a player names.

use chartroom_format::schema::refusal::Ban;

use super::battle;
use crate::action::{Command, Refusal};
use crate::event::CampaignEvent;
use crate::ids::SpaceIx;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::campaign::Pledge;

/// The space by which the attack goes that a space belongs to.
pub fn head(state: &State, space: SpaceIx) -> SpaceIx {
    state.campaign.joined.iter().find(|(_, with)| *with == space).map_or(space, |(head, _)| *head)
}

/// All spaces of an attack, in the order of the board but for the one it goes by.
pub fn spaces(state: &State, head: SpaceIx) -> Vec<SpaceIx> {
    let others = state.campaign.joined.iter().filter(|(of, _)| *of == head).map(|(_, with)| *with);
    std::iter::once(head).chain(others).collect()
}

pub(super) fn not_beside_all() -> Refusal {
    Refusal::of(Ban::Target, "who attacks several spaces at once must be beside each of them")
}

/// Whether all pledged to an attack may attack all these spaces.
fn beside_all(rules: &Ruleset, state: &State, pledges: &[Pledge], spaces: &[SpaceIx]) -> bool {
    pledges.iter().all(|pledge| {
        let open = battle::targets(rules, state, pledge.group.space, pledge.group.power);
        spaces.iter().all(|space| open.contains(space))
    })
}

/// An attack takes in another space, with all that is pledged against it already.
pub(super) fn widen(run: &mut Run, target: SpaceIx, with: SpaceIx) -> Result<(), Refusal> {
    let (target, with) = (head(&run.state, target), head(&run.state, with));
    if target == with {
        return Err(Refusal::of(Ban::Target, "an attack on several spaces takes in each of them once"));
    }
    let mut pledges = battle::pledged(&run.state, target);
    if pledges.is_empty() {
        return Err(Refusal::of(Ban::Adjacent, "nobody is pledged to this attack"));
    }
    let mut all = spaces(&run.state, target);
    all.extend(spaces(&run.state, with));
    if all.iter().any(|space| run.state.campaign.attacked.contains(space)) {
        return Err(Refusal::of(Ban::HasActed, "a space is attacked once in a phase"));
    }
    pledges.extend(battle::pledged(&run.state, with));
    if !beside_all(run.rules, &run.state, &pledges, &all) {
        return Err(not_beside_all());
    }
    run.note(CampaignEvent::Widened { target, with });
    Ok(())
}

/// Of the spaces that somebody can attack, the names of the attacks that he can join.
pub(super) fn joinable(state: &State, targets: &[SpaceIx]) -> Vec<SpaceIx> {
    if state.campaign.joined.is_empty() {
        return targets.to_vec();
    }
    let open = |target: &SpaceIx| {
        head(state, *target) == *target && spaces(state, *target).iter().all(|space| targets.contains(space))
    };
    targets.iter().copied().filter(open).collect()
}

/// Spaces that an attack can take in and still be strong enough. Attacks that others are pledged to are not listed.
pub(super) fn commands(rules: &Ruleset, state: &State, target: SpaceIx, pledges: &[Pledge]) -> Vec<Command> {
    let Some(first) = pledges.first() else { return Vec::new() };
    let own = spaces(state, target);
    let mut open = battle::targets(rules, state, first.group.space, first.group.power);
    open.retain(|with| !own.contains(with) && battle::pledged(state, head(state, *with)).is_empty());
    open.retain(|with| {
        let mut all = own.clone();
        all.push(*with);
        beside_all(rules, state, pledges, &all) && battle::differential_for(rules, state, pledges, &all).is_some()
    });
    open.into_iter().map(|with| Command::Widen { target, with }).collect()
}
