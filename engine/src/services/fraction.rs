//! Exact sums of amounts: strengths of a third or a half are never rounded before the table is read.

use chartroom_format::schema::value::Amount;

/// The sum, in lowest terms; what no amount can hold is the greatest or least that one can.
pub(crate) fn sum(one: Amount, other: Amount) -> Amount {
    let (a, b) = (i128::from(one.numerator), i128::from(one.denominator.max(1)));
    let (c, d) = (i128::from(other.numerator), i128::from(other.denominator.max(1)));
    reduced(a * d + c * b, b * d)
}

/// So many times the amount.
pub(crate) fn times(amount: Amount, count: i64) -> Amount {
    reduced(i128::from(amount.numerator) * i128::from(count), i128::from(amount.denominator.max(1)))
}

/// One less the other.
pub(crate) fn less(one: Amount, other: Amount) -> Amount {
    sum(one, times(other, -1))
}

fn reduced(numerator: i128, denominator: i128) -> Amount {
    let shared = common(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1) as i128;
    let narrow = |value: i128| value.clamp(i128::from(i64::MIN / 4), i128::from(i64::MAX / 4)) as i64;
    Amount { numerator: narrow(numerator / shared), denominator: narrow(denominator / shared).max(1) }
}

fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}
