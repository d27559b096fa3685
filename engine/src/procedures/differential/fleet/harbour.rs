//! Ports that feed ships, who must be in one when a phase ends, and who is lost because he is not.

use super::super::sea_rules::{self, Kind};
use super::super::{air_supply, decides_for, lines, zones};
use super::roster::{enlist, tell};
use super::waters::is_escort;
use super::{is_first, is_last, settings};
use crate::event::{LossReason, SeaEvent};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::sea::Fed;
use crate::state::{Stack, State};

/// Naval units that fight: all but merchant and amphibious fleets.
pub fn fights(rules: &Ruleset, stack: &Stack) -> bool {
    sea_rules::kind(rules, stack).is_some_and(|kind| kind != Kind::Shipping)
}

/// The naval stage begins: what feeds ships where they lie is good for all of it.
pub(super) fn judge(run: &mut Run) {
    let rules = run.rules;
    let mut harbours: Vec<(PowerIx, SpaceIx)> = Vec::new();
    let mut hungry: Vec<(Stack, Fed)> = Vec::new();
    let ports = lines::ports(rules, &run.state);
    for power in run.state.powers() {
        let own: Vec<Stack> =
            run.state.stacks.iter().filter(|stack| stack.power == power && fights(rules, stack)).copied().collect();
        if own.is_empty() {
            continue;
        }
        let supply = air_supply::of(rules, &run.state, power);
        // A power outside the war uses its own ports only.
        let open = |port: &SpaceIx| match run.state.side_of(power) {
            Some(_) => zones::is_friendly(&run.state, power, *port),
            None => run.state.holder(*port) == Some(power),
        };
        let fed = |port: &SpaceIx| supply.any.has(*port) || supply.full.has(*port);
        harbours.extend(ports.iter().filter(|port| open(port) && fed(port)).map(|port| (power, *port)));
        for stack in own {
            let based =
                sea_rules::kind(rules, &stack) == Some(Kind::LandBased) || ports.binary_search(&stack.space).is_ok();
            let fed = match () {
                () if !based || is_escort(rules, &run.state, &stack) || supply.full.has(stack.space) => Fed::Full,
                () if supply.any.has(stack.space) => Fed::Defence,
                () => Fed::Nothing,
            };
            if fed != Fed::Full {
                hungry.push((stack, fed));
            }
        }
    }
    harbours.sort_unstable();
    tell(run, SeaEvent::HarboursJudged { harbours });
    for (stack, fed) in hungry {
        // Without a number left nothing is remembered of them, and they are taken for fed.
        let _ = enlist(run, &[stack], |fleet| fleet.fed = fed);
    }
}

/// Whether ships must lie in a port, or escort others, when the phase at hand ends.
pub fn must_be_home(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let Some(settings) = settings(rules) else { return false };
    match sea_rules::kind(rules, stack) {
        Some(Kind::Submarine) => is_last(rules, state),
        Some(Kind::Carrier | Kind::Surface) => {
            is_last(rules, state) || !settings.at_sea.contains(&stack.power) || state.side_of(stack.power).is_none()
        }
        _ => false,
    }
}

/// Whether ships lie in a port that feeds them, or with merchant ships that they escort.
pub fn is_home(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    state.campaign.sea.is_harbour(stack.power, stack.space) || is_escort(rules, state, stack)
}

/// Ships of a side that must go home and have not.
pub(super) fn strays(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Stack> {
    let own = state.stacks.iter().filter(|stack| decides_for(rules, state, side, stack.power));
    own.filter(|stack| must_be_home(rules, state, stack) && !is_home(rules, state, stack)).copied().collect()
}

/// The phase of a side is over: ships that are not where they must be are lost, after the first one those too that nothing feeds.
pub(super) fn close(run: &mut Run, side: SideIx) {
    let rules = run.rules;
    let mut lost = strays(rules, &run.state, side);
    if is_first(rules, &run.state) {
        let starved = |stack: &&Stack| {
            decides_for(rules, &run.state, side, stack.power)
                && sea_rules::kind(rules, stack) != Some(Kind::LandBased)
                && run.state.campaign.sea.fleet(stack.army).fed == Fed::Nothing
                && !is_home(rules, &run.state, stack)
                && !lost.contains(stack)
        };
        let starved: Vec<Stack> = run.state.stacks.iter().filter(starved).copied().collect();
        lost.extend(starved);
    }
    for stack in lost {
        run.destroy(stack, LossReason::Unsupplied);
    }
}
