//! Numbers for a designer's panel: what a unit's dice are worth for its price, and what a change does to a battle.

use super::{Odds, SideLosses, UnitKey};

/// One line of a unit table as a designer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitLine {
    pub unit: UnitKey,
    pub cost: u32,
    /// To-hit values of its dice.
    pub attack: Vec<u8>,
    pub defence: Vec<u8>,
    pub hits_to_kill: u16,
}

/// What a unit gives for its price.
#[derive(Debug, Clone, PartialEq)]
pub struct Bargain {
    pub unit: UnitKey,
    /// Expected hits of one unit in one round.
    pub attack_hits: f64,
    pub defence_hits: f64,
    /// Cost of one expected hit per round; none when it never hits.
    pub cost_per_attack_hit: Option<f64>,
    pub cost_per_defence_hit: Option<f64>,
    /// Cost of one hit the enemy must score.
    pub cost_per_hit_taken: Option<f64>,
}

/// Expected hits of some dice in one round.
pub fn expected_hits(values: &[u8], die: u8) -> f64 {
    if die == 0 {
        return 0.0;
    }
    let faces: u32 = values.iter().map(|&value| u32::from(value.min(die))).sum();
    f64::from(faces) / f64::from(die)
}

/// Rates every line of a unit table.
pub fn bargains(lines: &[UnitLine], die: u8) -> Vec<Bargain> {
    lines
        .iter()
        .map(|line| {
            let cost = f64::from(line.cost);
            let per = |amount: f64| (amount > 0.0).then(|| cost / amount);
            let attack_hits = expected_hits(&line.attack, die);
            let defence_hits = expected_hits(&line.defence, die);
            Bargain {
                unit: line.unit,
                attack_hits,
                defence_hits,
                cost_per_attack_hit: per(attack_hits),
                cost_per_defence_hit: per(defence_hits),
                cost_per_hit_taken: per(f64::from(line.hits_to_kill)),
            }
        })
        .collect()
}

/// A number before and after a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    pub before: f64,
    pub after: f64,
}

impl Change {
    pub fn by(self) -> f64 {
        self.after - self.before
    }
}

/// What a change of values or tables does to one battle.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub win: Change,
    pub draw: Change,
    pub lose: Change,
    pub rounds: Change,
    pub attacker_value_lost: Change,
    pub defender_value_lost: Change,
    /// Value the attacker destroys minus the value he loses.
    pub exchange: Change,
    /// Expected losses by unit type, of every type that is in either battle.
    pub attacker_lost: Vec<(UnitKey, Change)>,
    pub defender_lost: Vec<(UnitKey, Change)>,
    /// Half the sum of the differences of the endings: 0 the same, 1 nothing in common.
    pub distance: f64,
}

/// Puts two answers side by side.
pub fn compare(before: &Odds, after: &Odds) -> Comparison {
    let change = |value: &dyn Fn(&Odds) -> f64| Change { before: value(before), after: value(after) };
    let traded = |odds: &Odds| odds.expected_losses.defender.value - odds.expected_losses.attacker.value;
    Comparison {
        win: change(&|odds| odds.win),
        draw: change(&|odds| odds.draw),
        lose: change(&|odds| odds.lose),
        rounds: change(&Odds::expected_rounds),
        attacker_value_lost: change(&|odds| odds.expected_losses.attacker.value),
        defender_value_lost: change(&|odds| odds.expected_losses.defender.value),
        exchange: change(&traded),
        attacker_lost: by_unit(&before.expected_losses.attacker, &after.expected_losses.attacker),
        defender_lost: by_unit(&before.expected_losses.defender, &after.expected_losses.defender),
        distance: distance(before, after),
    }
}

fn by_unit(before: &SideLosses, after: &SideLosses) -> Vec<(UnitKey, Change)> {
    let lost = |side: &SideLosses, unit: UnitKey| {
        side.by_unit.iter().find(|(key, _)| *key == unit).map_or(0.0, |&(_, lost)| lost)
    };
    let mut units: Vec<UnitKey> = before.by_unit.iter().chain(&after.by_unit).map(|&(unit, _)| unit).collect();
    units.sort_unstable();
    units.dedup();
    units.into_iter().map(|unit| (unit, Change { before: lost(before, unit), after: lost(after, unit) })).collect()
}

fn distance(before: &Odds, after: &Odds) -> f64 {
    super::Ending::ALL.iter().map(|&ending| (before.ending(ending) - after.ending(ending)).abs()).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::{UnitLine, bargains, compare, expected_hits};
    use crate::odds::Budget;
    use crate::odds::hit::{Battle, ClassSet, Health, Shot, Side, Unit, odds};

    fn fight(attack: u8, cost: u32) -> crate::odds::Odds {
        let side = |key, value, cost| Side {
            units: vec![Unit {
                key,
                classes: ClassSet::NONE,
                count: 4,
                cost,
                health: vec![Health { shots: vec![Shot::plain(value)], attack_worth: 0, defence_worth: 0 }],
            }],
            ..Side::default()
        };
        let battle = Battle {
            die: 12,
            attacker: side(1, attack, cost),
            defender: side(2, 4, 5),
            round_limit: None,
            hold: ClassSet::ALL,
            retreat_under_fire: true,
        };
        odds(&battle, &Budget::default()).expect("a valid battle")
    }

    #[test]
    fn a_hit_has_its_price() {
        assert!((expected_hits(&[8, 6], 12) - 14.0 / 12.0).abs() < 1e-12);
        let lines = [
            UnitLine { unit: 1, cost: 5, attack: vec![2], defence: vec![4], hits_to_kill: 1 },
            UnitLine { unit: 2, cost: 9, attack: vec![], defence: vec![2], hits_to_kill: 1 },
        ];
        let rated = bargains(&lines, 12);
        assert!((rated[0].cost_per_attack_hit.expect("it attacks") - 30.0).abs() < 1e-12);
        assert!((rated[0].cost_per_defence_hit.expect("it defends") - 15.0).abs() < 1e-12);
        assert_eq!(rated[1].cost_per_attack_hit, None);
    }

    #[test]
    fn a_better_die_shows_everywhere() {
        let change = compare(&fight(2, 5), &fight(4, 5));
        assert!(change.win.by() > 0.1 && change.lose.by() < -0.1);
        assert!(change.exchange.by() > 0.0 && change.distance > 0.1);
        assert!(change.attacker_lost[0].1.by() < 0.0 && change.defender_lost[0].1.by() > 0.0);
        let same = compare(&fight(2, 5), &fight(2, 5));
        assert!(same.distance.abs() < 1e-15 && same.rounds.by().abs() < 1e-15);
    }

    #[test]
    fn a_price_changes_the_bill_and_not_the_battle() {
        let change = compare(&fight(2, 5), &fight(2, 6));
        assert!(change.distance.abs() < 1e-15);
        assert!((change.attacker_value_lost.after / change.attacker_value_lost.before - 1.2).abs() < 1e-12);
    }
}
