//! After the die: the defender picks his losses and leads his survivors away, then mechanised attackers may go after them.
//! What leaves no choice happens at once.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::{battle, entry, falling_back, landing, several, strengths, zones};
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
    Losses(Vec<(SpaceIx, PowerIx, UnitIx)>),
    Retreat(Vec<Stack>),
    /// Who may advance, and where to.
    Follow(Vec<(Group, SpaceIx)>),
    Over,
}

/// Land units in a space of the side that was attacked.
fn beaten(rules: &Ruleset, state: &State, engagement: &Engagement, space: SpaceIx) -> Vec<Stack> {
    let in_space = state.stacks_in(space).iter();
    in_space
        .filter(|stack| zones::is_land(rules, stack) && state.side_of(stack.power) != Some(engagement.attacker))
        .copied()
        .collect()
}

fn is_fort(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).can(Ability::HoldsGround)
}

/// Losses fall where the defender wants in all spaces of the attack; all of them are one defence, so that any loss drives the
/// survivors out of each but those that a fort covers.
fn next(rules: &Ruleset, state: &State, engagement: &Engagement) -> Step {
    let spaces = several::spaces(state, engagement.target);
    let left: Vec<Stack> = spaces.iter().flat_map(|space| beaten(rules, state, engagement, *space)).collect();
    let has_fort = |space: SpaceIx| left.iter().any(|stack| stack.space == space && is_fort(rules, stack));
    if engagement.losses > 0 && !left.is_empty() {
        let spared = |stack: &Stack| {
            strengths::forts_first(rules, stack.space) && has_fort(stack.space) && !is_fort(rules, stack)
        };
        let from = left.iter().filter(|stack| !spared(stack));
        let mut choices: Vec<(SpaceIx, PowerIx, UnitIx)> =
            from.map(|stack| (stack.space, stack.power, stack.unit)).collect();
        choices.sort_unstable();
        choices.dedup();
        return Step::Losses(choices);
    }
    let leaves = |stack: &&Stack| !is_fort(rules, stack) && driven_out(rules, state, engagement, stack.space);
    let leaving: Vec<Stack> = left.iter().filter(leaves).copied().collect();
    if !leaving.is_empty() {
        return Step::Retreat(leaving);
    }
    let empty = spaces.iter().filter(|space| left.iter().all(|stack| stack.space != **space));
    let followers: Vec<(Group, SpaceIx)> =
        empty.flat_map(|space| followers(rules, state, engagement, &spaces, *space)).collect();
    if followers.is_empty() { Step::Over } else { Step::Follow(followers) }
}

/// Whether the survivors in a space of the attack must leave it.
fn driven_out(rules: &Ruleset, state: &State, engagement: &Engagement, space: SpaceIx) -> bool {
    let fort_left = beaten(rules, state, engagement, space).iter().any(|stack| is_fort(rules, stack));
    LandCombat::drives_out(engagement.hurt, fort_left, strengths::forts_first(rules, space))
}

/// Where beaten units may go: not into a space that is lost with theirs.
fn ways(rules: &Ruleset, state: &State, engagement: &Engagement, stack: &Stack) -> Vec<SpaceIx> {
    let mut lost = several::spaces(state, engagement.target);
    lost.retain(|space| driven_out(rules, state, engagement, *space));
    falling_back::options(rules, state, stack, &lost)
}

