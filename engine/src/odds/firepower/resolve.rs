//! The branches of an attack: defensive assault, assaults, advances, exploitation.

use super::attack::{Arm, Army, Attack, NextHex, Place, PointOrder, Points};
use super::tables::{Against, FirepowerTable};
use crate::odds::branches::Branches;
use crate::odds::report::Line;
use crate::odds::{Ending, Odds, OddsError};

/// The distribution of an attack.
#[derive(Debug, Clone, PartialEq)]
pub struct AttackOdds {
    /// Win: the hex is taken (or emptied, when nobody advances); draw: it is held.
    pub odds: Odds,
    /// `hexes[n]`: probability of advancing exactly `n` hexes, the first one included.
    pub hexes: Vec<f64>,
}

/// Losses of a firing strength with their chances: groups of the table's width, one die each.
fn losses(table: &FirepowerTable, sides: u8, strength: u16, modifier: i32) -> Result<Vec<f64>, OddsError> {
    let mut total = vec![1.0];
    let mut rest = strength;
    while rest > 0 {
        let group = rest.min(table.most());
        if group == 0 {
            return Err(OddsError::MissingColumn(i32::from(rest)));
        }
        let mut one = Vec::new();
        for roll in 1..=i32::from(sides) {
            let lost = usize::from(table.losses(roll + modifier, group)?);
            if one.len() <= lost {
                one.resize(lost + 1, 0.0);
            }
            one[lost] += 1.0 / f64::from(sides);
        }
        let mut sum = vec![0.0; total.len() + one.len() - 1];
        for (i, x) in total.iter().enumerate() {
            for (j, y) in one.iter().enumerate() {
                sum[i + j] += x * y;
            }
        }
        total = sum;
        rest -= group;
    }
    Ok(total)
}

fn part(count: u32, (num, den): (u16, u16)) -> u32 {
    count * u32::from(num) / u32::from(den.max(1))
}

/// Firing strength: land points capped, sea and air on top.
fn firing<'a>(points: impl Iterator<Item = (&'a Points, u32)>, cap: u16) -> u16 {
    let (mut land, mut beyond) = (0, 0);
    for (row, left) in points {
        let strength = part(left, row.fires);
        if row.arm == Arm::SeaOrAir {
            beyond += strength;
        } else {
            land += strength;
        }
    }
    (land.min(u32::from(cap)) + beyond).min(u32::from(u16::MAX)) as u16
}

/// The order in which rows give points.
fn turn(rows: &[Points], order: &PointOrder) -> Vec<usize> {
    let mut turn: Vec<usize> = (0..rows.len()).collect();
    let place = |row: usize| match order {
        PointOrder::Cheapest => (0, rows[row].cost),
        PointOrder::KeepAdvance => (u32::from(part(1_000, rows[row].advances) > 0), rows[row].cost),
        PointOrder::Given(named) => {
            let found = named.iter().position(|&n| usize::from(n) == row);
            (0, found.unwrap_or(named.len()) as u32)
        }
    };
    turn.sort_by_key(|&row| (place(row), row));
    turn
}

/// Takes points off; what cannot be taken is ignored.
fn take(left: &mut [u32], turn: impl Iterator<Item = usize>, mut lost: u32) {
    for row in turn {
        let given = lost.min(left[row]);
        left[row] -= given;
        lost -= given;
    }
}

struct Resolution<'a> {
    attack: &'a Attack,
    /// All attacking rows, army by army.
    rows: Vec<Points>,
    /// First row of every army, and the end.
    starts: Vec<usize>,
    turn: Vec<usize>,
    branches: Branches,
    hexes: Vec<f64>,
}

/// What is left in one branch before the advance.
#[derive(Debug, Clone)]
struct Branch {
    attacker: Vec<u32>,
    defender: Vec<u32>,
    garrison: bool,
    chance: f64,
}

/// The distribution of one attack with its exploitation.
pub fn attack_odds(attack: &Attack) -> Result<AttackOdds, OddsError> {
    if attack.die == 0 {
        return Err(OddsError::NoDie);
    }
    let mut rows = Vec::new();
    let mut starts = vec![0];
    for army in &attack.attackers {
        rows.extend_from_slice(&army.points);
        starts.push(rows.len());
    }
    let turn = turn(&rows, &attack.attacker_order);
    let mut resolution = Resolution { attack, rows, starts, turn, branches: Branches::default(), hexes: vec![0.0] };
    resolution.run()?;
    let lines = |rows: &[Points]| -> Vec<Line> {
        rows.iter().map(|row| Line { unit: row.unit, count: u32::from(row.count), cost: row.cost }).collect()
    };
    let attacker = lines(&resolution.rows);
    Ok(AttackOdds { odds: resolution.branches.odds(&attacker, &lines(&attack.defenders)), hexes: resolution.hexes })
}

