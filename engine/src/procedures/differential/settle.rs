//! After the die: the defender picks his losses and leads his survivors away, then mechanised attackers may go after them.
//! What leaves no choice happens at once.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::{battle, entry, falling_back, landing, zones};
use crate::action::{Action, Command, Refusal};
use crate::event::{CampaignEvent, LossReason};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::odds::differential::LandCombat;
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Engagement, Group};
use crate::state::{Stack, State};

/// What has to be decided next.
enum Step {
    Losses(Vec<(PowerIx, UnitIx)>),
    Retreat(Vec<Stack>),
    Follow(Vec<Group>),
    Over,
}

/// Land units of the side that was attacked.
fn beaten(rules: &Ruleset, state: &State, engagement: &Engagement) -> Vec<Stack> {
    let in_space = state.stacks_in(engagement.target).iter();
    in_space
        .filter(|stack| zones::is_land(rules, stack) && state.side_of(stack.power) != Some(engagement.attacker))
        .copied()
        .collect()
}

fn next(rules: &Ruleset, state: &State, engagement: &Engagement) -> Step {
    let left = beaten(rules, state, engagement);
    let settings = rules.campaign.battle.as_ref();
    let surface = rules.board.space(engagement.target).surface;
    let forts_first = settings.is_some_and(|settings| settings.forts_first_on.contains(&surface));
    let is_fort = |stack: &&Stack| rules.unit(stack.unit).can(Ability::HoldsGround);
    if engagement.losses > 0 && !left.is_empty() {
        let forts: Vec<&Stack> = left.iter().filter(is_fort).collect();
        let from: Vec<&Stack> = if forts_first && !forts.is_empty() { forts } else { left.iter().collect() };
        let mut choices: Vec<(PowerIx, UnitIx)> = from.iter().map(|stack| (stack.power, stack.unit)).collect();
        choices.sort_unstable();
        choices.dedup();
        return Step::Losses(choices);
    }
    let fort_left = left.iter().any(|stack| is_fort(&stack));
    let leaving: Vec<Stack> = left.iter().filter(|stack| !is_fort(stack)).copied().collect();
    if LandCombat::drives_out(engagement.hurt, fort_left, forts_first) && !leaving.is_empty() {
        return Step::Retreat(leaving);
    }
    if left.is_empty() {
        let followers = followers(rules, state, engagement);
        if !followers.is_empty() {
            return Step::Follow(followers);
        }
    }
    Step::Over
}

/// Attackers that may enter the emptied space.
fn followers(rules: &Ruleset, state: &State, engagement: &Engagement) -> Vec<Group> {
    let target = engagement.target;
    let fought = state.campaign.fought.iter().filter(|pledge| pledge.target == target && pledge.group.space != target);
    fought
        .map(|pledge| pledge.group)
        .filter(|group| rules.unit(group.unit).can(Ability::AdvanceAfterCombat))
        .filter(|group| rules.board.link(group.space, target).is_some_and(|link| link.passes.has(Domain::Land)))
        .filter(|group| stacking::room(rules, state, group.power, group.unit, target) > 0)
        .collect()
}

