//! The fast way through the later rounds: each side is its number of hits, so a round is a pair of hit distributions.

use super::barrage::Barrage;
use super::battle::Retreat;
use super::chain::{Chain, lay};
use super::exact::{MOST_ROUNDS, NEARLY_OVER};
use super::setting::Setting;
use super::tally::Tally;
use crate::odds::Ending;
use crate::odds::pmf::{Volley, Windows};

/// A pair of states less likely than this is dropped.
const TOO_UNLIKELY: f64 = 1e-18;

/// Fights on from round two. `now` holds the mass by pair of states, attacker major; `next` is empty.
pub(super) fn finish(setting: &Setting, tally: &mut Tally, now: Vec<f64>, next: Vec<f64>) {
    fight_on(setting, tally, now, next, true);
}

fn fight_on(setting: &Setting, tally: &mut Tally, now: Vec<f64>, next: Vec<f64>, chained: bool) {
    let barrages = [Barrage::new(setting, true), Barrage::new(setting, false)];
    let watchful = setting.battle.attacker.retreat != Retreat::NEVER
        || setting.battle.defender.retreat != Retreat::NEVER
        || setting.battle.round_limit.is_some();
    let (width, height) = (setting.defender.plan.states, setting.attacker.plan.states);
    let mut grid = Grid {
        setting,
        by_attacker: &barrages[0],
        by_defender: &barrages[1],
        chain: (chained && barrages[0].silenced.is_some()).then(|| Chain::new(height, width, &barrages[1])),
        width,
        height,
        watchful,
        now,
        next,
        windows: vec![Windows::EMPTY; height],
        first_row: 0,
        first_column: 0,
    };
    for rounds in 1..MOST_ROUNDS {
        let live = grid.settle(rounds, tally);
        if live < NEARLY_OVER {
            return;
        }
        grid.fight();
    }
    grid.give_up(tally);
}

struct Grid<'a> {
    setting: &'a Setting<'a>,
    by_attacker: &'a Barrage,
    by_defender: &'a Barrage,
    /// The quick way to fight a round, where the attacker's dice allow it.
    chain: Option<Chain>,
    width: usize,
    height: usize,
    /// Somebody may leave, or the rounds are limited: look at every pair before it fights.
    watchful: bool,
    now: Vec<f64>,
    next: Vec<f64>,
    /// Where the mass of each row of `now` lies.
    windows: Vec<Windows>,
    /// States before these have no mass any more.
    first_row: usize,
    first_column: usize,
}

