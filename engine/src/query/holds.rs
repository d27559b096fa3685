//! Room aboard ships whose holds take different cargo: what shares which hold. Pure reads.

use chartroom_format::schema::ids::ClassId;

use super::zones;
use crate::ids::UnitIx;
use crate::ruleset::Ruleset;

/// More holds than this in one zone are taken for the first so many; no transport has more than two kinds.
const MOST_HOLDS: usize = 12;

/// Holds of some ships: the classes each takes, and how much.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holds<'r> {
    holds: Vec<(&'r [ClassId], i64)>,
    /// Cargo: the holds it fits into as bits, and what it weighs.
    aboard: Vec<(u32, i64)>,
}

impl<'r> Holds<'r> {
    pub(crate) fn add(&mut self, rules: &'r Ruleset, ship: UnitIx, count: i64) {
        for hold in &rules.profiles[ship.index()].kind.carries {
            let known = self.holds.iter().position(|(classes, _)| *classes == hold.classes.as_slice());
            match known {
                Some(at) => self.holds[at].1 += hold.capacity * count,
                None if self.holds.len() < MOST_HOLDS => self.holds.push((&hold.classes, hold.capacity * count)),
                None => {}
            }
        }
    }

    fn fits(&self, rules: &Ruleset, cargo: UnitIx) -> u32 {
        let classes = &rules.profiles[cargo.index()].kind.classes;
        let takes = |hold: &[ClassId]| hold.iter().any(|class| classes.contains(class));
        let holds = self.holds.iter().enumerate().filter(|(_, (hold, _))| takes(hold));
        holds.fold(0, |all, (at, _)| all | 1 << at)
    }

    /// Puts cargo aboard, once all ships are known.
    pub(crate) fn stow(&mut self, rules: &Ruleset, cargo: UnitIx, count: i64) {
        let fits = self.fits(rules, cargo);
        self.aboard.push((fits, zones::weight(rules, cargo) * count));
    }

    /// Room for more of a cargo: the least of all sets of holds it could lie in, less what can lie nowhere else.
    pub(crate) fn room(&self, rules: &Ruleset, cargo: UnitIx) -> i64 {
        let own = self.fits(rules, cargo);
        if own == 0 {
            return 0;
        }
        let sets = (1_u32..1 << self.holds.len()).filter(|set| set & own == own);
        let left = sets.map(|set| {
            let capacity: i64 = (0..self.holds.len()).filter(|at| set >> at & 1 == 1).map(|at| self.holds[at].1).sum();
            let bound = self.aboard.iter().filter(|(fits, _)| *fits != 0 && fits & !set == 0);
            capacity - bound.map(|(_, weight)| weight).sum::<i64>()
        });
        left.min().unwrap_or(0)
    }
}

/// Whether one ship takes a whole load.
pub(crate) fn takes(rules: &Ruleset, ship: UnitIx, load: &[(UnitIx, u16)]) -> bool {
    let mut holds = Holds::default();
    holds.add(rules, ship, 1);
    load.iter().all(|(cargo, count)| {
        let fits = holds.room(rules, *cargo) >= zones::weight(rules, *cargo) * i64::from(*count);
        holds.stow(rules, *cargo, i64::from(*count));
        fits
    })
}
