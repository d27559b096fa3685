//! Fleets by number: which ships belong to one, what is remembered of them, how part of a fleet becomes one of its own.

use chartroom_format::schema::refusal::Ban;

use crate::action::Refusal;
use crate::event::{CampaignEvent, Event, SeaEvent};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::run::Run;
use crate::state::sea::Fleet;
use crate::state::{Stack, State};

/// The most fleets of which something can be remembered in one phase.
const MOST: usize = 250;

/// The ships of a fleet; they lie in one space.
pub fn ships(state: &State, number: u8) -> Vec<Stack> {
    state.stacks.iter().filter(|stack| stack.army == number && number != 0).copied().collect()
}

/// Some of the ships of a fleet, 0 for those of which nothing is remembered, in a space: whole ones before depleted ones.
pub fn some(
    state: &State,
    space: SpaceIx,
    number: u8,
    power: PowerIx,
    unit: UnitIx,
    count: u16,
) -> Result<Vec<Stack>, Refusal> {
    let there = state.stacks_in(space).iter();
    let own = there.filter(|stack| stack.army == number && stack.power == power && stack.unit == unit);
    let found = portion(own.copied(), count);
    found.ok_or_else(|| Refusal::of(Ban::NotThere, "so many of these ships are not there"))
}

/// So many units out of some stacks, in their order; none if they are too few.
pub fn portion(stacks: impl Iterator<Item = Stack>, count: u16) -> Option<Vec<Stack>> {
    let mut left = count;
    let mut found = Vec::new();
    for stack in stacks {
        let taken = left.min(stack.count);
        if taken > 0 {
            found.push(Stack { count: taken, ..stack });
        }
        left -= taken;
    }
    (left == 0 && count > 0).then_some(found)
}

pub(super) fn tell(run: &mut Run, event: SeaEvent) {
    run.note(CampaignEvent::Sea(event));
}

/// Changes what is remembered of a fleet.
pub(super) fn note(run: &mut Run, number: u8, change: impl FnOnce(&mut Fleet)) {
    let mut fleet = run.state.campaign.sea.fleet(number);
    change(&mut fleet);
    tell(run, SeaEvent::Noted { number, fleet });
}

/// A number that nobody has. One that was somebody's in this phase is given away only when there is no other.
fn free_number(state: &State) -> Option<u8> {
    let used = |number: usize| state.stacks.iter().any(|stack| usize::from(stack.army) == number);
    let fresh = state.campaign.sea.fleets.len() + 1;
    let known = state.stacks.iter().map(|stack| usize::from(stack.army) + 1).max().unwrap_or(1);
    let number = Some(fresh.max(known)).filter(|number| *number <= MOST).or_else(|| (1..=MOST).find(|n| !used(*n)));
    number.map(|number| number as u8)
}

/// Some ships, all of one fleet or of none, become a fleet of their own that remembers what they did. Whoever already is one stays
/// it.
pub(super) fn enlist(run: &mut Run, ships: &[Stack], change: impl FnOnce(&mut Fleet)) -> Result<u8, Refusal> {
    let before = ships.first().map_or(0, |stack| stack.army);
    let count = |stacks: &[Stack]| stacks.iter().map(|stack| u32::from(stack.count)).sum::<u32>();
    if before != 0 && count(&self::ships(&run.state, before)) == count(ships) {
        note(run, before, change);
        return Ok(before);
    }
    let Some(number) = free_number(&run.state) else {
        return Err(Refusal::of(Ban::Armies, "there are too many fleets in this phase"));
    };
    let mut fleet = run.state.campaign.sea.fleet(before);
    change(&mut fleet);
    tell(run, SeaEvent::Noted { number, fleet });
    let hunts = run.state.campaign.sea.hunts.iter().filter(|hunt| hunt.0 == before && before != 0);
    for (_, space, power, unit) in hunts.copied().collect::<Vec<_>>() {
        tell(run, SeaEvent::Hunted { hunt: (number, space, power, unit) });
    }
    for stack in ships {
        run.emit(Event::Moved { stack: *stack, to: stack.space, army: number });
    }
    Ok(number)
}

/// Ships of one fleet join another.
pub(super) fn join(run: &mut Run, ships: &[Stack], number: u8) {
    for stack in ships {
        run.emit(Event::Moved { stack: *stack, to: stack.space, army: number });
    }
}
