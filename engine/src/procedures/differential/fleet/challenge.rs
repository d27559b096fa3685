//! Announced attacks: the attacker says which space he attacks, the defender stands, leaves or sends cover, and those who leave may
//! be struck.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::Domain;

use super::super::naval::SeaBattle;
use super::super::sea_rules::{self, Kind};
use super::super::{entry, limits, lines, zones};
use super::roster::{self, enlist, tell};
use super::waters::{Waters, has_merchants, is_escort};
use super::{Ask, attack, is_last, passage, settings, shore};
use crate::action::{Command, Refusal};
use crate::event::{Event, SeaEvent};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::sea::{Challenge, Part};
use crate::state::{Stack, State};

/// An attack on a space is announced. Ships of a power outside the war are attacked only by those whom that brings into war with it.
pub(super) fn announce(run: &mut Run, side: SideIx, target: SpaceIx) -> Result<(), Refusal> {
    if run.state.campaign.sea.announced(target).is_some() {
        return Err(Refusal::of(Ban::Unannounced, "it was said before whether this space is attacked in this phase"));
    }
    let rules = run.rules;
    let near = attack::attackers(rules, &run.state, side).into_iter().filter(|(_, spaces)| spaces.contains(&target));
    let near: Vec<Stack> = near.map(|(stack, _)| stack).collect();
    let at_war = near.iter().find(|stack| !attack::targets(rules, &run.state, stack.power, target).is_empty());
    let violator = near.iter().find(|stack| brings_war(rules, &run.state, stack, target));
    let raid = near.iter().find_map(|by| attacked_at_peace(rules, &run.state, by, target).map(|owner| (by, owner)));
    let Some(lead) = at_war.or(violator).or(raid.map(|(by, _)| by)).or(near.first()).copied() else {
        return Err(Refusal::of(Ban::Target, "nobody who may attack has such a target in his reach"));
    };
    if at_war.is_none() && violator.is_some() {
        entry::provoke(run, lead.power, target)?;
    } else if let (None, Some((_, owner))) = (at_war, raid) {
        entry::provoke_owner(run, lead.power, owner, target)?;
    }
    tell(run, SeaEvent::Announced { target, attack: true });
    let found = attack::targets(rules, &run.state, lead.power, target);
    let Some(defender) = found.iter().find_map(|stack| run.state.side_of(stack.power)) else {
        let mut there = run.state.stacks_in(target).iter();
        let shelter = there.find_map(|stack| attack::sheltered(rules, &run.state, lead.power, stack));
        return Err(match shelter {
            Some(rule) => Refusal { ban: Some(Ban::Shelter), ..Refusal::new(rule, "ships there are not attacked") },
            None => Refusal::of(Ban::Target, "whoever lies there was attacked before, or left"),
        });
    };
    let challenge = Challenge { target, attacker: side, defender, chase: false };
    tell(run, SeaEvent::Challenged { challenge: Some(challenge) });
    Ok(())
}

/// Whether an attack on ships that lie at home in a space brings their owner into the war.
fn brings_war(rules: &Ruleset, state: &State, by: &Stack, space: SpaceIx) -> bool {
    let at_home = |stack: &Stack| attack::is_prey(rules, stack) && state.holder(space) == Some(stack.power);
    state.stacks_in(space).iter().any(at_home) && entry::provokes(rules, state, by.power, space)
}

/// The owner of ships in a space whom an attack on them would bring into the war, wherever they lie.
fn attacked_at_peace(rules: &Ruleset, state: &State, by: &Stack, space: SpaceIx) -> Option<PowerIx> {
    let prey = state.stacks_in(space).iter().filter(|stack| attack::is_prey(rules, stack)).map(|stack| stack.power);
    let mut owners = prey.filter(|owner| entry::provokes_owner(rules, state, by.power, *owner, space));
    owners.next()
}

/// A space is not attacked in this phase.
pub(super) fn waive(run: &mut Run, target: SpaceIx) {
    tell(run, SeaEvent::Announced { target, attack: false });
}

/// Ships that leave the space attacked.
pub(super) fn slipping(state: &State) -> Vec<Stack> {
    let leaves = |stack: &&Stack| stack.army != 0 && state.campaign.sea.fleet(stack.army).part == Part::Slips;
    state.stacks.iter().filter(leaves).copied().collect()
}