/// The side that decides now.
pub(super) fn deciding(rules: &Ruleset, state: &State, engagement: &Engagement) -> Option<SideIx> {
    match next(rules, state, engagement) {
        Step::Losses(_) | Step::Retreat(_) => Some(engagement.defender),
        Step::Follow(_) => Some(engagement.attacker),
        Step::Over => None,
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, engagement: &Engagement) -> Vec<Action> {
    let commands: Vec<Command> = match next(rules, state, engagement) {
        Step::Losses(choices) => choices.into_iter().map(|(power, unit)| Command::GiveUp { power, unit }).collect(),
        Step::Retreat(leaving) => leaving
            .iter()
            .flat_map(|stack| {
                let (power, unit, count) = (stack.power, stack.unit, stack.count);
                let options = falling_back::options(rules, state, stack, engagement);
                let stays = may_stay(state, power, &options).then_some(Command::GiveUp { power, unit });
                let retreats = options.into_iter().map(move |to| Command::FallBack { power, unit, count, to });
                retreats.chain(stays)
            })
            .collect(),
        Step::Follow(groups) => {
            let follow = groups.into_iter().flat_map(|group| {
                let Group { space: from, power, unit, count } = group;
                let room = stacking::room(rules, state, power, unit, engagement.target).clamp(0, i64::from(count));
                let most = room as u16;
                [most, 1]
                    .into_iter()
                    .take(if most > 1 { 2 } else { usize::from(most) })
                    .map(move |count| Command::Follow { from, power, unit, count })
            });
            return std::iter::once(Action::Done).chain(follow.map(Action::Campaign)).collect();
        }
        Step::Over => Vec::new(),
    };
    commands.into_iter().map(Action::Campaign).collect()
}

/// Does what the player who must decide asks for.
pub(super) fn choose(run: &mut Run, engagement: &Engagement, command: Option<&Command>) -> Result<(), Refusal> {
    match (next(run.rules, &run.state, engagement), command) {
        (Step::Losses(choices), Some(Command::GiveUp { power, unit })) => {
            if !choices.contains(&(*power, *unit)) {
                return Err(Refusal::of(Ban::Losses, "losses do not fall on such units there"));
            }
            give_up(run, engagement.target, *power, *unit);
        }
        (Step::Retreat(leaving), Some(Command::FallBack { power, unit, count, to })) => {
            let stack = leaving.iter().find(|stack| stack.power == *power && stack.unit == *unit);
            let Some(stack) = stack.filter(|stack| stack.count >= *count) else {
                return Err(Refusal::of(Ban::Retreat, "no such units have to retreat"));
            };
            if !falling_back::options(run.rules, &run.state, stack, engagement).contains(to) {
                return Err(Refusal::of(Ban::Retreat, "the units may not retreat there"));
            }
            falling_back::go(run, Stack { count: *count, ..*stack }, *to);
        }
        (Step::Retreat(leaving), Some(Command::GiveUp { power, unit })) => {
            let stack = leaving.into_iter().find(|stack| stack.power == *power && stack.unit == *unit);
            let options = stack.map(|stack| falling_back::options(run.rules, &run.state, &stack, engagement));
            match stack.zip(options) {
                Some((stack, options)) if may_stay(&run.state, *power, &options) => {
                    run.destroy(stack, LossReason::NoRetreat);
                }
                _ => return Err(Refusal::of(Ban::Retreat, "the units have a way to retreat")),
            }
        }
        (Step::Follow(groups), Some(Command::Follow { from, power, unit, count })) => {
            let is = |group: &&Group| group.space == *from && group.power == *power && group.unit == *unit;
            let most: u16 = groups.iter().filter(is).map(|group| group.count).sum();
            if most < *count {
                return Err(Refusal::of(Ban::Follow, "only mechanised units that attacked there may advance"));
            }
            if stacking::room(run.rules, &run.state, *power, *unit, engagement.target) < i64::from(*count) {
                return Err(Refusal::of(Ban::Stacking, "the space holds no more points"));
            }
            follow(run, Group { space: *from, power: *power, unit: *unit, count: *count }, engagement.target);
        }
        (Step::Follow(_), None) => finish(run, engagement),
        _ => return Err(Refusal::of(Ban::WrongTime, "the battle must be settled first")),
    }
    Ok(())
}

/// Goes on until somebody has a choice or the battle is over.
pub(super) fn go_on(run: &mut Run) {
    while let Some(engagement) = run.state.campaign.engagement {
        match next(run.rules, &run.state, &engagement) {
            Step::Losses(choices) => match choices[..] {
                [(power, unit)] => give_up(run, engagement.target, power, unit),
                _ => return,
            },
            Step::Retreat(leaving) => {
                let options: Vec<(Stack, Vec<SpaceIx>)> = leaving
                    .into_iter()
                    .map(|stack| (stack, falling_back::options(run.rules, &run.state, &stack, &engagement)))
                    .collect();
                let asked = |power: PowerIx, to: &[SpaceIx]| to.len() > 1 || may_stay(&run.state, power, to);
                let forced = options.iter().find(|(stack, to)| !asked(stack.power, to));
                match forced.map(|(stack, to)| (*stack, to.first().copied())) {
                    Some((stack, Some(to))) => falling_back::go(run, stack, to),
                    Some((stack, None)) => run.destroy(stack, LossReason::NoRetreat),
                    None => return,
                }
            }
            Step::Follow(_) => return,
            Step::Over => finish(run, &engagement),
        }
    }
}

/// Whether units may rather be lost where they stand: every way leads into a country outside the war.
fn may_stay(state: &State, power: PowerIx, options: &[SpaceIx]) -> bool {
    !options.is_empty() && options.iter().all(|to| falling_back::violates(state, power, *to))
}

/// One point goes: a unit of one point is lost, a bigger one is worn down.
fn give_up(run: &mut Run, target: SpaceIx, power: PowerIx, unit: UnitIx) {
    let stacks = run.state.stacks_in(target).iter().filter(|stack| stack.power == power && stack.unit == unit);
    let Some(stack) = stacks.max_by_key(|stack| stack.damaged).copied() else { return };
    if battle::face_value(run.rules, &Stack { count: 1, ..stack }) > 1
        && usize::from(stack.damaged) < run.rules.unit(unit).worn.len()
    {
        run.note(CampaignEvent::Worn { stack });
    } else {
        run.destroy(Stack { count: 1, ..stack }, LossReason::Fire);
    }
    run.note(CampaignEvent::LossChosen);
}

fn follow(run: &mut Run, group: Group, target: SpaceIx) {
    super::march::relocate(run, group, target);
    run.note(CampaignEvent::Followed { group, to: target });
    entry::occupy(run, target, group.power);
}

fn finish(run: &mut Run, engagement: &Engagement) {
    if beaten(run.rules, &run.state, engagement).is_empty() {
        landing::secure(run, engagement.target);
    }
    run.note(CampaignEvent::EngagementEnded);
}
