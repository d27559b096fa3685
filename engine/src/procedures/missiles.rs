//! Missiles: the points of a place are fired at industry, at armies or at morale near it, as many at a time as their owner likes, and are
//! used up. Bombs that they carry are dropped afterwards.

use chartroom_format::schema::refusal::Ban;

use super::bombing::{self, MoraleRaidRules};
use super::warheads::{self, WarheadRules};
use super::{FirepowerRules, Next, Procedure};
use crate::action::{Action, Aim, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx, TableIx, UnitIx};
use crate::procedures::firepower::losses;
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{LossesDue, Stack, State, Whom};
use chartroom_format::schema::units::Domain;

#[derive(Clone, Debug)]
pub struct MissileRules {
    pub missile: UnitIx,
    pub range: i64,
    pub firepower: TableIx,
    /// Points that fire with one die.
    pub group: i64,
    pub at_armies: bool,
    pub morale: Option<MoraleRaidRules>,
    pub warheads: Option<WarheadRules>,
}

/// The settings of battles of the game, by which losses are taken.
pub(super) fn battles(rules: &Ruleset) -> Option<&FirepowerRules> {
    rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::FirepowerAdvance(settings) => Some(&**settings),
        _ => None,
    })
}

/// The missiles of a side in a space.
fn missiles(state: &State, side: SideIx, settings: &MissileRules, space: SpaceIx) -> Option<Stack> {
    let mut here = state.stacks_in(space).iter();
    here.find(|stack| stack.unit == settings.missile && state.side_of(stack.power) == Some(side)).copied()
}

/// The places with missiles of a side, in order.
fn sites(state: &State, side: SideIx, settings: &MissileRules) -> Vec<SpaceIx> {
    let own = |stack: &&Stack| stack.unit == settings.missile && state.side_of(stack.power) == Some(side);
    let mut found: Vec<SpaceIx> = state.stacks.iter().filter(own).map(|stack| stack.space).collect();
    found.dedup();
    found
}

/// Spaces within range of a place, the place itself first.
fn near(rules: &Ruleset, settings: &MissileRules, from: SpaceIx) -> Vec<SpaceIx> {
    let near = reach::spread(rules, from, Domain::Air).take_while(|(_, steps)| i64::from(*steps) <= settings.range);
    near.map(|(space, _)| space).collect()
}

/// Whether missiles can be fired at something in a space.
fn is_target(rules: &Ruleset, state: &State, side: SideIx, settings: &MissileRules, space: SpaceIx, aim: Aim) -> bool {
    match aim {
        Aim::Industry => bombing::is_target(rules, state, side, space),
        Aim::Morale => {
            settings.morale.as_ref().is_some_and(|raids| bombing::nation_at(rules, state, side, raids, space).is_some())
        }
        Aim::Armies => settings.at_armies && !armies(state, side, space).is_empty(),
    }
}

/// The armies of an enemy in a space.
fn armies(state: &State, side: SideIx, space: SpaceIx) -> Vec<(u8, SpaceIx)> {
    if !bombing::is_hostile(state, side, space) {
        return Vec::new();
    }
    let mut found: Vec<(u8, SpaceIx)> = state
        .stacks_in(space)
        .iter()
        .filter(|stack| stack.army != 0 && state.side_of(stack.power) == state.holding_side(space))
        .map(|stack| (stack.army, space))
        .collect();
    found.dedup();
    found
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &MissileRules) -> Next {
    if legal(run.rules, &run.state, side, settings).len() > 1 { Next::Waits } else { end(run) }
}

