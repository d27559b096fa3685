//! Where battles ended, collected by state; and the answer made from it.

use super::battle::{Battle, Side};
use super::plan::Plan;
use crate::odds::report::{Leftover, Line, assemble, side_report};
use crate::odds::{Ending, Method, Odds, SideLosses, Survivors};

/// Battles longer than this share the last entry of the rounds.
pub(super) const LONGEST: usize = 200;

/// Probability mass (or numbers of games) of finished battles.
#[derive(Debug)]
pub(super) struct Tally {
    attacker: Vec<f64>,
    defender: Vec<f64>,
    endings: [f64; Ending::ALL.len()],
    rounds: Vec<f64>,
}

impl Tally {
    pub(super) fn new(attacker: &Plan, defender: &Plan) -> Self {
        Self {
            attacker: vec![0.0; attacker.states],
            defender: vec![0.0; defender.states],
            endings: [0.0; Ending::ALL.len()],
            rounds: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, ending: Ending, rounds: u32, a: usize, d: usize, mass: f64) {
        self.attacker[a] += mass;
        self.defender[d] += mass;
        self.endings[ending as usize] += mass;
        let rounds = (rounds as usize).min(LONGEST);
        if self.rounds.len() <= rounds {
            self.rounds.resize(rounds + 1, 0.0);
        }
        self.rounds[rounds] += mass;
    }

    pub(super) fn odds(self, battle: &Battle, attacker: &Plan, defender: &Plan) -> Odds {
        let total: f64 = self.endings.iter().sum();
        let scale = if total > 0.0 { 1.0 / total } else { 0.0 };
        assemble(
            Method::Exact,
            self.endings.map(|p| p * scale),
            self.rounds.into_iter().map(|p| p * scale).collect(),
            report(&battle.attacker, attacker, &self.attacker, scale),
            report(&battle.defender, defender, &self.defender, scale),
            (1.0 - total).max(0.0),
        )
    }
}

pub(super) fn lines(side: &Side) -> Vec<Line> {
    side.units.iter().map(|unit| Line { unit: unit.key, count: u32::from(unit.count), cost: unit.cost }).collect()
}

fn report(side: &Side, plan: &Plan, mass: &[f64], scale: f64) -> (Vec<Survivors>, SideLosses) {
    let rows = side.units.len();
    let mut alive = vec![0; plan.states * rows];
    let mut damaged = vec![0; plan.states * rows];
    for state in 0..plan.states {
        for row in 0..rows {
            let all = plan.row_count(state, row);
            alive[state * rows + row] = all;
            damaged[state * rows + row] = all - u32::from(plan.cells_of(state)[plan.cell_of_row[row]]);
        }
    }
    let leftovers = mass.iter().enumerate().map(|(state, &p)| Leftover {
        alive: &alive[state * rows..(state + 1) * rows],
        damaged: &damaged[state * rows..(state + 1) * rows],
        probability: p * scale,
    });
    side_report(&lines(side), leftovers)
}