pub(super) fn asks(rules: &Ruleset, state: &State, challenge: Challenge) -> Option<(SideIx, Ask)> {
    if challenge.chase {
        let hunters = chasers(rules, state, challenge);
        return (!hunters.is_empty()).then_some((challenge.attacker, Ask::Ambush(hunters)));
    }
    let ways = ways_out(rules, state, challenge);
    let cover = shore::covers(rules, state, challenge);
    let all: Vec<Command> = ways.into_iter().chain(cover).collect();
    (!all.is_empty()).then_some((challenge.defender, Ask::Leave(all)))
}

/// Attackers who may strike those who leave: their zone covers the space, or they can reach the merchant ships there.
fn chasers(rules: &Ruleset, state: &State, challenge: Challenge) -> Vec<Stack> {
    let ships = slipping(state);
    let Some(first) = ships.first() else { return Vec::new() };
    let convoy = has_merchants(rules, state, first.power, challenge.target);
    let reaches = |stack: &Stack| {
        sea_rules::controls(rules, state, stack, challenge.target)
            || convoy
                && sea_rules::zone(rules, state, stack).is_some()
                && rules
                    .campaign
                    .pipeline
                    .distance(stack.space, challenge.target)
                    .is_some_and(|steps| steps <= sea_rules::CONVOY_RANGE)
    };
    let able = |stack: &&Stack| {
        state.side_of(stack.power) == Some(challenge.attacker)
            && matches!(sea_rules::kind(rules, stack), Some(Kind::Carrier | Kind::LandBased))
            && state.at_war(stack.power, first.power)
            && state.campaign.sea.fleet(stack.army).struck != Some(challenge.target)
            && reaches(stack)
    };
    let found: Vec<Stack> = state.stacks.iter().filter(able).copied().collect();
    if passage::suffices(rules, &chase(rules, state, challenge, &found)) { found } else { Vec::new() }
}

/// The strike at those who leave. Cover that was sent for the space covers them against ships.
pub(super) fn chase(rules: &Ruleset, state: &State, challenge: Challenge, shooters: &[Stack]) -> SeaBattle {
    let by_ships = shooters.iter().any(|by| sea_rules::kind(rules, by) == Some(Kind::Carrier));
    let cover = attack::cover_of(state, challenge.target).filter(|_| by_ships).copied().collect();
    let battle = passage::transit(rules, state, shooters, &slipping(state));
    SeaBattle { at: challenge.target, cover, cover_takes_losses: true, ..battle }
}

/// The rule that keeps ships where they are attacked.
fn trapped<'r>(rules: &'r Ruleset, state: &State, stack: &Stack) -> Option<&'r str> {
    let mut own = settings(rules)?.trapped.iter().filter(|rule| rule.power == stack.power);
    own.find(|rule| limits::holds(rules, state, rule.power, rule.when.as_ref())).map(|rule| rule.source.as_str())
}

/// Whether ships may decline combat and stay: in port or on escort, in the last phase, of the side that may.
fn may_decline(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let side = settings(rules).and_then(|settings| settings.declines);
    let in_port = lines::is_port(rules, state, stack.space) && zones::is_friendly(state, stack.power, stack.space);
    side.is_some()
        && side == state.side_of(stack.power)
        && is_last(rules, state)
        && (in_port || is_escort(rules, state, stack))
}

/// Where ships that will be attacked may go instead.
fn refuges(rules: &Ruleset, state: &State, stack: &Stack) -> Vec<SpaceIx> {
    if !sea_rules::may_leave(rules, stack)
        || state.campaign.sea.fleet(stack.army).spent
        || trapped(rules, state, stack).is_some()
    {
        return Vec::new();
    }
    let waters = Waters::new(rules, state, stack.power, &[stack.unit]);
    let hostile = |space: SpaceIx| {
        state.stacks_in(space).iter().any(|other| {
            state.at_war(stack.power, other.power)
                && matches!(sea_rules::kind(rules, other), Some(Kind::Carrier | Kind::Surface | Kind::LandBased))
        })
    };
    let links = rules.board.links_of(stack.space).iter().filter(|link| link.passes.has(Domain::Sea));
    let mut found: Vec<SpaceIx> =
        links.filter(|link| waters.lets_pass(link) && !hostile(link.to)).map(|link| link.to).collect();
    if may_decline(rules, state, stack) {
        found.push(stack.space);
    }
    found
}

