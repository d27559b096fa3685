//! Land battles: points are pledged to an attack, the strength difference picks a column, one die the line. The arithmetic
//! is that of [`super::strengths`]; attacks on several spaces at once are put together in [`super::several`].

use chartroom_format::schema::campaign::Restriction;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::ground::Traced;
use super::lines::{self, Reach};
pub use super::strengths::{combat, combat_for, defenders, face_value, price};
use super::{entry, landing, limits, settle, several, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Closing};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::procedures::Next;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Engagement, Group, Pledge};
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    let any = run.rules.campaign.battle.is_some()
        && candidates_of(run.rules, &run.state, side, &mut run.memory.traced).next().is_some();
    if any { Next::Waits } else { close(run, side) }
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    if let Some(engagement) = run.state.campaign.engagement {
        settle::choose(run, &engagement, command)?;
        settle::go_on(run);
        return Ok(Next::Waits);
    }
    match command {
        None => return Ok(close(run, side)),
        Some(Command::Pledge { from, power, unit, count, target }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            pledge(run, side, Pledge { target: *target, group })?;
        }
        Some(Command::Widen { target, with }) => several::widen(run, *target, *with)?,
        Some(Command::Attack { target }) => attack(run, side, *target)?,
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the combat phase")),
    }
    Ok(Next::Waits)
}

/// The phase ends: landings that did not clear their space go back, and enemies long without supply are lost.
fn close(run: &mut Run, side: SideIx) -> Next {
    landing::withdraw_failed(run, side);
    lines::judge(run, side);
    run.note(CampaignEvent::Closed { what: Closing::Combat, side: Some(side) });
    Next::Over
}

/// Points of a side that can still attack: adjacent, in attack supply, not engaged. With the targets they can reach.
pub fn candidates(rules: &Ruleset, state: &State, side: SideIx) -> Vec<(Group, Vec<SpaceIx>)> {
    candidates_of(rules, state, side, &mut Traced::default()).collect()
}

/// The same one by one, for somebody who remembers.
fn candidates_of<'a>(
    rules: &'a Ruleset,
    state: &'a State,
    side: SideIx,
    traced: &'a mut Traced,
) -> impl Iterator<Item = (Group, Vec<SpaceIx>)> {
    let mut supply: Vec<(PowerIx, Reach)> = Vec::new();
    let own = state.stacks.iter().filter(move |stack| state.side_of(stack.power) == Some(side));
    own.filter_map(move |stack| candidate(rules, state, stack, &mut supply, traced))
}

/// The points of one stack that can still attack; lines of supply already traced are used again.
fn candidate(
    rules: &Ruleset,
    state: &State,
    stack: &Stack,
    supply: &mut Vec<(PowerIx, Reach)>,
    traced: &mut Traced,
) -> Option<(Group, Vec<SpaceIx>)> {
    let info = rules.unit(stack.unit);
    if !zones::is_mobile(rules, stack) || info.can(Ability::DefendsOnly) || stack.damaged != 0 {
        return None;
    }
    if limits::restricted(rules, state, stack.power, Restriction::DefendOnly).is_some() {
        return None;
    }
    let targets = targets(rules, state, stack.space, stack.power);
    if targets.is_empty() {
        return None;
    }
    let engaged = state.campaign.engaged_count(stack.space, stack.power, stack.unit);
    if engaged >= stack.count {
        return None;
    }
    if !supply.iter().any(|(power, _)| *power == stack.power) {
        supply.push((stack.power, lines::attack(rules, state, stack.power, traced)));
    }
    let reach = supply.iter().find(|(power, _)| *power == stack.power).map(|(_, reach)| reach);
    let landed = landing::landed(state, stack.space, stack.power, stack.unit);
    let served = reach.map_or(0, |reach| reach.served(rules, state, stack.power, stack));
    let supplied = served.max(landed).min(stack.count);
    let count = supplied.saturating_sub(engaged);
    (count > 0).then_some((Group { space: stack.space, power: stack.power, unit: stack.unit, count }, targets))
}

/// Spaces that units of a power may attack from where they stand.
pub(super) fn targets(rules: &Ruleset, state: &State, from: SpaceIx, power: PowerIx) -> Vec<SpaceIx> {
    let at_home = limits::restricted(rules, state, power, Restriction::AtHome).is_some();
    let open = |space: SpaceIx| {
        !state.campaign.attacked.contains(&space) && {
            let mut foes = state
                .stacks_in(space)
                .iter()
                .filter(|foe| zones::is_land(rules, foe) && !zones::is_friend(state, power, foe.power));
            foes.any(|foe| state.at_war(power, foe.power) || entry::provokes(rules, state, power, space))
                && entry::may_attack(rules, state, power, space)
                && (!at_home || rules.power(power).home.binary_search(&space).is_ok())
        }
    };
    if landing::is_contested(state, from, power) {
        return if open(from) { vec![from] } else { Vec::new() };
    }
    let links = rules.board.links_of(from).iter();
    let across = links.filter(|link| link.attacks.has(Domain::Land) && link.passes.has(Domain::Land));
    across.map(|link| link.to).filter(|space| open(*space)).collect()
}

