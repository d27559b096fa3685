//! Raids on facilities: bombers and escorts that were sent in the movement to battle meet interceptors for one round, those that come
//! through meet the guns of their target, and those that are left do damage. An owner gives up his escorts before his bombers, and of each
//! the cheapest first.

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, SupportKind};
use chartroom_format::schema::value::Amount;

use super::Next;
use super::hit_rolls::field::price;
use super::recruit::{self, facility};
use crate::condition::{Scene, UnitFilter};
use crate::event::{Event, LossReason};
use crate::ids::{FeatureIx, PowerIx, SpaceIx};
use crate::modifier;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::Role;
use crate::state::rng::{Decision, Purpose};
use crate::state::{Stack, State};
use crate::triggers::{self, Moment};

/// The settings of a phase of raids.
#[derive(Clone, Debug)]
pub struct RaidRules {
    pub die: i64,
    pub raiders: Vec<RaiderRule>,
    pub air: Option<AirRoundRule>,
    /// What a facility throws at each of those that bomb it.
    pub guns: Vec<(FeatureIx, i64)>,
}

/// Aircraft that bomb: how many dice with how many faces, and what they go for.
#[derive(Clone, Debug)]
pub struct RaiderRule {
    pub units: UnitFilter,
    pub damage: (i64, i64),
    pub targets: Vec<FeatureIx>,
    /// Units they destroy where no target is left.
    pub prey: Option<UnitFilter>,
}

/// The round in the air.
#[derive(Clone, Debug)]
pub struct AirRoundRule {
    pub escorts: UnitFilter,
    pub interceptors: UnitFilter,
    pub from: Vec<FeatureIx>,
    pub most: i64,
    pub raider: i64,
    pub escort: i64,
    pub interceptor: i64,
}

impl RaidRules {
    fn raider(&self, rules: &Ruleset, state: &State, stack: &Stack) -> Option<&RaiderRule> {
        self.raiders.iter().find(|raider| raider.units.takes(rules, state, stack.unit, Some(stack.power)))
    }
}

/// The raids of the game, if it has any.
fn settings(rules: &Ruleset) -> Option<&RaidRules> {
    rules.procedures.iter().find_map(|entry| match &entry.run {
        super::Procedure::FacilityRaids(settings) => Some(settings),
        _ => None,
    })
}

/// Whether a stack may be sent on a raid to an enemy land: to bomb what stands there, or to come along.
pub(crate) fn may_raid(rules: &Ruleset, state: &State, stack: &Stack, to: SpaceIx) -> bool {
    let Some(settings) = settings(rules).filter(|_| zones::is_enemy_land(rules, state, stack.power, to)) else {
        return false;
    };
    let escorts =
        settings.air.as_ref().is_some_and(|air| air.escorts.takes(rules, state, stack.unit, Some(stack.power)));
    let bombs = |raider: &RaiderRule| {
        raider.targets.iter().any(|target| state.feature(rules, to, *target) > 0)
            || prey(rules, state, raider, stack.power, to).is_some()
    };
    escorts || settings.raider(rules, state, stack).is_some_and(bombs)
}

/// A unit of the enemy that raiders would destroy in a land.
fn prey(rules: &Ruleset, state: &State, raider: &RaiderRule, by: PowerIx, space: SpaceIx) -> Option<Stack> {
    let units = raider.prey.as_ref()?;
    let fits =
        |stack: &&Stack| state.at_war(by, stack.power) && units.takes(rules, state, stack.unit, Some(stack.power));
    state.stacks_in(space).iter().find(fits).map(|stack| Stack { count: 1, ..*stack })
}

/// The value at which a unit shoots at aircraft that come for it.
fn flak(rules: &Ruleset, state: &State, gun: &Stack, space: SpaceIx) -> Option<i64> {
    let supports = &rules.profiles[gun.unit.index()].kind.supports;
    let printed = *supports.iter().find(|support| support.kind == SupportKind::AntiAir)?.dice.first()?;
    let scene = Scene {
        power: Some(gun.power),
        side: state.side_of(gun.power),
        unit: Some(gun.unit),
        at: Some(space),
        role: Some(CombatRole::Defending),
        ..Scene::default()
    };
    Some(modifier::floor(modifier::modified(rules, state, &Quantity::Defence, Amount::whole(printed), &scene, &[gun])))
}

