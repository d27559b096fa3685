//! Land points that ships carry, in strategic movement or to a landing: where their way leaves the zone of an enemy he may strike.
//! Each loss sinks a ship and the point aboard it.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::super::naval::{self, SeaBattle, Strike};
use super::super::{landing, pipeline, sea_rules, transport};
use super::Ask;
use super::roster::tell;
use super::waters::Waters;
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, LossReason, SeaEvent};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::query::reach::{self, SpaceSet};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::rng::{Decision, Purpose};
use crate::state::sea::{CONVOY, Crossing};
use crate::state::{Stack, State};

/// Points set out over the sea. Without the means to strike them on their way nothing comes in between.
pub(in super::super) fn set_out(run: &mut Run, group: Group, to: SpaceIx, assault: bool) {
    let at = group.space;
    let crossing = Crossing { group, to, assault, at, asked: false, toll: 0, struck_from: None };
    tell(run, SeaEvent::Crossed { crossing: Some(crossing) });
    super::settle(run);
}

/// The ships that carry the points, as those see them who strike: they have no defence of their own.
fn ships(rules: &Ruleset, crossing: &Crossing) -> Option<Stack> {
    let carries = |unit: &UnitIx| {
        let info = rules.unit(*unit);
        let ability = if crossing.assault { Ability::Amphibious } else { Ability::Pipeline };
        info.domain == Domain::Sea && info.can(ability)
    };
    let unit = (0..rules.units.len()).map(UnitIx::new).find(carries)?;
    let Group { power, count, .. } = crossing.group;
    Some(Stack { space: crossing.at, army: 0, power, unit, damaged: 0, count })
}

fn may_strike(rules: &Ruleset, state: &State, stack: &Stack, ship: &Stack) -> bool {
    state.at_war(stack.power, ship.power) && sea_rules::may_strike(rules, Strike::Transit, stack, ship, true)
}

/// Enemies whose zone the points are about to leave.
fn hunters(rules: &Ruleset, state: &State, crossing: &Crossing) -> Vec<Stack> {
    let Some(ship) = ships(rules, crossing) else { return Vec::new() };
    let hunted = |stack: &Stack| {
        let hunt = (CONVOY, stack.space, stack.power, stack.unit);
        state.campaign.sea.hunts.binary_search(&hunt).is_ok()
    };
    let able = |stack: &&Stack| {
        may_strike(rules, state, stack, &ship)
            && !hunted(stack)
            && sea_rules::controls(rules, state, stack, crossing.at)
    };
    state.stacks.iter().filter(able).copied().collect()
}

