//! Forts on the map: how many stand where, whom they face, and who goes round them. What they do in a battle is the same for
//! the odds: [`crate::matchup::fort`].

use chartroom_format::schema::forts::FortFire;
use chartroom_format::schema::units::Domain;

use crate::ids::{FeatureIx, OptionIx, SpaceIx};
use crate::procedures::Procedure;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// The forts of a pack.
#[derive(Clone, Debug)]
pub struct FortRules {
    pub figures: FortFire,
    pub feature: FeatureIx,
    /// By place; a fort that is not listed faces everybody.
    pub facing: Vec<(SpaceIx, Facing)>,
    /// By place: attacks from where put its forts out of action.
    pub bypassed: Vec<(SpaceIx, Vec<SpaceIx>)>,
    pub staged: Option<OptionIx>,
}

/// Where attacks must come from for a fort to be of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facing {
    Everywhere,
    Sea,
    From(Vec<SpaceIx>),
}

/// The forts of the game, if its battles know any.
pub(crate) fn settings(rules: &Ruleset) -> Option<&FortRules> {
    rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::HitRolls(settings) => settings.forts.as_deref(),
        _ => None,
    })
}

/// Forts in a place and their settings; none where attackers have gone round them.
pub(super) fn manned<'r>(
    rules: &'r Ruleset,
    state: &State,
    space: SpaceIx,
    attackers: &[Stack],
) -> Option<(&'r FortRules, u16)> {
    let forts = settings(rules)?;
    let standing = state.feature(rules, space, forts.feature).clamp(0, 60_000) as u16;
    let around = forts.bypassed.iter().find(|(at, _)| *at == space).map_or(&[][..], |(_, from)| from);
    let is_staged = forts.staged.is_some_and(|option| state.option(option));
    let comes = |stack: &Stack| came_from(rules, state, stack).is_some_and(|from| around.contains(&from));
    (standing > 0 && (is_staged || !attackers.iter().any(comes))).then_some((forts, standing))
}

/// The place from which land units entered the battle.
fn came_from(rules: &Ruleset, state: &State, stack: &Stack) -> Option<SpaceIx> {
    let on_foot = rules.unit(stack.unit).domain == Domain::Land;
    state.operations.group(stack.army).filter(|_| on_foot).map(|group| group.from)
}

/// Whether the forts of a place face an attacker. Aircraft come with those they help: faced if anybody on the ground is.
pub(super) fn is_faced(rules: &Ruleset, state: &State, forts: &FortRules, stack: &Stack, attackers: &[Stack]) -> bool {
    let facing = forts.facing.iter().find(|(at, _)| *at == stack.space).map_or(&Facing::Everywhere, |(_, to)| to);
    let on_foot = |stack: &Stack| {
        came_from(rules, state, stack).is_some_and(|from| match facing {
            Facing::Everywhere => true,
            Facing::Sea => zones::is_sea(rules, from),
            Facing::From(list) => list.contains(&from),
        })
    };
    match rules.unit(stack.unit).domain {
        _ if *facing == Facing::Everywhere => true,
        Domain::Air => attackers.iter().any(on_foot),
        _ => on_foot(stack),
    }
}

/// Attackers that fight now where a battle is fought in stages: those whom a fort faces, as long as there are any on the ground.
pub(super) fn first_stage(rules: &Ruleset, state: &State, space: SpaceIx, attackers: &mut Vec<Stack>) {
    let Some(forts) = settings(rules).filter(|forts| forts.staged.is_some_and(|option| state.option(option))) else {
        return;
    };
    let is_listed = forts.bypassed.iter().any(|(at, _)| *at == space);
    if !is_listed || state.feature(rules, space, forts.feature) == 0 {
        return;
    }
    let all = attackers.clone();
    let on_foot = |stack: &Stack| rules.unit(stack.unit).domain == Domain::Land;
    let is_first = |stack: &Stack| is_faced(rules, state, forts, stack, &all);
    if all.iter().any(|stack| on_foot(stack) && is_first(stack)) {
        attackers.retain(|stack| !on_foot(stack) || is_first(stack));
    }
}
