//! Who fights in a battle of the map: stacks become rows of a hit-roll battle, and what its dice leave becomes losses.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain, OtherFire, Stats};
use chartroom_format::schema::value::Amount;

use super::bonuses::Ranks;
use super::outside::{guns, supports};
use super::{HitRules, forts, stealth};
use crate::condition::Scene;
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::matchup::fort;
use crate::matchup::profile::{Bits, drop_idle_halves, health, merged, with_dice};
use crate::modifier::{floor, modified};
use crate::odds::hit::{Battle, Casualties, ClassSet, LossOrder, Reserve, Retreat, Side, Strike, StrikeRounds, Unit};
use crate::procedures::leaders;
use crate::procedures::range::hit_rules;
use crate::query::{zone_supply, zones};
use crate::ruleset::Ruleset;
use crate::state::operations::Role;
use crate::state::{Stack, State};

/// One side of a battle: stacks row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) rows: Vec<Vec<Stack>>,
    /// By row: whether its units were found.
    pub(crate) found: Vec<bool>,
}

/// A battle of the map as the dice see it.
pub(crate) struct Field {
    pub(crate) battle: Battle,
    pub(crate) lines: [Line; 2],
}

/// Rows of a side: at most this many, so that every row is a bit.
pub(crate) const MOST_ROWS: usize = 60;

/// Stacks of a side that take part, and whether they are leaving.
pub(crate) fn fighters(rules: &Ruleset, state: &State, space: SpaceIx, attacks: bool) -> Vec<Stack> {
    let powers = zones::powers_of(rules, state);
    let is_ours = |stack: &Stack| {
        if attacks {
            powers.contains(&stack.power)
        } else {
            powers.iter().any(|power| state.at_war(*power, stack.power))
        }
    };
    let here = state.stacks_in(space).iter();
    let mut found: Vec<Stack> = here
        .filter(|stack| is_ours(stack) && zones::is_engaged(rules, state, stack) && !is_equipment(rules, stack))
        .copied()
        .collect();
    if attacks {
        forts::first_stage(rules, state, space, &mut found);
    }
    found
}

/// Whether units take no part but with what they fire: nobody hits them.
pub(crate) fn is_equipment(rules: &Ruleset, stack: &Stack) -> bool {
    let classes = hit_rules(rules).map_or(&[][..], |settings| &settings.equipment);
    classes.iter().any(|class| rules.unit(stack.unit).is(Some(*class)))
}

/// Attackers in a zone that wait while others fight for it: ships that are to bombard a shore from it, fleets that pass through.
fn waiting(rules: &Ruleset, state: &State, space: SpaceIx) -> Vec<Stack> {
    let powers = zones::powers_of(rules, state);
    let waits = |stack: &&Stack| {
        let role = state.operations.role(stack.army);
        let is_cargo = rules.unit(stack.unit).domain == Domain::Land;
        powers.contains(&stack.power) && matches!(role, Some(Role::Bombards | Role::Passing)) && !is_cargo
    };
    if !zones::is_sea(rules, space) {
        return Vec::new();
    }
    state.stacks_in(space).iter().filter(waits).copied().collect()
}

/// Where fleets may pass through zones, transports that are to land cargo keep out of the first round if others fight in it.
fn keeps_out(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let option = hit_rules(rules).and_then(|settings| settings.pass_through);
    let space = stack.space;
    option.is_some_and(|option| state.option(option))
        && zones::is_sea(rules, space)
        && state.operations.round_of(space) == 1
        && state.operations.role(stack.army) == Some(Role::Sailing)
        && state.stacks_in(space).iter().any(|other| {
            let fights = matches!(state.operations.role(other.army), Some(Role::Engaged | Role::Clearing));
            fights && zones::powers_of(rules, state).contains(&other.power)
        })
}

/// Enemies in a zone that keep those who wait from going about their business.
fn stops(rules: &Ruleset, state: &State, space: SpaceIx, enemy: Stack) -> bool {
    let lands = state
        .stacks_in(space)
        .iter()
        .any(|stack| state.operations.role(stack.army) == Some(Role::Bombards) || keeps_out(rules, state, stack));
    zones::is_ship(rules, enemy.unit) && (lands || zones::is_armed(rules, enemy.unit))
}

