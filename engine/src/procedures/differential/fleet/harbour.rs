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
pub(crate) fn judge(run: &mut Run) {
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
        let open = |port: &SpaceIx| is_open_port(&run.state, power, *port);
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
    // Whom nothing feeds must find a port that does in the first phase.
    let starves = state.campaign.sea.fleet(stack.army).fed == Fed::Nothing && is_first(rules, state);
    match sea_rules::kind(rules, stack) {
        Some(Kind::Submarine) => starves || is_last(rules, state),
        Some(Kind::Carrier | Kind::Surface) => {
            let may_stay = settings.at_sea.contains(&stack.power) && state.side_of(stack.power).is_some();
            starves || !may_stay || is_last(rules, state)
        }
        _ => false,
    }
}

/// Whether a port must feed ships to be one where they may end the phase at hand: in the last of the stage, and for the starving.
fn needs_feeding(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    is_last(rules, state) || state.campaign.sea.fleet(stack.army).fed == Fed::Nothing
}

/// A port of the power or its friends; powers outside the war use their own only.
fn is_open_port(state: &State, power: PowerIx, port: SpaceIx) -> bool {
    match state.side_of(power) {
        Some(_) => zones::is_friendly(state, power, port),
        None => state.holder(port) == Some(power),
    }
}

/// Whether ships lie in a port where they may end the phase, or with merchant ships that they escort.
pub fn is_home(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let Stack { power, space, .. } = *stack;
    state.campaign.sea.is_harbour(power, space)
        || !needs_feeding(rules, state, stack)
            && lines::is_port(rules, state, space)
            && is_open_port(state, power, space)
        || is_escort(rules, state, stack)
}

/// The ports where ships may end the phase at hand.
pub(super) fn homes(rules: &Ruleset, state: &State, stack: &Stack) -> Vec<SpaceIx> {
    if needs_feeding(rules, state, stack) {
        return state.campaign.sea.harbours_of(stack.power).collect();
    }
    let mut ports = lines::ports(rules, state);
    ports.retain(|port| is_open_port(state, stack.power, *port));
    ports
}

/// Ships of a side that must go home and have not.
pub(super) fn strays(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Stack> {
    let own = state.stacks.iter().filter(|stack| decides_for(rules, state, side, stack.power));
    own.filter(|stack| must_be_home(rules, state, stack) && !is_home(rules, state, stack)).copied().collect()
}

/// The phase of a side is over: ships that are not where they must be are lost. With the last phase of the stage that holds for both
/// sides: whoever left a port before an attack then and lies at sea does not come home.
pub(super) fn close(run: &mut Run, side: SideIx, stage: bool) {
    let rules = run.rules;
    let at_sea = |stack: &&Stack| must_be_home(rules, &run.state, stack) && !is_home(rules, &run.state, stack);
    let played = |stack: &&Stack| run.state.side_of(stack.power).or(rules.power(stack.power).leans).is_some();
    let lost: Vec<Stack> = if stage {
        run.state.stacks.iter().filter(played).filter(at_sea).copied().collect()
    } else {
        strays(rules, &run.state, side)
    };
    for stack in lost {
        run.destroy(stack, LossReason::Unsupplied);
    }
}
