//! One battle with dice, unit by unit and hit by hit.

use super::super::battle::{Battle, BonusRounds, ClassSet, Reach, Shot, Side, StrikeRounds, SupportDice};
use super::dice::{Die, Throw};
use super::sight::{Aim, Sight, Table};
use crate::odds::{Ending, UnitKey};

/// Rounds after which a game is called a stalemate.
const PATIENCE: u32 = 20_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    FirstStrike,
    Rest,
    Everything,
}

pub(super) struct Game<'a, D> {
    battle: &'a Battle,
    tables: &'a [Table; 2],
    dice: &'a mut D,
    pub(super) rounds: u32,
    /// Units by cell, attacker and defender.
    pub(super) armies: [Vec<u16>; 2],
    /// The same when the round began.
    before: [Vec<u16>; 2],
    /// Hits of each side in the current step.
    hits: [Vec<Aim>; 2],
    /// Defenders by cell that a hit of this round keeps from firing back; empty when no die can do that.
    muted: Vec<u16>,
    /// Units by cell that have been found for good.
    found: [Vec<u16>; 2],
    /// Units by cell that their own dice of this step have cost.
    burnt: [Vec<u16>; 2],
    /// The reserve of the attacker has been called in this round.
    pub(super) called: bool,
    /// The dice thrown now are those of the reserve.
    reserve_fires: bool,
    /// Did any die thrown this round have a chance?
    pub(super) could_hit: bool,
}

impl<'a, D: Throw> Game<'a, D> {
    pub(super) fn new(battle: &'a Battle, tables: &'a [Table; 2], dice: &'a mut D) -> Self {
        let army = |side: &Side| {
            let mut cells = Vec::new();
            for unit in &side.units {
                cells.push(unit.count);
                cells.resize(cells.len() + unit.health.len() - 1, 0);
            }
            cells
        };
        let armies = [army(&battle.attacker), army(&battle.defender)];
        Self {
            battle,
            tables,
            dice,
            rounds: 0,
            before: armies.clone(),
            burnt: [vec![0; armies[0].len()], vec![0; armies[1].len()]],
            found: [vec![0; armies[0].len()], vec![0; armies[1].len()]],
            called: false,
            reserve_fires: false,
            armies,
            hits: [Vec::new(), Vec::new()],
            muted: Vec::new(),
            could_hit: true,
        }
    }

