//! Forces of games fought with dice per unit, and a quick judgement of a battle between two of them: hits as expected, round by
//! round, the cheapest units lost first; what is left decides, against how much dice may stray. In thousandths, without floats.

use chartroom_format::schema::units::CombatRole;

use crate::ids::UnitIx;
use crate::query::zones;
use crate::ruleset::Ruleset;

/// Units of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) unit: UnitIx,
    pub(super) count: i64,
    /// Sum of the to-hit values of one.
    attack: i64,
    defence: i64,
    hits: i64,
    pub(super) price: i64,
}

/// Units of one side, the cheapest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Force(Vec<Row>);

/// How a battle is likely to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Forecast {
    /// Chances in a hundred that the attacker wins.
    pub(super) wins: i64,
    /// What each is likely to lose, in money.
    pub(super) lost: i64,
    pub(super) killed: i64,
    /// What the attacker has left, in money.
    pub(super) left: i64,
}

/// Rounds after which nothing more is reckoned.
const ROUNDS: usize = 8;
const MILLI: i64 = 1000;

impl Force {
    pub(super) fn add(&mut self, rules: &Ruleset, prices: &[i64], unit: UnitIx, count: i64) {
        if count <= 0 {
            return;
        }
        if let Some(row) = self.0.iter_mut().find(|row| row.unit == unit) {
            row.count += count;
            return;
        }
        let sum = |role| zones::dice(rules, unit, role).iter().sum::<i64>();
        let hits = rules.profiles[unit.index()].kind.stats.hits.unwrap_or(1).max(1);
        let price = prices[unit.index()];
        let (attack, defence) = (sum(CombatRole::Attacking), sum(CombatRole::Defending));
        if attack == 0 && defence == 0 && price == 0 {
            return;
        }
        let at = self.0.partition_point(|row| (row.price, row.unit) < (price, unit));
        self.0.insert(at, Row { unit, count, attack, defence, hits, price });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.0
    }

    /// What it cost.
    pub(super) fn price(&self) -> i64 {
        self.0.iter().map(|row| row.price * row.count).sum()
    }

    pub(super) fn hits(&self) -> i64 {
        self.0.iter().map(|row| row.hits * row.count).sum()
    }

    pub(super) fn dice(&self, role: CombatRole) -> i64 {
        self.0.iter().map(|row| row.dice(role) * row.count).sum()
    }
}

impl Row {
    const fn dice(&self, role: CombatRole) -> i64 {
        match role {
            CombatRole::Attacking => self.attack,
            CombatRole::Defending => self.defence,
        }
    }
}

/// What is left of a force while it fights: thousandths of units by row.
struct Left<'a> {
    rows: &'a [Row],
    count: Vec<i64>,
    role: CombatRole,
}

impl<'a> Left<'a> {
    fn new(force: &'a Force, role: CombatRole, percent: i64) -> Self {
        Self { rows: &force.0, count: force.0.iter().map(|row| row.count * MILLI * percent / 100).collect(), role }
    }

    fn sum(&self, of: impl Fn(&Row) -> i64) -> i64 {
        self.rows.iter().zip(&self.count).map(|(row, count)| of(row) * count).sum()
    }

    fn fire(&self, die: i64) -> i64 {
        self.sum(|row| row.dice(self.role)) / die.max(1)
    }

    fn take(&mut self, mut hits: i64) {
        for (row, count) in self.rows.iter().zip(&mut self.count) {
            let whole = *count * row.hits;
            let taken = hits.min(whole);
            hits -= taken;
            *count -= (taken + row.hits - 1) / row.hits;
        }
    }
}

/// How a battle between two forces is likely to end.
pub(super) fn forecast(attack: &Force, defence: &Force, die: i64) -> Forecast {
    forecast_of(attack, 100, defence, die)
}

/// The same with a part only of the attackers.
pub(super) fn forecast_of(attack: &Force, percent: i64, defence: &Force, die: i64) -> Forecast {
    if attack.is_empty() {
        return Forecast::default();
    }
    let mut one = Left::new(attack, CombatRole::Attacking, percent);
    let mut other = Left::new(defence, CombatRole::Defending, 100);
    let mut given = 0;
    for _ in 0..ROUNDS {
        let (a, b) = (one.fire(die), other.fire(die));
        if one.sum(|row| row.hits) == 0 || other.sum(|row| row.hits) == 0 || a + b == 0 {
            break;
        }
        other.take(a);
        one.take(b);
        given += a + b;
    }
    let (mine, his) = (one.sum(|row| row.hits), other.sum(|row| row.hits));
    // A hit more or less early in a battle counts twice at its end.
    let stray = (given.max(1) * MILLI).isqrt().max(1);
    let wins = if defence.is_empty() { 100 } else { chance((mine - his) * 100 / stray) };
    let left = one.sum(|row| row.price) / MILLI;
    Forecast { wins, lost: attack.price() - left, killed: defence.price() - other.sum(|row| row.price) / MILLI, left }
}

/// The normal distribution: chances in a hundred by hundredths of a deviation.
fn chance(deviations: i64) -> i64 {
    const STEPS: [i64; 11] = [50, 60, 69, 77, 84, 89, 93, 96, 98, 99, 100];
    let at = (deviations.abs() / 25).min(10) as usize;
    let upper = STEPS[(at + 1).min(10)];
    let within = if at >= 10 { 0 } else { (upper - STEPS[at]) * (deviations.abs() % 25) / 25 };
    let good = STEPS[at] + within;
    if deviations < 0 { 100 - good } else { good }
}
