//! Attacks at sea: who may attack whom from where, ships are pledged, and all of them strike at once.

use chartroom_format::schema::campaign::Restriction;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;

use super::super::naval::{self, SeaBattle, Strike};
use super::super::sea_rules::{self, Kind};
use super::super::{battle, entry, limits, zones};
use super::waters::{has_merchants, is_escort};
use super::{blow, is_of, roster, sailing, settings};
use crate::action::{Command, Refusal};
use crate::event::CampaignEvent;
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Pledge};
use crate::state::sea::Fed;
use crate::state::{Stack, State};

/// Whether a unit can be attacked at all: a naval unit, and no submarine.
pub(super) fn is_prey(rules: &Ruleset, stack: &Stack) -> bool {
    sea_rules::kind(rules, stack).is_some_and(|kind| kind != Kind::Submarine)
}

/// Whether a unit may make attacks in its own phase: with attack strength and supply, and on no escort.
pub fn may_attack(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    is_armed(rules, state, stack) && !is_escort(rules, state, stack)
}

fn is_armed(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    sea_rules::kind(rules, stack).is_some_and(|kind| kind != Kind::Shipping)
        && naval::attack_strength(rules, stack) > 0
        && state.campaign.sea.fleet(stack.army).fed == Fed::Full
        && limits::restricted(rules, state, stack.power, Restriction::DefendOnly).is_none()
}

/// The rule that shelters a unit from attacks by a power.
pub fn sheltered<'r>(rules: &'r Ruleset, state: &State, by: PowerIx, stack: &Stack) -> Option<&'r str> {
    let mut here = settings(rules)?.sheltered.iter().filter(|rule| rule.spaces.binary_search(&stack.space).is_ok());
    let found = here.find(|rule| {
        is_of(rules, stack.unit, &rule.classes)
            && rule.from.iter().any(|actor| state.is_of(by, *actor))
            && limits::holds(rules, state, stack.power, rule.when.as_ref())
    });
    found.map(|rule| rule.source.as_str())
}

/// Units in a space that a power may attack now.
pub fn targets(rules: &Ruleset, state: &State, by: PowerIx, space: SpaceIx) -> Vec<Stack> {
    let open = |stack: &&Stack| {
        is_prey(rules, stack)
            && state.at_war(by, stack.power)
            && !state.campaign.sea.fleet(stack.army).spent
            && sheltered(rules, state, by, stack).is_none()
    };
    state.stacks_in(space).iter().filter(open).copied().collect()
}

/// Units of a side that may attack, each with the spaces in its reach where somebody lies whom it may strike.
pub fn attackers(rules: &Ruleset, state: &State, side: SideIx) -> Vec<(Stack, Vec<SpaceIx>)> {
    let own = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side));
    let able = own.filter(|stack| may_attack(rules, state, stack));
    let found = able.map(|stack| (*stack, in_reach(rules, state, stack)));
    found.filter(|(_, spaces)| !spaces.is_empty()).collect()
}

/// Spaces with others that a unit reaches and may strike.
fn in_reach(rules: &Ruleset, state: &State, stack: &Stack) -> Vec<SpaceIx> {
    let kind = sea_rules::kind(rules, stack);
    let mut zone = SpaceSet::new(rules.board.spaces.len());
    if kind == Some(Kind::LandBased) {
        sea_rules::cover(rules, state, stack, &mut zone, true);
    }
    let mut found: Vec<SpaceIx> = Vec::new();
    for other in &state.stacks {
        if zones::is_friend(state, stack.power, other.power)
            || !is_prey(rules, other)
            || found.last() == Some(&other.space)
        {
            continue;
        }
        let near = match kind {
            Some(Kind::LandBased) => {
                let inland = rules.board.space(other.space).surface == Surface::Land;
                zone.has(other.space) && (!inland || sea_rules::kind(rules, other) == Some(Kind::LandBased))
            }
            _ => sea_rules::in_reach(rules, state, stack, other),
        };
        if near && sea_rules::may_strike(rules, Strike::Normal, stack, other, false) {
            found.push(other.space);
        }
    }
    found
}

