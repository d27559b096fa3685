//! What a side throws in one phase of a round, and the distribution of the hits it scores.

use super::battle::{Battle, BonusRounds, Reach, Shot, Side, StrikeRounds, SupportDice};
use super::kinds::{NO_KIND, Reaches, ShotKinds};
use super::plan::Plan;
use crate::odds::pmf::Pmf;

/// Which dice of a round are thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// First strikes, before anybody else.
    Strike,
    /// Everything that did not strike first.
    Main,
    /// Both at once, against an enemy who is leaving.
    Pursuit,
}

/// What the dice depend on besides the side's own state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) battle: &'a Battle,
    pub(super) round_one: bool,
    pub(super) phase: Phase,
    pub(super) enemy: &'a Side,
    pub(super) enemy_plan: &'a Plan,
    /// State of the enemy when the round began.
    pub(super) enemy_state: usize,
}

/// Equal dice: which kinds they score on how many faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DiceGroup {
    bands: [(u8, u8); 3],
    count: u32,
}

/// Units of one cell that fire with the same addition to their value.
#[derive(Debug, Clone, Copy)]
struct Squad {
    row: usize,
    level: usize,
    count: u32,
    add: i32,
    paired: bool,
}

/// The distribution of hits by kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Salvo {
    /// Each kind on its own, in the order hits are given.
    Independent(Vec<(u8, Pmf)>),
    /// Some dice score one kind or another: the joint distribution, first kind fastest.
    Joint { kinds: Vec<u8>, sizes: Vec<usize>, p: Vec<f64> },
}

impl Salvo {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Independent(parts) if parts.is_empty())
    }
}

/// The hits of `side` in `state`.
pub(super) fn salvo(side: &Side, plan: &Plan, reaches: &Reaches, state: usize, now: &Moment) -> Salvo {
    distribution(&thrown(side, plan, reaches, state, now), u32::from(now.battle.die))
}

/// The dice of a side whose hits are all of one kind: faces that hit, and how many dice have them, fewest faces first.
pub(super) fn plain_dice(side: &Side, plan: &Plan, reaches: &Reaches, state: usize, now: &Moment) -> Vec<(u8, u32)> {
    let mut dice: Vec<(u8, u32)> = thrown(side, plan, reaches, state, now)
        .into_iter()
        .filter(|group| group.bands[0].0 != NO_KIND)
        .map(|group| (group.bands[0].1, group.count))
        .collect();
    dice.sort_unstable();
    dice
}

/// All dice that `side` throws in `state`, equal ones together.
fn thrown(side: &Side, plan: &Plan, reaches: &Reaches, state: usize, now: &Moment) -> Vec<DiceGroup> {
    let mut dice = Vec::new();
    if !(now.round_one && side.silent_round_one) {
        for squad in squads(side, plan, state, now) {
            let shots = &side.units[squad.row].health[squad.level].shots;
            for (shot, kinds) in shots.iter().zip(&reaches.units[squad.row][squad.level]) {
                let count = firing(shot, squad.count, now);
                let bands = bands(shot, *kinds, squad.add, side, plan, state, now.battle.die);
                add(&mut dice, bands, count);
            }
        }
    }
    for (support, parts) in side.support.iter().zip(&reaches.support) {
        if !(now.round_one || support.every_round) {
            continue;
        }
        for &(enemy_row, kinds) in parts {
            let thrown = match support.dice {
                SupportDice::Fixed(n) => u32::from(n),
                SupportDice::PerOwn(n, classes) => u32::from(n).min(plan.class_count(side, 0, classes)),
                SupportDice::PerEnemy(_) => enemy_row.map_or(0, |row| now.enemy_plan.row_count(now.enemy_state, row)),
            };
            let count = firing(&support.shot, thrown, now);
            let bands = bands(&support.shot, kinds, 0, side, plan, state, now.battle.die);
            add(&mut dice, bands, count);
        }
    }
    dice
}

