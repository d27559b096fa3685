//! Amphibious assaults: points in a port go aboard amphibious fleets and land on a hostile coast. Where somebody defends it
//! they must clear it in the next combat phase or go back.

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::{entry, fleet, limits, lines, march, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Event};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Landing, Marched};
use crate::state::{Stack, State};

/// Points of a group that came ashore this turn and stand there.
pub fn landed(state: &State, space: SpaceIx, power: PowerIx, unit: UnitIx) -> u16 {
    let own = state.campaign.landings.iter().map(|landing| landing.group);
    own.filter(|group| (group.space, group.power, group.unit) == (space, power, unit)).map(|group| group.count).sum()
}

/// Whether a power's landing shares a space with the enemy.
pub fn is_contested(state: &State, space: SpaceIx, power: PowerIx) -> bool {
    let own = state.campaign.landings.iter();
    own.filter(|landing| landing.contested).any(|landing| landing.group.space == space && landing.group.power == power)
}

/// Fleets of a power in a port that can carry a landing.
fn carriers(rules: &Ruleset, state: &State, port: SpaceIx, power: PowerIx) -> u16 {
    let fleets = state.stacks_in(port).iter().filter(|stack| {
        stack.power == power
            && rules.unit(stack.unit).can(Ability::Amphibious)
            && rules.unit(stack.unit).domain == Domain::Sea
    });
    let there: u16 = fleets.map(|stack| stack.count).sum();
    let arrived = state.campaign.landings.iter().map(|landing| landing.group);
    let used: u16 = arrived.filter(|group| group.space == port && group.power == power).map(|group| group.count).sum();
    there.saturating_sub(used)
}

/// Points of a group that can go aboard: those that have not moved, or came with a movement point left.
#[expect(clippy::option_option, reason = "whether they can go, and what they did before")]
fn ready(rules: &Ruleset, state: &State, group: Group) -> Option<Option<Marched>> {
    let Group { space, power, unit, count } = group;
    let stack = Stack { space, army: 0, power, unit, damaged: 0, count };
    if march::fresh(rules, state, &stack) >= count {
        return Some(None);
    }
    let mut came = state.campaign.marched_in(space, power, unit);
    came.find(|marched| marched.left >= 1 && marched.group.count >= count).copied().map(Some)
}

/// Why a landing on a coast is barred, by the reason that rules are cited for.
fn barred(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx, to: SpaceIx) -> Option<Ban> {
    let settings = rules.march(state);
    if !matches!(rules.board.space(to).surface, Surface::Coast | Surface::Island)
        || zones::is_friendly(state, power, to)
    {
        return Some(Ban::LandingPlace);
    }
    let hostile = state.holder(to).is_some_and(|holder| state.at_war(power, holder));
    let open = hostile || limits::is_open(rules, state, power, to) || entry::provokes(rules, state, power, to);
    if !open || entry::turns_away(rules, state, power, to) {
        return Some(Ban::Neutral);
    }
    let lies = |stack: &Stack| {
        !zones::is_friend(state, power, stack.power)
            && settings.assault_barred_by.iter().any(|class| rules.unit(stack.unit).is(Some(*class)))
    };
    if state.stacks_in(to).iter().any(lies) {
        return Some(Ban::LandingBarred);
    }
    let season = rules.calendar(i64::from(state.turn)).0;
    if settings.weather_area.has(to) && season.is_some_and(|season| settings.assault_barred_in.contains(&season)) {
        return Some(Ban::LandingSeason);
    }
    let range = settings.assault_range?;
    let near = rules.campaign.pipeline.distance(from, to).is_some_and(|steps| i64::from(steps) <= range);
    if near { None } else { Some(Ban::LandingRange) }
}

pub(super) fn assault(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let Group { space: from, power, unit, count } = group;
    if run.state.side_of(power) != Some(side) || run.rules.march(&run.state).assault_range.is_none() {
        return Err(Refusal::of(Ban::NotYours, "the units belong to nobody of this side who can land"));
    }
    if ready(run.rules, &run.state, group).is_none() {
        return Err(Refusal::of(Ban::HasMoved, "so many units with a movement point left are not there"));
    }
    let in_port = lines::is_port(run.rules, &run.state, from) && zones::is_friendly(&run.state, power, from);
    if !in_port || carriers(run.rules, &run.state, from, power) < count {
        return Err(Refusal::of(
            Ban::Carriers,
            "a landing needs an amphibious fleet for each point in a friendly port",
        ));
    }
    if let Some(why) = barred(run.rules, &run.state, power, from, to) {
        return Err(Refusal::of(why, "no landing is possible there"));
    }
    if stacking::room(run.rules, &run.state, power, unit, to) < i64::from(count) {
        return Err(Refusal::of(Ban::Stacking, "the space holds no more points"));
    }
    entry::enter(run, power, to)?;
    if run.rules.campaign.fleets.is_some() {
        fleet::convoy::set_out(run, group, to, true);
        return Ok(());
    }
    come_ashore(run, group, to)
}