/// Units that may take part in the announced attack on a space, and how many of each are not pledged to it yet.
fn candidates(rules: &Ruleset, state: &State, side: SideIx, target: SpaceIx) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    for stack in state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side)) {
        if takes_part(rules, state, stack, target) {
            let Stack { space, power, unit, count, .. } = *stack;
            join(&mut found, Group { space, power, unit, count });
        }
    }
    for group in &mut found {
        let own = |pledge: &&Pledge| {
            pledge.target == target
                && (pledge.group.space, pledge.group.power, pledge.group.unit) == (group.space, group.power, group.unit)
        };
        let pledged: u16 = state.campaign.pledged.iter().filter(own).map(|pledge| pledge.group.count).sum();
        group.count = group.count.saturating_sub(pledged);
    }
    found.retain(|group| group.count > 0);
    found
}

/// Adds units to those of their kind that lie with them.
fn join(groups: &mut Vec<Group>, group: Group) {
    let alike = |other: &&mut Group| (other.space, other.power, other.unit) == (group.space, group.power, group.unit);
    match groups.iter_mut().find(alike) {
        Some(other) => other.count += group.count,
        None => groups.push(group),
    }
}

fn takes_part(rules: &Ruleset, state: &State, stack: &Stack, target: SpaceIx) -> bool {
    may_attack(rules, state, stack)
        && state.campaign.sea.fleet(stack.army).struck != Some(target)
        && targets(rules, state, stack.power, target).iter().any(|other| {
            sea_rules::may_strike(rules, Strike::Normal, stack, other, false)
                && sea_rules::in_reach(rules, state, stack, other)
        })
}

pub(super) fn pledge(run: &mut Run, side: SideIx, group: Group, target: SpaceIx) -> Result<(), Refusal> {
    let (rules, state) = (run.rules, &run.state);
    if state.campaign.sea.announced(target) != Some(true) {
        return Err(Refusal::of(Ban::Unannounced, "the attack on this space was not announced"));
    }
    let able = candidates(rules, state, side, target);
    let is = |other: &&Group| (other.space, other.power, other.unit) == (group.space, group.power, group.unit);
    if able.iter().find(is).is_none_or(|able| able.count < group.count) {
        let there =
            state.stacks_in(group.space).iter().filter(|stack| (stack.power, stack.unit) == (group.power, group.unit));
        return Err(why_not(rules, state, &there, target));
    }
    run.note(CampaignEvent::Pledged { pledge: Pledge { target, group } });
    Ok(())
}

/// Why units cannot take part in an attack.
fn why_not<'s>(
    rules: &Ruleset,
    state: &State,
    there: &(impl Iterator<Item = &'s Stack> + Clone),
    target: SpaceIx,
) -> Refusal {
    let all = |is: &dyn Fn(&Stack) -> bool| there.clone().all(is);
    if all(&|stack| is_escort(rules, state, stack)) && there.clone().next().is_some() {
        return Refusal::of(Ban::Escort, "ships that escort others do not attack");
    }
    let shelter = there
        .clone()
        .find_map(|stack| state.stacks_in(target).iter().find_map(|other| sheltered(rules, state, stack.power, other)));
    if let Some(rule) = shelter {
        return Refusal { ban: Some(Ban::Shelter), ..Refusal::new(rule, "ships there are not attacked") };
    }
    if all(&|stack| !is_armed(rules, state, stack)) {
        return Refusal::of(Ban::CutOff, "so many units that can attack are not there");
    }
    Refusal::of(Ban::Adjacent, "so many units that reach a target there, and have not struck it, are not there")
}

/// Land-based units that were sent to cover a space and still do.
pub(super) fn cover_of(state: &State, target: SpaceIx) -> impl Iterator<Item = &Stack> {
    let covers = move |stack: &&Stack| {
        stack.army != 0 && stack.space != target && state.campaign.sea.fleet(stack.army).covers == Some(target)
    };
    state.stacks.iter().filter(covers)
}

