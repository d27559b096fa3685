//! Merchant ships on loan, and the pipelines that a power outside the war keeps up.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Ability;

use super::super::ground::Traced;
use super::super::pipeline::Chains;
use super::super::{decides_for, lines, zones};
use super::roster::{portion, tell};
use super::{is_last, settings};
use crate::action::{Command, Refusal};
use crate::event::{Event, SeaEvent};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::{Stack, State};

/// The pipelines of a power from its home to each port.
fn chains(rules: &Ruleset, state: &State, power: PowerIx) -> Chains {
    let ports = lines::ports(rules, state);
    let own = |port: &&SpaceIx| {
        zones::is_friendly(state, power, **port) && rules.power(power).home.binary_search(port).is_ok()
    };
    let from = ports.iter().filter(own).map(|port| (*port, i64::MAX)).collect();
    Chains::new(rules, state, power, from, ports)
}

/// Whether the pipelines of a power outside the war carry as much as before when some of its merchant ships go to another space, or
/// away. Powers in the war may do as they like.
pub fn keeps(rules: &Ruleset, state: &State, group: Group, to: Option<SpaceIx>) -> bool {
    keeps_with(rules, state, group, to, &mut Traced::default())
}

fn keeps_with(rules: &Ruleset, state: &State, group: Group, to: Option<SpaceIx>, traced: &mut Traced) -> bool {
    let Group { space, power, unit, count } = group;
    if state.side_of(power).is_some() || !rules.unit(unit).can(Ability::Pipeline) {
        return true;
    }
    let mut chains = chains(rules, state, power);
    let before = traced.chains(rules, &chains);
    let mut change = |at: SpaceIx, by: i64| match chains.areas.binary_search_by_key(&at, |area| area.0) {
        Ok(found) => chains.areas[found].1 += by,
        Err(place) => chains.areas.insert(place, (at, by)),
    };
    change(space, -i64::from(count));
    if let Some(to) = to {
        change(to, i64::from(count));
    }
    chains.areas.retain(|(_, fleets)| *fleets > 0);
    let after = traced.chains(rules, &chains);
    let carries = |port: SpaceIx| after.iter().find(|(at, _)| *at == port).map_or(0, |(_, capacity)| *capacity);
    before.iter().all(|(port, capacity)| carries(*port) >= *capacity)
}

/// Merchant ships become another power's.
pub(super) fn loan(run: &mut Run, side: SideIx, group: Group, to: PowerIx) -> Result<(), Refusal> {
    let Group { space, power, unit, count } = group;
    let lends = |rule: &&super::LoanRule| rule.from == power && rule.to.contains(&to) && rule.units.contains(&unit);
    let lends = settings(run.rules).is_some_and(|settings| settings.loans.iter().any(|rule| lends(&rule)));
    let ally = run.state.side_of(to) == Some(side);
    if !lends || !ally || !decides_for(run.rules, &run.state, side, power) || !is_last(run.rules, &run.state) {
        return Err(Refusal::of(Ban::Loan, "such ships are not lent to this power now"));
    }
    let there = run.state.stacks_in(space).iter().filter(|stack| (stack.power, stack.unit) == (power, unit));
    let Some(ships) = portion(there.copied(), count) else {
        return Err(Refusal::of(Ban::NotThere, "so many of these ships are not there"));
    };
    if !keeps(run.rules, &run.state, group, None) {
        return Err(Refusal::of(Ban::KeepsPipelines, "a power outside the war lends what its pipelines do not need"));
    }
    for stack in ships {
        run.emit(Event::Handed { stack, to });
    }
    tell(run, SeaEvent::Loaned { from: power, to, unit, count });
    Ok(())
}

/// Single ships that can be spared.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = Vec::new();
    let Some(settings) = settings(rules).filter(|_| is_last(rules, state)) else { return found };
    for rule in settings.loans.iter().filter(|rule| decides_for(rules, state, side, rule.from)) {
        let takers: Vec<PowerIx> = rule.to.iter().copied().filter(|to| state.side_of(*to) == Some(side)).collect();
        let own = |stack: &&Stack| stack.power == rule.from && rule.units.contains(&stack.unit);
        for stack in state.stacks.iter().filter(own).filter(|_| !takers.is_empty()) {
            let Stack { space: from, power, unit, .. } = *stack;
            if keeps_with(rules, state, Group { space: from, power, unit, count: 1 }, None, traced) {
                found.extend(takers.iter().map(|to| Command::Loan { from, power, unit, count: 1, to: *to }));
            }
        }
    }
    found
}
