//! Events of a naval phase, applied to its records.

use crate::event::SeaEvent;
use crate::state::sea::{CONVOY, Fed, Fleet, Part};
use crate::state::{Stack, State};

pub(super) fn apply(state: &mut State, event: &SeaEvent) {
    let sea = &mut state.campaign.sea;
    match event {
        SeaEvent::Noted { number, fleet } => {
            let at = usize::from(*number).saturating_sub(1);
            if sea.fleets.len() <= at {
                sea.fleets.resize(at + 1, Fleet::default());
            }
            sea.fleets[at] = *fleet;
        }
        SeaEvent::Sailed { passage } => sea.passage = *passage,
        SeaEvent::Crossed { crossing } => {
            sea.crossing = *crossing;
            if crossing.is_none() {
                sea.hunts.retain(|hunt| hunt.0 != CONVOY);
            }
        }
        SeaEvent::Announced { target, attack } => {
            sea.announced.retain(|(space, _)| space != target);
            super::campaign::put(&mut sea.announced, (*target, *attack));
        }
        SeaEvent::Challenged { challenge } => {
            sea.challenge = *challenge;
            if challenge.is_none() {
                sea.fleets.iter_mut().for_each(|fleet| fleet.part = Part::Bystander);
            }
        }
        SeaEvent::Hunted { hunt } => super::campaign::put(&mut sea.hunts, *hunt),
        SeaEvent::Fell { blow } => {
            sea.blow = *blow;
            if blow.is_none() {
                let over = |fleet: &mut Fleet| fleet.part = Part::Bystander;
                sea.fleets.iter_mut().filter(|fleet| fleet.part != Part::Slips).for_each(over);
            }
        }
        SeaEvent::HarboursJudged { harbours } => sea.harbours.clone_from(harbours),
        SeaEvent::Snorted { power } => super::campaign::put(&mut sea.snorting, *power),
        SeaEvent::HomewardBound => sea.ending = true,
        SeaEvent::Loaned { .. } => {}
        SeaEvent::PhaseOver { stage } => close(state, *stage),
    }
}

/// What fleets did in the phase is forgotten; what they live on only when the stage is over.
fn close(state: &mut State, stage: bool) {
    let sea = &mut state.campaign.sea;
    for fleet in &mut sea.fleets {
        let fed = if stage { Fed::Full } else { fleet.fed };
        *fleet = Fleet { fed, ..Fleet::default() };
    }
    sea.announced.clear();
    sea.hunts.clear();
    sea.snorting.clear();
    sea.ending = false;
    (sea.passage, sea.challenge, sea.blow) = (None, None, None);
    if stage {
        sea.harbours.clear();
    }
    state.campaign.pledged.clear();
    let forgotten = |stack: &&Stack| stack.army != 0 && state.campaign.sea.fleet(stack.army).fed == Fed::Full;
    let stacks: Vec<Stack> = state.stacks.iter().filter(forgotten).copied().collect();
    for stack in stacks {
        super::remove(state, stack);
        super::add(state, Stack { army: 0, ..stack });
    }
    let used = state.stacks.iter().map(|stack| usize::from(stack.army)).max().unwrap_or(0);
    state.campaign.sea.fleets.truncate(used);
}
