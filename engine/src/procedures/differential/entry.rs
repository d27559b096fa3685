//! What happens when land units enter a space: neutrals come into the war, the space changes hands, ships and aircraft of
//! the enemy leave or are lost.

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::{limits, zones};
use crate::action::Refusal;
use crate::condition::Scene;
use crate::effect::{self, Effect, Politics};
use crate::event::{Event, LossReason};
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::ruleset::{RuleInfo, Ruleset};
use crate::run::Run;
use crate::state::{Stack, State};
use crate::triggers::{self, Moment};

/// Whether a power may attack or enter the space of one it is not at war with: a rule says that this brings war, or the
/// land belongs to nobody.
pub fn provokes(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    if rules.power(power).minor {
        return false;
    }
    let march = rules.march(state);
    let usual = march.violators.iter().any(|who| state.is_of(power, *who));
    let Some(holder) = state.holder(space) else { return usual && rules.board.has_land(space) };
    let exceptions = march.violable.iter().filter(|(neutral, _)| *neutral == holder).flat_map(|(_, by)| by);
    if !usual && !exceptions.into_iter().any(|who| state.is_of(power, *who)) {
        return false;
    }
    if zones::is_friend(state, power, holder) || state.at_war(power, holder) {
        return false;
    }
    let scene = scene(state, power, space);
    triggers::on_attack(rules, space).any(|rule| is_war(rule) && may_happen(rules, state, rule, &scene))
}

/// Whether a power may attack units of one it is not at war with, wherever they are: a rule says that this brings war.
pub fn provokes_owner(rules: &Ruleset, state: &State, power: PowerIx, owner: PowerIx, space: SpaceIx) -> bool {
    let may = rules.march(state).violators.iter().any(|who| state.is_of(power, *who));
    let scene = scene(state, power, space);
    may && !rules.power(power).minor
        && !zones::is_friend(state, power, owner)
        && !state.at_war(power, owner)
        && triggers::on_attack_of_units(rules, owner).any(|rule| is_war(rule) && may_happen(rules, state, rule, &scene))
}

/// Whether an attack on a space is open to a power: its holder is an enemy, or a friend whose land the enemy stands on, or the attack
/// itself brings the war.
pub fn may_attack(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    let settled = |holder: PowerIx| zones::is_friend(state, power, holder) || state.at_war(power, holder);
    (state.holder(space).is_none_or(settled) || provokes(rules, state, power, space))
        && !turns_away(rules, state, power, space)
}

/// Whether an attack on a space would give it to somebody whom the attacker is not at war with, as when a country is partitioned.
pub fn turns_away(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    let scene = scene(state, power, space);
    let at_peace = |heir: PowerIx| !zones::is_friend(state, power, heir) && !state.at_war(power, heir);
    let gives_away = |then: &effect::Effect| match then {
        Effect::Politics(Politics::Control(Actor::Power(heir), spaces)) => {
            spaces.binary_search(&space).is_ok() && at_peace(*heir)
        }
        _ => false,
    };
    triggers::on_attack(rules, space)
        .any(|rule| rule.then.iter().any(gives_away) && may_happen(rules, state, rule, &scene))
}

fn is_war(rule: &RuleInfo) -> bool {
    rule.then.iter().any(|then| {
        matches!(then, Effect::Politics(Politics::Join(..) | Politics::DeclareWar(..)) | Effect::Trigger(_))
    })
}

fn may_happen(rules: &Ruleset, state: &State, rule: &RuleInfo, scene: &Scene) -> bool {
    !(rule.once && state.happened_on(rule.event).is_some())
        && state.option_or_none(rule.option)
        && rule.when.as_ref().is_none_or(|when| when.holds(rules, state, scene))
}

fn scene(state: &State, power: PowerIx, space: SpaceIx) -> Scene {
    Scene { power: Some(power), side: state.side_of(power), at: Some(space), ..Scene::default() }
}

