//! Fire into a battle from outside its ranks: guns over a border, ships off a shore, guns at aircraft.

use chartroom_format::schema::units::{CombatRole, Domain, SupportKind};

use super::field::{early_dice, lead};
use crate::ids::SpaceIx;
use crate::matchup::profile::{Bits, health};
use crate::odds::hit::{Shot, Support, SupportDice, Targets};
use crate::procedures::leaders;
use crate::ruleset::Ruleset;
use crate::state::operations::Role;
use crate::state::{Stack, State};

/// Guns of the defender that fire at aircraft: one in a place, one die for each of them.
pub(super) fn guns(rules: &Ruleset, state: &State, space: SpaceIx, own: &[Stack]) -> Vec<Support> {
    let round = i64::from(state.operations.round_of(space));
    let kinds = own.iter().flat_map(|stack| &rules.profiles[stack.unit.index()].kind.supports);
    let mut shots = kinds.filter(|support| support.kind == SupportKind::AntiAir && round <= support.rounds);
    let targets = Targets::only(Bits::domain(Domain::Air));
    let dice = shots.next().map_or(&[][..], |support| &support.dice);
    let shot = |value: &i64| Support {
        shot: Shot::at((*value).clamp(0, 255) as u8, targets),
        dice: SupportDice::PerEnemy(targets.any_of),
        every_round: true,
    };
    dice.iter().map(shot).collect()
}

/// Guns and ships that fire into the battle in its first round.
pub(super) fn supports(rules: &Ruleset, state: &State, space: SpaceIx, bits: &mut Bits) -> Vec<Support> {
    let mut found = Vec::new();
    if state.operations.round_of(space) != 1 {
        return found;
    }
    for stack in &state.stacks {
        let Some(group) = state.operations.group(stack.army).filter(|group| group.target == Some(space)) else {
            continue;
        };
        let wanted = match group.role {
            Role::Supports => SupportKind::OverBorder,
            Role::Bombards => SupportKind::ShoreBombardment,
            _ => continue,
        };
        let kind = &rules.profiles[stack.unit.index()].kind;
        let Some(support) = kind.supports.iter().find(|support| support.kind == wanted) else { continue };
        let early = early_dice(rules, state, space, *stack);
        let mut states = health(kind, &kind.stats, CombatRole::Attacking, None, early, bits);
        let led = |at: SpaceIx| leaders::bonus(rules, state, at, CombatRole::Attacking, stack.power, stack.unit);
        lead(&mut states, led(space).max(led(stack.space)));
        let Some(now) = states.get(usize::from(stack.damaged).min(states.len().saturating_sub(1))) else { continue };
        let shots = if support.dice.is_empty() {
            now.shots.clone()
        } else {
            let first = now.shots.first().copied();
            let with = |value: &i64| first.map(|shot| Shot { value: (*value).clamp(0, 255) as u8, ..shot });
            support.dice.iter().filter_map(with).collect()
        };
        // Fire from the sea falls on whatever holds the shore.
        found.extend(shots.into_iter().map(|shot| Support {
            shot,
            dice: SupportDice::Fixed(stack.count),
            every_round: false,
        }));
    }
    found
}
