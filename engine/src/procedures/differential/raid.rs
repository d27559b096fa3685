//! Bombers against industry: they set out, air defence fires, those who get through bomb and go home.

use chartroom_format::schema::refusal::Ban;
use std::collections::VecDeque;

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::{Ability, Domain};

use super::air_supply::{self, AirSupply};
use super::ground::Traced;
use super::{bombs, entry, limits, lines, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Closing, Event, LossReason};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::modifier::floor;
use crate::odds::differential::Raid;
use crate::procedures::Next;
use crate::query::reach::SpaceSet;
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Mission};
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};
use crate::table::Value;

fn is_bomber(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).can(Ability::StrategicBombing)
}

fn is_air_defence(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).can(Ability::Intercepts) && rules.unit(stack.unit).can(Ability::DefendsOnly)
}

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    let flies = |stack: &Stack| is_bomber(run.rules, stack) || is_air_defence(run.rules, stack);
    let any = run.state.stacks.iter().any(|stack| run.state.side_of(stack.power) == Some(side) && flies(stack));
    if !any || run.rules.campaign.raid.is_none() {
        return Next::Over;
    }
    air_supply::settle(run, side, is_bomber);
    Next::Waits
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    match command {
        None => return Ok(Next::Over),
        Some(Command::Raid { from, power, unit, count, target }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            idle(run, side, group)?;
            set_out(run, side, group, *target, 0)?;
        }
        Some(Command::Drop { from, power, unit, count, target }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            idle(run, side, group)?;
            if bombs::at(run.rules, &run.state, group) == 0 {
                return Err(Refusal::of(Ban::Aboard, "bombers carry bombs that lay with them when their phase began"));
            }
            set_out(run, side, group, *target, 1)?;
        }
        Some(Command::Transfer { from, power, unit, count, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            idle(run, side, group)?;
            let supply = air_supply::of_with(run.rules, &run.state, group.power, &mut run.memory.traced);
            if !bases(run.rules, &run.state, &stack_of(group), &supply).contains(to) {
                return Err(Refusal::of(Ban::Base, "the units cannot be based there"));
            }
            rebase(run, group, *to);
        }
        Some(Command::Ferry { from, power, unit, count, bombs, to }) => {
            let group = Group { space: *from, power: *power, unit: *unit, count: *count };
            idle(run, side, group)?;
            let cargo = bombs::aboard(run.rules, group, *bombs);
            let Some(cargo) = cargo.filter(|_| *bombs > 0 && bombs::at(run.rules, &run.state, group) >= *bombs) else {
                return Err(Refusal::of(Ban::Aboard, "bombers carry bombs that lay with them when their phase began"));
            };
            let supply = air_supply::of_with(run.rules, &run.state, group.power, &mut run.memory.traced);
            if !bases(run.rules, &run.state, &stack_of(group), &supply).contains(to) {
                return Err(Refusal::of(Ban::Base, "the units cannot be based there"));
            }
            rebase(run, group, *to);
            rebase(run, cargo, *to);
        }
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the air movement phase")),
    }
    Ok(Next::Waits)
}

/// Aircraft, or what they carry, go to another base and stay there for this phase.
fn rebase(run: &mut Run, group: Group, to: SpaceIx) {
    run.emit(Event::Moved { stack: stack_of(group), to, army: 0 });
    run.note(CampaignEvent::Rebased { group: Group { space: to, ..group } });
}

/// Bombers set out, with bombs or without; a target outside the war is brought into it.
fn set_out(run: &mut Run, side: SideIx, group: Group, target: SpaceIx, bombs: u16) -> Result<(), Refusal> {
    let traced = &mut run.memory.traced;
    if !targets(run.rules, &run.state, side, &stack_of(group), bombs > 0, traced).contains(&target) {
        return Err(Refusal::of(Ban::Target, "bombers in attack supply fly to enemy industry within their range"));
    }
    let hostile = run.state.holder(target).is_some_and(|holder| run.state.at_war(group.power, holder));
    if !hostile {
        entry::provoke(run, group.power, target)?;
    }
    run.note(CampaignEvent::SentOut { mission: Mission { target, group, bombs } });
    Ok(())
}

