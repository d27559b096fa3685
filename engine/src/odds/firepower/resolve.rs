//! The branches of an attack: defensive assault, assaults, advances, exploitation.

use super::attack::{Arm, Army, Attack, NextHex, Place, Points};
use super::branch::{Branch, split};
use super::fire::{air, both, firing, losses, part, take, turn};
use super::tables::Against;
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
        let own_air = air(self.defending(&start));
        let committed = own_air.min(air(self.attacking(&start, |_| true)));
        let dogfight = losses(table, self.attack.die, committed as u16, self.attack.defence_die)?;
        let mut outcomes = Vec::new();
        for branch in split(&start, &dogfight, |branch, lost| {
            take(&mut branch.attacker, air_rows(&self.rows), lost);
        }) {
            let strength = firing(self.defending(&branch), table.most(), own_air - committed);
            let fire = losses(table, self.attack.die, strength, self.attack.defence_die)?;
            outcomes.extend(split(&branch, &fire, |branch, lost| {
                take(&mut branch.attacker, self.turn.iter().copied(), lost);
            }));
        }
        Ok(outcomes)
    }

    /// Tactical air fights enemy air first, as many as the enemy has; what is over joins the assault.
    fn assaults(&self, branch: Branch) -> Result<Vec<Branch>, OddsError> {
        if self.is_friendly() {
            return Ok(vec![branch]);
        }
        let mut hexes: Vec<u16> = self.attack.attackers.iter().map(|army| army.from).collect();
        hexes.sort_unstable();
        hexes.dedup();
        let mut to_commit = air(self.defending(&branch));
        let mut dogfight = vec![1.0];
        let mut inflicted = vec![1.0];
        for hex in hexes {
            let from_here = |army: &Army| army.assaults && army.from == hex;
            let own_air = air(self.attacking(&branch, from_here));
            let committed = own_air.min(to_commit);
            to_commit -= committed;
            dogfight = both(&dogfight, &self.assault_fire(committed as u16)?);
            let points = self.attacking(&branch, from_here);
            let strength = firing(points, self.attack.firepower.most(), own_air - committed);
            inflicted = both(&inflicted, &self.assault_fire(strength)?);
        }
        let forts: u32 =
            self.attack.defenders.iter().filter(|row| row.arm == Arm::Fort).map(|row| u32::from(row.count)).sum();
        let turn = turn(&self.attack.defenders, &self.attack.defender_order);
        let mut outcomes = Vec::new();
        for branch in split(&branch, &dogfight, |branch, lost| {
            take(&mut branch.defender, air_rows(&self.attack.defenders), lost);
        }) {
            outcomes.extend(split(&branch, &inflicted, |branch, lost| {
                let lost = lost.saturating_sub(forts);
                if lost > 0 && branch.defender.iter().sum::<u32>() == 0 {
                    branch.garrison = false;
                }
                take(&mut branch.defender, turn.iter().copied(), lost);
            }));
        }
        Ok(outcomes)
    }

    fn assault_fire(&self, strength: u16) -> Result<Vec<f64>, OddsError> {
        losses(&self.attack.firepower, self.attack.die, strength, self.attack.assault_die)
    }

    fn defending<'b>(&'b self, branch: &'b Branch) -> impl Iterator<Item = (&'b Points, u32)> {
        self.attack.defenders.iter().zip(branch.defender.iter().copied())
    }

    fn attacking<'b>(
        &'b self,
        branch: &'b Branch,
        wanted: impl Fn(&Army) -> bool + 'b,
    ) -> impl Iterator<Item = (&'b Points, u32)> {
        self.attack
            .attackers
            .iter()
            .enumerate()
            .filter(move |(_, army)| wanted(army))
            .flat_map(|(number, _)| self.starts[number]..self.starts[number + 1])
            .map(|row| (&self.rows[row], branch.attacker[row]))
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
                self.capture(&mut taken, number);
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

    /// Displaced defenders retreat or die; forts always die. Surplus tactical air of the advancing army kills one
    /// retreating point each, never air.
    fn capture(&self, branch: &mut Branch, army: usize) {
        if self.is_friendly() {
            return;
        }
        let own = (self.starts[army]..self.starts[army + 1]).map(|row| (&self.rows[row], branch.attacker[row]));
        let surplus = air(own).saturating_sub(air(self.defending(branch)));
        for (left, row) in branch.defender.iter_mut().zip(&self.attack.defenders) {
            if row.arm == Arm::Fort || !self.attack.can_retreat {
                *left = 0;
            }
        }
        let order = turn(&self.attack.defenders, &self.attack.defender_order);
        let ground = order.into_iter().filter(|&row| self.attack.defenders[row].arm != Arm::TacAir);
        take(&mut branch.defender, ground, surplus);
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

fn air_rows(rows: &[Points]) -> impl Iterator<Item = usize> {
    (0..rows.len()).filter(|&row| rows[row].arm == Arm::TacAir)
}
