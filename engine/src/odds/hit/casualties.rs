//! The order in which a side gives its hits: every unit contributes one slot per hit it can take.

use super::battle::{LossOrder, Side, Unit};
use crate::odds::OddsError;

/// One hit: a unit of `row` goes from health state `level` to the next, or dies from its last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) row: usize,
    pub(super) level: usize,
}

/// All slots of a side, first to be given first. Slots of the same row and level are neighbours, except that the
/// unit to be kept goes to the very end.
pub(super) fn slots(side: &Side) -> Result<Vec<Slot>, OddsError> {
    let mut order = Vec::new();
    for slot in ranking(side)? {
        let unit = &side.units[slot.row];
        order.extend(std::iter::repeat_n(slot, usize::from(unit.count)));
    }
    let kept = order.iter().rposition(|slot| {
        let unit = &side.units[slot.row];
        side.casualties.keep_one.covers(unit.classes) && is_last(unit, slot.level)
    });
    if let (Some(index), true) = (kept, side.casualties.keep_one.0 != 0) {
        let slot = order.remove(index);
        order.push(slot);
    }
    Ok(order)
}

/// Every row and level once, first to be given first.
pub(super) fn ranking(side: &Side) -> Result<Vec<Slot>, OddsError> {
    let mut order = by_policy(side)?;
    order.sort_by_key(|slot| side.casualties.last.covers(side.units[slot.row].classes));
    Ok(order)
}

fn by_policy(side: &Side) -> Result<Vec<Slot>, OddsError> {
    match &side.casualties.order {
        LossOrder::Given(rows) => given(side, rows),
        LossOrder::Cheapest => Ok(by_key(side, |unit, level| {
            let cost = if is_last(unit, level) { unit.cost } else { 0 };
            let here = &unit.health[level];
            (cost, u32::from(here.attack_worth) + u32::from(here.defence_worth))
        })),
        LossOrder::KeepAttack => Ok(by_key(side, |unit, level| {
            let worth = |l: usize| unit.health.get(l).map_or(0, |h| u32::from(h.attack_worth));
            (worth(level).saturating_sub(worth(level + 1)), unit.cost)
        })),
        LossOrder::KeepDefence => Ok(by_key(side, |unit, level| {
            let worth = |l: usize| unit.health.get(l).map_or(0, |h| u32::from(h.defence_worth));
            (worth(level).saturating_sub(worth(level + 1)), unit.cost)
        })),
    }
}

fn is_last(unit: &Unit, level: usize) -> bool {
    level + 1 == unit.health.len()
}

fn by_key(side: &Side, key: impl Fn(&Unit, usize) -> (u32, u32)) -> Vec<Slot> {
    let mut keyed = Vec::new();
    for (row, unit) in side.units.iter().enumerate() {
        // A unit cannot take its second hit before its first, so keys never fall along the health states.
        let mut highest = (0, 0);
        for level in 0..unit.health.len() {
            highest = highest.max(key(unit, level));
            keyed.push((highest, Slot { row, level }));
        }
    }
    keyed.sort_by_key(|&(key, slot)| (key, slot.row, slot.level));
    keyed.into_iter().map(|(_, slot)| slot).collect()
}

fn given(side: &Side, rows: &[u16]) -> Result<Vec<Slot>, OddsError> {
    let mut next_level = vec![0; side.units.len()];
    let mut order = Vec::new();
    for (i, &row) in rows.iter().enumerate() {
        let row = usize::from(row);
        let Some(unit) = side.units.get(row) else {
            return Err(OddsError::UnknownRow(row, side.units.len()));
        };
        let named_again = rows[i + 1..].iter().any(|&r| usize::from(r) == row);
        let end = if named_again { (next_level[row] + 1).min(unit.health.len()) } else { unit.health.len() };
        order.extend((next_level[row]..end).map(|level| Slot { row, level }));
        next_level[row] = end;
    }
    for (row, unit) in side.units.iter().enumerate() {
        order.extend((next_level[row]..unit.health.len()).map(|level| Slot { row, level }));
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::super::battle::{ClassSet, Health, LossOrder, Side, Unit};
    use super::slots;

    fn unit(key: u16, cost: u32, count: u16, worth: &[(u16, u16)]) -> Unit {
        Unit {
            key,
            classes: ClassSet::bit(key as u8),
            count,
            cost,
            health: worth
                .iter()
                .map(|&(attack_worth, defence_worth)| Health { shots: Vec::new(), attack_worth, defence_worth })
                .collect(),
        }
    }

    fn check(order: LossOrder, keep_one: ClassSet, expected: &str) {
        let mut side = Side {
            units: vec![unit(0, 8, 2, &[(2, 4)]), unit(1, 30, 1, &[(14, 14), (8, 8)]), unit(2, 10, 1, &[(5, 3)])],
            ..Side::default()
        };
        side.casualties.order = order;
        side.casualties.keep_one = keep_one;
        let text: Vec<String> =
            slots(&side).expect("valid order").iter().map(|slot| format!("{}.{}", slot.row, slot.level)).collect();
        assert_eq!(text.join(" "), expected);
    }

    #[test]
    fn policies_order_the_hits() {
        check(LossOrder::Cheapest, ClassSet::NONE, "1.0 0.0 0.0 2.0 1.1");
        check(LossOrder::KeepAttack, ClassSet::NONE, "0.0 0.0 2.0 1.0 1.1");
        check(LossOrder::KeepDefence, ClassSet::NONE, "2.0 0.0 0.0 1.0 1.1");
        check(LossOrder::Given(vec![1, 2, 1]), ClassSet::NONE, "1.0 2.0 1.1 0.0 0.0");
        check(LossOrder::Cheapest, ClassSet::bit(0), "1.0 0.0 2.0 1.1 0.0");
    }

    #[test]
    fn an_unknown_row_is_refused() {
        let mut side = Side::default();
        side.casualties.order = LossOrder::Given(vec![3]);
        assert!(slots(&side).is_err());
    }
}