const fn stack_of(group: Group) -> Stack {
    Stack { space: group.space, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count }
}

/// Aircraft of a group that have neither set out nor changed their base.
fn at_rest(state: &State, group: Group) -> u16 {
    let out: u16 = state
        .campaign
        .missions
        .iter()
        .map(|mission| mission.group)
        .chain(state.campaign.flown.iter().copied())
        .filter(|other| (other.space, other.power, other.unit) == (group.space, group.power, group.unit))
        .map(|other| other.count)
        .sum();
    zones::count(state, group.space, group.power, group.unit).saturating_sub(out)
}

fn idle(run: &Run, side: SideIx, group: Group) -> Result<(), Refusal> {
    let own = limits::moves(run.rules, &run.state, side, group.power);
    let info = run.rules.unit(group.unit);
    let flies = info.can(Ability::StrategicBombing) || info.can(Ability::Intercepts);
    if own && flies && at_rest(&run.state, group) >= group.count {
        Ok(())
    } else {
        Err(Refusal::of(Ban::HasMoved, "so many aircraft at rest are not there"))
    }
}

/// The range of a power's bombers this turn.
pub fn range(rules: &Ruleset, state: &State, power: PowerIx) -> i64 {
    let table = rules.campaign.raid.as_ref().and_then(|raid| raid.range).map(|table| rules.table(table));
    let side = state.side_of(power).and_then(|side| rules.sides.get(side.index()));
    let cell =
        table.zip(side).and_then(|(table, side)| table.cell(table.at(0, i64::from(state.turn)), table.word(1, side)));
    cell.and_then(Value::number).unwrap_or(0)
}

/// How far a power's bombers go to change their base.
pub fn transfer_range(rules: &Ruleset, state: &State, power: PowerIx) -> i64 {
    range(rules, state, power) * rules.campaign.raid.as_ref().map_or(1, |raid| raid.transfer)
}

/// Spaces within so many steps by air, past neutral land.
fn by_air(rules: &Ruleset, state: &State, from: SpaceIx, range: i64) -> Vec<SpaceIx> {
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    seen.add(from);
    let mut queue = VecDeque::from([(from, 0_i64)]);
    let mut found = Vec::new();
    while let Some((at, steps)) = queue.pop_front() {
        found.push(at);
        if steps < range {
            for link in rules.board.links_of(at) {
                if !link.passes.has(Domain::Air) || !seen.add(link.to) {
                    continue;
                }
                let barred =
                    rules.board.space(link.to).surface == Surface::Land && zones::is_neutral(rules, state, link.to);
                // Nobody flies over neutral land, but it can be where a flight ends.
                if barred {
                    found.push(link.to);
                } else {
                    queue.push_back((link.to, steps + 1));
                }
            }
        }
    }
    found
}

/// Enemy industry that bombers can reach in attack supply; with bombs aboard, whatever these can end.
fn targets(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    stack: &Stack,
    armed: bool,
    traced: &mut Traced,
) -> Vec<SpaceIx> {
    let Some(points) = rules.campaign.points.as_ref().filter(|_| is_bomber(rules, stack)) else { return Vec::new() };
    let hostile = |space: &SpaceIx| {
        state
            .holder(*space)
            .is_some_and(|holder| state.side_of(holder) != Some(side) && state.at_war(stack.power, holder))
            || entry::provokes(rules, state, stack.power, *space)
    };
    let ends = rules.campaign.raid.as_ref().and_then(|raid| raid.bombs.as_ref()).filter(|_| armed);
    let worthy = |space: SpaceIx| match ends {
        Some(rule) => rule.ends.iter().any(|feature| state.feature(rules, space, *feature) > 0),
        None => state.feature(rules, space, points.feature) > 0,
    };
    let near = by_air(rules, state, stack.space, range(rules, state, stack.power));
    let found: Vec<SpaceIx> = near.into_iter().filter(|at| worthy(*at) && hostile(at)).collect();
    if found.is_empty() || !air_supply::may_bomb(rules, state, stack, traced) {
        return Vec::new();
    }
    found
}