fn end(run: &mut Run) -> Next {
    warheads::stand_down(run);
    Next::Over
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &MissileRules, action: &Action) -> Result<Next, Refusal> {
    if let (false, Some(battles)) = (run.state.combat.losses.is_empty(), battles(run.rules)) {
        losses::choose(run, battles, action)?;
        losses::settle(run, battles);
        return Ok(Next::Waits);
    }
    match *action {
        Action::Done => Ok(end(run)),
        Action::Launch { from, target, points, aim } => {
            launch(run, side, settings, (from, target), points, aim)?;
            Ok(Next::Waits)
        }
        Action::DropBomb { from, target } => {
            let in_range = near(run.rules, settings, from).contains(&target);
            warheads::drop_bomb(run, side, settings.warheads.as_ref(), (from, target), in_range)?;
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time of missiles")),
    }
}

fn launch(
    run: &mut Run,
    side: SideIx,
    settings: &MissileRules,
    (from, target): (SpaceIx, SpaceIx),
    points: u16,
    aim: Aim,
) -> Result<(), Refusal> {
    let rules = run.rules;
    let known = from.index() < rules.board.spaces.len() && target.index() < rules.board.spaces.len();
    let Some(stack) = known.then(|| missiles(&run.state, side, settings, from)).flatten() else {
        return Err(Refusal::of(Ban::NotThere, "no missiles are ready there"));
    };
    if points == 0 || points > stack.count {
        return Err(Refusal::of(Ban::NotThere, "so many missiles are not there"));
    }
    if run.state.combat.bombs_away {
        return Err(Refusal::of(Ban::WrongTime, "bombs go off after all other damage is done"));
    }
    let in_range = near(rules, settings, from).contains(&target);
    if !in_range || !is_target(rules, &run.state, side, settings, target, aim) {
        return Err(Refusal::of(Ban::Target, "missiles reach nothing of the kind there"));
    }
    run.emit(Event::Removed { stack: Stack { count: points, ..stack }, why: LossReason::Spent });
    warheads::arm(run, side, settings.warheads.as_ref(), from, points);
    let where_ = (side, from, target);
    let hits = bombing::volley(run, settings.firepower, settings.group, where_, i64::from(points));
    match aim {
        Aim::Industry => ruin(run, side, settings, (from, target), hits),
        Aim::Morale => {
            if let Some((raids, nation)) = settings
                .morale
                .as_ref()
                .and_then(|raids| Some((raids, bombing::nation_at(rules, &run.state, side, raids, target)?)))
            {
                bombing::hit_morale(run, side, raids, nation, hits);
            }
        }
        Aim::Armies => {
            let from = armies(&run.state, side, target);
            lose(run, target, from, hits);
        }
    }
    Ok(())
}

/// Losses fall on what stands in a space; its owner picks them.
pub(super) fn lose(run: &mut Run, space: SpaceIx, from: Vec<(u8, SpaceIx)>, hits: i64) {
    let (Some(side), Some(battles)) = (run.state.holding_side(space), battles(run.rules)) else { return };
    if hits > 0 && !from.is_empty() {
        let count = hits.clamp(0, 1000) as u16;
        run.emit(Event::LossesFell { due: LossesDue { side, from, count, landing: 0, whom: Whom::Usual } });
        losses::settle(run, battles);
    }
}

/// Hits ruin the industry of the target, and what is more the richest other industry within range.
fn ruin(run: &mut Run, side: SideIx, settings: &MissileRules, (from, target): (SpaceIx, SpaceIx), hits: i64) {
    let rules = run.rules;
    let mut others: Vec<SpaceIx> = near(rules, settings, from);
    others.retain(|space| *space != target && bombing::is_target(rules, &run.state, side, *space));
    others.sort_by_key(|space| (std::cmp::Reverse(bombing::working(rules, &run.state, *space)), *space));
    let mut left = hits;
    for space in std::iter::once(target).chain(others) {
        let points = left.min(bombing::working(rules, &run.state, space));
        if points > 0 {
            run.emit(Event::Devastated { space, points });
            left -= points;
        }
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &MissileRules) -> Vec<Action> {
    if let (false, Some(battles)) = (state.combat.losses.is_empty(), battles(rules)) {
        return losses::legal(rules, state, battles);
    }
    let mut actions = vec![Action::Done];
    for from in sites(state, side, settings).into_iter().filter(|_| !state.combat.bombs_away) {
        let points = missiles(state, side, settings, from).map_or(0, |stack| stack.count);
        for target in near(rules, settings, from) {
            for aim in [Aim::Industry, Aim::Morale, Aim::Armies] {
                if is_target(rules, state, side, settings, target, aim) {
                    actions.push(Action::Launch { from, target, points, aim });
                }
            }
        }
    }
    let near = |from: SpaceIx| near(rules, settings, from);
    warheads::legal(rules, state, side, settings.warheads.as_ref(), near, &mut actions);
    actions
}
