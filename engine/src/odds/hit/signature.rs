//! What a side's dice need to know about the enemy: only the numbers of the classes its rules mention.

use std::collections::BTreeMap;

use super::battle::{ClassSet, Side, SupportDice};
use super::plan::Plan;

/// Enemy states that look the same to a side's dice share a number.
#[derive(Debug)]
pub(super) struct Signatures {
    of_state: Vec<u32>,
    count: usize,
}

impl Signatures {
    pub(super) fn new(side: &Side, enemy: &Side, enemy_plan: &Plan) -> Self {
        let watched = watched(side);
        if watched.is_empty() {
            return Self { of_state: Vec::new(), count: 1 };
        }
        let rows: Vec<usize> =
            (0..enemy.units.len()).filter(|&row| watched.iter().any(|c| c.covers(enemy.units[row].classes))).collect();
        let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let of_state = (0..enemy_plan.states)
            .map(|state| {
                let seen: Vec<u32> = rows.iter().map(|&row| enemy_plan.row_count(state, row)).collect();
                let fresh = numbers.len() as u32;
                *numbers.entry(seen).or_insert(fresh)
            })
            .collect();
        Self { of_state, count: numbers.len() }
    }

    pub(super) fn of(&self, enemy_state: usize) -> usize {
        self.of_state.get(enemy_state).map_or(0, |&n| n as usize)
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }
}

fn watched(side: &Side) -> Vec<ClassSet> {
    let shots = side
        .units
        .iter()
        .flat_map(|unit| &unit.health)
        .flat_map(|health| &health.shots)
        .chain(side.support.iter().map(|support| &support.shot));
    let mut watched: Vec<ClassSet> = shots.map(|shot| shot.strike.cancelled_by).collect();
    watched.extend(side.bonuses.iter().map(|bonus| bonus.unless_enemy));
    watched.extend(side.support.iter().filter_map(|support| match support.dice {
        SupportDice::PerEnemy(classes) => Some(classes),
        SupportDice::Fixed(_) | SupportDice::PerOwn(..) => None,
    }));
    watched.retain(|classes| *classes != ClassSet::NONE);
    watched
}