/// Attackers that may enter a space of the attack that is empty now.
fn followers(
    rules: &Ruleset,
    state: &State,
    engagement: &Engagement,
    spaces: &[SpaceIx],
    to: SpaceIx,
) -> Vec<(Group, SpaceIx)> {
    let fought = state.campaign.fought.iter().filter(|pledge| pledge.target == engagement.target);
    fought
        .map(|pledge| pledge.group)
        .filter(|group| !spaces.contains(&group.space))
        .filter(|group| rules.unit(group.unit).can(Ability::AdvanceAfterCombat))
        .filter(|group| rules.board.link(group.space, to).is_some_and(|link| link.passes.has(Domain::Land)))
        .filter(|group| stacking::room(rules, state, group.power, group.unit, to) > 0)
        .map(|group| (group, to))
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
        Step::Losses(choices) => {
            choices.into_iter().map(|(from, power, unit)| Command::GiveUp { from, power, unit }).collect()
        }
        Step::Retreat(leaving) => leaving
            .iter()
            .flat_map(|stack| {
                let Stack { space: from, power, unit, count, .. } = *stack;
                let options = ways(rules, state, engagement, stack);
                let stays = may_stay(state, power, &options).then_some(Command::GiveUp { from, power, unit });
                let retreats = options.into_iter().map(move |to| Command::FallBack { from, power, unit, count, to });
                retreats.chain(stays)
            })
            .collect(),
        Step::Follow(groups) => {
            let follow = groups.into_iter().flat_map(|(group, to)| {
                let Group { space: from, power, unit, count } = group;
                let room = stacking::room(rules, state, power, unit, to).clamp(0, i64::from(count));
                let most = room as u16;
                [most, 1]
                    .into_iter()
                    .take(if most > 1 { 2 } else { usize::from(most) })
                    .map(move |count| Command::Follow { from, power, unit, count, to })
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
        (Step::Losses(choices), Some(Command::GiveUp { from, power, unit })) => {
            if !choices.contains(&(*from, *power, *unit)) {
                return Err(Refusal::of(Ban::Losses, "losses do not fall on such units there"));
            }
            give_up(run, *from, *power, *unit);
        }
        (Step::Retreat(leaving), Some(Command::FallBack { from, power, unit, count, to })) => {
            let stack = leaving.iter().find(|stack| (stack.space, stack.power, stack.unit) == (*from, *power, *unit));
            let Some(stack) = stack.filter(|stack| stack.count >= *count) else {
                return Err(Refusal::of(Ban::Retreat, "no such units have to retreat"));
            };
            if !ways(run.rules, &run.state, engagement, stack).contains(to) {
                return Err(Refusal::of(Ban::Retreat, "the units may not retreat there"));
            }
            falling_back::go(run, Stack { count: *count, ..*stack }, *to);
        }
        (Step::Retreat(leaving), Some(Command::GiveUp { from, power, unit })) => {
            let is = |stack: &Stack| (stack.space, stack.power, stack.unit) == (*from, *power, *unit);
            let stack = leaving.into_iter().find(is);
            let options = stack.map(|stack| ways(run.rules, &run.state, engagement, &stack));
            match stack.zip(options) {
                Some((stack, options)) if may_stay(&run.state, *power, &options) => {
                    run.destroy(stack, LossReason::NoRetreat);
                }
                _ => return Err(Refusal::of(Ban::Retreat, "the units have a way to retreat")),
            }
        }
        (Step::Follow(groups), Some(Command::Follow { from, power, unit, count, to })) => {
            let asked = (*from, *power, *unit, *to);
            let is = |(group, to): &&(Group, SpaceIx)| (group.space, group.power, group.unit, *to) == asked;
            let most: u16 = groups.iter().filter(is).map(|(group, _)| group.count).sum();
            if most < *count {
                return Err(Refusal::of(Ban::Follow, "only mechanised units that attacked there may advance"));
            }
            if stacking::room(run.rules, &run.state, *power, *unit, *to) < i64::from(*count) {
                return Err(Refusal::of(Ban::Stacking, "the space holds no more points"));
            }
            follow(run, Group { space: *from, power: *power, unit: *unit, count: *count }, *to);
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
                [(from, power, unit)] => give_up(run, from, power, unit),
                _ => return,
            },
            Step::Retreat(leaving) => {
                let options: Vec<(Stack, Vec<SpaceIx>)> = leaving
                    .into_iter()
                    .map(|stack| (stack, ways(run.rules, &run.state, &engagement, &stack)))
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
fn give_up(run: &mut Run, from: SpaceIx, power: PowerIx, unit: UnitIx) {
    let stacks = run.state.stacks_in(from).iter().filter(|stack| stack.power == power && stack.unit == unit);
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

fn follow(run: &mut Run, group: Group, to: SpaceIx) {
    super::march::relocate(run, group, to);
    run.note(CampaignEvent::Followed { group, to });
    entry::occupy(run, to, group.power);
}

fn finish(run: &mut Run, engagement: &Engagement) {
    for space in several::spaces(&run.state, engagement.target) {
        if beaten(run.rules, &run.state, engagement, space).is_empty() {
            landing::secure(run, space);
        }
    }
    run.note(CampaignEvent::EngagementEnded);
}