/// Land units enter a space that nobody of theirs holds: as an attack on it, unless it lies open to them.
pub(super) fn enter(run: &mut Run, power: PowerIx, space: SpaceIx) -> Result<(), Refusal> {
    let neutral = run.state.holder(space).is_some_and(|holder| !run.state.at_war(power, holder));
    if neutral && limits::is_open(run.rules, &run.state, power, space) {
        return Ok(());
    }
    provoke(run, power, space)
}

/// Rules that look at attacks on a space see this one. Whoever is attacked must then be at war with the power.
pub(super) fn provoke(run: &mut Run, power: PowerIx, space: SpaceIx) -> Result<(), Refusal> {
    let scene = scene(&run.state, power, space);
    // Whoever was an enemy may be out of the war through the attack.
    let was_enemy = run.state.holder(space).is_some_and(|holder| run.state.at_war(power, holder));
    triggers::fire(run, &Moment::Attacked(space), &scene);
    match run.state.holder(space) {
        Some(holder)
            if !was_enemy && !run.state.at_war(power, holder) && !zones::is_friend(&run.state, power, holder) =>
        {
            Err(Refusal::of(Ban::Neutral, "this power may not bring the owner of the space into the war"))
        }
        _ => Ok(()),
    }
}

/// Rules that look at attacks on units of a power see this one. It must then be at war with the attacker.
pub(super) fn provoke_owner(run: &mut Run, power: PowerIx, owner: PowerIx, space: SpaceIx) -> Result<(), Refusal> {
    let scene = scene(&run.state, power, space);
    triggers::fire(run, &Moment::UnitsAttacked(owner), &scene);
    if run.state.at_war(power, owner) {
        return Ok(());
    }
    Err(Refusal::of(Ban::Neutral, "this power may not bring the owner of the units into the war"))
}

/// Land units of a power have entered a space: it is theirs, or goes back to the friend it belonged to.
pub(super) fn occupy(run: &mut Run, space: SpaceIx, power: PowerIx) {
    let holder = run.state.holder(space);
    if holder.is_some_and(|holder| zones::is_friend(&run.state, power, holder)) {
        return;
    }
    let owner = run.rules.board.space(space).owner;
    let heir = owner.filter(|owner| zones::is_friend(&run.state, power, *owner)).unwrap_or(power);
    run.capture(space, Some(heir));
    for stack in run.state.stacks_in(space).to_vec() {
        if !run.state.at_war(power, stack.power) || zones::is_land(run.rules, &stack) {
            continue;
        }
        let refuge = if run.rules.unit(stack.unit).domain == Domain::Air { None } else { open_sea(run, space, power) };
        match refuge {
            Some(to) => run.emit(Event::Moved { stack, to, army: stack.army }),
            None => run.destroy(stack, LossReason::Overrun),
        }
    }
}

/// Where ships that must put to sea go: a neighbouring space without the enemy's land units and surface ships, the open sea
/// before a coast.
fn open_sea(run: &Run, from: SpaceIx, enemy: PowerIx) -> Option<SpaceIx> {
    let free = |space: SpaceIx| {
        !run.state.stacks_in(space).iter().any(|stack| {
            let info = run.rules.unit(stack.unit);
            zones::is_friend(&run.state, enemy, stack.power)
                && (zones::is_land(run.rules, stack) || info.domain == Domain::Sea && !info.can(Ability::Pipeline))
        })
    };
    let links = run.rules.board.links_of(from).iter().filter(|link| link.passes.has(Domain::Sea));
    let open = links.map(|link| link.to).filter(|to| free(*to));
    open.min_by_key(|to| (run.rules.board.space(*to).surface != Surface::Sea, *to))
}

/// Whole stacks leave the game.
pub(super) fn destroy_all(run: &mut Run, stacks: Vec<Stack>, why: LossReason) {
    for stack in stacks {
        run.destroy(stack, why);
    }
}