pub(crate) fn is_leaving(state: &State, stack: Stack) -> bool {
    state.operations.role(stack.army) == Some(Role::Withdrawing)
}

/// The battle of a space in the round at hand.
pub(crate) fn field(rules: &Ruleset, state: &State, settings: &HitRules, space: SpaceIx) -> Field {
    let mut bits = Bits::default();
    let at_sea = zones::is_sea(rules, space);
    let landed =
        fighters(rules, state, space, true).iter().any(|stack| state.operations.role(stack.army) == Some(Role::Landed));
    let kind = match (at_sea, landed) {
        (true, _) => BattleKind::Sea,
        (false, true) => BattleKind::Amphibious,
        (false, false) => BattleKind::Land,
    };
    let (attacker, one) = side(rules, state, space, kind, CombatRole::Attacking, &mut bits);
    let (defender, other) = side(rules, state, space, kind, CombatRole::Defending, &mut bits);
    let mut battle = Battle {
        die: settings.die.clamp(1, 255) as u8,
        attacker,
        defender,
        round_limit: None,
        hold: if at_sea { ClassSet::ALL } else { Bits::HOLDS },
        retreat_under_fire: true,
    };
    let attackers = fighters(rules, state, space, true);
    if let Some((settings, standing)) = forts::manned(rules, state, space, &attackers) {
        fort::man(&mut battle, standing, &settings.figures, &mut bits);
    }
    shield_droppers(&mut battle);
    hide(&mut battle);
    drop_idle_halves(&mut battle);
    Field { battle, lines: [one, other] }
}

