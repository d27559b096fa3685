//! Advance: mechanised points against what holds the hex, a die, and what the winner does to the hex.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{Ability, CombatRole, Domain};

use crate::condition::Scene;
use crate::event::{Event, LossReason};
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::modifier;
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::rng::{Decision, Purpose};
use crate::state::{LossesDue, RetreatDue, Stack, State, Whom};
use crate::table::Value;

/// What an army advances against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    Friendly,
    Defence(i64),
}

/// The cell of the advance table: the rolls that succeed.
pub fn needed<'r>(
    rules: &'r Ruleset,
    settings: &FirepowerRules,
    mechanised: i64,
    against: Against,
) -> Option<&'r Value> {
    let table = rules.table(settings.advance);
    let column = match against {
        Against::Friendly => settings.friendly,
        Against::Defence(points) => table.at(1, points.min(settings.group)),
    };
    table.cell(table.at(0, mechanised), column)
}

/// Whether a modified die succeeds; nothing below 1 is worse than a 1.
pub fn succeeds(rules: &Ruleset, settings: &FirepowerRules, mechanised: i64, against: Against, die: i64) -> bool {
    needed(rules, settings, mechanised, against).is_some_and(|cell| cell.holds(die.max(1)))
}

/// The strength of the garrison of an empty hex.
pub fn garrison(rules: &Ruleset, state: &State, settings: &FirepowerRules, space: SpaceIx) -> i64 {
    let none = state.garrisons_gone.binary_search(&space).is_ok();
    let bare = settings.is_bare(rules, space);
    if none || bare && !state.is_marked(space) { 0 } else { settings.garrison }
}

/// A hex that its last army has left or lost has nothing to hold it until the phase ends.
pub(super) fn vacated(run: &mut Run, settings: &FirepowerRules, space: SpaceIx) {
    let held = run.state.stacks_in(space).iter().any(|stack| stands(run.rules, stack));
    if !held && garrison(run.rules, &run.state, settings, space) > 0 {
        run.emit(Event::GarrisonLost { space });
    }
}

/// Whether units take the place of a garrison.
fn stands(rules: &Ruleset, stack: &Stack) -> bool {
    matches!(rules.unit(stack.unit).domain, Domain::Land | Domain::Fixed)
}

/// What holds a hex against an advance of a side.
pub fn defence(rules: &Ruleset, state: &State, settings: &FirepowerRules, side: SideIx, space: SpaceIx) -> Against {
    if state.is_friendly(space, side) {
        return Against::Friendly;
    }
    let enemies: Vec<&Stack> =
        state.stacks_in(space).iter().filter(|stack| state.side_of(stack.power) != Some(side)).collect();
    let holding: i64 = enemies
        .iter()
        .filter(|stack| rules.unit(stack.unit).is(Some(settings.holds)))
        .map(|stack| i64::from(stack.count) * modifier::floor(rules.unit(stack.unit).defence))
        .sum();
    let armies = enemies.iter().any(|stack| stands(rules, stack));
    let holding = if holding > 0 { holding } else { super::open_ground::least(settings, &enemies) };
    Against::Defence(if armies { holding } else { garrison(rules, state, settings, space) })
}

/// The row of the advance table for an army that advances from one hex into another.
pub fn mechanised(rules: &Ruleset, state: &State, side: SideIx, army: u8, from: SpaceIx, to: SpaceIx) -> i64 {
    let stacks: Vec<&Stack> = state.army(side, army).collect();
    let scene = scene((side, army_power(state, side, army)), from, to, false);
    let points = modifier::strength(rules, state, &scene, &stacks, |unit| rules.unit(unit).can(Ability::Mechanised));
    points + modifier::die(rules, state, &Quantity::Column(BattleKind::Advance), &scene, &stacks)
}

