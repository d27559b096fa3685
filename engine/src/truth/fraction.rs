//! Exact arithmetic of values. Nothing is clamped: what no amount can hold is a fault, and so is a division by zero. Compiling proves
//! that neither happens while every figure of the position stays below `MOST`.

use std::cmp::Ordering;

use chartroom_format::schema::expression::Rounding;
use chartroom_format::schema::value::Amount;

/// The greatest figure of a position that values reckon with, and the least with a minus before it.
pub const MOST: i64 = 1_000_000_000;

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    DividesByZero,
    TooLarge,
}

/// A result, or why there is none.
pub(super) type Reckoned = Result<Amount, Fault>;

const fn parts(amount: Amount) -> (i128, i128) {
    (amount.numerator as i128, amount.denominator as i128)
}

fn lowest(numerator: i128, denominator: i128) -> Reckoned {
    let shared = common(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1);
    let shared = i128::try_from(shared).map_err(|_| Fault::TooLarge)?;
    let sign = if denominator < 0 { -1 } else { 1 };
    let narrow = |value: i128| i64::try_from(value).map_err(|_| Fault::TooLarge);
    Ok(Amount { numerator: narrow(sign * numerator / shared)?, denominator: narrow(sign * denominator / shared)? })
}

fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}

pub(crate) fn add(one: Amount, other: Amount) -> Reckoned {
    // Most figures are whole.
    if one.denominator == 1 && other.denominator == 1 {
        return one.numerator.checked_add(other.numerator).map(Amount::whole).ok_or(Fault::TooLarge);
    }
    let ((a, b), (c, d)) = (parts(one), parts(other));
    lowest(a * d + c * b, b * d)
}

pub(crate) fn less(one: Amount, other: Amount) -> Reckoned {
    let numerator = other.numerator.checked_neg().ok_or(Fault::TooLarge)?;
    add(one, Amount { numerator, ..other })
}

pub(crate) fn times(one: Amount, other: Amount) -> Reckoned {
    let ((a, b), (c, d)) = (parts(one), parts(other));
    lowest(a * c, b * d)
}

pub(crate) fn over(one: Amount, other: Amount) -> Reckoned {
    if other.numerator == 0 {
        return Err(Fault::DividesByZero);
    }
    let ((a, b), (c, d)) = (parts(one), parts(other));
    lowest(a * d, b * c)
}

pub(crate) fn compare(one: Amount, other: Amount) -> Ordering {
    let ((a, b), (c, d)) = (parts(one), parts(other));
    (a * d).cmp(&(c * b))
}

pub(crate) fn round(amount: Amount, how: Rounding) -> Reckoned {
    let (a, b) = parts(amount);
    let b = b.max(1);
    let whole = match how {
        Rounding::Down => a.div_euclid(b),
        Rounding::Up => -(-a).div_euclid(b),
        Rounding::Nearest => (2 * a + b).div_euclid(2 * b),
    };
    lowest(whole, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Amount {
        Amount::parse(text).expect("an amount")
    }

    #[test]
    fn fractions_stay_exact_and_faults_are_told() {
        let cases = [
            (add(of("1/3"), of("1/6")), Ok(of("1/2"))),
            (less(of("1"), of("1/4")), Ok(of("3/4"))),
            (times(of("2/3"), of("3")), Ok(of("2"))),
            (over(of("1"), of("-2")), Ok(of("-1/2"))),
            (over(of("5"), of("0")), Err(Fault::DividesByZero)),
            (add(Amount::whole(i64::MAX), of("1")), Err(Fault::TooLarge)),
            (times(Amount::whole(i64::MAX), of("2")), Err(Fault::TooLarge)),
            (less(of("0"), Amount::whole(i64::MIN)), Err(Fault::TooLarge)),
            (round(of("-1/2"), Rounding::Down), Ok(of("-1"))),
            (round(of("-1/2"), Rounding::Nearest), Ok(of("0"))),
            (round(of("3/2"), Rounding::Nearest), Ok(of("2"))),
            (round(of("4/3"), Rounding::Up), Ok(of("2"))),
        ];
        for (at, (found, wanted)) in cases.into_iter().enumerate() {
            assert_eq!(found, wanted, "case {at}");
        }
        assert_eq!(compare(of("2/3"), of("3/5")), Ordering::Greater);
    }
}