impl Grid<'_> {
    /// Takes out what is over after `rounds` rounds; returns the mass that fights on.
    fn settle(&mut self, rounds: u32, tally: &mut Tally) -> f64 {
        let mut live = 0.0;
        let (mut first_row, mut first_column) = (self.height, self.width);
        for a in self.first_row..self.height {
            let row = a * self.width..(a + 1) * self.width;
            // Where nobody can leave or be stuck, only the last state of the defender is an end.
            let plain = a + 1 < self.height && !self.watchful && !self.by_attacker.volleys[a].pmf.is_nothing();
            let looked_at = if plain { self.width - 1 } else { self.first_column };
            for cell in &mut self.now[row.clone()][self.first_column..looked_at] {
                *cell = if *cell < TOO_UNLIKELY { 0.0 } else { *cell };
                live += *cell;
            }
            for d in looked_at..self.width {
                let at = row.start + d;
                let mass = self.now[at];
                if mass < TOO_UNLIKELY || self.ends(rounds, a, d, mass, tally) {
                    self.now[at] = 0.0;
                } else {
                    live += mass;
                }
            }
            self.windows[a] = Windows::of(&self.now[row][self.first_column..]).moved(self.first_column);
            let (from, end) = self.windows[a].at(1.0);
            if from < end {
                first_row = first_row.min(a);
                first_column = first_column.min(from);
            }
        }
        // Nobody rises from the dead: the next round needs no look at the states before these.
        self.windows[self.first_row..first_row].fill(Windows::EMPTY);
        (self.first_row, self.first_column) = (first_row, first_column);
        live
    }

    /// Notes the end of the battle in a pair of states, if it is one.
    fn ends(&self, rounds: u32, a: usize, d: usize, mass: f64, tally: &mut Tally) -> bool {
        let over = a + 1 == self.height || d + 1 == self.width;
        if (over || self.watchful) && self.leaves_or_falls(rounds, a, d, mass, tally) {
            return true;
        }
        let stuck = self.by_attacker.volleys[a].pmf.is_nothing() && self.by_defender.volleys[d].pmf.is_nothing();
        if stuck {
            tally.add(Ending::Stalemate, rounds, a, d, mass);
        }
        stuck
    }

    fn leaves_or_falls(&self, rounds: u32, a: usize, d: usize, mass: f64, tally: &mut Tally) -> bool {
        if let Some(ending) = self.setting.ending(rounds, a, d) {
            tally.add(ending, rounds, a, d, mass);
            return true;
        }
        if !self.setting.defender_leaves(rounds, a, d) {
            return false;
        }
        let retreated = self.setting.taken(a, Ending::DefenderRetreated);
        if !self.setting.battle.retreat_under_fire {
            tally.add(retreated, rounds, a, d, mass);
            return true;
        }
        let destroyed = self.setting.taken(a, Ending::DefenderDestroyed);
        let pmf = &self.by_attacker.volleys[a].pmf;
        let dead = self.width - 1;
        for (i, &p) in pmf.p.iter().enumerate() {
            let after = (d + pmf.low + i).min(dead);
            let ending = if after == dead { destroyed } else { retreated };
            tally.add(ending, rounds + 1, a, after, mass * p);
        }
        true
    }

    /// One round of all that fights on.
    fn fight(&mut self) {
        match (&mut self.chain, &self.by_attacker.silenced) {
            (Some(chain), Some(silenced)) => chain.round(
                &self.now,
                &self.windows,
                &self.by_attacker.volleys,
                silenced,
                &self.by_defender.volleys,
                &mut self.next,
            ),
            _ => {
                for a in self.first_row..self.height {
                    let (from, end) = self.windows[a].at(1.0);
                    for d in from..end {
                        self.spread(a, d, self.now[a * self.width + d]);
                    }
                }
            }
        }
        self.now[self.first_row * self.width..].fill(0.0);
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The outer product of both sides' hits, laid down from one pair of states.
    fn spread(&mut self, a: usize, d: usize, mass: f64) {
        let hits: &Volley = &self.by_attacker.volleys[a];
        let losses = &self.by_defender.volleys[d];
        let room = self.height - 1 - a;
        let (first, end) = losses.window(mass);
        for i in first..end {
            let lost = losses.pmf.low + i;
            // Everything beyond the last unit falls on the same state.
            let (left, weight, all) = if lost >= room {
                (self.height - 1, mass * losses.tail[i], true)
            } else {
                (a + lost, mass * losses.pmf.p[i], false)
            };
            lay(hits, weight, d, &mut self.next[left * self.width..(left + 1) * self.width]);
            if all {
                break;
            }
        }
    }

    /// So many rounds and still no end: whoever is left stands where he stands.
    fn give_up(&mut self, tally: &mut Tally) {
        for a in 0..self.height {
            for d in 0..self.width {
                let mass = self.now[a * self.width + d];
                if mass > 0.0 {
                    tally.add(Ending::Stalemate, MOST_ROUNDS, a, d, mass);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Odds;
    use crate::odds::hit::setting::Outline;
    use crate::odds::hit::{Battle, Bonus, ClassSet, Health, Reach, Shot, Side, Unit};

    fn unit(class: u8, count: u16, cost: u32, health: &[&[u8]]) -> Unit {
        let health = health.iter().map(|values| Health {
            shots: values.iter().map(|value| Shot::plain(*value)).collect(),
            attack_worth: 0,
            defence_worth: 0,
        });
        Unit { key: u16::from(class), classes: ClassSet::bit(class), count, cost, health: health.collect() }
    }

    fn battle(attacker: Vec<Unit>, defender: Vec<Unit>) -> Battle {
        Battle {
            die: 12,
            attacker: Side { units: attacker, ..Side::default() },
            defender: Side { units: defender, ..Side::default() },
            round_limit: None,
            hold: ClassSet::ALL,
            retreat_under_fire: true,
        }
    }

    fn later_rounds(battle: &Battle, chained: bool) -> Odds {
        let setting = Setting::new(battle, Outline::new(battle).expect("a legal battle"));
        assert!(setting.later_rounds_are_simple(true), "the grid is for such battles");
        let (attacker, defender) = (&setting.attacker.plan, &setting.defender.plan);
        let mut tally = Tally::new(attacker, defender);
        let mut now = vec![0.0; attacker.states * defender.states];
        let next = now.clone();
        now[0] = 1.0;
        fight_on(&setting, &mut tally, now, next, chained);
        tally.odds(battle, attacker, defender)
    }

    /// The quick way and the outer product are the same sum.
    #[test]
    fn both_ways_agree() {
        let mut limited = battle(vec![unit(0, 9, 3, &[&[5]])], vec![unit(0, 7, 3, &[&[5]])]);
        limited.round_limit = Some(4);
        limited.defender.retreat.below_units = Some(3);
        let battles = [
            battle(vec![unit(0, 10, 5, &[&[2]]), unit(1, 5, 11, &[&[8]])], vec![unit(0, 13, 5, &[&[4]])]),
            battle(
                vec![unit(0, 3, 5, &[&[8, 6], &[8]]), unit(1, 4, 2, &[&[3]])],
                vec![unit(0, 4, 5, &[&[7, 7, 7], &[2]])],
            ),
            battle(vec![unit(0, 2, 5, &[&[12]]), unit(1, 6, 9, &[&[12, 1]])], vec![unit(0, 9, 5, &[&[12]])]),
            battle(
                vec![unit(0, 5, 1, &[&[0]]), unit(1, 2, 9, &[&[1]])],
                vec![unit(0, 1, 5, &[&[0]]), unit(1, 6, 4, &[&[2]])],
            ),
            battle(vec![unit(0, 60, 5, &[&[2]]), unit(1, 30, 11, &[&[8]])], vec![unit(0, 80, 5, &[&[4]])]),
            limited,
        ];
        for fight in &battles {
            let (one, other) = (later_rounds(fight, true), later_rounds(fight, false));
            let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-11, "{what}: {a} and {b} in {fight:?}");
            near(one.win, other.win, "win");
            near(one.lose, other.lose, "lose");
            one.rounds.iter().zip(&other.rounds).for_each(|(a, b)| near(*a, *b, "rounds"));
            let rows = |odds: &Odds| {
                odds.attacker_survivors.iter().chain(&odds.defender_survivors).cloned().collect::<Vec<_>>()
            };
            for (a, b) in rows(&one).iter().zip(&rows(&other)) {
                a.probability.iter().zip(&b.probability).for_each(|(a, b)| near(*a, *b, "survivors"));
                near(a.expected_damaged, b.expected_damaged, "damaged");
            }
        }
    }

    /// Infantry that loses its partner throws a worse die than before: no state's dice are among those of the one before.
    #[test]
    fn a_lost_partner_takes_the_long_way() {
        let mut fight = battle(vec![unit(0, 4, 9, &[&[2]]), unit(1, 3, 3, &[&[5]])], vec![unit(0, 5, 5, &[&[4]])]);
        fight.attacker.bonuses =
            vec![Bonus { reach: Reach::OnePer(ClassSet::bit(1)), ..Bonus::to(ClassSet::bit(0), 2) }];
        let setting = Setting::new(&fight, Outline::new(&fight).expect("a legal battle"));
        assert!(Barrage::new(&setting, true).silenced.is_none());
        assert!(Barrage::new(&setting, false).silenced.is_some());
        assert!(later_rounds(&fight, true).win > 0.0);
    }
}