/// Merchant ships nearest to those who struck: one of these is sunk.
fn nearest(rules: &Ruleset, state: &State, crossing: &Crossing) -> Vec<(SpaceIx, PowerIx, UnitIx)> {
    if crossing.assault {
        let fleets = state.stacks_in(crossing.group.space).iter();
        let own = fleets
            .filter(|stack| stack.power == crossing.group.power && rules.unit(stack.unit).can(Ability::Amphibious));
        let found = own.map(|stack| (stack.space, stack.power, stack.unit));
        return found.take(1).collect();
    }
    let power = crossing.group.power;
    let areas = pipeline::holding_areas(rules, state, power, &pipeline::shut(rules, state, power));
    let from = crossing.struck_from.unwrap_or(crossing.at);
    let is_area = |space: SpaceIx| areas.binary_search_by_key(&space, |(area, _)| *area).is_ok();
    // The nearest come first, and all that are as near.
    let mut found = reach::spread(rules, from, Domain::Air).filter(|(space, _)| is_area(*space)).peekable();
    let best = found.peek().map(|(_, steps)| *steps);
    let near = found.take_while(|(_, steps)| Some(*steps) == best).map(|(space, _)| space);
    let merchants = near.flat_map(|area| state.stacks_in(area).iter()).filter(|stack| {
        rules.unit(stack.unit).can(Ability::Pipeline) && !state.at_war(stack.power, crossing.group.power)
    });
    let mut found: Vec<_> = merchants.map(|stack| (stack.space, stack.power, stack.unit)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

pub(super) fn asks(rules: &Ruleset, state: &State, crossing: &Crossing) -> Option<(SideIx, Ask)> {
    if crossing.toll > 0 {
        let choices = nearest(rules, state, crossing);
        let mut enemies = state.powers().filter(|power| state.at_war(*power, crossing.group.power));
        let side = enemies.find_map(|power| state.side_of(power))?;
        return (choices.len() > 1).then_some((side, Ask::Losses(choices)));
    }
    if crossing.asked || crossing.at == crossing.to || crossing.group.count == 0 {
        return None;
    }
    let hunters = hunters(rules, state, crossing);
    let side = state.side_of(hunters.first()?.power)?;
    Some((side, Ask::Ambush(hunters)))
}

/// Points go on until somebody may strike them. False if somebody has to decide first.
pub(super) fn go_on(run: &mut Run, crossing: &Crossing) -> bool {
    if asks(run.rules, &run.state, crossing).is_some() {
        return false;
    }
    if crossing.toll > 0 {
        let loss = nearest(run.rules, &run.state, crossing).first().copied();
        sink(run, crossing, loss);
        return true;
    }
    let next = if crossing.group.count == 0 { None } else { next_stop(run.rules, &run.state, crossing) };
    match next {
        Some(at) if crossing.at != crossing.to => {
            let crossing = Crossing { at, asked: false, ..*crossing };
            tell(run, SeaEvent::Crossed { crossing: Some(crossing) });
        }
        _ => arrive(run, crossing),
    }
    true
}

/// The next space on the way where somebody may strike, or the end of it. The way goes round zones where it can.
fn next_stop(rules: &Ruleset, state: &State, crossing: &Crossing) -> Option<SpaceIx> {
    let ship = ships(rules, crossing)?;
    let mut grounds = SpaceSet::new(rules.board.spaces.len());
    for stack in state.stacks.iter().filter(|stack| may_strike(rules, state, stack, &ship)) {
        sea_rules::cover_zone(rules, state, stack, &mut grounds);
    }
    let assault = rules.march(state).assault_range.unwrap_or(0);
    let range = if crossing.assault { assault } else { rules.campaign.transport.sea_range };
    // Pipelines pass enemies and straits; what they carry goes the same way.
    let waters = Waters::open(rules);
    let careful = waters.ways(crossing.at, range.clamp(0, 254) as u8, None, Some(&grounds)).path(crossing.to);
    let path =
        if careful.is_empty() { waters.ways(crossing.at, u8::MAX, None, None).path(crossing.to) } else { careful };
    path.iter().copied().find(|space| grounds.has(*space)).or(Some(crossing.to))
}

/// What is left of the points goes ashore. If the place no longer takes them they stay where they came from.
fn arrive(run: &mut Run, crossing: &Crossing) {
    tell(run, SeaEvent::Crossed { crossing: None });
    if crossing.group.count > 0 {
        let _ = if crossing.assault {
            landing::come_ashore(run, crossing.group, crossing.to)
        } else {
            transport::unload(run, crossing.group, crossing.to)
        };
    }
}

/// Those whose zone the points leave strike them, or let them pass.
pub(super) fn ambush(run: &mut Run, hunters: &[Stack], command: Option<&Command>) -> Result<(), Refusal> {
    let Some(crossing) = run.state.campaign.sea.crossing else { return Ok(()) };
    let shooters: Vec<Stack> = match command {
        None => {
            tell(run, SeaEvent::Crossed { crossing: Some(Crossing { asked: true, ..crossing }) });
            return Ok(());
        }
        Some(Command::Ambush { from }) => {
            hunters.iter().filter(|stack| from.is_none_or(|from| stack.space == from)).copied().collect()
        }
        Some(_) => {
            return Err(Refusal::of(Ban::WrongTime, "ships with points leave your zone: strike them or let them pass"));
        }
    };
    let (Some(first), Some(ship)) = (shooters.first().copied(), ships(run.rules, &crossing)) else {
        return Err(Refusal::of(Ban::NotThere, "nobody there can strike them"));
    };
    for stack in &shooters {
        tell(run, SeaEvent::Hunted { hunt: (CONVOY, stack.space, stack.power, stack.unit) });
    }
    let battle = SeaBattle {
        strike: Strike::Transit,
        at: crossing.at,
        shooters,
        targets: vec![ship],
        cover: Vec::new(),
        cover_takes_losses: false,
        port_distance: None,
        defence_multiple: 1,
    };
    let combat = naval::setting(run.rules, &battle);
    let Some((combat, column)) = combat.and_then(|combat| combat.column().ok().map(|column| (combat, column))) else {
        return Err(Refusal::of(Ban::Minimum, "the strike is too weak"));
    };
    let die = run.roll(Decision::of(Purpose::Convoy).at(crossing.at), i64::from(combat.table.sides().max(1)));
    let lost = combat.table.cell(column, die as i32).unwrap_or_default().defender_lost;
    let (attack, defence) = combat.strengths();
    run.note(CampaignEvent::Struck { at: crossing.at, attack, defence, differential: combat.differential(), die });
    let toll = lost.min(crossing.group.count);
    let crossing = Crossing { asked: true, toll, struck_from: Some(first.space), ..crossing };
    tell(run, SeaEvent::Crossed { crossing: Some(crossing) });
    Ok(())
}

/// Those who struck pick the merchant ships they sink where several are as near.
pub(super) fn choose(
    run: &mut Run,
    choices: &[(SpaceIx, PowerIx, UnitIx)],
    command: Option<&Command>,
) -> Result<(), Refusal> {
    let (Some(crossing), Some(Command::GiveUp { from, power, unit })) = (run.state.campaign.sea.crossing, command)
    else {
        return Err(Refusal::of(Ban::WrongTime, "say first which merchant ships are sunk"));
    };
    let choice = (*from, *power, *unit);
    if !choices.contains(&choice) {
        return Err(Refusal::of(Ban::Losses, "other merchant ships are nearer"));
    }
    sink(run, &crossing, Some(choice));
    Ok(())
}

/// A ship goes down with a point.
fn sink(run: &mut Run, crossing: &Crossing, ship: Option<(SpaceIx, PowerIx, UnitIx)>) {
    let Group { space, power, unit, count } = crossing.group;
    if let Some((at, owner, kind)) = ship {
        let sunk = run.state.stacks_in(at).iter().find(|stack| (stack.power, stack.unit) == (owner, kind)).copied();
        if let Some(stack) = sunk {
            run.destroy(Stack { count: 1, ..stack }, LossReason::Fire);
        }
    }
    let aboard = run.state.stacks_in(space).iter().find(|stack| (stack.power, stack.unit) == (power, unit)).copied();
    if let Some(stack) = aboard {
        run.destroy(Stack { count: 1, ..stack }, LossReason::Sunk);
    }
    let group = Group { count: count.saturating_sub(1), ..crossing.group };
    let crossing = Crossing { group, toll: crossing.toll.saturating_sub(1), ..*crossing };
    tell(run, SeaEvent::Crossed { crossing: Some(crossing) });
}
