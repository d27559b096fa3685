//! What a position is worth in a land battle: strength points with everything that changes them, as
//! [`crate::odds::differential`] takes them. Who may attack whom is not decided here.

use chartroom_format::schema::condition::{BattleKind, SupplyState};
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{Ability, CombatRole};
use chartroom_format::schema::value::Amount;

use super::zones;
use crate::condition::Scene;
use crate::ids::{PowerIx, SpaceIx};
use crate::modifier::{floor, modified};
use crate::odds::differential::{Below, LandCombat, PointOrder, Points};
use crate::ruleset::Ruleset;
use crate::state::campaign::Pledge;
use crate::state::{Stack, State};

/// Printed strength points of a stack, as losses count them.
pub fn face_value(rules: &Ruleset, stack: &Stack) -> i64 {
    floor(defence_of(rules, stack)) * i64::from(stack.count)
}

fn defence_of(rules: &Ruleset, stack: &Stack) -> Amount {
    let info = rules.unit(stack.unit);
    match usize::from(stack.damaged).checked_sub(1).and_then(|at| info.worn.get(at)) {
        Some(worn) => worn[1],
        None => info.defence,
    }
}

/// The battle for a space as the odds see it; none without a table or defenders.
pub fn combat(
    rules: &Ruleset,
    state: &State,
    attacker: PowerIx,
    pledges: &[Pledge],
    target: SpaceIx,
) -> Option<LandCombat> {
    combat_for(rules, state, attacker, pledges, &[target])
}

/// The battle for several spaces at once, which is one sum: every defender counts as his own space and the hexsides to it let him,
/// and what is taken off the difference is taken off once, by the space that takes off most.
pub fn combat_for(
    rules: &Ruleset,
    state: &State,
    attacker: PowerIx,
    pledges: &[Pledge],
    targets: &[SpaceIx],
) -> Option<LandCombat> {
    let settings = rules.campaign.battle.as_ref()?;
    let scenes: Vec<Scene> = targets.iter().map(|target| scene(rules, state, attacker, pledges, *target)).collect();
    let mut defending: Vec<Points> = Vec::new();
    for (target, scene) in targets.iter().zip(&scenes) {
        let standing = defenders(rules, state, attacker, *target);
        if standing.is_empty() {
            return None;
        }
        let forts_first = forts_first(rules, *target);
        defending.extend(standing.iter().map(|stack| {
            let scene = Scene {
                side: state.side_of(stack.power),
                power: Some(stack.power),
                unit: Some(stack.unit),
                role: Some(CombatRole::Defending),
                ..*scene
            };
            points(rules, state, stack, defence_of(rules, stack), &Quantity::Defence, &scene, forts_first)
        }));
    }
    let attacking = pledges.iter().filter_map(|pledge| {
        let group = pledge.group;
        let stack =
            Stack { space: group.space, army: 0, power: group.power, unit: group.unit, damaged: 0, count: group.count };
        let against = scenes.iter().map(|scene| {
            let scene = Scene { power: Some(group.power), unit: Some(group.unit), from: Some(group.space), ..*scene };
            points(rules, state, &stack, rules.unit(group.unit).attack, &Quantity::Attack, &scene, false)
        });
        against.min_by_key(weight)
    });
    let shift = |quantity: Quantity| -> i32 {
        let shifts = scenes.iter().map(|scene| floor(modified(rules, state, &quantity, Amount::ZERO, scene, &[])));
        shifts.min().unwrap_or(0) as i32
    };
    Some(LandCombat {
        attacker: attacking.collect(),
        defender: defending,
        column_shift: shift(Quantity::Column(BattleKind::Land)),
        die_shift: shift(Quantity::Die(BattleKind::Land)),
        below: Below::NotAllowed,
        can_retreat: true,
        fort_covers: targets.iter().all(|target| forts_first(rules, *target)),
        order: PointOrder::Cheapest,
        table: settings.table.clone(),
    })
}

/// The battle as modifiers see it that ask about one of its spaces.
fn scene(rules: &Ruleset, state: &State, attacker: PowerIx, pledges: &[Pledge], target: SpaceIx) -> Scene {
    let sides = |pledge: &Pledge| rules.board.link(pledge.group.space, target).map_or(0, |link| link.sides);
    Scene {
        side: state.side_of(attacker),
        power: Some(attacker),
        role: Some(CombatRole::Attacking),
        at: Some(target),
        across: pledges.iter().map(sides).fold(0, |any, one| any | one),
        only_across: pledges.iter().map(sides).reduce(|all, one| all & one).unwrap_or(0),
        battle: Some(BattleKind::Land),
        supply: Some(SupplyState::Full),
        ..Scene::default()
    }
}

/// Whether forts are lost before everybody else there, and cover the others while they stand.
pub(super) fn forts_first(rules: &Ruleset, space: SpaceIx) -> bool {
    let settings = rules.campaign.battle.as_ref();
    settings.is_some_and(|settings| settings.forts_first_on.contains(&rules.board.space(space).surface))
}

/// One row of points: a unit of strength n is n points, with the factor that modifiers give each.
fn points(
    rules: &Ruleset,
    state: &State,
    stack: &Stack,
    strength: Amount,
    quantity: &Quantity,
    scene: &Scene,
    forts_first: bool,
) -> Points {
    let info = rules.unit(stack.unit);
    let each = floor(strength).clamp(0, 1000) as u16;
    let factor = modified(rules, state, quantity, Amount::ONE, scene, &[stack]);
    let stays = info.can(Ability::HoldsGround);
    Points {
        unit: u16::from(stack.unit.0),
        points: stack.count.saturating_mul(each),
        cost: price(rules, stack),
        times: (factor.numerator.clamp(0, 10_000) as u16, factor.denominator.clamp(1, 10_000) as u16),
        stays,
        lost_first: stays && forts_first,
    }
}

/// Strength of one point, on a scale on which all can be compared.
fn weight(row: &Points) -> u64 {
    u64::from(row.times.0) * 1_000_000 / u64::from(row.times.1.max(1))
}

/// What a point is worth to its owner when he gives points up.
pub fn price(rules: &Ruleset, stack: &Stack) -> u32 {
    let table = rules.campaign.orders.as_ref().map(|orders| rules.table(orders.costs));
    let cost = table.and_then(|table| table.of_word(&rules.unit(stack.unit).id)).and_then(crate::table::Value::number);
    cost.unwrap_or(1).clamp(0, 1000) as u32
}

/// Land units that defend a space against a power; those that fell back into it just now do not.
pub fn defenders(rules: &Ruleset, state: &State, attacker: PowerIx, target: SpaceIx) -> Vec<Stack> {
    let hostile = |stack: &&Stack| zones::is_land(rules, stack) && !zones::is_friend(state, attacker, stack.power);
    let all: Vec<Stack> = state.stacks_in(target).iter().filter(hostile).copied().collect();
    let mut standing: Vec<Stack> = all
        .iter()
        .map(|stack| {
            let guests: u16 = state
                .campaign
                .fell_back
                .iter()
                .filter(|group| (group.space, group.power, group.unit) == (target, stack.power, stack.unit))
                .map(|group| group.count)
                .sum();
            Stack { count: stack.count.saturating_sub(guests), ..*stack }
        })
        .collect();
    standing.retain(|stack| stack.count > 0);
    if standing.is_empty() { all } else { standing }
}