fn side(
    rules: &Ruleset,
    state: &State,
    space: SpaceIx,
    kind: BattleKind,
    role: CombatRole,
    bits: &mut Bits,
) -> (Side, Line) {
    let attacks = role == CombatRole::Attacking;
    let mut line = Line::default();
    let mut units: Vec<Unit> = Vec::new();
    let mut keys: Vec<RowKey> = Vec::new();
    let mut reserve: Option<Reserve> = None;
    let waiting = if attacks { waiting(rules, state, space) } else { Vec::new() };
    let fighting = fighters(rules, state, space, attacks).into_iter();
    let fighting = fighting.map(|stack| (stack, attacks && keeps_out(rules, state, &stack)));
    let fighting = fighting.chain(waiting.into_iter().map(|stack| (stack, true)));
    let own = fighters(rules, state, space, attacks);
    let enemies = fighters(rules, state, space, !attacks);
    let faces = if attacks { forts::manned(rules, state, space, &own) } else { None };
    let mut seen: Vec<(PowerIx, UnitIx, u16)> = Vec::new();
    for (stack, waits, sight) in fighting.flat_map(|(stack, waits)| parted(rules, state, stack, waits, &mut seen)) {
        let faced = faces.is_some_and(|(forts, _)| forts::is_faced(rules, state, forts, &stack, &own));
        let leaving = is_leaving(state, stack);
        let silent = state
            .operations
            .group(stack.army)
            .is_some_and(|group| group.silent_in != 0 && group.silent_in == state.operations.round);
        let drops = state.operations.role(stack.army).is_some_and(Role::has_dropped);
        let silent = silent || drops;
        let risk = if attacks { risk(rules, state, stack) } else { 0 };
        let key = (stack.power, stack.unit, stack.damaged, leaving, silent, waits, risk, (sight, faced));
        if let Some(at) = keys.iter().position(|other| *other == key) {
            line.rows[at].push(stack);
            units[at].count = units[at].count.saturating_add(stack.count);
            continue;
        }
        // A battle knows so many rows: what goes beyond fights with others of its type. Packs with more types than rows are refused.
        if keys.len() >= MOST_ROWS {
            let alike = |other: &&RowKey| other.1 == stack.unit;
            let same = keys.iter().position(|other| other.0 == stack.power && alike(&other));
            if let Some(at) = same.or_else(|| keys.iter().position(|other| alike(&other))) {
                line.rows[at].push(stack);
                units[at].count = units[at].count.saturating_add(stack.count);
            }
            continue;
        }
        keys.push(key);
        units.push(row(rules, state, space, kind, role, stack, leaving || silent, bits));
        if leaving {
            let at = units.len() - 1;
            units[at].classes = units[at].classes.with(Bits::LEAVES);
        }
        let at = units.len() - 1;
        let last = hit_rules(rules).map_or(&[][..], |settings| &settings.lost_last);
        if last.iter().any(|class| rules.unit(stack.unit).is(Some(*class))) {
            units[at].classes = units[at].classes.with(bits.named("lost-last".to_owned()));
        }
        if risk > 0 {
            units[at].health.iter_mut().flat_map(|health| &mut health.shots).for_each(|shot| shot.lost_from = risk);
        }
        if drops {
            units[at].classes = units[at].classes.with(Bits::DROPS);
        }
        if faced {
            units[at].classes = units[at].classes.with(Bits::FACED);
        }
        match sight {
            Sight::Plain => {}
            Sight::Found => strike(&mut units[at], StrikeRounds::Never),
            Sight::Unseen => {
                strike(&mut units[at], StrikeRounds::EveryRound);
                if leaving || stealth::lies_low(rules, state, space, attacks) {
                    units[at].classes = units[at].classes.with(Bits::HIDDEN);
                }
            }
        }
        line.found.push(sight == Sight::Found);
        if waits {
            units[at].classes = units[at].classes.with(Bits::WAITS);
            reserve = Some(Reserve { units: Bits::WAITS, called_by: Bits::STOPS });
        }
        if !attacks && !leaving && stops(rules, state, space, stack) {
            units[at].classes = units[at].classes.with(Bits::STOPS);
        }
        line.rows.push(vec![stack]);
    }
    // Those who stand last in a row are lost first: not those with units aboard, as long as there are others.
    for row in &mut line.rows {
        row.sort_by_key(|stack| state.operations.role(stack.army) != Some(Role::Carrying));
    }
    let has_last = hit_rules(rules).is_some_and(|settings| !settings.lost_last.is_empty());
    let last = if has_last { Bits::LEAVES.with(bits.named("lost-last".to_owned())) } else { Bits::LEAVES };
    let someone_leaves = keys.iter().any(|key| key.3);
    let order = loss_order(state, space, &keys, &units);
    let ranks = Ranks { rules, state, space, kind, role, rows: &line.rows, fighters: &own, enemies: &enemies };
    let bonuses = ranks.bonuses(&mut units, bits);
    let side = Side {
        units,
        support: if attacks { supports(rules, state, space, bits) } else { guns(rules, state, space, &own) },
        bonuses,
        casualties: Casualties {
            order: order.clone(),
            // Who says himself whom he gives up may give up the last who could take the land.
            keep_one: if attacks && kind != BattleKind::Sea && !someone_leaves && order == LossOrder::Cheapest {
                Bits::HOLDS
            } else {
                ClassSet::NONE
            },
            last,
        },
        retreat: Retreat::NEVER,
        silent_round_one: false,
        reserve,
    };
    (side, line)
}

/// What the enemy sees of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// It does not hide.
    Plain,
    Found,
    Unseen,
}

/// A stack in parts: those who were found, then those who were not. `seen` counts the found ones that have their place already.
fn parted(
    rules: &Ruleset,
    state: &State,
    stack: Stack,
    waits: bool,
    seen: &mut Vec<(PowerIx, UnitIx, u16)>,
) -> Vec<(Stack, bool, Sight)> {
    if !stealth::can_hide(rules, stack.unit) {
        return vec![(stack, waits, Sight::Plain)];
    }
    if is_leaving(state, stack) {
        return vec![(stack, waits, Sight::Unseen)];
    }
    if !seen.iter().any(|(power, unit, _)| (*power, *unit) == (stack.power, stack.unit)) {
        seen.push((stack.power, stack.unit, state.operations.found(stack.space, stack.power, stack.unit)));
    }
    let mut left = seen.iter_mut().filter(|(power, unit, _)| (*power, *unit) == (stack.power, stack.unit));
    let found = left.next().map_or(0, |(.., left)| {
        let found = stack.count.min(*left);
        *left -= found;
        found
    });
    let parts = [(found, Sight::Found), (stack.count - found, Sight::Unseen)];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    parts.map(|(count, sight)| (Stack { count, ..stack }, waits, sight)).collect()
}