/// How many of `count` equal dice are thrown in this phase.
fn firing(shot: &Shot, count: u32, now: &Moment) -> u32 {
    let strikes = match shot.strike.rounds {
        StrikeRounds::Never => false,
        StrikeRounds::RoundOne => now.round_one,
        StrikeRounds::EveryRound => true,
    };
    let late = if strikes {
        let cancellers = now.enemy_plan.class_count(now.enemy, now.enemy_state, shot.strike.cancelled_by);
        match (shot.strike.one_for_one, cancellers) {
            (_, 0) => 0,
            (true, n) => n.min(count),
            (false, _) => count,
        }
    } else {
        count
    };
    match now.phase {
        Phase::Strike => count - late,
        Phase::Main => late,
        Phase::Pursuit => count,
    }
}

fn bands(shot: &Shot, kinds: ShotKinds, add: i32, side: &Side, plan: &Plan, state: usize, die: u8) -> [(u8, u8); 3] {
    let value = (i32::from(shot.value) + add).clamp(0, i32::from(die)) as u8;
    let full = match shot.halved {
        Some(halved) if plan.class_count(side, state, halved.unless_with) == 0 => value / 2,
        _ => value,
    };
    let picked = if kinds.picked == NO_KIND { 0 } else { shot.picks_on.min(full) };
    let mut bands = [(kinds.picked, picked), (kinds.full, full - picked), (kinds.strong, value - full)];
    for band in &mut bands {
        if band.0 == NO_KIND || band.1 == 0 {
            *band = (NO_KIND, 0);
        }
    }
    // Bands of the same kind are one band: a die that picks among one row only picks nothing.
    if bands[0].0 == bands[1].0 && bands[0].0 != NO_KIND {
        bands[1].1 += bands[0].1;
        bands[0] = (NO_KIND, 0);
    }
    if bands[1].0 == bands[2].0 && bands[1].0 != NO_KIND {
        bands[1].1 += bands[2].1;
        bands[2] = (NO_KIND, 0);
    }
    bands.sort_unstable();
    bands
}

fn add(dice: &mut Vec<DiceGroup>, bands: [(u8, u8); 3], count: u32) {
    if count == 0 || bands[0].0 == NO_KIND {
        return;
    }
    match dice.iter_mut().find(|group| group.bands == bands) {
        Some(group) => group.count += count,
        None => dice.push(DiceGroup { bands, count }),
    }
}

/// The units of a state split by the additions they enjoy.
fn squads(side: &Side, plan: &Plan, state: usize, now: &Moment) -> Vec<Squad> {
    let mut squads = Vec::new();
    for row in 0..side.units.len() {
        for cell in plan.cell_of_row[row]..plan.cell_of_row[row + 1] {
            let count = u32::from(plan.cells_of(state)[cell]);
            if count > 0 {
                squads.push(Squad { row, level: cell - plan.cell_of_row[row], count, add: 0, paired: false });
            }
        }
    }
    let mut helpers: Vec<u32> = (0..side.units.len()).map(|row| plan.row_count(state, row)).collect();
    for bonus in &side.bonuses {
        let in_time = match bonus.rounds {
            BonusRounds::Every => true,
            BonusRounds::RoundOne => now.round_one,
            BonusRounds::AfterRoundOne => !now.round_one,
        };
        let backed =
            bonus.needs_own.is_none_or(|(classes, least)| plan.class_count(side, state, classes) >= u32::from(least));
        let enemies = bonus.unless_enemy;
        let spoilt = now.enemy_plan.class_count(now.enemy, now.enemy_state, enemies) > 0;
        if !in_time || !backed || spoilt {
            continue;
        }
        let is_meant = |squad: &Squad| bonus.units.covers(side.units[squad.row].classes);
        match bonus.reach {
            Reach::All => {
                for squad in squads.iter_mut().filter(|squad| is_meant(squad)) {
                    squad.add += i32::from(bonus.add);
                }
            }
            Reach::UpTo(most) => {
                spread(&mut squads, u32::from(most), bonus.add, false, |squad| is_meant(squad));
            }
            Reach::OnePer(partners) => {
                let wanted: u32 =
                    squads.iter().filter(|squad| is_meant(squad) && !squad.paired).map(|squad| squad.count).sum();
                let mut used = 0;
                for (row, free) in helpers.iter_mut().enumerate() {
                    if partners.covers(side.units[row].classes) {
                        let helped = (*free).min(wanted - used);
                        *free -= helped;
                        used += helped;
                    }
                }
                spread(&mut squads, used, bonus.add, true, |squad| is_meant(squad) && !squad.paired);
            }
        }
    }
    squads
}

