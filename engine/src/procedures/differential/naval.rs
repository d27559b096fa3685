//! One strike at sea: a normal attack, a transit attack on ships that leave, or the counter-attack of those who were attacked.
//! The arithmetic is that of [`crate::odds::differential`]; here ships become its input and its result becomes events.

use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Amount;

use super::sea_rules;
use crate::event::{CampaignEvent, LossReason};
use crate::ids::SpaceIx;
use crate::modifier::floor;
use crate::odds::OddsError;
use crate::odds::differential::{Below, Fleet, NavalCombat, ResultCell, Stand};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::Stack;
use crate::state::rng::{Decision, Purpose};

/// What kind of strike it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strike {
    Normal,
    Transit,
    Counter,
}

/// Who strikes whom.
#[derive(Clone, Debug)]
pub struct SeaBattle {
    pub strike: Strike,
    pub at: SpaceIx,
    pub shooters: Vec<Stack>,
    pub targets: Vec<Stack>,
    /// Land-based units whose zone covers the targets: they add their defence.
    pub cover: Vec<Stack>,
    /// Whether cover takes a loss for the others, as a depletion; over merchant ships it never does.
    pub cover_takes_losses: bool,
    /// Steps from submarines that attack on their own to their nearest port.
    pub port_distance: Option<i64>,
    /// The defence of the targets counts so many times.
    pub defence_multiple: i64,
}

/// What a strike brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub attack: i32,
    pub defence: i32,
    pub differential: i32,
    pub die: i64,
    /// The die after what is added to it.
    pub effective_die: i64,
    pub cell: ResultCell,
}

fn strength(rules: &Ruleset, stack: &Stack, which: usize) -> u16 {
    let info = rules.unit(stack.unit);
    let amount: Amount = match usize::from(stack.damaged).checked_sub(1).and_then(|at| info.worn.get(at)) {
        Some(worn) => worn[which],
        None if which == 0 => info.attack,
        None => info.defence,
    };
    floor(amount).clamp(0, 1000) as u16
}

/// What a stack adds to a strike; nothing when it is depleted or never had any.
pub fn attack_strength(rules: &Ruleset, stack: &Stack) -> u16 {
    strength(rules, stack, 0)
}

/// What a stack adds to a defence, for one fleet.
pub fn defence_strength(rules: &Ruleset, stack: &Stack) -> u16 {
    strength(rules, stack, 1)
}

fn is_submarine(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).domain == Domain::Submarine
}

fn is_shipping(rules: &Ruleset, stack: &Stack) -> bool {
    rules.unit(stack.unit).can(Ability::Pipeline)
}

fn fleet(rules: &Ruleset, stack: &Stack, stand: Stand, takes_losses: bool) -> Fleet {
    let info = rules.unit(stack.unit);
    Fleet {
        unit: u16::from(stack.unit.0),
        count: stack.count,
        cost: super::battle::price(rules, stack),
        attack: strength(rules, stack, 0),
        defence: strength(rules, stack, 1),
        depletable: info.can(Ability::Depletes) && stack.damaged == 0 && takes_losses,
        depletes: !is_submarine(rules, stack) && !is_shipping(rules, stack),
        stand,
    }
}

/// What is added to the die of submarines that attack on their own, by the way to their port.
pub fn die_shift(rules: &Ruleset, battle: &SeaBattle) -> i64 {
    let alone = battle.shooters.iter().all(|stack| is_submarine(rules, stack));
    let table = rules.campaign.naval.as_ref().and_then(|naval| naval.submarine_range).map(|table| rules.table(table));
    match (table, battle.port_distance) {
        (Some(table), Some(distance)) if alone && battle.strike == Strike::Normal => {
            table.of_number(distance).and_then(crate::table::Value::number).unwrap_or(0)
        }
        _ => 0,
    }
}