/// Says when the dice of a row are thrown; who was found is settled before the round.
fn strike(unit: &mut Unit, rounds: StrikeRounds) {
    for shot in unit.health.iter_mut().flat_map(|health| &mut health.shots) {
        shot.strike = Strike { rounds, mutes: shot.strike.mutes, ..Strike::default() };
    }
}

/// Only submarines hit those who stay hidden.
fn hide(battle: &mut Battle) {
    let submarine = Bits::domain(Domain::Submarine);
    let rows = battle.attacker.units.iter().chain(&battle.defender.units);
    if !rows.into_iter().any(|unit| Bits::HIDDEN.covers(unit.classes)) {
        return;
    }
    for side in [&mut battle.attacker, &mut battle.defender] {
        let others = side.units.iter_mut().filter(|unit| !submarine.covers(unit.classes));
        for shot in others.flat_map(|unit| &mut unit.health).flat_map(|health| &mut health.shots) {
            shot.targets.none_of = shot.targets.none_of.with(Bits::HIDDEN);
        }
        for support in &mut side.support {
            support.shot.targets.none_of = support.shot.targets.none_of.with(Bits::HIDDEN);
        }
    }
}

/// Only dice that go for aircraft first see those that merely drop others.
fn shield_droppers(battle: &mut Battle) {
    let droppers = battle.attacker.units.iter().filter(|unit| Bits::DROPS.covers(unit.classes));
    let classes = droppers.fold(ClassSet::NONE, |all, unit| all.with(unit.classes));
    if classes == ClassSet::NONE {
        return;
    }
    let shots = battle.defender.units.iter_mut().flat_map(|unit| &mut unit.health).flat_map(|health| &mut health.shots);
    for shot in shots.filter(|shot| shot.targets.first == ClassSet::NONE || !shot.targets.first.covers(classes)) {
        shot.targets.none_of = shot.targets.none_of.with(Bits::DROPS);
    }
}

/// The roll that loses a land unit that came to the battle over a dangerous border; 0 if it did not.
fn risk(rules: &Ruleset, state: &State, stack: Stack) -> u8 {
    let came = state.operations.group(stack.army).filter(|group| group.role == Role::Engaged);
    let crossed = came.filter(|_| rules.unit(stack.unit).domain == Domain::Land);
    let lost_from = crossed.and_then(|group| zones::hazard(rules, state, group.from, stack.space));
    lost_from.unwrap_or(0).clamp(0, 255) as u8
}

/// The order in which rows are given up: as their owner named them, then the cheapest, damage before loss.
fn loss_order(state: &State, space: SpaceIx, keys: &[RowKey], units: &[Unit]) -> LossOrder {
    let mut rows: Vec<u16> = Vec::new();
    for (_, power, unit) in state.operations.offered.iter().filter(|(at, ..)| *at == space) {
        let named = (0..keys.len()).filter(|row| (keys[*row].0, keys[*row].1) == (*power, *unit));
        rows.extend(named.map(|row| row as u16));
    }
    if rows.is_empty() {
        return LossOrder::Cheapest;
    }
    let mut rest: Vec<usize> = (0..units.len()).filter(|row| !rows.contains(&(*row as u16))).collect();
    rest.sort_by_key(|row| (units[*row].cost, *row));
    rows.extend(rest.iter().filter(|row| units[**row].health.len() > 1).map(|row| *row as u16));
    rows.extend(rest.iter().map(|row| *row as u16));
    LossOrder::Given(rows)
}

/// What tells rows apart: owner, type, damage, leaving, silent, waiting, the roll that loses who crossed a dangerous border, what
/// the enemy sees of it and whether a fort faces it.
type RowKey = (PowerIx, UnitIx, u8, bool, bool, bool, u8, (Sight, bool));

