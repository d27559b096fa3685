//! How conditions and values are put together, whatever names or ids they are written in, and what they come to for somebody who
//! knows single facts.

use std::cmp::Ordering;

use chartroom_format::schema::expression::Rounding;
use chartroom_format::schema::value::Amount;

use super::fraction::{self, Fault};
use super::{Doubt, Truth};

/// How a condition is put together.
pub enum Shape<'c, C, V> {
    Always(bool),
    All(&'c [C]),
    Any(&'c [C]),
    Not(&'c C),
    Compare(Comparison, &'c V, &'c V),
    /// A single fact.
    Fact,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    AtLeast,
    AtMost,
    MoreThan,
    LessThan,
    Equal,
}

impl Comparison {
    pub const fn fits(self, order: Ordering) -> bool {
        match self {
            Self::AtLeast => order.is_ge(),
            Self::AtMost => order.is_le(),
            Self::MoreThan => order.is_gt(),
            Self::LessThan => order.is_lt(),
            Self::Equal => order.is_eq(),
        }
    }
}

/// How a value is put together.
pub enum Sum<'v, C, V> {
    Number(Amount),
    Sum(&'v [V]),
    Minus(&'v V, &'v V),
    Times(&'v [V]),
    Quotient {
        of: &'v V,
        by: &'v V,
        if_zero: Option<&'v V>,
    },
    Min(&'v [V]),
    Max(&'v [V]),
    Round(&'v V, Rounding),
    If(&'v C, &'v V, &'v V),
    /// A single figure.
    Figure,
}

/// A condition, written or compiled.
pub trait Logic: Sized {
    type Value: Formula<Condition = Self>;

    fn shape(&self) -> Shape<'_, Self, Self::Value>;
}

/// A value, written or compiled.
pub trait Formula: Sized {
    type Condition;

    fn sum(&self) -> Sum<'_, Self::Condition, Self>;
}

/// Somebody who knows single facts and figures.
pub trait Knowledge<C: Logic> {
    type Doubt: Doubt;

    /// Whether a single fact holds.
    fn fact(&self, condition: &C) -> Truth<Self::Doubt>;

    /// A single figure.
    fn figure(&self, value: &C::Value) -> Result<Amount, Self::Doubt>;

    /// There is no result.
    fn fault(&self, fault: Fault) -> Self::Doubt;

    /// How two values compare where that can be told without knowing them.
    fn compared(&self, _: Comparison, _: &C::Value, _: &C::Value) -> Option<bool> {
        None
    }

    /// Whether the parts of a list can never hold together, whatever they are about.
    fn contradicts(&self, _: &[C]) -> bool {
        false
    }

    /// Whether one of the parts of a list always holds, whatever they are about.
    fn completes(&self, _: &[C]) -> bool {
        false
    }
}

/// Whether a condition holds.
pub fn judge<C: Logic, K: Knowledge<C> + ?Sized>(knows: &K, condition: &C) -> Truth<K::Doubt> {
    match condition.shape() {
        Shape::Always(always) => always.into(),
        Shape::All(parts) if knows.contradicts(parts) => Truth::No,
        Shape::All(parts) => Truth::all(parts.iter().map(|part| judge(knows, part))),
        Shape::Any(parts) if knows.completes(parts) => Truth::Yes,
        Shape::Any(parts) => Truth::any(parts.iter().map(|part| judge(knows, part))),
        Shape::Not(part) => judge(knows, part).opposite(),
        Shape::Compare(how, one, other) => {
            if let Some(holds) = knows.compared(how, one, other) {
                return holds.into();
            }
            match (reckon::<C, K>(knows, one), reckon::<C, K>(knows, other)) {
                (Ok(one), Ok(other)) => how.fits(fraction::compare(one, other)).into(),
                (Err(one), Err(other)) => Truth::Unknown(one.and(other)),
                (Err(why), Ok(_)) | (Ok(_), Err(why)) => Truth::Unknown(why),
            }
        }
        Shape::Fact => knows.fact(condition),
    }
}

/// What a value comes to.
pub fn reckon<C: Logic, K: Knowledge<C> + ?Sized>(knows: &K, value: &C::Value) -> Result<Amount, K::Doubt> {
    let each = |value: &C::Value| reckon::<C, K>(knows, value);
    let settle = |result: Result<Amount, Fault>| result.map_err(|fault| knows.fault(fault));
    match value.sum() {
        Sum::Number(amount) => Ok(amount),
        Sum::Sum(parts) => parts.iter().try_fold(Amount::ZERO, |sum, part| settle(fraction::add(sum, each(part)?))),
        Sum::Times(parts) => parts.iter().try_fold(Amount::ONE, |sum, part| settle(fraction::times(sum, each(part)?))),
        Sum::Minus(one, other) => settle(fraction::less(each(one)?, each(other)?)),
        Sum::Quotient { of, by, if_zero } => match (each(by)?, if_zero) {
            (Amount { numerator: 0, .. }, Some(instead)) => each(instead),
            (by, _) => settle(fraction::over(each(of)?, by)),
        },
        Sum::Min(parts) => extreme(knows, parts, Ordering::Less),
        Sum::Max(parts) => extreme(knows, parts, Ordering::Greater),
        Sum::Round(value, how) => settle(fraction::round(each(value)?, how)),
        Sum::If(when, then, otherwise) => match judge(knows, when) {
            Truth::Yes => each(then),
            Truth::No => each(otherwise),
            Truth::Unknown(why) => Err(why),
        },
        Sum::Figure => knows.figure(value),
    }
}

/// The part that stands before all others; nothing at all is 0.
fn extreme<C: Logic, K: Knowledge<C> + ?Sized>(
    knows: &K,
    parts: &[C::Value],
    before: Ordering,
) -> Result<Amount, K::Doubt> {
    let mut found: Option<Amount> = None;
    for part in parts {
        let value = reckon::<C, K>(knows, part)?;
        if found.is_none_or(|best| fraction::compare(value, best) == before) {
            found = Some(value);
        }
    }
    Ok(found.unwrap_or(Amount::ZERO))
}