/// Gives an addition to the first `most` units that are meant, splitting the squad where they run out.
fn spread(squads: &mut Vec<Squad>, mut most: u32, add: i8, pairs: bool, is_meant: impl Fn(&Squad) -> bool) {
    let mut index = 0;
    while most > 0 && index < squads.len() {
        if is_meant(&squads[index]) {
            let reached = most.min(squads[index].count);
            most -= reached;
            let rest = squads[index].count - reached;
            if rest > 0 {
                let mut others = squads[index];
                others.count = rest;
                squads.insert(index + 1, others);
            }
            let squad = &mut squads[index];
            squad.count = reached;
            squad.add += i32::from(add);
            squad.paired |= pairs;
            if rest > 0 {
                break;
            }
        }
        index += 1;
    }
}

fn distribution(dice: &[DiceGroup], sides: u32) -> Salvo {
    if dice.iter().any(|group| group.bands[1].0 != NO_KIND) {
        return joint(dice, sides);
    }
    let mut parts: Vec<(u8, Pmf)> = Vec::new();
    for group in dice {
        let (kind, faces) = group.bands[0];
        let pmf = Pmf::binomial(group.count, u32::from(faces), sides);
        match parts.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, sum)) => *sum = sum.and(&pmf),
            None => parts.push((kind, pmf)),
        }
    }
    parts.sort_by_key(|&(kind, _)| kind);
    Salvo::Independent(parts)
}

fn joint(dice: &[DiceGroup], faces_of_die: u32) -> Salvo {
    let chances = |group: &DiceGroup| {
        group
            .bands
            .into_iter()
            .filter(|&(kind, _)| kind != NO_KIND)
            .map(|(kind, faces)| (kind, f64::from(faces) / f64::from(faces_of_die)))
            .collect::<Vec<_>>()
    };
    let mut kinds: Vec<u8> = dice.iter().flat_map(chances).map(|(k, _)| k).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let sizes: Vec<usize> = kinds
        .iter()
        .map(|&kind| {
            let dice_of_kind: u32 =
                dice.iter().filter(|group| group.bands.iter().any(|&(k, _)| k == kind)).map(|group| group.count).sum();
            dice_of_kind as usize + 1
        })
        .collect();
    let stride = |kind: u8| -> usize {
        kinds.iter().zip(&sizes).take_while(|&(&k, _)| k != kind).map(|(_, &size)| size).product()
    };
    let mut p = vec![0.0; sizes.iter().product()];
    p[0] = 1.0;
    for group in dice {
        let bands: Vec<(usize, usize, f64)> = chances(group)
            .into_iter()
            .map(|(kind, chance)| {
                let size = kinds.iter().position(|&k| k == kind).map_or(1, |i| sizes[i]);
                (stride(kind), size, chance)
            })
            .collect();
        let miss = 1.0 - bands.iter().map(|&(_, _, chance)| chance).sum::<f64>();
        for _ in 0..group.count {
            // Downwards in place: every outcome only draws on outcomes with fewer hits.
            for index in (0..p.len()).rev() {
                let mut sum = p[index] * miss;
                for &(step, size, chance) in &bands {
                    if index / step % size > 0 {
                        sum += p[index - step] * chance;
                    }
                }
                p[index] = sum;
            }
        }
    }
    Salvo::Joint { kinds, sizes, p }
}