fn pledge(run: &mut Run, side: SideIx, pledge: Pledge) -> Result<(), Refusal> {
    let group = pledge.group;
    if run.state.side_of(group.power) != Some(side) {
        return Err(Refusal::of(Ban::NotYours, "the units belong to nobody of this side"));
    }
    if let Some(rule) = limits::restricted(run.rules, &run.state, group.power, Restriction::DefendOnly) {
        return Err(Refusal::new(rule, "units of this power only defend"));
    }
    let abroad = run.rules.power(group.power).home.binary_search(&pledge.target).is_err();
    if let Some(rule) = limits::restricted(run.rules, &run.state, group.power, Restriction::AtHome).filter(|_| abroad) {
        return Err(Refusal::new(rule, "units of this power do not attack across their border yet"));
    }
    let mut stacks = run.state.stacks_in(group.space).iter();
    let stack = stacks.find(|stack| stack.power == group.power && stack.unit == group.unit && stack.damaged == 0);
    let traced = &mut run.memory.traced;
    let found = stack.and_then(|stack| candidate(run.rules, &run.state, stack, &mut Vec::new(), traced));
    let Some((able, targets)) = found else {
        return Err(Refusal::of(
            Ban::CutOff,
            "no units there have attack supply, an enemy beside them and their attack left",
        ));
    };
    if run.state.campaign.attacked.contains(&pledge.target) {
        return Err(Refusal::of(Ban::HasActed, "a space is attacked once in a phase"));
    }
    if !targets.contains(&pledge.target) {
        return Err(Refusal::of(Ban::Adjacent, "only enemies in adjacent spaces can be attacked"));
    }
    let target = several::head(&run.state, pledge.target);
    if !several::spaces(&run.state, target).iter().all(|space| targets.contains(space)) {
        return Err(several::not_beside_all());
    }
    if able.count < group.count {
        return Err(Refusal::of(Ban::HasActed, "no unit attacks more than once in a phase"));
    }
    run.note(CampaignEvent::Pledged { pledge: Pledge { target, group } });
    Ok(())
}

/// All pledged to an attack.
pub(super) fn pledged(state: &State, target: SpaceIx) -> Vec<Pledge> {
    state.campaign.pledged.iter().filter(|pledge| pledge.target == target).copied().collect()
}

fn attack(run: &mut Run, side: SideIx, target: SpaceIx) -> Result<(), Refusal> {
    let target = several::head(&run.state, target);
    let spaces = several::spaces(&run.state, target);
    let pledges = pledged(&run.state, target);
    let Some(lead) = pledges.first().map(|pledge| pledge.group.power) else {
        return Err(Refusal::of(Ban::Adjacent, "nobody is pledged to this attack"));
    };
    let allowed = differential_for(run.rules, &run.state, &pledges, &spaces).is_some();
    for space in &spaces {
        entry::provoke(run, lead, *space)?;
    }
    // The war that the attack brings may take the defenders away, or help them to come: then the war is all that comes of it.
    if allowed && differential_for(run.rules, &run.state, &pledges, &spaces).is_none() {
        return Ok(());
    }
    let Some(combat) = combat_for(run.rules, &run.state, lead, &pledges, &spaces) else {
        return Err(Refusal::of(Ban::Adjacent, "nobody defends the space"));
    };
    let minimum = run.rules.campaign.battle.as_ref().map_or(0, |battle| battle.minimum);
    let differential = combat.differential();
    if i64::from(differential) < minimum {
        return Err(Refusal::of(Ban::Minimum, format!("the differential is {differential}, {minimum} is needed")));
    }
    let die = run.roll(Decision::of(Purpose::Battle).at(target).by(side), i64::from(combat.table.sides().max(1)));
    let losses = combat.points_lost(die as i32).unwrap_or(0);
    let mut defending = spaces.iter().flat_map(|space| run.state.stacks_in(*space));
    let defender = defending.find_map(|stack| run.state.side_of(stack.power).filter(|other| *other != side));
    let engagement = Engagement { attacker: side, defender: defender.unwrap_or(side), target, losses, hurt: false };
    let (attack, defence) = combat.strengths();
    let others = spaces.into_iter().filter(|space| *space != target).collect();
    run.note(CampaignEvent::Fought { engagement, others, attack, defence, differential, die });
    settle::go_on(run);
    Ok(())
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = Vec::new();
    for (group, targets) in candidates_of(rules, state, side, traced) {
        let Group { space: from, power, unit, count } = group;
        for target in several::joinable(state, &targets) {
            found.push(Command::Pledge { from, power, unit, count, target });
            if count > 1 {
                found.push(Command::Pledge { from, power, unit, count: 1, target });
            }
        }
    }
    let mut targets: Vec<SpaceIx> = state.campaign.pledged.iter().map(|pledge| pledge.target).collect();
    targets.dedup();
    for target in targets {
        let pledges = pledged(state, target);
        if differential_for(rules, state, &pledges, &several::spaces(state, target)).is_some() {
            found.push(Command::Attack { target });
            found.extend(several::commands(rules, state, target, &pledges));
        }
    }
    found
}

/// The differential of an attack that is allowed.
pub fn differential(rules: &Ruleset, state: &State, pledges: &[Pledge], target: SpaceIx) -> Option<i32> {
    differential_for(rules, state, pledges, &[target])
}

/// The differential of an attack on several spaces at once that is allowed.
pub fn differential_for(rules: &Ruleset, state: &State, pledges: &[Pledge], targets: &[SpaceIx]) -> Option<i32> {
    let lead = pledges.first()?.group.power;
    if !targets.iter().all(|target| entry::may_attack(rules, state, lead, *target)) {
        return None;
    }
    let combat = combat_for(rules, state, lead, pledges, targets)?;
    let minimum = rules.campaign.battle.as_ref().map_or(0, |battle| battle.minimum);
    Some(combat.differential()).filter(|differential| i64::from(*differential) >= minimum)
}
