//! Conditions and values as packs write them, for those who know no position: the odds of a question, the checks.

use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::expression::{Expression, Value};

use super::{Comparison, Formula, Logic, Shape, Sum};

impl Logic for Condition {
    type Value = Value;

    fn shape(&self) -> Shape<'_, Self, Value> {
        match self {
            Self::Always => Shape::Always(true),
            Self::All(parts) => Shape::All(parts),
            Self::Any(parts) => Shape::Any(parts),
            Self::Not(part) => Shape::Not(part),
            Self::AtLeast(one, other) => Shape::Compare(Comparison::AtLeast, one, other),
            Self::AtMost(one, other) => Shape::Compare(Comparison::AtMost, one, other),
            Self::MoreThan(one, other) => Shape::Compare(Comparison::MoreThan, one, other),
            Self::LessThan(one, other) => Shape::Compare(Comparison::LessThan, one, other),
            Self::Equal(one, other) => Shape::Compare(Comparison::Equal, one, other),
            _ => Shape::Fact,
        }
    }
}

impl Formula for Value {
    type Condition = Condition;

    fn sum(&self) -> Sum<'_, Condition, Self> {
        let expression = match self {
            Self::Number(amount) => return Sum::Number(*amount),
            Self::Computed(expression) => &**expression,
        };
        match expression {
            Expression::Sum(parts) => Sum::Sum(parts),
            Expression::Minus(one, other) => Sum::Minus(one, other),
            Expression::Times(parts) => Sum::Times(parts),
            Expression::Quotient { of, by, if_zero } => Sum::Quotient { of, by, if_zero: if_zero.as_ref() },
            Expression::Min(parts) => Sum::Min(parts),
            Expression::Max(parts) => Sum::Max(parts),
            Expression::Round(value, how) => Sum::Round(value, *how),
            Expression::If { when, then, otherwise } => Sum::If(when, then, otherwise),
            _ => Sum::Figure,
        }
    }
}