/// Where aircraft may change their base to: bombers to supplied friendly land, air defence between connected industry.
fn bases(rules: &Ruleset, state: &State, stack: &Stack, supply: &AirSupply) -> Vec<SpaceIx> {
    let friendly =
        |space: &SpaceIx, reach: &lines::Reach| zones::is_friendly(state, stack.power, *space) && reach.has(*space);
    if is_bomber(rules, stack) {
        let near = by_air(rules, state, stack.space, transfer_range(rules, state, stack.power));
        let open = |space: &SpaceIx| rules.board.has_land(*space) && friendly(space, &supply.any);
        return near.into_iter().filter(|space| *space != stack.space && open(space)).collect();
    }
    let Some(points) = &rules.campaign.points else { return Vec::new() };
    let industry = places_with(rules, state, &[points.feature]).into_iter();
    industry
        .filter(|space| *space != stack.space && friendly(space, &supply.full))
        .filter(|space| super::reinforce::below_limit(rules, state, stack.unit, *space, stack.count))
        .collect()
}

/// Aircraft of a side at rest, with how many.
fn resting(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Stack> {
    let own = state.stacks.iter().filter(|stack| limits::moves(rules, state, side, stack.power));
    let aircraft = own.filter(|stack| is_bomber(rules, stack) || is_air_defence(rules, stack));
    aircraft
        .map(|stack| {
            let group = Group { space: stack.space, power: stack.power, unit: stack.unit, count: stack.count };
            Stack { count: at_rest(state, group), ..*stack }
        })
        .filter(|stack| stack.count > 0)
        .collect()
}

/// Raids that a side can fly.
pub fn raids(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Command> {
    raids_with(rules, state, side, &mut Traced::default())
}

/// The same for somebody who remembers.
fn raids_with(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = Vec::new();
    for stack in resting(rules, state, side) {
        let Stack { space: from, power, unit, count, .. } = stack;
        for target in targets(rules, state, side, &stack, false, traced) {
            found.push(Command::Raid { from, power, unit, count, target });
        }
        let group = Group { space: from, power, unit, count };
        if is_bomber(rules, &stack) && bombs::at(rules, state, group) > 0 {
            for target in targets(rules, state, side, &stack, true, traced) {
                found.push(Command::Drop { from, power, unit, count, target });
            }
        }
    }
    found
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = raids_with(rules, state, side, traced);
    let mut supply: Vec<(PowerIx, AirSupply)> = Vec::new();
    for stack in resting(rules, state, side) {
        let Stack { space: from, power, unit, .. } = stack;
        if !supply.iter().any(|(known, _)| *known == power) {
            supply.push((power, air_supply::of_with(rules, state, power, traced)));
        }
        if let Some((_, reach)) = supply.iter().find(|(known, _)| *known == power) {
            let bombs = bombs::at(rules, state, Group { space: from, power, unit, count: 1 });
            for to in bases(rules, state, &Stack { count: 1, ..stack }, reach) {
                found.push(Command::Transfer { from, power, unit, count: 1, to });
                if bombs > 0 && is_bomber(rules, &stack) {
                    found.push(Command::Ferry { from, power, unit, count: 1, bombs, to });
                }
            }
        }
    }
    found
}

/// The raid on a space by bombers as the odds see it.
pub fn raid_on(rules: &Ruleset, state: &State, bombers: &[Mission], target: SpaceIx) -> Option<Raid> {
    let settings = rules.campaign.raid.as_ref()?;
    let first = bombers.first()?.group;
    let strength = |amount| floor(amount).clamp(0, 1000) as u16;
    let defence: Vec<&Stack> = state
        .stacks_in(target)
        .iter()
        .filter(|stack| is_air_defence(rules, stack) && !zones::is_friend(state, first.power, stack.power))
        .collect();
    Some(Raid {
        defence_table: settings.defence.clone(),
        bombing_table: settings.bombing.clone(),
        defence_fleets: defence.iter().map(|stack| stack.count).sum(),
        defence_strength: defence.first().map_or(0, |stack| strength(rules.unit(stack.unit).attack)),
        bombers: bombers.iter().map(|mission| mission.group.count).sum(),
        bomber_defence: strength(rules.unit(first.unit).defence),
        bomber_attack: strength(rules.unit(first.unit).attack),
    })
}

/// All missions of a side reach their targets.
pub(super) fn fly(run: &mut Run, side: SideIx) {
    let missions: Vec<Mission> = run
        .state
        .campaign
        .missions
        .iter()
        .copied()
        .filter(|mission| run.state.side_of(mission.group.power) == Some(side))
        .collect();
    let mut targets: Vec<SpaceIx> = missions.iter().map(|mission| mission.target).collect();
    targets.dedup();
    for target in targets {
        let bombers: Vec<Mission> = missions.iter().copied().filter(|mission| mission.target == target).collect();
        bomb(run, &bombers, target);
    }
    air_supply::judge(run, side, is_bomber);
    let campaign = &run.state.campaign;
    if !missions.is_empty() || !campaign.flown.is_empty() || !campaign.air_bases.is_empty() {
        run.note(CampaignEvent::Closed { what: Closing::Raids, side: Some(side) });
    }
}

/// One raid: dice, losses, production lost for the turn; no more than the place makes.
pub(crate) fn bomb(run: &mut Run, bombers: &[Mission], target: SpaceIx) {
    let Some(raid) = raid_on(run.rules, &run.state, bombers, target) else { return };
    let defence_die = (raid.defence_fleets > 0)
        .then(|| run.roll(Decision::of(Purpose::AntiAir).at(target), i64::from(raid.defence_table.sides().max(1))));
    let fired = defence_die.map_or_else(Default::default, |die| raid.fire(die as i32).unwrap_or_default());
    let through = raid.bombers.saturating_sub(fired.bombers_lost + fired.aborted);
    let armed: Vec<Mission> = bombers.iter().copied().filter(|mission| mission.bombs > 0).collect();
    let explodes = !armed.is_empty() && raid.bombers > fired.bombers_lost;
    let bombing_die = (through > 0 && !explodes)
        .then(|| run.roll(Decision::of(Purpose::Bombing).at(target), i64::from(raid.bombing_table.sides().max(1))));
    let result = bombing_die.map_or(fired, |die| raid.bomb(fired, die as i32).unwrap_or(fired));
    let first = bombers.first().map(|mission| mission.group.power);
    let guns: Vec<Stack> = run
        .state
        .stacks_in(target)
        .iter()
        .filter(|stack| {
            is_air_defence(run.rules, stack)
                && first.is_some_and(|power| !zones::is_friend(&run.state, power, stack.power))
        })
        .copied()
        .collect();
    lose(run, guns, result.defence_lost);
    lose(run, bombers.iter().map(|mission| stack_of(mission.group)).collect(), result.bombers_lost);
    bombs::spend(run, &armed, target, explodes);
    let made = super::points::made_in(run.rules, &run.state, target);
    run.note(CampaignEvent::Raided {
        target,
        differential: raid.differential(),
        defence_die,
        defence_lost: result.defence_lost,
        bombers_lost: result.bombers_lost,
        aborted: result.aborted,
        bombing_die,
        production_lost: i64::from(result.damage).min(made).max(0) as u16,
    });
}

fn lose(run: &mut Run, stacks: Vec<Stack>, count: u16) {
    let mut left = count;
    for stack in stacks {
        let lost = left.min(stack.count);
        if lost > 0 {
            run.destroy(Stack { count: lost, ..stack }, LossReason::Fire);
            left -= lost;
        }
    }
}