    fn side(&self, who: usize) -> &'a Side {
        if who == 0 { &self.battle.attacker } else { &self.battle.defender }
    }

    fn total(&self, who: usize) -> u32 {
        self.armies[who].iter().map(|&n| u32::from(n)).sum()
    }

    fn count(&self, army: &[u16], who: usize, classes: ClassSet) -> u32 {
        if classes == ClassSet::NONE {
            return 0;
        }
        army.iter()
            .zip(&self.tables[who].row_of_cell)
            .filter(|&(_, &row)| classes.covers(self.side(who).units[row].classes) && !self.stands_by(who, row))
            .map(|(&n, _)| u32::from(n))
            .sum()
    }

    pub(super) fn fight(&mut self) -> Ending {
        loop {
            let (own, enemy) = (self.total(0), self.total(1));
            if own == 0 {
                return if enemy == 0 { Ending::BothDestroyed } else { Ending::AttackerDestroyed };
            }
            if enemy == 0 {
                return self.conquest(Ending::DefenderDestroyed);
            }
            let attacker_leaves = self.battle.attacker.retreat.leaves(self.rounds, own, enemy);
            if self.rounds > 0 && attacker_leaves {
                return Ending::AttackerRetreated;
            }
            if self.battle.round_limit.is_some_and(|n| self.rounds >= u32::from(n)) {
                return Ending::RoundsOver;
            }
            if self.battle.defender.retreat.leaves(self.rounds, enemy, own) {
                return self.pursuit();
            }
            self.round();
            let first = self.rounds == 0;
            if (!first && !self.could_hit) || self.rounds >= PATIENCE {
                return Ending::Stalemate;
            }
            self.rounds += 1;
        }
    }

    fn conquest(&self, ending: Ending) -> Ending {
        if self.count(&self.armies[0], 0, self.battle.hold) > 0 { ending } else { Ending::NobodyToHold }
    }

    fn pursuit(&mut self) -> Ending {
        if self.battle.retreat_under_fire {
            self.before.clone_from(&self.armies);
            self.could_hit = false;
            self.throw(0, Step::Everything);
            if self.could_hit {
                self.rounds += 1;
            }
            self.take_losses(1);
        }
        if self.total(1) == 0 {
            self.conquest(Ending::DefenderDestroyed)
        } else {
            self.conquest(Ending::DefenderRetreated)
        }
    }

    pub(super) fn round(&mut self) {
        self.before.clone_from(&self.armies);
        self.could_hit = false;
        self.muted.clear();
        self.called = false;
        self.find(0);
        self.find(1);
        for step in [Step::FirstStrike, Step::Rest] {
            self.throw(0, step);
            if step == Step::Rest && self.needs_reserve() {
                self.called = true;
                self.reserve_fires = true;
                self.throw(0, Step::Everything);
                self.reserve_fires = false;
            }
            self.mute();
            self.throw(1, step);
            self.take_losses(1);
            self.take_losses(0);
        }
    }

    /// Enemies find units of a side one for one; who was found stays found, and is given up before those who were not.
    fn find(&mut self, who: usize) {
        let mut used = 0;
        for cell in 0..self.armies[who].len() {
            let row = self.tables[who].row_of_cell[cell];
            let level = cell - self.tables[who].cells[row];
            let shots = &self.side(who).units[row].health[level].shots;
            let Some(strike) = shots.iter().map(|shot| shot.strike).find(|strike| strike.for_good) else { continue };
            let hunters = self.count(&self.before[1 - who], 1 - who, strike.cancelled_by);
            let units = self.armies[who][cell];
            let known = self.found[who][cell].min(units);
            let newly = u32::from(units).min(hunters.saturating_sub(used));
            used += newly;
            self.found[who][cell] = known.max(newly.min(u32::from(u16::MAX)) as u16);
        }
    }

    fn is_reserve(&self, who: usize, row: usize) -> bool {
        let reserve = self.battle.attacker.reserve.filter(|_| who == 0);
        reserve.is_some_and(|reserve| reserve.units.covers(self.battle.attacker.units[row].classes))
    }

    /// A row that waits: it neither fires nor is hit.
    fn stands_by(&self, who: usize, row: usize) -> bool {
        !self.called && self.is_reserve(who, row)
    }

    /// Whether the fire of the others leaves enemies that call the reserve in.
    fn needs_reserve(&mut self) -> bool {
        let Some(reserve) = self.battle.attacker.reserve else { return false };
        let standing = self.armies[1].clone();
        let hits = self.hits[0].clone();
        self.strike_off(1, &hits, |_, _, _| {});
        let stopped = self.count(&self.armies[1], 1, reserve.called_by) > 0;
        self.armies[1] = standing;
        stopped
    }

    /// Finds the defenders that the attacker's hits of this step keep from firing back.
    fn mute(&mut self) {
        if self.hits[0].iter().all(|aim| aim.mutes == 0) {
            return;
        }
        let standing = self.armies[1].clone();
        let hits = self.hits[0].clone();
        let mut muted = vec![0; standing.len()];
        self.strike_off(1, &hits, |cell, row, aim| {
            if aim.mutes >> row & 1 == 1 {
                muted[cell] += 1;
            }
        });
        self.armies[1] = standing;
        self.muted = muted;
    }

    /// Throws all dice of one side that belong to this step.
    fn throw(&mut self, who: usize, step: Step) {
        let side = self.side(who);
        let tables = self.tables;
        let table = &tables[who];
        let round_one = self.rounds == 0;
        if !(round_one && side.silent_round_one) {
            let additions = self.additions(who);
            for cell in 0..self.armies[who].len() {
                let row = table.row_of_cell[cell];
                if self.is_reserve(who, row) != self.reserve_fires {
                    continue;
                }
                let level = cell - table.cells[row];
                let muted = if who == 1 { self.muted.get(cell).copied().unwrap_or(0) } else { 0 };
                let units = u32::from(self.armies[who][cell].saturating_sub(muted));
                for (shot, sight) in side.units[row].health[level].shots.iter().zip(&table.sights[cell]) {
                    let found = u32::from(self.found[who][cell]).min(units);
                    let late = self.held_back(who, shot, units, found);
                    let (from, to) = match step {
                        Step::FirstStrike => (0, units - late),
                        Step::Rest => (0, late),
                        Step::Everything => (0, units),
                    };
                    for unit in from..to {
                        let add =
                            additions.get(cell).and_then(|adds| adds.get(unit as usize)).map_or(0, |&(add, _)| add);
                        let thrower = (Some(side.units[row].key), step == Step::FirstStrike);
                        if self.one_die(who, shot, sight, add, thrower) {
                            self.burnt[who][cell] += 1;
                        }
                    }
                }
            }
        }
        for (support, parts) in side.support.iter().zip(&table.support) {
            if self.reserve_fires || (!round_one && !support.every_round) {
                continue;
            }
            for (row, sight) in parts {
                let dice = match support.dice {
                    SupportDice::Fixed(n) => u32::from(n),
                    SupportDice::PerOwn(n, classes) => {
                        let landed: u32 = side
                            .units
                            .iter()
                            .filter(|unit| classes.covers(unit.classes))
                            .map(|unit| u32::from(unit.count))
                            .sum();
                        landed.min(u32::from(n))
                    }
                    SupportDice::PerEnemy(_) => row.map_or(0, |row| {
                        let cells = &tables[1 - who].cells;
                        self.before[1 - who][cells[row]..cells[row + 1]].iter().map(|&n| u32::from(n)).sum()
                    }),
                };
                let late = self.held_back(who, &support.shot, dice, 0);
                let thrown = match step {
                    Step::FirstStrike => dice - late,
                    Step::Rest => late,
                    Step::Everything => dice,
                };
                for _ in 0..thrown {
                    let _ = self.one_die(who, &support.shot, sight, 0, (None, step == Step::FirstStrike));
                }
            }
        }
    }

    /// How many of these units do not strike first with this die.
    fn held_back(&self, who: usize, shot: &Shot, units: u32, found: u32) -> u32 {
        let strikes = match shot.strike.rounds {
            StrikeRounds::Never => return units,
            StrikeRounds::RoundOne => self.rounds == 0,
            StrikeRounds::EveryRound => true,
        };
        if !strikes {
            return units;
        }
        if shot.strike.for_good {
            return found;
        }
        let guards = self.count(&self.before[1 - who], 1 - who, shot.strike.cancelled_by);
        if guards == 0 {
            0
        } else if shot.strike.one_for_one {
            guards.min(units)
        } else {
            units
        }
    }

    /// What every single unit adds to its value, and whether it is paired; empty without bonuses.
    fn additions(&self, who: usize) -> Vec<Vec<(i32, bool)>> {
        let side = self.side(who);
        if side.bonuses.is_empty() {
            return Vec::new();
        }
        let army = &self.armies[who];
        let rows = &self.tables[who].row_of_cell;
        let mut additions: Vec<Vec<(i32, bool)>> = army.iter().map(|&n| vec![(0, false); usize::from(n)]).collect();
        // Partners still free, one entry per unit with its row.
        let mut partners: Vec<usize> =
            rows.iter().zip(army).flat_map(|(&row, &n)| std::iter::repeat_n(row, usize::from(n))).collect();
        for bonus in &side.bonuses {
            let wrong_round = match bonus.rounds {
                BonusRounds::Every => false,
                BonusRounds::RoundOne => self.rounds > 0,
                BonusRounds::AfterRoundOne => self.rounds == 0,
            };
            let alone = bonus.needs_own.is_some_and(|(classes, n)| self.count(army, who, classes) < u32::from(n));
            let spoilt = self.count(&self.before[1 - who], 1 - who, bonus.unless_enemy) > 0;
            if wrong_round || alone || spoilt {
                continue;
            }
            let mut given = 0;
            for (cell, units) in additions.iter_mut().enumerate() {
                if !bonus.units.covers(side.units[rows[cell]].classes) {
                    continue;
                }
                for (add, paired) in units {
                    let reached = match bonus.reach {
                        Reach::All => true,
                        Reach::UpTo(most) => given < most,
                        Reach::OnePer(classes) => {
                            let free = partners.iter().position(|&row| classes.covers(side.units[row].classes));
                            match (*paired, free) {
                                (false, Some(index)) => {
                                    partners.remove(index);
                                    *paired = true;
                                    true
                                }
                                _ => false,
                            }
                        }
                    };
                    if reached {
                        given += 1;
                        *add += i32::from(bonus.add);
                    }
                }
            }
        }
        additions
    }

    /// Throws one die; true if it costs the unit that throws it.
    fn one_die(&mut self, who: usize, shot: &Shot, sight: &Sight, add: i32, by: (Option<UnitKey>, bool)) -> bool {
        let value = (i32::from(shot.value) + add).min(i32::from(self.battle.die));
        let halved = shot.halved.is_some_and(|h| self.count(&self.armies[who], who, h.unless_with) == 0);
        let full = if halved { value / 2 } else { value };
        let die = Die {
            sides: self.battle.die,
            value: full.clamp(0, 255) as u8,
            by_attacker: who == 0,
            unit: by.0,
            strikes_first: by.1,
        };
        let roll = i32::from(self.dice.throw(die));
        let aimed = |aim: &Aim| {
            let cells = &self.tables[1 - who].row_of_cell;
            let armies = &self.armies[1 - who];
            aim.mask != 0 && armies.iter().zip(cells).any(|(&n, &row)| n > 0 && aim.mask >> row & 1 == 1)
        };
        if !self.could_hit {
            self.could_hit = (full > 0 && aimed(&sight.full)) || (value > full && aimed(&sight.strong));
        }
        if roll <= full.min(i32::from(shot.picks_on)) && sight.picked.mask != 0 {
            self.hits[who].push(sight.picked);
        } else if roll <= full {
            self.hits[who].push(sight.full);
        } else if roll <= value {
            self.hits[who].push(sight.strong);
        }
        shot.lost_from > 0 && roll >= i32::from(shot.lost_from)
    }

    /// Takes the hits scored on side `who` off its army, narrow ones first.
    fn take_losses(&mut self, who: usize) {
        for cell in 0..self.armies[who].len() {
            let lost = std::mem::take(&mut self.burnt[who][cell]);
            self.armies[who][cell] = self.armies[who][cell].saturating_sub(lost);
        }
        let mut hits = std::mem::take(&mut self.hits[1 - who]);
        let mut struck = std::mem::take(&mut self.found[who]);
        self.strike_off(who, &hits, |cell, _, _| struck[cell] = struck[cell].saturating_sub(1));
        self.found[who] = struck;
        hits.clear();
        self.hits[1 - who] = hits;
    }

    fn strike_off(&mut self, who: usize, hits: &[Aim], mut struck: impl FnMut(usize, usize, &Aim)) {
        let sorted;
        let hits = if hits.iter().any(|aim| aim != &hits[0]) {
            let mut list = hits.to_vec();
            list.sort_unstable();
            sorted = list;
            &sorted
        } else {
            hits
        };
        for aim in hits {
            let cell = if aim.by_owner {
                self.victim(who, aim.first).or_else(|| self.victim(who, aim.mask))
            } else {
                self.costliest(who, aim.mask)
            };
            if let Some(cell) = cell {
                let row = self.tables[who].row_of_cell[cell];
                struck(cell, row, aim);
                self.armies[who][cell] -= 1;
                if cell + 1 < self.tables[who].cells[row + 1] {
                    self.armies[who][cell + 1] += 1;
                }
            }
        }
    }

    /// The cell its owner gives up first among some rows.
    fn victim(&self, who: usize, mask: u64) -> Option<usize> {
        let table = &self.tables[who];
        let army = &self.armies[who];
        let open = |cell: &usize| {
            let row = table.row_of_cell[*cell];
            army[*cell] > 0 && mask >> row & 1 == 1 && !self.stands_by(who, row)
        };
        (0..army.len()).filter(open).min_by_key(|&cell| {
            let row = table.row_of_cell[cell];
            let last_state = cell + 1 == table.cells[row + 1];
            let of_row: u16 = army[table.cells[row]..table.cells[row + 1]].iter().sum();
            let kept = table.kept_row == Some(row) && last_state && of_row == 1;
            (kept, table.rank[cell])
        })
    }

    fn costliest(&self, who: usize, mask: u64) -> Option<usize> {
        let army = &self.armies[who];
        let table = &self.tables[who];
        let units = &self.side(who).units;
        let row = (0..units.len())
            .filter(|&row| mask >> row & 1 == 1 && !self.stands_by(who, row))
            .filter(|&row| army[table.cells[row]..table.cells[row + 1]].iter().any(|&n| n > 0))
            .max_by_key(|&row| (units[row].cost, std::cmp::Reverse(row)))?;
        self.victim(who, 1 << row)
    }
}
