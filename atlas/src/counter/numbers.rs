//! The numbers at the foot of a counter: attack, defence, movement, as far as the unit has them.

use chartroom_format::schema::units::{Stats, UnitType};

/// "4-6-5"; attack and defence in one where they are the same and something else follows.
pub(super) fn line(unit: &UnitType, hits: u32) -> String {
    let left = (hits > 0).then(|| unit.damaged.get(hits as usize - 1)).flatten();
    let attack = left.and_then(attack).or_else(|| attack(&unit.stats));
    let defence = left.and_then(defence).or_else(|| defence(&unit.stats));
    let movement = left.and_then(|left| left.movement).or(unit.stats.movement).map(|amount| amount.to_string());
    let mut parts = Vec::new();
    match (attack, defence) {
        (Some(attack), Some(defence)) if attack == defence && movement.is_some() => parts.push(attack),
        (None, None) => {}
        (attack, defence) => parts.extend([attack, defence].map(|number| number.unwrap_or_else(|| "–".to_owned()))),
    }
    parts.extend(movement);
    parts.join("-")
}

fn attack(stats: &Stats) -> Option<String> {
    stats.attack_strength.map(|amount| amount.to_string()).or_else(|| dice(stats.attack.as_deref()?))
}

fn defence(stats: &Stats) -> Option<String> {
    stats.defence_strength.map(|amount| amount.to_string()).or_else(|| dice(stats.defend.as_deref()?))
}

/// One die by its value, equal ones counted, others side by side.
fn dice(values: &[i64]) -> Option<String> {
    match values {
        [] => None,
        [one] => Some(one.to_string()),
        [first, rest @ ..] if rest.iter().all(|value| value == first) => Some(format!("{}×{first}", values.len())),
        _ => Some(values.iter().map(i64::to_string).collect::<Vec<_>>().join("/")),
    }
}

/// Attack and defence added up, in hundredths.
pub(super) fn strength(stats: &Stats) -> i64 {
    let dice = |values: &Option<Vec<i64>>| values.iter().flatten().sum::<i64>().saturating_mul(100);
    let amount = |amount: Option<chartroom_format::schema::value::Amount>| {
        amount.map_or(0, |amount| (amount.to_f64() * 100.0) as i64)
    };
    dice(&stats.attack) + dice(&stats.defend) + amount(stats.attack_strength) + amount(stats.defence_strength)
}