impl Resolution<'_> {
    fn run(&mut self) -> Result<(), OddsError> {
        let count = |rows: &[Points]| rows.iter().map(|row| u32::from(row.count)).collect();
        let start = Branch {
            attacker: count(&self.rows),
            defender: count(&self.attack.defenders),
            garrison: self.attack.place == Place::Garrisoned,
            chance: 1.0,
        };
        for branch in self.defensive_assault(start)? {
            for branch in self.assaults(branch)? {
                self.advances(branch)?;
            }
        }
        Ok(())
    }

    fn is_friendly(&self) -> bool {
        self.attack.place == Place::Friendly
    }

    fn defensive_assault(&self, start: Branch) -> Result<Vec<Branch>, OddsError> {
        if !self.attack.defensive_assault || self.is_friendly() {
            return Ok(vec![start]);
        }
        let table = &self.attack.firepower;
        let strength = firing(self.attack.defenders.iter().zip(start.defender.iter().copied()), table.most());
        let fire = losses(table, self.attack.die, strength, self.attack.defence_die)?;
        Ok(split(&start, &fire, |branch, lost| {
            take(&mut branch.attacker, self.turn.iter().copied(), lost);
        }))
    }

    fn assaults(&self, branch: Branch) -> Result<Vec<Branch>, OddsError> {
        if self.is_friendly() {
            return Ok(vec![branch]);
        }
        let mut hexes: Vec<u16> = self.attack.attackers.iter().map(|army| army.from).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let mut inflicted = vec![1.0];
        for hex in hexes {
            let fire = losses(
                &self.attack.firepower,
                self.attack.die,
                self.assault_strength(&branch, hex),
                self.attack.assault_die,
            )?;
            let mut sum = vec![0.0; inflicted.len() + fire.len() - 1];
            for (i, x) in inflicted.iter().enumerate() {
                for (j, y) in fire.iter().enumerate() {
                    sum[i + j] += x * y;
                }
            }
            inflicted = sum;
        }
        let forts: u32 =
            self.attack.defenders.iter().filter(|row| row.arm == Arm::Fort).map(|row| u32::from(row.count)).sum();
        let turn = turn(&self.attack.defenders, &self.attack.defender_order);
        Ok(split(&branch, &inflicted, |branch, lost| {
            let lost = lost.saturating_sub(forts);
            if lost > 0 && branch.defender.iter().sum::<u32>() == 0 {
                branch.garrison = false;
            }
            take(&mut branch.defender, turn.iter().copied(), lost);
        }))
    }

    fn assault_strength(&self, branch: &Branch, hex: u16) -> u16 {
        let firing_rows = self
            .attack
            .attackers
            .iter()
            .enumerate()
            .filter(|(_, army)| army.assaults && army.from == hex)
            .flat_map(|(number, _)| self.starts[number]..self.starts[number + 1])
            .map(|row| (&self.rows[row], branch.attacker[row]));
        firing(firing_rows, self.attack.firepower.most())
    }

    /// Every army tries in turn until one gets through.
    fn advances(&mut self, mut branch: Branch) -> Result<(), OddsError> {
        let against = self.resistance(&branch);
        let die = self.attack.advance_die + i32::from(self.attack.hexes_before);
        for (number, army) in self.attack.attackers.iter().enumerate() {
            if !army.advances || self.is_gone(&branch, number) {
                continue;
            }
            let win = self.success(&branch, number, against, die)?;
            if win > 0.0 {
                let mut taken = branch.clone();
                taken.chance *= win;
                self.capture(&mut taken);
                self.exploit(&taken, number, 1)?;
            }
            branch.chance *= 1.0 - win;
            self.lose_risked(&mut branch, number, army);
            if branch.chance <= 0.0 {
                return Ok(());
            }
        }
        let nobody_advances = !self.attack.attackers.iter().any(|army| army.advances);
        let emptied = branch.defender.iter().sum::<u32>() == 0 && !self.attack.defenders.is_empty();
        let ending = if branch.attacker.iter().sum::<u32>() == 0 {
            Ending::AttackerDestroyed
        } else if nobody_advances && emptied {
            Ending::DefenderDestroyed
        } else {
            Ending::Held
        };
        self.finish(&branch, ending, 0);
        Ok(())
    }

    fn resistance(&self, branch: &Branch) -> Against {
        if self.is_friendly() {
            return Against::Friendly;
        }
        let points: u32 = self
            .attack
            .defenders
            .iter()
            .zip(&branch.defender)
            .filter(|(row, _)| row.defends)
            .map(|(_, &left)| left)
            .sum();
        let had_army = self.attack.defenders.iter().any(|row| row.defends && row.count > 0);
        // The garrison is there only where no army stood; a hex emptied by losses is open for the phase.
        let garrison = u32::from(branch.garrison && !had_army);
        Against::Defence(points.max(garrison).min(u32::from(u16::MAX)) as u16)
    }

    fn success(&self, branch: &Branch, army: usize, against: Against, die: i32) -> Result<f64, OddsError> {
        let push: u32 = (self.starts[army]..self.starts[army + 1])
            .map(|row| part(branch.attacker[row], self.rows[row].advances))
            .sum();
        let top = self.attack.advance.top(push.min(u32::from(u16::MAX)) as u16, against)?;
        if top == 0 {
            return Ok(0.0);
        }
        let faces = (i32::from(top) - die).clamp(0, i32::from(self.attack.die));
        Ok(f64::from(faces) / f64::from(self.attack.die))
    }

    fn is_gone(&self, branch: &Branch, army: usize) -> bool {
        branch.attacker[self.starts[army]..self.starts[army + 1]].iter().all(|&left| left == 0)
    }

    fn lose_risked(&self, branch: &mut Branch, number: usize, army: &Army) {
        for (row, points) in army.points.iter().enumerate() {
            if points.risked {
                branch.attacker[self.starts[number] + row] = 0;
            }
        }
    }

    /// Displaced defenders retreat or die; forts always die.
    fn capture(&self, branch: &mut Branch) {
        if self.is_friendly() {
            return;
        }
        for (left, row) in branch.defender.iter_mut().zip(&self.attack.defenders) {
            if row.arm == Arm::Fort || !self.attack.can_retreat {
                *left = 0;
            }
        }
    }

    fn ending_of_capture(branch: &Branch) -> Ending {
        if branch.defender.iter().sum::<u32>() == 0 { Ending::DefenderDestroyed } else { Ending::DefenderRetreated }
    }

    /// The army goes on: one more on the die for every hex it has advanced.
    fn exploit(&mut self, branch: &Branch, army: usize, advanced: usize) -> Result<(), OddsError> {
        let Some(next) = self.attack.exploitation.get(advanced - 1).copied() else {
            let ending = Self::ending_of_capture(branch);
            self.finish(branch, ending, advanced);
            return Ok(());
        };
        for mut branch in self.fire_on(branch, army, next)? {
            let ending = Self::ending_of_capture(&branch);
            if self.is_gone(&branch, army) {
                self.finish(&branch, ending, advanced);
                continue;
            }
            let die = next.die + i32::from(self.attack.hexes_before) + advanced as i32;
            let win = self.success(&branch, army, next.against, die)?;
            if win > 0.0 {
                let mut further = branch.clone();
                further.chance *= win;
                self.exploit(&further, army, advanced + 1)?;
            }
            branch.chance *= 1.0 - win;
            if branch.chance > 0.0 {
                let attack = self.attack;
                self.lose_risked(&mut branch, army, &attack.attackers[army]);
                self.finish(&branch, ending, advanced);
            }
        }
        Ok(())
    }

    fn fire_on(&self, branch: &Branch, army: usize, next: NextHex) -> Result<Vec<Branch>, OddsError> {
        let table = &self.attack.firepower;
        let strength = next.fire.min(table.most());
        let fire = losses(table, self.attack.die, strength, next.fire_die)?;
        let own = self.starts[army]..self.starts[army + 1];
        Ok(split(branch, &fire, |branch, lost| {
            let turn = self.turn.iter().copied().filter(|row| own.contains(row));
            take(&mut branch.attacker, turn, lost);
        }))
    }

    fn finish(&mut self, branch: &Branch, ending: Ending, advanced: usize) {
        if self.hexes.len() <= advanced {
            self.hexes.resize(advanced + 1, 0.0);
        }
        self.hexes[advanced] += branch.chance;
        let whole = |rest: &Vec<u32>| vec![0; rest.len()];
        let attacker = (branch.attacker.clone(), whole(&branch.attacker));
        let defender = (branch.defender.clone(), whole(&branch.defender));
        self.branches.add(ending, attacker, defender, branch.chance);
    }
}

/// One branch per possible number of losses; branches that come to the same are merged.
fn split(branch: &Branch, chances: &[f64], apply: impl Fn(&mut Branch, u32)) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    for (lost, &chance) in chances.iter().enumerate() {
        if chance <= 0.0 {
            continue;
        }
        let mut next = branch.clone();
        next.chance *= chance;
        apply(&mut next, lost as u32);
        let same = branches
            .iter_mut()
            .find(|b| b.attacker == next.attacker && b.defender == next.defender && b.garrison == next.garrison);
        match same {
            Some(twin) => twin.chance += next.chance,
            None => branches.push(next),
        }
    }
    branches
}
