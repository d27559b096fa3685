//! Fire on the firepower table: strength, groups of ten, and who gives the points.

use super::attack::{Arm, PointOrder, Points};
use super::tables::FirepowerTable;
use crate::odds::OddsError;

/// Losses of a firing strength with their chances: groups of the table's width, one die each.
pub(super) fn losses(table: &FirepowerTable, sides: u8, strength: u16, modifier: i32) -> Result<Vec<f64>, OddsError> {
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
        total = both(&total, &one);
        rest -= group;
    }
    Ok(total)
}

pub(super) fn part(count: u32, (num, den): (u16, u16)) -> u32 {
    count * u32::from(num) / u32::from(den.max(1))
}

/// Firing strength: land points capped, sea fire and `air` that did not fight other air on top.
pub(super) fn firing<'a>(points: impl Iterator<Item = (&'a Points, u32)>, cap: u16, air: u32) -> u16 {
    let (mut land, mut beyond) = (0, air);
    for (row, left) in points {
        let strength = part(left, row.fires);
        match row.arm {
            Arm::Sea => beyond += strength,
            Arm::TacAir => {}
            Arm::Land | Arm::Fort => land += strength,
        }
    }
    (land.min(u32::from(cap)) + beyond).min(u32::from(u16::MAX)) as u16
}

/// The order in which rows give points; tactical air goes only when nothing else is left.
pub(super) fn turn(rows: &[Points], order: &PointOrder) -> Vec<usize> {
    let mut turn: Vec<usize> = (0..rows.len()).collect();
    let place = |row: usize| match order {
        PointOrder::Cheapest => (0, rows[row].cost),
        PointOrder::KeepAdvance => (u32::from(part(1_000, rows[row].advances) > 0), rows[row].cost),
        PointOrder::Given(named) => {
            let found = named.iter().position(|&n| usize::from(n) == row);
            (0, found.unwrap_or(named.len()) as u32)
        }
    };
    turn.sort_by_key(|&row| (rows[row].arm == Arm::TacAir, place(row), row));
    turn
}

/// Takes points off; what cannot be taken is ignored.
pub(super) fn take(left: &mut [u32], turn: impl Iterator<Item = usize>, mut lost: u32) {
    for row in turn {
        let given = lost.min(left[row]);
        left[row] -= given;
        lost -= given;
    }
}

/// The sum of two independent numbers of losses.
pub(super) fn both(first: &[f64], second: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; first.len() + second.len() - 1];
    for (i, x) in first.iter().enumerate() {
        for (j, y) in second.iter().enumerate() {
            sum[i + j] += x * y;
        }
    }
    sum
}

/// Tactical air among some points.
pub(super) fn air<'a>(points: impl Iterator<Item = (&'a Points, u32)>) -> u32 {
    points.filter(|(row, _)| row.arm == Arm::TacAir).map(|(_, left)| left).sum()
}