/// All raids of the turn, place after place.
pub(super) fn begin(run: &mut Run, settings: &RaidRules) -> Next {
    let powers = zones::powers_of(run.rules, &run.state);
    let raids =
        |stack: &&Stack| powers.contains(&stack.power) && run.state.operations.role(stack.army) == Some(Role::Raids);
    let mut places: Vec<(SpaceIx, PowerIx)> =
        run.state.stacks.iter().filter(raids).map(|stack| (stack.space, stack.power)).collect();
    places.dedup_by_key(|(space, _)| *space);
    for (space, by) in places {
        let scene = Scene { power: Some(by), side: run.state.side_of(by), at: Some(space), ..Scene::default() };
        triggers::fire(run, &Moment::Attacked(space), &scene);
        air_round(run, settings, &powers, space);
        bomb(run, settings, &powers, space);
    }
    Next::Over
}

/// Those on a raid in a place.
fn fleet(run: &Run, powers: &[PowerIx], space: SpaceIx) -> Vec<Stack> {
    let here = run.state.stacks_in(space).iter();
    let raids = here
        .filter(|stack| powers.contains(&stack.power) && run.state.operations.role(stack.army) == Some(Role::Raids));
    raids.copied().collect()
}

fn air_round(run: &mut Run, settings: &RaidRules, powers: &[PowerIx], space: SpaceIx) {
    let Some(air) = &settings.air else { return };
    let works = |feature: &FeatureIx| zones::works(run.rules, &run.state, space, *feature);
    if !air.from.is_empty() && !air.from.iter().any(works) {
        return;
    }
    let mut left = air.most;
    let mut rising: Vec<Stack> = Vec::new();
    for stack in run.state.stacks_in(space) {
        let enemy = powers.iter().any(|power| run.state.at_war(*power, stack.power));
        if enemy && air.interceptors.takes(run.rules, &run.state, stack.unit, Some(stack.power)) && left > 0 {
            let count = i64::from(stack.count).min(left);
            left -= count;
            rising.push(Stack { count: count.clamp(0, 60_000) as u16, ..*stack });
        }
    }
    if rising.is_empty() {
        return;
    }
    let attackers = fleet(run, powers, space);
    let hits = |run: &mut Run, stacks: &[Stack], value: &dyn Fn(&Run, &Stack) -> i64| -> u32 {
        let mut hits = 0;
        for stack in stacks {
            let against = value(run, stack);
            let decision = Decision::of(Purpose::AirBattle).at(space).by(stack.power).unit(Some(stack.unit));
            for _ in 0..stack.count {
                hits += u32::from(run.roll(decision, settings.die) <= against);
            }
        }
        hits
    };
    let bombs = |run: &Run, stack: &Stack| settings.raider(run.rules, &run.state, stack).is_some();
    let attack = hits(run, &attackers, &|run, stack| if bombs(run, stack) { air.raider } else { air.escort });
    let defence = hits(run, &rising, &|_, _| air.interceptor);
    lose(run, rising, attack);
    let (raiders, mut escorts): (Vec<Stack>, Vec<Stack>) = attackers.into_iter().partition(|stack| bombs(run, stack));
    cheapest_first(run, &mut escorts);
    let mut raiders = raiders;
    cheapest_first(run, &mut raiders);
    escorts.extend(raiders);
    lose(run, escorts, defence);
}

fn cheapest_first(run: &Run, stacks: &mut [Stack]) {
    stacks.sort_by_key(|stack| (price(run.rules, &run.state, stack.power, stack.unit), stack.unit));
}

/// Removes so many units, the first ones first.
fn lose(run: &mut Run, stacks: Vec<Stack>, mut hits: u32) {
    for stack in stacks {
        let lost = u32::from(stack.count).min(hits);
        hits -= lost;
        if lost > 0 {
            run.emit(Event::Removed { stack: Stack { count: lost as u16, ..stack }, why: LossReason::Fire });
        }
    }
}

