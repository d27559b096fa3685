//! Strengths and steps of units: what a unit is worth whole and damaged, and what a step costs its owner.

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::CombatRole;
use chartroom_format::schema::value::Amount;

use super::fraction;
use crate::condition::Scene;
use crate::event::{Event, LossReason, ManeuverEvent};
use crate::ids::UnitIx;
use crate::modifier;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

/// Steps of a whole unit: the hits it takes, or one more than the damaged states it has.
pub fn steps(rules: &Ruleset, unit: UnitIx) -> u8 {
    let kind = &rules.profiles[unit.index()].kind;
    let states = kind.damaged.len() as i64 + 1;
    kind.stats.hits.unwrap_or(states).clamp(1, 200) as u8
}

/// Steps that a unit of a stack still has.
pub fn steps_left(rules: &Ruleset, stack: &Stack) -> u8 {
    steps(rules, stack.unit).saturating_sub(stack.damaged).max(1)
}

/// The strength on the counter of a unit in this state of damage.
pub fn printed(rules: &Ruleset, unit: UnitIx, damaged: u8, role: CombatRole) -> Amount {
    let info = rules.unit(unit);
    let worn = usize::from(damaged).checked_sub(1).and_then(|at| info.worn.get(at).or_else(|| info.worn.last()));
    match (worn, role) {
        (Some(worn), CombatRole::Attacking) => worn[0],
        (Some(worn), CombatRole::Defending) => worn[1],
        (None, CombatRole::Attacking) => info.attack,
        (None, CombatRole::Defending) => info.defence,
    }
}

/// The strength of one unit of a stack in a scene: what is printed, what a variant puts in its place, and what modifiers do. Partners
/// of modifiers are looked for among `stacks`.
pub fn strength(rules: &Ruleset, state: &State, stack: &Stack, scene: &Scene, stacks: &[&Stack]) -> Amount {
    let role = scene.role.unwrap_or(CombatRole::Attacking);
    let own = |stats: &chartroom_format::schema::units::Stats| match role {
        CombatRole::Attacking => stats.attack_strength,
        CombatRole::Defending => stats.defence_strength,
    };
    let variants = &rules.profiles[stack.unit.index()].variants;
    let mut held = variants.iter().filter(|(_, stats)| stack.damaged == 0 && own(stats).is_some());
    let variant = held.rfind(|(when, _)| when.holds(rules, state, scene)).and_then(|(_, stats)| own(stats));
    let base = variant.unwrap_or_else(|| printed(rules, stack.unit, stack.damaged, role));
    let quantity = match role {
        CombatRole::Attacking => Quantity::Attack,
        CombatRole::Defending => Quantity::Defence,
    };
    let value = modifier::modified(rules, state, &quantity, base, scene, stacks);
    if value.numerator < 0 { Amount::ZERO } else { value }
}

/// The printed strength that goes with one step of a unit of a stack.
pub fn step_worth(rules: &Ruleset, stack: &Stack, role: CombatRole) -> Amount {
    let now = printed(rules, stack.unit, stack.damaged, role);
    if steps_left(rules, stack) <= 1 {
        return now;
    }
    fraction::less(now, printed(rules, stack.unit, stack.damaged + 1, role))
}

/// One unit of a stack loses a step; says whether it is still there.
pub(crate) fn lose_step(run: &mut Run, stack: Stack, why: LossReason) -> bool {
    let one = Stack { count: 1, ..stack };
    if steps_left(run.rules, &one) > 1 {
        run.emit(Event::Maneuver(ManeuverEvent::StepLost { stack: one }));
        true
    } else {
        run.emit(Event::Removed { stack: one, why });
        false
    }
}
