//! Who may attack what, who defends, and how strong each unit is in that battle.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, CombatRole, Domain};
use chartroom_format::schema::value::Amount;

use super::BattleRules;
use crate::action::Refusal;
use crate::condition::Scene;
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::procedures::movement::own_powers;
use crate::ruleset::Ruleset;
use crate::services::marks::Marks;
use crate::services::{fraction, sides, steps};
use crate::state::{Stack, State};

/// Units of the player that can still be named for an attack, wherever enemies are.
pub fn able<'a>(rules: &'a Ruleset, state: &'a State, settings: &'a BattleRules) -> impl Iterator<Item = Stack> + 'a {
    let powers = own_powers(rules, state);
    state.stacks.iter().filter_map(move |stack| {
        let fresh = powers.contains(&stack.power) && !Marks::of(stack).has(Marks::FOUGHT);
        if !fresh || !may_attack(rules, state, settings, stack) {
            return None;
        }
        let count = stack.count.saturating_sub(state.battles.pledged_of(stack));
        (count > 0).then_some(Stack { count, ..*stack })
    })
}

/// Whether units of a stack attack in such a phase at all.
pub(super) fn may_attack(rules: &Ruleset, state: &State, settings: &BattleRules, stack: &Stack) -> bool {
    let info = rules.unit(stack.unit);
    let meant = match &settings.units {
        Some(filter) => filter.takes(rules, state, stack.unit, Some(stack.power)),
        None => info.domain == Domain::Land,
    };
    meant
        && !info.can(Ability::DefendsOnly)
        && settings.only.is_none_or(|mark| Marks::of(stack).shows(mark))
        && steps::printed(rules, stack.unit, stack.damaged, CombatRole::Attacking).numerator > 0
}

/// The spaces that units of a stack may attack.
pub fn targets(rules: &Ruleset, state: &State, stack: &Stack) -> Vec<SpaceIx> {
    let links = rules.board.links_of(stack.space).iter();
    links.map(|link| link.to).filter(|to| may_be_attacked(rules, state, stack, *to).is_ok()).collect()
}

/// Whether units of a stack may attack a space, or why not.
pub(super) fn may_be_attacked(rules: &Ruleset, state: &State, stack: &Stack, target: SpaceIx) -> Result<(), Refusal> {
    let (title, place) = (&rules.unit(stack.unit).title, rules.space_name(target));
    let domain = rules.unit(stack.unit).domain;
    let Some(link) = rules.board.link(stack.space, target) else {
        let here = rules.space_name(stack.space);
        return Err(Refusal::of(Ban::Adjacent, format!("{place} is not next to {title} in {here}")));
    };
    if !link.passes.has(domain) || !link.attacks.has(domain) {
        return Err(Refusal::of(Ban::Target, format!("{title} cannot attack {place} across the border between them")));
    }
    if state.battles.attacked.binary_search(&target).is_ok() {
        return Err(Refusal::of(Ban::HasActed, format!("{place} was attacked in this phase, and a space is so once")));
    }
    if defenders(state, stack.power, target).next().is_none() {
        return Err(Refusal::of(Ban::Target, format!("no units at war with {title} stand in {place}")));
    }
    Ok(())
}

/// The units that defend a space against a power.
pub fn defenders(state: &State, attacker: PowerIx, target: SpaceIx) -> impl Iterator<Item = &Stack> {
    sides::enemies_in(state, attacker, target)
}

/// The ground of a battle: hexsides that some attackers cross, and those that all do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    pub(super) target: SpaceIx,
    across: u32,
    only_across: u32,
}

impl Ground {
    pub(super) fn of(rules: &Ruleset, force: &[Stack], target: SpaceIx) -> Self {
        let sides = |stack: &Stack| rules.board.link(stack.space, target).map_or(0, |link| link.sides);
        let across = force.iter().fold(0, |all, stack| all | sides(stack));
        let only_across = force.iter().fold(u32::MAX, |all, stack| all & sides(stack));
        Self { target, across, only_across: if force.is_empty() { 0 } else { only_across } }
    }

    /// The battle as one side sees it.
    pub(super) fn scene(&self, settings: &BattleRules, role: CombatRole, side: Option<SideIx>) -> Scene {
        Scene {
            side,
            role: Some(role),
            at: Some(self.target),
            across: self.across,
            only_across: self.only_across,
            round: 1,
            battle: Some(settings.kind),
            ..Scene::default()
        }
    }
}

/// The scene of one unit of a stack in a battle.
fn scene_of(rules: &Ruleset, state: &State, scene: &Scene, ground: &Ground, stack: &Stack) -> Scene {
    let marks = Marks::of(stack);
    let own = rules.board.link(stack.space, ground.target).map(|link| link.sides);
    Scene {
        power: Some(stack.power),
        side: state.side_of(stack.power),
        unit: Some(stack.unit),
        from: Some(stack.space),
        // An attacker is across what he crosses himself; a defender, across what anybody does.
        across: own.filter(|_| scene.role == Some(CombatRole::Attacking)).unwrap_or(scene.across),
        supply: Some(marks.supply()),
        damaged: stack.damaged > 0,
        marks,
        ..*scene
    }
}

/// The strength of all units of one side.
pub(super) fn strength(
    rules: &Ruleset,
    state: &State,
    settings: &BattleRules,
    ground: &Ground,
    stacks: &[Stack],
    role: CombatRole,
) -> Amount {
    let all: Vec<&Stack> = stacks.iter().collect();
    let scene = ground.scene(settings, role, None);
    stacks.iter().fold(Amount::ZERO, |sum, stack| {
        let scene = scene_of(rules, state, &scene, ground, stack);
        let each = steps::strength(rules, state, stack, &scene, &all);
        fraction::sum(sum, fraction::times(each, i64::from(stack.count)))
    })
}