/// What a facility of a land still takes.
fn still_takes(rules: &Ruleset, state: &State, space: SpaceIx, feature: FeatureIx) -> i64 {
    let Some(building) = recruit::settings(rules) else { return 0 };
    let most = rules.features[feature.index()].most_damage.unwrap_or(0);
    if state.feature(rules, space, feature) == 0 {
        return 0;
    }
    (most - facility::damage(state, building, space, feature)).max(0)
}

/// What a raid of one of a stack may be expected to cost its victim, less what it may cost itself, in tenths of money; nothing for those
/// that do not bomb.
pub(crate) fn promise(rules: &Ruleset, state: &State, stack: &Stack, to: SpaceIx) -> Option<i64> {
    let settings = settings(rules)?;
    let raider = settings.raider(rules, state, stack)?;
    let target = raider.targets.iter().copied().find(|target| still_takes(rules, state, to, *target) > 0)?;
    let (dice, faces) = raider.damage;
    let repair = recruit::settings(rules)?.repair?;
    let gain = (dice * (faces + 1) * 5).min(still_takes(rules, state, to, target) * 10) * repair;
    let guns = settings.guns.iter().find(|(feature, _)| *feature == target).map_or(0, |(_, value)| *value);
    let fliers = settings.air.as_ref().map_or(0, |air| {
        let rises = air.from.is_empty() || air.from.iter().any(|base| zones::works(rules, state, to, *base));
        let fits = |other: &&Stack| {
            state.at_war(stack.power, other.power)
                && air.interceptors.takes(rules, state, other.unit, Some(other.power))
        };
        let there: i64 = state.stacks_in(to).iter().filter(fits).map(|other| i64::from(other.count)).sum();
        if rises { there.min(air.most) * air.interceptor } else { 0 }
    });
    let cost = i64::from(price(rules, state, stack.power, stack.unit)) * 10;
    Some(gain - cost * (guns + fliers).min(settings.die) / settings.die.max(1))
}

/// Bombers go for their targets one by one: the guns fire, then the bombs fall.
fn bomb(run: &mut Run, settings: &RaidRules, powers: &[PowerIx], space: SpaceIx) {
    let Some(building) = recruit::settings(run.rules) else { return };
    for stack in fleet(run, powers, space) {
        let Some(raider) = settings.raider(run.rules, &run.state, &stack) else { continue };
        for _ in 0..stack.count {
            let one = Stack { count: 1, ..stack };
            let open = |at: &FeatureIx| still_takes(run.rules, &run.state, space, *at) > 0;
            let Some(target) = raider.targets.iter().copied().find(open) else {
                let Some(victim) = prey(run.rules, &run.state, raider, stack.power, space) else { break };
                strike(run, settings, one, victim);
                continue;
            };
            let guns = settings.guns.iter().find(|(feature, _)| *feature == target).map(|(_, value)| *value);
            let flak = Decision::of(Purpose::AntiAir).at(space).by(stack.power).unit(Some(stack.unit));
            if guns.is_some_and(|value| run.roll(flak, settings.die) <= value) {
                run.emit(Event::Removed { stack: one, why: LossReason::Fire });
                continue;
            }
            let bombs = Decision::of(Purpose::Bombing).at(space).by(stack.power).unit(Some(stack.unit));
            let (dice, faces) = raider.damage;
            let points: i64 = (0..dice).map(|_| run.roll(bombs, faces)).sum();
            let points = points.min(still_takes(run.rules, &run.state, space, target));
            facility::hurt(run, building, space, target, points);
        }
    }
}

/// A raider goes for a unit: a gun fires at it first, then the unit is destroyed.
fn strike(run: &mut Run, settings: &RaidRules, raider: Stack, victim: Stack) {
    let what = Decision::of(Purpose::AntiAir).at(victim.space).by(raider.power).unit(Some(raider.unit));
    let value = flak(run.rules, &run.state, &victim, victim.space);
    let is_shot_down = value.is_some_and(|value| run.roll(what, settings.die) <= value);
    let lost = if is_shot_down { raider } else { victim };
    run.emit(Event::Removed { stack: lost, why: LossReason::Fire });
}