/// Points have come to a hostile coast.
pub(super) fn come_ashore(run: &mut Run, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let Group { space: from, power, count, .. } = group;
    let Some(before) = ready(run.rules, &run.state, group) else {
        return Err(Refusal::of(Ban::HasMoved, "so many units with a movement point left are not there"));
    };
    let contested = zones::enemies_in(run.rules, &run.state, power, to).next().is_some();
    march::relocate(run, group, to);
    sail(run, from, power, count, to);
    let landed = Group { space: to, ..group };
    if before.is_some() {
        let now = Marched { group: landed, left: 0, rail: 0, sailed: true, overran: None };
        run.note(CampaignEvent::MarchEnded { from, before, now });
    }
    let turn = run.state.turn;
    run.note(CampaignEvent::Landed { landing: Landing { group: landed, port: from, contested, turn } });
    if !contested {
        entry::occupy(run, to, power);
    }
    Ok(())
}

/// A cleared space belongs to those who landed in it.
pub(super) fn secure(run: &mut Run, space: SpaceIx) {
    let own: Vec<Landing> = run
        .state
        .campaign
        .landings
        .iter()
        .filter(|landing| landing.contested && landing.group.space == space)
        .copied()
        .collect();
    for landing in own {
        run.note(CampaignEvent::LandingSettled { landing });
        run.note(CampaignEvent::Landed { landing: Landing { contested: false, ..landing } });
        entry::occupy(run, space, landing.group.power);
    }
}

/// Landings that did not clear their space go back whole to the ports they came from.
pub(super) fn withdraw_failed(run: &mut Run, side: SideIx) {
    let failed: Vec<Landing> = run
        .state
        .campaign
        .landings
        .iter()
        .filter(|landing| landing.contested && run.state.side_of(landing.group.power) == Some(side))
        .copied()
        .collect();
    for landing in failed {
        run.note(CampaignEvent::LandingSettled { landing });
        march::relocate(run, landing.group, landing.port);
        let Group { space, power, count, .. } = landing.group;
        sail(run, space, power, count, landing.port);
    }
}

/// The fleets of a landing go from one space to another.
fn sail(run: &mut Run, from: SpaceIx, power: PowerIx, count: u16, to: SpaceIx) {
    let fleets: Vec<Stack> = run
        .state
        .stacks_in(from)
        .iter()
        .filter(|stack| stack.power == power && run.rules.unit(stack.unit).can(Ability::Amphibious))
        .copied()
        .collect();
    let mut left = count;
    for fleet in fleets {
        let sails = left.min(fleet.count);
        if sails > 0 {
            run.emit(Event::Moved { stack: Stack { count: sails, ..fleet }, to, army: fleet.army });
            left -= sails;
        }
    }
}

/// Coasts that a power could land on from a port, whoever and however many go.
pub(crate) fn coasts(rules: &Ruleset, state: &State, power: PowerIx, port: SpaceIx) -> Vec<SpaceIx> {
    let Some(range) = rules.march(state).assault_range else { return Vec::new() };
    if !lines::is_port(rules, state, port) || !zones::is_friendly(state, power, port) {
        return Vec::new();
    }
    let near = rules.campaign.pipeline.near(port).filter(|(_, steps)| i64::from(*steps) <= range);
    near.map(|(to, _)| to).filter(|to| barred(rules, state, power, port, *to).is_none()).collect()
}

/// Landings that a group can make.
pub(super) fn commands(rules: &Ruleset, state: &State, stack: &Stack, count: u16) -> Vec<Command> {
    let (from, power, unit) = (stack.space, stack.power, stack.unit);
    let Some(range) = rules.march(state).assault_range else { return Vec::new() };
    if !lines::is_port(rules, state, from) || !zones::is_friendly(state, power, from) {
        return Vec::new();
    }
    let most = count.min(carriers(rules, state, from, power));
    if most == 0 {
        return Vec::new();
    }
    let coasts = rules.campaign.pipeline.near(from).filter(|(_, steps)| i64::from(*steps) <= range);
    coasts
        .map(|(to, _)| to)
        .filter(|to| barred(rules, state, power, from, *to).is_none())
        .filter(|to| stacking::room(rules, state, power, unit, *to) >= i64::from(most))
        .map(|to| Command::Assault { from, power, unit, count: most, to })
        .collect()
}
