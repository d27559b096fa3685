//! Fire into a battle from outside its ranks: guns over a border, ships off a shore, guns at aircraft.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain, SupportKind};
use chartroom_format::schema::value::Amount;

use super::field::{early_dice, is_equipment, lead, scene};
use crate::ids::SpaceIx;
use crate::matchup::profile::{Bits, EARLY, health};
use crate::modifier::{floor, modified};
use crate::odds::hit::{Shot, Strike, Support, SupportDice, Targets};
use crate::procedures::leaders;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::operations::Role;
use crate::state::{Stack, State};

/// Guns of the defender that fire at aircraft: one in a place, one die for each of them.
pub(super) fn guns(rules: &Ruleset, state: &State, space: SpaceIx, own: &[Stack]) -> Vec<Support> {
    let round = i64::from(state.operations.round_of(space));
    // What nobody hits fires all the same.
    let powers = zones::powers_of(rules, state);
    let enemy = |stack: &&Stack| powers.iter().any(|power| state.at_war(*power, stack.power));
    let equipment = state.stacks_in(space).iter().filter(|stack| is_equipment(rules, stack)).filter(enemy);
    let kinds = own.iter().chain(equipment).flat_map(|stack| {
        let supports = rules.profiles[stack.unit.index()].kind.supports.iter();
        supports.map(move |support| (stack, support))
    });
    let mut shots = kinds.filter(|(_, support)| support.kind == SupportKind::AntiAir && round <= support.rounds);
    let Some((gun, support)) = shots.next() else { return Vec::new() };
    let targets = Targets::only(Bits::domain(Domain::Air));
    let strike = if support.before { EARLY } else { Strike::default() };
    let scene = scene(rules, state, space, BattleKind::Land, CombatRole::Defending, *gun);
    let shot = |value: &i64| {
        // What helps the gun to aim counts as its defence.
        let value = floor(modified(rules, state, &Quantity::Defence, Amount::whole(*value), &scene, &[gun]));
        Support {
            shot: Shot { strike, ..Shot::at(value.clamp(0, 255) as u8, targets) },
            dice: SupportDice::PerEnemy(targets.any_of),
            every_round: true,
        }
    };
    support.dice.iter().map(shot).collect()
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
            // What a damaged ship has left of its printed fire is listed with its damage.
            let worn = usize::from(stack.damaged).checked_sub(1).and_then(|at| support.damaged.get(at));
            let with = |value: i64| first.map(|shot| Shot { value: value.clamp(0, 255) as u8, ..shot });
            let fire = |value: &i64| with(worn.map_or(*value, |most| *most.min(value)));
            support.dice.iter().filter_map(fire).collect()
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