/// The attack of all who are pledged to it, as the strike it will be.
pub(super) fn battle_at(rules: &Ruleset, state: &State, target: SpaceIx) -> Option<SeaBattle> {
    let mut groups: Vec<Group> = Vec::new();
    for pledge in battle::pledged(state, target) {
        join(&mut groups, pledge.group);
    }
    let mut shooters: Vec<Stack> = Vec::new();
    for Group { space, power, unit, count } in groups {
        let there = state.stacks_in(space).iter().filter(|stack| (stack.power, stack.unit) == (power, unit));
        let able: Vec<Stack> = there.filter(|stack| takes_part(rules, state, stack, target)).copied().collect();
        // Whoever was lost or sailed away since then does not hold up the others.
        let left = able.iter().map(|stack| stack.count).sum::<u16>().min(count);
        shooters.extend(roster::portion(able.into_iter(), left).unwrap_or_default());
    }
    let lead = shooters.first()?.power;
    let prey = targets(rules, state, lead, target);
    let struck = |other: &&Stack| {
        shooters.iter().any(|by| sea_rules::may_strike(rules, Strike::Normal, by, other, false))
            && shooters.iter().all(|by| state.at_war(by.power, other.power))
    };
    let targets: Vec<Stack> = prey.iter().filter(struck).copied().collect();
    let convoy = targets.first().is_some_and(|stack| has_merchants(rules, state, stack.power, target));
    let by_ships = shooters.iter().any(|by| matches!(sea_rules::kind(rules, by), Some(Kind::Carrier | Kind::Surface)));
    let cover = cover_of(state, target).filter(|_| convoy || by_ships).copied().collect();
    let furthest =
        shooters.iter().map(|by| i64::from(sailing::port_steps(rules, state, by.power, 60)[by.space.index()])).max();
    Some(SeaBattle {
        strike: Strike::Normal,
        at: target,
        shooters,
        targets,
        cover,
        cover_takes_losses: by_ships && !convoy,
        port_distance: furthest,
        defence_multiple: 1,
    })
}

pub(super) fn attack(run: &mut Run, side: SideIx, target: SpaceIx) -> Result<(), Refusal> {
    if run.state.campaign.sea.announced(target) != Some(true) {
        return Err(Refusal::of(Ban::Unannounced, "the attack on this space was not announced"));
    }
    let Some(battle) = battle_at(run.rules, &run.state, target) else {
        return Err(Refusal::of(Ban::Adjacent, "nobody who can attack is pledged to this attack"));
    };
    if battle.shooters.iter().any(|stack| run.state.side_of(stack.power) != Some(side)) {
        return Err(Refusal::of(Ban::NotYours, "the ships belong to nobody of this side"));
    }
    let column = naval::combat(run.rules, &battle).map(|combat| (combat.differential(), combat.column().is_ok()));
    match column {
        Some((_, true)) => {}
        Some((differential, false)) => {
            return Err(Refusal::of(
                Ban::Minimum,
                format!("the differential is {differential}, too little for an attack"),
            ));
        }
        None => return Err(Refusal::of(Ban::Target, "there is nothing that these units may strike")),
    }
    violate(run, &battle)?;
    run.note(CampaignEvent::PledgeWithdrawn { target });
    blow::strike(run, &battle, Some(target))
}

/// Aircraft of carriers that strike over land which ships do not pass violate the country it belongs to.
fn violate(run: &mut Run, battle: &SeaBattle) -> Result<(), Refusal> {
    for by in battle.shooters.iter().filter(|by| sea_rules::kind(run.rules, by) == Some(Kind::Carrier)) {
        let link = run.rules.board.link(by.space, battle.at);
        if link.is_none_or(|link| link.passes.has(Domain::Sea)) {
            continue;
        }
        for space in [battle.at, by.space] {
            if zones::is_neutral(run.rules, &run.state, space) {
                entry::provoke(run, by.power, space)?;
            }
        }
    }
    Ok(())
}

/// Units that may be pledged to announced attacks, and the attacks themselves.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Command> {
    let mut found = Vec::new();
    for (target, _) in state.campaign.sea.announced.iter().filter(|(_, attack)| *attack) {
        for Group { space: from, power, unit, count } in candidates(rules, state, side, *target) {
            found.push(Command::Pledge { from, power, unit, count, target: *target });
            if count > 1 {
                found.push(Command::Pledge { from, power, unit, count: 1, target: *target });
            }
        }
        let combat = battle_at(rules, state, *target).and_then(|battle| naval::combat(rules, &battle));
        if combat.is_some_and(|combat| combat.column().is_ok()) {
            found.push(Command::Attack { target: *target });
        }
    }
    found
}