/// Points of an army that can still drop by parachute this turn.
pub fn can_drop(rules: &Ruleset, state: &State, side: SideIx, army: u8) -> i64 {
    let dropped = state.combat.record(side, army).map_or(0, |record| i64::from(record.dropped));
    let points: i64 = state
        .army(side, army)
        .filter(|stack| rules.unit(stack.unit).can(Ability::Paradrop))
        .map(|stack| i64::from(stack.count))
        .sum();
    (points - dropped).max(0)
}

/// How an army tries to get into a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) army: u8,
    pub(super) to: SpaceIx,
    /// The row of the advance table.
    pub(super) strength: i64,
    /// Points that drop by parachute and are lost if it fails.
    pub(super) drop: u8,
}

/// An advance on the ground; points that drop count double.
pub(super) fn by_land(run: &Run, side: SideIx, settings: &FirepowerRules, army: u8, to: SpaceIx, drop: u8) -> Attempt {
    let from = run.state.army_space(side, army).unwrap_or(to);
    let points = mechanised(run.rules, &run.state, side, army, from, to) + 2 * i64::from(drop);
    Attempt { army, to, strength: points.min(settings.group), drop }
}

/// What is added to the die of an advance.
pub fn die_modifier(
    rules: &Ruleset,
    state: &State,
    settings: &FirepowerRules,
    side: SideIx,
    army: u8,
    from: SpaceIx,
    to: SpaceIx,
) -> i64 {
    let stacks: Vec<&Stack> = state.army(side, army).collect();
    let empty = defence(rules, state, settings, side, to) == Against::Defence(0);
    let advanced = state.combat.record(side, army).map_or(0, |record| i64::from(record.advanced));
    let scene = scene((side, army_power(state, side, army)), from, to, empty);
    advanced * settings.per_space + modifier::die(rules, state, &Quantity::Die(BattleKind::Advance), &scene, &stacks)
}

/// The power whose points lead an army.
fn army_power(state: &State, side: SideIx, army: u8) -> Option<PowerIx> {
    state.army(side, army).next().map(|stack| stack.power)
}

fn scene((side, power): (SideIx, Option<PowerIx>), from: SpaceIx, to: SpaceIx, undefended: bool) -> Scene {
    Scene {
        side: Some(side),
        power,
        role: Some(CombatRole::Attacking),
        at: Some(to),
        from: Some(from),
        battle: Some(BattleKind::Advance),
        undefended,
        ..Scene::default()
    }
}

/// Whether an army's advance from one hex into another can succeed at all.
pub(super) fn has_chance(
    rules: &Ruleset,
    state: &State,
    settings: &FirepowerRules,
    side: SideIx,
    army: u8,
    (from, to): (SpaceIx, SpaceIx),
) -> bool {
    let against = defence(rules, state, settings, side, to);
    let points = mechanised(rules, state, side, army, from, to).min(settings.group);
    succeeds(rules, settings, points, against, 1 + die_modifier(rules, state, settings, side, army, from, to))
}

/// An army tries to advance.
pub(super) fn resolve(run: &mut Run, side: SideIx, settings: &FirepowerRules, attempt: Attempt) {
    let Attempt { army, to, strength, drop } = attempt;
    let Some(from) = run.state.army_space(side, army) else { return };
    let against = defence(run.rules, &run.state, settings, side, to);
    let added = die_modifier(run.rules, &run.state, settings, side, army, from, to);
    let die = run.roll(Decision::of(Purpose::Advance).at(to).by(side), super::fire::DIE) + added;
    let success = succeeds(run.rules, settings, strength, against, die);
    let defence = match against {
        Against::Friendly => 0,
        Against::Defence(points) => points,
    };
    if drop > 0 {
        run.emit(Event::Dropped { side, army, points: drop });
    }
    run.emit(Event::AdvanceTried { side, army, from, to, defence, die, success });
    if success {
        go_in(run, side, settings, army, from, to);
    } else if drop > 0 {
        lose_dropped(run, side, army, drop);
    }
}

/// An army gets into a hex: whoever holds it must go first.
pub(super) fn go_in(run: &mut Run, side: SideIx, settings: &FirepowerRules, army: u8, from: SpaceIx, to: SpaceIx) {
    if !run.state.is_friendly(to, side) {
        displace(run, side, settings, army, from, to);
    }
    run.emit(Event::Entering { army, from, to });
}