/// Defenders who may still leave.
fn leavers(state: &State, challenge: Challenge) -> impl Iterator<Item = &Stack> {
    let there = state.stacks_in(challenge.target).iter();
    there.filter(move |stack| state.side_of(stack.power) == Some(challenge.defender))
}

fn ways_out(rules: &Ruleset, state: &State, challenge: Challenge) -> Vec<Command> {
    let ways = leavers(state, challenge).flat_map(|stack| {
        let Stack { space: from, power, unit, count, .. } = *stack;
        refuges(rules, state, stack).into_iter().map(move |to| Command::FallBack { from, power, unit, count, to })
    });
    let mut found: Vec<Command> = ways.collect();
    found.dedup();
    found
}

/// What the defender does about the attack.
pub(super) fn decide(run: &mut Run, command: Option<&Command>) -> Result<(), Refusal> {
    let Some(challenge) = run.state.campaign.sea.challenge else { return Ok(()) };
    match command {
        None => {
            stand(run, challenge);
            Ok(())
        }
        Some(Command::FallBack { from, power, unit, count, to }) if *from == challenge.target => {
            let own = |stack: &&Stack| (stack.power, stack.unit) == (*power, *unit);
            let goes = |stack: &&Stack| refuges(run.rules, &run.state, stack).contains(to);
            let found =
                leavers(&run.state, challenge).filter(own).filter(goes).find(|stack| stack.count >= *count).copied();
            let Some(stack) = found else {
                let kept =
                    leavers(&run.state, challenge).filter(own).find_map(|stack| trapped(run.rules, &run.state, stack));
                let reason = "these ships may not go there before combat";
                return Err(kept.map_or_else(|| Refusal::of(Ban::Retreat, reason), |rule| Refusal::new(rule, reason)));
            };
            let ships = [Stack { count: *count, ..stack }];
            let number = enlist(run, &ships, |fleet| (fleet.spent, fleet.part) = (true, Part::Slips))?;
            for stack in roster::ships(&run.state, number) {
                run.emit(Event::Moved { stack, to: *to, army: number });
            }
            Ok(())
        }
        Some(Command::Cover { from, power, unit, count }) => {
            shore::cover(run, challenge, Group { space: *from, power: *power, unit: *unit, count: *count })
        }
        Some(_) => Err(Refusal::of(Ban::WrongTime, "an attack was announced: stand, leave or send cover")),
    }
}

/// The defender has decided.
fn stand(run: &mut Run, challenge: Challenge) {
    if slipping(&run.state).is_empty() {
        end(run);
    } else {
        tell(run, SeaEvent::Challenged { challenge: Some(Challenge { chase: true, ..challenge }) });
    }
}

/// The challenge is over; whether the space is attacked is up to the attacker.
pub(super) fn end(run: &mut Run) {
    tell(run, SeaEvent::Challenged { challenge: None });
}

/// Goes on where nobody has a choice. False if somebody has.
pub(super) fn go_on(run: &mut Run, challenge: Challenge) -> bool {
    if asks(run.rules, &run.state, challenge).is_some() {
        return false;
    }
    if challenge.chase {
        end(run);
    } else {
        stand(run, challenge);
    }
    true
}

/// Attacks that a side may announce.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Command> {
    let mut targets: Vec<SpaceIx> = attack::attackers(rules, state, side)
        .into_iter()
        .flat_map(|(stack, spaces)| spaces.into_iter().map(move |space| (stack, space)))
        .filter(|(_, space)| state.campaign.sea.announced(*space).is_none())
        .filter(|(stack, space)| {
            !attack::targets(rules, state, stack.power, *space).is_empty()
                || brings_war(rules, state, stack, *space)
                || attacked_at_peace(rules, state, stack, *space).is_some()
        })
        .map(|(_, space)| space)
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter().map(|target| Command::Challenge { target }).collect()
}