/// The strike as the odds see it; none without a table, or where a shooter may strike none of the targets.
pub fn combat(rules: &Ruleset, battle: &SeaBattle) -> Option<NavalCombat> {
    let takes_part = |shooter: &Stack| {
        let mut targets = battle.targets.iter();
        targets.any(|target| sea_rules::may_strike(rules, battle.strike, shooter, target, false))
    };
    // Whoever lies with the others without attack strength adds nothing and hinders nobody.
    let mut armed = battle.shooters.iter().filter(|stack| attack_strength(rules, stack) > 0).peekable();
    if armed.peek().is_none() || !armed.all(takes_part) {
        return None;
    }
    setting(rules, battle)
}

/// The same whoever may strike whom: those who answer an attack may do so though nobody is left of them.
pub(super) fn setting(rules: &Ruleset, battle: &SeaBattle) -> Option<NavalCombat> {
    let settings = rules.campaign.naval.as_ref()?;
    let over_shipping = battle.targets.iter().any(|stack| is_shipping(rules, stack));
    let stand = |stack: &Stack| {
        if battle.strike == Strike::Normal && is_submarine(rules, stack) { Stand::Apart } else { Stand::Line }
    };
    let multiple = battle.defence_multiple.clamp(1, 100) as u16;
    let harden = |fleet: Fleet| Fleet { defence: fleet.defence.saturating_mul(multiple), ..fleet };
    let targets = battle.targets.iter().map(|stack| harden(fleet(rules, stack, stand(stack), true)));
    let takes = battle.cover_takes_losses && !over_shipping;
    let cover = battle.cover.iter().map(|stack| fleet(rules, stack, Stand::Cover, takes));
    Some(NavalCombat {
        table: settings.table.clone(),
        attacker: battle.shooters.iter().map(|stack| fleet(rules, stack, Stand::Line, true)).collect(),
        defender: targets.chain(cover).collect(),
        column_shift: 0,
        die_shift: die_shift(rules, battle) as i32,
        below: if battle.strike == Strike::Counter { Below::FirstColumn } else { Below::NotAllowed },
        counter_attack: battle.strike == Strike::Normal,
    })
}

/// Throws the die and lays its result on the ships.
pub(crate) fn strike(run: &mut Run, battle: &SeaBattle) -> Result<Outcome, OddsError> {
    let Some(combat) = combat(run.rules, battle) else { return Err(OddsError::NoDie) };
    combat.column()?;
    let die = run.roll(Decision::of(Purpose::SeaBattle).at(battle.at), i64::from(combat.table.sides().max(1)));
    let struck = combat.strike(die as i32)?;
    let (attack, defence) = combat.strengths();
    let differential = combat.differential();
    run.note(CampaignEvent::Struck { at: battle.at, attack, defence, differential, die });
    let targets = battle.targets.iter().chain(&battle.cover);
    for (stack, (lost, worn)) in targets.zip(struck.lost.iter().zip(&struck.worn)) {
        if *lost > 0 {
            run.destroy(Stack { count: *lost, ..*stack }, LossReason::Fire);
        }
        wear(run, stack, *worn);
    }
    for (stack, depleted) in battle.shooters.iter().zip(&struck.depleted) {
        wear(run, stack, *depleted);
    }
    let effective_die = die + i64::from(combat.die_shift);
    Ok(Outcome { attack, defence, differential, die, effective_die, cell: struck.cell })
}

fn wear(run: &mut Run, stack: &Stack, times: u16) {
    for _ in 0..times {
        run.note(CampaignEvent::Worn { stack: Stack { count: 1, ..*stack } });
    }
}

/// Whether ships may slip away before a strike: not when those who were attacked answer.
pub fn may_retreat(strike: Strike) -> bool {
    strike == Strike::Normal
}

/// Those who answer an attack: whoever was attacked and is left with attack strength. Submarines were not attacked, and
/// cover answers only for merchant ships it escorts.
pub fn answer(rules: &Ruleset, left: &[Stack]) -> Vec<Stack> {
    let able = left.iter().filter(|stack| !is_submarine(rules, stack) && strength(rules, stack, 0) > 0);
    able.copied().collect()
}