/// Those who dropped are lost with the advance.
fn lose_dropped(run: &mut Run, side: SideIx, army: u8, drop: u8) {
    let mut left = u16::from(drop);
    let dropped = |stack: &&Stack| run.rules.unit(stack.unit).can(Ability::Paradrop);
    let stacks: Vec<Stack> = run.state.army(side, army).filter(dropped).copied().collect();
    for stack in stacks {
        let count = stack.count.min(left);
        if count > 0 {
            run.emit(Event::Removed { stack: Stack { count, ..stack }, why: LossReason::DropFailed });
            left -= count;
        }
    }
}

/// The defenders must go; forts are destroyed.
fn displace(run: &mut Run, side: SideIx, settings: &FirepowerRules, army: u8, from: SpaceIx, to: SpaceIx) {
    let enemies: Vec<Stack> = run
        .state
        .stacks_in(to)
        .iter()
        .filter(|stack| run.state.side_of(stack.power) != Some(side))
        .filter(|stack| matches!(run.rules.unit(stack.unit).domain, Domain::Land | Domain::Air | Domain::Fixed))
        .copied()
        .collect();
    let mut dues: Vec<RetreatDue> = Vec::new();
    for stack in enemies {
        let owner = run.state.side_of(stack.power);
        match owner {
            Some(owner) if stack.army != 0 => {
                let due = RetreatDue { side: owner, army: stack.army, from: to, enemy: from };
                if !dues.contains(&due) {
                    dues.push(due);
                }
            }
            _ => run.emit(Event::Removed { stack, why: LossReason::Overrun }),
        }
    }
    if !dues.is_empty() {
        harass(run, side, settings, army, &dues);
        run.emit(Event::RetreatsDue { dues });
    }
}

/// Aircraft of the victor beyond those of the armies that retreat cost these a point each.
fn harass(run: &mut Run, side: SideIx, settings: &FirepowerRules, army: u8, dues: &[RetreatDue]) {
    let Some(air) = settings.air else { return };
    if dues.first().is_some_and(|due| !super::open_ground::is_harassed(run.rules, settings, due.from)) {
        return;
    }
    let count = |stacks: &mut dyn Iterator<Item = &Stack>| -> i64 {
        let in_air = stacks.filter(|stack| run.rules.unit(stack.unit).is(Some(air)));
        in_air.map(|stack| i64::from(stack.count)).sum()
    };
    let own = count(&mut run.state.army(side, army));
    let theirs = count(&mut dues.iter().flat_map(|due| run.state.army(due.side, due.army)));
    let excess = (own - theirs).max(0) as u16;
    if let (Some(first), 1..) = (dues.first(), excess) {
        let from = dues.iter().map(|due| (due.army, due.from)).collect();
        let due = LossesDue { side: first.side, from, count: excess, landing: 0, whom: Whom::OnGround };
        run.emit(Event::LossesFell { due });
    }
}

/// The army that succeeded enters once the hex is clear. True if it did.
pub(super) fn enter(run: &mut Run, side: SideIx, settings: &FirepowerRules) -> bool {
    let Some((army, from, to)) = run.state.combat.entering else { return false };
    let hostile = !run.state.is_friendly(to, side);
    let stacks: Vec<Stack> = run.state.army(side, army).copied().collect();
    let power = stacks.first().map(|stack| stack.power);
    for stack in stacks {
        run.emit(Event::Moved { stack, to, army });
    }
    run.emit(Event::Entered { side, army });
    vacated(run, settings, from);
    if hostile {
        let working = run.production_in(to) - run.state.damage(to);
        run.emit(Event::GarrisonLost { space: to });
        if working > 0 {
            run.emit(Event::Devastated { space: to, points: working });
        }
        run.capture(to, power);
        run.emit(Event::MarkerPlaced { space: to });
        super::harbour::expel(run, to);
    }
    true
}