pub(super) fn scene(
    rules: &Ruleset,
    state: &State,
    space: SpaceIx,
    kind: BattleKind,
    role: CombatRole,
    stack: Stack,
) -> Scene {
    // Who attacks is fed where he came from.
    let group = state.operations.group(stack.army).filter(|_| role == CombatRole::Attacking);
    let fed_at = group.map_or(stack.space, |group| group.from);
    Scene {
        supply: zone_supply::of(rules, state, stack.power, fed_at),
        side: state.side_of(stack.power),
        power: Some(stack.power),
        unit: Some(stack.unit),
        role: Some(role),
        at: Some(space),
        round: i64::from(state.operations.round_of(space)),
        battle: Some(kind),
        damaged: stack.damaged > 0,
        ..Scene::default()
    }
}

#[expect(clippy::too_many_arguments, reason = "a row depends on all of them")]
fn row(
    rules: &Ruleset,
    state: &State,
    space: SpaceIx,
    kind: BattleKind,
    role: CombatRole,
    stack: Stack,
    silent: bool,
    bits: &mut Bits,
) -> Unit {
    let profile = &rules.profiles[stack.unit.index()];
    let scene = scene(rules, state, space, kind, role, stack);
    let numbers = profile
        .variants
        .iter()
        .filter(|(when, _)| when.holds(rules, state, &scene))
        .fold(profile.kind.stats.clone(), |stats: Stats, (_, over)| merged(&stats, over));
    let numbers = if rules.modifiers_of(&Quantity::Dice).next().is_some() {
        with_dice(&numbers, |dice| {
            floor(modified(rules, state, &Quantity::Dice, Amount::whole(dice), &scene, &[&stack]))
        })
    } else {
        numbers
    };
    let other = chosen_fire(rules, state, space, role, stack);
    let early = early_dice(rules, state, space, stack);
    let mut states = health(&profile.kind, &numbers, role, other, early, bits);
    let led = leaders::bonus(rules, state, space, role, stack.power, stack.unit);
    lead(&mut states, led);
    states.drain(..usize::from(stack.damaged).min(states.len().saturating_sub(1)));
    if silent {
        for state in &mut states {
            state.shots.clear();
        }
    }
    Unit {
        key: u16::from(stack.unit.0),
        classes: bits.unit(&rules.unit(stack.unit).id, &profile.kind),
        count: stack.count,
        cost: price(rules, state, stack.power, stack.unit),
        health: states,
    }
}

/// How many of its dice a unit throws before all others: none if its owner has chosen to throw them with the others.
pub(super) fn early_dice(rules: &Ruleset, state: &State, space: SpaceIx, stack: Stack) -> usize {
    let early = rules.unit(stack.unit).early.filter(|(_, option)| state.option_or_none(*option));
    let waived = state.operations.other_fire.contains(&(space, stack.power, stack.unit));
    early.filter(|_| !waived).map_or(0, |(dice, _)| dice)
}

/// What a leader adds to the dice of his units.
pub(super) fn lead(states: &mut [crate::odds::hit::Health], add: i64) {
    for shot in states.iter_mut().flat_map(|health| &mut health.shots).filter(|_| add != 0) {
        shot.value = (i64::from(shot.value) + add).clamp(0, 255) as u8;
    }
}

/// The other way to fire that was chosen for these units; also the only one that can hit anything.
fn chosen_fire<'r>(
    rules: &'r Ruleset,
    state: &State,
    space: SpaceIx,
    role: CombatRole,
    stack: Stack,
) -> Option<&'r OtherFire> {
    let other = rules.profiles[stack.unit.index()].kind.other_fire.iter().find(|other| other.when == role)?;
    state.operations.other_fire.contains(&(space, stack.power, stack.unit)).then_some(other)
}

/// What a unit costs its owner, for the choice of losses; 1 where no price is known.
pub(crate) fn price(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx) -> u32 {
    let price = |unit: UnitIx| crate::procedures::recruit::price(rules, state, power, unit);
    let before = || rules.unit(unit).trained.as_ref().and_then(|training| price(training.from));
    price(unit).or_else(before).unwrap_or(1).clamp(0, 100_000) as u32
}

/// Whether a stack of the attacker can take land and stays to do so.
pub(crate) fn can_take(rules: &Ruleset, state: &State, stack: Stack) -> bool {
    zones::takes_land(rules, stack.unit) && !is_leaving(state, stack) && rules.unit(stack.unit).domain == Domain::Land
}
